"""`twohalls check`: are these records games by the rules?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

import twohalls
from twohalls.cli.arguments import Board, Language
from twohalls.cli.files import event_lines, read_board, read_text
from twohalls.cli.language import speak, told, translators
from twohalls.cli.manners import BAD_INPUT, Refused, complain, printable, sentence
from twohalls.kernel.errors import BadRecord
from twohalls.kernel.record import records

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Records, or many in one file; “-” is standard input."),
]


def check(files: Files, board: Board = None, language: Language = None) -> None:
    """Replay records and name the first line that is wrong."""
    speak(language)
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
    _, _ngettext = translators()
    return [
        _check_game(_("{file}, game {number}").format(file=name, number=number), *game, layout)
        for number, game in enumerate(found, 1)
    ]


def _check_game(name: str, above: int, text: str, layout: dict[str, Any] | None) -> bool:
    """Print the verdict of one game, below so many lines of its file; says whether it is good."""
    try:
        table = twohalls.read_record(text, board=layout)
    except BadRecord as problem:
        there = BadRecord(above + problem.line, problem.values["reason"])
        typer.echo(printable(told(Refused("{file}: {why}", file=name, why=there))))
        return False
    _, ngettext = translators()
    if table.result is None:
        events = event_lines(table)
        verdict = ngettext(
            "{file}: ok, unfinished after {count} event",
            "{file}: ok, unfinished after {count} events",
            events,
        ).format(file=name, count=events)
    else:
        verdict = _("{file}: ok {points} winner {seats}").format(
            file=name,
            points=" ".join(map(str, table.result.scores)),
            seats=" ".join(map(str, table.result.winners)),
        )
    typer.echo(printable(verdict))
    return True
