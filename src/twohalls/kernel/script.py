"""A game that goes as written: a record in which some lines are left for a learner to say.

Such a line carries a remark, `1 boss 14  # boss`, which names the step of the lesson. All other
lines, chance and the learner's own among them, happen by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twohalls.kernel import record

if TYPE_CHECKING:
    from twohalls.kernel.game import Game


@dataclass(frozen=True)
class Script:
    """The lines of a game, and the steps of the lesson by the number of their line, from 0."""

    players: tuple[str, ...]
    options: Mapping[str, str]
    lines: tuple[str, ...]
    steps: Mapping[int, str]


def read(text: str, find_game: Callable[[str], Game]) -> Script:
    """The script in a record with remarks; it is refused where the rules refuse it."""
    table = record.read(text, find_game)
    lines = tuple(str(line) for line in table.lines)
    steps = {}
    at = 0
    for row in text.splitlines():
        said, _, remark = (part.strip() for part in row.partition("#"))
        if at < len(lines) and said == lines[at]:
            if remark:
                steps[at] = remark
            at += 1
    return Script(table.names, table.options, lines, steps)
