"""Playing: everything that happens is stored first and shown afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from twohalls.kernel import chance
from twohalls.kernel.table import Entry, Table
from twohalls.server.live import ABSENT, FORCED, Live
from twohalls.server.memory import Memory
from twohalls.server.store import Notice, Taken

MOST_TAKEN_OVER = 20
"""Tables that a worker takes over at once from one that died."""
UNDER_WAY = 0.1
"""Seconds after which news is no longer thought to be under way."""


class Tables(Memory):
    """All tables of this process over one database, and what people and opponents do there."""

    async def submit(
        self, id: str, seat: int, line: str, version: int | None, key: str | None
    ) -> int:
        """A seat's line, stored before anybody is shown it; returns the version after it."""
        await self._hear_up_to(id, version)
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

        await self._hear_up_to(id, version)
        return await self._act(id, back)

    async def undo_turn(self, id: str, seat: int, version: int | None, key: str | None) -> int:
        """Take back all of a seat's lines that can be taken back."""

        def back(table: Table) -> int:
            table.undo(seat, version, key)
            while table.can_undo(seat):
                table.undo(seat)
            return table.version

        await self._hear_up_to(id, version)
        return await self._act(id, back)

    async def _hear_up_to(self, id: str, version: int | None) -> None:
        """Whoever saw a later version than is known here was quicker than the news of it: that is
        under way, and to wait for it takes less than to ask the database."""
        live = self._live.get(id)
        if version is None or live is None or not self.store.news.tells:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(UNDER_WAY):
                while live.table.version < version:
                    news = live.next_news()
                    await self.find(id)
                    if live.table.version < version:
                        await asyncio.shield(news)

    async def _act(self, id: str, act: Callable[[Table], int]) -> int:
        live = self._live.get(id) or await self.find(id)
        async with live.lock:
            if live.doubtful:
                await self.refresh(live)
            elif live.as_of is not None and live.as_of[1] != live.heard:
                self._follow(live)
            while True:
                if live.ended is not None:
                    live.refuse_over()
                stamp, stored = live.stamp, live.table.version
                # Whoever looks meanwhile is shown nothing that is not stored.
                table = live.table.copy()
                # Fresh from the system each time: nobody can foretell a draw from earlier ones.
                table._rng = chance.generator()
                try:
                    version = act(table)
                except Exception:
                    # Refused here, but perhaps another worker has moved the table on.
                    self._follow(live)
                    if live.stamp == stamp:
                        await self.refresh(live)
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
