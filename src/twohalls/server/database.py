"""The connection to the database: what is acknowledged is on the disk.

One thread writes. What arrives while the disk is busy shares the next commit, each inside a
savepoint of its own, so that a refused one leaves the others alone; within a commit the tables are
touched in the same order by every worker, so that none waits for another in a circle.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

from twohalls.server.news import News, ignored, news_of
from twohalls.server.schema import devices, rights

T = TypeVar("T")
FEW = 8
PART = 3
"""What is committed together: so many, or the third part of all that waits where that is more. A
crowd that is committed whole goes on to the next worker whole, while the others have nothing to
do; but where the disk is slow, many must share a commit."""
READERS = 4
BUSY_TIMEOUT = 10_000
"""Milliseconds for which is waited where somebody else holds what is to be written."""
CONNECT_TIMEOUT = 5
POSTGRES = "postgresql+psycopg"
MIGRATING = 20_210_731
"""The number under which PostgreSQL's workers wait for the one that migrates."""
TRIES = 5
IN_A_CIRCLE = ("40001", "40P01")
"""What PostgreSQL answers when workers got into each other's way: one of them begins again."""
HELD_BACK = "55P03"
"""What it answers when somebody else held something for too long."""
LEAVES_RIGHTS = {"leaves_rights": True}
"""The option of a statement that changes nothing in who may do what."""
log = logging.getLogger("twohalls.database")


class Gone(Exception):
    """The file of the database was deleted or replaced while the server ran."""


class NoDriver(Exception):
    """What talks to the database is not installed."""


class Taken(Exception):
    """Somebody else stored this number, or this table, first."""


class Database:
    """Reading and writing; both are awaited and run in threads."""

    def __init__(self, url: str) -> None:
        self.url = url_of(url)
        self.worker = secrets.token_hex(4)
        """Tells this worker from all others of the database."""
        self._writing = _engine(self.url, "BEGIN IMMEDIATE", pool_size=1)
        self._reading = _engine(self.url, "BEGIN", pool_size=READERS)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._work: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._committing = False
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._migrate()
        self._file = self._identity()
        self.news: News = news_of(self.url, self._reading, self.worker)
        self.on_change: Callable[[str], object] = ignored
        """Called when a table is another in the database than its worker has in memory."""
        self.rights_known = 0
        """Counts how often this worker changed who may do what."""
        sa.event.listen(self._writing, "before_execute", _note_rights)
        self._writer.start()

    def age_of_rights(self) -> tuple[int, int, int]:
        """Another value whenever who may do what may have changed."""
        return self.news.age(), self.news.rights, self.rights_known

    @property
    def waiting(self) -> int:
        """Pieces of writing that wait for the disk."""
        return self._work.qsize()

    @property
    def is_postgres(self) -> bool:
        return self.url.get_backend_name() == "postgresql"

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        self._work.put(None)
        self._writer.join(timeout=10)
        self.news.close()
        # Who asked may be gone while it is being read; the connection is given back all the same.
        self._readers.shutdown(cancel_futures=True)
        self._writing.dispose()
        self._reading.dispose()

    async def answers(self) -> None:
        """Fails as long as the database is away."""
        await self.read(lambda db: db.execute(sa.select(1)).scalar())

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        def run() -> T:
            try:
                with self._reading.connect() as db:
                    return work(db)
            except DBAPIError as failure:
                if not failure.connection_invalidated:
                    raise
            # It was of before the database was away; there may be a fresh one.
            with self._reading.connect() as db:
                return work(db)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def write(
        self,
        work: Callable[[sa.Connection], T],
        about: str = "",
        quiet: bool = False,
        told: str = "",
    ) -> Awaitable[T]:
        """Put some work on the list of the writer; to be awaited by who needs to know.

        `about` is the table that it changes, if it is one; others hear of it unless it is `quiet`,
        and with it what they are `told`, if that is all that changes.
        """
        job = _Job(work, about, quiet, told, asyncio.get_running_loop().create_future())
        self._work.put(job)
        return job.done

    def _write(self) -> None:
        """One thread writes; what is waiting is committed together."""
        last = False
        while not last:
            batch = []
            job = self._work.get()
            most = max(FEW, (1 + self.waiting) // PART)
            while job is not None:
                batch.append(job)
                if len(batch) == most:
                    break
                try:
                    job = self._work.get_nowait()
                except queue.Empty:
                    break
            last = job is None
            if batch:
                self._commit(sorted(batch, key=lambda job: job.about))

    def _commit(self, batch: list[_Job]) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._run(batch)
                break
            except Exception as failure:  # the disk is full, the database is gone
                self.news.failed()
                if left and (_can_be_repeated(failure) or self._was_lost(failure)):
                    continue
                for job in batch:
                    job.answer = _answer(failure)
                break
        for job in batch:
            with contextlib.suppress(RuntimeError):  # all who asked have ended meanwhile
                job.done.get_loop().call_soon_threadsafe(job.tell)

    def _was_lost(self, failure: Exception) -> bool:
        """Whether the connection broke before anything could have been committed."""
        lost = isinstance(failure, DBAPIError) and failure.connection_invalidated
        return lost and not self._committing

    def _run(self, batch: list[_Job]) -> None:
        self._committing = False
        with self._writing.connect() as db:
            db.info.update(rights=False, changed=set())
            with db.begin():
                self.news.begin(db)
                if len(batch) == 1:  # refused, it takes nothing else with it
                    batch[0].answer = batch[0].work(db)
                else:
                    for job in batch:
                        job.run_among_others(db)
                told = dict.fromkeys((job.about, job.told) for job in batch if job.is_news)
                self.news.announce(db, told, db.info["rights"])
                self._refuse_another_file()
                self._committing = True
            self._refuse_another_file()
            self.news.committed()
            self.rights_known += bool(db.info["rights"])
            for table in db.info["changed"]:
                self.on_change(table)

    def _refuse_another_file(self) -> None:
        if self._identity() != self._file:
            raise Gone("the file of the database is not the one that was opened: start again")

    def _identity(self) -> tuple[int, int] | None:
        """Which file the database is; what is written into one that has no name is lost."""
        name = self.url.database
        if self.is_postgres or not name or name == ":memory:":
            return None
        try:
            found = os.stat(name)
        except FileNotFoundError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def _migrate(self) -> None:
        """Bring the database to the present form; the first worker does it, others wait."""
        folder = Path(__file__).parent / "migrations"
        with self._writing.begin() as db:
            if self.is_postgres:
                db.exec_driver_sql("SET LOCAL lock_timeout = 0")
                db.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            config = Config()
            config.set_main_option("script_location", str(folder))
            config.attributes["connection"] = db
            command.upgrade(config, "head")


class _Job:
    """One piece of writing and what became of it."""

    def __init__(
        self,
        work: Callable[[sa.Connection], Any],
        about: str,
        quiet: bool,
        told: str,
        done: asyncio.Future[Any],
    ) -> None:
        self.work = work
        self.about = about
        self.quiet = quiet
        self.told = told
        self.done = done
        self.answer: Any = None

    @property
    def is_news(self) -> bool:
        """Whether a table is another now, for whoever has it in memory."""
        return bool(self.about) and not self.quiet and not isinstance(self.answer, Exception)

    def run_among_others(self, db: sa.Connection) -> None:
        try:
            with db.begin_nested():
                self.answer = self.work(db)
        except DBAPIError as failure:
            # What waited in vain is not waited for again by each of the others.
            whole = _can_be_repeated(failure) or _code(failure) == HELD_BACK
            if whole or failure.connection_invalidated:
                raise
            self.answer = _answer(failure)
        except Exception as failure:  # its own affair: what is committed with it stands
            self.answer = failure

    def tell(self) -> None:
        """Runs where it was asked for; who asked may have left."""
        if self.done.done():
            return
        if isinstance(self.answer, Exception):
            self.done.set_exception(self.answer)
        else:
            self.done.set_result(self.answer)


def _answer(failure: Exception) -> Exception:
    """How a failure is told: a row that was there already is somebody else's."""
    return Taken() if isinstance(failure, IntegrityError) else failure


def _can_be_repeated(failure: Exception) -> bool:
    """Whether workers were only in each other's way."""
    return _code(failure) in IN_A_CIRCLE


def _code(failure: Exception) -> str | None:
    """What PostgreSQL calls it."""
    code: str | None = getattr(getattr(failure, "orig", None), "sqlstate", None)
    return code


def _note_rights(
    db: sa.Connection, statement: Any, _several: Any, _values: Any, options: Mapping[str, Any]
) -> None:
    """Who may do what changes with these tables, unless a statement says that it does not."""
    changes = isinstance(statement, sa.UpdateBase) and statement.table in (rights, devices)
    if changes and not options.get("leaves_rights"):
        db.info["rights"] = True


def insert(dialect: str, table: sa.Table) -> Any:
    """A row that may be there already, as the database at hand says it."""
    kind: Any = postgresql if dialect == "postgresql" else sqlite
    return kind.insert(table)


def upsert(
    db: sa.Connection,
    table: sa.Table,
    row: Mapping[str, Any],
    where: sa.ColumnElement[bool] | None = None,
) -> Any:
    """A row that takes the place of the one under its key, if that one is as expected."""
    keys = [column.name for column in table.primary_key]
    other = {name: value for name, value in row.items() if name not in keys}
    return (
        insert(db.dialect.name, table)
        .values(**row)
        .on_conflict_do_update(index_elements=keys, set_=other, where=where)
    )


def add_once(db: sa.Connection, table: sa.Table, row: Mapping[str, Any]) -> None:
    """A row, unless it is there already; another worker may be adding it at this moment."""
    db.execute(insert(db.dialect.name, table).values(**row).on_conflict_do_nothing())


def url_of(url: str) -> sa.URL:
    """A database's URL as a host writes it: `postgres://` and `postgresql://` mean the same."""
    found = sa.make_url(url)
    if found.drivername in ("postgres", "postgresql"):
        found = found.set(drivername=POSTGRES)
    return found


def _engine(url: sa.URL, begin: str, pool_size: int) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        if find_spec("psycopg") is None:
            raise NoDriver("PostgreSQL needs its driver: pip install 'twohalls[postgres]'")
        # What is read together is of one moment, as it is with SQLite.
        level = "READ COMMITTED" if begin == "BEGIN IMMEDIATE" else "REPEATABLE READ"
        engine = sa.create_engine(
            url,
            pool_size=pool_size,
            hide_parameters=True,
            isolation_level=level,
            connect_args={"connect_timeout": CONNECT_TIMEOUT},
        )

        @sa.event.listens_for(engine, "connect")
        def wait_no_longer(connection: Any, _record: Any) -> None:
            connection.execute(f"SET lock_timeout = {BUSY_TIMEOUT}")
            connection.commit()

        return engine
    # Names, moves and hashes of tokens are nobody's business who reads a log.
    engine = sa.create_engine(
        url, pool_size=pool_size, poolclass=sa.QueuePool, hide_parameters=True
    )

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
