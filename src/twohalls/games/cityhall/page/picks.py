"""Picks: the beginning of a line, or all of one, as somebody puts it together by clicking."""

from __future__ import annotations

from collections.abc import Sequence

from twohalls.kernel.errors import Malformed
from twohalls.kernel.words import parts

ON_LANDS = ("draft", "search", "buy")


def words_of(pick: str) -> tuple[str, ...]:
    """The words of a pick; none of what is no line at all."""
    try:
        verb, words = parts(pick)
    except Malformed:
        return ()
    return (verb, *words)


def verb_of(pick: str) -> str:
    return words_of(pick)[0] if pick else ""


def word_of(pick: str, verb: str) -> str:
    """The last word of a pick with this verb, if it is one."""
    words = words_of(pick)
    return words[-1] if len(words) > 1 and words[0] == verb else ""


def settled(pick: str | None, legal: Sequence[str]) -> str:
    """The pick as far as it begins a legal line; what can only go on one way goes on."""
    words = words_of(pick or "")
    fits = [line for line in legal if words_of(line)[: len(words)] == words]
    if not fits:
        return ""
    if words and len(fits) == 1:
        return fits[0]
    if not words or words == ("build",):
        permits = set(permit_picks("build", legal))
        if len(permits) == 1 and {verb_of(line) for line in legal} == {"build"}:
            return f"build {permits.pop()}"
        return ""
    return " ".join(words)


def lot_picks(pick: str, legal: Sequence[str]) -> dict[str, str]:
    """The lands that may be chosen, and the pick that each makes."""
    picks = {}
    picked = words_of(pick)
    for line in legal:
        verb, *words = words_of(line)
        if (verb in ON_LANDS and words != ["none"]) or (
            verb == "build" and picked[:2] == ("build", words[0])
        ):
            picks[words[-1]] = line
    return picks


def permit_picks(verb: str, legal: Sequence[str]) -> dict[str, str]:
    """The permits that may be built, taken or returned, and the pick that each makes."""
    lines = map(words_of, legal)
    return {words[1]: f"{verb} {words[1]}" for words in lines if words[0] == verb}
