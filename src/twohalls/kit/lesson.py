"""What a game's `lesson` module offers: `LESSON`, the words to the record in `lesson.txt`.

In that record remarks name the lines that the learner says: `1 boss 14  # boss`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from twohalls.kit.i18n import Translate

OVER = "over"
"""The name of what is said after the last step."""


@dataclass(frozen=True)
class Step:
    """What there is to see, what the learner is to do, and where on the board to look.

    `at` are names for which the game's `lesson.css` draws an outline; `about` leads to the rule.
    `before` is said instead, as long as the page still shows what the line before it brought.
    The sentences may name those at the table by their names in the record: `{nora}`.
    """

    look: str
    do: str
    at: tuple[str, ...]
    about: str
    before: str = ""


@runtime_checkable
class Lesson(Protocol):
    """A first game."""

    def steps(self, _: Translate) -> Mapping[str, Step]:
        """What is said at each of the learner's lines, by the names of the remarks, and at OVER."""
