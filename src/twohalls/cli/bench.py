"""`twohalls bench`: how fast the rules run on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from twohalls.cli.manners import terminal
from twohalls.games import GAMES, find_game

if TYPE_CHECKING:
    from twohalls.bench import Report, Row

AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]
Quick = Annotated[bool, typer.Option("--quick", help="Only to see that it works.")]
OneGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help=f"{' or '.join(GAMES)}; all if left out.")
]

INSTALL = "pip install twohalls[bench]"


def bench(game: OneGame = None, as_json: AsJson = False, quick: Quick = False) -> None:
    """Measure the speed of the rules."""
    from twohalls import bench as measures

    names = GAMES if game is None else (find_game(game).name,)
    report = measures.report(names, measures.QUICK if quick else measures.Effort(), _follow)
    if as_json:
        typer.echo(json.dumps(report.to_json(), indent=1, ensure_ascii=False))
    else:
        draw(report, terminal())


def _follow(row: Row) -> None:
    """Somebody who waits sees how far it is."""
    console = Console(stderr=True)
    if console.is_terminal:
        console.print(f"{row.game}: {row.what}", style="dim")


def draw(report: Report, console: Console) -> None:
    for title in dict.fromkeys(row.game for row in report.rows):
        console.print(_table(title, [row for row in report.rows if row.game == title]))
    for title, ratio in report.compiled_to_plain.items():
        console.print(f"{title}: compiled is {ratio:.0f} times as fast as plain.")
    if report.not_installed:
        others = ", ".join(report.not_installed)
        console.print(f"Not measured: {others}. To have them beside: {INSTALL}")
    facts = (f"{name} {fact}" for name, fact in report.circumstances.items() if fact is not None)
    console.print(", ".join(facts), style="dim")


def _table(title: str, rows: Iterable[Row]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 1))
    table.add_column("what")
    for heading in ("median", "least", "most"):
        table.add_column(heading, justify="right")
    table.add_column("unit")
    table.add_column("runs", justify="right")
    for row in rows:
        figures = (_figure(row.median), _figure(row.least), _figure(row.most))
        table.add_row(row.what, *figures, row.unit, str(row.runs))
    return table


def _figure(value: float) -> str:
    """Three digits that say something, thousands apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
