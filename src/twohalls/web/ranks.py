"""Rankings, and a page for each person of the hall: what they played, against whom, how well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date
from fastapi import APIRouter, Request
from starlette.responses import Response

from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import Unknown
from twohalls.kit import refusals
from twohalls.kit.charts import Chart, Series
from twohalls.kit.i18n import Translate, translators
from twohalls.server.hall import Member
from twohalls.server.ratings import MARKS, Played, Rank, Rating
from twohalls.server.services import services
from twohalls.web import words
from twohalls.web.answer import page
from twohalls.web.charts import draw
from twohalls.web.hall import Guest, guest
from twohalls.web.visit import number

router = APIRouter(include_in_schema=False)
LOW, HIGH = -20.0, 60.0
"""Between which ratings are drawn."""
MOST_MET = 20


@dataclass(frozen=True)
class Row:
    """A rating as it is drawn: a spot, and the stretch within which it most likely lies."""

    name: str
    address: str
    rating: Rating
    games: int
    spot: float
    within: tuple[float, float]


@dataclass(frozen=True)
class Met:
    """Somebody one played against: how often, and how often one was ahead of them."""

    name: str
    address: str
    games: int
    ahead: int


def row(name: str, address: str, rating: Rating, games: int) -> Row:
    def at(value: float) -> float:
        return round(100 * (min(HIGH, max(LOW, value)) - LOW) / (HIGH - LOW), 1)

    low, high = at(rating.mu - 2 * rating.sigma), at(rating.mu + 2 * rating.sigma)
    return Row(name, address, rating, games, at(rating.mu), (low, high))


def kind_of(game: str, players: int, _: Translate) -> str:
    """A game and how many play it."""
    title = find_game(game).title if game in GAMES else game
    return _("{game}, {count} players").format(game=title, count=players)


@router.get("/hall/ranking")
async def ranking(request: Request) -> Response:
    one = await guest(request)
    found, _ = services(request), one.person._
    kinds = await found.ratings.kinds()
    asked = request.query_params.get("of", "").rpartition(" ")
    chosen = (asked[0], number(asked[2]) or 0)
    if chosen not in kinds:
        chosen = kinds[0] if kinds else ("", 0)
    ranks = await found.ratings.ranking(*chosen) if kinds else []
    sought = request.query_params.get("name", "")[:24]
    return page(
        request,
        one.person,
        "ranking.html",
        kinds=[(f"{game} {count}", kind_of(game, count, _)) for game, count in kinds],
        chosen=f"{chosen[0]} {chosen[1]}",
        rows=[ranked(rank, _) for rank in ranks],
        sought=sought,
        people=await found.hall.find(sought) if sought.strip() else [],
        here="/hall/ranking",
    )


def ranked(rank: Rank, _: Translate) -> Row:
    if rank.who is None:
        return row(words.level(rank.level, _), "", rank.rating, 0)
    return row(rank.who.name, f"/p/{rank.who.id}", rank.rating, rank.games)


@router.get("/p/{id}")
async def person(request: Request, id: str) -> Response:
    """A person's page; one who stays unlisted has it for themselves."""
    one = await guest(request)
    found = services(request)
    who = await found.hall.person(id)
    mine = who is not None and one.member is not None and who.id == one.member.id
    if who is None or (who.unlisted and not mine):
        raise Unknown("nobody by that name is listed here")
    games = await found.ratings.of(who.id)
    _ = one.person._
    return page(
        request,
        one.person,
        "person.html",
        who=who,
        mine=mine,
        ratings=ratings(games, _),
        charts=[draw(chart) for chart in charts(games, one) if chart.has_figures],
        met=await met(games, who, one),
        games=[
            (played, kind_of(played.of, played.players, _), day(played.time, one))
            for played in reversed(games)
        ][:MOST_MET],
        here=f"/p/{id}",
    )


def ratings(games: Sequence[Played], _: Translate) -> list[Row]:
    """What somebody's last rated game of each kind left, between the opponents' marks."""
    newest = {(one.of, one.players): one.rating for one in games if one.rating is not None}
    count = Counter((one.of, one.players) for one in games if one.rating is not None)
    return [row(kind_of(*kind, _), "", rating, count[kind]) for kind, rating in newest.items()]


def day(time: int, one: Guest) -> str:
    at = datetime.fromtimestamp(time, UTC).date()
    return format_date(at, "d MMM y", locale=one.person.language)


def charts(games: Sequence[Played], one: Guest) -> list[Chart]:
    """Points, places and ratings over time for each kind of game; what was held and led."""
    _ = one.person._
    made = []
    for kind in dict.fromkeys((played.of, played.players) for played in games):
        played = [this for this in games if (this.of, this.players) == kind]
        days = tuple(day(this.time, one) for this in played)
        name, id = kind_of(*kind, _), f"{kind[0]}-{kind[1]}"
        rated = tuple(max(0, this.rating.about) if this.rating else None for this in played)
        lines = (
            ("points", _("Points"), tuple(this.points for this in played)),
            ("places", _("Places"), tuple(this.place for this in played)),
            ("rating", _("Rating"), rated),
        )
        made += [
            Chart(f"{what}-{id}", "lines", f"{label} · {name}", _("Game by game."), _("Day"),
                  days, (Series(label, values, 1),))
            for what, label, values in lines
        ]  # fmt: skip
    return [*made, *deeds(games, one)]


def deeds(games: Sequence[Played], one: Guest) -> list[Chart]:
    """What somebody did often, counted over all their games, in each game's own words."""
    _ = one.person._
    headings = {
        "offices": _("Offices held"),
        "colours": _("Strongest colours"),
        "built": _("Built most"),
    }
    made = []
    for game in dict.fromkeys(played.of for played in games):
        if game not in GAMES:
            continue
        own = find_game(game)
        said = refusals.vocabulary(own, translators(one.person.language, own)[0])
        for what, heading in headings.items():
            sums: Counter[str] = Counter()
            for played in games:
                if played.of == game:
                    sums.update(played.deeds.get(what, {}))
            names = tuple(titled(said.get(code, code)) for code, _count in sums.most_common())
            values = tuple(count for _code, count in sums.most_common())
            title = f"{heading} · {find_game(game).title}"
            if values:
                series = (Series(_("times"), values, 1),)
                told = _("Over all games in this hall.")
                made.append(Chart(f"{what}-{game}", "bars", title, told, heading, names, series))
    return made


def titled(name: str) -> str:
    return name[:1].upper() + name[1:]


async def met(games: Sequence[Played], who: Member, one: Guest) -> list[Met]:
    """Against whom somebody played most; who stays unlisted is nobody here."""
    _ = one.person._
    tables = await services(one.request).ratings.against([played.game for played in games])
    mine = {played.game: played for played in games}
    count: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    for game, sat in tables.items():
        for played, other in sat:
            if played.seat == mine[game].seat:
                continue
            if played.kind in MARKS:
                name = (_("opponent: {level}").format(level=words.level(played.kind, _)), "")
            elif other is None or other.unlisted:
                name = (_("Somebody"), "")
            else:
                name = (other.name, f"/p/{other.id}")
            count[name] += 1
            ahead[name] += mine[game].place < played.place
    return [Met(*name, times, ahead[name]) for name, times in count.most_common(MOST_MET)]
