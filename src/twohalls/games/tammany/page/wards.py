"""Each ward on the map: what a click on it does, and what is told about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from twohalls.games.tammany.board import COLOURS, MAP
from twohalls.games.tammany.page.prompt import sign
from twohalls.games.tammany.page.story import Story
from twohalls.games.tammany.page.terms import Terms, shape
from twohalls.games.tammany.picture import ZONE_OF, ZONE_WARDS
from twohalls.games.tammany.rules import YEARS_A_TERM
from twohalls.kernel.words import parts


@dataclass(frozen=True)
class Ward:
    """A ward as the map's hit layer draws it; `line` is said by a click, `pick` leads on."""

    number: int
    line: str
    pick: str
    action: str
    chosen: bool
    locked: bool
    where: str
    cubes: list[tuple[str, str, int]]
    bosses: list[tuple[str, str, int]]
    telling: list[str]
    promise: str

    @property
    def about(self) -> str:
        """What the rules have to say about this ward more than about others."""
        if self.number in (*MAP["bonus_cube_wards"], *MAP["bonus_favor_wards"]):
            return "bonus"
        return "points" if self.number == MAP["tammany_hall"] else "ward"

    @property
    def open(self) -> bool:
        return bool(self.line or self.pick)


class There(NamedTuple):
    """What there is to see of a ward."""

    cubes: tuple[int, ...]
    bosses: tuple[int, ...]
    locked: bool
    active: bool
    chosen: bool


def there_is(number: int, here: Mapping[str, Any], story: Story) -> There:
    return There(
        tuple(here["cubes"].values()),
        tuple(here["bosses"].values()),
        here["locked"],
        here["active"],
        str(number) in story.fresh_places,
    )


def ward(number: int, start: str, is_line: bool, there: There, locks: str, terms: Terms) -> Ward:
    """A ward with what a click there says or begins; `locks` is what a lock here keeps from it."""
    living = [(colour, count) for colour, count in zip(COLOURS, there.cubes, strict=True) if count]
    return Ward(
        number,
        line=start if is_line else "",
        pick="" if is_line else start,
        action=_action(number, start, terms),
        chosen=there.chosen,
        locked=there.locked,
        where=_where(number, terms),
        cubes=[(sign(colour), terms.people(colour), count) for colour, count in living],
        bosses=[
            (shape(seat), terms.name(seat), count)
            for seat, count in enumerate(there.bosses, 1)
            if count
        ],
        telling=_telling(number, there, locks, terms),
        promise=_promise(start, terms),
    )


def _action(ward: int, start: str, terms: Terms) -> str:
    """What a click does, in a few words."""
    _ = terms.gettext
    if not start:
        return ""
    verb, said = parts(start)
    if verb == "boss":
        return _("Place a boss in Ward {ward}").format(ward=ward)
    if verb in ("cube", "settle"):
        return _("Place {cube} in Ward {ward}").format(cube=terms.a_cube(said[0]), ward=ward)
    if verb == "lock":
        return _("Lock Ward {ward}").format(ward=ward)
    if verb == "arrest":
        return _("Arrest {cube} in Ward {ward}").format(cube=terms.a_cube(said[0]), ward=ward)
    if verb == "spread":
        return _("Spread the slander to Ward {ward}").format(ward=ward)
    if verb == "move" and len(said) == 2:
        return _("Take {cube} from Ward {ward}").format(cube=terms.a_cube(said[0]), ward=ward)
    if verb == "move" and int(said[1]) == ward:
        return _("Move {cube} from Ward {a} to Ward {b}").format(
            cube=terms.a_cube(said[0]), a=ward, b=said[2]
        )
    if verb == "move":
        return _("Move {cube} to Ward {ward}").format(cube=terms.the_cube(said[0]), ward=ward)
    return _("Slander {name} in Ward {ward}").format(name=terms.name(said[0]), ward=ward)


def _where(ward: int, terms: Terms) -> str:
    zone = ZONE_OF[ward]
    order = ZONE_WARDS[zone]
    return terms.gettext("zone {zone} · vote {number} of {count}").format(
        zone=zone, number=order.index(ward) + 1, count=len(order)
    )


def joins_in(zone: str, players: int) -> int:
    """The year at whose start a zone comes into play."""
    late = list(ZONE_WARDS).index(zone) - (players - 3)
    return max(0, late) * YEARS_A_TERM + 1


def _promise(start: str, terms: Terms) -> str:
    """What choosing it brings."""
    _ = terms.gettext
    if not start:
        return ""
    verb, said = parts(start)
    if verb == "boss":
        return _("Each boss here is a vote in its election.")
    if verb == "cube":
        return _("{Cube} may settle here and brings you {chips}.").format(
            Cube=_capital(terms.the_cube(said[0])), chips=terms.chips(said[0], 1)
        )
    if verb == "slander" and len(said) == 3:
        return _("One of {name}’s bosses goes home. You pay {chips}.").format(
            name=terms.name(said[0]), chips=terms.chips(said[2], 1)
        )
    if verb == "slander":
        return _("One of {name}’s bosses goes home.").format(name=terms.name(said[0]))
    if verb == "spread":
        return _("Another boss goes home, for two more chips.")
    return ""


def _telling(ward: int, there: There, locks: str, terms: Terms) -> list[str]:
    """What its votes depend on and what it is worth."""
    _ = terms.gettext
    if not there.active:
        zone = ZONE_OF[ward]
        return [
            _("Zone {zone} comes into play at the start of year {year}.").format(
                zone=zone, year=joins_in(zone, len(terms.names))
            )
        ]
    told = []
    if there.locked:
        if locks == "all":
            told.append(_("Locked until the election is over: nothing comes in, nothing goes out."))
        else:
            told.append(_("Locked until the election is over: nothing comes in."))
    living = [
        terms.people(colour) for colour, count in zip(COLOURS, there.cubes, strict=True) if count
    ]
    told.append(_("Chips that count here: {peoples}.").format(peoples=", ".join(living)))
    if ward in MAP["bonus_cube_wards"]:
        told.append(_("Whoever wins it also settles a cube of any people."))
    elif ward in MAP["bonus_favor_wards"]:
        told.append(_("Whoever wins it also takes a chip of any colour."))
    elif ward == MAP["tammany_hall"]:
        told.append(_("Tammany Hall: it is worth two points."))
    return told


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
