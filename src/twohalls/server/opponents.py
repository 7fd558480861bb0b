"""Opponents think in processes of their own and get what their seat knows, nothing else.

A move never takes longer than its table allows: waiting for a process counts, one that hangs is
ended, and where no answer came in time a plain one is made here. Hints and analyses are asked of
the same processes.

Opponents also make the moves of people who plainly have no choice, after a moment, so that all can
follow.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import multiprocessing
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from twohalls import bots
from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import TwoHallsError, Unknown
from twohalls.kernel.table import Table, View
from twohalls.kernel.words import parts
from twohalls.server.away import complain
from twohalls.server.forced import only_line
from twohalls.server.live import ABSENT, FORCED, Live
from twohalls.server.screens import is_looked_at
from twohalls.server.settings import Settings
from twohalls.server.tables import Tables
from twohalls.server.turns import Allowance, Asker, Turns

TRIES = 3
MOMENT = 0.005
"""Seconds an opponent gets at least, or it could not begin."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds before what failed is tried again: twice as long each time."""
BLINK = 0.05
"""Seconds between looks whether somebody has gone on from what was opened."""
LOOK = 1.0
"""Seconds between looks whether somebody has come to a table that nobody looked at."""
LATER = 1.0
"""Seconds after which it is looked whether the worker that stored something played on there."""
JUST_NOW = 60.0
"""Seconds for which somebody who looked at a table is thought to be there."""
MOST_PLAYING = 200
"""Tables at which opponents play here; with more, none is taken over from other workers."""
LEAST_SPENT = 0.02
"""Seconds that any move counts at such a table."""
WITHOUT_WEIGHTS = "boss"
"""The level that plays for one whose learned weights are missing or spoilt."""

log = logging.getLogger("twohalls.opponents")


class Elsewhere(Exception):
    """Another worker plays for the opponents of this table."""


class TooSlow(Exception):
    """No process answered in time."""


class NotReady(TooSlow):
    """The processes are still starting."""


class Opponents:
    """Wakes up when a table changes and answers for seats that no person decides for."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Future[Any] | None = None
        self._said_of: asyncio.Future[Any] | None = None
        self._turns = Turns(max(1, settings.opponent_processes))
        self._unwatched = Allowance(settings.unwatched_share, settings.unwatched_most)
        self._took: dict[tuple[str, int], float] = {}
        self._looking: set[str] = set()
        """Tables at which it is looked later whether another worker played on."""
        tables.on_change = self.wake
        tables.on_news = self.wake_later

    @property
    def playing(self) -> int:
        """Tables at which opponents play here."""
        return len(self._playing)

    def warm(self) -> None:
        """Let the process compile what it needs before anybody waits for it."""
        self._ready_pool()

    def wake(self, live: Live) -> None:
        """A table is another: play on there, unless people are to decide who have a choice."""
        if self._is_for_people(live):
            return
        task = self._playing.get(live.id)
        if task is None or task.done():
            task = asyncio.get_running_loop().create_task(self._play(live.id))
            self._playing[live.id] = task
            task.add_done_callback(lambda done: self._forget(live.id, done))

    def wake_later(self, live: Live) -> None:
        """Another worker stored something, and plays on unless it died."""
        if live.id not in self._looking:
            self._looking.add(live.id)
            asyncio.get_running_loop().call_later(LATER, self._look_at, live)

    def _look_at(self, live: Live) -> None:
        self._looking.discard(live.id)
        self.wake(live)

    async def stand_in(self) -> None:
        """Look for people whose time for a move is over, also at tables nobody looks at."""
        for id in await self.tables.store.overdue(int(self.tables.steady())):
            try:
                self.wake(await self.tables.find(id))
            except Exception as failure:
                complain(log, "a table whose clock ran out could not be found", failure)

    async def take_over(self) -> None:
        """Play on where a worker died, or this one was started anew."""
        if len(self._playing) < MOST_PLAYING:
            for live in await self.tables.take_over():
                self.wake(live)

    async def close(self) -> None:
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        with contextlib.suppress(Exception):  # the database may be gone
            await self.tables.store.let_go()
        if self._pool is not None:
            self._end(self._pool)

    def _forget(self, id: str, done: asyncio.Task[None]) -> None:
        if self._playing.get(id) is done:
            del self._playing[id]
        for known in [key for key in self._took if key[0] == id]:
            del self._took[known]
        if not done.cancelled() and (failure := done.exception()) is not None:
            log.error("an opponent gave up", exc_info=failure)

    async def _play(self, id: str) -> None:
        """Answer until a person is awaited who has a choice; what fails is tried again."""
        wait = FIRST_WAIT
        while True:
            try:
                live = await self.tables.find(id)
                async with live.lock:
                    view = self._next(live)
                if view is None:
                    return
                await self._answer(live, view)
                wait = FIRST_WAIT
            except (Unknown, Elsewhere):
                return
            except TwoHallsError:
                log.info("an opponent's answer came too late")
                await asyncio.sleep(0.05)
            except Exception as failure:
                complain(
                    log, f"an opponent's turn failed and is tried again in {wait:g} s", failure
                )
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _is_for_people(self, live: Live) -> bool:
        """Whether nothing is to be done here, as after most moves; found without any view."""
        now = self.tables.steady()
        return live.is_lesson or all(
            live.opponent_at(seat, now) is None and live.table.is_left_alone(seat)
            for seat in (() if live.ended else live.table.awaited)
        )

    def _next(self, live: Live) -> View | None:
        """The view of a seat that is to be answered for."""
        if live.is_lesson:
            return None
        awaited = () if live.ended else live.view(None).awaited
        for seat in awaited:
            if live.opponent_at(seat, self.tables.steady()):
                return live.view(seat)
        for seat in awaited:
            only = only_line(live.view(seat), live.view(None))
            if only is not None and parts(only)[0] not in live.table.game.words.closing:
                return live.view(seat)
        return None

    async def _answer(self, live: Live, view: View) -> None:
        assert view.seat is not None
        started = asyncio.get_running_loop().time()
        level = live.opponent_at(view.seat, self.tables.steady())
        key = f"{live.id} {view.version}"
        if level is not None:
            await self._until_watched(live)
            if not await self.tables.claim(live):
                raise Elsewhere
            only = only_line(view, live.view(None))
            line = only or await self._think_for(live, level, view)
            key = f"opponent {key}" if live.seat(view.seat).is_opponent else f"{ABSENT}{key}"
        else:
            line = view.legal[0]
            key = f"{FORCED}{key}"
        if is_looked_at(live, self.settings.looking):
            await self._until_gone_on(live)
            started = asyncio.get_running_loop().time()
        if len(view.awaited) == 1:
            taken = asyncio.get_running_loop().time() - started
            await asyncio.sleep(max(0.0, self.settings.pace - taken))
        await self.tables.submit(live.id, view.seat, line, view.version, key)

    async def _until_watched(self, live: Live) -> None:
        """At a table that nobody looks at, wait for somebody or for a share of what is spared."""
        while not is_watched(live):
            if self._unwatched.spend(max(LEAST_SPENT, self.seconds_of(live))):
                return
            await asyncio.sleep(LOOK)

    async def _until_gone_on(self, live: Live) -> None:
        """Let people look at what was opened, so that nothing is played behind it; that they have
        gone on may have been said to another worker."""
        while is_looked_at(live, self.settings.looking):
            await asyncio.sleep(BLINK)
            await self.tables.find(live.id)

    def seconds_of(self, live: Live) -> float:
        """How long opponents of a table may think, within what the host allows."""
        return min(live.thinking or self.settings.opponent_budget, self.settings.longest_thinking)

    async def _think_for(self, live: Live, level: str, view: View) -> str:
        """One line alone, which others may not know to be the only one, takes as long as the last
        that was thought about."""
        assert view.seat is not None
        began = time.monotonic()
        which = (live.id, view.seat)
        asker = Asker(live.client, live.id)
        line = await self._think(level, view, self.seconds_of(live), asker)
        if len(view.legal) == 1:
            await asyncio.sleep(self._took.get(which, 0.0))
        else:
            self._took[which] = time.monotonic() - began
        return line

    async def _think(
        self, level: str, view: View, seconds: float, asker: Asker | None = None
    ) -> str:
        """Ask a process; one that died is started anew, and in the end a plain answer will do.

        On another board it is a plain one at once: compiling for it would hold up all others.
        """
        if (missing := trouble(level, view.game.name)) is not None:
            other = instead_of(view.game.name)
            log.warning("%s; until then %s plays for %s", missing, other, level)
            level = other
        until = asyncio.get_running_loop().time() + seconds
        for _ in range(TRIES if view.game.board is None else 0):
            left = until - asyncio.get_running_loop().time()
            try:
                given = (level, view, secrets.randbits(63))
                line: str = await self.ask(think, *given, limit=left, asker=asker)
            except NotReady:
                self._say_not_ready()
                break
            except TooSlow:
                log.warning("an opponent did not answer in time")
                break
            except Exception:
                log.exception("an opponent failed")
                continue
            if line in view.legal:
                return line
        rng = random.Random(secrets.randbits(63))
        return await asyncio.to_thread(bots.in_haste, level, view, rng)

    def _say_not_ready(self) -> None:
        """Once for each time that the processes start, however many moves that takes."""
        if self._starting is not self._said_of:
            self._said_of = self._starting
            log.warning(
                "opponents, still being compiled, did not answer in time: plain moves so far"
            )

    async def ask(
        self, work: Callable[..., Any], *given: Any, limit: float, asker: Asker | None = None
    ) -> Any:
        """Let a process do some work, which is told first how many seconds are left for it.

        Waiting for a free process counts. Where none is free in time, or the work does not come
        back soon after, it is `TooSlow`, and a process that hangs is ended.
        """
        until = asyncio.get_running_loop().time() + limit
        left = functools.partial(_left, until)
        asker = asker or Asker()
        try:
            await asyncio.wait_for(self._turns.take(asker, limit), left())
        except TimeoutError:
            raise TooSlow from None
        began = time.monotonic()
        try:
            pool = self._ready_pool()
            assert self._starting is not None
            try:
                await asyncio.wait_for(asyncio.shield(self._starting), left())
            except TimeoutError:
                raise NotReady from None
            loop = asyncio.get_running_loop()
            granted = self._turns.granted(asker, left())
            answer = loop.run_in_executor(pool, at_work, work, granted, *given)
            try:
                return await asyncio.wait_for(answer, left() + self.settings.grace)
            except TimeoutError:
                log.warning("a process that thinks hangs and is ended")
                self._end(pool)
                raise TooSlow from None
        except BrokenProcessPool:
            log.warning("a process that thinks died and is started anew")
            self._end(pool)
            raise
        finally:
            self._turns.give_back(asker, time.monotonic() - began)

    def _ready_pool(self) -> ProcessPoolExecutor:
        """The processes; while they start, others wait and none of them is thought to hang."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            workers = max(1, self.settings.opponent_processes)
            pool = ProcessPoolExecutor(workers, mp_context=context, initializer=quiet)
            first = practise if self.settings.warm else awake
            started = [asyncio.wrap_future(pool.submit(first)) for _ in range(workers)]
            self._pool = pool
            self._starting = asyncio.gather(*started, return_exceptions=True)
            self._starting.add_done_callback(_complain)
        return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = self._starting = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def is_watched(live: Live) -> bool:
    """Whether anybody looks at a table, or did so only just now."""
    return bool(live.watchers) or time.monotonic() - live.visited < JUST_NOW


def _complain(started: asyncio.Future[list[object]]) -> None:
    """A process that could not get ready still answers, if more slowly."""
    for outcome in () if started.cancelled() else started.result():
        if isinstance(outcome, Exception) and not isinstance(outcome, BrokenProcessPool):
            log.error("opponents are not ready", exc_info=outcome)


def _left(until: float) -> float:
    return max(0.0, until - asyncio.get_running_loop().time())


@functools.cache
def trouble(level: str, game: str) -> TwoHallsError | None:
    """Why a level cannot play a game here, for whoever runs this server."""
    return bots.trouble(level, game)


def offered(settings: Settings, game: str) -> list[str]:
    """The levels this server offers for a game, weakest first."""
    known = bots.levels_of(game)
    return [level for level in settings.levels if level in known] or [bots.RANDOM]


def instead_of(game: str) -> str:
    """The level that plays for one that cannot."""
    return WITHOUT_WEIGHTS if WITHOUT_WEIGHTS in bots.levels_of(game) else bots.RANDOM


def quiet() -> None:
    """A process that thinks leaves it to its parent to end it, and never outlives it."""
    import signal

    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A server that was killed cannot end its processes any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def awake() -> None:
    """A process has started and knows the opponents."""
    import twohalls.bots.mind  # noqa: F401


def practise() -> None:
    """One short thought of every level at every game."""
    for name in GAMES:
        game = find_game(name)
        table = Table(game, [f"Player {seat}" for seat in range(game.players[0])])
        for level in bots.LEVELS:
            if trouble(level, name) is None:
                think(0.01, level, table.view(table.awaited[0]), 0)
        bots.prepare(name)


def at_work(work: Callable[..., Any], left: float, *given: Any) -> Any:
    """Runs in the process. What this package refuses does not travel; its sentence does."""
    try:
        return work(left, *given)
    except TwoHallsError as refused:
        raise RuntimeError(str(refused)) from None


def think(left: float, level: str, view: View, seed: int) -> str:
    """Runs in the opponent's process."""
    return bots.choose(level, view, bots.Budget(seconds=max(MOMENT, left)), random.Random(seed))
