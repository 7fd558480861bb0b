"""Addresses people left, and the letters to them: stored before they are sent.

A letter is taken by one worker for a while; one that died leaves it to the others. So each is sent
at least once, and where it comes twice, under the same name.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Unknown
from twohalls.server import identity
from twohalls.server.hooks import host_of
from twohalls.server.schema import (
    addresses,
    hides,
    keys,
    listeners,
    outbox,
    rights,
    talk,
    waits,
)
from twohalls.server.store import SPENT, Store, Taken, Told, main_of

DAY = 24 * 3600
TO_CONFIRM = 7 * DAY
TAKEN_FOR = 180
KEPT_FOR = 30 * DAY
MOST_ADDRESSES = 5
MOST_ASKED_A_DAY = 3
MOST_ASKED_OF_A_HOST = 20
AT_ONCE = 20


@dataclass(frozen=True)
class Address:
    """Where a person wants to be told; `trouble` is what failed last, `again` when it is tried."""

    id: str
    holder: str
    kind: str
    address: str
    language: str
    daily: bool
    confirmed: bool
    trouble: str | None
    again: int | None = None
    form: str = ""

    @property
    def name(self) -> str:
        """How the address is shown: of a device only whose service reaches it."""
        if self.kind != "push":
            return self.address
        return host_of(str(json.loads(self.address)["endpoint"]))


@dataclass(frozen=True)
class Letter:
    """Something to be told: `confirm` this address, it is your `turn`, or all turns `daily`."""

    id: int
    kind: str
    game: str
    seat: int
    since: int
    tries: int
    to: Address


class Outbox:
    """All reading and writing of addresses and letters."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._secret: str | None = None

    # --- Links -----------------------------------------------------------------------------

    async def secret(self) -> str:
        """From which the links in letters follow; made once for all workers of a database."""

        def work(db: sa.Connection) -> str:
            query = sa.select(keys.c.value).where(keys.c.name == "letters")
            found: str | None = db.execute(query).scalar()
            if found is None:
                found = identity.new_token()
                db.execute(keys.insert().values(name="letters", value=found))
            return found

        if self._secret is None:
            self._secret = await self.store.write(work)
        return self._secret

    async def token(self, purpose: str, id: str) -> str:
        """What a link to `yes` or `no` ends with: the address and a proof that we wrote it."""
        return f"{id}.{identity.derived(await self.secret(), purpose, id)}"

    async def by_token(self, purpose: str, token: str) -> Address | None:
        """The address to which a link leads; None if it is forgotten already."""
        id = token.partition(".")[0]
        right = await self.token(purpose, id)
        if not hmac.compare_digest(right.encode(), token.encode()):
            raise Unknown("this link leads nowhere: it may have been copied only in part")
        return await self.find(id)

    # --- Addresses -------------------------------------------------------------------------

    async def find(self, id: str) -> Address | None:
        def work(db: sa.Connection) -> Address | None:
            row = db.execute(addresses.select().where(addresses.c.id == id)).one_or_none()
            return _address(row) if row else None

        return await self.store.read(work)

    async def of(self, holder: str) -> list[Address]:
        def work(db: sa.Connection) -> list[Address]:
            again = (
                sa.select(sa.func.min(outbox.c.due))
                .where(outbox.c.address == addresses.c.id)
                .where(outbox.c.state == "waits", outbox.c.tries > 0)
                .scalar_subquery()
            )
            query = (
                sa.select(addresses, again.label("again"))
                .where(addresses.c.holder == main_of(db, holder))
                .order_by(addresses.c.created, addresses.c.id)
            )
            return [_address(row, row.again) for row in db.execute(query)]

        return await self.store.read(work)

    async def add(
        self,
        holder: str,
        kind: str,
        address: str,
        language: str,
        daily: bool,
        now: int,
        form: str = "",
    ) -> None:
        """A new address, and the letter that asks to confirm it."""

        def work(db: sa.Connection) -> bool:
            main = main_of(db, holder)
            theirs = (addresses.c.holder == main) & (addresses.c.kind != "push")
            mine = db.execute(addresses.select().where(theirs)).all()
            if len(mine) >= MOST_ADDRESSES or _asked_too_often(db, kind, address, now):
                return False
            same = next((row.id for row in mine if row.address == address), None)
            if same is None:
                same = secrets.token_hex(8)
                db.execute(
                    addresses.insert().values(
                        id=same,
                        holder=main,
                        kind=kind,
                        address=address,
                        language=language,
                        daily=int(daily),
                        created=now,
                        form=form,
                    )
                )
            else:
                change = addresses.update().where(addresses.c.id == same)
                db.execute(change.values(daily=int(daily), language=language, form=form))
            if not any(row.id == same and row.confirmed for row in mine):
                _write(db, same, "confirm", "", 0, now, now)
            return True

        if not await self.store.write(work):
            raise Illegal("you have enough addresses for now: remove one, or try again tomorrow")

    async def confirm(self, id: str, now: int) -> None:
        await self._change(id, confirmed=now, trouble=None)

    async def set_daily(self, holder: str, id: str, daily: bool) -> None:
        await self._mine(holder, id)
        await self._change(id, daily=int(daily))

    async def remove(self, id: str, holder: str | None = None) -> None:
        """Nothing is sent there any more, and nothing of it is kept."""
        if holder is not None:
            await self._mine(holder, id)
        await self.store.write(lambda db: forget_addresses(db, [id]))

    async def _mine(self, holder: str, id: str) -> None:
        if id not in [address.id for address in await self.of(holder)]:
            raise Unknown("you have not left this address here")

    async def _change(self, id: str, **values: object) -> None:
        def work(db: sa.Connection) -> None:
            db.execute(addresses.update().where(addresses.c.id == id).values(**values))

        await self.store.write(work)

    # --- Letters ---------------------------------------------------------------------------

    async def collect(self, now: int, after: float, later: float) -> None:
        """Write the letters to all who are awaited for a while and do not know it yet; who was
        here and decided something is told `later`."""

        old = sa.select(addresses.c.id).where(
            addresses.c.confirmed.is_(None), addresses.c.created < now - TO_CONFIRM
        )
        settled = (outbox.c.state != "waits") & (outbox.c.since < now - KEPT_FOR)
        ripe = sa.case(
            (waits.c.told == Told.NOT_YET, waits.c.since <= now - after),
            (waits.c.told == Told.HERE, waits.c.since <= now - later),
            else_=sa.false(),
        )
        daily = (
            sa.select(addresses.c.id)
            .where(addresses.c.daily == 1, addresses.c.confirmed.is_not(None))
            .where(sa.func.coalesce(addresses.c.digested, 0) <= now - DAY)
            .where(sa.exists().where(_awaits(addresses.c.holder), waits.c.since <= now - after))
        )

        unheard = _unheard(now - after)

        def anything(db: sa.Connection) -> bool:
            gone = sa.select(outbox.c.id).where(settled)
            late = sa.select(waits.c.game).where(ripe)
            looks = (old, gone, late, daily, unheard)
            return any(db.execute(look.limit(1)).first() for look in looks)

        def work(db: sa.Connection) -> None:
            forget_addresses(db, [row.id for row in db.execute(old)])
            db.execute(outbox.delete().where(settled))
            for wait in db.execute(waits.select().where(ripe)).all():
                for row in db.execute(_ADDRESSES, {"game": wait.game, "seat": wait.seat}).all():
                    _write(db, row.id, "turn", wait.game, wait.seat, wait.since, now)
                this = (waits.c.game == wait.game) & (waits.c.seat == wait.seat)
                db.execute(waits.update().where(this).values(told=Told.TOLD))
            for row in db.execute(unheard).all():
                _write(db, row.id, "talk", row.game, 0, row.since, now)
            for row in db.execute(daily).all():
                _write(db, row.id, "daily", "", 0, now, now)
                change = addresses.update().where(addresses.c.id == row.id)
                db.execute(change.values(digested=now))

        if await self.store.read(anything):
            # Where another worker writes the same letters, what it leaves is found the next time.
            with contextlib.suppress(Taken):
                await self.store.write(work)

    async def take(self, now: int, most: int = AT_ONCE) -> list[Letter]:
        """Letters that are due, for this worker alone to send."""

        free = outbox.c.taken.is_(None) | (outbox.c.taken < now - TAKEN_FOR)
        due = (outbox.c.state == "waits") & (outbox.c.due <= now) & free

        def anything(db: sa.Connection) -> bool:
            return db.execute(sa.select(outbox.c.id).where(due).limit(1)).first() is not None

        def work(db: sa.Connection) -> list[Letter]:
            rows = db.execute(sa.select(outbox).where(due).order_by(outbox.c.due).limit(most)).all()
            found = []
            for row in rows:
                mine = outbox.update().where(outbox.c.id == row.id, due).values(taken=now)
                to = db.execute(addresses.select().where(addresses.c.id == row.address)).one()
                if db.execute(mine).rowcount:
                    found.append(
                        Letter(
                            row.id,
                            row.kind,
                            row.game,
                            row.seat,
                            row.since,
                            row.tries,
                            _address(to),
                        )
                    )
            return found

        return await self.store.write(work) if await self.store.read(anything) else []

    async def turns(self, letter: Letter) -> list[tuple[str, int]]:
        """The tables and seats a letter is about that still wait, or where talk is unread."""

        def work(db: sa.Connection) -> list[tuple[str, int]]:
            if letter.kind == "talk":
                theirs = (listeners.c.holder == letter.to.holder) & (
                    listeners.c.game == letter.game
                )
                said = _NEWS.where(theirs, talk.c.time <= letter.since)
                return [(letter.game, 0)] if db.execute(said).first() else []
            query = sa.select(waits.c.game, waits.c.seat).where(_awaits(letter.to.holder))
            if letter.kind == "turn":
                query = query.where(
                    waits.c.game == letter.game,
                    waits.c.seat == letter.seat,
                    waits.c.since == letter.since,
                )
            return [(row.game, row.seat) for row in db.execute(query.order_by(waits.c.since))]

        return await self.store.read(work)

    async def finish(self, letter: Letter, state: str) -> None:
        """A letter was `sent`, or is `needless` now."""

        def work(db: sa.Connection) -> None:
            db.execute(outbox.update().where(outbox.c.id == letter.id).values(state=state))
            if state == "sent":
                change = addresses.update().where(addresses.c.id == letter.to.id)
                db.execute(change.values(trouble=None))

        await self.store.write(work)

    async def put_off(self, letter: Letter, until: int) -> None:
        """A letter is not tried before then."""

        def work(db: sa.Connection) -> None:
            this = outbox.update().where(outbox.c.id == letter.id)
            db.execute(this.values(due=until, taken=None))

        await self.store.write(work)

    async def fail(self, letter: Letter, trouble: str, again: int | None) -> None:
        """A letter did not arrive: it is tried again, or given up."""

        def work(db: sa.Connection) -> None:
            this = outbox.update().where(outbox.c.id == letter.id)
            db.execute(this.values(tries=letter.tries + 1, taken=None))
            db.execute(this.values(state="failed") if again is None else this.values(due=again))
            change = addresses.update().where(addresses.c.id == letter.to.id)
            db.execute(change.values(trouble=trouble[:40]))

        await self.store.write(work)


def one_place(kind: str, address: str) -> str:
    """Where letters to an address end up: many ways to write a mailbox lead to the same."""
    if kind == "hook":
        return host_of(address)
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{host.rstrip('.')}"


def _asked_too_often(db: sa.Connection, kind: str, address: str, now: int) -> bool:
    """Whether somebody, under whatever spelling, was asked often enough today."""
    asked = (
        sa.select(addresses.c.address)
        .select_from(outbox.join(addresses, outbox.c.address == addresses.c.id))
        .where(outbox.c.kind == "confirm", outbox.c.since > now - DAY, addresses.c.kind == kind)
    )
    place = one_place(kind, address)
    found = [row.address for row in db.execute(asked)]
    same = sum(one_place(kind, other) == place for other in found)
    most = MOST_ASKED_A_DAY if kind == "mail" else MOST_ASKED_OF_A_HOST
    return same >= most or found.count(address) >= MOST_ASKED_A_DAY


_ADDRESSES = (
    sa.select(addresses.c.id)
    .join(rights, rights.c.holder == addresses.c.holder)
    .where(
        rights.c.game == sa.bindparam("game"),
        rights.c.role == "seat",
        rights.c.seat == sa.bindparam("seat"),
        addresses.c.confirmed.is_not(None),
        addresses.c.daily == 0,
    )
)


_NEWS = (
    sa.select(talk.c.game)
    .join(listeners, listeners.c.game == talk.c.game)
    .where(
        listeners.c.told == 1,
        talk.c.channel == "table",
        talk.c.id > listeners.c.heard,
        talk.c.holder != listeners.c.holder,
        sa.exists().where(
            rights.c.holder == listeners.c.holder,
            rights.c.game == talk.c.game,
            rights.c.role != SPENT,
        ),
        ~sa.exists().where(
            hides.c.holder == listeners.c.holder,
            hides.c.game == talk.c.game,
            hides.c.voice == talk.c.voice,
        ),
    )
)
"""What was said, and is not read, at tables of which somebody wants to be told while away."""


def _unheard(before: float) -> sa.Select[tuple[str, str, int]]:
    """Addresses to be told of talk: once for all that was said since their person read it."""
    first = (
        _NEWS.with_only_columns(
            talk.c.game, listeners.c.holder, sa.func.min(talk.c.time).label("since")
        )
        .group_by(talk.c.game, listeners.c.holder)
        .subquery()
    )
    told = sa.exists().where(
        outbox.c.address == addresses.c.id,
        outbox.c.kind == "talk",
        outbox.c.game == first.c.game,
        outbox.c.since == first.c.since,
    )
    return (
        sa.select(addresses.c.id, first.c.game, first.c.since)
        .join(first, first.c.holder == addresses.c.holder)
        .where(addresses.c.confirmed.is_not(None), addresses.c.daily == 0)
        .where(first.c.since <= before, ~told)
    )


def _awaits(holder: str | sa.Column[str]) -> sa.ColumnElement[bool]:
    """That a seat which a person holds is awaited."""
    return sa.exists().where(
        rights.c.holder == holder,
        rights.c.game == waits.c.game,
        rights.c.role == "seat",
        rights.c.seat == waits.c.seat,
    )


def _write(
    db: sa.Connection, address: str, kind: str, game: str, seat: int, since: int, now: int
) -> None:
    row = {"address": address, "kind": kind, "game": game, "seat": seat, "since": since}
    same = [outbox.c[name] == value for name, value in row.items()]
    if db.execute(sa.select(outbox.c.id).where(*same)).first() is None:
        db.execute(outbox.insert().values(**row, due=now, tries=0, state="waits"))


def forget_addresses(db: sa.Connection, ids: list[str]) -> None:
    """Addresses, and every letter to them."""
    if ids:
        db.execute(outbox.delete().where(outbox.c.address.in_(ids)))
        db.execute(addresses.delete().where(addresses.c.id.in_(ids)))


def _address(row: sa.Row[tuple[object, ...]], again: int | None = None) -> Address:
    return Address(
        row.id,
        row.holder,
        row.kind,
        row.address,
        row.language,
        bool(row.daily),
        row.confirmed is not None,
        row.trouble,
        again,
        row.form or "",
    )
