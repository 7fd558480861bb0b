"""`twohalls check`: are these records games by the rules?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

import twohalls
from twohalls.cli.arguments import Board
from twohalls.cli.files import event_lines, read_board, read_text
from twohalls.cli.manners import BAD_INPUT, Refused, complain, printable, sentence
from twohalls.kernel.errors import BadRecord

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Records; “-” is standard input.")
]


def check(files: Files, board: Board = None) -> None:
    """Replay records and name the first line that is wrong."""
    layout = read_board(board)
    verdicts = [_check(name, layout) for name in files]
    if not all(verdicts):
        raise typer.Exit(BAD_INPUT)


def _check(name: str, layout: dict[str, Any] | None) -> bool:
    """Print a file's verdict; says whether it is good."""
    try:
        table = twohalls.read_record(read_text(name), board=layout)
    except BadRecord as problem:
        typer.echo(printable(f"{name}: {problem}"))
        return False
    except Refused as problem:
        complain(sentence(problem))
        return False
    if table.result is None:
        events = event_lines(table)
        verdict = f"ok, unfinished after {events} {'event' if events == 1 else 'events'}"
    else:
        points = " ".join(map(str, table.result.scores))
        verdict = f"ok {points} winner {' '.join(map(str, table.result.winners))}"
    typer.echo(printable(f"{name}: {verdict}"))
    return True
