"""Notices what holds the event loop: the processor time of each step that a loop takes.

Time on a wall would tell more of the machine than of the program. What a step takes is compared to
a piece of work that took `CALIBRATED` seconds where the limit was set, so that a slower or busier
machine has a longer one.
"""

from __future__ import annotations

import asyncio.events
import functools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

LIMIT = 0.050
CALIBRATED = 0.020


@dataclass
class Watchdog:
    """The longest step so far, in seconds of the processor."""

    longest: float = 0.0

    def begin(self) -> None:
        self.longest = 0.0


@contextmanager
def watching() -> Iterator[Watchdog]:
    """Every step of every loop of this process is timed, in whatever thread it runs."""
    dog = Watchdog()
    run = asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            dog.longest = max(dog.longest, time.thread_time() - began)

    with patch.object(asyncio.events.Handle, "_run", timed):
        yield dog


@functools.cache
def limit() -> float:
    """How long a step may take here and now."""
    return LIMIT * max(1.0, _calibration() / CALIBRATED)


def _calibration() -> float:
    """Some work of the kind that pages are made of, the quickest of a few times."""
    times = []
    for _ in range(3):
        began = time.thread_time()
        words = [f"<li id='{n}'>{n * 37 % 801}</li>" for n in range(40_000)]
        assert len("".join(sorted(words)).split("<")) == 80_001
        times.append(time.thread_time() - began)
    return min(times)
