"""Two Halls: board games of New York politics, to play, to check, to replay and to search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twohalls.games import GAMES, find_game
from twohalls.kernel import record
from twohalls.kernel.errors import (
    BadRecord,
    Illegal,
    Malformed,
    NotYourTurn,
    Stale,
    TwoHallsError,
    Unknown,
)
from twohalls.kernel.table import Result, Table, View

if TYPE_CHECKING:
    from twohalls.kernel.fast import FastGame

__all__ = [
    "GAMES",
    "BadRecord",
    "Illegal",
    "Malformed",
    "NotYourTurn",
    "Result",
    "Stale",
    "Table",
    "TwoHallsError",
    "Unknown",
    "View",
    "fast",
    "find_game",
    "new_table",
    "read_record",
]
__version__ = "0.1.0"


def new_table(
    game: str,
    players: Sequence[str],
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    board: Mapping[str, Any] | None = None,
) -> Table:
    """A new game at a table of its own; without a seed, chance is the system's."""
    chosen = find_game(game)
    if board is not None:
        chosen = chosen.with_board(board)
    return Table(chosen, players, options, seed)


def read_record(text: str, at: int | None = None, board: Mapping[str, Any] | None = None) -> Table:
    """The table at a record's end, or after `at` of its event lines."""
    return record.read(text, find_game, at, board)


def fast(game: str, cores: int | None = None, board: Mapping[str, Any] | None = None) -> FastGame:
    """The game at machine speed, for search and learning."""
    from twohalls.kernel.fast import FastGame

    chosen = find_game(game)
    return FastGame(chosen.with_board(board) if board is not None else chosen, cores)
