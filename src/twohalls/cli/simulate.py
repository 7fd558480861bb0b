"""`twohalls simulate`: random games by the dozen, a record a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from twohalls.bots import RANDOM
from twohalls.cli.arguments import (
    Board,
    GameName,
    Options,
    Seed,
    checked_seed,
    chosen_game,
    chosen_options,
)
from twohalls.cli.files import shown, write_text
from twohalls.cli.manners import Refused, reason
from twohalls.cli.seats import choose
from twohalls.kernel.game import Game
from twohalls.kernel.table import Table

MOST_GAMES = 9999

Players = Annotated[int, typer.Option("--players", "-p", help="How many sit at each table.")]
Games = Annotated[int, typer.Option("--games", "-n", help="How many games to play.")]
Out = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the records.")]


def simulate(
    game: GameName,
    out: Out,
    players: Players = 4,
    games: Games = 1,
    seed: Seed = None,
    option: Options = None,
    board: Board = None,
) -> None:
    """Play random games and write one record a file."""
    chosen = chosen_game(game, board)
    options = chosen.options(chosen_options(option))
    if players not in chosen.players:
        least, most = chosen.players[0], chosen.players[-1]
        raise Refused(f"--players: {chosen.title} is for {least} to {most}, not {players}")
    if not 1 <= games <= MOST_GAMES:
        raise Refused(f"--games is a number from 1 to {MOST_GAMES}, not {games}")
    checked_seed(seed)
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    folder = _folder(out)
    console = Console(stderr=True)
    label = f"{chosen.title}, {players} players"
    numbers = range(1, games + 1)
    for number in track(numbers, label, console=console, disable=not console.is_terminal):
        record = random_game(chosen, players, options, f"{seed}/{number}")
        write_text(folder / f"{chosen.name}-{players}p-seed{seed}-{number:04}.txt", record)
    files = "1 record" if games == 1 else f"{games} records"
    typer.echo(f"{files} in {shown(str(folder))}, seed {seed}.")


def random_game(game: Game, players: int, options: dict[str, str], seed: str) -> str:
    """The record of one game of uniformly random lines, always the same for the same seed."""
    rng = random.Random(seed)
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    table = Table(game, names, options, rng.getrandbits(63))
    while not table.over:
        for seat in table.awaited:
            table.submit(seat, choose(RANDOM, table.view(seat), rng))
    return table.record()


def _folder(out: str) -> Path:
    """The folder, made if need be; refused before a game is played if nothing can be written."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else "that is not a folder's name"
        raise Refused(f"--out {shown(out)}: cannot be made: {why}") from None
    return folder
