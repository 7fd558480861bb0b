"""`twohalls show`: a position of a recorded game, as a seat or a spectator sees it."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.text import Text

import twohalls
from twohalls.cli.arguments import Board, Language
from twohalls.cli.face import Face
from twohalls.cli.files import event_lines, read_board, read_text, shown
from twohalls.cli.language import speak
from twohalls.cli.manners import Refused, terminal
from twohalls.cli.moves import Moves
from twohalls.cli.story import story
from twohalls.kernel.errors import BadRecord
from twohalls.kernel.table import Table, View
from twohalls.kit.canvas import listed
from twohalls.kit.you import with_you

LAST_LINES = 6

File = Annotated[str, typer.Argument(metavar="FILE", help="A record; “-” is standard input.")]
At = Annotated[
    int | None,
    typer.Option("--at", metavar="N", help="After N event lines; without it, at the end."),
]
Seat = Annotated[
    int | None,
    typer.Option(
        "--seat", metavar="S", help="As this seat sees it; without it, as a spectator does."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, with the legal moves.")]


def show(
    file: File,
    at: At = None,
    seat: Seat = None,
    as_json: AsJson = False,
    board: Board = None,
    language: Language = None,
) -> None:
    """Show a position of a recorded game."""
    speak(language)
    table = _table(file, at, board)
    view = table.view(seat)
    if as_json:
        typer.echo(json.dumps({**view.to_json(), "legal": view.legal}, indent=1))
    else:
        _draw(view)


def _table(file: str, at: int | None, board: str | None) -> Table:
    """The table at the moment asked for; chance does not play on from there."""
    text, layout = read_text(file), read_board(board)
    try:
        if at is None:
            at = event_lines(twohalls.read_record(text, board=layout))
        return twohalls.read_record(text, at=at, board=layout)
    except BadRecord as problem:
        raise Refused("{file}: {why}", file=shown(file), why=problem) from None


def _draw(view: View) -> None:
    console, face = terminal(), Face(view.game)
    _ = face.gettext
    console.print(face.board(view, console.width))
    console.print()
    for told in list(story(face, view.happened, with_you(view, _)))[-LAST_LINES:]:
        console.print(told)
    if view.result is not None:
        console.print(outcome(face, view))
    elif view.legal:
        console.print()
        console.print(Text(face.task(view), "bold"))
        for row in Moves(face, view.names, view.legal).summary(console.width):
            console.print(row)
    elif view.awaited:
        console.print(_("Waiting for {names}.").format(names=awaited_names(view)))


def awaited_names(view: View) -> str:
    return ", ".join(f"{view.names[seat - 1]} ({seat})" for seat in view.awaited)


def outcome(face: Face, view: View) -> Text:
    """Who won, in a sentence, and everybody's points."""
    assert view.result is not None
    won = face.ngettext("{names} wins.", "{names} share the win.", len(view.result.winners))
    names = listed([view.names[seat - 1] for seat in view.result.winners], face.gettext)
    points = ", ".join(
        f"{name} {score}" for name, score in zip(view.names, view.result.scores, strict=True)
    )
    return Text(won.format(names=names), "bold").append(f" {points}.", "not bold")
