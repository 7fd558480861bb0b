"""What happened at a table, told from the lines that a view shows: votes, outcomes, every piece.

Nothing but `view.lines` is read, so a story knows no more than its reader may.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from twohalls.games.tammany import GAME, rules
from twohalls.games.tammany.board import COLOURS, TAMMANY_HALL, WARDS
from twohalls.games.tammany.picture import GARDEN_SLOTS
from twohalls.games.tammany.rules import NOBODY, Phase
from twohalls.kernel.state import State
from twohalls.kernel.table import View

RECENT = 8
"""For so many lines opened bids are still news."""

IN_ELECTION = (Phase.BID, Phase.BONUS_CUBE, Phase.BONUS_FAVOR)


@dataclass(frozen=True)
class Said:
    """A line of the record; `ward` is the ward whose bonus it is, `chip` if a chip was gained."""

    at: int
    year: int
    seat: int | None
    text: str
    chip: bool = False
    ward: int | None = None


@dataclass(frozen=True)
class Vote:
    """A ward's election; with one contestant nobody bids."""

    at: int
    year: int
    ward: int
    bosses: dict[int, int]
    bids: dict[int, dict[str, int]]
    winner: int | None

    @property
    def contested(self) -> bool:
        return len(self.bosses) > 1

    @property
    def votes(self) -> dict[int, int]:
        return {
            seat: count + sum(self.bids.get(seat, {}).values())
            for seat, count in self.bosses.items()
        }


@dataclass(frozen=True)
class Outcome:
    """What an election brought, by seat; `stayed` when a tie left the mayor in office."""

    at: int
    year: int
    won: dict[int, list[int]]
    ward_points: dict[int, int]
    leaders: dict[str, list[int]]
    chips: dict[int, dict[str, int]]
    mayor: int | None
    stayed: bool

    @property
    def tied(self) -> bool:
        """Did several win as many wards as anybody?"""
        counts = [len(wards) for wards in self.won.values()]
        return counts.count(max(counts)) > 1


@dataclass(frozen=True)
class Closing:
    """The points of the end: who has the most chips of a colour, and unused slander chips."""

    at: int
    year: int
    favors: dict[str, list[int]]
    slanders: dict[int, int]


Happening = Said | Vote | Outcome | Closing

Piece = tuple[str, str, int]
"""A piece for good: boss or cube, its seat or colour, its number."""


@dataclass
class Story:
    """A game as far as its lines go."""

    players: int
    state: State
    happened: list[Happening] = field(default_factory=list)
    on_board: dict[tuple[str, str], dict[str, list[int]]] = field(default_factory=dict)
    garden: list[Piece | None] = field(default_factory=lambda: [None] * GARDEN_SLOTS)
    fresh: frozenset[Piece] = frozenset()
    lines: int = 0
    _bids: dict[int, dict[str, int]] = field(default_factory=dict)

    def copy(self) -> Story:
        return Story(
            self.players,
            self.state,
            list(self.happened),
            {kind: {p: list(n) for p, n in at.items()} for kind, at in self.on_board.items()},
            list(self.garden),
            self.fresh,
            self.lines,
            dict(self._bids),
        )

    # --- Reading on --------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """One more line."""
        who, _, text = line.partition(" ")
        before = self.state
        self.state = after = before.copy()
        for action in GAME.words.read(before, text):
            rules.apply(after, action)
        seat = None if who == "*" else int(who)
        self.happened.append(self._said(before, seat, text))
        if text.startswith("bid ") and seat is not None:
            self._bids[seat] = bid_of(text)
        self._follow(before, after, text)
        self._tell_election(before, after, text)
        self.lines += 1

    def _said(self, before: State, seat: int | None, text: str) -> Said:
        bonus = before.phase in (Phase.BONUS_CUBE, Phase.BONUS_FAVOR)
        chip = text.startswith("cube ") and before.supply[COLOURS.index(text.split()[1])] > 0
        ward = WARDS[before.ward] if bonus else None
        return Said(self.lines, before.year + 1, seat, text, chip, ward)

    def _tell_election(self, before: State, after: State, text: str) -> None:
        """The wards that were decided by this line, and what the election brought."""
        held = before.phase in IN_ELECTION
        begun = before.phase == Phase.TURN and text == "end"
        ends_term = (before.year + 1) % rules.YEARS_A_TERM == 0
        goes_on = after.phase in IN_ELECTION
        finished = after.phase in (Phase.APPOINT, Phase.DONE) or after.year != before.year
        if not (held or (begun and ends_term and (goes_on or finished))):
            return
        if before.phase == after.phase == Phase.BID and after.ward == before.ward:
            return
        first = before.ward if before.phase == Phase.BID else 0 if begun else before.ward + 1
        last = before.active if finished else after.ward
        if after.phase in (Phase.BONUS_CUBE, Phase.BONUS_FAVOR):
            last += 1
        for ward in range(first, last):
            self.happened.append(self._vote(before, after, ward))
        if finished and before.phase != Phase.APPOINT:
            self.happened.append(self._outcome(before, after, text))
        if after.phase == Phase.DONE:
            self.happened.append(self._closing(after))
        self._bids = {}

    def _vote(self, before: State, after: State, ward: int) -> Vote:
        bosses = {seat + 1: before.bosses[ward][seat] for seat in range(self.players)}
        bids = self._bids if before.phase == Phase.BID and ward == before.ward else {}
        return Vote(
            self.lines,
            before.year + 1,
            WARDS[ward],
            {seat: count for seat, count in bosses.items() if count},
            dict(bids),
            None if after.winner[ward] == NOBODY else after.winner[ward] + 1,
        )

    def _outcome(self, before: State, after: State, text: str) -> Outcome:
        seats = range(1, self.players + 1)
        won: dict[int, list[int]] = {seat: [] for seat in seats}
        points = dict.fromkeys(seats, 0)
        for ward in range(before.active):
            if after.winner[ward] != NOBODY:
                won[after.winner[ward] + 1].append(WARDS[ward])
                points[after.winner[ward] + 1] += 2 if ward == TAMMANY_HALL else 1
        chips = {seat: self._chips_gained(before, after, text, seat) for seat in seats}
        leaders = {
            colour: [seat for seat in seats if after.leader[seat - 1][c]]
            for c, colour in enumerate(COLOURS)
        }
        most = max(len(wards) for wards in won.values())
        mayor = None if after.mayor == NOBODY else after.mayor + 1
        tied = [seat for seat in seats if len(won[seat]) == most]
        counts = {seat: _rank(after.favors[seat - 1]) for seat in tied}
        best = [seat for seat in tied if counts[seat] == max(counts.values())]
        stayed = mayor is not None and best != [mayor]
        return Outcome(self.lines, before.year + 1, won, points, leaders, chips, mayor, stayed)

    def _chips_gained(self, before: State, after: State, text: str, seat: int) -> dict[str, int]:
        """What the leaders' boxes brought: the chips of after, less those of before the election's
        end."""
        gained = {}
        for c, colour in enumerate(COLOURS):
            had = before.favors[seat - 1][c]
            if before.phase == Phase.BID:
                had -= self._bids.get(seat, {}).get(colour, 0)
            if before.phase == Phase.BONUS_FAVOR and before.winner[before.ward] == seat - 1:
                had += text == f"favor {colour}"
            if after.favors[seat - 1][c] > had:
                gained[colour] = after.favors[seat - 1][c] - had
        return gained

    def _closing(self, after: State) -> Closing:
        seats = range(self.players)
        favors = {}
        for c, colour in enumerate(COLOURS):
            most = max(1, *(after.favors[seat][c] for seat in seats))
            favors[colour] = [seat + 1 for seat in seats if after.favors[seat][c] == most]
        slanders = {seat + 1: after.slanders[seat] for seat in seats}
        return Closing(self.lines, after.year + 1, favors, slanders)

    # --- Every piece -------------------------------------------------------------------------

    def _follow(self, before: State, after: State, text: str) -> None:
        """Pieces that leave a place go where one of their kind appears; others come or go."""
        arrived: set[Piece] = set()
        for c, colour in enumerate(COLOURS):
            counts = {"garden": after.garden[c]}
            for ward, number in enumerate(WARDS):
                counts[str(number)] = after.cubes[ward][c]
            arrived |= self._shift("cube", colour, counts)
        for seat in range(self.players):
            bosses = {str(n): after.bosses[ward][seat] for ward, n in enumerate(WARDS)}
            arrived |= self._shift("boss", str(seat + 1), bosses)
        self._fill_garden()
        in_turn = before.phase == Phase.TURN and text != "end"
        self.fresh = self.fresh | arrived if in_turn else frozenset()

    def _shift(self, kind: str, of: str, counts: dict[str, int]) -> set[Piece]:
        at = self.on_board.setdefault((kind, of), {})
        if all(len(at.get(place, ())) == count for place, count in counts.items()):
            return set()
        free: list[int] = []
        for place, count in counts.items():
            while len(at.get(place, ())) > count:
                free.append(at[place].pop())
        taken = {n for numbers in at.values() for n in numbers} | set(free)
        fresh = (n for n in range(1, 99) if n not in taken)
        arrived = set()
        for place, count in counts.items():
            while len(at.setdefault(place, [])) < count:
                number = free.pop() if free else next(fresh)
                at[place].append(number)
                if place != "garden":
                    arrived.add((kind, of, number))
        return arrived

    def _fill_garden(self) -> None:
        """A cube in Castle Garden keeps its slot as long as it waits there."""
        waiting: set[Piece] = {
            ("cube", colour, number)
            for colour in COLOURS
            for number in self.on_board[("cube", colour)].get("garden", ())
        }
        self.garden = [piece if piece in waiting else None for piece in self.garden]
        for piece in sorted(waiting - set(self.garden), key=_as_drawn):
            if None not in self.garden:
                break
            self.garden[self.garden.index(None)] = piece

    def numbers(self, kind: str, of: str, place: str) -> list[int]:
        return self.on_board.get((kind, of), {}).get(place, [])

    # --- What a page asks --------------------------------------------------------------------

    def of_kind(self, kind: type[Any]) -> list[Any]:
        return [happening for happening in self.happened if isinstance(happening, kind)]

    def last_reveal(self, seat: int | None) -> Vote | None:
        """The bids opened last, until the reader has gone on or much has happened since."""
        for happening in reversed(self.happened):
            if happening.at < self.lines - RECENT:
                return None
            if isinstance(happening, Vote) and happening.contested:
                return None if self.spoke_since(seat, happening.at) else happening
        return None

    def spoke_since(self, seat: int | None, at: int) -> bool:
        """Has a seat, or for a spectator anybody, decided something after a line?"""
        for happening in reversed(self.happened):
            if happening.at <= at:
                return False
            if not isinstance(happening, Said) or happening.seat is None:
                continue
            if seat in (None, happening.seat) and not happening.text.startswith("appoint"):
                return True
        return False


def bid_of(text: str) -> dict[str, int]:
    """The chips of a bid's line."""
    pairs = (word.partition("=") for word in text.split()[2:] if "=" in word)
    return {colour: int(count) for colour, _, count in pairs}


def _rank(favors: list[int]) -> tuple[int, ...]:
    return (sum(favors), *favors)


def _as_drawn(piece: Piece) -> tuple[int, int]:
    return (piece[2], COLOURS.index(piece[1]))


# --- Stories are long and grow by a line: keep those told last ---------------------------------

_MOST = 256
_LOOK_BACK = 40
_told: OrderedDict[tuple[int, tuple[str, ...]], Story] = OrderedDict()


def tell(view: View) -> Story:
    """The story of a view's lines, read on from the longest beginning still known."""
    players = len(view.names)
    for back in range(min(len(view.lines), _LOOK_BACK) + 1):
        key = (players, view.lines[: len(view.lines) - back])
        known = _told.get(key)
        if known is not None:
            _told.move_to_end(key)
            break
    if known is None:
        known = Story(players, GAME.new_state(players, view.options))
    if known.lines < len(view.lines):
        known = known.copy()
        for line in view.lines[known.lines :]:
            known.take(line)
        _told[(players, view.lines)] = known
        while len(_told) > _MOST:
            _told.popitem(last=False)
    return known
