"""What the worked examples show, step by step; their words stand in the text of each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from twohalls.cityhall import rules as city
from twohalls.cityhall.board import BUILDINGS, MAX_STARS, PERMITS, SPACES
from twohalls.tammany.board import COLOURS

Counts = Mapping[str, int]


# --- Tammany Hall ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Wards:
    """Pieces in some wards, who holds what, and which wards are looked at.

    `held` names a row by the key of its word: “red” has chips, “garden” has cubes.
    """

    bosses: Mapping[int, Counts]
    cubes: Mapping[int, Counts]
    held: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    lit: Sequence[int] = ()
    yes: Sequence[int] = ()
    no: Sequence[int] = ()


def _cubes(*colours: str) -> list[tuple[str, str]]:
    return [("cube", colour) for colour in colours]


def _chips(*colours: str) -> list[tuple[str, str]]:
    return [("chip", colour) for colour in colours]


def _slander(chips: int) -> list[tuple[str, str]]:
    return [("slander", "")] * chips


_arrived = ("irish", "italian", "german", "english", "english")
_still_there = ("irish", "italian", "english", "english")
_before = Wards(
    bosses={6: {"yellow": 1}, 14: {"yellow": 1}},
    cubes={6: {"english": 1}, 14: {"irish": 1}},
    held={"garden": _cubes(*_arrived), "red": _chips()},
)
_settled = replace(
    _before,
    cubes={6: {"english": 1, "german": 1}, 14: {"irish": 1}},
    held={"garden": _cubes(*_still_there), "red": _chips("german")},
    lit=(6,),
)
_placed = replace(_settled, bosses={6: {"yellow": 1}, 14: {"red": 1, "yellow": 1}}, lit=(14,))

_two_bosses = Wards(
    bosses={
        8: {"red": 2, "yellow": 2},
        14: {"red": 1, "yellow": 2},
        5: {"red": 1, "yellow": 1},
        10: {"red": 1, "yellow": 1},
    },
    cubes={
        8: {"german": 1, "irish": 1},
        14: {"german": 1, "irish": 2},
        5: {"english": 2},
        10: {"german": 2},
    },
    held={"red": [*_slander(3), *_chips("german", "german", "german")]},
)
_first = replace(
    _two_bosses,
    bosses={**_two_bosses.bosses, 8: {"red": 2, "yellow": 1}},
    held={"red": [*_slander(2), *_chips("german", "german")]},
    lit=(8,),
)
_second = replace(
    _first,
    bosses={**_first.bosses, 14: {"red": 1, "yellow": 1}},
    held={"red": _slander(2)},
    lit=(8, 14),
)


@dataclass(frozen=True)
class Vote:
    """A ward's vote: bosses, chips at hand (usable or not), chips bid, and who stays."""

    bosses: Counts
    hands: Mapping[str, Sequence[str]]
    usable: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bids: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cubes: Counts = field(default_factory=lambda: {"english": 1, "irish": 1})

    @property
    def votes(self) -> dict[str, int]:
        return {who: self.bosses[who] + len(self.bids[who]) for who in self.bids}


_hands = {
    "red": ("irish", "irish", "english", "english"),
    "yellow": ("english", "english", "italian", "italian", "italian"),
}
_vote = Vote({"red": 2, "yellow": 3}, _hands)
_could = replace(_vote, usable={"red": _hands["red"], "yellow": ("english", "english")})
_bids = {"red": ("irish", "english", "english"), "yellow": ("english",)}
_opened = replace(_could, bids=_bids)
_stays = Vote(
    {"red": 1}, {"red": ("irish",), "yellow": ("english", "italian", "italian", "italian")}
)


@dataclass(frozen=True)
class Leading:
    """Cubes by player in the wards just won, and the colours decided so far."""

    decided: tuple[str, ...]
    wards: Counts = field(default_factory=lambda: {"black": 6, "red": 4, "yellow": 3})
    cubes: Mapping[str, tuple[int, ...]] = field(
        default_factory=lambda: {
            "black": (5, 7, 0, 2),
            "red": (3, 2, 5, 0),
            "yellow": (6, 0, 5, 2),
        }
    )

    def leaders(self, colour: str) -> list[str]:
        column = COLOURS.index(colour)
        most = max(row[column] for row in self.cubes.values())
        return [who for who, row in self.cubes.items() if row[column] == most > 0]


# --- City Hall -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lots:
    """Buildings on lands, each with its owner."""

    built: Mapping[str, tuple[str, int]]
    lit: str

    def stars(self, space: str) -> int:
        """By the rule itself."""
        permits = [PERMITS.index(self.built[at][0]) if at in self.built else -1 for at in SPACES]
        return int(city.stars(SimpleNamespace(permit=permits), SPACES.index(space)))

    def most(self, space: str) -> int:
        return MAX_STARS[BUILDINGS.index(self.built[space][0])]


def _growing(*built: tuple[str, str, int]) -> tuple[Lots, ...]:
    """One building more at each step."""
    return tuple(
        Lots({at: (permit, seat) for at, permit, seat in built[: i + 1]}, built[i][0])
        for i in range(len(built))
    )


@dataclass(frozen=True)
class Auction:
    """The influence lying on an office, what the others bid, and what its activator may do."""

    lying: int
    bids: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    may_keep: bool = False


_offered = Auction(0, (3, 5, 5))


@dataclass(frozen=True)
class Ranking:
    """Stars by player, and the people gained as far as the step goes."""

    gains: tuple[int | None, ...]
    stars: tuple[int, ...] = (10, 10, 8, 7)


@dataclass(frozen=True)
class Sum:
    """Votes, as far as the step goes."""

    parts: int
    rating: int = 4
    population: int = 12
    endorsements: int = 3


SCENES: dict[tuple[str, str], Sequence[Any]] = {
    ("tammany", "placing"): (_before, _settled, _placed),
    ("tammany", "slander"): (
        _two_bosses,
        _first,
        replace(_first, yes=(14,), no=(5, 10)),
        _second,
    ),
    ("tammany", "ward-vote"): (_vote, _could, _opened, _stays),
    ("tammany", "leaders"): (
        Leading(()),
        Leading(COLOURS[:2]),
        Leading(COLOURS[:3]),
        Leading(COLOURS),
    ),
    ("cityhall", "stars"): _growing(
        ("M4", "factory", 2), ("M3", "housing", 1), ("Q6", "tower", 3), ("B1", "housing", 4)
    ),
    ("cityhall", "auction"): (
        Auction(3),
        _offered,
        replace(_offered, accepted=(3, 4), refused=(2,), may_keep=True),
        replace(_offered, accepted=(3, 4), refused=(2,)),
    ),
    ("cityhall", "health"): (
        Ranking((None, None, None, None)),
        Ranking((4, 4, None, None)),
        Ranking((4, 4, 1, 0)),
    ),
    ("cityhall", "votes"): (Sum(1), Sum(2), Sum(3)),
}
