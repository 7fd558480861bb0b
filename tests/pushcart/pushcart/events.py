"""What the rules of Pushcart tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from twohalls.kernel.events import As, Event, Seat

Number = Annotated[int, As(lambda number: number + 1)]
"""A coin or a crate by the number on it."""


@dataclass(frozen=True)
class CoinSaved(Event):
    """A seller put a coin aside; which one, only that seller knows until the end."""

    seat: Seat
    coin: Number | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, coin=None)


@dataclass(frozen=True)
class CrateSet(Event):
    """A crate stands on the street."""

    crate: Number


@dataclass(frozen=True)
class CoinBid(Event):
    """A seller's bid was opened."""

    seat: Seat
    coin: Number


@dataclass(frozen=True)
class CrateBought(Event):
    """The highest coin that was alone bought the crate."""

    seat: Seat
    crate: Number
    earned: int


@dataclass(frozen=True)
class CrateSpoiled(Event):
    """No coin was alone: nobody bought the crate."""

    crate: Number


@dataclass(frozen=True)
class CoinShown(Event):
    """At the end the saved coin is added."""

    seat: Seat
    coin: Number
    points: int
