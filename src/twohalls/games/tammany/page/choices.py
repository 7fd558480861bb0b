"""Choosing a move a word at a time: a pick is the beginning of one of the legal lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from twohalls.kernel.errors import Malformed
from twohalls.kernel.words import parts

WARD_AFTER = {
    "boss": (0,),
    "lock": (0,),
    "cube": (1,),
    "arrest": (1,),
    "settle": (1,),
    "slander": (1,),
    "spread": (0,),
    "move": (1, 2),
}
"""After how many words a verb speaks of a ward to be chosen on the map."""


@dataclass(frozen=True)
class Choices:
    """The legal lines, and how far the player has come in saying one."""

    legal: Sequence[str]
    pick: str = ""
    words: list[tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", [_words(line) for line in self.legal])
        if not self._can_be_picked:
            object.__setattr__(self, "pick", "")

    @property
    def _can_be_picked(self) -> bool:
        """A ward or a chip comes next."""
        verb, *said = self.picked or ("",)
        chip_is_next = verb == "slander" and len(said) == 2
        return (self._ward_is_next or chip_is_next) and bool(self.following(self.pick))

    @property
    def picked(self) -> tuple[str, ...]:
        """The words of the pick; one that came with an address may be anything."""
        try:
            return _words(self.pick) if self.pick else ()
        except Malformed:
            return ()

    def is_within(self, start: str) -> bool:
        """Does the pick begin so?"""
        said = _words(start)
        return self.picked[: len(said)] == said

    def begins(self, start: str) -> bool:
        """Does any legal line begin so?"""
        return bool(self.after(start))

    def after(self, start: str) -> list[tuple[str, ...]]:
        """The legal lines that begin so."""
        said = _words(start)
        return [words for words in self.words if words[: len(said)] == said]

    def following(self, start: str) -> list[str]:
        """The words that may come next, in the order of the rules."""
        place = len(_words(start))
        return list(
            dict.fromkeys(words[place] for words in self.after(start) if len(words) > place)
        )

    def count(self, verb: str) -> int:
        return sum(1 for words in self.words if words[0] == verb)

    @property
    def wards(self) -> dict[int, str]:
        """The wards that may be clicked now, each with the line it begins or is."""
        if not self.pick or not self._ward_is_next:
            return {}
        starts = {int(word): f"{self.pick} {word}" for word in self.following(self.pick)}
        return {ward: self._finished(start) for ward, start in starts.items()}

    def _finished(self, start: str) -> str:
        """No question with one answer: where only one line begins so, it is that line."""
        lines = [line for line in self.legal if f"{line} ".startswith(f"{start} ")]
        return lines[0] if len(lines) == 1 else start

    def is_line(self, start: str) -> bool:
        """Is that a whole line?"""
        return start in self.legal

    @property
    def _ward_is_next(self) -> bool:
        verb, *said = self.picked or ("",)
        return len(said) in WARD_AFTER.get(verb, ())


def default_pick(legal: Sequence[str]) -> str:
    """What a click on the map means when nothing was picked: slander that may still spread, or a
    boss that may be placed."""
    choices = Choices(legal)
    if choices.count("spread"):
        return "spread"
    if choices.count("boss"):
        return "boss"
    colours = choices.following("cube")
    return f"cube {colours[0]}" if len(colours) == 1 else ""


def _words(line: str) -> tuple[str, ...]:
    verb, said = parts(line)
    return (verb, *said)
