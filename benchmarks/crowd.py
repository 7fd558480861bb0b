"""Many who look on, and many tables: `python -m benchmarks.crowd [--short]`.

A thousand watchers of one table, each of whom must hear of every move. Ten thousand tables in the
database, in the middle of their games, and a thousand of them open in somebody's browser: what that
costs while nothing happens, what it holds in memory, and what it takes to open one more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import tempfile
import time
import zlib
from dataclasses import dataclass

import sqlalchemy as sa
from tests.postgres import Postgres

from twohalls import games
from twohalls.games import find_game
from twohalls.kernel.table import Table
from twohalls.server import identity
from twohalls.server.database import url_of
from twohalls.server.schema import entries, rights, seats, waits
from twohalls.server.schema import games as tables
from twohalls.server.store import Right, Seat, Store, Stored, Wait
from twohalls.web.bench import (
    Http,
    Play,
    end_when_told,
    new_play,
    processor_seconds,
    resident,
    served,
    streams_of,
    unlimited,
    watch,
)

NAMES = ("Ada", "Bert", "Cleo")
FIRST = "T0"
WATCH = "w" * 43
"""The token of the link by which the first table is watched."""
GZIP = 31


@dataclass(frozen=True)
class Size:
    watchers: int
    stored: int
    live: int
    entries: int
    """How far the stored games are."""
    opened: int
    """Tables over which the time to open one is taken."""
    seconds: float
    """For how long nothing happens."""


FULL = Size(watchers=1000, stored=10_000, live=1000, entries=180, opened=50, seconds=10)
SHORT = Size(watchers=20, stored=50, live=10, entries=30, opened=3, seconds=0.5)


# --- One table, many eyes ----------------------------------------------------------------------


class Reader:
    """A watcher's browser, as far as it reads the numbers of the events on its stream."""

    def __init__(self, stream: Http) -> None:
        self.stream = stream
        self.heard: list[bytes] = []
        self.woken = asyncio.Event()
        # `streams_of` took the frame and an empty block.
        self._unpack = zlib.decompressobj(-zlib.MAX_WBITS)
        self._text = b""

    async def read_on(self) -> None:
        while True:
            self._text += self._unpack.decompress(await self.stream.chunk())
            *whole, self._text = self._text.split(b"\n\n")
            self.heard += [
                found[0] for event in whole if (found := re.findall(rb"^id:(.*)", event))
            ]
            self.woken.set()


async def many_watch(port: int, pid: int, size: Size) -> None:
    play = await new_play(port)
    before = resident(pid)
    readers = [Reader(stream) for stream in await watch(port, play, size.watchers)]
    tasks = [asyncio.ensure_future(reader.read_on()) for reader in readers]
    play.http = await Http(port).open()  # the one before was idle for too long
    times, used = [], processor_seconds(pid)
    while True:
        for reader in readers:
            reader.woken.clear()
        started = time.perf_counter()
        if not await play.move():
            break
        await asyncio.gather(*(reader.woken.wait() for reader in readers))
        times.append(1000 * (time.perf_counter() - started))
    used = processor_seconds(pid) - used
    held = (resident(pid) - before) / size.watchers / 1000
    for task in tasks:
        task.cancel()
    heard = {tuple(reader.heard) for reader in readers}
    steps = sorted({len(one) for one in heard})
    missed = sum(reader.heard[-1:] != readers[0].heard[-1:] for reader in readers)
    for reader in readers:
        reader.stream.close()
    print(f"watchers {size.watchers}, moves {len(times)}, left behind {missed}, steps {steps}")
    print(
        f"  processor {1000 * used / len(times):.1f} ms a move, "
        f"last watcher {statistics.median(times):.0f} ms median, {max(times):.0f} worst, "
        f"{held:.0f} KB a stream"
    )


# --- Many tables -------------------------------------------------------------------------------


def middle_of_a_game(size: Size) -> Stored:
    """A game so many entries long, played by chance."""
    table, rng = Table(find_game(games.GAMES[0]), NAMES, {}), random.Random(1)
    while len(table.log) < size.entries and not table.over:
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal), table.version, f"{table.version}")
    sitting = tuple(Seat(number, name, "person") for number, name in enumerate(NAMES, 1))
    now = int(time.time())
    awaited = {seat: Wait(now) for seat in table.awaited}
    log = tuple(table.log)
    return Stored(FIRST, games.GAMES[0], table.options, now, 0, None, sitting, log, waits=awaited)


async def fill(url: str, size: Size) -> None:
    """So many tables alike, each with a log of its own."""
    store = Store(url)
    watching = [(identity.hashed(WATCH), Right(FIRST, "watch", None))]
    await store.create(middle_of_a_game(size), watching)
    store.close()
    engine = sa.create_engine(url_of(url))
    with engine.begin() as db:
        db.execute(sa.text("CREATE TABLE bench_ids (id VARCHAR(24) PRIMARY KEY)"))
        ids = [{"id": f"T{number}"} for number in range(1, size.stored)]
        db.execute(sa.text("INSERT INTO bench_ids (id) VALUES (:id)"), ids)
        for table, whose in ((tables, "id"), *((one, "game") for one in (seats, entries, waits))):
            copy_to_all(db, table, whose, table.c[whose] == FIRST)
    engine.dispose()


def copy_to_all(
    db: sa.Connection, table: sa.Table, whose: str, rows: sa.ColumnElement[bool]
) -> None:
    ids = sa.table("bench_ids", sa.column("id"))
    kept = [column for column in table.columns if column.name != whose]
    kept = [column for column in kept if column.autoincrement is not True]
    chosen = sa.select(ids.c.id, *kept).select_from(table.join(ids, sa.true())).where(rows)
    db.execute(table.insert().from_select([whose, *(column.name for column in kept)], chosen))


async def browser_of_all(port: int, url: str) -> str:
    """A browser that came by the link of the first table, and may watch all others, too."""
    http = await Http(port).open()
    _, found, _ = await http.ask("GET", f"/w/{WATCH}")
    http.close()
    cookie: str = found["set-cookie"].partition(";")[0]
    holder = identity.hashed(cookie.partition("=")[2])
    engine = sa.create_engine(url_of(url))
    with engine.begin() as db:
        copy_to_all(db, rights, "game", rights.c.holder == holder)
    engine.dispose()
    return cookie


async def many_tables(port: int, pid: int, url: str, size: Size) -> None:
    cookie = await browser_of_all(port, url)
    left = iter(range(1, size.stored))
    said = [f"stored {size.stored}, {size.entries} entries each"]

    async def idle() -> str:
        await asyncio.sleep(1)
        before = processor_seconds(pid)
        await asyncio.sleep(size.seconds)
        spent = 1000 * (processor_seconds(pid) - before) / size.seconds
        return f"idle {spent:.1f} ms of processor a second, {resident(pid) / 1e6:.0f} MB"

    async def opening() -> str:
        times, before = [], processor_seconds(pid)
        for _ in range(size.opened):
            http = await Http(port).open()
            started = time.perf_counter()
            status, _, _ = await http.ask("GET", f"/t/T{next(left)}", Cookie=cookie)
            times.append(1000 * (time.perf_counter() - started))
            assert status == 200
            http.close()
        spent = 1000 * (processor_seconds(pid) - before) / size.opened
        return (
            f"one opens in {spent:.1f} ms of processor, {statistics.median(times):.0f} by the clock"
        )

    async def move() -> str:
        play = await new_play(port)
        await play.move()
        before, moves = processor_seconds(pid), 0
        while await play.move():
            moves += 1
        play.http.close()
        return f"a move {1000 * (processor_seconds(pid) - before) / moves:.1f} ms of processor"

    said += ["none live: " + ", ".join([await idle(), await opening(), await move()])]
    before = resident(pid)
    streams = []
    for _ in range(size.live):
        play = Play(Http(port), {"id": f"T{next(left)}", "watch": "", "version": 0, "seats": []}, 1)
        streams += await streams_of(port, play, cookie, 1)
    held = (resident(pid) - before) / size.live / 1000
    said += [f"{size.live} live, {held:.0f} KB each: " + ", ".join([await idle(), await opening()])]
    said[-1] += ", " + await move()
    for stream in streams:
        stream.close()
    print("\n  ".join(said))


def measure(url: str, size: Size) -> None:
    asyncio.run(fill(url, size))
    with served(unlimited(url, most_streams=5000, streams_each=5000)) as (port, pid):
        asyncio.run(many_watch(port, pid, size))
        asyncio.run(many_tables(port, pid, url, size))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    parser.add_argument("--short", action="store_true", help="only show that it works")
    size = SHORT if parser.parse_args().short else FULL
    end_when_told()
    print(f"{os.cpu_count()} cores, load {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    with tempfile.TemporaryDirectory() as folder:
        print("SQLite")
        measure(f"sqlite:///{folder}/tables.db", size)
    postgres = Postgres()
    try:
        print("PostgreSQL")
        measure(postgres.new_database(), size)
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
