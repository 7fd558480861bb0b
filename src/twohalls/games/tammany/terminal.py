"""Tammany Hall in a terminal: the map in letters, moves and what follows from them in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from twohalls.games.tammany.board import ADJACENT, COLOURS, MAP, WARDS, ZONES
from twohalls.games.tammany.events import (
    BidOpened,
    BossPlaced,
    CubeArrested,
    CubeMoved,
    CubePlaced,
    CubesArrived,
    CubeSettled,
    FavorTaken,
    FirstDrawn,
    GameWon,
    LeaderFound,
    MayorFound,
    OfficeGiven,
    PointsScored,
    Slandered,
    SlanderSpread,
    WardDecided,
    WardLocked,
    WardUnopposed,
    WardVoted,
    ZoneOpened,
)
from twohalls.games.tammany.rules import (
    FAVOR_POINTS,
    HALL_POINTS,
    LEADER_CHIPS,
    LOCKS_A_TERM,
    MAYOR_POINTS,
    WARD_POINTS,
    YEARS,
    YEARS_A_TERM,
)
from twohalls.kernel.events import Event, Happened
from twohalls.kernel.words import parts
from twohalls.kit.canvas import WIDTH, Canvas, Word, columns, named, rows_of, seat_style
from twohalls.kit.terminal import Seen, Terminal

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

LETTERS = dict(zip(COLOURS, ("I", "E", "G", "It"), strict=True))
PEOPLES = dict(zip(COLOURS, ("Irish", "English", "German", "Italian"), strict=True))
ALL_OF_THEM = dict(zip(COLOURS, ("Irish", "English", "Germans", "Italians"), strict=True))
COLOUR_STYLES = dict(zip(COLOURS, ("green", "bold", "dark_orange", "bright_blue"), strict=True))
OFFICES = {
    "mayor": "Mayor",
    "deputy": "Deputy Mayor",
    "police": "Chief of Police",
    "council": "Council President",
    "precinct": "Precinct Chairman",
}
ZONE_OF = {ward: zone for zone in ZONES for ward in MAP["zones"][zone]["election_order"]}

MOVES = {
    "boss": ("boss WARD", "place one of your ward bosses"),
    "cube": ("cube COLOUR WARD", "place a cube from Castle Garden and take its favor chip"),
    "end": ("end", "end your turn"),
    "favor": ("favor COLOUR", "take a favor chip (Deputy Mayor; bonus of wards 4 and 7)"),
    "arrest": ("arrest COLOUR WARD", "send a cube back to the bag (Chief of Police)"),
    "lock": ("lock WARD", "lock a ward until the election is over (Council President)"),
    "move": ("move COLOUR WARD WARD", "move a cube to an adjacent ward (Precinct Chairman)"),
    "slander": ("slander SEAT WARD COLOUR", "send an opponent's boss home, once a term"),
    "spread": ("spread WARD", "slander the same opponent again, in an adjacent ward"),
    "bid": ("bid WARD COLOUR=CHIPS …", "your sealed bid, or: bid WARD 0"),
    "settle": ("settle COLOUR WARD", "settle a cube from the bag (bonus of wards 1 and 2)"),
    "appoint": ("appoint SEAT=OFFICE …", "as mayor, give every other player an office"),
}

VOTING = ", then ".join(
    " ".join(map(str, zone["election_order"])) for zone in MAP["zones"].values()
)
RULES = f"""\
{YEARS} years, {YEARS_A_TERM} to a term; every term ends with an election.

Your turn. Place two ward bosses, or a boss and a cube from Castle Garden. A cube brings a favor \
chip of its colour. From the second term on you may also use your office and, once a term, \
slander: it costs a slander chip and a favor chip of a people living in the ward, and sends one \
boss of an opponent home; for two more chips it spreads to an adjacent ward. You end \
the turn yourself.

The election. Ward by ward, each player with a boss there bids favor chips of the peoples who \
live there, in secret. Votes are bosses plus chips. The most votes win the ward, in a tie \
nobody wins it; all chips bid are gone. Whoever then has the most cubes of a people in the wards \
they won leads it and takes {LEADER_CHIPS} of its chips.

Points. {WARD_POINTS} for a ward, {HALL_POINTS} for ward {MAP["tammany_hall"]} (Tammany Hall), \
{MAYOR_POINTS} for being mayor: the player with the most wards. The mayor gives the others their \
offices and begins the next term. At the end having the most chips of a people is worth \
{FAVOR_POINTS}, an unused slander chip 1.

Offices. Deputy Mayor: take a chip. Chief of Police: a cube goes back to the bag. Council \
President: lock a ward, {LOCKS_A_TERM} in a term. Precinct Chairman: move a cube to an \
adjacent ward. A ward's last cube stays. Wards 1 and 2 bring their winner a cube to settle, \
4 and 7 a favor chip.

Wards vote zone by zone: {VOTING}."""


# --- The board -------------------------------------------------------------------------------


def board_text(seen: Seen, width: int = WIDTH, rules: Any = None) -> Text:
    """Everything on the table, as a map or, where that is too wide, as a list."""
    parts = [_map(seen) if width > PLAN_SIZE[0] else _list(seen), _players(seen), _key(seen)]
    return Text("\n\n").join(parts[:2]).append("\n").append_text(parts[2])


def list_text(seen: Seen, rules: Any = None) -> Text:
    """The same without a map: a line a ward."""
    return Text("\n\n").join([_list(seen), _players(seen)]).append("\n").append_text(_key(seen))


def _map(seen: Seen) -> Text:
    canvas = Canvas(*PLAN_SIZE)
    for box in PLAN.values():
        canvas.box(*box, style="dim")
    for ward, (left, top, right, bottom) in PLAN.items():
        rows = list(_ward(seen, ward, right - left - 2))
        for y, row in enumerate(rows[: bottom - top - 1], top + 1):
            canvas.write(left + 2, y, row)
    x, top = CALENDAR_AT
    for y, letters in enumerate(_calendar(seen), top):
        canvas.write(x, y, [Word(letters)])
    x, top = STORES_AT
    for y, (label, cubes) in enumerate(_stores(seen), top):
        canvas.write(x, y, [Word(f"{label:13}", "bold"), *(cubes or [Word("empty")])])
    return canvas.text()


def _ward(seen: Seen, ward: int, width: int) -> Iterator[list[Word]]:
    """The rows that stand in a ward: its number and marks, its cubes, its bosses."""
    here = seen["wards"][str(ward)]
    if not here["active"]:
        yield [Word(str(ward), "dim")]
        yield [Word(f"zone {ZONE_OF[ward]}", "dim")]
        return
    yield [Word(str(ward), "bold"), *_marks(seen, ward)]
    yield from rows_of(_cubes(here["cubes"]), width)
    yield from rows_of(_bosses(here["bosses"]), width)


def _marks(seen: Seen, ward: int) -> Iterator[Word]:
    if ward == MAP["tammany_hall"]:
        yield Word("Hall")
    if ward in MAP["bonus_cube_wards"]:
        yield Word("+cube")
    if ward in MAP["bonus_favor_wards"]:
        yield Word("+chip")
    if seen["election"] and seen["election"]["ward"] == ward:
        yield Word("VOTES", "reverse")
    elif seen["wards"][str(ward)]["locked"]:
        yield Word("LOCK", "reverse")


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


def _calendar(seen: Seen) -> list[str]:
    first = seen["first_player"]
    dates = [f"Year {seen['year']} of 16", f"Term {seen['term']} of 4"]
    return dates if first is None else [*dates, f"Seat {first} first"]


def _stores(seen: Seen) -> list[tuple[str, list[Word]]]:
    return [
        ("Castle Garden", _cubes(seen["garden"])),
        ("Bag", _cubes(seen["bag"])),
        ("Chips left", _cubes(seen["supply"])),
    ]


def _list(seen: Seen) -> Text:
    rows = [Text(", ".join(_calendar(seen)))]
    for ward in sorted(WARDS):
        here = seen["wards"][str(ward)]
        row = Text(f"Ward {ward}", "bold")
        if here["active"]:
            for word in [*_marks(seen, ward), *_cubes(here["cubes"]), *_bosses(here["bosses"])]:
                row.append(" ").append(word.letters, word.style)
        else:
            row.append(f" zone {ZONE_OF[ward]}, not in play", "not bold")
        row.append(f", next to {_beside(ward)}", "not bold dim")
        rows.append(row)
    for label, cubes in _stores(seen):
        words = " ".join(word.letters for word in cubes) or "empty"
        rows.append(Text(label, "bold").append(f" {words}", "not bold"))
    return Text("\n").join(rows)


def _beside(ward: int) -> str:
    row = ADJACENT[WARDS.index(ward)]
    return " ".join(str(other) for other in sorted(WARDS) if row[WARDS.index(other)])


def _players(seen: Seen) -> Text:
    chips = [(LETTERS[colour], -4, f"bold {COLOUR_STYLES[colour]}") for colour in COLOURS]
    head = columns(
        [
            ("    Player", 21, "bold"),
            ("Points", -6, "bold"),
            ("", 1, ""),
            *chips,
            ("Slander", -8, "bold"),
            ("Bosses", -7, "bold"),
            ("  Office", 19, "bold"),
        ]
    )
    return Text("\n").join([head, *(_player(seen, player) for player in seen["players"])])


def _player(seen: Seen, player: Mapping[str, Any]) -> Text:
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
            (player["name"], 17, style),
            (str(player["score"]), -6, "bold"),
            ("", 1, ""),
            *chips,
            (str(player["slander_chips"]) + ("-" if player["slandered"] else " "), -8, ""),
            (str(player["bosses_left"]), -7, ""),
            (f"  {OFFICES.get(player['office'], '')}", 19, ""),
        ]
    )


def _key(seen: Seen) -> Text:
    peoples = ", ".join(f"{LETTERS[colour]} {PEOPLES[colour]}" for colour in COLOURS)
    marks = [f"{peoples}; 2×3: 3 bosses of seat 2"]
    if any(player["leads"] for player in seen["players"]):
        marks.append("* leads this people")
    if any(player["slandered"] for player in seen["players"]):
        marks.append("- has slandered this term")
    return Text("\n".join([marks[0], "; ".join(marks[1:])]).rstrip(), "dim")


# --- What is going on ------------------------------------------------------------------------


def scene(seen: Seen) -> tuple[object, ...]:
    """The board is worth another look when this changes."""
    if seen["phase"] == "turn":
        return "turn", seen["year"], seen["player"]
    return "election", seen["term"], seen["phase"] == "appoint"


def hides_hands(seen: Seen) -> bool:
    """Everything at this table is open, but for sealed bids."""
    return False


def task(seen: Seen, seat: int, legal: Sequence[str]) -> str:
    """What a seat is to do now, in a sentence or two."""
    ward = seen["election"]["ward"] if seen["election"] else None
    if seen["phase"] == "turn":
        return f"Year {seen['year']} of 16. {_turn_task(seen, seat, legal)}"
    if seen["phase"] == "bid":
        return f"Election of term {seen['term']}: ward {ward} votes.\n{_contest(seen, seat)}"
    if seen["phase"] == "settle":
        return f"Ward {ward} is yours: settle a cube from the bag in any open ward."
    if seen["phase"] == "favor":
        return f"Ward {ward} is yours: take a favor chip of any colour."
    return "You are the mayor: give every other player one of the four offices."


def _turn_task(seen: Seen, seat: int, legal: Sequence[str]) -> str:
    verbs = {parts(line)[0] for line in legal}
    placing = {
        "nothing": "Place two bosses, or a boss and a cube.",
        "boss": "Place one more piece: a boss or a cube.",
        "cube": "Place a boss as your second piece.",
    }.get(seen["turn"]["placed"], "")
    may = []
    if verbs & {"favor", "arrest", "lock", "move"}:
        may.append(f"act as {OFFICES[seen['players'][seat - 1]['office']]}")
    if "slander" in verbs:
        may.append("slander")
    if "spread" in verbs:
        may.append("spread the slander")
    if "end" in verbs:
        placing = ""
        may.append("end your turn")
    if may == ["end your turn"]:
        return "Nothing is left to do: end your turn."
    if may:
        placing += f" You may {' or '.join(may)}."
    return placing.strip()


def _contest(seen: Seen, seat: int) -> str:
    """Who stands in the voting ward, and the chips that each could use."""
    election = seen["election"]
    bosses = seen["wards"][str(election["ward"])]["bosses"]
    rows = []
    for other, chips in election["usable"].items():
        who = "You" if int(other) == seat else seen["players"][int(other) - 1]["name"]
        men = "1 boss" if bosses[other] == 1 else f"{bosses[other]} bosses"
        usable = ", ".join(f"{n} {PEOPLES[colour]}" for colour, n in chips.items() if n)
        rows.append(f"  {who}: {men}; chips that count here: {usable or 'none'}")
    return "\n".join(rows)


# --- In words --------------------------------------------------------------------------------


def predicate(happened: Happened, names: Sequence[str]) -> str:
    """What a seat did, to follow its name; for chance a sentence. Ending a turn goes unsaid."""
    event = happened.events[0]
    if isinstance(event, FirstDrawn):
        return f"{names[event.seat - 1]} goes first."
    if isinstance(event, ZoneOpened):
        where = ", ".join(f"{ward} {PEOPLES[colour]}" for ward, colour in event.cubes.items())
        return f"Zone {event.zone} comes into play. Cubes in wards: {where}."
    if isinstance(event, CubesArrived):
        return f"Landed at Castle Garden: {_counted(event.cubes)}."
    if isinstance(event, BidOpened):
        return f"bids {_counted(event.chips) or 'nothing'} in ward {event.ward}"
    if isinstance(event, OfficeGiven):
        given = [one for one in happened.events if isinstance(one, OfficeGiven)]
        return f"appoints {named([f'{names[g.seat - 1]} {OFFICES[g.office]}' for g in given])}"
    if isinstance(event, Slandered):
        victim = names[event.target - 1]
        return f"slanders {victim} in ward {event.ward} for {_one(event.colour)} chip"
    return _plain_predicate(event)


def _plain_predicate(event: Event) -> str:
    if isinstance(event, BossPlaced):
        return f"places a boss in ward {event.ward}"
    if isinstance(event, CubePlaced):
        return f"places {_one(event.colour)} cube in ward {event.ward}"
    if isinstance(event, FavorTaken):
        return f"takes {_one(event.colour)} favor chip"
    if isinstance(event, CubeArrested):
        return f"arrests {_one(event.colour)} cube in ward {event.ward}"
    if isinstance(event, WardLocked):
        return f"locks ward {event.ward}"
    if isinstance(event, CubeMoved):
        return f"moves {_one(event.colour)} cube from ward {event.source} to ward {event.target}"
    if isinstance(event, SlanderSpread):
        return f"spreads the slander to ward {event.ward}"
    if isinstance(event, CubeSettled):
        return f"settles {_one(event.colour)} cube in ward {event.ward}"
    return ""


def _one(colour: str) -> str:
    article = "a" if colour == "german" else "an"
    return f"{article} {PEOPLES[colour]}"


def _counted(pieces: Mapping[str, int]) -> str:
    return named([f"{count} {PEOPLES[colour]}" for colour, count in pieces.items()])


def outcome(happened: Happened, names: Sequence[str]) -> list[str]:
    """What the rules decided by themselves with a line: wards, leaders, points, the mayor."""
    events = happened.events
    said = [
        _ward_told(event, names) for event in events if isinstance(event, WardVoted | WardUnopposed)
    ]
    for event in events:
        if isinstance(event, MayorFound):
            said += [*_leaders(events, names), _points(events, names), _mayor(event, names)]
        elif isinstance(event, GameWon) and event.decided != "outright":
            said.append(_tie(event, names))
    return said


def _ward_told(event: WardDecided, names: Sequence[str]) -> str:
    if event.winner:
        return f"Ward {event.ward} goes to {names[event.winner - 1]}."
    return f"Ward {event.ward} is tied: nobody wins it."


def _leaders(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    found = [event for event in events if isinstance(event, LeaderFound)]
    for colour in COLOURS:
        leaders = [names[event.seat - 1] for event in found if event.colour == colour]
        if leaders:
            lead = "leads" if len(leaders) == 1 else "lead"
            yield f"{named(leaders)} {lead} the {ALL_OF_THEM[colour]}."


def _points(events: Sequence[Event], names: Sequence[str]) -> str:
    scored = [event for event in events if isinstance(event, PointsScored)]
    gained = [
        f"{name} {sum(event.points for event in scored if event.seat == seat)}"
        for seat, name in enumerate(names, 1)
    ]
    end = " and the end" if any(isinstance(event, GameWon) for event in events) else ""
    return f"Points from this election{end}: {', '.join(gained)}."


def _mayor(event: MayorFound, names: Sequence[str]) -> str:
    if event.mayor is None:
        return "The vote for mayor is tied: there is no mayor."
    name = names[event.mayor - 1]
    if event.decided == "tied":
        return f"The vote for mayor is tied: {name} stays mayor."
    return f"{name} is mayor{_by(event.decided)}."


def _tie(event: GameWon, names: Sequence[str]) -> str:
    tied = named([names[seat - 1] for seat in event.most_points])
    if event.decided == "tied":
        return f"{tied} are tied on points and share the win."
    if event.decided == "mayor":
        return f"{tied} are tied on points: the mayor wins."
    return f"{tied} are tied on points: {names[event.winners[0] - 1]} wins{_by(event.decided)}."


def _by(decided: str) -> str:
    """What decided among those who were level."""
    if decided == "outright":
        return ""
    chips = "favor chips" if decided == "chips" else f"{PEOPLES[decided]} chips"
    return f" by the most {chips}"


class TammanyTerminal(Terminal):
    """Tammany Hall in letters."""

    RULES = RULES
    MOVES = MOVES
    board_text = staticmethod(board_text)
    list_text = staticmethod(list_text)
    scene = staticmethod(scene)
    hides_hands = staticmethod(hides_hands)
    task = staticmethod(task)
    predicate = staticmethod(predicate)
    outcome = staticmethod(outcome)


TERMINAL = TammanyTerminal()
