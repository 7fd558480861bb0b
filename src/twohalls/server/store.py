"""The database: what is acknowledged is on the disk.

Writes that arrive while the disk is busy share the next commit, each inside a savepoint of its
own, so that a refused one leaves the others alone.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from twohalls.kernel.table import Entry
from twohalls.server.schema import entries, games, rights, seats

T = TypeVar("T")
MOST_AT_ONCE = 256
BUSY_TIMEOUT = 10_000


class Taken(Exception):
    """Somebody else stored this number, or this table, first."""


@dataclass(frozen=True)
class Seat:
    """A place at a table and who sits there."""

    number: int
    name: str
    kind: str

    @property
    def is_opponent(self) -> bool:
        return self.kind not in ("person", "open")


@dataclass(frozen=True)
class Right:
    """What a token allows: `owner`, `watch`, or a `seat`."""

    game: str
    role: str
    seat: int | None


@dataclass(frozen=True)
class Stored:
    """A table as the database has it."""

    id: str
    game: str
    options: dict[str, str]
    created: int
    changes: int
    again: str | None
    seats: tuple[Seat, ...]
    log: tuple[Entry, ...]


class Store:
    """All reading and writing; methods are awaited and run in threads."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self._writing = _engine(self.url, "BEGIN IMMEDIATE", pool_size=1)
        self._reading = _engine(self.url, "BEGIN", pool_size=4)
        self._work: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._migrate()
        self._writer.start()

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        self._work.put(None)
        self._writer.join(timeout=10)
        self._writing.dispose()
        self._reading.dispose()

    # --- Tables --------------------------------------------------------------------------------

    async def create(
        self, table: Stored, holders: Iterable[tuple[str, Right]], again_of: str | None = None
    ) -> None:
        """A new table with its first entries; `Taken` if it is there already."""

        def work(db: sa.Connection) -> None:
            db.execute(
                games.insert().values(
                    id=table.id,
                    game=table.game,
                    options=json.dumps(table.options),
                    created=table.created,
                    version=len(table.log),
                    changes=0,
                )
            )
            db.execute(
                seats.insert(),
                [
                    {"game": table.id, "seat": seat.number, "name": seat.name, "kind": seat.kind}
                    for seat in table.seats
                ],
            )
            db.execute(rights.insert(), [_right_row(holder, right) for holder, right in holders])
            if table.log:
                db.execute(entries.insert(), _entry_rows(table.id, 0, table.log))
            if again_of is not None:
                _change(db, again_of, again=table.id)

        await self._do(work)

    async def load(self, game: str) -> Stored | None:
        def work(db: sa.Connection) -> Stored | None:
            row = db.execute(games.select().where(games.c.id == game)).one_or_none()
            if row is None:
                return None
            return Stored(
                row.id,
                row.game,
                json.loads(row.options),
                row.created,
                row.changes,
                row.again,
                tuple(
                    Seat(seat.seat, seat.name, seat.kind)
                    for seat in db.execute(
                        seats.select().where(seats.c.game == game).order_by(seats.c.seat)
                    )
                ),
                tuple(
                    Entry(entry.kind, entry.seat, entry.text, entry.key)
                    for entry in db.execute(
                        entries.select().where(entries.c.game == game).order_by(entries.c.number)
                    )
                ),
            )

        return await self._read(work)

    async def append(self, game: str, after: int, log: Sequence[Entry]) -> None:
        """Entries that follow the first `after`, all or none; `Taken` if somebody was quicker."""

        def work(db: sa.Connection) -> None:
            db.execute(_INSERT_ENTRY, _entry_rows(game, after, log))
            db.execute(_SET_VERSION, {"table": game, "now": after + len(log)})

        await self._do(work)

    async def stamps(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The version and the changes of tables, for a look whether they are still the same."""

        def work(db: sa.Connection) -> dict[str, tuple[int, int]]:
            rows = db.execute(_STAMPS, {"ids": list(ids)})
            return {row.id: (row.version, row.changes) for row in rows}

        return await self._read(work)

    async def sit_down(self, game: str, seat: int, name: str, holder: str | None) -> None:
        """A person takes a seat, and `holder` the right to it."""

        def work(db: sa.Connection) -> None:
            if holder is not None:
                _add_right(db, holder, Right(game, "seat", seat))
            db.execute(
                seats.update()
                .where(seats.c.game == game, seats.c.seat == seat)
                .values(name=name, kind="person")
            )
            _change(db, game)

        await self._do(work)

    async def set_seat(self, game: str, seat: int, name: str, kind: str) -> None:
        """Who sits there changes, as when the owner hands a seat to an opponent."""

        def work(db: sa.Connection) -> None:
            where = (seats.c.game == game, seats.c.seat == seat)
            db.execute(seats.update().where(*where).values(name=name, kind=kind))
            _change(db, game)

        await self._do(work)

    # --- Rights --------------------------------------------------------------------------------

    async def grant(self, holder: str, right: Right) -> None:
        await self._do(lambda db: _add_right(db, holder, right))

    async def rights_of(self, holders: Sequence[str], game: str | None = None) -> list[Right]:
        """What tokens allow, at one table or anywhere."""

        def work(db: sa.Connection) -> list[Right]:
            query = rights.select().where(rights.c.holder.in_(holders))
            if game is not None:
                query = query.where(rights.c.game == game)
            return [Right(row.game, row.role, row.seat or None) for row in db.execute(query)]

        return await self._read(work)

    async def newest(self, holder: str, most: int) -> list[str]:
        """The tables a browser has a right at, the newest first."""

        def work(db: sa.Connection) -> list[str]:
            query = (
                sa.select(games.c.id)
                .join(rights, rights.c.game == games.c.id)
                .where(rights.c.holder == holder)
                .group_by(games.c.id)
                .order_by(games.c.created.desc())
                .limit(most)
            )
            return [row.id for row in db.execute(query)]

        return await self._read(work)

    # --- How ------------------------------------------------------------------------------------

    async def _read(self, work: Callable[[sa.Connection], T]) -> T:
        def run() -> T:
            with self._reading.connect() as db:
                return work(db)

        return await asyncio.get_running_loop().run_in_executor(None, run)

    async def _do(self, work: Callable[[sa.Connection], T]) -> T:
        job = _Job(work)
        self._work.put(job)
        return cast(T, await asyncio.wrap_future(job.done))

    def _write(self) -> None:
        """One thread writes; what is waiting is committed together."""
        last = False
        while not last:
            batch = []
            job = self._work.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST_AT_ONCE:
                    break
                try:
                    job = self._work.get_nowait()
                except queue.Empty:
                    break
            last = job is None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._writing.begin() as db:
                for job in batch:
                    job.run(db)
        except Exception as failure:  # the disk is full, the database is gone
            for job in batch:
                job.answer = failure
        for job in batch:
            job.tell()

    def _migrate(self) -> None:
        """Bring the database to the present form; the first worker does it, others wait."""
        folder = Path(__file__).parent / "migrations"
        with self._writing.begin() as db:
            config = Config()
            config.set_main_option("script_location", str(folder))
            config.attributes["connection"] = db
            command.upgrade(config, "head")


class _Job:
    """One piece of writing and what became of it."""

    def __init__(self, work: Callable[[sa.Connection], Any]) -> None:
        self.work = work
        self.done: Future[Any] = Future()
        self.answer: Any = None

    def run(self, db: sa.Connection) -> None:
        try:
            with db.begin_nested():
                self.answer = self.work(db)
        except IntegrityError:
            self.answer = Taken()
        except SQLAlchemyError as failure:
            self.answer = failure

    def tell(self) -> None:
        if not self.done.set_running_or_notify_cancel():
            return
        if isinstance(self.answer, Exception):
            self.done.set_exception(self.answer)
        else:
            self.done.set_result(self.answer)


_INSERT_ENTRY = entries.insert()
_SET_VERSION = (
    games.update().where(games.c.id == sa.bindparam("table")).values(version=sa.bindparam("now"))
)
_STAMPS = sa.select(games.c.id, games.c.version, games.c.changes).where(
    games.c.id.in_(sa.bindparam("ids", expanding=True))
)


def _entry_rows(game: str, after: int, log: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "game": game,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "key": entry.key,
        }
        for number, entry in enumerate(log, after + 1)
    ]


def _right_row(holder: str, right: Right) -> dict[str, Any]:
    return {"holder": holder, "game": right.game, "role": right.role, "seat": right.seat or 0}


def _add_right(db: sa.Connection, holder: str, right: Right) -> None:
    row = _right_row(holder, right)
    held = [rights.c[name] == value for name, value in row.items()]
    if db.execute(sa.select(rights.c.holder).where(*held)).first() is None:
        db.execute(rights.insert(), [row])


def _change(db: sa.Connection, game: str, **values: Any) -> None:
    db.execute(
        games.update().where(games.c.id == game).values(changes=games.c.changes + 1, **values)
    )


def _engine(url: sa.URL, begin: str, pool_size: int) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_size=pool_size, pool_pre_ping=True)
    engine = sa.create_engine(url, pool_size=pool_size, poolclass=sa.QueuePool)

    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for setting in (
            f"busy_timeout={BUSY_TIMEOUT}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def start(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def now() -> int:
    return int(time.time())
