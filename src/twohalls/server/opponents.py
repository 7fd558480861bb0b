"""Opponents think in processes of their own and get what their seat knows, nothing else.

They also make the moves of people who have no choice, after a moment, so that all can follow.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from twohalls import bots
from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.table import Table, View
from twohalls.server.settings import Settings
from twohalls.server.tables import FORCED, Live, Tables

TRIES = 3
NEVER_FORCED = ("end", "pass", "done")
"""Words that close a turn: a person says them, even when nothing else is left to say."""

log = logging.getLogger("twohalls.opponents")


class Opponents:
    """Wakes up when a table changes and answers for seats that no person decides for."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        tables.on_change = self.wake

    def warm(self) -> None:
        """Let the process compile what it needs before anybody waits for it."""
        self._ready_pool().submit(practise)

    def wake(self, live: Live) -> None:
        task = self._playing.get(live.id)
        if task is None or task.done():
            task = asyncio.get_running_loop().create_task(self._play(live.id))
            self._playing[live.id] = task
            task.add_done_callback(lambda done: self._forget(live.id, done))

    async def close(self) -> None:
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _forget(self, id: str, done: asyncio.Task[None]) -> None:
        if self._playing.get(id) is done:
            del self._playing[id]
        if not done.cancelled() and (failure := done.exception()) is not None:
            log.error("an opponent gave up", exc_info=failure)

    async def _play(self, id: str) -> None:
        """Answer until a person is awaited who has a choice."""
        while True:
            live = await self.tables.find(id)
            async with live.lock:
                view = self._next(live)
            if view is None:
                return
            try:
                await self._answer(live, view)
            except TwoHallsError:
                log.info("an opponent's answer came too late")
                await asyncio.sleep(0.05)

    def _next(self, live: Live) -> View | None:
        """The view of a seat that is to be answered for."""
        awaited = live.view(None).awaited
        for seat in awaited:
            if live.seat(seat).is_opponent:
                return live.view(seat)
        for seat in awaited:
            legal = live.view(seat).legal
            if len(legal) == 1 and legal[0].split(" ")[0] not in NEVER_FORCED:
                return live.view(seat)
        return None

    async def _answer(self, live: Live, view: View) -> None:
        assert view.seat is not None
        started = asyncio.get_running_loop().time()
        seat = live.seat(view.seat)
        key = f"{live.id} {view.version}"
        if seat.is_opponent:
            line = view.legal[0] if len(view.legal) == 1 else await self._think(seat.kind, view)
            key = f"opponent {key}"
        else:
            line = view.legal[0]
            key = f"{FORCED}{key}"
        if len(view.awaited) == 1:
            taken = asyncio.get_running_loop().time() - started
            await asyncio.sleep(max(0.0, self.settings.pace - taken))
        await self.tables.submit(live.id, view.seat, line, view.version, key)

    async def _think(self, level: str, view: View) -> str:
        """Ask a process; one that died is started anew, and in the end any legal line will do."""
        for _ in range(TRIES):
            pool = self._ready_pool()
            seed = secrets.randbits(63)
            ask = (level, view, self.settings.opponent_budget, seed)
            try:
                line: str = await asyncio.get_running_loop().run_in_executor(pool, think, *ask)
            except BrokenProcessPool:
                log.warning("an opponent's process died and is started anew")
                if self._pool is pool:
                    self._pool = None
                continue
            except Exception:
                log.exception("an opponent failed")
                continue
            if line in view.legal:
                return line
        return random.SystemRandom().choice(view.legal)

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            workers = max(1, self.settings.opponent_processes)
            self._pool = ProcessPoolExecutor(workers, mp_context=context, initializer=quiet)
        return self._pool


def quiet() -> None:
    """A process that thinks leaves it to its parent to end it."""
    import signal

    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def practise() -> None:
    """One short thought of every level at both games."""
    for name in GAMES:
        game = find_game(name)
        table = Table(game, [f"Player {seat}" for seat in range(game.players[0])])
        for level in bots.LEVELS:
            think(level, table.view(table.awaited[0]), 0.01, 0)


def think(level: str, view: View, budget: float, seed: int) -> str:
    """Runs in the opponent's process."""
    return bots.choose(level, view, bots.Budget(seconds=budget), random.Random(seed))
