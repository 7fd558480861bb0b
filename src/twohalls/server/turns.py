"""Whose turn it is at the processes that think, shared out fairly among who waits.

Who had least lately goes first, counted by client and then by table, so that nobody gets more by
opening more tables. While several ask, each thinks so shortly that the others come to their turn
within their own time. Tables that nobody looks at share a small allowance.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

LATELY = 60.0
"""Seconds in which half of what somebody had is forgotten, and after which they no longer ask."""
SHORTEST = 0.1
"""Seconds anybody gets to think, however many ask."""
MOST_KNOWN = 10_000


@dataclass(frozen=True)
class Asker:
    """For whom is thought: a client, and one of their tables."""

    client: str = ""
    table: str = ""


@dataclass
class _Waiting:
    asker: Asker
    place: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Turns:
    """Places at the processes, and who had how much of them."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.places = places
        self.clock = clock
        self._free = places
        self._waiting: list[_Waiting] = []
        self._had: dict[str, tuple[float, float]] = {}
        self._asked: dict[Asker, tuple[float, float]] = {}

    async def take(self, asker: Asker, limit: float) -> None:
        """Wait for a place; whoever gets one gives it back."""
        self._asked[asker] = (limit, self.clock())
        mine = _Waiting(asker)
        self._waiting.append(mine)
        self._next()
        try:
            await mine.place
        except asyncio.CancelledError:
            if mine.place.done() and not mine.place.cancelled():
                self.give_back(asker, 0.0)
            else:
                self._waiting.remove(mine)
            raise

    def give_back(self, asker: Asker, took: float) -> None:
        for name in (asker.client, asker.table):
            self._had[name] = (self._lately(name) + took, self.clock())
        self._free += 1
        self._next()

    def granted(self, asker: Asker, left: float) -> float:
        """How many of the seconds that are left somebody may use, as long as others ask too."""
        now = self.clock()
        self._asked = {one: at for one, at in self._asked.items() if at[1] > now - LATELY}
        others = [limit for one, (limit, _) in self._asked.items() if one != asker]
        if len(others) < self.places:
            return left
        return min(left, max(SHORTEST, min(others) / (2 + len(self._waiting))))

    def _next(self) -> None:
        while self._free and self._waiting:
            best = min(self._waiting, key=self._order)
            self._waiting.remove(best)
            self._free -= 1
            best.place.set_result(None)

    def _order(self, waiting: _Waiting) -> tuple[float, float]:
        return self._lately(waiting.asker.client), self._lately(waiting.asker.table)

    def _lately(self, name: str) -> float:
        """The seconds somebody had, the earlier ones counting less and less."""
        had, then = self._had.get(name, (0.0, 0.0))
        if len(self._had) > MOST_KNOWN:
            self._had = {}
        return had * math.exp2((then - self.clock()) / LATELY)


class Allowance:
    """Seconds that may be spent together: so many at first, and a share of each that passes."""

    def __init__(
        self, share: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.share = share
        self.most = most
        self.clock = clock
        self._left, self._then = most, clock()

    def spend(self, seconds: float) -> bool:
        """Whether there was anything left; who spends more than that lets others wait longer."""
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._then) * self.share)
        self._then = now
        if self._left <= 0:
            return False
        self._left -= seconds
        return True
