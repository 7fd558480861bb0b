"""What a player of Tammany Hall did in a game, for their page: offices held, peoples led."""

from __future__ import annotations

from collections import Counter

from twohalls.games.tammany.events import LeaderFound, MayorFound, OfficeGiven
from twohalls.kernel.table import View


def deeds(view: View, seat: int) -> dict[str, dict[str, int]]:
    """How often each office was held, and each people led."""
    offices: Counter[str] = Counter()
    colours: Counter[str] = Counter()
    for line in view.happened:
        for event in line.events:
            if isinstance(event, MayorFound) and event.mayor == seat:
                offices["mayor"] += 1
            elif isinstance(event, OfficeGiven) and event.seat == seat:
                offices[event.office] += 1
            elif isinstance(event, LeaderFound) and event.seat == seat:
                colours[event.colour] += 1
    return {"offices": dict(offices), "colours": dict(colours)}
