"""Moments of Tammany Hall at which an opponent has something to say."""

from __future__ import annotations

from twohalls.games.tammany.events import MayorFound, Slandered, WardVoted, YearBegun
from twohalls.games.tammany.rules import YEARS
from twohalls.kernel.events import Happened


def moments(happened: Happened) -> list[tuple[str, int]]:
    """Elected, slandered, outbid in a ward, or the last year begins for all."""
    found: list[tuple[str, int]] = []
    for event in happened.events:
        if isinstance(event, MayorFound) and event.mayor is not None:
            found.append(("elected", event.mayor))
        elif isinstance(event, Slandered):
            found.append(("slandered", event.target))
        elif isinstance(event, WardVoted) and event.winner is not None:
            found += [
                ("outbid", int(seat))
                for seat, chips in event.bids.items()
                if sum(chips.values()) and int(seat) != event.winner
            ]
        elif isinstance(event, YearBegun) and event.year == YEARS:
            found.append(("last", 0))
    return found
