"""Hints at one's turn and what decided a finished game, thought out in the opponents' processes.

Both are stored under what they are about before any work begins, so that whoever asks again, also
of another worker, finds the same; work that a worker left undone is taken up by the next who asks.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import logging
import random
from collections.abc import Coroutine
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from twohalls import bots
from twohalls.bots import advice
from twohalls.bots.advice import Analysis, Hint, Judged
from twohalls.games import find_game
from twohalls.kernel import record
from twohalls.kernel.errors import Illegal, NotYourTurn
from twohalls.kernel.table import Table, View
from twohalls.server.limits import Buckets
from twohalls.server.live import Live
from twohalls.server.opponents import MOMENT, Opponents
from twohalls.server.schema import analyses, hints
from twohalls.server.settings import Settings
from twohalls.server.store import Store, Taken
from twohalls.server.turns import Asker

PATIENCE = 120.0
"""Seconds after which advice that does not come is given up; the first waits for a compiler."""
QUIET = 20
"""Seconds without a word after which the worker that thought about something is taken for dead."""
LINES_AT_ONCE = 24
"""Lines that are judged between two reports, so that opponents get their turn in between."""
ADVISER = "boss"
"""The level whose thoughts hints are."""
FAILED = ""
ANALYSES = "analyses"
"""For whom all analyses are made, so that together they get the share of one client."""

log = logging.getLogger("twohalls.advice")


@dataclass(frozen=True)
class Asked:
    """What became of a question: it is being thought about, it failed, or here is the answer."""

    moment: str = ""
    done: int = 0
    failed: bool = False
    hint: Hint | None = None
    analysis: Analysis | None = None

    @property
    def is_thinking(self) -> bool:
        return not (self.failed or self.hint or self.analysis)


class Advice:
    """What this process was asked, and who thinks about it."""

    def __init__(self, store: Store, opponents: Opponents, settings: Settings) -> None:
        self.store = store
        self.opponents = opponents
        self.settings = settings
        self._asking = Buckets(settings.hint_rate)
        self._work: dict[tuple[object, ...], asyncio.Task[None]] = {}

    async def close(self) -> None:
        """What is not finished is left to the next worker."""
        work = list(self._work.values())
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    @property
    def now(self) -> int:
        return int(self.settings.clock())

    # --- Hints -------------------------------------------------------------------------------

    async def hint(self, live: Live, seat: int) -> Asked | None:
        """What was asked for a seat at this moment, if anything."""
        view = live.view(seat)
        if seat not in view.awaited:
            return None
        moment = moment_of(view)
        row = await self._row(hints, game=live.id, seat=seat, moment=moment)
        if row is None:
            return None
        if row.text is None:
            return Asked(moment, failed=row.since + self._hint_takes(live) < self.now)
        if row.text == FAILED:
            return Asked(moment, failed=True)
        return Asked(moment, hint=Hint(**_tupled(json.loads(row.text))))

    async def ask_hint(self, live: Live, seat: int, client: str) -> None:
        """Begin to think, unless that was done already; at one moment there is one hint."""
        view = live.view(seat)
        refuse_thoughtless(live.table)
        if not live.hints_allowed:
            raise Illegal("hints are not allowed at this table")
        if live.ended is not None or seat not in view.awaited:
            raise NotYourTurn("it is not this seat’s turn")
        before = await self.hint(live, seat)
        if before is not None and not before.failed:
            return
        self._asking.take(client)
        which = {"game": live.id, "seat": seat, "moment": moment_of(view)}
        if await self._claim(hints, which, self._hint_takes(live)):
            seconds = self.opponents.seconds_of(live)
            asker = Asker(client, live.id)
            self._begin(("hint", *which.values()), self._think(which, view, seconds, asker))

    def _hint_takes(self, live: Live) -> int:
        return int(QUIET + PATIENCE + self.opponents.seconds_of(live))

    async def _think(self, which: dict[str, Any], view: View, seconds: float, asker: Asker) -> None:
        text = FAILED
        try:
            seed = random.SystemRandom().getrandbits(63)
            ask = (find_hint, view, seconds, seed)
            limit = seconds + PATIENCE
            text = json.dumps(await self.opponents.ask(*ask, limit=limit, asker=asker))
        finally:
            await self._write(hints, which, text=text)

    # --- Analyses ----------------------------------------------------------------------------

    async def analysis(self, game: str, table: Table) -> Asked | None:
        """How far the analysis of a finished game is; one that a worker left is taken up."""
        row = await self._row(analyses, game=game)
        if row is None:
            return None
        if row.text == FAILED:
            return Asked(failed=True)
        if row.text is not None:
            return Asked(analysis=Analysis(**_tupled(json.loads(row.text))))
        if row.since + QUIET < self.now:
            await self.ask_analysis(game, table)
        return Asked(done=row.done)

    async def ask_analysis(self, game: str, table: Table) -> None:
        """Begin, unless it was begun or is there already."""
        if not table.over:
            raise Illegal("only a finished game can be analysed")
        if table.game.board is not None:
            raise Illegal("a game on another board cannot be analysed")
        refuse_thoughtless(table)
        if await self._claim(analyses, {"game": game}, QUIET):
            self._begin(("analysis", game), self._analyse(game, table))

    async def _analyse(self, game: str, table: Table) -> None:
        text: str | None = FAILED
        which = {"game": game}
        try:
            lines, judged = table.record(), await self._so_far(game)
            while len(judged) <= len(table.lines):
                numbers = (len(judged), min(len(judged) + LINES_AT_ONCE, len(table.lines) + 1))
                judged += await self._patiently(which, judge_lines, lines, *numbers)
                part = json.dumps([asdict(one) for one in judged])
                found = {"done": len(judged) - 1, "part": part}
                await self._write(analyses, which, since=self.now, **found)
            text = json.dumps(asdict(advice.analysis_of(judged)))
        except asyncio.CancelledError:
            await self._write(analyses, which, since=0)
            text = None
            raise
        finally:
            if text is not None:
                await self._write(analyses, which, text=text)

    async def _so_far(self, game: str) -> list[Judged]:
        """What a worker before found out."""
        row = await self._row(analyses, game=game)
        found = json.loads(row.part) if row is not None and row.part else []
        return [Judged(**_tupled(one)) for one in found]

    async def _patiently(self, which: dict[str, Any], work: Any, *given: Any) -> Any:
        """Ask the processes; meanwhile say now and then that somebody is at it."""
        asker = Asker(ANALYSES, which["game"])
        asked = asyncio.ensure_future(self.opponents.ask(work, *given, limit=PATIENCE, asker=asker))
        try:
            while not (await asyncio.wait([asked], timeout=QUIET / 4))[0]:
                await self._write(analyses, which, since=self.now)
            return await asked
        finally:
            asked.cancel()

    # --- How ---------------------------------------------------------------------------------

    def _begin(self, key: tuple[object, ...], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._work[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: tuple[object, ...], done: asyncio.Task[None]) -> None:
        if self._work.get(key) is done:
            del self._work[key]
        if not done.cancelled() and (failure := done.exception()) is not None:
            log.error("advice failed", exc_info=failure)

    async def _row(self, table: sa.Table, **which: Any) -> sa.Row[Any] | None:
        query = table.select().where(*_is(table, which))
        return await self.store.read(lambda db: db.execute(query).one_or_none())

    async def _write(self, table: sa.Table, which: dict[str, Any], **values: Any) -> None:
        """Change what is not finished yet."""
        change = table.update().where(*_is(table, which), table.c.text.is_(None)).values(**values)
        await self.store.write(lambda db: db.execute(change).rowcount)

    async def _claim(self, table: sa.Table, which: dict[str, Any], quiet: int) -> bool:
        """Whether the work is this worker's: nobody has begun, it failed, or who began is gone."""
        now = self.now

        def work(db: sa.Connection) -> bool:
            old = db.execute(table.select().where(*_is(table, which))).one_or_none()
            if old is None:
                first = {"done": 0} if "done" in table.c else {}
                db.execute(table.insert().values(**which, since=now, **first))
                return True
            if old.text == FAILED or (old.text is None and old.since + quiet < now):
                # Of several workers that look at the same moment one finds it as it was.
                as_it_was = (
                    table.c.since == old.since,
                    table.c.text.is_not_distinct_from(old.text),
                )
                again = table.update().where(*_is(table, which), *as_it_was)
                return bool(db.execute(again.values(since=now, text=None)).rowcount)
            return False

        try:
            return await self.store.write(work)
        except Taken:
            return False


def refuse_thoughtless(table: Table) -> None:
    """Advice comes from opponents who think."""
    if (reason := bots.trouble(ADVISER, table.game.name)) is not None:
        raise reason


def moment_of(view: View) -> str:
    """A name for all that a seat has seen happen: others' sealed answers do not change it."""
    return hashlib.sha256("\n".join(view.lines).encode()).hexdigest()[:24]


def _is(table: sa.Table, which: dict[str, Any]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in which.items()]


def _tupled(value: Any) -> Any:
    """What JSON made lists of."""
    if isinstance(value, dict):
        return {name: _tupled(inner) for name, inner in value.items()}
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


# --- In the process ----------------------------------------------------------------------------


def find_hint(left: float, view: View, seconds: float, seed: int) -> dict[str, Any]:
    """A hint from what the seat knows."""
    bots.prepare(view.game.name)
    budget = bots.Budget(seconds=max(MOMENT, min(left, seconds)))
    return asdict(advice.hint(view, budget, random.Random(seed)))


def judge_lines(left: float, text: str, first: int, end: int) -> list[Judged]:
    """The lines of a record judged, from `first` until before `end`."""
    table = _read(text)
    return [advice.judge(table, number) for number in range(first, end)]


@functools.lru_cache(maxsize=4)
def _read(text: str) -> Table:
    return record.read(text, find_game)
