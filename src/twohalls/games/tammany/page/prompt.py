"""The panel beside the board: whose turn it is, what to do now, and the buttons for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from twohalls.games.tammany.board import COLOURS
from twohalls.games.tammany.page.choices import Choices
from twohalls.games.tammany.page.links import LINKS, asked
from twohalls.games.tammany.page.terms import Terms, shape
from twohalls.games.tammany.rules import YEARS, YEARS_A_TERM
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.links import address


def moment(view: View, _: Translate, ngettext: NTranslate) -> str:
    """Where in the game we are."""
    year = view.shown["year"]
    return _("Year {year} of {years}").format(year=year, years=YEARS)


def prompt(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What is to be done now, without a board to point at."""
    shown = view.shown
    if shown["phase"] == "turn" and shown["player"] == view.seat:
        if shown["turn"]["placed"] == "all":
            return _("Use what you have left, or end the turn.")
        return _("Place your pieces: two bosses, or a boss and a cube.")
    return Teller(view, shown, Choices([]), Terms(_, ngettext, view.names), "").panel().ask


@dataclass(frozen=True)
class Token:
    """Something to choose: a whole line to say, or a pick that leads on; `sign` is its picture."""

    label: str
    sign: str
    line: str = ""
    pick: str = ""
    pressed: bool = False
    count: int = 1

    @property
    def id(self) -> str:
        said = self.line or self.pick
        return f"{'say' if self.line else 'pick'}-{said.replace(' ', '-')}"


@dataclass(frozen=True)
class Row:
    """One thing a turn may hold, with what can be chosen or why nothing can."""

    title: str
    note: str
    tokens: list[Token] = field(default_factory=list)
    flat: str = ""
    key: str = "place"
    about: str = "place"


@dataclass(frozen=True)
class Panel:
    """All that stands beside the board."""

    year: str
    seat: int | None
    whose: str
    ask: str
    rows: list[Row] = field(default_factory=list)
    can_end: bool = False
    confirm_end: bool = False
    in_turn: bool = False
    open_points: list[str] = field(default_factory=list)
    rule: str = ""


@dataclass(frozen=True)
class Teller:
    """Makes the panel out of what a seat sees."""

    view: View
    shown: Mapping[str, Any]
    choices: Choices
    terms: Terms
    picked: str

    def panel(self) -> Panel:
        return replace(self._panel(), rule=address("tammany", LINKS, asked(self.view)))

    def _panel(self) -> Panel:
        phase = self.shown["phase"]
        if phase == "over":
            return self._over()
        if phase == "bid":
            return self._bidding()
        if phase in ("settle", "favor"):
            return self._bonus()
        if phase == "appoint":
            return self._appointing()
        return self._turn()

    # --- Headings ----------------------------------------------------------------------------

    def _year(self, doing: str) -> str:
        _ = self.terms.gettext
        year = _("Year {year} of {years}").format(year=self.shown["year"], years=YEARS)
        return f"{year} · {doing}"

    def _whose(self, seat: int | None) -> str:
        _ = self.terms.gettext
        if seat is None:
            return ""
        if seat == self.view.seat:
            return _("your turn, {name}").format(name=self.terms.name(seat))
        return self.terms.name(seat)

    def _to_do(self, seat: int, what: str) -> str:
        return self._year(what.format(colour=self.terms.player_colour(seat)))

    # --- A turn ------------------------------------------------------------------------------

    def _turn(self) -> Panel:
        _ = self.terms.gettext
        seat = self.shown["player"]
        if seat is None or self.shown["turn"] is None:
            return Panel(self._year(_("the city grows")), None, "", _("Cubes are being drawn."))
        heading = self._to_do(seat, _("{colour} to place"))
        if self.shown["turn"]["placed"] == "all":
            heading = self._to_do(seat, _("{colour} to finish"))
        if seat != self.view.seat:
            ask = _("It is {name}’s turn. Plan yours meanwhile.")
            if self.view.seat is None:
                ask = _("It is {name}’s turn.")
            return Panel(heading, seat, self._whose(seat), ask.format(name=self.terms.name(seat)))
        return Panel(
            heading,
            seat,
            self._whose(seat),
            self._ask(),
            self._rows(),
            can_end="end" in self.choices.legal,
            confirm_end=self._benefit_unused or self._last_slander,
            in_turn=True,
            open_points=self._open_points(),
        )

    def _rows(self) -> list[Row]:
        rows = [self._placing()]
        if office := self._office():
            rows.append(replace(office, key="office", about=self._me["office"]))
        about = "spread" if self.choices.count("spread") else "slander"
        return [*rows, replace(self._slander(), key="slander", about=about)]

    def _ask(self) -> str:
        """One plain sentence: what to do now."""
        _, terms = self.terms.gettext, self.terms
        pick = self.choices.picked
        if self.picked == "end":
            return _("End the turn all the same?")
        if not pick:
            return self._ask_unpicked()
        verb, *said = pick
        if verb == "boss" and self.choices.count("cube") and not self.picked:
            return _("Put a boss into any outlined ward, or choose a cube first.")
        if verb == "boss":
            return _("Put a boss into any outlined ward.")
        if verb == "lock":
            return _("Choose the ward to lock.")
        if verb == "spread":
            return _("Spread the slander to an outlined ward, or go on.")
        if verb == "cube":
            return _("Put {cube} into any outlined ward.").format(cube=terms.the_cube(said[0]))
        if verb == "arrest":
            return _("Choose the ward that loses {cube}.").format(cube=terms.a_cube(said[0]))
        if verb == "move" and len(said) == 1:
            return _("Choose the ward that {cube} leaves.").format(cube=terms.a_cube(said[0]))
        if verb == "move":
            return _("Choose where {cube} of Ward {ward} goes.").format(
                cube=terms.the_cube(said[0]), ward=said[1]
            )
        if verb == "slander" and len(said) == 1:
            return _("Choose the ward where {name} is slandered.").format(name=terms.name(said[0]))
        return _("Choose the chip you pay in Ward {ward}.").format(ward=said[-1])

    def _ask_unpicked(self) -> str:
        _ = self.terms.gettext
        if self.choices.count("cube"):
            return _("Choose a cube from Castle Garden.")
        if self._benefit_unused or self.choices.count("slander"):
            return _("Your pieces are placed. Use what you have left, or end the turn.")
        return _("Your pieces are placed. End the turn.")

    def _placing(self) -> Row:
        _, terms = self.terms.gettext, self.terms
        placed = self.shown["turn"]["placed"]
        note = {
            "nothing": _("must · two pieces"),
            "boss": _("must · 1 of 2 placed"),
            "cube": _("must · 1 of 2 placed"),
            "all": _("done"),
        }[placed]
        tokens = []
        if self.choices.count("boss"):
            tokens.append(self._token(self.terms.boss, f"B-{shape(self.view.seat)}", "boss"))
        for colour in COLOURS:
            if self.choices.begins(f"cube {colour}"):
                picture, count = f"C-{sign(colour)}", self.shown["garden"][colour]
                tokens.append(self._token(terms.label(colour), picture, f"cube {colour}", count))
        flat = ""
        if placed == "all":
            flat = _("Your pieces for this year are on the board.")
        elif not tokens:
            flat = _("You have no boss left, and Castle Garden is empty.")
        return Row(_("Place pieces"), note, tokens, flat)

    def _token(self, label: str, picture: str, pick: str, count: int = 1) -> Token:
        pressed = self.choices.is_within(pick)
        return Token(label, picture, pick=pick, pressed=pressed, count=count)

    @property
    def _me(self) -> Mapping[str, Any]:
        me: Mapping[str, Any] = self.shown["players"][(self.view.seat or 1) - 1]
        return me

    @property
    def _between(self) -> bool:
        """T3: is a placement half done, so that nothing else may begin?"""
        return self.shown["turn"]["placed"] in ("boss", "cube")

    @property
    def _benefit_unused(self) -> bool:
        return any(self.choices.count(verb) for verb in ("favor", "arrest", "lock", "move"))

    @property
    def _last_slander(self) -> bool:
        """The last year of a term, and slander is still possible."""
        return self.shown["year"] % YEARS_A_TERM == 0 and self.choices.count("slander") > 0

    def _office(self) -> Row | None:
        _, terms = self.terms.gettext, self.terms
        office = self._me["office"]
        if office in (None, "mayor"):
            return None
        title, rule = terms.office(office), terms.office_rule(office)
        if self.shown["turn"]["office_used"]:
            return Row(title, _("used this year"), flat=rule)
        if self._between:
            return Row(title, _("may · after placing"), flat=rule)
        if office == "deputy":
            tokens = [
                Token(terms.label(colour), f"H-{sign(colour)}", line=f"favor {colour}")
                for colour in self.choices.following("favor")
            ]
            return Row(title, _("may · take one chip"), tokens) if tokens else self._cannot(office)
        if office == "council":
            if not self.choices.count("lock"):
                return self._cannot(office)
            return Row(title, _("may · once a year"), [self._token(_("Lock a ward"), "LK", "lock")])
        verb = "arrest" if office == "police" else "move"
        note = _("may · arrest a cube") if office == "police" else _("may · move a cube")
        tokens = [
            self._token(terms.label(colour), f"C-{sign(colour)}", f"{verb} {colour}")
            for colour in COLOURS
            if self.choices.begins(f"{verb} {colour}")
        ]
        return Row(title, note, tokens) if tokens else self._cannot(office)

    def _cannot(self, office: str) -> Row:
        _ = self.terms.gettext
        why = {
            "deputy": _("There is no chip left in the supply."),
            "police": _("No open ward has two cubes."),
            "council": _("Both locks of the term are placed, or every ward is locked."),
            "precinct": _("No open ward with two cubes borders another."),
        }[office]
        return Row(self.terms.office(office), _("not possible now"), flat=why)

    def _slander(self) -> Row:
        _, terms = self.terms.gettext, self.terms
        title = _("Slander")
        if self.choices.count("spread"):
            tokens = [
                Token(terms.wards([int(ward)]), "SL", line=f"spread {ward}")
                for ward in self.choices.following("spread")
            ]
            return Row(title, _("may · two more chips"), tokens)
        if self.shown["year"] <= YEARS_A_TERM:
            return Row(title, _("from year {year} on").format(year=YEARS_A_TERM + 1))
        if self._me["slandered"]:
            return Row(title, _("used this term"))
        if not self._me["slander_chips"]:
            return Row(title, _("no slander chip left"))
        if self._between:
            return Row(title, _("may · after placing"))
        if not self.choices.count("slander"):
            why = _(
                "You need a ward where you and a rival have a boss, and a chip of a people living "
                "there."
            )
            return Row(title, _("not possible now"), flat=why)
        said = self.choices.picked
        if said[:1] == ("slander",) and len(said) == 3:
            start = self.choices.pick
            tokens = [
                Token(terms.label(colour), f"H-{sign(colour)}", line=f"{start} {colour}")
                for colour in self.choices.following(start)
            ]
            return Row(title, _("pay one chip"), tokens)
        tokens = [
            self._token(terms.name(seat), f"B-{shape(seat)}", f"slander {seat}")
            for seat in self.choices.following("slander")
        ]
        return Row(title, _("may · once a term"), tokens)

    def _open_points(self) -> list[str]:
        """What is missing before the end of the turn, and what would be given away."""
        _ = self.terms.gettext
        points = []
        if "end" not in self.choices.legal:
            points.append(
                {
                    "nothing": _("Place your pieces first: two bosses, or a boss and a cube."),
                    "boss": _("Place one more piece first."),
                    "cube": _("Your second piece must be a boss."),
                }[self.shown["turn"]["placed"]]
            )
        office = self._me["office"]
        unused = not self.shown["turn"]["office_used"] and office not in (None, "mayor")
        if unused and (self._benefit_unused or self._between):
            points.append(
                _("Your benefit as {office} is still unused.").format(
                    office=self.terms.office(office)
                )
            )
        if self.choices.count("slander"):
            points.append(_("This term’s slander is still unused."))
        return points

    # --- Elections ---------------------------------------------------------------------------

    def _bidding(self) -> Panel:
        _ = self.terms.gettext
        ward = self.shown["election"]["ward"]
        names = self.terms.listed([self.terms.name(seat) for seat in self.view.awaited])
        if self.view.seat in self.view.awaited:
            ask = _("Ward {ward} votes: seal your bid.").format(ward=ward)
        elif self.view.answer:
            ask = _("Your bid for Ward {ward} is sealed. Still awaited: {names}.")
        else:
            ask = _("Ward {ward} votes. Bids are awaited: {names}.")
        heading = self._year(_("the city votes"))
        mine = self.view.seat if self.view.seat in self.view.awaited else None
        return Panel(heading, mine, self._whose(mine), ask.format(ward=ward, names=names))

    def _bonus(self) -> Panel:
        _, terms = self.terms.gettext, self.terms
        ward, winner = self.shown["election"]["ward"], self.view.awaited[0]
        cube = self.shown["phase"] == "settle"
        heading = self._year(_("the city votes"))
        if winner != self.view.seat:
            if cube:
                ask = _("{name} won Ward {ward} and settles a cube.")
            else:
                ask = _("{name} won Ward {ward} and takes a chip.")
            ask = ask.format(name=terms.name(winner), ward=ward)
            return Panel(heading, winner, self._whose(winner), ask)
        if not cube:
            tokens = [
                Token(terms.label(colour), f"H-{sign(colour)}", line=f"favor {colour}")
                for colour in self.choices.following("favor")
            ]
            ask = _("You won Ward {ward}: take one chip of any colour.").format(ward=ward)
            return Panel(
                heading,
                winner,
                self._whose(winner),
                ask,
                [Row(_("Bonus"), _("must · one chip"), tokens, about="bonus")],
            )
        tokens = [
            self._token(terms.label(colour), f"C-{sign(colour)}", f"settle {colour}")
            for colour in self.choices.following("settle")
        ]
        said = self.choices.picked
        if said:
            ask = _("Put {cube} into any outlined ward.").format(cube=terms.the_cube(said[1]))
        else:
            ask = _("You won Ward {ward}: choose a cube from the bag, then a ward for it.").format(
                ward=ward
            )
        row = Row(_("Bonus"), _("must · one cube, no chip"), tokens, about="bonus")
        return Panel(heading, winner, self._whose(winner), ask, [row])

    def _appointing(self) -> Panel:
        _ = self.terms.gettext
        mayor = self.shown["mayor"]
        heading = self._to_do(mayor, _("{colour} to give out the offices"))
        if mayor == self.view.seat:
            ask = _("You are mayor: give each of the others an office.")
        else:
            ask = _("{name} is mayor and gives out the offices.").format(
                name=self.terms.name(mayor)
            )
        return Panel(heading, mayor, self._whose(mayor), ask)

    def _over(self) -> Panel:
        _, ngettext = self.terms.gettext, self.terms.ngettext
        result = self.view.result
        assert result is not None
        names = self.terms.listed([self.terms.name(seat) for seat in result.winners])
        ask = ngettext(
            "{names} wins with {points} points.",
            "{names} share the win with {points} points.",
            len(result.winners),
        )
        points = result.scores[result.winners[0] - 1]
        seat = result.winners[0] if len(result.winners) == 1 else None
        return Panel(_("The game is over"), seat, "", ask.format(names=names, points=points))


SIGNS = {"irish": "i", "english": "e", "german": "g", "italian": "t"}


def sign(colour: str) -> str:
    """The letter by which a people's cube and chip are drawn."""
    return SIGNS[colour]
