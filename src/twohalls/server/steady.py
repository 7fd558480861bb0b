"""The time by which moves are made for people: a clock that jumped is not believed at once."""

from __future__ import annotations

import time
from collections.abc import Callable

A_JUMP = 60.0
"""Seconds by which a clock that is only set right differs at most."""


class Steady:
    """The time of a clock; after a jump, the time it would have shown, until it has gone steadily
    for so many seconds that it is believed."""

    def __init__(
        self,
        clock: Callable[[], float],
        seconds: float,
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock = clock
        self.seconds = seconds
        self.running = running
        self._ahead = self._doubtful = clock() - running()
        self._since = running()

    def __call__(self) -> float:
        now = self.running()
        ahead = self.clock() - now
        if abs(ahead - self._doubtful) > A_JUMP:
            self._doubtful, self._since = ahead, now
        if abs(ahead - self._ahead) <= A_JUMP or now - self._since >= self.seconds:
            self._ahead = self._doubtful = ahead
        return now + self._ahead
