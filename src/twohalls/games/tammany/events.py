"""What the rules of Tammany Hall tell: every line of the record has its events, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from twohalls.games.tammany.board import COLOURS, OFFICE_NAMES, WARDS, ZONES
from twohalls.kernel.events import As, Event, Seat, Somebody

DECIDED = ("outright", "chips", *COLOURS, "tied", "mayor")
"""What decides among players, by the steps of the rules: chips in all, then each colour …"""


def _by_colour(row: Sequence[int]) -> dict[str, int]:
    return {COLOURS[colour]: count for colour, count in enumerate(row) if count}


def _by_seat(row: Sequence[int]) -> dict[int, int]:
    return {seat: count for seat, count in enumerate(row, 1) if count}


def _bids(rows: Sequence[Sequence[int]]) -> dict[int, dict[str, int]]:
    return {seat: _by_colour(row) for seat, row in enumerate(rows, 1) if any(row)}


def _settlers(wards: Mapping[int, Sequence[int]]) -> dict[int, str]:
    return {WARDS[ward]: next(iter(_by_colour(row))) for ward, row in wards.items()}


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat + 1 for seat in range(bits.bit_length()) if bits >> seat & 1)


Ward = Annotated[int, As(WARDS.__getitem__)]
"""A ward by the number printed on it."""
SomeWard = Annotated[int | None, As(lambda ward: None if ward < 0 else WARDS[ward])]
"""A ward or none."""
Wards = Annotated[tuple[int, ...], As(lambda wards: tuple(WARDS[ward] for ward in wards))]
"""Wards in voting order."""
Zone = Annotated[str, As(ZONES.__getitem__)]
Colour = Annotated[str, As(COLOURS.__getitem__)]
Office = Annotated[str, As(OFFICE_NAMES.__getitem__)]
ByColour = Annotated[Mapping[str, int], As(_by_colour)]
"""How many of each colour there are; none of a colour is left out."""
BySeat = Annotated[Mapping[int, int], As(_by_seat)]
"""How many each seat has; whoever has none is left out."""
Points = Annotated[tuple[int, ...], As(tuple)]
"""What each seat has, in seat order."""
Bids = Annotated[Mapping[int, Mapping[str, int]], As(_bids)]
"""The chips each seat bid; whoever bid nothing is left out."""
Settlers = Annotated[Mapping[int, str], As(_settlers)]
"""The colour of the cube that came into each ward."""
Seats = Annotated[tuple[int, ...], As(_seats)]
"""A set of seats, ascending."""
Decided = Annotated[str, As(DECIDED.__getitem__)]
"""What decided, a word of `DECIDED`."""


# --- Set-up and the year ---------------------------------------------------------------------


@dataclass(frozen=True)
class FirstDrawn(Event):
    """Chance says who goes first in the first term."""

    seat: Seat


@dataclass(frozen=True)
class TermBegun(Event):
    """A term begins, counted from 1."""

    term: int
    first: Seat


@dataclass(frozen=True)
class YearBegun(Event):
    """A year begins, counted from 1."""

    year: int


@dataclass(frozen=True)
class ZoneOpened(Event):
    """A zone comes into play with a cube in each of its wards."""

    zone: Zone
    cubes: Settlers


@dataclass(frozen=True)
class CubesArrived(Event):
    """Castle Garden was empty and is filled."""

    cubes: ByColour


# --- A turn ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class BossPlaced(Event):
    """A boss goes from its owner's supply into a ward."""

    seat: Seat
    ward: Ward


@dataclass(frozen=True)
class CubePlaced(Event):
    """A cube goes from Castle Garden into a ward."""

    seat: Seat
    colour: Colour
    ward: Ward


@dataclass(frozen=True)
class FavorTaken(Event):
    """A chip of choice is taken for winning a ward, or as Deputy Mayor for none."""

    seat: Seat
    colour: Colour
    ward: SomeWard


@dataclass(frozen=True)
class CubeArrested(Event):
    """The Chief of Police sends a cube of a ward back to the bag."""

    seat: Seat
    colour: Colour
    ward: Ward


@dataclass(frozen=True)
class WardLocked(Event):
    """The Council President locks a ward."""

    seat: Seat
    ward: Ward


@dataclass(frozen=True)
class CubeMoved(Event):
    """The Precinct Chairman moves a cube to a ward beside."""

    seat: Seat
    colour: Colour
    source: Ward
    target: Ward


@dataclass(frozen=True)
class Slandered(Event):
    """An opponent is slandered for a slander chip and a favor chip of that colour."""

    seat: Seat
    target: Seat
    ward: Ward
    colour: Colour


@dataclass(frozen=True)
class SlanderSpread(Event):
    """The slander reaches a ward beside, for two more chips of that colour."""

    seat: Seat
    target: Seat
    ward: Ward
    colour: Colour


@dataclass(frozen=True)
class TurnEnded(Event):
    """A player says that the turn is over."""

    seat: Seat


# --- Pieces ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChipsGained(Event):
    """Favor chips come to a player from the supply."""

    seat: Seat
    colour: Colour
    chips: int


@dataclass(frozen=True)
class ChipsPaid(Event):
    """A player's favor chips go back to the supply."""

    seat: Seat
    colour: Colour
    chips: int


@dataclass(frozen=True)
class BossesSentHome(Event):
    """Bosses of a player leave a ward for their owner's supply."""

    seat: Seat
    ward: Ward
    bosses: int


# --- The election ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ElectionBegun(Event):
    """The election of a term begins; the cubes left in Castle Garden go back to the bag."""

    term: int
    cubes: ByColour


@dataclass(frozen=True)
class BidOpened(Event):
    """A bid that was sealed is told, together with all others of the ward."""

    seat: Seat
    ward: Ward
    chips: ByColour


@dataclass(frozen=True)
class WardDecided(Event):
    """A ward has voted."""

    ward: Ward
    winner: Somebody


@dataclass(frozen=True)
class WardEmpty(WardDecided):
    """Nobody had a boss in the ward."""


@dataclass(frozen=True)
class WardUnopposed(WardDecided):
    """One player alone had bosses in the ward."""

    bosses: BySeat


@dataclass(frozen=True)
class WardVoted(WardDecided):
    """Several had bosses in the ward: votes are bosses and chips bid; a tie has no winner."""

    bosses: BySeat
    bids: Bids
    votes: BySeat
    cubes: ByColour


@dataclass(frozen=True)
class CubeSettled(Event):
    """The winner of a ward settles a cube from the bag."""

    seat: Seat
    colour: Colour
    ward: Ward
    won: Ward


@dataclass(frozen=True)
class LeaderFound(Event):
    """A player has most cubes of a colour in the wards just won, and really got so many chips."""

    seat: Seat
    colour: Colour
    cubes: int
    chips: int


@dataclass(frozen=True)
class MayorFound(Event):
    """Who is mayor: of the seats with most wards, what decided; tied, the sitting mayor stays."""

    mayor: Somebody
    decided: Decided
    most_wards: Seats
    wards: BySeat


@dataclass(frozen=True)
class OfficeGiven(Event):
    """The mayor gives somebody an office."""

    seat: Seat
    office: Office


@dataclass(frozen=True)
class LocksOff(Event):
    """The locks of the term come off."""

    wards: Wards


# --- Points ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PointsScored(Event):
    """A player scores."""

    seat: Seat
    points: int


@dataclass(frozen=True)
class WardPoints(PointsScored):
    """For a ward just won."""

    ward: Ward


@dataclass(frozen=True)
class MayorPoints(PointsScored):
    """For being mayor."""


@dataclass(frozen=True)
class ChipPoints(PointsScored):
    """At the end, for the most chips of a colour."""

    colour: Colour


@dataclass(frozen=True)
class SlanderPoints(PointsScored):
    """At the end, for unused slander chips."""


@dataclass(frozen=True)
class GameWon(Event):
    """Who wins: of the seats with most points, what decided; tied, they share the win."""

    winners: Seats
    decided: Decided
    most_points: Seats
    points: Points
