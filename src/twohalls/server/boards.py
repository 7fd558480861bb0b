"""Board files that are handed in with a new table: read with suspicion, refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from twohalls.kernel.errors import Malformed, TwoHallsError
from twohalls.kernel.game import Game

Board = Mapping[str, Any]


def read_board(body: bytes) -> Board | None:
    """What a file says; None if it is empty, as where none was chosen."""
    if not body.strip():
        return None
    try:
        board = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Malformed("the board file is not JSON") from None
    if not isinstance(board, dict):
        raise Malformed("a board file holds one JSON object")
    return board


def on_board(game: Game, board: Board | None) -> Game:
    """The game on another board, refused if it makes no sense; without one on its own."""
    if board is None:
        return game
    try:
        return game.with_board(board)
    except TwoHallsError as refused:
        refused.game = game.name
        raise
