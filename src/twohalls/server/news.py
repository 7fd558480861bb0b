"""What other workers of the same database stored: how this one hears of it.

A table in memory is the truth of its worker until it hears otherwise. SQLite is asked for a number
that every commit raises, which takes microseconds; PostgreSQL tells by itself, in the transaction
that stores, which table it was.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import sqlalchemy as sa

CHANNEL = "twohalls"
RIGHTS = "*"
"""Said instead of a table's id when it changed who may do what."""
LARGEST = 2**31 - 1
LONGEST = 7900
"""What may be told at once; PostgreSQL takes 8000 bytes."""
Told = tuple[str, str]
"""The id of a table, and what is told of it."""
PATIENCE = 1.0
"""Seconds between attempts to listen again, and at which a listener looks whether it is to end."""
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :said)")
log = logging.getLogger("twohalls.database")


class News(Protocol):
    """How one worker tells the others, and hears of them."""

    tells: bool
    """Whether `on_news` is called with what changed, so that nobody needs to look."""
    rights: int
    """Counts how often others changed who may do what, where they tell it."""
    on_news: Callable[[str | None, str], None]
    """Called in another thread with a table's id, or None when anything may have changed, and
    with what its worker told of it."""

    def age(self) -> int:
        """Another number whenever anything may have changed that was not told."""

    def begin(self, db: sa.Connection) -> None:
        """A transaction begins that writes."""

    def announce(self, db: sa.Connection, tables: Iterable[Told], rights: bool) -> None:
        """The transaction is about to end; these tables are others then."""

    def committed(self) -> None: ...

    def failed(self) -> None: ...

    def close(self) -> None: ...


def news_of(url: sa.URL, engine: sa.Engine, worker: str) -> News:
    return Listener(url, worker) if url.get_backend_name() == "postgresql" else Pulse(engine)


def ignored(table: object, told: object = "") -> None:
    """Before anybody wants to know."""


class Pulse:
    """SQLite: `user_version`, a number in the head of the file, counts the commits.

    If it is the one that this worker wrote last, nobody else has written since.
    """

    tells = False

    def __init__(self, engine: sa.Engine) -> None:
        self.rights = 0
        self.on_news: Callable[[str | None, str], None] = ignored
        self._looking = engine.raw_connection()
        self._lock = threading.Lock()
        self._age = 0
        self._last = self._coming = self._read(self._looking.driver_connection)

    def age(self) -> int:
        with self._lock:
            now = self._read(self._looking.driver_connection)
            if now != self._last and now != self._coming:
                self._age += 1
                self._last = now
            return self._age

    def begin(self, db: sa.Connection) -> None:
        with self._lock:
            now = self._read(db.connection.driver_connection)
            if now != self._last:
                self._age += 1
            self._last = now
            # While this transaction is open nobody else can reach this number.
            self._coming = now % LARGEST + 1

    def announce(self, db: sa.Connection, tables: Iterable[Told], rights: bool) -> None:
        db.exec_driver_sql(f"PRAGMA user_version={self._coming}")

    def committed(self) -> None:
        with self._lock:
            self._last = self._coming

    def failed(self) -> None:
        """The number may be another's by now: everything is looked at again."""
        with self._lock:
            self._coming = self._last
            self._age += 1

    def close(self) -> None:
        self._looking.close()

    @staticmethod
    def _read(connection: Any) -> int:
        number: int = connection.execute("PRAGMA user_version").fetchone()[0]
        return number


class Listener:
    """PostgreSQL: NOTIFY in the transaction that writes, LISTEN in a thread."""

    tells = True

    def __init__(self, url: sa.URL, worker: str) -> None:
        self.rights = 0
        self.on_news: Callable[[str | None, str], None] = ignored
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._me = worker
        self._age = 0
        self._hears = False
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def age(self) -> int:
        """While nothing can be heard, everything may have changed at any time."""
        if not self._hears:
            self._age += 1
        return self._age

    def begin(self, db: sa.Connection) -> None:
        """Nothing is needed."""

    def announce(self, db: sa.Connection, tables: Iterable[Told], rights: bool) -> None:
        said = [(table, told if len(told) <= LONGEST else "") for table, told in tables]
        said += [(RIGHTS, "")] if rights else []
        if said:
            db.execute(_NOTIFY, [{"said": f"{self._me} {table} {told}"} for table, told in said])

    def committed(self) -> None:
        """It was told with the commit."""

    def failed(self) -> None:
        self._age += 1

    def close(self) -> None:
        self._ending.set()
        self._thread.join(timeout=2 * PATIENCE)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._listen()
            except Exception as failure:  # the database is away for a while
                if self._hears:
                    log.warning("the database tells nothing any more: %s", failure)
                self._hears = False
                self._ending.wait(PATIENCE)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as db:
            db.execute(f"LISTEN {CHANNEL}")
            self._age += 1
            self._hears = True
            self.on_news(None, "")
            while not self._ending.is_set():
                for told in db.notifies(timeout=PATIENCE):
                    self._hear(told.payload)

    def _hear(self, payload: str) -> None:
        who, table, told = f"{payload}  ".split(" ", 2)
        if who == self._me:
            return
        if table == RIGHTS:
            self.rights += 1
        else:
            self.on_news(table, told.strip())
