"""`twohalls simulate`: random games by the dozen, a record a file, or all in one."""

from __future__ import annotations

import random
from importlib.util import find_spec
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
ARCHIVE = ".txt"
PARQUET = ".parquet"

Players = Annotated[int, typer.Option("--players", "-p", help="How many sit at each table.")]
Games = Annotated[int, typer.Option("--games", "-n", help="How many games to play.")]
Out = Annotated[
    str,
    typer.Option(
        "--out", metavar="DIR", help="The folder for the records; or one file .txt or .parquet."
    ),
]


def simulate(
    game: GameName,
    out: Out,
    players: Players = 4,
    games: Games = 1,
    seed: Seed = None,
    option: Options = None,
    board: Board = None,
) -> None:
    """Play random games and write each to a file of its own, or all to one."""
    chosen = chosen_game(game, board)
    options = chosen.options(chosen_options(option))
    checked_players(chosen, players)
    checked_games(games)
    checked_seed(seed)
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    as_one = Path(out).suffix in (ARCHIVE, PARQUET)
    folder = _folder(str(Path(out).parent) if as_one else out)
    if as_one and Path(out).exists():
        raise Refused("--out {file}: cannot be made: that file already exists", file=shown(out))
    if Path(out).suffix == PARQUET and not find_spec("pyarrow"):
        raise Refused("--out: for .parquet install what writes it: pip install 'twohalls[parquet]'")
    console = Console(stderr=True)
    label = f"{chosen.title}, {players} players"
    numbers = range(1, games + 1)
    together = []
    for number in track(numbers, label, console=console, disable=not console.is_terminal):
        table = random_game(chosen, players, options, f"{seed}/{number}")
        if as_one:
            together.append(table)
        else:
            name = f"{chosen.name}-{players}p-seed{seed}-{number:04}.txt"
            write_text(folder / name, table.record())
    if as_one:
        _write_together(Path(out), together)
    files = "1 record" if games == 1 else f"{games} records"
    typer.echo(f"{files} in {shown(out if as_one else str(folder))}, seed {seed}.")


def checked_players(game: Game, players: int) -> None:
    if players not in game.players:
        raise Refused(
            "--players: {title} is for {least} to {most}, not {players}",
            title=game.title,
            least=game.players[0],
            most=game.players[-1],
            players=players,
        )


def checked_games(games: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise Refused(
            "--games is a number from 1 to {most}, not {games}", most=MOST_GAMES, games=games
        )


def _write_together(path: Path, tables: list[Table]) -> None:
    """All games in one file: records one after another, or a row a line."""
    if path.suffix == ARCHIVE:
        write_text(path, "\n".join(table.record() for table in tables))
        return
    import pyarrow
    import pyarrow.parquet

    rows = [
        {
            "game": number,
            "name": table.game.name,
            "players": len(table.seats),
            "at": at,
            "seat": line.seat,
            "line": line.text,
            "scores": list(table.result.scores),
            "winners": list(table.result.winners),
        }
        for number, table in enumerate(tables, 1)
        for at, line in enumerate(table.lines, 1)
        if table.result is not None
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path, compression="zstd")


def random_game(game: Game, players: int, options: dict[str, str], seed: str) -> Table:
    """One game of uniformly random lines, always the same for the same seed."""
    rng = random.Random(seed)
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    table = Table(game, names, options, rng.getrandbits(63))
    while not table.over:
        for seat in table.awaited:
            table.submit(seat, choose(RANDOM, table.view(seat), rng))
    return table


def _folder(out: str) -> Path:
    """The folder, made if need be; refused before a game is played if nothing can be written."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else "that is not a folder's name"
        raise Refused("--out {file}: cannot be made: {why}", file=shown(out), why=why) from None
    return folder
