"""What a player of City Hall did in a game, for their page: offices controlled, buildings built."""

from __future__ import annotations

from collections import Counter

from twohalls.games.cityhall.board import OFFICES
from twohalls.games.cityhall.events import OfficeGiven, OfficeKept, PermitBuilt
from twohalls.games.cityhall.words import OFFICE_TITLES
from twohalls.kernel.table import View

TITLES = dict(zip(OFFICES, OFFICE_TITLES, strict=True))


def deeds(view: View, seat: int) -> dict[str, dict[str, int]]:
    """How often each office was controlled, and each kind of building built."""
    offices: Counter[str] = Counter()
    built: Counter[str] = Counter()
    for line in view.happened:
        for event in line.events:
            if (isinstance(event, OfficeKept) and event.seat == seat) or (
                isinstance(event, OfficeGiven) and event.to == seat
            ):
                offices[TITLES[event.office]] += 1
            elif isinstance(event, PermitBuilt) and event.seat == seat:
                built[event.permit] += 1
    return {"offices": dict(offices), "built": dict(built)}
