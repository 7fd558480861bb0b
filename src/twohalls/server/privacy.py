"""What is kept of a person: all of it to take along, and all of it forgotten."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import sqlalchemy as sa

from twohalls.kernel.errors import Unknown
from twohalls.server.live import Live
from twohalls.server.names import distinct
from twohalls.server.opponents import offered
from twohalls.server.outbox import forget_addresses
from twohalls.server.schema import (
    HELD,
    devices,
    games,
    links,
    notices,
    persons,
    played,
    seats,
    talk,
    worn,
)
from twohalls.server.seating import Seating
from twohalls.server.settings import Settings
from twohalls.server.store import SPENT, Store, main_of

CALLED = {"persons": "person", "hides": "hidden", "listeners": "read"}
"""What tables of the database are called for who takes along what is theirs."""
UNTOLD = (devices, links, worn)
"""Tables that hold nothing but hashes of tokens."""
SOMEBODY = "Somebody"
"""What stands where the name of somebody stood who was forgotten."""


class Privacy:
    """Takes together, and takes away, everything that is one person's."""

    def __init__(self, store: Store, seating: Seating, settings: Settings) -> None:
        self.store = store
        self.tables = seating.tables
        self.seating = seating
        self.settings = settings

    # --- Taking along --------------------------------------------------------------------------

    async def taken_along(self, holder: str) -> bytes:
        """A ZIP: everything as JSON, and the record of every game as this person may know it."""
        kept = await self.store.read(lambda db: _kept(db, main_of(db, holder)))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("kept.json", json.dumps(kept, indent=1, ensure_ascii=False))
            for right in kept["rights"]:
                if right["role"] == "seat":
                    text = await self._record(right["game"], right["seat"])
                    file.writestr(f"records/{right['game']}-{right['seat']}.txt", text)
        return made.getvalue()

    async def _record(self, id: str, seat: int) -> str:
        live = await self.tables.find(id)
        async with live.lock:
            return live.view(seat).record()

    # --- Being forgotten -----------------------------------------------------------------------

    async def forget(self, holder: str) -> None:
        """Name, letters, talk and rights are gone everywhere; games stay, of somebody.

        Where a game goes on, an opponent plays on.
        """
        main = await self.store.read(lambda db: main_of(db, holder))
        kept = await self.store.read(lambda db: _kept(db, main))
        for right in kept["rights"]:
            if right["role"] == "seat":
                await self._leave(await self.tables.find(right["game"]), right["seat"])
        touched = await self.store.write(lambda db: _forget(db, main))
        for id in touched:
            self.tables.hear(id)
            await self.tables.find(id)

    async def _leave(self, live: Live, seat: int) -> None:
        if live.ended is not None or live.table.over or live.is_lesson:
            return
        if live.seat(seat).kind != "person":
            return
        known = offered(self.settings, live.game)
        if not known:
            raise Unknown("there is no opponent to play on for you")
        level = live.stand_in if live.stand_in in known else known[0]
        await self.seating.lend_seat(live, seat, level)


def _kept(db: sa.Connection, main: str) -> dict[str, Any]:
    """Everything that is stored of a person, table by table."""
    person = db.execute(sa.select(persons.c.id).where(persons.c.holder == main)).scalar()
    told = (column for column in HELD if column.table not in UNTOLD)
    found = {CALLED.get(one.table.name, one.table.name): (one.table, one == main) for one in told}
    found["played"] = played, played.c.person == person
    kept: dict[str, Any] = {
        name: [
            {key: value for key, value in row._mapping.items() if key not in ("holder", "key")}
            for row in db.execute(table.select().where(where))
        ]
        for name, (table, where) in found.items()
    }
    kept["rights"] = [one for one in kept["rights"] if one["role"] != SPENT]
    held = [(one["game"], one["seat"]) for one in kept["rights"] if one["role"] == "seat"]
    kept["seats"] = [
        dict(row._mapping)
        for row in db.execute(seats.select().where(sa.tuple_(seats.c.game, seats.c.seat).in_(held)))
    ]
    count = sa.select(sa.func.count()).where(devices.c.main == main)
    kept["other_devices"] = db.execute(count).scalar_one()
    return kept


def _forget(db: sa.Connection, main: str) -> list[str]:
    """Take everything away at once; returns the tables that look otherwise now."""
    kept = _kept(db, main)
    names = {one["name"] for one in (*kept["seats"], *kept["talk"], *kept["person"]) if one["name"]}
    tables = sorted({one["game"] for one in (*kept["rights"], *kept["talk"], *kept["played"])})
    for one in kept["seats"]:
        _rename(db, one["game"], one["seat"])
    for game in tables:
        _unsay(db, game, names)
    person = [one["id"] for one in kept["person"]]
    db.execute(played.update().where(played.c.person.in_(person)).values(person=None))
    forget_addresses(db, [one["id"] for one in kept["addresses"]])
    for column in HELD:
        db.execute(column.table.delete().where(column == main))
    for game in tables:
        db.info["changed"].add(game)
        this = games.update().where(games.c.id == game)
        db.execute(this.values(changes=games.c.changes + 1, talked=games.c.talked + 1))
    return tables


def _rename(db: sa.Connection, game: str, seat: int) -> None:
    """A seat is somebody's; who was lent it plays on for good."""
    rows = db.execute(seats.select().where(seats.c.game == game)).all()
    others = [row.name for row in rows if row.seat != seat]
    name = distinct([*others, SOMEBODY])[-1]
    this = seats.update().where(seats.c.game == game, seats.c.seat == seat)
    db.execute(this.values(name=name, was=None))


def _unsay(db: sa.Connection, game: str, names: set[str]) -> None:
    """Where others named who is forgotten, they named somebody."""
    told = notices.update().where(notices.c.game == game, notices.c.name.in_(names))
    db.execute(told.values(name=SOMEBODY))
    if not names:
        return
    said = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    finder = re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE)
    for row in db.execute(sa.select(talk.c.id, talk.c.text).where(talk.c.game == game)).all():
        text = finder.sub(SOMEBODY, row.text)
        if text != row.text:
            db.execute(talk.update().where(talk.c.id == row.id).values(text=text))
