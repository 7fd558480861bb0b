"""The game's own words in a reader's language: peoples, cubes, chips, offices, players' colours."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from twohalls.games.tammany.board import COLOURS
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.you import You, said_of, with_you

LETTERS = {"irish": "I", "english": "E", "german": "G", "italian": "It"}
SHAPES = ("r", "y", "p", "k", "n")
"""How each seat's pieces are drawn: red ◆, yellow ★, purple ▲, black ✚, brown ■."""


def shape(seat: int | str | None) -> str:
    return SHAPES[int(seat) - 1] if seat else ""


@dataclass(frozen=True)
class Terms:
    """Words that change with the language."""

    gettext: Translate
    ngettext: NTranslate
    names: Sequence[str]

    def name(self, seat: int | str) -> str:
        return self.names[int(seat) - 1]

    def within(self, seat: int | str) -> str:
        """A name that does not begin a sentence: there a reader is “you”."""
        name = self.name(seat)
        return name.lower() if isinstance(name, You) else name

    def to_reader(self, view: View) -> Terms:
        """The same words for sentences that meet their reader."""
        return replace(self, names=with_you(view, self.gettext))

    def say(self, seat: int, of_them: str, to_you: str, **values: object) -> str:
        """A sentence about somebody, who may be its reader."""
        return said_of(self.name(seat), of_them, to_you).format(name=self.name(seat), **values)

    def player_colour(self, seat: int) -> str:
        _ = self.gettext
        return (_("Red"), _("Yellow"), _("Purple"), _("Black"), _("Brown"))[seat - 1]

    def people(self, colour: str) -> str:
        _ = self.gettext
        return {
            "irish": _("Irish"),
            "english": _("English"),
            "german": _("German"),
            "italian": _("Italian"),
        }[colour]

    def label(self, colour: str) -> str:
        """A people as it stands alone, on a button or a sign, in every language with a capital."""
        people = self.people(colour)
        return people[:1].upper() + people[1:]

    @property
    def boss(self) -> str:
        """The piece as it stands on a button; opponents of a level have a name of their own."""
        word = self.ngettext("boss", "bosses", 1)
        return word[:1].upper() + word[1:]

    def counted(self, colour: str, count: int) -> str:
        """So many of a people: “2 Irish”."""
        ngettext = self.ngettext
        forms = {
            "irish": ngettext("{count} Irish", "{count} Irish", count),
            "english": ngettext("{count} English", "{count} English", count),
            "german": ngettext("{count} German", "{count} German", count),
            "italian": ngettext("{count} Italian", "{count} Italian", count),
        }
        return forms[colour].format(count=count)

    def a_cube(self, colour: str) -> str:
        _ = self.gettext
        return {
            "irish": _("an Irish cube"),
            "english": _("an English cube"),
            "german": _("a German cube"),
            "italian": _("an Italian cube"),
        }[colour]

    def the_cube(self, colour: str) -> str:
        _ = self.gettext
        return {
            "irish": _("the Irish cube"),
            "english": _("the English cube"),
            "german": _("the German cube"),
            "italian": _("the Italian cube"),
        }[colour]

    def chips(self, colour: str, count: int) -> str:
        ngettext = self.ngettext
        forms = {
            "irish": ngettext("one Irish chip", "{count} Irish chips", count),
            "english": ngettext("one English chip", "{count} English chips", count),
            "german": ngettext("one German chip", "{count} German chips", count),
            "italian": ngettext("one Italian chip", "{count} Italian chips", count),
        }
        return forms[colour].format(count=count)

    def all_chips(self, chips: Mapping[str, int]) -> str:
        """Chips of several colours: “one Irish chip and 2 German chips”."""
        told = [self.chips(colour, chips[colour]) for colour in COLOURS if chips.get(colour)]
        return self.listed(told) if told else self.gettext("no chips")

    def office(self, office: str) -> str:
        _ = self.gettext
        return {
            "mayor": _("Mayor"),
            "deputy": _("Deputy Mayor"),
            "police": _("Chief of Police"),
            "council": _("Council President"),
            "precinct": _("Precinct Chairman"),
        }[office]

    def office_rule(self, office: str) -> str:
        _ = self.gettext
        return {
            "mayor": _("Moves first all term and gave out the offices; no other benefit."),
            "deputy": _("Once a year: take one favor chip of any colour."),
            "police": _(
                "Once a year: arrest a cube in a ward with two or more; it goes back to the bag."
            ),
            "council": _("Once a year, twice a term: lock a ward."),
            "precinct": _("Once a year: move a cube to a ward next to it; the last one stays."),
        }[office]

    def listed(self, things: Sequence[object]) -> str:
        """“a, b and c”."""
        told = [str(thing) for thing in things]
        if len(told) < 2:
            return "".join(told)
        return self.gettext("{several} and {last}").format(
            several=", ".join(told[:-1]), last=told[-1]
        )

    def apart(self, things: Iterable[str]) -> str:
        """“a; b; c”."""
        told = self.gettext("{several}; {last}")
        return functools.reduce(
            lambda several, last: told.format(several=several, last=last), things
        )

    def wards(self, wards: Sequence[int]) -> str:
        """“Ward 6” or “Wards 1, 6 and 14”."""
        return self.ngettext("Ward {wards}", "Wards {wards}", len(wards)).format(
            wards=self.listed(wards)
        )
