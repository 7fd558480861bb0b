"""`twohalls dataset`: decisions of opponents in a file, to learn from."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from twohalls.cli.arguments import GameName, Seed, checked_seed, chosen_game
from twohalls.cli.files import shown
from twohalls.cli.manners import Refused, reason
from twohalls.cli.simulate import Games, Players, checked_games, checked_players

Level = Annotated[str, typer.Option("--level", "-l", help="Who plays every seat.")]
File = Annotated[
    str, typer.Option("--out", metavar="FILE", help="The file: games.parquet or games.npz.")
]


def dataset(
    game: GameName,
    out: File,
    level: Level = "heeler",
    players: Players = 4,
    games: Games = 10,
    seed: Seed = None,
) -> None:
    """Let opponents play; write what they saw, could do and did, and how it ended."""
    from twohalls.bots.dataset import decisions, write
    from twohalls.kernel.fast import FastGame

    chosen = chosen_game(game, None)
    checked_players(chosen, players)
    checked_games(games)
    checked_seed(seed)
    path = data_file(out)
    seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    console = Console(stderr=True)
    played = track(
        decisions(FastGame(chosen), level, players, games, seed),
        f"{chosen.title}, {players} players",
        total=games,
        console=console,
        disable=not console.is_terminal,
    )
    try:
        written = write(path, iter(played))
    except OSError as problem:
        raise Refused(
            "--out {file}: cannot be written: {why}", file=shown(out), why=reason(problem)
        ) from None
    typer.echo(f"{written} decisions in {shown(out)}, seed {seed}.")


def data_file(out: str) -> Path:
    """A Parquet or NumPy file; what writes the one is an extra."""
    path = Path(out)
    if path.suffix not in (".parquet", ".npz"):
        raise Refused("--out {file}: the file ends in .parquet or .npz", file=shown(out))
    if path.suffix == ".parquet" and not find_spec("pyarrow"):
        raise Refused("--out: for .parquet install what writes it: pip install 'twohalls[parquet]'")
    return path
