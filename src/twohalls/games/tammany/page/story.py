"""A game as its events tell it: votes, elections, and every piece for good.

Nothing but `view.happened` is read, so a story knows no more than its reader may.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from twohalls.games.tammany.board import COLOURS
from twohalls.games.tammany.events import (
    BossesSentHome,
    BossPlaced,
    CubeArrested,
    CubeMoved,
    CubePlaced,
    CubesArrived,
    CubeSettled,
    ElectionBegun,
    MayorFound,
    OfficeGiven,
    PointsScored,
    TurnEnded,
    WardDecided,
    WardPoints,
    WardVoted,
    YearBegun,
    ZoneOpened,
)
from twohalls.games.tammany.picture import GARDEN_SLOTS
from twohalls.kernel.events import Event, Happened
from twohalls.kernel.table import View
from twohalls.kit.growing import Growing

RECENT = 8
"""For so many lines opened bids are still news."""

GARDEN = "garden"

Kind = TypeVar("Kind", bound=Event)

Piece = tuple[str, str, int]
"""A piece for good: boss or cube, its seat or colour, its number."""

Standing = tuple[str, str, tuple[tuple[int, bool], ...]]
"""Pieces of one kind in one place: the number of each, and whether it is new there."""


def of_kind(line: Happened, kind: type[Kind]) -> list[Kind]:
    """What a line brought, of one kind."""
    return [event for event in line.events if isinstance(event, kind)]


@dataclass(frozen=True)
class Said:
    """A line, and the year in which it was said."""

    year: int
    line: Happened

    @property
    def at(self) -> int:
        return self.line.at


@dataclass(frozen=True)
class Vote(Said):
    """A ward's election."""

    decided: WardDecided


@dataclass(frozen=True)
class Outcome(Said):
    """What an election brought; one line tells all of it."""

    mayor: MayorFound

    def wards(self, seat: int) -> list[int]:
        """The wards that somebody won, in the order they voted."""
        return [scored.ward for scored in of_kind(self.line, WardPoints) if scored.seat == seat]

    def points(self, seat: int, kind: type[PointsScored]) -> int:
        """What somebody scored for things of one kind."""
        return sum(scored.points for scored in of_kind(self.line, kind) if scored.seat == seat)


@dataclass
class Story:
    """A game as far as it is told."""

    year: int = 1
    said: list[Said] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    elections: list[Said] = field(default_factory=list)
    on_board: dict[tuple[str, str], dict[str, list[int]]] = field(default_factory=dict)
    garden: list[Piece | None] = field(default_factory=lambda: [None] * GARDEN_SLOTS)
    fresh: frozenset[Piece] = frozenset()

    def copy(self) -> Story:
        return Story(
            self.year,
            list(self.said),
            list(self.votes),
            list(self.outcomes),
            list(self.elections),
            {kind: {p: list(n) for p, n in at.items()} for kind, at in self.on_board.items()},
            list(self.garden),
            self.fresh,
        )

    @property
    def lines(self) -> int:
        return len(self.said)

    # --- Reading on --------------------------------------------------------------------------

    def take(self, line: Happened) -> None:
        """One more line."""
        self.said.append(Said(self.year, line))
        for event in line.events:
            if isinstance(event, YearBegun):
                self.year = event.year
            elif isinstance(event, TurnEnded):
                self.fresh = frozenset()
            elif isinstance(event, WardDecided):
                self.votes.append(Vote(self.year, line, event))
            elif isinstance(event, MayorFound):
                self.outcomes.append(Outcome(self.year, line, event))
            else:
                if isinstance(event, ElectionBegun):
                    self.elections.append(Said(self.year, line))
                self._move_pieces(event)
        self._fill_garden()

    def _move_pieces(self, event: Event) -> None:
        if isinstance(event, BossPlaced):
            self._arrive("boss", str(event.seat), event.ward, is_fresh=True)
        elif isinstance(event, BossesSentHome):
            for _ in range(event.bosses):
                self._leave("boss", str(event.seat), event.ward)
        elif isinstance(event, CubePlaced):
            self._go(event.colour, GARDEN, event.ward)
        elif isinstance(event, CubeMoved):
            self._go(event.colour, event.source, event.target)
        elif isinstance(event, CubeSettled):
            self._arrive("cube", event.colour, event.ward)
        elif isinstance(event, CubeArrested):
            self._leave("cube", event.colour, event.ward)
        elif isinstance(event, ZoneOpened):
            for ward, colour in event.cubes.items():
                self._arrive("cube", colour, ward)
        elif isinstance(event, CubesArrived | ElectionBegun):
            move = self._arrive if isinstance(event, CubesArrived) else self._leave
            for colour, count in event.cubes.items():
                for _ in range(count):
                    move("cube", colour, GARDEN)

    # --- Every piece -------------------------------------------------------------------------

    def _places(self, kind: str, of: str) -> dict[str, list[int]]:
        return self.on_board.setdefault((kind, of), {})

    def _arrive(self, kind: str, of: str, place: object, *, is_fresh: bool = False) -> None:
        """A piece comes from where it has no number: it gets the lowest that is free."""
        at = self._places(kind, of)
        taken = {number for numbers in at.values() for number in numbers}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        at.setdefault(str(place), []).append(number)
        if is_fresh:
            self.fresh |= {(kind, of, number)}

    def _leave(self, kind: str, of: str, place: object) -> None:
        self._places(kind, of)[str(place)].pop()

    def _go(self, colour: str, source: object, target: object) -> None:
        """A cube keeps its number on the way."""
        at = self._places("cube", colour)
        number = at[str(source)].pop()
        at.setdefault(str(target), []).append(number)
        self.fresh |= {("cube", colour, number)}

    def _fill_garden(self) -> None:
        """A cube in Castle Garden keeps its slot as long as it waits there."""
        waiting: set[Piece] = {
            ("cube", colour, number)
            for colour in COLOURS
            for number in self.numbers("cube", colour, GARDEN)
        }
        self.garden = [piece if piece in waiting else None for piece in self.garden]
        for piece in sorted(waiting - set(self.garden), key=_as_drawn):
            if None not in self.garden:
                break
            self.garden[self.garden.index(None)] = piece

    def numbers(self, kind: str, of: str, place: str) -> list[int]:
        return self.on_board.get((kind, of), {}).get(place, [])

    @cached_property
    def standing(self) -> dict[str, tuple[Standing, ...]]:
        """What stands in each place, bosses by seat and then cubes by people."""
        places: dict[str, list[Standing]] = {}
        for (kind, of), at in sorted(self.on_board.items(), key=_seats_first):
            for place, numbers in at.items():
                if numbers:
                    told = tuple((number, (kind, of, number) in self.fresh) for number in numbers)
                    places.setdefault(place, []).append((kind, of, told))
        return {place: tuple(there) for place, there in places.items()}

    @cached_property
    def fresh_places(self) -> frozenset[str]:
        """Where something stands that was put there in this turn."""
        return frozenset(
            place
            for place, there in self.standing.items()
            if any(fresh for _, _, pieces in there for _, fresh in pieces)
        )

    # --- What a page asks --------------------------------------------------------------------

    def last_reveal(self, seat: int | None) -> Vote | None:
        """The bids opened last, until the reader has gone on or much has happened since."""
        for vote in reversed(self.votes):
            if vote.at <= self.lines - RECENT:
                return None
            if isinstance(vote.decided, WardVoted):
                return None if self.spoke_since(seat, vote.at) else vote
        return None

    def given_after(self, at: int) -> int | None:
        """The line after another that gave out the offices."""
        given = (said.at for said in self.said[at:] if of_kind(said.line, OfficeGiven))
        return next(given, None)

    def votes_of(self, election: Said) -> list[Vote]:
        """How the wards have voted in an election so far."""
        return [vote for vote in self.votes if vote.year == election.year]

    def spoke_since(self, seat: int | None, at: int) -> bool:
        """Has a seat, or for a spectator anybody, decided something after a line?"""
        return any(
            said.line.seat is not None
            and seat in (None, said.line.seat)
            and not of_kind(said.line, OfficeGiven)
            for said in self.said[at:]
        )


def _seats_first(standing: tuple[tuple[str, str], object]) -> tuple[bool, int]:
    kind, of = standing[0]
    return (kind != "boss", int(of) if kind == "boss" else COLOURS.index(of))


def _as_drawn(piece: Piece) -> tuple[int, int]:
    return (piece[2], COLOURS.index(piece[1]))


_stories = Growing(Story, Story.copy, lambda story, line, _marked: story.take(line))


def story_of(view: View) -> Story:
    """The story of what a view saw happen."""
    return _stories.of(view.happened)
