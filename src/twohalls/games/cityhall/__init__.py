"""City Hall: offices, open auctions and an election, 2 to 4 players."""

from typing import Any

from twohalls.games.cityhall import board as boards
from twohalls.games.cityhall import rules
from twohalls.games.cityhall.sight import sight
from twohalls.games.cityhall.words import CityHallWords
from twohalls.kernel.compile import rebuild
from twohalls.kernel.game import Game


def another_board(board: boards.Board) -> tuple[Any, str] | None:
    """The rules over another board and the name of it; None: it is the game's own."""
    if boards.is_default(board):
        return None
    return rebuild(rules, boards.tables(board)), boards.fingerprint(board)


GAME = Game(
    name="cityhall",
    title="City Hall",
    rules=rules,
    make_words=CityHallWords,
    sight=sight,
    another_board=another_board,
)
