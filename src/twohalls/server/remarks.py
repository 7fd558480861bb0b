"""Opponents say a word at telling moments, chosen from what everybody knows and nothing else.

Nothing of it is stored: which moments there were follows from the events as a spectator sees them,
and which words are chosen from the table's name and the number of the line.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from twohalls.kit.parts import page
from twohalls.server.live import Live

APART = 5
"""Lines that pass before an opponent speaks again."""
WAYS = 3
"""Ways to say the same."""
OPPONENTS = "*"
"""The voice of all opponents, for readers who do not want to hear them."""


@dataclass(frozen=True)
class Remark:
    """What moved an opponent to say a word after a line, and which of the ways to say it."""

    at: int
    seat: int
    moment: str
    way: int
    time: int


def remarks(live: Live) -> list[Remark]:
    """All remarks so far, the oldest first."""
    found: list[Remark] | None = live.made.get("remarks")
    if found is None:
        found = live.made["remarks"] = _found(live)
    return found


def _found(live: Live) -> list[Remark]:
    speakers = [seat.number for seat in live.seats if seat.is_opponent and seat.was is None]
    if live.is_lesson or not speakers:
        return []
    moments = page(live.table.game).moments
    versions = live.line_versions()
    found: list[Remark] = []
    for line in live.view(None).happened:
        if found and line.at - found[-1].at < APART:
            continue
        for moment, seat in moments(line):
            # What befalls everybody, anybody may speak of.
            speaks = seat or speakers[_dice(live, line.at, 0) % len(speakers)]
            if speaks in speakers:
                way = _dice(live, line.at, speaks) % WAYS
                time = live.times[versions[line.at - 1] - 1] or live.created
                found.append(Remark(line.at, speaks, moment, way, time))
                break
    return found


def _dice(live: Live, at: int, seat: int) -> int:
    """The same for everybody who looks, whenever they do."""
    made = hashlib.sha256(f"{live.id} {at} {seat}".encode()).digest()
    return int.from_bytes(made[:4], "big")
