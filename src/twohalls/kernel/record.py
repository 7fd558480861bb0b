"""A game as text: a header, then one line an event; read back, it is the same game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twohalls.kernel.errors import BadRecord, Malformed, TwoHallsError, Unknown
from twohalls.kernel.table import Table
from twohalls.kernel.words import clip, split

if TYPE_CHECKING:
    from twohalls.kernel.game import Game
    from twohalls.kernel.table import View

FORMAT = "twohalls 1"


def write(table: Table | View, lines: Sequence[str]) -> str:
    """The complete text for the given event lines."""
    game = table.game
    text = [FORMAT, f"game {game.name}", f"players {', '.join(table.names)}"]
    text += [f"option {name}={value}" for name, value in table.options.items()]
    if game.board is not None:
        text.append(f"board {game.board}")
    return "\n".join([*text, *lines, *closing(table)]) + "\n"


def closing(table: Table | View) -> list[str]:
    """The last two lines of a finished game."""
    if table.result is None:
        return []
    scores = " ".join(map(str, table.result.scores))
    return [
        f"{table.game.words.total} {scores}",
        f"winner {' '.join(map(str, table.result.winners))}",
    ]


def read(
    text: str,
    find_game: Callable[[str], Game],
    at: int | None = None,
    board: Mapping[str, Any] | None = None,
) -> Table:
    """The table at a record's end, or after `at` event lines."""
    if not isinstance(text, str):
        raise BadRecord(1, Malformed("a record is text"))
    lines = _Lines(text)
    table = _header(lines, find_game, board)
    for where, line in lines:
        if at is not None and table.said >= at:
            break
        if table.over:
            lines.back()
            _closing(lines, table)
            break
        try:
            _event(table, line)
        except TwoHallsError as reason:
            raise BadRecord(where, reason) from None
    else:
        if table.over and at is None:
            raise BadRecord(
                lines.last + 1,
                Malformed("a finished game ends with “{line}”", line=closing(table)[0]),
            )
    if at is not None:
        if not 0 <= at <= table.said:
            raise Unknown("the record has {events} event lines, not {at}", events=table.said, at=at)
        table.wait()
    return table


def records(text: str) -> Iterator[tuple[int, str]]:
    """The records of an archive, each with the number of lines that stand above it."""
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if _bare(line) == FORMAT]
    edges = [0, *starts[1:], len(lines)]
    for start, end in itertools.pairwise(edges):
        yield start, "\n".join(lines[start:end])


def _bare(line: str) -> str:
    return line.partition("#")[0].strip(" \t\r")


class _Lines:
    """The lines that say something, each with its number."""

    def __init__(self, text: str) -> None:
        bare = [_bare(line) for line in text.split("\n")]
        self.said = [(i, line) for i, line in enumerate(bare, 1) if line]
        self.last = self.said[-1][0] if self.said else 0
        self.next = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while self.next < len(self.said):
            self.next += 1
            yield self.said[self.next - 1]

    def take(self, expected: str) -> tuple[int, str]:
        for where, line in self:
            return where, line
        raise BadRecord(self.last + 1, Malformed("the record ends before “{line}”", line=expected))

    def back(self) -> None:
        self.next -= 1


def _header(
    lines: _Lines, find_game: Callable[[str], Game], board: Mapping[str, Any] | None
) -> Table:
    where, line = lines.take(FORMAT)
    if line != FORMAT:
        raise BadRecord(
            where,
            Malformed(
                "a record begins with “{begin}”, not with “{line}”", begin=FORMAT, line=clip(line)
            ),
        )
    where, name = _field(lines, "game")
    try:
        game = find_game(name)
        if board is not None:
            game = game.with_board(board)
    except TwoHallsError as reason:
        raise BadRecord(where, reason) from None
    players_at, listed = _field(lines, "players")
    names = listed.split(", ")
    options: dict[str, str] = {}
    expects_board = game.board is not None
    for where, line in lines:
        word, _, rest = line.partition(" ")
        try:
            if word == "option":
                option, _, value = rest.partition("=")
                if option in options:
                    raise Malformed("option {option} is given twice", option=option)
                game.options({option: value})
                options[option] = value
            elif word == "board" and game.board == rest:
                expects_board = False
            elif word == "board":
                raise Unknown("this game was played on another board: {board}", board=clip(rest))
            else:
                lines.back()
                break
        except TwoHallsError as reason:
            raise BadRecord(where, reason) from None
        if word == "board":
            break
    if expects_board:
        raise BadRecord(players_at, Unknown("this game was played on the ordinary board"))
    try:
        table = Table(game, names, options)
        if list(table.names) != names:
            raise Malformed("players are written “players Red, Yellow, Black”")
    except TwoHallsError as reason:
        raise BadRecord(players_at, reason) from None
    return table


def _field(lines: _Lines, word: str) -> tuple[int, str]:
    where, line = lines.take(word)
    if not line.startswith(f"{word} "):
        raise BadRecord(
            where,
            Malformed("“{word} …” belongs here, not “{line}”", word=word, line=clip(line)),
        )
    return where, line.removeprefix(f"{word} ")


def _event(table: Table, line: str) -> None:
    who, *words = split(line)
    if not words:
        raise Malformed("an event is “seat move” or “* draw”, not “{line}”", line=clip(line))
    table.read_on(who, line.removeprefix(f"{who} "))


def _closing(lines: _Lines, table: Table) -> None:
    for expected in closing(table):
        where, line = lines.take(expected)
        if line != expected:
            raise BadRecord(
                where,
                Malformed("the game is over and this should be “{line}”", line=expected),
            )
    for where, line in lines:
        raise BadRecord(
            where,
            Malformed(
                "nothing can follow the end of a game, but here is “{line}”", line=clip(line)
            ),
        )
