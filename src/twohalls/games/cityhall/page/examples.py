"""What the worked examples of City Hall show, step by step; their words stand in the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from twohalls.games.cityhall import rules
from twohalls.games.cityhall.board import BUILDINGS, MAX_STARS, PERMITS, SPACES


@dataclass(frozen=True)
class Lots:
    """Buildings on lands, each with its owner."""

    built: Mapping[str, tuple[str, int]]
    lit: str

    def stars(self, space: str) -> int:
        """By the rule itself."""
        permits = [PERMITS.index(self.built[at][0]) if at in self.built else -1 for at in SPACES]
        return int(rules.stars(SimpleNamespace(permit=permits), SPACES.index(space)))

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


SCENES: dict[str, Sequence[Any]] = {
    "stars": _growing(
        ("M4", "factory", 2), ("M3", "housing", 1), ("Q6", "tower", 3), ("B1", "housing", 4)
    ),
    "auction": (
        Auction(3),
        _offered,
        replace(_offered, accepted=(3, 4), refused=(2,), may_keep=True),
        replace(_offered, accepted=(3, 4), refused=(2,)),
    ),
    "health": (
        Ranking((None, None, None, None)),
        Ranking((4, 4, None, None)),
        Ranking((4, 4, 1, 0)),
    ),
    "votes": (Sum(1), Sum(2), Sum(3)),
}
