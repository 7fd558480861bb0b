"""What the worked examples of Tammany Hall show, step by step; their words stand in the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from twohalls.games.tammany.board import COLOURS

Counts = Mapping[str, int]


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


SCENES: dict[str, Sequence[Any]] = {
    "placing": (_before, _settled, _placed),
    "slander": (
        _two_bosses,
        _first,
        replace(_first, yes=(14,), no=(5, 10)),
        _second,
    ),
    "ward-vote": (_vote, _could, _opened, _stays),
    "leaders": (
        Leading(()),
        Leading(COLOURS[:2]),
        Leading(COLOURS[:3]),
        Leading(COLOURS),
    ),
}
