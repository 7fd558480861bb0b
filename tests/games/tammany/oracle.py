"""Tammany Hall a second time, slowly and straight from the rules page, to check the first.

The whole game is one generator that stops wherever a line of the record is due. Nothing is shared
with `twohalls.games.tammany` but the wording of the lines.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Collection, Generator
from importlib.resources import files
from typing import Any

COLOURS = ("irish", "english", "german", "italian")
OFFICES = ("deputy", "police", "council", "precinct")
MAP = json.loads(files("twohalls.games.tammany").joinpath("board.json").read_text())
WARDS = sorted(int(ward) for ward in MAP["wards"])
NEIGHBOURS = {
    ward: {other for pair in MAP["adjacent"] if ward in pair for other in pair} - {ward}
    for ward in WARDS
}
ZONES_FROM_YEAR = {3: {"I": 1, "II": 5, "III": 9}, 4: {"I": 1, "II": 1, "III": 5}}

Flow = Generator[None, str, Any]


class Wrong(Exception):
    """A line the rules page does not allow here."""


class Oracle:
    """Hears a record line by line; in between it says who is awaited and what they may say."""

    def __init__(self, players: int, locks: str = "all") -> None:
        self.seats = list(range(1, players + 1))
        self.locks = locks
        self.year = 1
        self.first: int | None = None
        self.begun_by: int | None = None
        self.mayor: int | None = None
        self.zones: list[str] = []
        self.cubes: dict[int, Counter[str]] = {ward: Counter() for ward in WARDS}
        self.bosses: dict[int, Counter[int]] = {ward: Counter() for ward in WARDS}
        self.locked: set[int] = set()
        self.locks_this_term = 0
        self.garden: Counter[str] = Counter()
        self.supply = Counter(dict.fromkeys(COLOURS, 35))
        self.aside = sum((Counter(z["start_cubes"]) for z in MAP["zones"].values()), Counter())
        self.bag = Counter(dict.fromkeys(COLOURS, 25)) - self.aside  # T1
        self.favors: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.score = dict.fromkeys(self.seats, 0)
        self.slander_chips = dict.fromkeys(self.seats, 3)
        self.slandered: set[int] = set()
        self.office: dict[int, str | None] = dict.fromkeys(self.seats, None)
        self.leaders: dict[str, set[int]] = {colour: set() for colour in COLOURS}
        self.won: dict[int, int] = {}
        self.winners: list[int] = []
        self.story: list[str] = []
        self.over = False
        self.awaited: list[int] = []
        self.choices: Callable[[], Collection[str]] = tuple
        self._flow = self._game()
        next(self._flow)

    @classmethod
    def amid(cls, shown: dict[str, Any]) -> "Oracle":
        """Goes on from what `to_json()` shows at the start of a turn."""
        self = cls(len(shown["players"]), shown["options"]["locks"])
        self.year, self.first = shown["year"], shown["first_player"]
        self.mayor, self.begun_by = shown["mayor"], shown["player"]
        self.zones = list(shown["zones"])
        for pile in ("garden", "bag", "aside", "supply"):
            setattr(self, pile, Counter(shown[pile]))
        for name, ward in shown["wards"].items():
            self.cubes[int(name)].update(ward["cubes"])
            self.bosses[int(name)].update({int(s): n for s, n in ward["bosses"].items()})
            if ward["locked"]:
                self.locked.add(int(name))
        self.locks_this_term = len(self.locked)
        for player in shown["players"]:
            seat = player["seat"]
            self.favors[seat].update(player["favors"])
            self.score[seat], self.office[seat] = player["score"], player["office"]
            self.slander_chips[seat] = player["slander_chips"]
            if player["slandered"]:
                self.slandered.add(seat)
            for colour in player["leads"]:
                self.leaders[colour].add(seat)
        self._flow = self._game()
        next(self._flow)
        return self

    def hear(self, line: str) -> None:
        try:
            self._flow.send(line)
        except StopIteration:
            self.over, self.awaited, self.choices = True, [], tuple

    # --- What is open to everybody -------------------------------------------------------------

    def shown(self) -> dict[str, Any]:
        """The part of `to_json()` that the rules page determines."""
        return {
            "year": self.year,
            "term": self.term,
            "first_player": self.first,
            "mayor": self.mayor,
            "zones": self.zones,
            "wards": {
                str(ward): {
                    "cubes": by_colour(self.cubes[ward]),
                    "bosses": {str(seat): self.bosses[ward][seat] for seat in self.seats},
                    "locked": ward in self.locked,
                    "active": self.active(ward),
                    "winner": self.won.get(ward),
                }
                for ward in WARDS
            },
            "garden": by_colour(self.garden),
            "bag": by_colour(self.bag),
            "aside": by_colour(self.aside),
            "supply": by_colour(self.supply),
            "players": [
                {
                    "seat": seat,
                    "score": self.score[seat],
                    "favors": by_colour(self.favors[seat]),
                    "slander_chips": self.slander_chips[seat],
                    "slandered": seat in self.slandered,
                    "office": self.office[seat],
                    "leads": [c for c in COLOURS if seat in self.leaders[c]],
                    "bosses_left": self.bosses_left(seat),
                }
                for seat in self.seats
            ],
        }

    @property
    def term(self) -> int:
        return (self.year + 3) // 4

    def active(self, ward: int) -> bool:
        return self.cubes[ward].total() > 0

    def bosses_left(self, seat: int) -> int:
        """T5, T6."""
        left = 20 - 1
        if self.office[seat] is not None:
            left -= 1
        left -= sum(seat in leaders for leaders in self.leaders.values())
        left -= sum(self.bosses[ward][seat] for ward in WARDS)
        return max(left, 0)

    def _turn_order(self) -> list[int]:
        assert self.first is not None
        start = self.seats.index(self.first)
        return self.seats[start:] + self.seats[:start]

    # --- The game ------------------------------------------------------------------------------

    def _game(self) -> Flow:
        if self.first is None:
            words = yield from self._ask(None, [f"* first {seat}" for seat in self.seats])
            self.first = int(words[2])
        while True:
            order = self._turn_order()
            if self.begun_by is None:
                yield from self._zones_of_the_year()
            else:
                order = order[order.index(self.begun_by) :]
            for seat in order:
                if seat != self.begun_by:
                    yield from self._castle_garden()
                self.begun_by = None
                yield from self._turn(seat)
            if self.year % 4 == 0:
                yield from self._election()
            if self.year == 16:
                break
            self.year += 1
        self._end()

    def _ask(self, seat: int | None, lines: Collection[str]) -> Generator[None, str, list[str]]:
        self.awaited = [] if seat is None else [seat]
        self.choices = lambda: lines
        line = yield
        if line not in lines:
            raise Wrong(line)
        return line.split(" ")

    def _zones_of_the_year(self) -> Flow:
        years = ZONES_FROM_YEAR.get(len(self.seats), dict.fromkeys(MAP["zones"], 1))
        for name, zone in MAP["zones"].items():
            if years[name] != self.year:
                continue
            wards, fixed = zone["election_order"], zone.get("fixed", {})
            colours = list(Counter(zone["start_cubes"]).elements())
            outcomes = {
                tuple(zip(wards, cubes, strict=True))
                for cubes in itertools.permutations(colours)
                if all(cubes[wards.index(int(w))] == c for w, c in fixed.items())
            }
            lines = [
                " ".join([f"* zone {name}", *(f"{ward}={colour}" for ward, colour in outcome)])
                for outcome in outcomes
            ]
            words = yield from self._ask(None, lines)
            self.zones.append(name)
            for word in words[3:]:
                ward, colour = word.split("=")
                self.aside[colour] -= 1
                self.cubes[int(ward)][colour] += 1

    def _castle_garden(self) -> Flow:
        """T2."""
        due = min(len(self.seats) + 2, self.bag.total())
        if self.garden.total():
            return
        if due < len(self.seats) + 2:
            self.story.append("arrivals few" if due else "arrivals none")
        if not due:
            return
        self.awaited, self.choices = [], tuple
        line = yield
        star, word, *colours = line.split(" ")
        drawn = Counter(colours)
        if (star, word, len(colours)) != ("*", "arrivals", due) or drawn - self.bag:
            raise Wrong(line)
        self.bag -= drawn
        self.garden += drawn

    def _take_chip(self, seat: int, colour: str) -> None:
        """T20."""
        if self.supply[colour]:
            self.supply[colour] -= 1
            self.favors[seat][colour] += 1
        else:
            self.story.append("chip not there")

    def _pay_chips(self, seat: int, colour: str, chips: int) -> None:
        self.favors[seat][colour] -= chips
        self.supply[colour] += chips

    # --- A turn --------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Flow:
        """Three things in any order, each finished before the next begins (T3)."""
        placed: list[str] = []
        placing_is_over = office_used = False
        spreads: list[str] = []
        while True:
            lines = [] if placing_is_over else self._placements(seat, placed)
            piece_is_due = not placing_is_over and self._must_place(seat, placed)
            if not (placed and piece_is_due):
                if not office_used:
                    lines += self._office_lines(seat)
                lines += self._slander_lines(seat) + spreads
            if not piece_is_due:
                lines.append(f"{seat} end")
            words = yield from self._ask(seat, lines)
            verb = words[1]
            if placed and verb not in ("boss", "cube"):
                placing_is_over = True
            if verb == "end" and len(placed) < 2:
                self.story.append(f"placed {placed[0]} alone" if placed else "placed nothing")
            if verb == "boss":
                self.bosses[int(words[2])][seat] += 1
                placed.append("boss")
            elif verb == "cube":
                self.garden[words[2]] -= 1
                self.cubes[int(words[3])][words[2]] += 1
                self._take_chip(seat, words[2])
                placed.append("cube")
            elif verb == "slander":
                target, ward, colour = int(words[2]), int(words[3]), words[4]
                self.slandered.add(seat)
                self.slander_chips[seat] -= 1
                self._pay_chips(seat, colour, 1)
                self.bosses[ward][target] -= 1
            elif verb == "spread":
                self._pay_chips(seat, colour, 2)
                self.bosses[int(words[2])][target] -= 1
            elif verb == "end":
                return
            else:
                office_used = True
                self._use_office(seat, words)
            spreads = []
            if verb == "slander":
                spreads = [
                    f"{seat} spread {other}"
                    for other in NEIGHBOURS[ward]
                    if self._can_defame(seat, target, other, colour, 2)
                ]

    def _open_wards(self) -> list[int]:
        return [ward for ward in WARDS if self.active(ward) and ward not in self.locked]

    def _placements(self, seat: int, placed: list[str]) -> list[str]:
        """Two bosses, or a boss and a cube, in either order; T4 when bosses run out."""
        if len(placed) == 2:
            return []
        bosses = [f"{seat} boss {ward}" for ward in self._open_wards()]
        if not self.bosses_left(seat):
            bosses = []
        cubes = [
            f"{seat} cube {colour} {ward}"
            for colour in COLOURS
            if self.garden[colour]
            for ward in self._open_wards()
        ]
        if placed == ["cube"]:
            cubes = []
        return bosses + cubes

    def _must_place(self, seat: int, placed: list[str]) -> bool:
        """Whether another piece is due; T4: the last boss goes with a cube while there is one."""
        if len(placed) == 2:
            return False
        cube_is_there = self.garden.total() > 0 and placed != ["cube"]
        return self.bosses_left(seat) > 0 or cube_is_there

    def _shut(self, ward: int) -> bool:
        """T7; with locks=placing a lock stops only what comes in."""
        return self.locks == "all" and ward in self.locked

    def _office_lines(self, seat: int) -> list[str]:
        office = self.office[seat]
        movable = [
            (colour, ward)
            for ward in WARDS
            if self.cubes[ward].total() >= 2 and not self._shut(ward)
            for colour in COLOURS
            if self.cubes[ward][colour]
        ]
        if office == "deputy":
            return [f"{seat} favor {colour}" for colour in COLOURS if self.supply[colour]]
        if office == "police":
            return [f"{seat} arrest {colour} {ward}" for colour, ward in movable]
        if office == "council" and self.locks_this_term < 2:
            return [f"{seat} lock {ward}" for ward in self._open_wards()]
        if office == "precinct":
            return [
                f"{seat} move {colour} {ward} {other}"
                for colour, ward in movable
                for other in NEIGHBOURS[ward]
                if self.active(other) and other not in self.locked
            ]
        return []

    def _use_office(self, seat: int, words: list[str]) -> None:
        if words[1] == "favor":
            self._take_chip(seat, words[2])
        elif words[1] == "arrest":
            self.cubes[int(words[3])][words[2]] -= 1
            self.bag[words[2]] += 1
        elif words[1] == "lock":
            self.locked.add(int(words[2]))
            self.locks_this_term += 1
        else:
            self.cubes[int(words[3])][words[2]] -= 1
            self.cubes[int(words[4])][words[2]] += 1

    def _slander_lines(self, seat: int) -> list[str]:
        if self.term == 1 or seat in self.slandered or not self.slander_chips[seat]:
            return []
        return [
            f"{seat} slander {target} {ward} {colour}"
            for target in self.seats
            for ward in WARDS
            for colour in COLOURS
            if self._can_defame(seat, target, ward, colour, 1)
        ]

    def _can_defame(self, seat: int, target: int, ward: int, colour: str, chips: int) -> bool:
        return (
            target != seat
            and self.bosses[ward][seat] > 0
            and self.bosses[ward][target] > 0
            and self.cubes[ward][colour] > 0
            and self.favors[seat][colour] >= chips
            and not self._shut(ward)
        )

    # --- The election --------------------------------------------------------------------------

    def _election(self) -> Flow:
        self.bag += self.garden
        self.garden.clear()
        self.won = {}
        for name in self.zones:
            for ward in MAP["zones"][name]["election_order"]:
                yield from self._vote(ward)
        self._find_leaders()
        for ward, winner in self.won.items():
            self.score[winner] += 2 if ward == MAP["tammany_hall"] else 1
        self.mayor = self._find_mayor()
        if self.mayor:
            self.score[self.mayor] += 3
        if self.term < 4:
            yield from self._offices()
            self.slandered.clear()
        self.locked.clear()
        self.locks_this_term = 0

    def _vote(self, ward: int) -> Flow:
        present = [seat for seat in self.seats if self.bosses[ward][seat]]
        if not present:  # T10
            return
        votes = {seat: self.bosses[ward][seat] for seat in present}
        if len(present) > 1:
            bids = yield from self._bids(ward, present)
            for seat, bid in bids.items():
                votes[seat] += bid.total()
                for colour in COLOURS:
                    self._pay_chips(seat, colour, bid[colour])
        ahead = [seat for seat in present if votes[seat] == max(votes.values())]
        self.bosses[ward].clear()
        if len(ahead) > 1:
            self.story.append("ward tied")
            return
        [winner] = ahead
        self.bosses[ward][winner] = 1
        self.won[ward] = winner
        bonus_cube, bonus_chip = (ward in MAP[f"bonus_{it}_wards"] for it in ("cube", "favor"))
        if (bonus_cube and not self.bag.total()) or (bonus_chip and not self.supply.total()):
            self.story.append("no bonus cube" if bonus_cube else "no bonus chip")
            return
        if bonus_cube:  # T12
            lines = [
                f"{winner} settle {colour} {other}"
                for colour in COLOURS
                if self.bag[colour]
                for other in self._open_wards()
            ]
            words = yield from self._ask(winner, lines)
            self.bag[words[2]] -= 1
            self.cubes[int(words[3])][words[2]] += 1
        if bonus_chip:  # T20
            lines = [f"{winner} favor {colour}" for colour in COLOURS if self.supply[colour]]
            words = yield from self._ask(winner, lines)
            self._take_chip(winner, words[2])

    def _bids(self, ward: int, present: list[int]) -> Flow:
        bids: dict[int, Counter[str]] = {}
        here = [colour for colour in COLOURS if self.cubes[ward][colour]]
        for seat in present:
            most = {colour: self.favors[seat][colour] for colour in here}
            self.awaited = [other for other in present if other not in bids]
            self.choices = lambda seat=seat, most=most: bid_lines(seat, ward, most)  # type: ignore[misc]
            line = yield
            chips = line.split(" ")[3:]
            bid = Counter[str]()
            for chip in chips if chips != ["0"] else []:
                colour, _, count = chip.partition("=")
                bid[colour] = int(count)
            if line != bid_line(seat, ward, bid) or any(bid[c] > most.get(c, 0) for c in bid):
                raise Wrong(line)
            bids[seat] = bid
        return bids

    def _find_leaders(self) -> None:
        """T14, T15."""
        self.leaders = {colour: set() for colour in COLOURS}
        for colour in COLOURS:
            count = dict.fromkeys(self.seats, 0)
            for ward, winner in self.won.items():
                count[winner] += self.cubes[ward][colour]
            most = max(count.values())
            if most == 0:
                continue
            leaders = [seat for seat in self._turn_order() if count[seat] == most]
            self.leaders[colour] = set(leaders)
            if self.supply[colour] < 3 * len(leaders):
                self.story.append("leaders short of chips")
            for _ in range(3):
                for seat in leaders:
                    self._take_chip(seat, colour)

    def _find_mayor(self) -> int | None:
        """T16, T17."""
        wards = Counter(self.won.values())
        most = max(wards[seat] for seat in self.seats)
        ahead = [seat for seat in self.seats if wards[seat] == most]
        how = "outright"
        if len(ahead) > 1:
            ahead, how = self._break_tie(ahead)
        if most == 0:
            self.story.append("nobody won a ward")
        if len(ahead) == 1:
            self.story.append(f"mayor {how}")
            return ahead[0]
        if self.mayor is None:
            self.story.append("mayor none")
        elif self.mayor in ahead:
            self.story.append("mayor stays")
        else:
            self.story.append("mayor stays, not among the tied")
        return self.mayor

    def _break_tie(self, tied: list[int]) -> tuple[list[int], str]:
        """Those still tied after all steps, and the step that decided."""
        steps: list[tuple[str, Callable[[int], int]]] = [
            ("all chips", lambda seat: self.favors[seat].total())
        ]
        for colour in COLOURS:
            steps.append((colour, lambda seat, colour=colour: self.favors[seat][colour]))  # type: ignore[misc]
        for name, chips in steps:
            most = max(chips(seat) for seat in tied)
            tied = [seat for seat in tied if chips(seat) == most]
            if len(tied) == 1:
                return tied, f"by {name}"
        return tied, "still tied"

    def _offices(self) -> Flow:
        self.office = dict.fromkeys(self.seats, None)
        if self.mayor is None:
            return
        self.office[self.mayor] = "mayor"
        others = [seat for seat in self.seats if seat != self.mayor]
        lines = [
            " ".join(
                [
                    f"{self.mayor} appoint",
                    *(f"{seat}={office}" for seat, office in zip(others, offices, strict=True)),
                ]
            )
            for offices in itertools.permutations(OFFICES, len(others))
        ]
        words = yield from self._ask(self.mayor, lines)
        for word in words[2:]:
            seat, office = word.split("=")
            self.office[int(seat)] = office
        self.first = self.mayor

    # --- The end -------------------------------------------------------------------------------

    def _end(self) -> None:
        """T18, T19."""
        for colour in COLOURS:
            most = max(self.favors[seat][colour] for seat in self.seats)
            for seat in self.seats:
                if most and self.favors[seat][colour] == most:
                    self.score[seat] += 2
        for seat in self.seats:
            self.score[seat] += self.slander_chips[seat]
        best = max(self.score.values())
        ahead, how = [seat for seat in self.seats if self.score[seat] == best], "outright"
        if len(ahead) > 1:
            ahead, how = self._break_tie(ahead)
        if len(ahead) > 1 and self.mayor in ahead:
            ahead, how = [self.mayor], "as mayor"
        self.winners = ahead
        self.story.append(f"win {how}" if len(ahead) == 1 else "win shared")


def by_colour(chips: Counter[str]) -> dict[str, int]:
    return {colour: chips[colour] for colour in COLOURS}


def bid_line(seat: int, ward: int, bid: Counter[str]) -> str:
    spent = [f"{colour}={bid[colour]}" for colour in COLOURS if bid[colour]]
    return " ".join([f"{seat} bid {ward}", *(spent or ["0"])])


def bid_lines(seat: int, ward: int, most: dict[str, int]) -> list[str]:
    mixes = itertools.product(*(range(chips + 1) for chips in most.values()))
    return [bid_line(seat, ward, Counter(dict(zip(most, mix, strict=True)))) for mix in mixes]
