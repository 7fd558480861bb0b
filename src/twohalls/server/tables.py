"""Live tables: everything that happens is stored first and shown afterwards."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

from twohalls.games import find_game
from twohalls.kernel import chance
from twohalls.kernel.errors import Illegal, Malformed, Unknown
from twohalls.kernel.game import clean_name
from twohalls.kernel.table import Entry, Table, View
from twohalls.server import identity
from twohalls.server.away import complain, is_away
from twohalls.server.boards import Board, on_board
from twohalls.server.lessons import LESSON, script_of
from twohalls.server.settings import Settings
from twohalls.server.steady import Steady
from twohalls.server.store import Notice, Right, Seat, Stamp, Store, Stored, Taken, Told, Wait

log = logging.getLogger("twohalls.tables")
LONGEST_NAME = 24
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters that are printable by their kind and yet nothing is seen of them."""
FORCED = "forced "
"""How the key of a move begins that was made for a player who had no other."""
ABSENT = "absent "
"""How the key of a move begins that an opponent made for somebody whose time was over."""
MOST_TAKEN_OVER = 20
"""Tables that a worker takes over at once from one that died."""
ALONE = "alone"
HINTS = (ALONE, "all", "none")
"""Who may ask for hints: one person alone among opponents, everybody, nobody."""


class Live:
    """One table in memory, with those who watch it."""

    def __init__(self, stored: Stored) -> None:
        self.id = stored.id
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.made: dict[Any, Any] = {}
        """What was made for the present stamp: views, pages. Emptied when anything changes."""
        self.doubtful = False
        """Whether what is here may be wrong, and not only old."""
        self.leased = 0
        """Until when this worker, and no other, plays for the opponents here."""
        self.heard = 0
        """Counts how often it was said that this table changed in the database."""
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

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()


def table_of(stored: Stored) -> Table:
    """The game so far, played anew; a long one takes a while."""
    names = [seat.name for seat in stored.seats]
    game = on_board(find_game(stored.game), stored.board)
    return Table.from_log(game, names, stored.options, stored.log)


class Tables:
    """All tables of this process over one database.

    A table in memory is the truth until the database says otherwise. As long as somebody holds
    one, as a stream does, it is the same for all; a number of others stay at hand.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.secret = store.secret("tables")
        """From which the names and the links of tables follow."""
        self._live: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._recent: OrderedDict[str, Live] = OrderedDict()
        self.stored = 0
        """Entries that were stored here since the start."""
        self.on_change: Callable[[Live], None] = lambda live: None
        self.steady = Steady(settings.clock, settings.steady)

    # --- Finding -----------------------------------------------------------------------------

    async def find(self, id: str) -> Live:
        """A table as it is stored now."""
        live = self._live.get(id)
        if live is None:
            live = await self._load(id)
        self._recent[id] = live
        self._recent.move_to_end(id)
        if len(self._recent) > self.settings.tables_in_memory:
            self._recent.popitem(last=False)
        if live.doubtful or live.as_of != self.news(live):
            async with live.lock:
                await self._refresh(live)
        return live

    async def find_all(self, ids: Iterable[str]) -> list[Live]:
        """Of several tables those that can be opened: a game may have been taken away, or fail."""
        found = []
        for id in ids:
            try:
                found.append(await self.find(id))
            except Unknown:
                continue
            except Exception as failure:
                if is_away(failure):
                    raise
                complain(log, f"table {id} cannot be opened and is passed over", failure)
        return found

    async def _load(self, id: str) -> Live:
        age = self.store.news.age()
        stored = await self.store.load(id)
        if stored is None:
            raise Unknown("there is no such table")
        live = await asyncio.to_thread(Live, stored)
        found = self._live.get(id)
        if found is not None:
            return found
        self._live[id] = live
        live.as_of = (age, live.heard)
        await self._note_waits(live)
        self.on_change(live)
        return live

    @property
    def count(self) -> int:
        return len(self._live)

    @property
    def watched(self) -> int:
        return sum(bool(live.watchers) for live in list(self._live.values()))

    def news(self, live: Live) -> tuple[int, int]:
        """Another value whenever a table may have changed in the database."""
        return self.store.news.age(), live.heard

    def hear(self, id: str) -> None:
        """A table changed in the database; may be called in any thread."""
        live = self._live.get(id)
        if live is not None:
            live.heard += 1

    async def look_around(self, anyway: bool = False) -> None:
        """Show what other workers stored at tables that are watched here.

        `anyway` looks at those, too, of which nothing was heard.
        """
        watched = {live: self.news(live) for live in list(self._live.values()) if live.watchers}
        if not anyway:
            watched = {live: news for live, news in watched.items() if live.as_of != news}
        if not watched:
            return
        stamps = await self.store.stamps([live.id for live in watched])
        for live, news in watched.items():
            if not self._is_as(live, stamps.get(live.id)):
                async with live.lock:
                    await self._refresh(live)
            else:
                live.as_of = news

    @staticmethod
    def _is_as(live: Live, stamp: Stamp | None) -> bool:
        """Whether a table is as the database says; of talk alone only those who watch hear."""
        if stamp is None or stamp[:2] != (live.table.version, live.changes):
            return False
        live.go_on(stamp.gone_on)
        if stamp.talked != live.talked:
            live.talked = stamp.talked
            live.tell()
        return True

    async def _refresh(self, live: Live) -> None:
        news = self.news(live)
        stamps = await self.store.stamps([live.id])
        if live.doubtful or not self._is_as(live, stamps.get(live.id)):
            await self._reload(live)
            self._changed(live)
        live.as_of = news

    async def _reload(self, live: Live) -> None:
        """Take over what others stored; what is here already is not played again."""
        known = 0 if live.doubtful or live.is_lesson else live.table.version
        stored = await self.store.load(live.id, known)
        if stored is None:
            raise Unknown("there is no such table")
        if not known:
            live.take(stored, await asyncio.to_thread(table_of, stored))
            return
        table = live.table.copy()
        table.rename([seat.name for seat in stored.seats])
        table.follow(stored.log)
        live.take(replace(stored, times=(*live.times, *stored.times)), table)

    async def _note_waits(self, live: Live) -> None:
        """A table from before it was noted who is awaited, and since when."""
        awaited = live.waits_after([], self.now)
        if set(awaited) != set(live.waits):
            await self.store.set_waits(live.id, awaited)
            live.waits = awaited

    @property
    def now(self) -> int:
        return int(self.settings.clock())

    # --- Making ------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        seats: Sequence[tuple[str, str]],
        options: Mapping[str, str],
        token: str,
        key: str,
        mine: Sequence[int] = (),
        again_of: str | None = None,
        clock: int | None = None,
        stand_in: str | None = None,
        thinking: float | None = None,
        hints: str = ALONE,
        board: Board | None = None,
    ) -> Live:
        """A table for seats of (name, kind); the same key makes it once, and only one can follow
        the table `again_of`, whoever makes it.

        `token` is of who makes it, and holds the seats `mine` from the start;
        `clock` the seconds for a move, after which an opponent of level `stand_in` makes it;
        `thinking` the seconds opponents have, and `hints` who may ask for one; `board` is a board
        file that takes the place of the game's own.
        """
        id = self.id_of(key)
        owner = self.owner_of(id)
        names = distinct([neat_name(name) for name, _ in seats])
        chosen = on_board(find_game(game), board)
        table = Table(chosen, names, options)
        if any(kind == LESSON for _, kind in seats):
            table.script = script_of(game)
        _ = table.awaited  # lets chance play what comes before the first decision
        sitting = tuple(
            Seat(number, name, kind)
            for number, (name, (_, kind)) in enumerate(zip(names, seats, strict=True), 1)
        )
        awaited = {
            number: Wait(self.now)
            for number in table.awaited
            if table.script is None and not sitting[number - 1].is_opponent
        }
        stored = Stored(
            id,
            game,
            table.options,
            self.now,
            0,
            None,
            sitting,
            tuple(table.log),
            waits=awaited,
            clock=clock,
            stand_in=stand_in,
            thinking=thinking or self.settings.opponent_budget,
            hints=hints,
            board=chosen.board_file,
        )
        held = [Right(id, "owner", None), *(Right(id, "seat", seat) for seat in mine)]
        holders = [(identity.hashed(token), right) for right in held]
        holders += [(identity.hashed(owner), Right(id, "owner", None))]
        holders += [(identity.hashed(identity.watch_token(owner)), Right(id, "watch", None))]
        holders += [
            (
                identity.hashed(identity.seat_token(owner, seat.number)),
                Right(id, "seat", seat.number),
            )
            for seat in sitting
            if seat.kind == "open"
        ]
        with suppress(Taken):
            await self.store.create(stored, holders, again_of)
        if again_of is not None:
            self.hear(again_of)
            id = (await self.find(again_of)).again or id
        return await self.find(id)

    def id_of(self, key: str) -> str:
        """The name of the table that is made with a key."""
        return identity.table_id(self.secret, key)

    def owner_of(self, id: str) -> str:
        """The token from which all links of a table follow."""
        return identity.owner_token(self.secret, id)

    async def sit_down(
        self, live: Live, number: int, name: str, holder: str, link: str | None = None
    ) -> None:
        """A person comes to an open seat, by its link or from the game before, and holds it by
        their own token; the link is spent."""
        async with live.lock:
            await self._refresh(live)
            self._refuse_over(live)
            taken = [other.name for other in live.seats if other.number != number]
            name = distinct([*taken, neat_name(name)])[-1]
            hashes = identity.hashed(holder), link and identity.hashed(link)
            try:
                await self.store.sit_down(live.id, number, name, *hashes)
            except Taken:
                await self._refresh(live)
                self._refuse_over(live)
                raise not_open(live.seat(number)) from None
        await self.find(live.id)

    async def lend_seat(self, live: Live, number: int, level: str) -> None:
        """An opponent plays on for whoever sits there, who can come back to it."""

        def lent(seat: Seat) -> Seat:
            return replace(seat, kind=level, was=seat.was if seat.is_opponent else seat.kind)

        await self._set_seat(live, number, lent, "opponent", level)

    async def rename_seat(self, live: Live, number: int, name: str) -> None:
        """Who sits there says what they are called."""
        taken = [seat.name for seat in live.seats if seat.number != number]
        called = distinct([*taken, neat_name(name)])[-1]
        await self._set_seat(live, number, lambda seat: replace(seat, name=called))

    async def return_seat(self, live: Live, number: int) -> None:
        """A lent seat goes back to the person who held it."""

        def back(seat: Seat) -> Seat:
            if seat.was is None:
                raise Illegal("nobody held this seat before")
            return replace(seat, kind=seat.was, was=None)

        await self._set_seat(live, number, back, "back")

    async def give_seat(self, live: Live, number: int) -> None:
        """A seat waits for a new person, who comes by a new link; who held it may only watch."""

        def fresh(seat: Seat) -> Seat:
            return replace(seat, kind="open", was=None, round=seat.round + 1)

        await self._set_seat(live, number, fresh, "new", owner=self.owner_of(live.id))

    async def _set_seat(
        self,
        live: Live,
        number: int,
        change: Callable[[Seat], Seat],
        what: str | None = None,
        level: str | None = None,
        owner: str | None = None,
    ) -> None:
        async with live.lock:
            await self._refresh(live)
            self._refuse_over(live)
            seat = change(live.seat(number))
            live.seats = tuple(seat if s.number == number else s for s in live.seats)
            link = None
            if owner is not None:
                live.waits.pop(number, None)
                link = identity.hashed(identity.seat_token(owner, number, seat.round))
            notice = Notice(self.now, what, number, seat.name, level) if what else None
            awaited = live.waits_after([], self.now)
            live.doubtful = True
            try:
                await self.store.set_seat(live.id, seat, awaited, notice, link)
            except Taken:
                await self._refresh(live)
                self._refuse_over(live)
                raise
        await self.find(live.id)

    async def end(self, live: Live) -> None:
        """The owner ends the table: nobody can play on."""
        async with live.lock:
            await self._refresh(live)
            self._refuse_over(live)
            if live.rated and not any(seat.kind == "open" for seat in live.seats):
                raise Illegal("a rated game is played to its end: lend seats to opponents instead")
            await self.store.end(live.id, Notice(self.now, "ended", None, ""))
        await self.find(live.id)

    @staticmethod
    def _refuse_over(live: Live) -> None:
        if live.ended is not None:
            raise Illegal("this table was ended by who opened it")
        if live.table.over:
            raise Illegal("the game is over")

    # --- Playing -----------------------------------------------------------------------------

    async def submit(
        self, id: str, seat: int, line: str, version: int | None, key: str | None
    ) -> int:
        """A seat's line, stored before anybody is shown it; returns the version after it."""
        return await self._act(id, lambda table: table.submit(seat, line, version, key))

    async def undo(self, id: str, seat: int, version: int | None, key: str | None) -> int:
        """Take back a seat's last line, and with it what was forced upon the seat afterwards."""

        def back(table: Table) -> int:
            before = table.version
            after = table.undo(seat, version, key)
            if after == before or not table.log[before:]:
                return after
            while self._undone_was_forced(table) and table.can_undo(seat):
                table.undo(seat)
            return table.version

        return await self._act(id, back)

    async def undo_turn(self, id: str, seat: int, version: int | None, key: str | None) -> int:
        """Take back all of a seat's lines that can be taken back."""

        def back(table: Table) -> int:
            table.undo(seat, version, key)
            while table.can_undo(seat):
                table.undo(seat)
            return table.version

        return await self._act(id, back)

    async def _act(self, id: str, act: Callable[[Table], int]) -> int:
        live = self._live.get(id) or await self.find(id)
        async with live.lock:
            if live.doubtful:
                await self._refresh(live)
            while True:
                if live.ended is not None:
                    self._refuse_over(live)
                stamp, stored = live.stamp, live.table.version
                # Whoever looks meanwhile is shown nothing that is not stored.
                table = live.table.copy()
                # Fresh from the system each time: nobody can foretell a draw from earlier ones.
                table._rng = chance.generator()
                try:
                    version = act(table)
                except Exception:
                    # Refused here, but perhaps another worker has moved the table on.
                    await self._refresh(live)
                    if live.stamp == stamp:
                        raise
                    continue
                added = table.log[stored:]
                if not added:
                    return version
                now = self.now
                awaited = live.waits_after(added, now, table)
                others = awaited if awaited != live.waits else None
                notice = self._absence(live, added, now)
                lease = self._lease_after(live, table, now)
                over = table.over and (live.listed is not None or live.rated)
                try:
                    await self.store.append(id, stored, added, now, others, notice, lease, over)
                except Taken:
                    await self._reload(live)
                    self._changed(live)
                    continue
                except BaseException:
                    # Not known whether it was stored: the database is asked before anything else.
                    live.doubtful = True
                    raise
                live.table = table
                live.times += [now] * len(added)
                live.waits = awaited
                live.leased = lease or 0
                self.stored += len(added)
                self._changed(live)
                return version

    def _lease_after(self, live: Live, table: Table, now: int) -> int | None:
        """Until when this worker plays for opponents that are to move next; 0 if none is."""
        if live.is_lesson or not live.has_opponents:
            return None
        turn = not table.over and any(live.seat(number).is_opponent for number in table.awaited)
        return now + self._turn_takes(live) + self.settings.lease if turn else 0

    def _turn_takes(self, live: Live) -> int:
        """Seconds, rounded up, in which an opponent's move is made at the latest."""
        settings = self.settings
        thinking = min(live.thinking or settings.opponent_budget, settings.longest_thinking)
        return int(thinking + settings.pace + settings.looking) + 1

    async def claim(self, live: Live) -> bool:
        """Whether it is this worker that plays for the opponents here."""
        now, takes = self.now, self._turn_takes(live)
        if live.leased < now + takes:
            until = now + takes + self.settings.lease
            live.leased = until if await self.store.claim(live.id, now, until) else 0
        return live.leased > 0

    async def take_over(self) -> list[Live]:
        """Tables at which opponents are to move and no worker plays for them any more."""
        now = self.now
        until = now + 2 * self.settings.lease
        found = await self.find_all(await self.store.stalled(now, until, MOST_TAKEN_OVER))
        for live in found:
            live.leased = until
        return found

    @staticmethod
    def _absence(live: Live, added: Sequence[Entry], now: int) -> Notice | None:
        """Said once when an opponent begins to move for somebody."""
        first = added[0]
        if first.seat is None or not (first.key or "").startswith(ABSENT):
            return None
        last = next((entry for entry in reversed(live.table.log) if entry.seat is not None), None)
        if last and last.seat == first.seat and (last.key or "").startswith(ABSENT):
            return None
        return Notice(now, "absent", first.seat, live.seat(first.seat).name, live.stand_in)

    def _changed(self, live: Live) -> None:
        live.made.clear()
        live.tell()
        self.on_change(live)

    @staticmethod
    def _undone_was_forced(table: Table) -> bool:
        """Whether the line that the last undo took back had been forced."""
        depth = 0
        for entry in reversed(table.log):
            if entry.kind == "undo":
                depth += 1
            elif entry.kind in ("move", "chance"):
                depth -= 1
                if depth == 0:
                    return (entry.key or "").startswith(FORCED)
            else:
                return False
        return False


def not_open(seat: Seat) -> Illegal:
    """Why nobody can sit down at a seat by its link."""
    if seat.is_opponent:
        return Illegal("an opponent plays this seat: who opened the table can give it back")
    return Illegal(
        "somebody sits here already, and the link is spent: to bring your seat to another device, "
        "open your personal link there"
    )


def neat_name(name: str) -> str:
    """A name as it may be shown: cleaned, and not too long."""
    cleaned = "".join(letter if is_visible(letter) else " " for letter in name)
    cleaned = " ".join(cleaned.replace(",", " ").replace("#", " ").split())
    cleaned = cleaned[:LONGEST_NAME]
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Malformed("a player's name is empty")
    return clean_name(cleaned)


def is_visible(letter: str) -> bool:
    """Whether a letter leaves a mark on paper, alone or on the one before it."""
    return letter.isprintable() and letter not in INVISIBLE


def distinct(names: Sequence[str]) -> list[str]:
    """Names told apart by a number where two are alike."""
    found: list[str] = []
    for name in names:
        number, other = 2, name
        while other in found:
            other, number = f"{name} {number}", number + 1
        found.append(other)
    return found
