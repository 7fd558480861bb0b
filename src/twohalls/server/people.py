"""One person at several browsers: a secret link lets another device act for the first."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Unknown
from twohalls.server import identity
from twohalls.server.schema import (
    addresses,
    devices,
    hides,
    links,
    listeners,
    persons,
    rights,
    talk,
)
from twohalls.server.store import Store, look_again, main_of


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
            raise Illegal("other devices act for this one: sign them out first")

    async def leave(self, device: str) -> None:
        """A device stands alone again."""

        def work(db: sa.Connection) -> None:
            look_again(db, main_of(db, device))
            db.execute(devices.delete().where(devices.c.device == device))

        await self.store.write(work)

    async def sign_out(self, holder: str) -> None:
        """A browser's token is worth nothing any more; what it held is reached by the personal
        link and the other devices that came by it."""
        nobody = identity.hashed(identity.new_token())

        def work(db: sa.Connection) -> None:
            look_again(db, main_of(db, holder))
            look_again(db, holder)
            db.execute(devices.delete().where(devices.c.device == holder))
            for table, column in (
                (rights, rights.c.holder),
                (devices, devices.c.main),
                (links, links.c.main),
                (addresses, addresses.c.holder),
                (persons, persons.c.holder),
                (talk, talk.c.holder),
                (hides, hides.c.holder),
                (listeners, listeners.c.holder),
            ):
                db.execute(table.update().where(column == holder).values({column: nobody}))

        await self.store.write(work)

    async def sign_out_others(self, holder: str) -> None:
        """Every other device is let go, and the link by which they came ends."""

        def work(db: sa.Connection) -> None:
            main = main_of(db, holder)
            look_again(db, main)
            db.execute(devices.delete().where(devices.c.main == main, devices.c.device != holder))
            db.execute(links.delete().where(links.c.main == main))

        await self.store.write(work)

    async def devices_of(self, holder: str) -> Devices:
        def work(db: sa.Connection) -> Devices:
            main = main_of(db, holder)
            query = sa.select(sa.func.count()).where(devices.c.main == main)
            return Devices(main != holder, db.execute(query).scalar_one())

        return await self.store.read(work)
