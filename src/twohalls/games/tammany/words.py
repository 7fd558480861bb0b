"""Tammany Hall's moves in words: `boss 14`, `cube german 6`, `bid 6 irish=1 english=2` …"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NoReturn

from twohalls.games.tammany import rules
from twohalls.games.tammany.board import (
    ADJACENT,
    COLOURS,
    FIXED_CUBE,
    OFFICE_NAMES,
    OFFICES,
    STEP_FROM,
    STEP_TO,
    WARDS,
    ZONE_END,
    ZONE_START,
    ZONES,
)
from twohalls.games.tammany.rules import Office, Phase, Placed
from twohalls.kernel.errors import Illegal, Malformed
from twohalls.kernel.state import State
from twohalls.kernel.words import Kind, Verb, Words, clip, number, pairs, parts

WARD = Kind("ward", tuple(map(str, WARDS)))
COLOUR = Kind("colour", COLOURS)
SEAT = Kind("seat", tuple(str(seat + 1) for seat in range(rules.NSEATS)))

VERBS = (
    Verb("boss", rules.BOSS, (WARD,)),
    Verb("cube", rules.CUBE, (COLOUR, WARD)),
    Verb("end", rules.END),
    Verb("favor", rules.FAVOR, (COLOUR,)),
    Verb("arrest", rules.ARREST, (COLOUR, WARD)),
    Verb("lock", rules.LOCK, (WARD,)),
    Verb("slander", rules.SLANDER, (SEAT, WARD, COLOUR)),
    Verb("spread", rules.SPREAD, (WARD,)),
    Verb("settle", rules.SETTLE, (COLOUR, WARD)),
    Verb("first", rules.FIRST, (SEAT,)),
)


class TammanyWords(Words):
    """The grammar above, and the lines that are made of several actions."""

    closing = frozenset({"end"})

    def __init__(self, rules: Any) -> None:
        super().__init__(rules, VERBS)

    def lines(self, s: State) -> list[str] | None:
        if s.phase != Phase.BID or rules.mid_line(s):
            return None
        most = [rules.usable(s, s.bidder, colour) for colour in range(rules.NCOLOURS)]
        bids = itertools.product(*(range(chips + 1) for chips in most))
        return [_bid_line(WARDS[s.ward], bid) for bid in bids]

    # --- Lines of several actions, and the one whose arguments are a pair ---------------------

    def read_move(self, s: State, words: Sequence[str]) -> list[int]:
        if len(words) != 3:
            raise Malformed("this line is written “{form}”", form="move colour ward ward")
        colour = COLOUR.index(words[0])
        source, target = WARD.index(words[1]), WARD.index(words[2])
        if not ADJACENT[source][target]:
            raise Illegal("wards {a} and {b} are not adjacent", a=words[1], b=words[2])
        step = list(zip(STEP_FROM, STEP_TO, strict=True)).index((source, target))
        return [rules.MOVE + colour * rules.NSTEPS + step]

    def read_zone(self, s: State, words: Sequence[str]) -> list[int]:
        if s.phase != Phase.ZONE:
            raise Illegal("no zone comes into play now")
        if not words or words[0] != ZONES[s.zones]:
            raise Illegal("zone {zone} comes into play", zone=ZONES[s.zones])
        wards = range(ZONE_START[s.zones], ZONE_END[s.zones])
        cubes = pairs(words[1:])
        if [ward for ward, _ in cubes] != [str(WARDS[ward]) for ward in wards]:
            order = " ".join(str(WARDS[ward]) for ward in wards)
            raise Malformed("each ward of the zone comes once, in the order {order}", order=order)
        actions = []
        for ward, (_, colour) in zip(wards, cubes, strict=True):
            if FIXED_CUBE[ward] < 0:
                actions.append(rules.DRAW + COLOUR.index(colour))
            elif COLOUR.index(colour) != FIXED_CUBE[ward]:
                fixed = COLOURS[FIXED_CUBE[ward]]
                raise Illegal("ward {ward} begins with {colour}", ward=WARDS[ward], colour=fixed)
        return actions

    def read_arrivals(self, s: State, words: Sequence[str]) -> list[int]:
        if s.phase != Phase.ARRIVALS:
            raise Illegal("nobody arrives in Castle Garden now")
        if len(words) != s.to_draw:
            raise Illegal("cubes to arrive: {due}, not {count}", due=s.to_draw, count=len(words))
        return [rules.DRAW + COLOUR.index(word) for word in words]

    def read_bid(self, s: State, words: Sequence[str]) -> list[int]:
        if len(words) < 2:
            raise Malformed("this line is written “{form}”", form="bid ward colour=chips …")
        ward = WARD.index(words[0])
        chips = [0] * rules.NCOLOURS
        if list(words[1:]) != ["0"]:
            bid = [(COLOUR.index(colour), number(count)) for colour, count in pairs(words[1:])]
            if not all(count for _, count in bid):
                raise Malformed("colours with 0 chips are left out")
            if [c for c, _ in bid] != sorted({c for c, _ in bid}):
                raise Malformed("each colour comes once, in the order irish … italian")
            for colour, count in bid:
                chips[colour] = count
        if s.phase != Phase.BID:
            raise Illegal("no ward is voting now")
        if ward != s.ward:
            raise Illegal("ward {ward} is voting now", ward=WARDS[s.ward])
        for colour, count in enumerate(chips):
            most = rules.usable(s, s.bidder, colour)
            if count > most:
                raise Illegal(
                    "chips you can bid here ({colour}): at most {most}, not {count}",
                    most=most,
                    colour=COLOURS[colour],
                    count=count,
                )
        asked = [c for c in range(rules.NCOLOURS) if rules.usable(s, s.bidder, c)]
        return [rules.BID + chips[colour] for colour in asked or [rules.NCOLOURS - 1]]

    def read_appoint(self, s: State, words: Sequence[str]) -> list[int]:
        given = pairs(words)
        for _, office in given:
            if office not in OFFICES:
                raise Malformed(
                    "there is no office “{office}” to give: choose from {offices}",
                    office=clip(office),
                    offices=", ".join(OFFICES),
                )
        if s.phase != Phase.APPOINT:
            raise Illegal("no offices are given now")
        others = [str(seat + 1) for seat in range(s.players) if seat != s.mayor]
        if [seat for seat, _ in given] != others:
            raise Illegal(
                "each other seat gets one office, in the order {seats}", seats=" ".join(others)
            )
        return [rules.APPOINT + OFFICES.index(office) for _, office in given]

    def write_several(self, s: State, actions: Sequence[int]) -> str:
        if rules.MOVE <= actions[0] < rules.SLANDER:
            colour, step = divmod(actions[0] - rules.MOVE, rules.NSTEPS)
            return f"move {COLOURS[colour]} {WARDS[STEP_FROM[step]]} {WARDS[STEP_TO[step]]}"
        if s.phase == Phase.ZONE:
            drawn = iter(actions)
            cubes = []
            for ward in range(ZONE_START[s.zones], ZONE_END[s.zones]):
                fixed = FIXED_CUBE[ward]
                colour = fixed if fixed >= 0 else next(drawn) - rules.DRAW
                cubes.append(f"{WARDS[ward]}={COLOURS[colour]}")
            return " ".join(["zone", ZONES[s.zones], *cubes])
        if s.phase == Phase.ARRIVALS:
            return " ".join(["arrivals", *(COLOURS[action - rules.DRAW] for action in actions)])
        if s.phase == Phase.BID:
            answers = iter(actions)
            bid = [
                next(answers) - rules.BID if rules.usable(s, s.bidder, colour) else 0
                for colour in range(rules.NCOLOURS)
            ]
            return _bid_line(WARDS[s.ward], bid)
        others = [seat + 1 for seat in range(s.players) if seat != s.mayor]
        offices = [OFFICES[action - rules.APPOINT] for action in actions]
        given = (f"{seat}={office}" for seat, office in zip(others, offices, strict=True))
        return " ".join(["appoint", *given])

    def part(self, s: State, action: int) -> str:
        if rules.BID <= action < rules.SETTLE:
            colour = f"{COLOURS[s.bid_colour]}=" if s.phase == Phase.BID else ""
            return f"bid {WARDS[s.ward % rules.NWARDS]} {colour}{action - rules.BID}"
        if rules.APPOINT <= action < rules.FIRST:
            return f"appoint {s.appointing + 1}={OFFICES[action - rules.APPOINT]}"
        if action >= rules.DRAW:
            return f"draw {COLOURS[action - rules.DRAW]}"
        return super().part(s, action)

    # --- Why not ------------------------------------------------------------------------------

    def refuse(self, s: State, action: int) -> NoReturn:
        if action >= rules.DRAW:
            colour = COLOURS[action - rules.DRAW]
            raise Illegal("there is no {colour} cube left to draw", colour=colour)
        if action >= rules.FIRST:
            raise Illegal("the first player is one of the {players} seats", players=s.players)
        if s.phase in (Phase.FIRST, Phase.ZONE, Phase.ARRIVALS):
            raise Illegal("something is drawn first")
        if s.phase == Phase.BID:
            raise Illegal("ward {ward} is voting: a bid is awaited", ward=WARDS[s.ward])
        if rules.APPOINT <= action < rules.FIRST:
            if s.phase != Phase.APPOINT:
                raise Illegal("no offices are given now")
            raise Illegal("no office is given twice")
        if s.phase == Phase.APPOINT:
            raise Illegal("the mayor gives out the offices now")
        if rules.SETTLE <= action < rules.APPOINT:
            _refuse_settlement(s, *divmod(action - rules.SETTLE, rules.NWARDS))
        if s.phase == Phase.BONUS_CUBE:
            raise Illegal("the winner of ward {ward} settles a cube now", ward=WARDS[s.ward])
        if rules.FAVOR <= action < rules.ARREST:
            _refuse_favor(s, action - rules.FAVOR)
        if s.phase == Phase.BONUS_FAVOR:
            raise Illegal("the winner of ward {ward} takes a favor now", ward=WARDS[s.ward])
        _refuse_in_turn(s, action)


def bid_of(line: str) -> dict[str, int]:
    """The chips of a bid, by colour."""
    _, (_, *chips) = parts(line)
    return {} if chips == ["0"] else {colour: int(count) for colour, count in pairs(chips)}


def _bid_line(ward: int, chips: Sequence[int]) -> str:
    spent = [f"{COLOURS[c]}={count}" for c, count in enumerate(chips) if count]
    return " ".join(["bid", str(ward), *(spent or ["0"])])


def _refuse_settlement(s: State, colour: int, ward: int) -> NoReturn:
    if s.phase != Phase.BONUS_CUBE:
        raise Illegal("a bonus cube is settled only by the winner of ward 1 or 2")
    _refuse_ward(s, ward)
    raise Illegal("there is no {colour} cube in the bag", colour=COLOURS[colour])


def _refuse_favor(s: State, colour: int) -> NoReturn:
    if s.supply[colour] == 0:
        raise Illegal("there is no {colour} chip in the supply", colour=COLOURS[colour])
    _refuse_office(s, Office.DEPUTY)


def _refuse_in_turn(s: State, action: int) -> NoReturn:
    if action < rules.CUBE:
        _refuse_ward(s, action - rules.BOSS)
        if s.placed == Placed.ALL:
            raise Illegal("you have already placed your pieces this turn")
        raise Illegal("you have no boss left to place")
    if action < rules.END:
        colour, ward = divmod(action - rules.CUBE, rules.NWARDS)
        _refuse_ward(s, ward)
        if s.placed == Placed.CUBE:
            raise Illegal("one cube a turn: the second piece is a boss")
        if s.placed == Placed.ALL:
            raise Illegal("you have already placed your pieces this turn")
        raise Illegal("there is no {colour} cube in Castle Garden", colour=COLOURS[colour])
    if not rules.may_turn_to_another_thing(s):
        raise Illegal("finish placing first: a second piece is due")
    if action == rules.END:
        raise Illegal("place your pieces before you end the turn")
    if rules.ARREST <= action < rules.LOCK:
        colour, ward = divmod(action - rules.ARREST, rules.NWARDS)
        _refuse_removal(s, Office.POLICE, colour, ward)
    if rules.LOCK <= action < rules.MOVE:
        _refuse_lock(s, action - rules.LOCK)
    if rules.MOVE <= action < rules.SLANDER:
        colour, step = divmod(action - rules.MOVE, rules.NSTEPS)
        _refuse_ward(s, STEP_TO[step])
        _refuse_removal(s, Office.PRECINCT, colour, STEP_FROM[step])
    if rules.SLANDER <= action < rules.SPREAD:
        code = action - rules.SLANDER
        target, rest = divmod(code, rules.NWARDS * rules.NCOLOURS)
        _refuse_slander(s, target, *divmod(rest, rules.NCOLOURS))
    _refuse_spread(s, action - rules.SPREAD)


def _refuse_ward(s: State, ward: int) -> None:
    """The two reasons why nothing goes into a ward."""
    if ward >= s.active:
        raise Illegal("ward {ward} is not in play yet", ward=WARDS[ward])
    if s.locked[ward]:
        raise Illegal("ward {ward} is locked", ward=WARDS[ward])


def _refuse_office(s: State, office: int) -> NoReturn:
    """Not this player's office, or already used."""
    if s.office[s.player] != office:
        raise Illegal("only the {office} may do that", office=OFFICE_NAMES[office])
    if not rules.may_turn_to_another_thing(s):
        raise Illegal("finish placing first: a second piece is due")
    raise Illegal("an office is used once a year")


def _refuse_removal(s: State, office: int, colour: int, ward: int) -> NoReturn:
    if s.office[s.player] != office or s.office_used:
        _refuse_office(s, office)
    if not rules.wards_to_lose(s) >> ward & 1:
        _refuse_ward(s, ward)
    if s.cubes[ward][colour] == 0:
        raise Illegal(
            "there is no {colour} cube in ward {ward}", colour=COLOURS[colour], ward=WARDS[ward]
        )
    raise Illegal("the last cube of ward {ward} stays", ward=WARDS[ward])


def _refuse_lock(s: State, ward: int) -> NoReturn:
    if s.office[s.player] != Office.COUNCIL or s.office_used:
        _refuse_office(s, Office.COUNCIL)
    _refuse_ward(s, ward)
    raise Illegal("both locks of the term are placed")


def _refuse_slander(s: State, target: int, ward: int, colour: int) -> NoReturn:
    if s.year < rules.YEARS_A_TERM:
        raise Illegal("there is no slander in the first term")
    if s.slandered[s.player] or s.slanders[s.player] == 0:
        raise Illegal("you have already slandered this term")
    if target >= s.players or target == s.player:
        raise Illegal("only another player at the table can be slandered")
    _refuse_scandal(s, target, ward, colour, 1)


def _refuse_spread(s: State, ward: int) -> NoReturn:
    if not s.spreading:
        raise Illegal("there is no slander to spread")
    if not ADJACENT[s.slander_ward][ward]:
        raise Illegal("wards {a} and {b} are not adjacent", a=WARDS[s.slander_ward], b=WARDS[ward])
    _refuse_scandal(s, s.slander_target, ward, s.slander_colour, 2)


def _refuse_scandal(s: State, target: int, ward: int, colour: int, chips: int) -> NoReturn:
    if s.favors[s.player][colour] < chips:
        raise Illegal("price in {colour} chips: {chips}", chips=chips, colour=COLOURS[colour])
    if s.bosses[ward][s.player] == 0 or s.bosses[ward][target] == 0:
        raise Illegal("both of you need a boss in ward {ward}", ward=WARDS[ward])
    if s.cubes[ward][colour] == 0:
        raise Illegal(
            "there is no {colour} cube in ward {ward}", colour=COLOURS[colour], ward=WARDS[ward]
        )
    raise Illegal("ward {ward} is locked", ward=WARDS[ward])
