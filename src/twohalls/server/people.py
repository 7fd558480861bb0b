"""One person at several browsers: a secret link lets another device act for the first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Unknown
from twohalls.server import identity
from twohalls.server.database import Taken, add_once
from twohalls.server.schema import devices, links, rights, worn
from twohalls.server.store import (
    SPENT,
    Store,
    hand_over,
    holds_anything,
    look_again,
    main_of,
)
from twohalls.server.talk import keep_voices

GRACE = 60
"""Seconds for which a token that was renewed serves requests that were under way with it."""
ARRIVES = 3
"""Seconds within which a browser comes with the token that it was offered."""
DAY = 24 * 3600


class Renewal(Enum):
    """How a browser that is to gain something stands to the token it came with."""

    FRESH = "holds nothing: any new token will do"
    OFFERED = "is to come again with the new token"
    LATER = "is to come again with the token that it will have then"
    DONE = "came with a new token"


@dataclass(frozen=True)
class Devices:
    """How a browser stands to others: whether it acts for another, and how many there are."""

    is_guest: bool
    others: int


class People:
    """Personal links and the devices that came by them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def new_link(self, holder: str) -> str:
        """The token of a person's link, told this once; an earlier link ends."""
        token = identity.new_token()

        def work(db: sa.Connection) -> None:
            main = main_of(db, holder)
            db.execute(links.delete().where(links.c.main == main))
            db.execute(links.insert().values(main=main, token=identity.hashed(token)))

        await self.store.write(work)
        return token

    async def whose(self, token: str) -> str:
        """The browser to which a personal link leads."""

        def work(db: sa.Connection) -> str | None:
            query = sa.select(links.c.main).where(links.c.token == identity.hashed(token))
            found: str | None = db.execute(query).scalar()
            return found

        main = await self.store.read(work) if len(token) <= identity.LONGEST else None
        if main is None:
            raise Unknown("this link leads nowhere: it may have been copied only in part")
        return main

    async def main_of(self, holder: str) -> str:
        return await self.store.read(lambda db: main_of(db, holder))

    async def join(self, device: str, token: str) -> None:
        """A device acts for the person whose link it opened; what it held itself, it keeps."""
        main = await self.whose(token)

        def work(db: sa.Connection) -> bool:
            if main_of(db, main) == main_of(db, device):
                return True
            if db.execute(sa.select(devices.c.device).where(devices.c.main == device)).first():
                return False
            db.execute(links.delete().where(links.c.main == device))
            db.execute(devices.delete().where(devices.c.device == device))
            db.execute(devices.insert().values(device=device, main=main))
            return True

        if not await self.store.write(work):
            raise Illegal("other devices share your games: sign them out first")

    async def leave(self, device: str) -> None:
        """A device stands alone again."""

        def work(db: sa.Connection) -> None:
            _renewed(db, device)
            main = main_of(db, device)
            look_again(db, main)
            _end_worn(db, main)
            db.execute(devices.delete().where(devices.c.device == device))

        await self.store.write(work)

    async def sign_out(self, holder: str) -> None:
        """A browser's token is worth nothing any more; what it held is reached by the personal
        link and the other devices that came by it."""
        nobody = identity.hashed(identity.new_token())

        def work(db: sa.Connection) -> None:
            _renewed(db, holder)
            for one in {main_of(db, holder), holder}:
                look_again(db, one)
                _end_worn(db, one)
            db.execute(devices.delete().where(devices.c.device == holder))
            db.execute(devices.delete().where(devices.c.renews == holder))
            keep_voices(db, holder, nobody)
            hand_over(db, holder, nobody)

        await self.store.write(work)

    async def sign_out_others(self, holder: str) -> None:
        """Every other device is let go, and the link by which they came ends."""

        def work(db: sa.Connection) -> None:
            _renewed(db, holder)
            main = main_of(db, holder)
            look_again(db, main)
            _end_worn(db, main)
            others = (devices.c.main == main) & (devices.c.device != holder)
            db.execute(devices.delete().where(others, devices.c.renews.is_distinct_from(holder)))
            db.execute(links.delete().where(links.c.main == main))

        await self.store.write(work)

    async def devices_of(self, holder: str) -> Devices:
        def work(db: sa.Connection) -> Devices:
            mine = sa.select(devices.c.renews).where(devices.c.device == holder)
            main = main_of(db, holder)
            came = (devices.c.main == main) & devices.c.renews.is_(None)
            query = sa.select(sa.func.count()).where(came)
            is_guest = main not in (holder, db.execute(mine).scalar())
            return Devices(is_guest, db.execute(query).scalar_one())

        return await self.store.read(work)

    # --- New tokens ----------------------------------------------------------------------------

    async def renew(self, holder: str, offered: str, now: int) -> Renewal:
        """Before a browser gains anything: it is to come with a token that nobody knew before.

        The old one serves until the new one came, so that nothing is lost with an answer; what is
        gained is given to the new one alone.
        """

        def work(db: sa.Connection) -> Renewal:
            if _renewed(db, holder, now + GRACE):
                db.execute(worn.delete().where(worn.c.until < now - DAY))
                return Renewal.DONE
            this = sa.select(worn.c.until).where(worn.c.holder == holder, worn.c.game == "")
            if (db.execute(this).scalar() or 0) > now:
                return Renewal.LATER
            if not holds_anything(db, holder):
                return Renewal.FRESH
            offers = devices.c.renews == holder
            late = (devices.c.since <= now - ARRIVES) | (devices.c.since > now)
            db.execute(devices.delete().where(offers, late))
            if db.execute(sa.select(devices.c.device).where(offers)).first():
                return Renewal.LATER
            row = {"device": offered, "main": main_of(db, holder), "renews": holder, "since": now}
            db.execute(devices.insert().values(**row))
            return Renewal.OFFERED

        try:
            return await self.store.write(work)
        except Taken:
            return Renewal.LATER


def _renewed(db: sa.Connection, holder: str, until: int = 0) -> bool:
    """A browser came with the token it was offered: all that the old one held is the new one's."""
    this = devices.c.device == holder
    row = db.execute(devices.select().where(this, devices.c.renews.is_not(None))).one_or_none()
    if row is None:
        return False
    old = row.renews
    is_guest = row.main != old
    now = row.main if is_guest else holder
    look_again(db, row.main)
    held = rights.select().where(rights.c.holder.in_({old, row.main}), rights.c.role != SPENT)
    kept = {(right.game, right.role, right.seat) for right in db.execute(held)}
    if is_guest:
        db.execute(devices.update().where(this).values(renews=None, since=None))
        db.execute(devices.delete().where(devices.c.device == old))
    else:
        db.execute(devices.delete().where(this))
    keep_voices(db, old, holder)
    hand_over(db, old, holder)
    for game, role, seat in {("", "", 0), *kept}:
        right = {"game": game, "role": role, "seat": seat}
        add_once(db, worn, {"holder": old, **right, "now": now, "until": until})
    return True


def _end_worn(db: sa.Connection, main: str) -> None:
    """Somebody signs out: what served for requests under way ends as well."""
    db.execute(worn.delete().where(worn.c.now == main))
