"""Figures of a game: charts by seat or by kind, and the standing at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Series:
    """One line or one row of bars: of a seat, or of a kind that is counted from 1."""

    name: str
    values: tuple[int | None, ...]
    seat: int | None = None
    kind: int = 0

    @property
    def css(self) -> str:
        return f"q{self.seat}" if self.seat else f"kind{self.kind}"


@dataclass(frozen=True)
class Chart:
    """Figures with their names; a figure is None where the reader may not know it."""

    id: str
    form: Literal["lines", "bars", "stacks"]
    title: str
    told: str
    across: str
    columns: tuple[str, ...]
    series: tuple[Series, ...]

    @property
    def has_figures(self) -> bool:
        return any(value is not None for one in self.series for value in one.values)


@dataclass(frozen=True)
class Row:
    """A seat in the standing: what its points are made of, and their sum."""

    seat: int
    name: str
    cells: tuple[str, ...]
    total: int
    won: bool


@dataclass(frozen=True)
class Standing:
    """How a game ended, the winner first; `note` says what decided a tie."""

    columns: tuple[str, ...]
    total: str
    rows: tuple[Row, ...]
    note: str = ""
