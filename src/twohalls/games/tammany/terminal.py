"""Tammany Hall in a terminal: the map in letters, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from twohalls.games.tammany.board import ADJACENT, COLOURS, MAP, WARDS, ZONES
from twohalls.games.tammany.events import BossPlaced, CubePlaced, TurnEnded
from twohalls.games.tammany.page import prompt
from twohalls.games.tammany.page.choices import Choices
from twohalls.games.tammany.page.sentences import of_both, of_line
from twohalls.games.tammany.page.terms import LETTERS, Terms
from twohalls.games.tammany.rules import YEARS, YEARS_A_TERM
from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.canvas import Canvas, Word, abbreviated, columns, in_a_row, rows_of, seat_style
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.terminal import Terminal

Seen = Mapping[str, Any]

# Left, top, right, bottom of each ward: rectangles that touch exactly where the wards do.
PLAN = {
    9: (0, 0, 14, 5),
    15: (14, 0, 50, 5),
    17: (50, 0, 64, 10),
    8: (0, 5, 18, 10),
    14: (18, 5, 50, 10),
    11: (64, 5, 78, 10),
    5: (0, 10, 18, 15),
    6: (18, 10, 46, 17),
    10: (46, 10, 60, 17),
    13: (60, 10, 78, 17),
    3: (0, 15, 18, 20),
    2: (18, 17, 32, 22),
    4: (32, 17, 46, 22),
    7: (46, 17, 74, 22),
    1: (0, 20, 18, 25),
}
PLAN_SIZE = (79, 26)
CALENDAR_AT = (66, 1)
STORES_AT = (20, 23)

COLOUR_STYLES = dict(zip(COLOURS, ("green", "bold", "dark_orange", "bright_blue"), strict=True))
ZONE_OF = {ward: zone for zone in ZONES for ward in MAP["zones"][zone]["election_order"]}
NAME_ROOM = 17


def moves(_: Translate) -> dict[str, tuple[str, str]]:
    """What a line of each verb looks like, and what it does."""
    return {
        "boss": (_("boss WARD"), _("place one of your ward bosses")),
        "cube": (
            _("cube COLOUR WARD"),
            _("place a cube from Castle Garden and take its favor chip"),
        ),
        "end": ("end", _("end your turn")),
        "favor": (_("favor COLOUR"), _("take a favor chip (Deputy Mayor; bonus of Wards 4 and 7)")),
        "arrest": (_("arrest COLOUR WARD"), _("send a cube back to the bag (Chief of Police)")),
        "lock": (_("lock WARD"), _("lock a ward until the election is over (Council President)")),
        "move": (
            _("move COLOUR WARD WARD"),
            _("move a cube to an adjacent ward (Precinct Chairman)"),
        ),
        "slander": (_("slander SEAT WARD COLOUR"), _("send an opponent’s boss home, once a term")),
        "spread": (_("spread WARD"), _("slander the same opponent again, in an adjacent ward")),
        "bid": (_("bid WARD COLOUR=CHIPS …"), _("your sealed bid; without chips: bid WARD 0")),
        "settle": (
            _("settle COLOUR WARD"),
            _("settle a cube from the bag (bonus of Wards 1 and 2)"),
        ),
        "appoint": (_("appoint SEAT=OFFICE …"), _("as mayor, give every other player an office")),
    }


# --- The board -------------------------------------------------------------------------------


def board_text(view: View, width: int, _: Translate, ngettext: NTranslate) -> Text:
    """Everything on the table, as a map or, where that is too wide, as a list."""
    terms = Terms(_, ngettext, view.names)
    drawn = _map(view.shown, terms) if width > PLAN_SIZE[0] else _list(view.shown, terms)
    return _with_players(drawn, view.shown, terms)


def list_text(view: View, _: Translate, ngettext: NTranslate) -> Text:
    """The same without a map: a line a ward."""
    terms = Terms(_, ngettext, view.names)
    return _with_players(_list(view.shown, terms), view.shown, terms)


def _with_players(drawn: Text, seen: Seen, terms: Terms) -> Text:
    both = Text("\n\n").join([drawn, _players(seen, terms)])
    return both.append("\n").append_text(_key(seen, terms))


def _map(seen: Seen, terms: Terms) -> Text:
    canvas = Canvas(*PLAN_SIZE)
    for box in PLAN.values():
        canvas.box(*box, style="dim")
    for ward, (left, top, right, bottom) in PLAN.items():
        rows = list(_ward(seen, ward, right - left - 2, terms))
        for y, row in enumerate(rows[: bottom - top - 1], top + 1):
            canvas.write(left + 2, y, row)
    x, top = CALENDAR_AT
    for y, letters in enumerate(_calendar(seen, terms), top):
        canvas.write(x, y, [Word(letters)])
    x, top = STORES_AT
    stores = _stores(seen, terms)
    room = max(len(label) for label, _cubes in stores)
    for y, (label, cubes) in enumerate(stores, top):
        canvas.write(x, y, [Word(label.ljust(room), "bold"), *(cubes or [_empty(terms)])])
    return canvas.text()


def _empty(terms: Terms) -> Word:
    return Word(terms.gettext("none"))


def _ward(seen: Seen, ward: int, width: int, terms: Terms) -> Iterator[list[Word]]:
    """The rows that stand in a ward: its number and marks, its cubes, its bosses."""
    here = seen["wards"][str(ward)]
    if not here["active"]:
        yield [Word(str(ward), "dim")]
        yield [Word(_zone(ward, terms), "dim")]
        return
    marks = list(_marks(seen, ward, terms))
    if len(str(ward)) + sum(len(mark.letters) + 1 for mark in marks) > width:
        # What goes on now is said rather than the bonus, which never changes.
        marks = marks[-1:]
    yield [Word(str(ward), "bold"), *marks]
    yield from rows_of(_cubes(here["cubes"]), width)
    yield from rows_of(_bosses(here["bosses"]), width)


def _zone(ward: int, terms: Terms) -> str:
    return terms.gettext("zone {zone}").format(zone=ZONE_OF[ward])


def _marks(seen: Seen, ward: int, terms: Terms) -> Iterator[Word]:
    _ = terms.gettext
    if ward == MAP["tammany_hall"]:
        yield Word("Hall")
    if ward in MAP["bonus_cube_wards"]:
        yield Word(_("+cube"))
    if ward in MAP["bonus_favor_wards"]:
        yield Word(_("+chip"))
    if seen["election"] and seen["election"]["ward"] == ward:
        yield Word(_("VOTES"), "reverse")
    elif seen["wards"][str(ward)]["locked"]:
        yield Word(_("LOCK"), "reverse")


def _cubes(cubes: Mapping[str, int]) -> list[Word]:
    return [
        Word(f"{LETTERS[colour]}{count}", COLOUR_STYLES[colour])
        for colour, count in cubes.items()
        if count
    ]


def _bosses(bosses: Mapping[str, int]) -> list[Word]:
    return [
        Word(f"{seat}×{count}", seat_style(int(seat))) for seat, count in bosses.items() if count
    ]


def _calendar(seen: Seen, terms: Terms) -> list[str]:
    _, first = terms.gettext, seen["first_player"]
    dates = [
        _("Year {year}/{years}").format(year=seen["year"], years=YEARS),
        _("Term {term}/{terms}").format(term=seen["term"], terms=YEARS // YEARS_A_TERM),
    ]
    return dates if first is None else [*dates, _("First: seat {seat}").format(seat=first)]


def _stores(seen: Seen, terms: Terms) -> list[tuple[str, list[Word]]]:
    _ = terms.gettext
    return [
        (_("Castle Garden"), _cubes(seen["garden"])),
        (_("Bag"), _cubes(seen["bag"])),
        (_("Chips in the supply"), _cubes(seen["supply"])),
    ]


def _list(seen: Seen, terms: Terms) -> Text:
    _ = terms.gettext
    rows = [Text(", ".join(_calendar(seen, terms)))]
    for ward in sorted(WARDS):
        here = seen["wards"][str(ward)]
        row = Text(terms.wards([ward]), "bold")
        if here["active"]:
            marks = _marks(seen, ward, terms)
            for word in [*marks, *_cubes(here["cubes"]), *_bosses(here["bosses"])]:
                row.append(" ").append(word.letters, word.style)
        else:
            row.append(f" {_zone(ward, terms)}, {_('not in play')}", "not bold")
        row.append(", " + _("next to {wards}").format(wards=_beside(ward)), "not bold dim")
        rows.append(row)
    for label, cubes in _stores(seen, terms):
        words = " ".join(word.letters for word in cubes or [_empty(terms)])
        rows.append(Text(label, "bold").append(f" {words}", "not bold"))
    return Text("\n").join(rows)


def _beside(ward: int) -> str:
    row = ADJACENT[WARDS.index(ward)]
    return " ".join(str(other) for other in sorted(WARDS) if row[WARDS.index(other)])


def _players(seen: Seen, terms: Terms) -> Text:
    _ = terms.gettext
    chips = [(LETTERS[colour], -4, f"bold {COLOUR_STYLES[colour]}") for colour in COLOURS]
    head = columns(
        [
            (f"    {_('Player')}", NAME_ROOM + 4, "bold"),
            (_("Points"), -6, "bold"),
            ("", 1, ""),
            *chips,
            (_("Slander"), -9, "bold"),
            (abbreviated(_("Bosses"), 7), -8, "bold"),
            (f"  {_('Office')}", 19, "bold"),
        ]
    )
    return Text("\n").join([head, *(_player(seen, player, terms) for player in seen["players"])])


def _player(seen: Seen, player: Mapping[str, Any], terms: Terms) -> Text:
    seat = player["seat"]
    style = seat_style(seat)
    chips = [
        (f"{count}{'*' if colour in player['leads'] else ' '}", -4, COLOUR_STYLES[colour])
        for colour, count in player["favors"].items()
    ]
    return columns(
        [
            (">" if seat in seen["awaited"] else "", 2, "bold"),
            (str(seat), 2, style),
            (player["name"], NAME_ROOM, style),
            (str(player["score"]), -6, "bold"),
            ("", 1, ""),
            *chips,
            (str(player["slander_chips"]) + ("-" if player["slandered"] else " "), -9, ""),
            (str(player["bosses_left"]), -8, ""),
            (f"  {_short_office(player['office'], terms)}", 19, ""),
        ]
    )


def _short_office(office: str | None, terms: Terms) -> str:
    """An office in a column of its own, where its whole name would not fit in every language."""
    _ = terms.gettext
    return {
        "mayor": _("Mayor"),
        "deputy": _("Deputy"),
        "police": _("Police"),
        "council": _("Council"),
        "precinct": _("Precinct"),
    }.get(office or "", "")


def _key(seen: Seen, terms: Terms) -> Text:
    _ = terms.gettext
    peoples = ", ".join(f"{LETTERS[colour]} {terms.people(colour)}" for colour in COLOURS)
    marks = [in_a_row([peoples, _("2×3: 3 bosses of seat 2")], _)]
    if any(player["leads"] for player in seen["players"]):
        marks.append(_("* leads this people"))
    if any(player["slandered"] for player in seen["players"]):
        marks.append(_("- has slandered this term"))
    return Text("\n".join([marks[0], ", ".join(marks[1:])]).rstrip(), "dim")


# --- What is going on ------------------------------------------------------------------------


def scene(view: View) -> tuple[object, ...]:
    """The board is worth another look when this changes."""
    seen = view.shown
    if seen["phase"] == "turn":
        return "turn", seen["year"], seen["player"]
    return "election", seen["term"], seen["phase"] == "appoint"


def hides_hands(view: View) -> bool:
    """Everything at this table is open, but for sealed bids."""
    return False


def task(view: View, _: Translate, ngettext: NTranslate) -> str:
    """When it is and what a seat is to do, with what it might forget; in an election who stands."""
    seen, terms = view.shown, Terms(_, ngettext, view.names)
    asked = prompt.prompt(view, _, ngettext)
    if seen["phase"] == "bid":
        return "\n".join([asked, *_contest(seen, view.seat, terms)])
    if seen["phase"] != "turn":
        return asked
    panel = prompt.Teller(view, seen, Choices(view.legal), terms, "").panel()
    forgotten = panel.open_points[0 if panel.can_end else 1 :]
    if seen["turn"]["placed"] == "boss":
        asked = _("Place one more piece: a boss or a cube.")
    elif seen["turn"]["placed"] == "cube":
        asked = _("Your second piece must be a boss.")
    elif panel.can_end and not forgotten:
        asked = _("Your pieces are placed. End the turn.")
    return " ".join([f"{prompt.moment(view, _, ngettext)}.", asked, *forgotten])


def _contest(seen: Seen, seat: int | None, terms: Terms) -> Iterator[str]:
    """Who stands in the voting ward, and the chips that each could use."""
    _, ngettext = terms.gettext, terms.ngettext
    election = seen["election"]
    for other, chips in election["usable"].items():
        count = seen["wards"][str(election["ward"])]["bosses"][other]
        bosses = ngettext("{count} boss", "{count} bosses", count).format(count=count)
        usable = [terms.counted(colour, number) for colour, number in chips.items() if number]
        yield "  " + _("{name}: {bosses}; chips that count here: {chips}").format(
            name=_("You") if int(other) == seat else terms.name(other),
            bosses=bosses,
            chips=", ".join(usable) or _("none"),
        )


def done(
    lines: Sequence[Happened], names: Sequence[str], _: Translate, ngettext: NTranslate
) -> list[str]:
    """What a seat did, the two pieces of a placement in one sentence, as the log has it."""
    terms = Terms(_, ngettext, names)
    told: list[str] = []
    piece: Happened | None = None
    for line in lines:
        is_piece = isinstance(line.events[0], BossPlaced | CubePlaced)
        if is_piece and piece is not None:
            told[-1], piece = of_both(piece, line, terms), None
        elif not isinstance(line.events[0], TurnEnded):
            told.append(of_line(line, terms))
            piece = line if is_piece else None
    return told


class TammanyTerminal(Terminal):
    """Tammany Hall in letters."""

    moves = staticmethod(moves)
    board_text = staticmethod(board_text)
    list_text = staticmethod(list_text)
    scene = staticmethod(scene)
    hides_hands = staticmethod(hides_hands)
    task = staticmethod(task)
    done = staticmethod(done)


TERMINAL = TammanyTerminal()
