"""The tables of one process: found, kept at hand, and brought up to date with the database."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from weakref import WeakValueDictionary

from twohalls.kernel.errors import Unknown
from twohalls.server.away import complain, is_away
from twohalls.server.live import Live, table_of
from twohalls.server.news import ignored
from twohalls.server.settings import Settings
from twohalls.server.steady import Steady
from twohalls.server.store import Stamp, Store, Told, Wait

log = logging.getLogger("twohalls.tables")
MOST_TOLD = 32
"""What is kept of a table about which nobody asks here."""


class Memory:
    """A table in memory is the truth until the database says otherwise. As long as somebody holds
    one, as a stream does, it is the same for all; a number of others stay at hand.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._live: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._recent: OrderedDict[str, Live] = OrderedDict()
        self._hearing = Lock()
        self._said = 0
        """Counts how often it was said that some table changed in the database."""
        self.stored = 0
        """Entries that were stored here since the start."""
        self.on_change: Callable[[Live], None] = ignored
        """Called with a table that was opened here or is another, as far as this worker knows."""
        self.on_news: Callable[[Live], None] = ignored
        """Called with a table at which another worker says that it appended something."""
        self.steady = Steady(settings.clock, settings.steady)

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
                await self.refresh(live)
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
        age, said = self.store.news.age(), self._said
        stored = await self.store.load(id)
        if stored is None:
            raise Unknown("there is no such table")
        live = await asyncio.to_thread(Live, stored)
        found = self._live.get(id)
        if found is not None:
            return found
        self._live[id] = live
        # What was said meanwhile may have been of this table, which nobody knew yet.
        live.as_of = (age, live.heard) if said == self._said else None
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

    def hear(self, id: str, told: str = "") -> bool:
        """A table changed in the database, perhaps only as it is `told`; may be called in any
        thread. Says whether somebody watches it here."""
        with self._hearing:
            self._said += 1
            live = self._live.get(id)
            if live is None:
                return False
            if len(live.told) >= MOST_TOLD:
                live.told.clear()
            if told:
                live.told[live.heard + 1] = told
            live.heard += 1
            coming, live.coming = live.coming, None
        if coming is not None:
            with suppress(RuntimeError):  # this worker is about to end
                coming.get_loop().call_soon_threadsafe(coming.set_result, None)
        return bool(live.watchers)

    async def look_around(self, anyway: bool = False) -> None:
        """Show what other workers stored at tables that are watched here.

        `anyway` looks at those, too, of which nothing was heard.
        """
        watched = {live: self.news(live) for live in list(self._live.values()) if live.watchers}
        if not anyway:
            watched = {live: news for live, news in watched.items() if live.as_of != news}
            for live in list(watched):
                async with live.lock:
                    if self._follow(live):
                        del watched[live]
        if not watched:
            return
        stamps = await self.store.stamps([live.id for live in watched])
        for live, news in watched.items():
            if not self._is_as(live, stamps.get(live.id)):
                with suppress(Unknown):
                    async with live.lock:
                        await self.refresh(live)
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

    async def refresh(self, live: Live) -> None:
        """Ask the database how a table is; to be called while holding its lock."""
        if self._follow(live):
            return
        news = self.news(live)
        told = live.as_of is not None and live.as_of[1] != news[1]
        if live.doubtful or told or not await self._is_as_stored(live):
            await self._reload(live)
        live.as_of = news

    def _follow(self, live: Live) -> bool:
        """Take over what others told that they appended; False if the database has to be asked."""
        news, known = self.news(live), live.as_of
        if live.doubtful or live.is_lesson or known is None or known[0] != news[0]:
            return False
        if known[1] == news[1]:  # nothing was told, which is not to say that nothing happened
            return False
        table, times, awaited = live.table.copy(), list(live.times), live.waits
        for number in range(known[1] + 1, news[1] + 1):
            said = self.store.envelope.opened(live.told.pop(number, ""), live.id)
            if said is None or said.after > table.version:
                return False
            if said.after == table.version:
                table.follow(said.log)
                times += [said.at] * len(said.log)
                if said.waits is not None:
                    awaited = {seat: Wait(since, Told(to)) for seat, since, to in said.waits}
        live.as_of = news
        if table.version > live.table.version:
            live.table, live.times, live.waits = table, times, awaited
            live.leased = 0
            live.made.clear()
            live.tell()
            self.on_news(live)
        return True

    async def _is_as_stored(self, live: Live) -> bool:
        stamps = await self.store.stamps([live.id])
        return self._is_as(live, stamps.get(live.id))

    async def _reload(self, live: Live) -> None:
        """Take over what others stored; what is here already is not played again."""
        known = 0 if live.doubtful or live.is_lesson else live.table.version
        stored = await self.store.load(live.id, known, live.changes if known else -1)
        if stored is None:
            self._forget(live)
            raise Unknown("there is no such table")
        if not known:
            live.take(stored, await asyncio.to_thread(table_of, stored))
        else:
            version = known + len(stored.log)
            if self._is_as(live, Stamp(version, stored.changes, stored.talked, stored.gone_on)):
                return
            seats = stored.seats or live.seats
            table = live.table.copy()
            table.rename([seat.name for seat in seats])
            table.follow(stored.log)
            times = (*live.times, *stored.times)
            live.take(replace(stored, seats=seats, times=times), table)
        self._changed_elsewhere(live)

    def _forget(self, live: Live) -> None:
        """A host deleted it: whoever watches finds that out."""
        self._live.pop(live.id, None)
        self._recent.pop(live.id, None)
        live.tell()

    def _changed_elsewhere(self, live: Live) -> None:
        """It was found in the database, where it may be that nobody plays on."""
        live.leased = 0
        self._changed(live)

    def _changed(self, live: Live) -> None:
        live.made.clear()
        live.tell()
        self.on_change(live)

    async def _note_waits(self, live: Live) -> None:
        """A table from before it was noted who is awaited, and since when."""
        awaited = live.waits_after([], self.now)
        if set(awaited) != set(live.waits):
            await self.store.set_waits(live.id, awaited)
            live.waits = awaited

    @property
    def now(self) -> int:
        return int(self.settings.clock())
