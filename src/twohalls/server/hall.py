"""The hall: tables that are open to all in it, and the people who have a name there.

A person is known by their browsers and their personal link, as everywhere; the name they have in
the hall is theirs alone. Who may come in is the host's choice.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Malformed, Unknown
from twohalls.server import identity
from twohalls.server.database import Taken
from twohalls.server.live import Live
from twohalls.server.names import neat_name
from twohalls.server.schema import games, keys, persons, rights, seats
from twohalls.server.seating import Seating
from twohalls.server.settings import Settings
from twohalls.server.store import Right, Seat, Store, main_of
from twohalls.server.stream import Watcher

OFF, OPEN, CLUB = "off", "open", "club"
CLUB_KEY = "club"
SHOWN = 60
"""Tables of each kind that are shown at most."""
LEAVING = ("seat", "last")
"""What a rated game counts for who left it: as the seat ended, or as the last place."""


@dataclass(frozen=True)
class Member:
    """Somebody with a name in the hall."""

    id: str
    holder: str
    name: str
    unlisted: bool


@dataclass(frozen=True)
class Wanted:
    """Which tables somebody wants to see; nothing: all."""

    game: str = ""
    language: str = ""
    pace: str = ""
    rated: str = ""


@dataclass(frozen=True)
class Entry:
    """A table as the hall shows it."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    clock: int | None
    rated: bool
    language: str
    listed: int
    finished: int | None
    members: Mapping[int, Member]
    """Those who sit there and have a name in the hall."""

    @property
    def free(self) -> list[int]:
        return [seat.number for seat in self.seats if seat.kind == "open"]


class Hall:
    """All reading and writing of what the hall shows."""

    def __init__(self, store: Store, seating: Seating, settings: Settings) -> None:
        self.store = store
        self.tables = seating.tables
        self.seating = seating
        self.settings = settings
        self.watchers: set[Watcher] = set()
        """Pages that show the hall, to be woken when it changes."""
        self._stamp: object = None

    @property
    def is_on(self) -> bool:
        return self.settings.hall != OFF

    # --- People --------------------------------------------------------------------------------

    async def member(self, holder: str) -> Member | None:
        def work(db: sa.Connection) -> Member | None:
            query = persons.select().where(persons.c.holder == main_of(db, holder))
            row = db.execute(query).one_or_none()
            return member(row) if row else None

        return await self.store.read(work)

    async def person(self, id: str) -> Member | None:
        def work(db: sa.Connection) -> Member | None:
            row = db.execute(persons.select().where(persons.c.id == id)).one_or_none()
            return member(row) if row else None

        return await self.store.read(work)

    async def find(self, text: str, most: int = SHOWN) -> list[Member]:
        """People by a part of their name; those who stay unlisted are not found."""
        part = plain(text)

        def work(db: sa.Connection) -> list[Member]:
            query = persons.select().where(persons.c.unlisted == 0)
            query = query.where(persons.c.plain.contains(part, autoescape=True))
            return [member(row) for row in db.execute(query.order_by(persons.c.plain).limit(most))]

        return await self.store.read(work)

    async def enter(self, holder: str, name: str) -> None:
        """Take a name, or another; nobody else may have it."""
        name = neat_name(name)

        def work(db: sa.Connection) -> None:
            main = main_of(db, holder)
            values = {"name": name, "plain": plain(name)}
            mine = persons.c.holder == main
            if not db.execute(persons.update().where(mine).values(**values)).rowcount:
                row = {"id": secrets.token_hex(6), "holder": main, "unlisted": 0, **values}
                db.execute(persons.insert().values(**row, created=self.tables.now))

        try:
            await self.store.write(work)
        except Taken:
            raise Illegal("that name is already taken in this hall") from None

    async def set_unlisted(self, holder: str, unlisted: bool) -> None:
        def work(db: sa.Connection) -> None:
            mine = persons.update().where(persons.c.holder == main_of(db, holder))
            db.execute(mine.values(unlisted=int(unlisted)))

        await self.store.write(work)

    # --- The club's link -----------------------------------------------------------------------

    async def is_club_token(self, token: str) -> bool:
        def work(db: sa.Connection) -> str | None:
            query = sa.select(keys.c.value).where(keys.c.name == CLUB_KEY)
            found: str | None = db.execute(query).scalar()
            return found

        secret = await self.store.read(work)
        right = identity.derived(secret, CLUB_KEY) if secret else ""
        return bool(right) and secrets.compare_digest(right.encode(), token.encode())

    # --- Tables --------------------------------------------------------------------------------

    async def open(
        self, live: Live, rated: bool, language: str, leaving: str, owner: Member
    ) -> None:
        """A table is opened to the hall; whether it is rated is settled before others sit down."""
        if live.is_lesson or live.ended is not None or live.table.over:
            raise Illegal("only a game in progress can be opened to the hall")
        if leaving not in LEAVING:
            raise Malformed("say how a rated game counts for a player who leaves")
        if rated:
            await self._refuse_unrated(live, owner)

        def work(db: sa.Connection) -> None:
            values = {"listed": self.tables.now, "rated": int(rated), "language": language}
            values |= {"leaving": leaving, **({"hints": "none"} if rated else {})}
            db.info["changed"].add(live.id)
            this = games.update().where(games.c.id == live.id)
            db.execute(this.values(**values, changes=games.c.changes + 1))

        await self.store.write(work, live.id)
        await self.tables.find(live.id)

    async def _refuse_unrated(self, live: Live, owner: Member) -> None:
        """Rated is a game of people known here, each at one seat, on the game's own board."""
        if live.rated:
            return
        held = await self.holders(live.id)
        mine = [seat for seat, holder in held.items() if holder == owner.holder]
        others = [s for s in live.seats if s.kind == "person" and s.number not in mine]
        if live.table.game.board is not None:
            raise Illegal("a game on another board cannot be rated")
        if others or len(mine) > 1:
            raise Illegal(
                "in a rated game everyone sits down knowing that it is rated, each in one seat"
            )
        if any(entry.kind != "chance" for entry in live.table.log):
            raise Illegal("a game that has begun cannot become rated")

    async def close(self, live: Live) -> None:
        """A table is shown in the hall no longer; rated it stays."""

        def work(db: sa.Connection) -> None:
            db.info["changed"].add(live.id)
            this = games.update().where(games.c.id == live.id)
            db.execute(this.values(listed=None, changes=games.c.changes + 1))

        await self.store.write(work, live.id)
        await self.tables.find(live.id)

    async def holders(self, game: str) -> dict[int, str]:
        """Who holds each seat of a table, by the first of their browsers."""

        def work(db: sa.Connection) -> dict[int, str]:
            return holders(db, [game])[game]

        return await self.store.read(work)

    async def listed(self, id: str) -> Entry:
        """A table that is in the hall."""
        found = await self.entries(Wanted(), id)
        if not found:
            raise Unknown("there is no such table in the hall")
        return found[0]

    async def entries(self, wanted: Wanted, id: str | None = None) -> list[Entry]:
        """The tables in the hall, the newest first."""

        def work(db: sa.Connection) -> list[Entry]:
            query = games.select().where(games.c.listed.is_not(None), games.c.ended.is_(None))
            if id is not None:
                query = query.where(games.c.id == id)
            if wanted.game:
                query = query.where(games.c.game == wanted.game)
            if wanted.language:
                query = query.where(games.c.language == wanted.language)
            if wanted.pace:
                over_days = games.c.clock.is_not(None)
                query = query.where(over_days if wanted.pace == "days" else ~over_days)
            if wanted.rated:
                query = query.where(games.c.rated == int(wanted.rated == "yes"))
            rows = db.execute(query.order_by(games.c.listed.desc()).limit(3 * SHOWN)).all()
            ids = [row.id for row in rows]
            sitting = _seats(db, ids)
            held = holders(db, ids)
            known = {row.holder: member(row) for row in db.execute(_among(held))}
            return [
                Entry(
                    row.id,
                    row.game,
                    sitting.get(row.id, ()),
                    row.clock,
                    bool(row.rated),
                    row.language or "",
                    row.listed,
                    row.finished,
                    {seat: known[one] for seat, one in held[row.id].items() if one in known},
                )
                for row in rows
            ]

        return await self.store.read(work)

    async def sit(self, entry: Entry, who: Member, token: str, agreed: bool) -> int:
        """Somebody takes a free seat; that a game is rated, they agree to."""
        if entry.rated and not agreed:
            raise Illegal("this game is rated: confirm that you agree before you sit down")
        if any(one.id == who.id for one in entry.members.values()):
            raise Illegal("you are already at this table")
        live = await self.tables.find(entry.id)
        for seat in entry.free:
            try:
                await self.seating.sit_down(live, seat, who.name, token)
            except Illegal:
                continue
            return seat
        raise Illegal("there is no free seat left at this table")

    async def watch(self, entry: Entry, holder: str) -> None:
        await self.store.grant(holder, Right(entry.id, "watch", None))

    # --- Live ----------------------------------------------------------------------------------

    async def once(self) -> None:
        """Wake the pages that show the hall, if it is another now."""
        if not self.watchers:
            return
        in_hall = games.c.listed.is_not(None)
        query = sa.select(
            sa.func.count(), sa.func.sum(games.c.version), sa.func.sum(games.c.changes)
        ).where(in_hall)
        stamp = await self.store.read(lambda db: tuple(db.execute(query).one()))
        if stamp != self._stamp:
            self._stamp = stamp
            for watcher in self.watchers:
                watcher.set()


def club_token(store: Store) -> str:
    """What the club's link ends with; the same until it is renewed."""
    return identity.derived(store.secret(CLUB_KEY), CLUB_KEY)


def plain(name: str) -> str:
    """A name as it is compared: in small letters, however it is written."""
    return name.casefold().strip()


def member(row: sa.Row[tuple[object, ...]]) -> Member:
    return Member(row.id, row.holder, row.name, bool(row.unlisted))


def holders(db: sa.Connection, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """For each table who holds its seats: a person's browser before the link they came by."""
    found: dict[str, dict[int, str]] = {id: {} for id in ids}
    known = set(db.execute(sa.select(persons.c.holder)).scalars()) if ids else set()
    query = rights.select().where(rights.c.game.in_(ids), rights.c.role == "seat")
    for row in db.execute(query.order_by(rights.c.holder)) if ids else ():
        if row.holder in known or row.seat not in found[row.game]:
            found[row.game][row.seat] = row.holder
    return found


def _among(held: Mapping[str, Mapping[int, str]]) -> sa.Select[tuple[object, ...]]:
    of_all = {holder for seats in held.values() for holder in seats.values()}
    return sa.select(persons).where(persons.c.holder.in_(of_all))


def _seats(db: sa.Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    found: dict[str, list[Seat]] = {}
    query = seats.select().where(seats.c.game.in_(ids)).order_by(seats.c.seat)
    for row in db.execute(query):
        found.setdefault(row.game, []).append(
            Seat(row.seat, row.name, row.kind, row.round, row.was)
        )
    return {id: tuple(sitting) for id, sitting in found.items()}
