"""Elections as theatre: the ward that votes, the bids opened last, the outcome, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from twohalls.games.tammany.board import COLOURS, MAP, OFFICES, WARDS
from twohalls.games.tammany.events import (
    ChipPoints,
    ElectionBegun,
    GameWon,
    LeaderFound,
    MayorPoints,
    OfficeGiven,
    SlanderPoints,
    WardPoints,
    WardVoted,
)
from twohalls.games.tammany.page.prompt import sign
from twohalls.games.tammany.page.sentences import of_mayor, of_vote
from twohalls.games.tammany.page.story import Outcome, Story, Vote, of_kind
from twohalls.games.tammany.page.terms import Terms, shape
from twohalls.games.tammany.picture import CUBE_STEP, PLACES, ZONE_WARDS, frame
from twohalls.games.tammany.rules import YEARS_A_TERM
from twohalls.games.tammany.words import bid_of
from twohalls.kernel.events import Happened
from twohalls.kernel.table import View


@dataclass(frozen=True)
class Chips:
    """Chips of one people: how they are drawn, named and counted."""

    sign: str
    people: str
    colour: str
    count: int


@dataclass(frozen=True)
class Contestant:
    """One who stands in the ward that votes; `state` is sealed, open (the reader's own) or wait."""

    seat: int
    shape: str
    name: str
    you: bool
    bosses: int
    chips: list[Chips]
    state: str

    @property
    def most(self) -> int:
        return self.bosses + sum(chips.count for chips in self.chips)


@dataclass(frozen=True)
class Lit:
    """A ward enlarged: the window on the map, and the pieces side by side around a middle."""

    ward: int
    window: str
    number: tuple[float, float]
    middle: tuple[float, float]
    size: float
    bosses: list[tuple[str, float, bool]]
    cubes: list[tuple[str, float]]


@dataclass(frozen=True)
class Stop:
    """A ward on the way of the vote."""

    ward: int
    winner: int | None
    shape: str
    state: str


@dataclass(frozen=True)
class Later:
    """A ward that is still to vote: who lives there, and whose bosses stand there."""

    ward: int
    cubes: list[Chips]
    bosses: list[tuple[str, str, int]]


@dataclass(frozen=True)
class Scene:
    """What the stage shows; a part that is None is not shown."""

    terms: Terms
    heading: str = ""
    route: list[tuple[str, list[Stop]]] = field(default_factory=list)
    opening: dict[str, Any] | None = None
    bid: dict[str, Any] | None = None
    reveal: dict[str, Any] | None = None
    summary: dict[str, Any] | None = None
    final: dict[str, Any] | None = None


def scene(view: View, shown: Mapping[str, Any], story: Story, terms: Terms) -> Scene:
    vote = story.last_reveal(view.seat)
    parts = {
        "opening": _opening(view, shown, story, terms),
        "bid": _bid(view, shown, story, terms) if shown["phase"] == "bid" else None,
        "reveal": _reveal(view, shown, story, vote, terms)
        if vote and isinstance(vote.decided, WardVoted)
        else None,
        "summary": _summary(view, shown, story, terms),
        "final": _final(view, story, terms) if shown["phase"] == "over" else None,
    }
    if not any(parts.values()):
        return Scene(terms)
    year = vote.year if vote and shown["phase"] != "bid" else shown["year"]
    heading = _heading((year - 1) // YEARS_A_TERM, terms)
    return Scene(terms, heading, _route(shown, story, vote), **parts)


def shows(happened: Happened) -> bool:
    """An election that begins, bids that were opened, the outcome once offices are given out."""
    kinds = ElectionBegun | WardVoted | OfficeGiven
    return any(isinstance(event, kinds) for event in happened.events)


def _heading(term: int, terms: Terms) -> str:
    _ = terms.gettext
    return (
        _("Election of the First Term"),
        _("Election of the Second Term"),
        _("Election of the Third Term"),
        _("Election of the Fourth Term"),
    )[min(term, 3)]


def _route(
    shown: Mapping[str, Any], story: Story, reveal: Vote | None
) -> list[tuple[str, list[Stop]]]:
    """The wards in the order they vote, with what became of each in this election."""
    now = shown["election"]["ward"] if shown["election"] else None
    year = shown["year"] if now else reveal.year if reveal else 0
    votes = {vote.decided.ward: vote.decided for vote in story.votes if vote.year == year}
    route = []
    for zone, wards in ZONE_WARDS.items():
        stops = []
        for ward in wards:
            if not shown["wards"][str(ward)]["active"]:
                continue
            vote = votes.get(ward)
            if ward == now and shown["phase"] == "bid":
                state = "now"
            elif vote is None:
                state = "due"
            else:
                state = "won" if vote.winner else "none"
            winner = vote.winner if vote else None
            stops.append(Stop(ward, winner, shape(winner), state))
        if stops:
            route.append((zone, stops))
    return route


def lit(
    ward: int, bosses: Mapping[int, int], cubes: Mapping[str, int], stays: int | bool | None
) -> Lit:
    """A ward as large as the stage; with `stays` not False, only that seat's boss stays."""
    x, y, width, height = frame(ward, 16)
    place = PLACES[ward]
    standing = [seat for seat, count in bosses.items() for _ in range(count)]
    living = [colour for colour in COLOURS for _ in range(cubes.get(colour, 0))]
    size = min(1.2, (width - 56) / (18.5 * max(len(standing), len(living), 1)))
    drawn_bosses = []
    kept = False
    for i, seat in enumerate(standing):
        gone = stays is not False and (seat != stays or kept)
        kept = kept or (stays is not False and seat == stays)
        drawn_bosses.append((shape(seat), _beside(i, standing), gone))
    drawn_cubes = [(sign(colour), _beside(i, living)) for i, colour in enumerate(living)]
    window = f"{x:g} {y:g} {width:g} {height:g}"
    return Lit(ward, window, place.number, place.anchor, size, drawn_bosses, drawn_cubes)


def _beside(i: int, row: list[Any]) -> float:
    return round((i - (len(row) - 1) / 2) * (CUBE_STEP + 0.4), 1)


# --- The polls open --------------------------------------------------------------------------


def _opening(
    view: View, shown: Mapping[str, Any], story: Story, terms: Terms
) -> dict[str, Any] | None:
    """An election begins, until the reader's first decision in it or the first bids are opened."""
    if shown["phase"] not in ("bid", "settle", "favor"):
        return None
    begun = story.elections[-1]
    fought = any(isinstance(vote.decided, WardVoted) for vote in story.votes_of(begun))
    if fought or story.spoke_since(view.seat, begun.at):
        return None
    ward = shown["election"]["ward"]
    usable = shown["election"]["usable"] if shown["phase"] == "bid" else {}
    return {
        "at": begun.at,
        "news": unopposed(story, terms.to_reader(view)),
        "ward": ward,
        "rivals": terms.listed([terms.name(seat) for seat in usable]),
    }


def unopposed(story: Story, terms: Terms) -> list[tuple[str, str]]:
    """The wards decided without bids since bids were opened last, each as sign and sentence."""
    told: list[tuple[str, str]] = []
    for vote in story.votes_of(story.elections[-1]):
        if isinstance(vote.decided, WardVoted):
            told.clear()
        else:
            told.append((shape(vote.decided.winner), of_vote(vote.decided, terms)))
    return told


# --- Bidding ---------------------------------------------------------------------------------


def _bid(view: View, shown: Mapping[str, Any], story: Story, terms: Terms) -> dict[str, Any]:
    ward = shown["election"]["ward"]
    here = shown["wards"][str(ward)]
    contestants = []
    for seat_word, usable in shown["election"]["usable"].items():
        seat = int(seat_word)
        own = seat == view.seat
        waiting = seat in view.awaited
        contestants.append(
            Contestant(
                seat,
                shape(seat),
                terms.name(seat),
                own,
                here["bosses"][seat_word],
                [
                    Chips(sign(colour), terms.label(colour), colour, count)
                    for colour, count in usable.items()
                ],
                "sealed" if not waiting else "open" if own else "wait",
            )
        )
    me = next((one for one in contestants if one.you), None)
    mine = bid_of(view.answer) if view.answer else {}
    bosses = {one.seat: one.bosses for one in contestants}
    return {
        "ward": ward,
        "lit": lit(ward, bosses, here["cubes"], False),
        "living": _living(here["cubes"], terms),
        "contestants": contestants,
        "me": me,
        "purse": _purse(view, shown, terms),
        "later": _later(shown, ward, terms),
        "news": unopposed(story, terms.to_reader(view)),
        "mine": mine,
        "mine_told": terms.all_chips(mine),
        "sealed": view.answer is not None,
        "votes": (me.bosses if me else 0) + sum(mine.values()),
        "names": terms.listed([terms.name(seat) for seat in view.awaited]),
    }


def _purse(view: View, shown: Mapping[str, Any], terms: Terms) -> list[Chips]:
    """All chips of the reader, also those that do not count here."""
    if view.seat is None:
        return []
    favors = shown["players"][view.seat - 1]["favors"]
    return [Chips(sign(c), terms.people(c), c, favors[c]) for c in COLOURS]


def _later(shown: Mapping[str, Any], now: int, terms: Terms) -> list[Later]:
    """The wards that vote after this one, as far as anybody stands in them."""
    told = []
    for ward in WARDS[WARDS.index(now) + 1 :]:
        here = shown["wards"][str(ward)]
        bosses = [
            (shape(seat), terms.name(seat), count)
            for seat, count in here["bosses"].items()
            if count
        ]
        cubes = [
            Chips(sign(c), terms.people(c), c, here["cubes"][c])
            for c in COLOURS
            if here["cubes"][c]
        ]
        if here["active"] and bosses:
            told.append(Later(ward, cubes, bosses))
    return told


def _living(cubes: Mapping[str, int], terms: Terms) -> str:
    return ", ".join(f"{terms.people(c)} {cubes[c]}" for c in COLOURS if cubes.get(c))


# --- Bids opened -----------------------------------------------------------------------------


def _reveal(
    view: View, shown: Mapping[str, Any], story: Story, vote: Vote, terms: Terms
) -> dict[str, Any]:
    _ = terms.gettext
    opened = vote.decided
    assert isinstance(opened, WardVoted)
    to_reader = terms.to_reader(view)
    following = [
        (shape(later.decided.winner), of_vote(later.decided, to_reader))
        for later in story.votes
        if later.at == vote.at and later.decided != opened
    ]
    if shown["phase"] == "bid":
        onward = _("Next: Ward {ward}").format(ward=shown["election"]["ward"])
    else:
        onward = _("Go on")
    return {
        "at": vote.at,
        "ward": opened.ward,
        "winner": opened.winner,
        "lit": lit(opened.ward, opened.bosses, opened.cubes, opened.winner),
        "living": _living(opened.cubes, terms),
        "contestants": [_opened(view, opened, seat, terms) for seat in opened.bosses],
        "sentence": of_vote(opened, to_reader),
        "spent": sum(sum(bid.values()) for bid in opened.bids.values()),
        "following": following,
        "onward": onward,
    }


def _opened(view: View, opened: WardVoted, seat: int, terms: Terms) -> dict[str, Any]:
    """One who stood in the ward, with the bid that was opened."""
    bid = opened.bids.get(seat, {})
    return {
        "shape": shape(seat),
        "name": terms.name(seat),
        "you": seat == view.seat,
        "bosses": opened.bosses[seat],
        "chips": [sign(colour) for colour, count in bid.items() for _n in range(count)],
        "told": terms.all_chips(bid),
        "votes": opened.votes[seat],
        "won": seat == opened.winner,
    }


# --- After an election -----------------------------------------------------------------------


def _summary(
    view: View, shown: Mapping[str, Any], story: Story, terms: Terms
) -> dict[str, Any] | None:
    """The outcome of the last election, until the reader's next decision."""
    if not story.outcomes or shown["phase"] == "over":
        return None
    outcome = story.outcomes[-1]
    appointing = shown["phase"] == "appoint"
    if not appointing and (
        shown["year"] != outcome.year + 1 or story.spoke_since(view.seat, outcome.at)
    ):
        return None
    mayor = outcome.mayor.mayor
    seats = range(1, len(view.names) + 1)
    return {
        "at": outcome.at,
        "given_at": story.given_after(outcome.at),
        "city": _city(outcome),
        "heading": _heading((outcome.year - 1) // YEARS_A_TERM, terms),
        "mayor": mayor,
        "mayor_told": of_mayor(outcome.line, terms.to_reader(view)),
        "rows": [_result_of(view, shown, outcome, seat, terms) for seat in seats],
        "appointing": appointing,
        "mine": appointing and mayor == view.seat,
        "others": [seat for seat in seats if seat != mayor],
        "offices": OFFICES,
    }


def _result_of(
    view: View, shown: Mapping[str, Any], outcome: Outcome, seat: int, terms: Terms
) -> dict[str, Any]:
    """What an election brought one player."""
    return {
        "seat": seat,
        "shape": shape(seat),
        "name": terms.name(seat),
        "you": seat == view.seat,
        "wards": outcome.wards(seat),
        "ward_points": outcome.points(seat, WardPoints),
        "mayor_points": outcome.points(seat, MayorPoints),
        "leads": [
            Chips(sign(found.colour), terms.people(found.colour), found.colour, found.chips)
            for found in of_kind(outcome.line, LeaderFound)
            if found.seat == seat
        ],
        "score": shown["players"][seat - 1]["score"],
        "office": shown["players"][seat - 1]["office"],
    }


def _city(outcome: Outcome) -> list[tuple[int, str]]:
    """Every ward with the sign of who won it."""
    winners = {won.ward: shape(won.seat) for won in of_kind(outcome.line, WardPoints)}
    return [(ward, winners.get(ward, "")) for ward in sorted(PLACES)]


# --- The end ---------------------------------------------------------------------------------


def _final(view: View, story: Story, terms: Terms) -> dict[str, Any]:
    """How everybody's points came about."""
    last = story.outcomes[-1]
    [won] = of_kind(last.line, GameWon)
    rows = []
    for seat, score in enumerate(won.points, 1):
        most = [one for one in of_kind(last.line, ChipPoints) if one.seat == seat]
        rows.append(
            {
                "seat": seat,
                "shape": shape(seat),
                "name": terms.name(seat),
                "you": seat == view.seat,
                "won": seat in won.winners,
                "terms": [outcome.points(seat, WardPoints) for outcome in story.outcomes],
                "mayor": sum(outcome.points(seat, MayorPoints) for outcome in story.outcomes),
                "favors": last.points(seat, ChipPoints),
                "favor_signs": [sign(one.colour) for one in most],
                "slander": last.points(seat, SlanderPoints),
                "score": score,
            }
        )
    rows.sort(key=lambda row: (not row["won"], -int(str(row["score"])), row["seat"]))
    return {
        "city": _city(last),
        "rows": rows,
        "winners": [terms.name(seat) for seat in won.winners],
        "shapes": [shape(seat) for seat in won.winners],
        "mine": won.winners == (view.seat,),
        "points": won.points[won.winners[0] - 1],
        "tie": _tie(won, terms),
        "hall": MAP["tammany_hall"],
    }


def _tie(won: GameWon, terms: Terms) -> str:
    """What decided among those with the most points, if there were several."""
    _ = terms.gettext
    if won.decided == "outright":
        return ""
    if won.decided == "chips":
        why = _("the most favor chips decided.")
    elif won.decided == "mayor":
        why = _("the mayor wins.")
    elif won.decided == "tied":
        why = _("they share the win.")
    else:
        why = _("the most chips of one people decided: {people}.").format(
            people=terms.people(won.decided)
        )
    names = terms.listed([terms.name(seat) for seat in won.most_points])
    return _("{names} were tied on points: {why}").format(names=names, why=why)
