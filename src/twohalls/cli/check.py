"""`twohalls check`: are these records games by the rules?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

import twohalls
from twohalls.cli.arguments import Board
from twohalls.cli.files import event_lines, read_board, read_text
from twohalls.cli.manners import BAD_INPUT, Refused, complain, printable, sentence
from twohalls.kernel.errors import BadRecord
from twohalls.kernel.record import records

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Records, or many in one file; “-” is standard input."),
]


def check(files: Files, board: Board = None) -> None:
    """Replay records and name the first line that is wrong."""
    layout = read_board(board)
    verdicts = [verdict for name in files for verdict in _check(name, layout)]
    if not all(verdicts):
        raise typer.Exit(BAD_INPUT)


def _check(name: str, layout: dict[str, Any] | None) -> list[bool]:
    """Print a verdict for each game of a file; says which are good."""
    try:
        found = list(records(read_text(name)))
    except Refused as problem:
        complain(sentence(problem))
        return [False]
    if len(found) == 1:
        return [_check_game(name, *found[0], layout)]
    return [
        _check_game(f"{name}, game {number}", above, text, layout)
        for number, (above, text) in enumerate(found, 1)
    ]


def _check_game(name: str, above: int, text: str, layout: dict[str, Any] | None) -> bool:
    """Print the verdict of one game, below so many lines of its file; says whether it is good."""
    try:
        table = twohalls.read_record(text, board=layout)
    except BadRecord as problem:
        problem = BadRecord(above + problem.line, problem.reason)
        typer.echo(printable(f"{name}: {problem}"))
        return False
    if table.result is None:
        events = event_lines(table)
        verdict = f"ok, unfinished after {events} {'event' if events == 1 else 'events'}"
    else:
        points = " ".join(map(str, table.result.scores))
        verdict = f"ok {points} winner {' '.join(map(str, table.result.winners))}"
    typer.echo(printable(f"{name}: {verdict}"))
    return True
