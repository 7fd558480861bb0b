"""Live tables: everything that happens is stored first and shown afterwards."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from twohalls.games import find_game
from twohalls.kernel import chance
from twohalls.kernel.errors import Malformed, Unknown
from twohalls.kernel.game import clean_name
from twohalls.kernel.table import Table, View
from twohalls.server import identity
from twohalls.server.settings import Settings
from twohalls.server.store import Right, Seat, Store, Stored, Taken, now

LONGEST_NAME = 24
FORCED = "forced "
"""How the key of a move begins that was made for a player who had no other."""


class Live:
    """One table in memory, with those who watch it."""

    def __init__(self, stored: Stored) -> None:
        self.id = stored.id
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.made: dict[Any, Any] = {}
        """What was made for the present stamp: views, pages. Emptied when anything changes."""
        self.doubtful = False
        self.take(stored)

    def take(self, stored: Stored) -> None:
        """Become what the database has."""
        self.seats = stored.seats
        self.created = stored.created
        self.changes = stored.changes
        self.again = stored.again
        names = [seat.name for seat in stored.seats]
        game = find_game(stored.game)
        self.table = Table.from_log(game, names, stored.options, stored.log)
        self.doubtful = False
        self.made.clear()

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


class Tables:
    """All tables of this process over one database."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._live: OrderedDict[str, Live] = OrderedDict()
        self.on_change: Callable[[Live], None] = lambda live: None

    # --- Finding -----------------------------------------------------------------------------

    async def find(self, id: str) -> Live:
        """A table as it is stored now."""
        live = self._live.get(id)
        if live is None:
            stored = await self.store.load(id)
            if stored is None:
                raise Unknown("there is no such table")
            live = self._live.setdefault(id, Live(stored))
            self._forget()
            self.on_change(live)
        self._live.move_to_end(id)
        async with live.lock:
            await self._refresh(live)
        return live

    async def look_around(self) -> None:
        """Show what other workers stored at tables that are watched here."""
        watched = [live for live in self._live.values() if live.watchers]
        if not watched:
            return
        stamps = await self.store.stamps([live.id for live in watched])
        for live in watched:
            if stamps.get(live.id) != (live.table.version, live.changes):
                async with live.lock:
                    await self._refresh(live)

    async def _refresh(self, live: Live) -> None:
        stamps = await self.store.stamps([live.id])
        if live.doubtful or stamps.get(live.id) != (live.table.version, live.changes):
            await self._reload(live)
            self._changed(live)

    async def _reload(self, live: Live) -> None:
        stored = await self.store.load(live.id)
        if stored is None:
            raise Unknown("there is no such table")
        live.take(stored)

    def _forget(self) -> None:
        """Tables that nobody looks at leave memory, the longest unused first."""
        spare = len(self._live) - self.settings.tables_in_memory
        for id in [id for id, live in self._live.items() if not live.watchers][: max(0, spare)]:
            if not self._live[id].lock.locked():
                del self._live[id]

    # --- Making ------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        seats: Sequence[tuple[str, str]],
        options: Mapping[str, str],
        secret: str,
        key: str,
        mine: Sequence[int] = (),
        again_of: str | None = None,
    ) -> Live:
        """A table for seats of (name, kind); the same secret and key make it once.

        `mine` are the seats that the secret itself, as of a browser, holds from the start.
        """
        id = identity.table_id(secret, key)
        owner = identity.owner_token(secret, id)
        names = distinct([neat_name(name) for name, _ in seats])
        table = Table(find_game(game), names, options)
        _ = table.awaited  # lets chance play what comes before the first decision
        sitting = tuple(
            Seat(number, name, kind)
            for number, (name, (_, kind)) in enumerate(zip(names, seats, strict=True), 1)
        )
        stored = Stored(id, game, table.options, now(), 0, None, sitting, tuple(table.log))
        holders = [(identity.hashed(secret), Right(id, "owner", None))]
        holders += [(identity.hashed(secret), Right(id, "seat", seat)) for seat in mine]
        holders += [(identity.hashed(owner), Right(id, "owner", None))]
        holders += [(identity.hashed(identity.watch_token(owner)), Right(id, "watch", None))]
        holders += [
            (
                identity.hashed(identity.seat_token(owner, seat.number)),
                Right(id, "seat", seat.number),
            )
            for seat in sitting
        ]
        with suppress(Taken):
            await self.store.create(stored, holders, again_of)
        return await self.find(id)

    async def sit_down(self, live: Live, seat: int, name: str, holder: str | None) -> None:
        """A person comes to a seat by its link; their browser, if they have one, holds it too."""
        taken = [other.name for other in live.seats if other.number != seat]
        name = distinct([*taken, neat_name(name)])[-1]
        await self.store.sit_down(live.id, seat, name, holder and identity.hashed(holder))
        await self.find(live.id)

    async def set_seat(self, live: Live, seat: int, name: str, kind: str) -> None:
        taken = [other.name for other in live.seats if other.number != seat]
        name = distinct([*taken, neat_name(name)])[-1]
        await self.store.set_seat(live.id, seat, name, kind)
        await self.find(live.id)

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
                before = live.stamp, live.table.version
                # Fresh from the system each time: nobody can foretell a draw from earlier ones.
                live.table._rng = chance.generator()
                try:
                    version = act(live.table)
                except Exception:
                    # Refused here, but perhaps another worker has moved the table on.
                    live.doubtful = live.table.version != before[1]
                    await self._refresh(live)
                    if live.stamp == before[0]:
                        raise
                    continue
                added = live.table.log[before[1] :]
                if not added:
                    return version
                try:
                    await asyncio.shield(self.store.append(id, before[1], added))
                except Taken:
                    await self._reload(live)
                    self._changed(live)
                    continue
                except BaseException:
                    # Not known whether it was stored: the database is asked before anything else.
                    live.doubtful = True
                    raise
                self._changed(live)
                return version

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


def neat_name(name: str) -> str:
    """A name as it may be shown: cleaned, and not too long."""
    cleaned = "".join(letter if letter.isprintable() else " " for letter in name)
    cleaned = " ".join(cleaned.replace(",", " ").replace("#", " ").split())
    if not cleaned:
        raise Malformed("a player's name is empty")
    return clean_name(cleaned[:LONGEST_NAME])


def distinct(names: Sequence[str]) -> list[str]:
    """Names told apart by a number where two are alike."""
    found: list[str] = []
    for name in names:
        number, other = 2, name
        while other in found:
            other, number = f"{name} {number}", number + 1
        found.append(other)
    return found
