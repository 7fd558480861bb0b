"""Ratings by openskill: one for each game and number of players, opponents as fixed marks.

When a game of the hall is over its outcome is written down once for every seat. A rating is what
the last rated game left; people without a name here are left out of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from openskill.models import PlackettLuce

from twohalls.kernel.table import View
from twohalls.kit.parts import page
from twohalls.server.hall import SHOWN, Member, holders, member
from twohalls.server.live import Live
from twohalls.server.schema import games, persons, played
from twohalls.server.store import Seat, Store
from twohalls.server.tables import Tables

MARKS = {"random": -16.0, "heeler": 6.0, "captain": 25.0, "boss": 39.0, "sachem": 45.0}
"""Where opponents stand on the scale: 25 is the captain, at whose mark people begin. Distances are
those by which a table of four gives the shares of wins measured (`benchmarks/marks.py`)."""
SURE = 0.1
"""How uncertain a mark is: it never moves."""
AT_ONCE = 5
MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """What is thought of somebody's play, and how surely."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def about(self) -> int:
        return round(self.mu)

    @property
    def give_or_take(self) -> int:
        """Twice the spread: the true value lies within it in 19 of 20 cases."""
        return round(2 * self.sigma)

    @property
    def surely(self) -> float:
        """By which rankings order: what somebody is at least, most likely."""
        return self.mu - 2 * self.sigma


@dataclass(frozen=True)
class Played:
    """One seat of one finished game."""

    game: str
    seat: int
    person: str | None
    kind: str
    of: str
    players: int
    time: int
    place: int
    points: int
    rated: bool
    rating: Rating | None
    deeds: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Rank:
    """A row of a ranking: a person, or the level of an opponent."""

    who: Member | None
    level: str
    rating: Rating
    games: int


class Ratings:
    """Writes down how games ended, and reads what came of it."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables

    async def once(self) -> None:
        """Settle the games of the hall that are over, each by one worker and once."""
        ripe = (
            games.c.finished.is_not(None)
            & games.c.settled.is_(None)
            & (games.c.listed.is_not(None) | (games.c.rated == 1))
        )

        def look(db: sa.Connection) -> list[str]:
            return list(db.execute(sa.select(games.c.id).where(ripe).limit(AT_ONCE)).scalars())

        for id in await self.store.read(look):
            await self._settle(await self.tables.find(id))

    async def _settle(self, live: Live) -> None:
        view = live.view(None)
        if view.result is None:
            return
        result, now = view.result, self.tables.now
        places = placed(result.scores, result.winners)
        deeds = [_deeds(view, seat.number) for seat in live.seats]

        def work(db: sa.Connection) -> None:
            this = games.update().where(games.c.id == live.id, games.c.settled.is_(None))
            if not db.execute(this.values(settled=now)).rowcount:
                return
            row = db.execute(games.select().where(games.c.id == live.id)).one()
            sits = _people(db, live)
            ranks = ranked(live.seats, places, row.leaving or "")
            after = self._rated(db, live, sits, ranks) if row.rated else {}
            for seat, place, points, deed in zip(
                live.seats, places, result.scores, deeds, strict=True
            ):
                rating = after.get(seat.number)
                db.execute(
                    played.insert().values(
                        game=live.id,
                        seat=seat.number,
                        person=sits.get(seat.number),
                        kind=seat.was or seat.kind,
                        of=live.game,
                        players=len(live.seats),
                        time=row.finished,
                        place=place,
                        points=points,
                        rated=int(rating is not None),
                        mu=rating and rating.mu,
                        sigma=rating and rating.sigma,
                        deeds=json.dumps(deed),
                    )
                )

        await self.store.write(work, live.id, quiet=True)

    def _rated(
        self, db: sa.Connection, live: Live, sits: Mapping[int, str], ranks: Sequence[int]
    ) -> dict[int, Rating]:
        """The ratings of people after a game, by seat."""
        before: list[tuple[int, Rating]] = []
        for seat in live.seats:
            if seat.number in sits:
                who = sits[seat.number]
                before.append((seat.number, _rating(db, who, live.game, len(live.seats))))
            elif seat.is_opponent and seat.was is None:
                before.append((seat.number, Rating(MARKS.get(seat.kind, MODEL.mu), SURE)))
        if len(before) < 2 or not sits:
            return {}
        after = rated([one for _, one in before], [ranks[seat - 1] for seat, _ in before])
        return {seat: new for (seat, _), new in zip(before, after, strict=True) if seat in sits}

    # --- Reading -------------------------------------------------------------------------------

    async def of(self, person: str, most: int = 200) -> list[Played]:
        """What somebody played in the hall, the oldest first."""

        def work(db: sa.Connection) -> list[Played]:
            query = played.select().where(played.c.person == person)
            rows = db.execute(query.order_by(played.c.time.desc()).limit(most)).all()
            return [_played(row) for row in reversed(rows)]

        return await self.store.read(work)

    async def against(self, ids: Sequence[str]) -> dict[str, list[tuple[Played, Member | None]]]:
        """Who sat at these tables, with the people who can be named."""

        def work(db: sa.Connection) -> dict[str, list[tuple[Played, Member | None]]]:
            rows = db.execute(played.select().where(played.c.game.in_(ids))).all()
            known = {row.id: member(row) for row in db.execute(persons.select())}
            found: dict[str, list[tuple[Played, Member | None]]] = {}
            for row in rows:
                found.setdefault(row.game, []).append((_played(row), known.get(row.person)))
            return found

        return await self.store.read(work)

    async def kinds(self) -> list[tuple[str, int]]:
        """The games and numbers of players for which there are ratings."""

        def work(db: sa.Connection) -> list[tuple[str, int]]:
            query = sa.select(played.c.of, played.c.players).where(played.c.rated == 1).distinct()
            return sorted((row.of, row.players) for row in db.execute(query))

        return await self.store.read(work)

    async def ranking(self, game: str, players: int) -> list[Rank]:
        """Everybody who stays listed, with the marks of opponents between them."""

        def work(db: sa.Connection) -> list[Rank]:
            of = (played.c.of == game) & (played.c.players == players) & (played.c.rated == 1)
            newest: dict[str, Rating] = {}
            count: dict[str, int] = {}
            for row in db.execute(played.select().where(of).order_by(played.c.time, played.c.game)):
                if row.person is not None:
                    newest[row.person] = Rating(row.mu, row.sigma)
                    count[row.person] = count.get(row.person, 0) + 1
            known = db.execute(persons.select().where(persons.c.unlisted == 0)).all()
            return [
                Rank(member(row), "", newest[row.id], count[row.id])
                for row in known
                if row.id in newest
            ]

        people = await self.store.read(work)
        marks = [Rank(None, level, Rating(mu, 0.0), 0) for level, mu in MARKS.items()]
        return sorted(
            [*people[: 10 * SHOWN], *(mark for mark in marks if people)],
            key=lambda rank: -rank.rating.surely,
        )


def placed(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat: winners first, then by points; alike is alike."""
    found = []
    for seat, score in enumerate(scores, 1):
        better = [
            other
            for other, points in enumerate(scores, 1)
            if (other in winners, points if other not in winners else 0)
            > (seat in winners, score if seat not in winners else 0)
        ]
        found.append(len(better) + 1)
    return found


def ranked(seats: Sequence[Seat], places: Sequence[int], leaving: str) -> list[int]:
    """By which places a game is rated: who left it may count as the last."""
    last = len(seats) + 1
    left = leaving == "last"
    return [
        last if left and seat.was is not None else place
        for seat, place in zip(seats, places, strict=True)
    ]


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings after a game; what is sure stays as it is."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after: Any = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        one if one.sigma <= SURE else Rating(team[0].mu, team[0].sigma)
        for one, team in zip(before, after, strict=True)
    ]


def _rating(db: sa.Connection, person: str, game: str, players: int) -> Rating:
    """What somebody's last rated game left; the row is kept from others until this is written."""
    db.execute(sa.select(persons.c.id).where(persons.c.id == person).with_for_update())
    query = (
        sa.select(played.c.mu, played.c.sigma)
        .where(played.c.person == person, played.c.of == game, played.c.players == players)
        .where(played.c.rated == 1)
        .order_by(played.c.time.desc(), played.c.game.desc())
        .limit(1)
    )
    row = db.execute(query).one_or_none()
    return Rating(row.mu, row.sigma) if row else Rating()


def _people(db: sa.Connection, live: Live) -> dict[int, str]:
    """Who with a name in the hall sits where; nobody is rated against themselves."""
    held = holders(db, [live.id])[live.id]
    known = {
        row.holder: row.id
        for row in db.execute(persons.select().where(persons.c.holder.in_(held.values())))
    }
    sits = {seat: known[holder] for seat, holder in held.items() if holder in known}
    once = [who for who in sits.values() if list(sits.values()).count(who) == 1]
    return {seat: who for seat, who in sorted(sits.items()) if who in once}


def _deeds(view: View, seat: int) -> Mapping[str, Mapping[str, int]]:
    return page(view.game).deeds(view, seat)


def _played(row: sa.Row[tuple[object, ...]]) -> Played:
    return Played(
        row.game,
        row.seat,
        row.person,
        row.kind,
        row.of,
        row.players,
        row.time,
        row.place,
        row.points,
        bool(row.rated),
        Rating(row.mu, row.sigma) if row.mu is not None else None,
        json.loads(row.deeds),
    )
