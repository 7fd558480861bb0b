"""Moments of City Hall at which an opponent has something to say."""

from __future__ import annotations

from twohalls.games.cityhall.events import MayorElected, OfficeGiven, RoundBegan
from twohalls.kernel.events import Happened


def moments(happened: Happened) -> list[tuple[str, int]]:
    """Elected, outbid for the office one activated, or the last round begins for all."""
    found: list[tuple[str, int]] = []
    for event in happened.events:
        if isinstance(event, MayorElected):
            found.append(("elected", event.seat))
        elif isinstance(event, OfficeGiven):
            found.append(("outbid", event.seat))
        elif isinstance(event, RoundBegan) and event.final:
            found.append(("last", 0))
    return found
