"""How long an opponent may think about one line."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from twohalls.kernel.errors import Malformed

MOST_SECONDS = 3600.0
MOST_SIMULATIONS = 10_000_000


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Budget:
    """Seconds or simulations for one line; with both, whichever is used up first.

    `cores` is how many threads may search at once (None: all there are). With simulations alone
    one thread does them all, so that the answer is the same on every machine.
    """

    seconds: float | None = None
    simulations: int | None = None
    cores: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            object.__setattr__(self, "seconds", 1.0)
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise Malformed(
                "a budget is more than 0 and at most {most} seconds, not {seconds}",
                most=int(MOST_SECONDS),
                seconds=self.seconds,
            )
        if self.simulations is not None and not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise Malformed(
                "a budget is 1 to {most} simulations, not {simulations}",
                most=MOST_SIMULATIONS,
                simulations=self.simulations,
            )

    @property
    def threads(self) -> int:
        if self.seconds is None:
            return 1
        return self.cores or all_cores()

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds:g}s")
        if self.simulations is not None:
            parts.append(f"{self.simulations}sims")
        return "+".join(parts)


_FORM = re.compile(r"(\d{1,8}|\d{0,5}\.\d{1,6})(s|sims)")


def parse_budget(text: str) -> Budget:
    """`1s`, `0.2s` or `500sims`."""
    match = _FORM.fullmatch(text.strip())
    if match is None or (match[2] == "sims" and "." in match[1]):
        raise Malformed("a budget is written as 1s, 0.2s or 500sims, not “{text}”", text=text[:40])
    if match[2] == "s":
        return Budget(seconds=float(match[1]))
    return Budget(simulations=int(match[1]))
