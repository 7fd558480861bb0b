"""Choosing a move a word at a time: a pick is the beginning of one of the legal lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

WARD_AFTER = {
    "boss": (0,),
    "lock": (0,),
    "cube": (1,),
    "arrest": (1,),
    "settle": (1,),
    "slander": (1,),
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
        object.__setattr__(self, "words", [tuple(line.split()) for line in self.legal])
        if not self._can_be_picked:
            object.__setattr__(self, "pick", "")

    @property
    def _can_be_picked(self) -> bool:
        """A ward or a chip comes next."""
        chip_is_next = self.pick.startswith("slander ") and len(self.pick.split()) == 3
        ward_is_next = bool(self.pick.strip()) and self._ward_is_next
        return (ward_is_next or chip_is_next) and bool(self.following(self.pick))

    def begins(self, start: str) -> bool:
        """Does any legal line begin so?"""
        return bool(self.after(start))

    def after(self, start: str) -> list[tuple[str, ...]]:
        """The legal lines that begin so."""
        said = tuple(start.split())
        return [words for words in self.words if words[: len(said)] == said]

    def following(self, start: str) -> list[str]:
        """The words that may come next, in the order of the rules."""
        place = len(start.split())
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
        return {int(word): f"{self.pick} {word}" for word in self.following(self.pick)}

    def is_line(self, start: str) -> bool:
        """Is that a whole line?"""
        return tuple(start.split()) in self.words

    @property
    def _ward_is_next(self) -> bool:
        verb, *said = self.pick.split()
        return len(said) in WARD_AFTER.get(verb, ())


def default_pick(legal: Sequence[str]) -> str:
    """What a click on the map means when nothing was picked: a boss, if one may be placed."""
    if any(line.startswith("boss ") for line in legal):
        return "boss"
    kinds = {" ".join(line.split()[:2]) for line in legal if line.startswith("cube ")}
    return kinds.pop() if len(kinds) == 1 else ""
