"""One table in memory: what it knows of itself, and who watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

from twohalls.games import find_game
from twohalls.kernel.errors import Illegal
from twohalls.kernel.table import Entry, Table, View
from twohalls.server.boards import on_board
from twohalls.server.lessons import LESSON, script_of
from twohalls.server.store import Seat, Stored, Told, Wait
from twohalls.server.stream import Watcher

FORCED = "forced "
"""How the key of a move begins that was made for a player who had no other."""
ABSENT = "absent "
"""How the key of a move begins that an opponent made for somebody whose time was over."""
ALONE = "alone"
HINTS = (ALONE, "all", "none")
"""Who may ask for hints: one person alone among opponents, everybody, nobody."""


class Live:
    """One table in memory, with those who watch it."""

    def __init__(self, stored: Stored) -> None:
        self.id = stored.id
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.made: dict[Any, Any] = {}
        """What was made for the present stamp: views, pages. Emptied when anything changes."""
        self.doubtful = False
        """Whether what is here may be wrong, and not only old."""
        self.leased = 0
        """Until when this worker, and no other, plays for the opponents here."""
        self.heard = 0
        """Counts how often it was said that this table changed in the database."""
        self.told: dict[int, str] = {}
        """What others told of it, by how often it had been said then that it changed."""
        self.coming: asyncio.Future[None] | None = None
        """Done as soon as anything is told of it, for those who wait for that."""
        self.as_of: tuple[int, int] | None = None
        """The news up to which this is the truth (`Tables.news`)."""
        self.visited = float("-inf")
        """When somebody with a right to it last asked for anything here."""
        self.client = ""
        """From where that was."""
        self.gone_on = 0
        """The version up to which somebody who sits here has seen all and gone on."""
        self.attended = float("-inf")
        """When a page that follows this table, here or by another worker, last said something."""
        self.screen = (0, 0.0)
        """The line that is looked at, and until when opponents wait for it (`screens.py`)."""
        self.said: Any = None
        """What was said here as far as it was asked for (`server/talk.py`)."""
        self.take(stored, table_of(stored))

    def visit(self, client: str) -> None:
        """Somebody with a right to the table looks at it."""
        self.visited, self.client = monotonic(), client

    def next_news(self) -> asyncio.Future[None]:
        """Done when the next thing is told of it."""
        coming = self.coming
        if coming is None:
            coming = self.coming = asyncio.get_running_loop().create_future()
        return coming

    def go_on(self, version: int) -> None:
        """Somebody who sits here has seen the table up to a version."""
        self.gone_on = max(self.gone_on, version)

    def attend(self) -> None:
        """A page that follows the table says something."""
        self.attended = monotonic()

    def take(self, stored: Stored, table: Table) -> None:
        """Become what the database has, with the table that was made of it."""
        self.seats = stored.seats
        self.created = stored.created
        self.changes = stored.changes
        self.again = stored.again
        self.times = list(stored.times) or [None] * len(stored.log)
        self.waits = dict(stored.waits)
        self.clock = stored.clock
        self.stand_in = stored.stand_in
        self.ended = stored.ended
        self.thinking = stored.thinking
        self.hints = stored.hints or ALONE
        self.talked = stored.talked
        self.go_on(stored.gone_on)
        self.listed = stored.listed
        self.rated = stored.rated
        self.table = table
        if self.is_lesson:
            self.table.script = script_of(stored.game)
        self.doubtful = False
        self.made.clear()

    @property
    def is_lesson(self) -> bool:
        """Whether the game goes as its lesson is written, and nobody else decides anything."""
        return any(seat.kind == LESSON for seat in self.seats)

    @property
    def has_opponents(self) -> bool:
        return any(seat.is_opponent for seat in self.seats)

    @property
    def hints_allowed(self) -> bool:
        """Whether people here may ask for hints: against opponents alone, unless it was said.

        On another board there are none: nothing is compiled for it here.
        """
        if self.is_lesson or self.table.game.board is not None:
            return False
        people = [seat for seat in self.seats if not seat.is_opponent or seat.was is not None]
        return self.hints == "all" or (self.hints == ALONE and len(people) == 1)

    @property
    def game(self) -> str:
        return self.table.game.name

    @property
    def stamp(self) -> str:
        """Changes whenever anything that can be seen changes."""
        return f"{self.table.version}.{self.changes}"

    def view(self, seat: int | None) -> View:
        """What a seat knows now; to be called while holding the lock, or between awaits of none."""
        view: View | None = self.made.get(("view", seat))
        if view is None:
            view = self.made["view", seat] = self.table.view(seat)
        return view

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def opponent_at(self, number: int, now: float) -> str | None:
        """The level of the opponent that decides for a seat now, if none of the people does."""
        seat, wait = self.seat(number), self.waits.get(number)
        if seat.is_opponent:
            return seat.kind
        late = self.clock is not None and wait is not None and wait.since + self.clock <= now
        return self.stand_in if late else None

    def waits_after(
        self, added: Sequence[Entry], now: int, table: Table | None = None
    ) -> dict[int, Wait]:
        """The people to decide next, at the table as it will be.

        Who decided something themselves is here, and has time anew; for whom an opponent moved it
        does so until somebody else is to decide.
        """
        first = added[0] if added else None
        absent = first is not None and (first.key or "").startswith(ABSENT)
        found = {}
        table = table or self.table
        nobody = self.ended or self.is_lesson or table.over
        for number in () if nobody else table.awaited:
            if self.seat(number).is_opponent:
                continue
            wait = self.waits.get(number)
            if wait is not None and first is not None and first.seat == number and not absent:
                wait = Wait(now, Told.HERE)
            found[number] = wait or Wait(now)
        return found

    def times_used(self) -> dict[int, int]:
        """The seconds each seat took for all its decisions so far."""
        used = dict.fromkeys(self.table.seats, 0)
        before: int | None = self.created
        asked = before
        for entry, time in zip(self.table.log, self.times, strict=True):
            since = asked if entry.kind == "sealed" else before
            if entry.seat is not None and time is not None and since is not None:
                used[entry.seat] += max(0, time - since)
            before = time
            if entry.kind != "sealed":
                asked = time
        return used

    def line_versions(self) -> list[int]:
        """The version of the table at which each of its lines was said."""
        found: list[int] = []
        sealed: set[int | None] = set()
        for number, entry in enumerate(self.table.log, 1):
            if entry.kind == "sealed":
                sealed.add(entry.seat)
            elif entry.kind != "undo":
                sealed.discard(entry.seat)
                found.append(number)
            elif entry.seat in sealed:
                sealed.discard(entry.seat)
            else:
                found.pop()
        return found

    def forced_lines(self) -> set[int]:
        """Which lines, counted from 0, were made for a player who had no other."""
        found: set[int] = set()
        forced: set[int] = set()
        lines = 0
        for entry in self.table.log:
            is_forced = (entry.key or "").startswith(FORCED)
            if entry.kind == "sealed":
                forced.discard(entry.seat or 0)
                if is_forced:
                    forced.add(entry.seat or 0)
            elif entry.kind == "undo":
                if entry.seat in forced:
                    forced.discard(entry.seat)
                elif lines:
                    lines -= 1
                    found.discard(lines)
            else:
                if is_forced or entry.seat in forced:
                    found.add(lines)
                    forced.discard(entry.seat or 0)
                lines += 1
        return found

    def refuse_over(self) -> None:
        """Nobody plays on, or sits down, where a game is over."""
        if self.ended is not None:
            raise Illegal("whoever opened this table has ended it")
        if self.table.over:
            raise Illegal("the game is over")

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()


def table_of(stored: Stored) -> Table:
    """The game so far, played anew; a long one takes a while."""
    names = [seat.name for seat in stored.seats]
    game = on_board(find_game(stored.game), stored.board)
    return Table.from_log(game, names, stored.options, stored.log)
