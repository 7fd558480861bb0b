"""Talk at a table: stored before anybody reads it, limited, and no part of any record or log.

Who sits there speaks to everybody. Those who only look on speak among themselves, and players read
that when the game is over. A voice names who speaks without saying whose browser it is.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Malformed, TwoHallsError, Unknown
from twohalls.server.database import add_once, upsert
from twohalls.server.limits import TooMany
from twohalls.server.live import Live
from twohalls.server.names import INVISIBLE
from twohalls.server.remarks import remarks
from twohalls.server.schema import games, hides, listeners, rights, silences, talk
from twohalls.server.store import Right, Store, main_of
from twohalls.server.tables import Tables

CHANNELS = TABLE, WATCH = "table", "watch"
SIGNS = ("bravo", "thanks", "sorry", "really", "laugh", "wait")
"""Reactions: each reader is told them by a word in their language, and a sign."""
LONGEST = 500
MOST_MARKS = 3
"""Accents on one letter that are kept."""
JOINERS = "\u200c\u200d"
"""Not seen themselves, but letters and pictures are joined or kept apart by them."""
EACH = ((10, 5), (300, 40))
ALL_WATCHERS = ((10, 20), (300, 200))
"""Seconds, and how many messages within them: of one voice, and of all who look on together."""
MOST_AT_A_TABLE = 5000
SHOWN = 100
"""Messages that stand beside a table; all of them are on a page of their own."""


@dataclass(frozen=True)
class Voice:
    """Somebody who may speak, by the first of their browsers: at a seat, or looking on."""

    holder: str
    code: str
    seat: int | None
    name: str

    @property
    def channel(self) -> str:
        return WATCH if self.seat is None else TABLE


@dataclass(frozen=True)
class Said:
    """One message; `sign` is a reaction, which has no text."""

    id: int
    channel: str
    voice: str
    seat: int | None
    name: str
    sign: str | None
    text: str
    time: int


@dataclass(frozen=True)
class Reader:
    """One person, by the first of their browsers: what they read, and whom they do not hear."""

    main: str
    heard: int = 0
    hidden: frozenset[str] = frozenset()
    told: bool = False
    """Whether they want to be told of talk while they are away."""
    links: bool = False
    """Whether they want to follow links in it."""


@dataclass(frozen=True)
class Hall:
    """All that was said at a table, as of `talked`, and who is silenced there."""

    talked: int
    said: tuple[Said, ...]
    silenced: frozenset[str]


class Talk:
    """All reading and writing of what people say."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables

    # --- Reading -------------------------------------------------------------------------------

    async def at(self, live: Live) -> Hall:
        """What was said at a table, read once for all who ask before more is said."""
        found: Hall | None = live.said
        if found is None or found.talked != live.talked:
            found = live.said = await self.store.read(lambda db: _hall(db, live.id))
        return found

    async def reader(self, holder: str, game: str) -> Reader:
        def work(db: sa.Connection) -> Reader:
            main = main_of(db, holder)
            theirs = listeners.select().where(listeners.c.holder == main, listeners.c.game == game)
            row = db.execute(theirs).one_or_none()
            hidden = sa.select(hides.c.voice).where(hides.c.holder == main, hides.c.game == game)
            heard = row.heard if row else 0
            wishes = bool(row and row.told), bool(row and row.links)
            return Reader(main, heard, frozenset(db.execute(hidden).scalars()), *wishes)

        return await self.store.read(work)

    async def hear(self, holder: str, game: str, up_to: int) -> None:
        """Somebody has read all up to a message."""

        def work(db: sa.Connection) -> None:
            row = {"holder": main_of(db, holder), "game": game, "heard": up_to}
            db.execute(upsert(db, listeners, row, listeners.c.heard < up_to))

        await self.store.write(work, game, quiet=True)

    async def tell_away(self, holder: str, game: str, wanted: bool) -> None:
        """Somebody wants to be told of talk at a table while they are away, or no more."""
        await self._wish(holder, game, told=wanted)

    async def follow_links(self, holder: str, game: str, wanted: bool) -> None:
        """Somebody wants to follow links in the talk of a table, or no more."""
        await self._wish(holder, game, links=wanted)

    async def _wish(self, holder: str, game: str, **wanted: bool) -> None:
        def work(db: sa.Connection) -> None:
            main = main_of(db, holder)
            add_once(db, listeners, {"holder": main, "game": game, "heard": 0})
            mine = (listeners.c.holder == main) & (listeners.c.game == game)
            db.execute(listeners.update().where(mine).values(wanted))

        await self.store.write(work, game, quiet=True)

    # --- Speaking ------------------------------------------------------------------------------

    async def say(self, live: Live, voice: Voice, text: str, sign: str | None, key: str) -> None:
        """Somebody says something; the same attempt counts once."""
        if sign is not None and sign not in SIGNS:
            raise Unknown("there is no such reaction")
        text = "" if sign is not None else neat(text)
        now = self.tables.now

        def work(db: sa.Connection) -> TwoHallsError | None:
            mine = (talk.c.game == live.id) & (talk.c.holder == voice.holder)
            same = sa.select(talk.c.id).where(mine, talk.c.key == key)
            if db.execute(same).first() is not None:
                return None
            if (refused := _refusal(db, live.id, voice, now)) is not None:
                return refused
            row = {"channel": voice.channel, "voice": voice.code, "seat": voice.seat}
            row |= {"name": voice.name, "sign": sign, "text": text, "time": now, "key": key}
            db.execute(talk.insert().values(game=live.id, holder=voice.holder, **row))
            _talked(db, live.id)
            return None

        await self._write(live, work)

    async def silence(self, live: Live, voice: str, silent: bool) -> None:
        """The owner of a table lets somebody speak no more there, or again."""

        def work(db: sa.Connection) -> TwoHallsError | None:
            row = {"game": live.id, "voice": voice}
            if silent:
                add_once(db, silences, row)
            else:
                db.execute(silences.delete().filter_by(**row))
            _talked(db, live.id)
            return None

        await self._write(live, work)

    async def hide(self, live: Live, holder: str, voice: str, hidden: bool) -> None:
        """A reader does not want to hear somebody, or does again."""

        def work(db: sa.Connection) -> TwoHallsError | None:
            row = {"holder": main_of(db, holder), "game": live.id, "voice": voice}
            if hidden:
                add_once(db, hides, row)
            else:
                db.execute(hides.delete().filter_by(**row))
            _talked(db, live.id)
            return None

        await self._write(live, work)

    async def _write(
        self, live: Live, work: Callable[[sa.Connection], TwoHallsError | None]
    ) -> None:
        if (refused := await self.store.write(work, live.id)) is not None:
            raise refused
        await self.tables.find(live.id)


# --- Who speaks and reads what -----------------------------------------------------------------


def voice_of(
    live: Live, rights: Sequence[Right], main: str, name: str, wanted: int | None = None
) -> Voice:
    """As whom somebody speaks: at one of their seats, or as one of those who look on."""
    seats = seats_of(rights)
    if wanted is not None and wanted not in seats:
        raise Unknown("this seat is not yours")
    if not seats:
        return Voice(main, watcher(live.id, main), None, name)
    seat = live.seat(wanted or seats[0])
    return Voice(main, code_of(seat.number, seat.round), seat.number, seat.name)


def code_of(seat: int, round: int) -> str:
    """The voice of a seat; who comes there anew has another than who left."""
    return f"{seat}.{round}"


def watcher(game: str, main: str) -> str:
    """The voice of somebody who looks on."""
    digest = hashlib.sha256(f"{game}\0{main}".encode()).hexdigest()
    return f"w{digest[:12]}"


def keep_voices(db: sa.Connection, old: str, new: str) -> None:
    """Somebody is known by another token now, and heard, hidden and silenced as before."""
    held = sa.select(rights.c.game).where(rights.c.holder == old).distinct()
    for game in db.execute(held).scalars().all():
        said, heard = watcher(game, old), 0
        for table in (talk, silences, hides):
            this = table.update().where(table.c.game == game, table.c.voice == said)
            heard += db.execute(this.values(voice=watcher(game, new))).rowcount
        if heard:
            _talked(db, game)


def seats_of(rights: Sequence[Right]) -> list[int]:
    """Seats somebody holds, lent to an opponent or not."""
    return sorted({right.seat for right in rights if right.role == "seat" and right.seat})


def channels(live: Live, rights: Sequence[Right]) -> tuple[str, ...]:
    """What somebody may read: who sits here reads those who look on when the game is over."""
    sits = bool(seats_of(rights))
    return (TABLE,) if sits and not is_over(live) else CHANNELS


def is_over(live: Live) -> bool:
    return live.table.over or live.ended is not None


def state(live: Live) -> str:
    """Changes whenever there is more or less to read at a table."""
    return f"{live.talked}{'o' if is_over(live) else ''}.{len(remarks(live))}"


def readable(said: Sequence[Said], read: Sequence[str], reader: Reader) -> list[Said]:
    return [one for one in said if one.channel in read and one.voice not in reader.hidden]


def unread(said: Sequence[Said], reader: Reader, mine: frozenset[str]) -> int:
    """How many of these somebody has not read, of others than themselves."""
    return sum(one.id > reader.heard and one.voice not in mine for one in said)


def my_voices(live: Live, rights: Sequence[Right], main: str) -> frozenset[str]:
    seats: list[int | None] = [*seats_of(rights)] or [None]
    return frozenset(voice_of(live, rights, main, "", seat).code for seat in seats)


# --- What may be said --------------------------------------------------------------------------


def neat(text: str) -> str:
    """A message as it may be shown: one line of letters that can be seen, with few accents each."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 40 * LONGEST]):
        is_mark = unicodedata.category(letter) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if marks > MOST_MARKS:
            continue
        seen = (letter.isprintable() or letter in JOINERS) and letter not in INVISIBLE
        kept.append(letter if seen else " ")
    said = " ".join("".join(kept).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in said):
        raise Malformed("a message cannot be empty")
    if len(said) > LONGEST:
        raise Malformed("a message can have at most {most} characters", most=LONGEST)
    return said


def _hall(db: sa.Connection, game: str) -> Hall:
    talked = db.execute(sa.select(games.c.talked).where(games.c.id == game)).scalar_one()
    rows = db.execute(talk.select().where(talk.c.game == game).order_by(talk.c.id)).all()
    silenced = db.execute(sa.select(silences.c.voice).where(silences.c.game == game)).scalars()
    said = tuple(
        Said(row.id, row.channel, row.voice, row.seat, row.name, row.sign, row.text, row.time)
        for row in rows
    )
    return Hall(talked, said, frozenset(silenced))


def _talked(db: sa.Connection, game: str) -> None:
    db.info["changed"].add(game)
    db.execute(games.update().where(games.c.id == game).values(talked=games.c.talked + 1))


def _refusal(db: sa.Connection, game: str, voice: Voice, now: int) -> TwoHallsError | None:
    """Why somebody may not speak now: silenced, or too often."""
    this = talk.c.game == game
    silenced = silences.select().filter_by(game=game, voice=voice.code)
    if db.execute(silenced).first() is not None:
        return Illegal("whoever opened this table has silenced you here")
    limits = [(seconds, most, talk.c.voice == voice.code) for seconds, most in EACH]
    if voice.seat is None:
        limits += [(seconds, most, talk.c.channel == WATCH) for seconds, most in ALL_WATCHERS]
    for seconds, most, of in limits:
        since = sa.select(sa.func.count(), sa.func.min(talk.c.time))
        count, first = db.execute(since.where(this, of, talk.c.time > now - seconds)).one()
        if count >= most:
            return TooMany(first + seconds - now)
    if db.execute(sa.select(sa.func.count()).where(this)).scalar_one() >= MOST_AT_A_TABLE:
        return Illegal("there is no room for more talk at this table")
    return None
