"""`twohalls play`: seats people and opponents, begins or resumes a game, lets it run."""

from __future__ import annotations

import getpass
import random
import sys
from pathlib import Path
from typing import Annotated

import typer

import twohalls
from twohalls.bots import RANDOM
from twohalls.cli.arguments import (
    Board,
    Language,
    Options,
    Seed,
    checked_seed,
    chosen_game,
    chosen_options,
)
from twohalls.cli.files import STANDARD_INPUT, read_board, read_text, shown
from twohalls.cli.language import gettext, speak, told
from twohalls.cli.manners import Refused, terminal
from twohalls.cli.seats import PERSON, Seating, introduced, levels, seating
from twohalls.cli.session import SEATS_REMARK, Session
from twohalls.games import GAMES
from twohalls.kernel.errors import BadRecord, TwoHallsError
from twohalls.kernel.game import Game, clean_name
from twohalls.kernel.table import Table
from twohalls.kit.canvas import after_colon

KINDS = ", ".join((PERSON, *levels()))

Seats = Annotated[
    str | None,
    typer.Option(
        "--seats", help=f"Who sits where, such as me:Nora,captain,boss; seats are {KINDS}."
    ),
]
Names = Annotated[
    str | None, typer.Option("--names", help="Names in seat order, such as Nora,Teo,Pia.")
]
AnyGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"{' or '.join(GAMES)}; {GAMES[0]} if left out."),
]
Load = Annotated[
    str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
]


def play(
    game: AnyGame = None,
    seats: Seats = None,
    names: Names = None,
    option: Options = None,
    seed: Seed = None,
    load: Load = None,
    board: Board = None,
    language: Language = None,
) -> None:
    """Play in this terminal, against opponents and with people beside you."""
    speak(language)
    checked_seed(seed)
    if load is not None:
        if names is not None or option or seed is not None:
            raise Refused("--load goes without --names, --option and --seed: the file has them")
        if seats is not None and ":" in seats:
            raise Refused("--seats: the names of a saved game are in its file")
        table, seated = _resumed(load, seats, board)
        if game is not None and table.game.name != chosen_game(game, None).name:
            raise Refused(
                "{file} is a game of {title}, not of {game}",
                file=shown(load),
                title=table.game.title,
                game=game,
            )
    else:
        chosen = chosen_game(game or GAMES[0], board)
        seated = _seated(chosen, seats, names)
        table = Table(chosen, seated.names, chosen_options(option), seed)
    rng = random.Random(seed)
    saved_as = Path(load) if load not in (None, STANDARD_INPUT) else None
    Session(table, seated, rng, terminal(), saved_as).run()


def _seated(game: Game, seats: str | None, names: str | None) -> Seating:
    """As the command line says; where it says nothing, a person at the terminal is asked."""
    least = game.players[0]
    if seats is not None:
        return seating(seats, names, somebody())
    if names is not None:
        return seating(",".join([PERSON, *[RANDOM] * names.count(",")]), names, somebody())
    if not sys.stdin.isatty():
        return seating(",".join([PERSON, *[RANDOM] * (least - 1)]), None, somebody())
    try:
        name = _asked_name()
        opponents = _asked_opponents(game)
        level = _asked_level(game)
    except EOFError:
        typer.echo()
        raise typer.Exit from None
    return seating(",".join([PERSON, *[level] * opponents]), None, name)


def somebody() -> str:
    """Whoever did not say how they are called."""
    return gettext("Player {number}").format(number="").strip()


def _asked_name() -> str:
    default = _login_name()
    while True:
        try:
            question = gettext("Your name [{default}]:").format(default=default)
            return clean_name(input(f"{question} ") or default)
        except TwoHallsError as problem:
            terminal().print(gettext("That will not do: {why}.").format(why=told(problem)))


def _asked_opponents(game: Game) -> int:
    least, most = game.players[0] - 1, game.players[-1] - 1
    asked = gettext("How many opponents, {least} to {most} [{least}]:")
    question = asked.format(least=least, most=most)
    while True:
        answer = input(f"{question} ").strip()
        if answer == "":
            return least
        if answer.isascii() and answer.isdigit() and least <= int(answer[:3]) <= most:
            return int(answer)
        again = gettext("A number from {least} to {most}, or just Enter.")
        typer.echo(again.format(least=least, most=most))


def _asked_level(game: Game) -> str:
    """How strong, each level with the sentence by which it introduces itself."""
    known = introduced(game.name, gettext)
    if not known:
        return RANDOM
    screen = terminal()
    screen.print(gettext("How strong are they?"))
    for number, (_, name, sentence) in enumerate(known, 1):
        screen.print(after_colon(f"  {number} {name}", sentence, gettext))
    while True:
        answer = input(f"{gettext('Level [1]:')} ").strip().lower() or "1"
        for number, (level, name, _) in enumerate(known, 1):
            if answer in (str(number), level, name.lower()):
                return level
        again = gettext("A number from 1 to {most} or a name, or just Enter.")
        typer.echo(again.format(most=len(known)))


def _login_name() -> str:
    try:
        return clean_name(getpass.getuser()).capitalize()
    except (OSError, KeyError, ImportError, TwoHallsError):
        return somebody()


def _resumed(load: str, seats: str | None, board: str | None) -> tuple[Table, Seating]:
    """The saved table, and who sat there: as the file remarks, unless --seats says it anew."""
    text = read_text(load)
    try:
        table = twohalls.read_record(text, board=read_board(board))
    except BadRecord as problem:
        raise Refused("{file}: {why}", file=shown(load), why=problem) from None
    kinds = seats or _remark(text) or ",".join([PERSON, *[RANDOM] * (len(table.names) - 1)])
    seated = seating(kinds, None, somebody())
    if len(seated.kinds) != len(table.names):
        raise Refused(
            "--seats: {given} given, but the game has {seats}",
            given=len(seated.kinds),
            seats=len(table.names),
        )
    return table, Seating(seated.kinds, table.names)


def _remark(text: str) -> str | None:
    """The kinds of seats that a saved game names in a comment."""
    for line in text.splitlines():
        if line.startswith(SEATS_REMARK):
            return line.removeprefix(SEATS_REMARK).strip()
    return None
