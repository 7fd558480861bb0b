"""What is stored: tables, their logs, who may do what."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from time import time
from typing import Any, NamedTuple

import sqlalchemy as sa

from twohalls.kernel.table import Entry
from twohalls.server import identity
from twohalls.server.database import LEAVES_RIGHTS, Database, Taken, add_once, insert, upsert
from twohalls.server.schema import (
    HELD,
    devices,
    entries,
    games,
    keys,
    leases,
    notices,
    rights,
    seats,
    waits,
    worn,
)
from twohalls.server.told import Appended, Envelope

MOST_REMEMBERED = 20_000
SOON = 2.0
"""Seconds until it is noted what people saw."""
"""Answers to who may do what that are kept at most."""
SPENT = "spent"
"""The role of a link by which somebody sat down: it allows nothing any more."""
__all__ = [
    "Notice",
    "Right",
    "Seat",
    "Stamp",
    "Store",
    "Stored",
    "Taken",
    "Told",
    "Wait",
    "main_of",
]


@dataclass(frozen=True)
class Seat:
    """A place at a table and who sits there."""

    number: int
    name: str
    kind: str
    round: int = 0
    was: str | None = None

    @property
    def is_opponent(self) -> bool:
        return self.kind not in ("person", "open")


@dataclass(frozen=True)
class Right:
    """What a token allows: `owner`, `watch`, or a `seat`."""

    game: str
    role: str
    seat: int | None


class Told(IntEnum):
    """Whether somebody who is awaited knows it: not yet, by a letter, or from being here."""

    NOT_YET = 0
    TOLD = 1
    HERE = 2


@dataclass(frozen=True)
class Wait:
    """Since when a person is awaited, or decided something last, and whether they know it."""

    since: int
    told: Told = Told.NOT_YET


@dataclass(frozen=True)
class Notice:
    """Something that happened at a table and is no move, as when a seat changes hands.

    `kind`: `opponent` plays a seat now, `new` person is awaited there, `back` to who held it,
    `absent` for whom an opponent moved, `ended`.
    """

    time: int
    kind: str
    seat: int | None
    name: str
    level: str | None = None


class Stamp(NamedTuple):
    """What tells a table from what it was before: entries, changes, talk, who has gone on."""

    version: int
    changes: int
    talked: int
    gone_on: int


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
    times: tuple[int | None, ...] = ()
    waits: Mapping[int, Wait] = field(default_factory=dict)
    clock: int | None = None
    stand_in: str | None = None
    ended: int | None = None
    thinking: float | None = None
    hints: str | None = None
    board: Mapping[str, Any] | None = None
    talked: int = 0
    gone_on: int = 0
    listed: int | None = None
    rated: bool = False


class Store(Database):
    """All tables of one database."""

    def __init__(self, url: str, clock: Callable[[], float] = time) -> None:
        super().__init__(url)
        self.clock = clock
        self._rights: dict[tuple[tuple[str, ...], str], list[Right]] = {}
        self._rights_age = self.age_of_rights()
        self._to_note: dict[tuple[str, str], tuple[int, int]] = {}
        self.envelope = Envelope(self.secret("told"))

    def secret(self, name: str, made: str = "") -> str:
        """Something that only the workers of this database know, as the first who asks made it."""
        query = sa.select(keys.c.value).where(keys.c.name == name)
        with self._writing.begin() as db:
            add_once(db, keys, {"name": name, "value": made or identity.new_token()})
            found: str = db.execute(query).scalar_one()
            return found

    # --- Tables --------------------------------------------------------------------------------

    async def create(
        self, table: Stored, holders: Iterable[tuple[str, Right]], again_of: str | None = None
    ) -> None:
        """A new table with its first entries; `Taken` if it, or another that follows the same
        table, is there already."""

        def work(db: sa.Connection) -> None:
            if again_of is not None and not _change(
                db, again_of, games.c.again.is_(None), again=table.id
            ):
                raise Taken
            db.execute(
                games.insert().values(
                    id=table.id,
                    game=table.game,
                    options=json.dumps(table.options),
                    created=table.created,
                    version=len(table.log),
                    changes=0,
                    clock=table.clock,
                    stand_in=table.stand_in,
                    thinking=table.thinking,
                    hints=table.hints,
                    board=None if table.board is None else json.dumps(table.board),
                )
            )
            db.execute(
                seats.insert(),
                [
                    {"game": table.id, "seat": seat.number, "name": seat.name, "kind": seat.kind}
                    for seat in table.seats
                ],
            )
            held = [(heir_of(db, holder), right) for holder, right in holders]
            db.execute(rights.insert(), [_right_row(holder, right) for holder, right in held])
            if table.log:
                db.execute(entries.insert(), _entry_rows(table.id, 0, table.log, table.created))
            _set_waits(db, table.id, table.waits)

        await self.write(work, again_of or table.id)

    async def load(self, game: str, after: int = 0, changes: int = -1) -> Stored | None:
        """A table, of its log only what follows the first `after` entries; without its seats where
        they are those of the `changes` that are known."""

        def work(db: sa.Connection) -> Stored | None:
            row = db.execute(games.select().where(games.c.id == game)).one_or_none()
            if row is None:
                return None
            log = db.execute(
                entries.select()
                .where(entries.c.game == game, entries.c.number > after)
                .order_by(entries.c.number)
            ).all()
            return Stored(
                row.id,
                row.game,
                json.loads(row.options),
                row.created,
                row.changes,
                row.again,
                () if row.changes == changes else _seats_of(db, game),
                tuple(Entry(entry.kind, entry.seat, entry.text, entry.key) for entry in log),
                tuple(entry.time for entry in log),
                {
                    wait.seat: Wait(wait.since, Told(wait.told))
                    for wait in db.execute(waits.select().where(waits.c.game == game))
                },
                row.clock,
                row.stand_in,
                row.ended,
                row.thinking,
                row.hints,
                None if row.board is None else json.loads(row.board),
                row.talked,
                row.gone_on,
                row.listed,
                bool(row.rated),
            )

        return await self.read(work)

    def append(
        self,
        game: str,
        after: int,
        log: Sequence[Entry],
        at: int | None = None,
        awaited: Mapping[int, Wait] | None = None,
        notice: Notice | None = None,
        lease: int | None = None,
        over: bool = False,
    ) -> Awaitable[None]:
        """Entries that follow the first `after`, all or none; `Taken` if somebody was quicker, or
        ended the table. They are stored even if nobody waits for it any more.

        `awaited` are the people to decide afterwards, if they are others or since another time;
        `lease` until when this worker plays on for opponents, 0 if there is none to play; `over`
        says that the game ends with them.
        """

        def work(db: sa.Connection) -> None:
            db.execute(_INSERT_ENTRY, _entry_rows(game, after, log, at))
            values = {"table": game, "now": after + len(log), "over": at if over else None}
            if not db.execute(_SET_VERSION, values).rowcount:
                raise Taken
            if awaited is not None:
                _set_waits(db, game, awaited)
            if notice is not None:
                _add_notice(db, game, notice)
            if lease is not None:
                self._lease(db, game, lease)

        told = ""
        if self.news.tells:
            waiting = [(seat, wait.since, int(wait.told)) for seat, wait in (awaited or {}).items()]
            others = None if awaited is None else waiting
            told = self.envelope.closed(Appended(game, after, tuple(log), at, others))
        return self.write(work, game, told=told)

    async def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        """What tables are like, for a look whether they are the same."""

        def work(db: sa.Connection) -> dict[str, Stamp]:
            return {id: Stamp(*row) for id, *row in db.execute(_STAMPS, {"ids": list(ids)})}

        return await self.read(work)

    async def sit_down(
        self, game: str, seat: int, name: str, holder: str, link: str | None
    ) -> None:
        """A person takes an open seat and `holder` the right to it; the `link` by which they came,
        or without one any link to the seat, is spent. `Taken` if somebody was quicker."""

        def work(db: sa.Connection) -> None:
            spent = [rights.c.game == game, rights.c.role == "seat", rights.c.seat == seat]
            spent += [rights.c.holder == link] if link is not None else []
            sits = db.execute(
                seats.update()
                .where(seats.c.game == game, seats.c.seat == seat, seats.c.kind == "open")
                .values(name=name, kind="person")
            )
            used = db.execute(rights.update().where(*spent).values(role=SPENT))
            if not (sits.rowcount and used.rowcount and _change(db, game, _STILL_OPEN)):
                raise Taken
            _add_right(db, heir_of(db, holder), Right(game, "seat", seat))

        await self.write(work, game)

    async def taken_by(self, link: str) -> Right | None:
        """The seat at which somebody sat down by this link."""

        def work(db: sa.Connection) -> Right | None:
            query = rights.select().where(rights.c.holder == link, rights.c.role == SPENT)
            row = db.execute(query).one_or_none()
            return Right(row.game, "seat", row.seat) if row else None

        return await self.read(work)

    async def set_seat(
        self,
        game: str,
        seat: Seat,
        awaited: Mapping[int, Wait],
        notice: Notice | None,
        link: str | None = None,
    ) -> None:
        """Who sits there changes. With a new `link`, whoever sat there may only watch."""

        def work(db: sa.Connection) -> None:
            if not _change(db, game, _STILL_OPEN):
                raise Taken
            if link is not None:
                this = rights.c.game == game, rights.c.seat == seat.number
                theirs = sa.select(rights.c.holder).where(*this, rights.c.role == "seat")
                for row in db.execute(theirs).all():
                    _add_right(db, row.holder, Right(game, "watch", None))
                db.execute(rights.delete().where(*this))
                _add_right(db, link, Right(game, "seat", seat.number))
            db.execute(
                seats.update()
                .where(seats.c.game == game, seats.c.seat == seat.number)
                .values(name=seat.name, kind=seat.kind, round=seat.round, was=seat.was)
            )
            _set_waits(db, game, awaited)
            if notice is not None:
                _add_notice(db, game, notice)

        await self.write(work, game)

    async def end(self, game: str, notice: Notice) -> None:
        """Nobody plays on."""

        def work(db: sa.Connection) -> None:
            _set_waits(db, game, {})
            self._lease(db, game, 0)
            _add_notice(db, game, notice)
            _change(db, game, ended=notice.time)

        await self.write(work, game)

    async def set_waits(self, game: str, awaited: Mapping[int, Wait]) -> None:
        """For a table from before it was noted who is awaited."""
        await self.write(lambda db: _set_waits(db, game, awaited), game)

    async def notices(self, game: str) -> list[Notice]:
        def work(db: sa.Connection) -> list[Notice]:
            query = notices.select().where(notices.c.game == game).order_by(notices.c.id)
            return [
                Notice(row.time, row.kind, row.seat, row.name, row.level)
                for row in db.execute(query)
            ]

        return await self.read(work)

    async def overdue(self, now: int) -> list[str]:
        """The tables at which somebody's time for a move is over."""

        def work(db: sa.Connection) -> list[str]:
            query = (
                sa.select(games.c.id)
                .join(waits, waits.c.game == games.c.id)
                .where(games.c.clock.is_not(None), waits.c.since + games.c.clock <= now)
                .group_by(games.c.id)
            )
            return [row.id for row in db.execute(query)]

        return await self.read(work)

    # --- Who plays for opponents ---------------------------------------------------------------

    async def claim(self, game: str, now: int, until: int) -> bool:
        """Whether this worker plays on for the opponents of a table, and no other does."""

        def work(db: sa.Connection) -> bool:
            row = {"game": game, "worker": self.worker, "until": until}
            mine = upsert(
                db, leases, row, (leases.c.until <= now) | (leases.c.worker == self.worker)
            )
            return db.execute(mine.returning(leases.c.game)).first() is not None

        return await self.write(work, game, quiet=True)

    async def stalled(self, now: int, until: int, most: int) -> list[str]:
        """Tables whose opponents nobody plays for, as after a worker died: now this one does."""
        late = leases.c.until <= now

        def anything(db: sa.Connection) -> bool:
            return db.execute(sa.select(leases.c.game).where(late).limit(1)).first() is not None

        def work(db: sa.Connection) -> list[str]:
            query = sa.select(leases.c.game).where(late).order_by(leases.c.until).limit(most)
            found = list(db.execute(query.with_for_update(skip_locked=True)).scalars())
            mine = leases.update().where(leases.c.game.in_(found))
            db.execute(mine.values(worker=self.worker, until=until))
            return found

        return await self.write(work) if await self.read(anything) else []

    async def let_go(self) -> None:
        """This worker ends: others play on at once."""
        mine = leases.update().where(leases.c.worker == self.worker).values(until=0)
        await self.write(lambda db: db.execute(mine).rowcount)

    def _lease(self, db: sa.Connection, game: str, until: int) -> None:
        if until:
            row = {"game": game, "worker": self.worker, "until": until}
            db.execute(upsert(db, leases, row))
        else:
            db.execute(leases.delete().where(leases.c.game == game))

    # --- Rights --------------------------------------------------------------------------------

    async def grant(self, holder: str, right: Right) -> None:
        await self.write(lambda db: _add_right(db, heir_of(db, holder), right))

    async def rights_of(
        self, holders: Sequence[str], game: str | None = None, grace: bool = True
    ) -> list[Right]:
        """What tokens allow, at one table or anywhere; with `grace` also those renewed just now."""

        def work(db: sa.Connection) -> list[Right]:
            query = rights.select().where(_held_by(holders))
            if game is not None:
                query = query.where(rights.c.game == game)
            return [Right(row.game, row.role, row.seat or None) for row in db.execute(query)]

        found = await self._remembered(holders, game, work)
        if found or not grace:
            return found
        return await self.read(lambda db: _worn_rights(db, holders, game, int(self.clock())))

    async def _remembered(
        self,
        holders: Sequence[str],
        game: str | None,
        work: Callable[[sa.Connection], list[Right]],
    ) -> list[Right]:
        """Rights at one table are read once, as long as nobody's change."""
        if game is None:
            return await self.read(work)
        age, which = self.age_of_rights(), (tuple(holders), game)
        if age != self._rights_age or len(self._rights) > MOST_REMEMBERED:
            self._rights.clear()
            self._rights_age = age
        found = self._rights.get(which)
        if found is None:
            found = await self.read(work)
            if found and age == self._rights_age:
                self._rights[which] = found
        return found

    async def known(self, holders: Sequence[str]) -> set[str]:
        """Those of these tokens, hashed, that allow anything."""

        def work(db: sa.Connection) -> set[str]:
            query = sa.select(rights.c.holder).where(
                rights.c.holder.in_(holders), rights.c.role != SPENT
            )
            return {row.holder for row in db.execute(query)}

        return await self.read(work)

    async def newest(self, holder: str, most: int) -> list[str]:
        """The tables a browser has a right at, the newest first."""

        def work(db: sa.Connection) -> list[str]:
            query = (
                sa.select(games.c.id)
                .join(rights, rights.c.game == games.c.id)
                .where(_held_by([holder]))
                .group_by(games.c.id)
                .order_by(games.c.created.desc())
                .limit(most)
            )
            return [row.id for row in db.execute(query)]

        return await self.read(work)

    async def awaited_at(self, holder: str, beside: str) -> str | None:
        """The table, but for one, at which a browser's seat has been awaited for longest."""

        def work(db: sa.Connection) -> str | None:
            query = (
                sa.select(waits.c.game)
                .join(rights, (rights.c.game == waits.c.game) & (rights.c.seat == waits.c.seat))
                .where(_held_by([holder]), rights.c.role == "seat", waits.c.game != beside)
                .order_by(waits.c.since, waits.c.game)
                .limit(1)
            )
            found: str | None = db.execute(query).scalar()
            return found

        return await self.read(work)

    async def last_seen(self, holder: str, game: str) -> tuple[int, int] | None:
        """The version somebody saw last, and when; None at their first visit."""

        def work(db: sa.Connection) -> tuple[int, int] | None:
            query = sa.select(sa.func.max(rights.c.seen), sa.func.max(rights.c.here)).where(
                _held_by([holder]), rights.c.game == game
            )
            seen, here = db.execute(query).one()
            return None if seen is None else (seen, here or 0)

        if self._to_note:
            await self.note_seen()
        return await self.read(work)

    def see(
        self, holder: str, game: str, version: int, now: int, goes_on: bool = False
    ) -> Awaitable[None]:
        """Somebody has seen a table up to a version; nobody needs to wait until it is noted.

        Whoever plays for the opponents there hears of it if the game `goes_on` by that.
        """

        def work(db: sa.Connection) -> None:
            what = {"holders": [holder], "table": game, "version": version, "now": now}
            db.execute(_SEE, what, execution_options=LEAVES_RIGHTS)
            if goes_on:
                further = games.update().where(games.c.id == game, games.c.gone_on < version)
                db.execute(further.values(gone_on=version))

        return self.write(work, game, quiet=not goes_on)

    def see_soon(self, holder: str, game: str, version: int, now: int) -> None:
        """The same, noted within seconds together with what others saw: a commit of its own costs
        more than a move."""
        if not self._to_note:
            asyncio.get_running_loop().call_later(SOON, self._note)
        self._to_note[holder, game] = (version, now)

    def _note(self) -> None:
        self._noting = asyncio.ensure_future(self.note_seen())

    async def note_seen(self) -> None:
        """Write down what was seen up to now."""
        noted, self._to_note = self._to_note, {}
        seen = [self.see(*who, *what) for who, what in noted.items()]
        await asyncio.gather(*seen, return_exceptions=True)


_INSERT_ENTRY = entries.insert()
_SET_VERSION = (
    games.update()
    .where(games.c.id == sa.bindparam("table"), games.c.ended.is_(None))
    .values(version=sa.bindparam("now"), finished=sa.bindparam("over"))
)
_NOT_AWAITED = waits.delete().where(
    waits.c.game == sa.bindparam("table"),
    waits.c.seat.not_in(sa.bindparam("awaited", expanding=True)),
)
_STILL_OPEN = games.c.ended.is_(None)
_STAMPS = sa.select(games.c.id, *[games.c[name] for name in Stamp._fields]).where(
    games.c.id.in_(sa.bindparam("ids", expanding=True))
)


def _held_by(holders: Sequence[str] | sa.BindParameter[Any]) -> sa.ColumnElement[bool]:
    """Rights of these, and of the browsers for which they act."""
    mains = sa.select(devices.c.main).where(devices.c.device.in_(holders))
    theirs = rights.c.holder.in_(holders) | rights.c.holder.in_(mains)
    return theirs & (rights.c.role != SPENT)


_SEE = (
    rights.update()
    .where(
        _held_by(sa.bindparam("holders", expanding=True)),
        rights.c.game == sa.bindparam("table"),
        sa.func.coalesce(rights.c.seen, 0) <= sa.bindparam("version"),
    )
    .values(seen=sa.bindparam("version"), here=sa.bindparam("now"))
)


def look_again(db: sa.Connection, holder: str) -> None:
    """At all tables of a holder rights are looked at again, on every open page and worker."""
    held = sa.select(rights.c.game).where(rights.c.holder == holder).distinct()
    for row in db.execute(held).all():
        _change(db, row.game)


def main_of(db: sa.Connection, holder: str) -> str:
    """The browser for which this one acts: itself, unless it came by a personal link."""
    found = db.execute(sa.select(devices.c.main).where(devices.c.device == holder)).scalar()
    return found or holder


def heir_of(db: sa.Connection, holder: str) -> str:
    """Who is given what a browser gains, also if its token was renewed while it gained it."""
    found = db.execute(sa.select(worn.c.now).where(worn.c.holder == holder).limit(1)).scalar()
    return found or main_of(db, holder)


def _seats_of(db: sa.Connection, game: str) -> tuple[Seat, ...]:
    query = seats.select().where(seats.c.game == game).order_by(seats.c.seat)
    return tuple(
        Seat(seat.seat, seat.name, seat.kind, seat.round, seat.was) for seat in db.execute(query)
    )


def holds_anything(db: sa.Connection, holder: str) -> bool:
    """Whether a browser has anything to lose: a right, a device, a link, an address."""
    looks = (sa.select(one).where(one == holder).limit(1) for one in (devices.c.device, *HELD))
    return any(db.execute(look).first() for look in looks)


def hand_over(db: sa.Connection, old: str, new: str) -> None:
    """All that one browser holds is another's."""
    for column in HELD:
        db.execute(column.table.update().where(column == old).values({column: new}))


def _worn_rights(
    db: sa.Connection, holders: Sequence[str], game: str | None, now: int
) -> list[Right]:
    """What tokens allowed that were renewed just now, as far as who has them still may."""
    same = [rights.c[name] == worn.c[name] for name in ("game", "role", "seat")]
    query = sa.select(worn).join(rights, sa.and_(rights.c.holder == worn.c.now, *same))
    query = query.where(worn.c.holder.in_(holders), worn.c.until > now)
    if game is not None:
        query = query.where(worn.c.game == game)
    return [Right(row.game, row.role, row.seat or None) for row in db.execute(query)]


def _set_waits(db: sa.Connection, game: str, awaited: Mapping[int, Wait]) -> None:
    """Rows that stay as they are are left alone: somebody may have been told meanwhile."""
    db.execute(_NOT_AWAITED, {"table": game, "awaited": list(awaited)})
    if awaited:
        rows = [
            {"game": game, "seat": seat, "since": wait.since, "told": int(wait.told)}
            for seat, wait in awaited.items()
        ]
        db.execute(_await(db.dialect.name), rows)


@functools.cache
def _await(dialect: str) -> Any:
    new = insert(dialect, waits)
    told = (waits.c.told != new.excluded.told) & (waits.c.told != int(Told.TOLD))
    return new.on_conflict_do_update(
        index_elements=[waits.c.game, waits.c.seat],
        set_={"since": new.excluded.since, "told": new.excluded.told},
        where=(waits.c.since != new.excluded.since) | told,
    )


def _add_notice(db: sa.Connection, game: str, notice: Notice) -> None:
    db.execute(notices.insert().values(game=game, **vars(notice)))


def _entry_rows(
    game: str, after: int, log: Sequence[Entry], at: int | None
) -> list[dict[str, Any]]:
    return [
        {
            "game": game,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "key": entry.key,
            "time": at,
        }
        for number, entry in enumerate(log, after + 1)
    ]


def _right_row(holder: str, right: Right) -> dict[str, Any]:
    return {"holder": holder, "game": right.game, "role": right.role, "seat": right.seat or 0}


def _add_right(db: sa.Connection, holder: str, right: Right) -> None:
    add_once(db, rights, _right_row(holder, right))


def _change(db: sa.Connection, game: str, *where: sa.ColumnElement[bool], **values: Any) -> bool:
    """Something at a table changes besides its entries; says whether it was as expected."""
    db.info["changed"].add(game)
    this = games.update().where(games.c.id == game, *where)
    return bool(db.execute(this.values(changes=games.c.changes + 1, **values)).rowcount)
