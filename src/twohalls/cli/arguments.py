"""What the commands have in common on their command lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from twohalls.cli.files import read_board, shown
from twohalls.cli.manners import Refused
from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.game import Game
from twohalls.kit.i18n import LANGUAGES

BIGGEST_SEED = 2**63 - 1

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{' or '.join(GAMES)}.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."
    ),
]
Board = Annotated[
    str | None, typer.Option("--board", metavar="FILE", help="Play on another board, a JSON file.")
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language", help=f"One of {', '.join(LANGUAGES)}; without it, that of your environment."
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed brings the same draws.")]


def chosen_game(name: str, board: str | None) -> Game:
    game = find_game(name)
    layout = read_board(board)
    if board is None or layout is None:
        return game
    try:
        return game.with_board(layout)
    except TwoHallsError as problem:
        raise Refused("{file}: {why}", file=shown(board), why=problem) from None


def chosen_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """`name=value` for each option of the table; the game says which there are."""
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise Refused("--option takes name=value, not “{pair}”", pair=pair)
        if name in chosen:
            raise Refused("--option “{name}” is given twice", name=name)
        chosen[name] = value
    return chosen


def checked_seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed <= BIGGEST_SEED:
        raise Refused("--seed is a whole number from 0 to {most}", most=BIGGEST_SEED)
    return seed
