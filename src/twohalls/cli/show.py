"""`twohalls show`: a position of a recorded game, as a seat or a spectator sees it."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.text import Text

import twohalls
from twohalls.cli.arguments import Board
from twohalls.cli.files import event_lines, read_board, read_text, shown
from twohalls.cli.manners import Refused, terminal
from twohalls.cli.moves import Moves
from twohalls.cli.story import story
from twohalls.kernel.errors import BadRecord
from twohalls.kernel.table import Table, View
from twohalls.kit import parts

LAST_LINES = 6

File = Annotated[str, typer.Argument(metavar="FILE", help="A record; “-” is standard input.")]
At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After so many event lines; else the end.")
]
Seat = Annotated[
    int | None, typer.Option("--seat", metavar="S", help="As this seat sees it; else a spectator.")
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, with the legal moves.")]


def show(
    file: File, at: At = None, seat: Seat = None, as_json: AsJson = False, board: Board = None
) -> None:
    """Show a position of a recorded game."""
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
        raise Refused(f"{shown(file)}: {problem}") from None


def _draw(view: View) -> None:
    console = terminal()
    face = parts.terminal(view.game)
    seen = view.to_json()
    console.print(face.board_text(seen, console.width, view.game.rules))
    console.print()
    for told in list(story(face, view.happened, view.names))[-LAST_LINES:]:
        console.print(told)
    if view.result is not None:
        console.print(outcome(view))
    elif view.legal and view.seat is not None:
        console.print()
        console.print(Text(face.task(seen, view.seat, view.legal), "bold"))
        for row in Moves(face, view.legal).summary(console.width):
            console.print(row)
    elif view.awaited:
        console.print(f"{awaited_names(view)} to decide.")


def awaited_names(view: View) -> str:
    return ", ".join(f"{view.names[seat - 1]} ({seat})" for seat in view.awaited)


def outcome(view: View) -> Text:
    """Who won, in a sentence."""
    assert view.result is not None
    points = ", ".join(
        f"{name} {score}" for name, score in zip(view.names, view.result.scores, strict=True)
    )
    winners = " and ".join(view.names[seat - 1] for seat in view.result.winners)
    how = "wins" if len(view.result.winners) == 1 else "share the win"
    return Text(f"{winners} {how}.", "bold").append(f" {points}.", "not bold")
