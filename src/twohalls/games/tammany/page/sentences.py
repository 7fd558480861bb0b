"""What happened, in sentences made of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from twohalls.games.tammany.events import (
    BidOpened,
    BossPlaced,
    ChipPoints,
    ChipsGained,
    ChipsPaid,
    CubeArrested,
    CubeMoved,
    CubePlaced,
    CubesArrived,
    CubeSettled,
    FavorTaken,
    FirstDrawn,
    LeaderFound,
    MayorFound,
    MayorPoints,
    OfficeGiven,
    Slandered,
    SlanderPoints,
    SlanderSpread,
    TurnEnded,
    WardDecided,
    WardLocked,
    WardPoints,
    WardUnopposed,
    WardVoted,
    ZoneOpened,
)
from twohalls.games.tammany.page.story import of_kind
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.words import bid_of
from twohalls.kernel.events import Event, Happened
from twohalls.kernel.words import pairs, parts
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.you import You

Sentence = tuple[int | None, str]
"""A sentence and the seat that it is about."""


def sentences(
    happened: Happened, names: Sequence[str], _: Translate, ngettext: NTranslate
) -> list[str]:
    """All that one line brought."""
    terms = Terms(_, ngettext, names)
    return [of_line(happened, terms), *(text for _seat, text in of_rest(happened, terms))]


def goes_without_saying(happened: Happened) -> bool:
    """Ends of turns are seen, and bids are told with how the ward voted."""
    return isinstance(happened.events[0], TurnEnded | BidOpened)


# --- What was decided or drawn ---------------------------------------------------------------


def of_line(line: Happened, terms: Terms) -> str:
    """What somebody decided, or chance drew: the first event of a line says it."""
    return _LINES[type(line.events[0])](line.events[0], line, terms)


def _first(drawn: FirstDrawn, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    return terms.say(drawn.seat, _("{name} goes first."), _("You go first."))


def _zone(opened: ZoneOpened, line: Happened, terms: Terms) -> str:
    return terms.gettext("Zone {zone} came into play.").format(zone=opened.zone)


def _arrivals(arrived: CubesArrived, line: Happened, terms: Terms) -> str:
    cubes = ", ".join(terms.counted(colour, count) for colour, count in arrived.cubes.items())
    return terms.gettext("Landed at Castle Garden: {cubes}.").format(cubes=cubes)


def _boss(placed: BossPlaced, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them, you = _("{name} placed a boss in Ward {ward}."), _("You placed a boss in Ward {ward}.")
    return terms.say(placed.seat, them, you, ward=placed.ward)


def _cube(placed: CubePlaced, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    if of_kind(line, ChipsGained):
        them = _("{name} placed {cube} in Ward {ward}, for {chips}.")
        you = _("You placed {cube} in Ward {ward}, for {chips}.")
    else:
        them = _("{name} placed {cube} in Ward {ward}.")
        you = _("You placed {cube} in Ward {ward}.")
    cube, chips = terms.a_cube(placed.colour), terms.chips(placed.colour, 1)
    return terms.say(placed.seat, them, you, cube=cube, ward=placed.ward, chips=chips)


def of_both(first: Happened, second: Happened, terms: Terms) -> str:
    """The two pieces of a placement."""
    _ = terms.gettext
    bosses = [*of_kind(first, BossPlaced), *of_kind(second, BossPlaced)]
    seat = bosses[0].seat
    if len(bosses) == 2:
        a, b = (boss.ward for boss in bosses)
        if a == b:
            them = _("{name} placed two bosses in Ward {a}.")
            you = _("You placed two bosses in Ward {a}.")
        else:
            them = _("{name} placed bosses in Wards {a} and {b}.")
            you = _("You placed bosses in Wards {a} and {b}.")
        return terms.say(seat, them, you, a=a, b=b)
    [cube] = [*of_kind(first, CubePlaced), *of_kind(second, CubePlaced)]
    if of_kind(first, ChipsGained) or of_kind(second, ChipsGained):
        them = _("{name} placed a boss in Ward {a} and {cube} in Ward {b}, for {chips}.")
        you = _("You placed a boss in Ward {a} and {cube} in Ward {b}, for {chips}.")
    else:
        them = _("{name} placed a boss in Ward {a} and {cube} in Ward {b}.")
        you = _("You placed a boss in Ward {a} and {cube} in Ward {b}.")
    return terms.say(
        seat,
        them,
        you,
        a=bosses[0].ward,
        b=cube.ward,
        cube=terms.a_cube(cube.colour),
        chips=terms.chips(cube.colour, 1),
    )


def _end(ended: TurnEnded, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    return terms.say(ended.seat, _("{name} ended the turn."), _("You ended the turn."))


def _favor(taken: FavorTaken, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    if taken.ward:
        them = _("{name} took {chips} for winning Ward {ward}.")
        you = _("You took {chips} for winning Ward {ward}.")
    else:
        them = _("{name} took {chips}, as Deputy Mayor.")
        you = _("You took {chips}, as Deputy Mayor.")
    return terms.say(
        taken.seat, them, you, chips=terms.chips(taken.colour, 1), ward=taken.ward or ""
    )


def _arrest(arrested: CubeArrested, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them = _("{name} arrested {cube} in Ward {ward}, as Chief of Police.")
    you = _("You arrested {cube} in Ward {ward}, as Chief of Police.")
    cube = terms.a_cube(arrested.colour)
    return terms.say(arrested.seat, them, you, cube=cube, ward=arrested.ward)


def _lock(locked: WardLocked, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them = _("{name} locked Ward {ward}, as Council President.")
    you = _("You locked Ward {ward}, as Council President.")
    return terms.say(locked.seat, them, you, ward=locked.ward)


def _move(moved: CubeMoved, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them = _("{name} moved {cube} from Ward {a} to Ward {b}, as Precinct Chairman.")
    you = _("You moved {cube} from Ward {a} to Ward {b}, as Precinct Chairman.")
    cube = terms.a_cube(moved.colour)
    return terms.say(moved.seat, them, you, cube=cube, a=moved.source, b=moved.target)


def _slander(slandered: Slandered, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    [paid] = of_kind(line, ChipsPaid)
    other = terms.name(slandered.target)
    if isinstance(other, You):
        them = _("{name} slandered you in Ward {ward} for {chips}: your boss had to go.")
    else:
        them = _("{name} slandered {other} in Ward {ward} for {chips}: a boss had to go.")
    you = _("You slandered {other} in Ward {ward} for {chips}: a boss had to go.")
    chips = terms.chips(paid.colour, paid.chips)
    return terms.say(slandered.seat, them, you, other=other, ward=slandered.ward, chips=chips)


def _spread(spread: SlanderSpread, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them = _("{name} spread the slander to Ward {ward} for two more chips: another boss had to go.")
    you = _("You spread the slander to Ward {ward} for two more chips: another boss had to go.")
    return terms.say(spread.seat, them, you, ward=spread.ward)


def _bid(opened: BidOpened, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them, you = _("{name} bid {chips} in Ward {ward}."), _("You bid {chips} in Ward {ward}.")
    chips = terms.all_chips(opened.chips)
    return terms.say(opened.seat, them, you, chips=chips, ward=opened.ward)


def _settle(settled: CubeSettled, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    them = _("{name} settled {cube} in Ward {ward}, for winning Ward {won}.")
    you = _("You settled {cube} in Ward {ward}, for winning Ward {won}.")
    cube = terms.a_cube(settled.colour)
    return terms.say(settled.seat, them, you, cube=cube, ward=settled.ward, won=settled.won)


def _appoint(given: OfficeGiven, line: Happened, terms: Terms) -> str:
    _ = terms.gettext
    offices = terms.apart(
        _office(terms.within(one.seat), one.office, terms) for one in of_kind(line, OfficeGiven)
    )
    them, you = (
        _("{name} gave out the offices ({offices})."),
        _("You gave out the offices ({offices})."),
    )
    return terms.say(line.seat or 0, them, you, offices=offices)


def _office(name: str, office: str, terms: Terms) -> str:
    return terms.gettext("{name}: {office}").format(name=name, office=terms.office(office))


_LINES: dict[type[Event], Callable[[Any, Happened, Terms], str]] = {
    FirstDrawn: _first,
    ZoneOpened: _zone,
    CubesArrived: _arrivals,
    BossPlaced: _boss,
    CubePlaced: _cube,
    TurnEnded: _end,
    FavorTaken: _favor,
    CubeArrested: _arrest,
    WardLocked: _lock,
    CubeMoved: _move,
    Slandered: _slander,
    SlanderSpread: _spread,
    BidOpened: _bid,
    CubeSettled: _settle,
    OfficeGiven: _appoint,
}


# --- What the rules decide by themselves -----------------------------------------------------


def of_rest(line: Happened, terms: Terms) -> Iterator[Sentence]:
    """How wards voted, and what an election brought once all have."""
    for decided in of_kind(line, WardDecided):
        yield decided.winner, of_vote(decided, terms)
    for found in of_kind(line, MayorFound):
        seats = range(1, len(terms.names) + 1)
        for seat in seats:
            yield from _leader(line, seat, terms)
        for seat in seats:
            yield from _ward_points(line, seat, terms)
        yield found.mayor, of_mayor(line, terms)
        yield from _last_points(line, terms)


def of_vote(decided: WardDecided, terms: Terms) -> str:
    """How a ward voted."""
    _, ngettext = terms.gettext, terms.ngettext
    ward = decided.ward
    if isinstance(decided, WardUnopposed) and decided.winner:
        them, you = _("{name} won Ward {ward} unopposed."), _("You won Ward {ward} unopposed.")
        return terms.say(decided.winner, them, you, ward=ward)
    if not isinstance(decided, WardVoted):
        return _("Nobody stood in Ward {ward}.").format(ward=ward)
    most, second, *_others = sorted(decided.votes.values(), reverse=True)
    if decided.winner is None:
        return ngettext(
            "Ward {ward} was tied at one vote: nobody won it.",
            "Ward {ward} was tied at {votes} votes: nobody won it.",
            most,
        ).format(ward=ward, votes=most)
    them = _("{name} won Ward {ward}, by {votes} votes to {other}.")
    you = _("You won Ward {ward}, by {votes} votes to {other}.")
    return terms.say(decided.winner, them, you, ward=ward, votes=most, other=second)


def _leader(line: Happened, seat: int, terms: Terms) -> Iterator[Sentence]:
    _ = terms.gettext
    chips = {
        found.colour: found.chips
        for found in of_kind(line, LeaderFound)
        if found.seat == seat and found.chips
    }
    if chips:
        them, you = _("{name} took {chips} as a leader."), _("You took {chips} as a leader.")
        yield seat, terms.say(seat, them, you, chips=terms.all_chips(chips))


def _ward_points(line: Happened, seat: int, terms: Terms) -> Iterator[Sentence]:
    ngettext = terms.ngettext
    scored = [one for one in of_kind(line, WardPoints) if one.seat == seat]
    points = sum(one.points for one in scored)
    if scored:
        them = ngettext(
            "{name} scored one point for {wards}.",
            "{name} scored {points} points for {wards}.",
            points,
        )
        you = ngettext(
            "You scored one point for {wards}.", "You scored {points} points for {wards}.", points
        )
        wards = terms.wards([one.ward for one in scored])
        yield seat, terms.say(seat, them, you, points=points, wards=wards)


def of_mayor(line: Happened, terms: Terms) -> str:
    """Who is mayor, and what decided."""
    _ = terms.gettext
    [found] = of_kind(line, MayorFound)
    if found.mayor is None:
        return _("The election was tied: there is no mayor.")
    people = ""
    if found.decided == "outright":
        them = _("{name} was elected mayor and scored {points} points.")
        you = _("You were elected mayor and scored {points} points.")
    elif found.decided == "chips":
        them = _("Tied on wards: favor chips made {name} mayor, for {points} points.")
        you = _("Tied on wards: favor chips made you mayor, for {points} points.")
    elif found.decided == "tied":
        them = _("Everything was tied: {name} stayed mayor and scored {points} points.")
        you = _("Everything was tied: you stayed mayor and scored {points} points.")
    else:
        people = terms.people(found.decided)
        them = _(
            "Tied on wards and favor chips: the most chips of one people ({people}) made {name} "
            "mayor, for {points} points."
        )
        you = _(
            "Tied on wards and favor chips: the most chips of one people ({people}) made you "
            "mayor, for {points} points."
        )
    [scored] = of_kind(line, MayorPoints)
    return terms.say(found.mayor, them, you, people=people, points=scored.points)


def _last_points(line: Happened, terms: Terms) -> Iterator[Sentence]:
    """The points of the end."""
    _, ngettext = terms.gettext, terms.ngettext
    for scored in of_kind(line, ChipPoints):
        them = _("{name} scored {points} points for the most chips: {people}.")
        you = _("You scored {points} points for the most chips: {people}.")
        people = terms.people(scored.colour)
        yield scored.seat, terms.say(scored.seat, them, you, points=scored.points, people=people)
    for unused in of_kind(line, SlanderPoints):
        them = ngettext(
            "{name} scored one point for an unused slander chip.",
            "{name} scored {count} points for unused slander chips.",
            unused.points,
        )
        you = ngettext(
            "You scored one point for an unused slander chip.",
            "You scored {count} points for unused slander chips.",
            unused.points,
        )
        yield unused.seat, terms.say(unused.seat, them, you, count=unused.points)


# --- What may be said ------------------------------------------------------------------------


def choice(line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """A legal line as the words of a button."""
    verb, words = parts(line)
    return _CHOICES[verb](words, line, Terms(_, ngettext, names))


def _say_appointments(words: Sequence[str], line: str, terms: Terms) -> str:
    return terms.apart(_office(terms.name(seat), office, terms) for seat, office in pairs(words))


def _say_slander(words: Sequence[str], line: str, terms: Terms) -> str:
    return terms.gettext("Slander {name} in Ward {ward} for {chips}").format(
        name=terms.name(words[0]), ward=words[1], chips=terms.chips(words[2], 1)
    )


_CHOICES: dict[str, Callable[[Sequence[str], str, Terms], str]] = {
    "boss": lambda words, line, terms: terms.gettext("Place a boss in Ward {ward}").format(
        ward=words[0]
    ),
    "cube": lambda words, line, terms: terms.gettext("Place {cube} in Ward {ward}").format(
        cube=terms.a_cube(words[0]), ward=words[1]
    ),
    "end": lambda words, line, terms: terms.gettext("End turn"),
    "favor": lambda words, line, terms: terms.gettext("Take {chips}").format(
        chips=terms.chips(words[0], 1)
    ),
    "arrest": lambda words, line, terms: terms.gettext("Arrest {cube} in Ward {ward}").format(
        cube=terms.a_cube(words[0]), ward=words[1]
    ),
    "lock": lambda words, line, terms: terms.gettext("Lock Ward {ward}").format(ward=words[0]),
    "move": lambda words, line, terms: terms.gettext(
        "Move {cube} from Ward {a} to Ward {b}"
    ).format(cube=terms.a_cube(words[0]), a=words[1], b=words[2]),
    "slander": _say_slander,
    "spread": lambda words, line, terms: terms.gettext("Spread the slander to Ward {ward}").format(
        ward=words[0]
    ),
    "settle": lambda words, line, terms: terms.gettext("Settle {cube} in Ward {ward}").format(
        cube=terms.a_cube(words[0]), ward=words[1]
    ),
    "bid": lambda words, line, terms: terms.gettext("Bid {chips} in Ward {ward}").format(
        chips=terms.all_chips(bid_of(line)), ward=words[0]
    ),
    "appoint": _say_appointments,
}
