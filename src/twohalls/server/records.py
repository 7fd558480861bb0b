"""Records that are handed in: read with suspicion, kept as text, and only ever watched."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import time
from contextlib import suppress

import sqlalchemy as sa

from twohalls.games import find_game
from twohalls.kernel import record
from twohalls.kernel.errors import BadRecord, Malformed, Unknown
from twohalls.kernel.table import Table
from twohalls.server.schema import records
from twohalls.server.store import Store, Taken

MOST_LINES = 3000
"""More than any game that was meant to be won has."""


def decoded(body: bytes) -> str:
    """What a file says, refused at the line where it is no text."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        where = body.count(b"\n", 0, broken.start) + 1
        raise BadRecord(where, Malformed("this is not text in UTF-8")) from None
    lines = text.split("\n")
    for where, line in enumerate(lines, 1):
        if not line.strip("\r").replace("\t", " ").isprintable():
            raise BadRecord(where, Malformed("there is an unprintable character here"))
        if where > MOST_LINES and line.strip():
            raise BadRecord(where, Malformed("a record has at most {most} lines", most=MOST_LINES))
    return text


async def keep(store: Store, body: bytes) -> str:
    """Check a record by the rules and keep it; returns its id, the same for the same game."""
    text = decoded(body)
    table = await asyncio.to_thread(record.read, text, find_game)
    if not table.lines:
        raise BadRecord(text.count("\n") + 1, Malformed("nothing happens in this record"))
    plain = table.record()
    id = hashlib.sha256(plain.encode()).hexdigest()[:24]
    row = {"id": id, "created": int(time.time()), "text": plain}

    def add(db: sa.Connection) -> None:
        db.execute(records.insert(), [row])

    with suppress(Taken):
        await store.write(add)
    return id


async def read_again(store: Store, id: str) -> Table:
    """The game of a record that was kept."""
    wanted = sa.select(records.c.text).where(records.c.id == id)
    text = await store.read(lambda db: db.execute(wanted).scalar())
    if text is None:
        raise Unknown("there is no such record")
    return await asyncio.to_thread(_read, text)


@functools.lru_cache(maxsize=64)
def _read(text: str) -> Table:
    table = record.read(text, find_game)
    table.wait()
    return table
