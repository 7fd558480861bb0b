"""A game to leaf through: a table's past as its reader may see it, or a record handed in."""

from __future__ import annotations

from dataclasses import dataclass

from twohalls.kernel.record import write
from twohalls.kernel.table import Table, View


@dataclass(frozen=True)
class Told:
    """What one line brought, in sentences; `at` is the moment after it, chance has no seat."""

    at: int
    seat: int | None
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    """A place to jump to: its name, and in a few signs for a row of them."""

    at: int
    name: str
    short: str
    is_election: bool = False


@dataclass(frozen=True)
class Book:
    """One reader's way through a game, moment by moment."""

    url: str
    table: Table
    seat: int | None
    everything: bool

    @property
    def game(self) -> str:
        return self.table.game.name

    @property
    def title(self) -> str:
        return self.table.game.title

    @property
    def last(self) -> int:
        return len(self.table.lines)

    @property
    def is_record(self) -> bool:
        return self.everything

    def at(self, moment: int) -> View:
        return self.table.past(moment, self.seat, self.everything)

    @property
    def end(self) -> View:
        return self.at(self.last)

    @property
    def record(self) -> str:
        """The text of what this reader may see."""
        end = self.end
        return write(end, list(end.lines))
