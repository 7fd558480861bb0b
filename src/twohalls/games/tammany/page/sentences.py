"""What happened, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from twohalls.games.tammany.board import COLOURS
from twohalls.games.tammany.page.choices import Choices
from twohalls.games.tammany.page.story import Closing, Happening, Outcome, Said, Vote, bid_of
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.page.turn import Teller
from twohalls.games.tammany.rules import YEARS
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate

PLACING = ("boss", "cube")


def sentence(line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """One line of the record, such as “2 boss 14”, as a sentence."""
    who, _space, text = line.partition(" ")
    seat = None if who == "*" else int(who)
    return of_line(Said(0, 0, seat, text), Terms(_, ngettext, names))


def moment(view: View, _: Translate, ngettext: NTranslate) -> str:
    """Where in the game we are."""
    year = view.to_json()["year"]
    return _("Year {year} of {years}").format(year=year, years=YEARS)


def prompt(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What is to be done now, without a board to point at."""
    shown = view.to_json()
    if shown["phase"] == "turn" and shown["player"] == view.seat:
        if shown["turn"]["placed"] == "all":
            return _("Use what is left to you, or end the turn.")
        return _("Place your pieces: two bosses, or a boss and a cube.")
    return Teller(view, shown, Choices([]), Terms(_, ngettext, view.names), "").panel().ask


def choice(line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """A legal line as the words of a button."""
    terms = Terms(_, ngettext, names)
    verb, *words = line.split()
    return _CHOICES[verb](words, line, terms)


def option(name: str, value: str | None, _: Translate) -> str:
    """An option of a table, or one of its choices."""
    return {
        None: _("Locks"),
        "all": _("nothing goes in, nothing comes out"),
        "placing": _("nothing is placed"),
    }[value]


@dataclass(frozen=True)
class Told:
    """A sentence of the log; the seat whose sign stands before it."""

    year: int
    seat: int | None
    text: str
    forced: bool = False


def log(happened: Sequence[Happening], terms: Terms, forced: Collection[int] = ()) -> list[Told]:
    """The whole story, a turn's placements in one sentence; ends of turns and bids left out.

    `forced` are the lines that were made for a player: they are told, and marked.
    """
    told: list[Told] = []
    placed: Said | None = None
    for happening in happened:
        if isinstance(happening, Said):
            verb = happening.text.split()[0]
            made = happening.at in forced
            if placed and not made and verb in PLACING and happening.seat == placed.seat:
                told[-1] = Told(placed.year, placed.seat, of_both(placed, happening, terms))
                placed = None
                continue
            placed = happening if verb in PLACING and not made else None
            if made or verb not in ("end", "bid"):
                text = of_line(happening, terms)
                told.append(Told(happening.year, happening.seat, text, made))
        elif isinstance(happening, Vote):
            told.append(Told(happening.year, happening.winner, of_vote(happening, terms)))
        elif isinstance(happening, Outcome):
            told += [
                Told(happening.year, seat, text) for seat, text in of_outcome(happening, terms)
            ]
        else:
            told += [
                Told(happening.year, seat, text) for seat, text in of_closing(happening, terms)
            ]
    return told


# --- Lines of the record ---------------------------------------------------------------------


def of_line(said: Said, terms: Terms) -> str:
    verb, *words = said.text.split()
    return _LINES[verb](said, words, terms)


def _first(said: Said, words: Sequence[str], terms: Terms) -> str:
    return terms.gettext("{name} goes first.").format(name=terms.name(words[0]))


def _zone(said: Said, words: Sequence[str], terms: Terms) -> str:
    return terms.gettext("Zone {zone} came into play.").format(zone=words[0])


def _arrivals(said: Said, words: Sequence[str], terms: Terms) -> str:
    counted = Counter(words)
    cubes = ", ".join(
        terms.counted(colour, counted[colour]) for colour in COLOURS if counted[colour]
    )
    return terms.gettext("Castle Garden received: {cubes}.").format(cubes=cubes)


def _boss(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} placed a boss in Ward {ward}.").format(name=_who(said, terms), ward=words[0])


def _cube(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    if said.chip:
        template = _("{name} placed {cube} in Ward {ward}, for {chips}.")
    else:
        template = _("{name} placed {cube} in Ward {ward}.")
    return template.format(
        name=_who(said, terms),
        cube=terms.a_cube(words[0]),
        ward=words[1],
        chips=terms.chips(words[0], 1),
    )


def of_both(first: Said, second: Said, terms: Terms) -> str:
    """The two pieces of a placement."""
    _ = terms.gettext
    verbs = (first.text.split()[0], second.text.split()[0])
    if verbs == ("boss", "boss"):
        a, b = first.text.split()[1], second.text.split()[1]
        if a == b:
            template = _("{name} placed two bosses in Ward {a}.")
        else:
            template = _("{name} placed bosses in Wards {a} and {b}.")
        return template.format(name=_who(first, terms), a=a, b=b)
    boss, cube = (first, second) if verbs[0] == "boss" else (second, first)
    colour, b = cube.text.split()[1:]
    if cube.chip:
        template = _("{name} placed a boss in Ward {a} and {cube} in Ward {b}, for {chips}.")
    else:
        template = _("{name} placed a boss in Ward {a} and {cube} in Ward {b}.")
    return template.format(
        name=_who(first, terms),
        a=boss.text.split()[1],
        b=b,
        cube=terms.a_cube(colour),
        chips=terms.chips(colour, 1),
    )


def _end(said: Said, words: Sequence[str], terms: Terms) -> str:
    return terms.gettext("{name} ended the turn.").format(name=_who(said, terms))


def _favor(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    name, chips = _who(said, terms), terms.chips(words[0], 1)
    if said.ward:
        return _("{name} took {chips} for winning Ward {ward}.").format(
            name=name, chips=chips, ward=said.ward
        )
    if said.year:
        return _("{name} took {chips}, as Deputy Mayor.").format(name=name, chips=chips)
    return _("{name} took {chips}.").format(name=name, chips=chips)


def _arrest(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} arrested {cube} in Ward {ward}, as Chief of Police.").format(
        name=_who(said, terms), cube=terms.a_cube(words[0]), ward=words[1]
    )


def _lock(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} locked Ward {ward}, as Council President.").format(
        name=_who(said, terms), ward=words[0]
    )


def _move(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} moved {cube} from Ward {a} to Ward {b}, as Precinct Chairman.").format(
        name=_who(said, terms), cube=terms.a_cube(words[0]), a=words[1], b=words[2]
    )


def _slander(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} slandered {other} in Ward {ward} for {chips}: a boss went home.").format(
        name=_who(said, terms),
        other=terms.name(words[0]),
        ward=words[1],
        chips=terms.chips(words[2], 1),
    )


def _spread(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} spread it to Ward {ward} for two more chips: another boss went home.").format(
        name=_who(said, terms), ward=words[0]
    )


def _bid(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    return _("{name} bid {chips} in Ward {ward}.").format(
        name=_who(said, terms), chips=terms.all_chips(bid_of(said.text)), ward=words[0]
    )


def _settle(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    name, cube = _who(said, terms), terms.a_cube(words[0])
    if said.ward:
        return _("{name} settled {cube} in Ward {ward}, for winning Ward {won}.").format(
            name=name, cube=cube, ward=words[1], won=said.ward
        )
    return _("{name} settled {cube} in Ward {ward}.").format(name=name, cube=cube, ward=words[1])


def _appoint(said: Said, words: Sequence[str], terms: Terms) -> str:
    _ = terms.gettext
    given = (word.split("=") for word in words)
    offices = "; ".join(
        _("{name}: {office}").format(name=terms.name(seat), office=terms.office(office))
        for seat, office in given
    )
    return _("{name} gave out the offices. {offices}.").format(
        name=_who(said, terms), offices=offices
    )


_LINES: dict[str, Callable[[Said, Sequence[str], Terms], str]] = {
    "first": _first,
    "zone": _zone,
    "arrivals": _arrivals,
    "boss": _boss,
    "cube": _cube,
    "end": _end,
    "favor": _favor,
    "arrest": _arrest,
    "lock": _lock,
    "move": _move,
    "slander": _slander,
    "spread": _spread,
    "bid": _bid,
    "settle": _settle,
    "appoint": _appoint,
}


def _say_appointments(words: Sequence[str], line: str, terms: Terms) -> str:
    given = (word.split("=") for word in words)
    return "; ".join(
        terms.gettext("{name}: {office}").format(name=terms.name(seat), office=terms.office(office))
        for seat, office in given
    )


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
    "arrest": lambda words, line, terms: terms.gettext("Send {cube} of Ward {ward} back").format(
        cube=terms.a_cube(words[0]), ward=words[1]
    ),
    "lock": lambda words, line, terms: terms.gettext("Lock Ward {ward}").format(ward=words[0]),
    "move": lambda words, line, terms: terms.gettext(
        "Move {cube} from Ward {a} to Ward {b}"
    ).format(cube=terms.a_cube(words[0]), a=words[1], b=words[2]),
    "slander": _say_slander,
    "spread": lambda words, line, terms: terms.gettext("Spread it to Ward {ward}").format(
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


def _who(said: Said, terms: Terms) -> str:
    return terms.name(said.seat) if said.seat else ""


# --- What the rules decide by themselves -----------------------------------------------------


def of_vote(vote: Vote, terms: Terms) -> str:
    """How a ward voted."""
    _, ngettext = terms.gettext, terms.ngettext
    if not vote.bosses:
        return _("Nobody stood in Ward {ward}.").format(ward=vote.ward)
    if not vote.contested:
        name = terms.name(next(iter(vote.bosses)))
        return _("{name} won Ward {ward} unopposed.").format(name=name, ward=vote.ward)
    ranked = sorted(vote.votes.values(), reverse=True)
    if vote.winner is None:
        return ngettext(
            "Ward {ward} was tied at one vote: nobody won it.",
            "Ward {ward} was tied at {votes} votes: nobody won it.",
            ranked[0],
        ).format(ward=vote.ward, votes=ranked[0])
    return _("{name} won Ward {ward}, by {votes} votes to {other}.").format(
        name=terms.name(vote.winner), ward=vote.ward, votes=ranked[0], other=ranked[1]
    )


def of_outcome(outcome: Outcome, terms: Terms) -> Iterator[tuple[int | None, str]]:
    """Leaders, points and the mayor."""
    _, ngettext = terms.gettext, terms.ngettext
    for seat, chips in outcome.chips.items():
        if chips:
            yield (
                seat,
                _("{name} took {chips} as a leader.").format(
                    name=terms.name(seat), chips=terms.all_chips(chips)
                ),
            )
    for seat, wards in outcome.won.items():
        if wards:
            yield (
                seat,
                ngettext(
                    "{name} scored one point for {wards}.",
                    "{name} scored {points} points for {wards}.",
                    outcome.ward_points[seat],
                ).format(
                    name=terms.name(seat),
                    points=outcome.ward_points[seat],
                    wards=terms.wards(wards),
                ),
            )
    yield outcome.mayor, of_mayor(outcome, terms)


def of_mayor(outcome: Outcome, terms: Terms) -> str:
    _ = terms.gettext
    if outcome.mayor is None:
        return _("The election was tied: there is no mayor.")
    if outcome.stayed:
        template = _("Everything was tied: {name} stays mayor and scored 3 points.")
    elif outcome.tied:
        template = _("Tied on wards, by favor chips {name} is elected mayor and scored 3 points.")
    else:
        template = _("{name} is elected mayor and scored 3 points.")
    return template.format(name=terms.name(outcome.mayor))


def of_closing(closing: Closing, terms: Terms) -> Iterator[tuple[int | None, str]]:
    _, ngettext = terms.gettext, terms.ngettext
    for colour, seats in closing.favors.items():
        for seat in seats:
            yield (
                seat,
                _("{name} scored 2 points for the most chips: {people}.").format(
                    name=terms.name(seat), people=terms.people(colour)
                ),
            )
    for seat, count in closing.slanders.items():
        if count:
            yield (
                seat,
                ngettext(
                    "{name} scored one point for an unused slander chip.",
                    "{name} scored {count} points for unused slander chips.",
                    count,
                ).format(name=terms.name(seat), count=count),
            )
