"""Lessons: for each game a table that goes as written, and a learner who makes some of its moves.

A lesson is an ordinary table whose other seats are of the kind `lesson`. When they become
opponents, the lesson is over and the game goes on from where it is.
"""

from __future__ import annotations

import functools

from twohalls.games import find_game
from twohalls.kernel import script
from twohalls.kernel.errors import Unknown
from twohalls.kernel.script import Script
from twohalls.kit.parts import lesson

LESSON = "lesson"
"""The kind of a seat whose moves are written in the lesson."""

LEARNER = 1


@functools.cache
def script_of(game: str) -> Script:
    """How the lesson of a game goes."""
    found = find_game(game)
    if lesson(found) is None:
        raise Unknown("there is no lesson for this game")
    return script.read((found.folder / "lesson.txt").read_text(encoding="utf-8"), find_game)
