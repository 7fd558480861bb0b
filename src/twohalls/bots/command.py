"""`twohalls arena` and `twohalls train`: opponents measured, and taught."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from twohalls.bots.arena import (
    Match,
    Standing,
    as_json,
    picture,
    play_match,
    save_records,
    standings,
)
from twohalls.bots.budget import all_cores, parse_budget
from twohalls.bots.levels import LEVELS
from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import Malformed

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{' or '.join(GAMES)}.")]
Players = Annotated[int, typer.Option("--players", "-p", help="How many sit at each table.")]
Bots = Annotated[str, typer.Option("--bots", help="Who plays, such as captain,random,random.")]
Games = Annotated[int, typer.Option("--games", "-n", help="How many games.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed, the same games.")]
BudgetText = Annotated[str, typer.Option("--budget", help="A move's budget: 1s or 500sims.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Records = Annotated[
    str | None, typer.Option("--records", metavar="DIR", help="Save every game's record here.")
]
Picture = Annotated[
    str | None, typer.Option("--picture", metavar="FILE", help="Draw the result as SVG.")
]
Cores = Annotated[
    int | None, typer.Option("--cores", help="How many processes; by default one a core.")
]
Ray = Annotated[
    bool,
    typer.Option("--ray", help="Over a Ray cluster (RAY_ADDRESS); --cores is then cores a game."),
]


def arena(
    game: GameName,
    bots: Bots,
    players: Players = 4,
    games: Games = 100,
    seed: Seed = 1,
    budget: BudgetText = "1s",
    as_json_: Json = False,
    records: Records = None,
    picture_: Picture = None,
    cores: Cores = None,
    ray: Ray = False,
) -> None:
    """Let opponents play each other, everyone in every seat in turn."""
    seated = tuple(bot.strip() for bot in bots.split(","))
    if len(seated) != players:
        raise Malformed(
            "--bots names {count} opponents for {players} players",
            count=len(seated),
            players=players,
        )
    match = Match(game, seated, games, seed, parse_budget(budget))
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Games", total=games)
        played = play_match(match, cores, lambda _: progress.advance(task), ray)
    found = standings(played)
    if records is not None:
        save_records(played, match, Path(records))
    if picture_ is not None:
        Path(picture_).write_text(picture(match, found))
    if as_json_:
        typer.echo(json.dumps(as_json(match, found)))
    else:
        Console().print(_table(match, found))


def train(
    game: GameName,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Checkpoints; run again, it goes on.")
    ],
    games: Annotated[int, typer.Option("--games", "-n", help="Games a generation.")] = 1500,
    generations: Annotated[int, typer.Option("--generations", help="How many.")] = 2,
    seed: Seed = 1,
    cores: Cores = None,
    simulations: Annotated[
        int, typer.Option("--simulations", help="Search what is learned from; 0: one step ahead.")
    ] = 0,
    half_way: Annotated[
        float | None,
        typer.Option(
            "--half-way", help="How often to learn from the middle of a turn, to value it then."
        ),
    ] = None,
    hidden: Annotated[
        str, typer.Option("--hidden", metavar="A,B", help="How wide the hidden layers are.")
    ] = "48,24",
    goes_on: Annotated[
        bool, typer.Option("--go-on", help="Begin with the installed weights, not by hand.")
    ] = False,
    ship: Annotated[
        bool, typer.Option("--ship", help="Put the weights into the installed package.")
    ] = False,
) -> None:
    """Teach the strongest opponent by play against itself."""
    import os
    import shutil

    # Matrices this small are multiplied faster by one thread, and games share out the cores.
    for setting in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(setting, "1")
    from twohalls.bots import selfplay
    from twohalls.bots import train as training

    plan = selfplay.Plan(
        find_game(game).name,
        games=games,
        generations=generations,
        seed=seed,
        keep=0.25 if simulations else 0.12,
        simulations=simulations,
        half_way=half_way,
        hidden=_widths(hidden),
        goes_on=goes_on,
    )
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        tasks: dict[str, TaskID] = {}

        def told(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=of)
            progress.update(tasks[what], completed=done)

        last = training.train(plan, Path(out), cores or all_cores(), told)
    if ship:
        shutil.copy(last, find_game(plan.game).folder / "weights.npz")
    typer.echo(f"{last}; the curve is in {last.with_name('curve.svg')}.")


def _widths(text: str) -> tuple[int, int]:
    """The widths of two layers out of a text like 96,32."""
    first, comma, second = text.partition(",")
    if not (comma and first.isdigit() and second.isdigit() and int(first) and int(second)):
        raise Malformed("--hidden needs two widths like 48,24, not “{text}”", text=text)
    return int(first), int(second)


def _table(match: Match, found: list[Standing]) -> Table:
    table = Table(title=f"{match.games} games, seed {match.seed}, {match.budget} a move")
    for heading in ("opponent", "seats", "wins", "share", "95 %", "score", "margin", "rating"):
        table.add_column(heading, justify="left" if heading == "opponent" else "right")
    for bot in found:
        low, high = bot.interval
        table.add_row(
            LEVELS[bot.id].name,
            str(bot.games),
            f"{bot.wins:g}",
            f"{bot.win_share:.1%}",
            f"{low:.1%}–{high:.1%}",
            f"{bot.mean_score:.1f}",
            f"{bot.mean_margin:+.1f}",
            f"{bot.rating:.1f}",
        )
    return table
