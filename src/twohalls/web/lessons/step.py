"""One step of a lesson."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """What there is to see, what the learner is to do, and where on the board to look.

    `at` are names for which `lesson.css` draws an outline; `about` leads to the rule.
    """

    look: str
    do: str
    at: tuple[str, ...]
    about: str


OVER = "over"
"""The name of what is said after the last step."""
