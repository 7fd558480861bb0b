"""What a host does with the database: list, end, delete, prune, copy."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Unknown
from twohalls.server.schema import analyses, entries, games, keys, metadata, outbox, rights, seats
from twohalls.server.store import Notice, Store

AT_ONCE = 1000
LATELY = {"minute": 60, "hour": 3600, "day": 24 * 3600}
KEPT_BY_MIGRATIONS = ("keys",)
"""Tables that an empty database may have something in already: what comes takes its place."""


@dataclass(frozen=True)
class Listed:
    """A table as a host sees it."""

    id: str
    game: str
    created: int
    last: int
    version: int
    ended: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class Load:
    """How much goes on in a database, whoever serves it."""

    tables: int
    running: int
    moves: dict[str, int]
    awaited: int
    longest: int
    opponents: int
    workers: int
    letters: int
    analyses: int


@contextmanager
def opened(database: str) -> Iterator[Store]:
    store = Store(database)
    try:
        yield store
    finally:
        store.close()


def tables(store: Store) -> list[Listed]:
    """All tables, the one at which something happened last first."""

    def work(db: sa.Connection) -> list[Listed]:
        last = sa.func.coalesce(sa.func.max(entries.c.time), games.c.created).label("last")
        query = (
            sa.select(games, last)
            .join(entries, entries.c.game == games.c.id, isouter=True)
            .group_by(games.c.id)
            .order_by(last.desc())
        )
        names: dict[str, list[str]] = {}
        for row in db.execute(seats.select().order_by(seats.c.game, seats.c.seat)):
            names.setdefault(row.game, []).append(row.name)
        return [
            Listed(
                row.id,
                row.game,
                row.created,
                row.last,
                row.version,
                row.ended is not None,
                tuple(names.get(row.id, ())),
            )
            for row in db.execute(query)
        ]

    return asyncio.run(store.read(work))


def end(store: Store, id: str, now: int) -> None:
    """Nobody plays on at a table; pages that show it hear of it."""
    _known(store, id)
    asyncio.run(store.end(id, Notice(now, "ended", None, "")))


def delete(store: Store, ids: Sequence[str]) -> None:
    """Tables and all that belongs to them; pages that show one hear of it."""
    belonging = [
        table
        for table in reversed(metadata.sorted_tables)
        if "game" in table.c and table not in (games, outbox, analyses)
    ]

    def work(id: str, db: sa.Connection) -> None:
        for table in (*belonging, outbox, analyses):
            db.execute(table.delete().where(table.c.game == id))
        db.execute(games.delete().where(games.c.id == id))

    async def run() -> None:
        await asyncio.gather(*(store.write(functools.partial(work, id), id) for id in ids))

    for id in ids:
        _known(store, id)
    asyncio.run(run())


def load(store: Store, now: int) -> Load:
    """What is to be done, and how much was done lately."""
    waits, leases = metadata.tables["waits"], metadata.tables["leases"]
    busy = sa.select(waits.c.game).union(sa.select(leases.c.game)).subquery()

    def work(db: sa.Connection) -> Load:
        def count(what: sa.ColumnElement[Any], *where: sa.ColumnElement[bool]) -> int:
            return int(
                db.execute(sa.select(sa.func.count(what.distinct())).where(*where)).scalar_one()
            )

        since = db.execute(sa.select(sa.func.min(waits.c.since))).scalar()
        return Load(
            tables=count(games.c.id),
            running=count(busy.c.game),
            moves={
                name: count(entries.c.id, entries.c.time > now - s) for name, s in LATELY.items()
            },
            awaited=int(db.execute(sa.select(sa.func.count()).select_from(waits)).scalar_one()),
            longest=0 if since is None else max(0, now - since),
            opponents=count(leases.c.game),
            workers=count(leases.c.worker, leases.c.until > now),
            letters=count(outbox.c.id, outbox.c.state == "waits"),
            analyses=count(analyses.c.game, analyses.c.text.is_(None)),
        )

    return asyncio.run(store.read(work))


def renew(store: Store, name: str) -> None:
    """A secret of the server is another from now on: links that followed from it end."""

    def work(db: sa.Connection) -> None:
        db.execute(keys.delete().where(keys.c.name == name))

    async def run() -> None:
        await store.write(work)

    asyncio.run(run())


def old(store: Store, before: int) -> list[str]:
    """Tables at which nothing happened since then, if they are ended or nobody is awaited."""

    def work(db: sa.Connection) -> set[str]:
        waits = metadata.tables["waits"]
        leases = metadata.tables["leases"]
        busy = sa.select(waits.c.game).union(sa.select(leases.c.game))
        return set(db.execute(busy).scalars())

    busy = asyncio.run(store.read(work))
    return [
        table.id
        for table in tables(store)
        if table.last < before and (table.ended or table.id not in busy)
    ]


def copy(source: str, target: str) -> int:
    """Everything of one database, as of one moment, into another that is empty; says how much."""
    copied = 0
    with (
        opened(source) as here,
        opened(target) as there,
        here._reading.connect() as reading,
        there._writing.begin() as writing,
    ):
        if writing.execute(sa.select(rights.c.game).limit(1)).first():
            raise Illegal("there is something in that database already")
        for table in metadata.sorted_tables:
            if table.name in KEPT_BY_MIGRATIONS:
                writing.execute(table.delete())
            rows = reading.execute(table.select())
            while some := rows.fetchmany(AT_ONCE):
                writing.execute(table.insert(), [dict(row._mapping) for row in some])
                copied += len(some)
        if there.is_postgres:
            _count_on(writing)
    return copied


def backup(source: str, file: Path) -> int:
    if file.exists():
        raise Illegal("there is a file of that name already: {name}", name=file.name)
    return copy(source, f"sqlite:///{file}")


def _count_on(db: sa.Connection) -> None:
    """Numbers that PostgreSQL gives out by itself go on after those that came."""
    for table in metadata.sorted_tables:
        if "id" in table.c and isinstance(table.c.id.type, sa.Integer):
            highest = db.execute(sa.select(sa.func.max(table.c.id))).scalar()
            if highest is not None:
                name = sa.func.pg_get_serial_sequence(table.name, "id")
                db.execute(sa.select(sa.func.setval(name, highest)))


def _known(store: Store, id: str) -> None:
    if asyncio.run(store.load(id)) is None:
        raise Unknown("there is no such table")
