"""Where on the board of City Hall something happens."""

from __future__ import annotations

from twohalls.games.cityhall.events import Land, Office
from twohalls.kernel.events import Happened, told_as


def places(happened: Happened) -> list[str]:
    """The ids of the lands and offices that a line is about, not of what follows from it."""
    return [
        f"{id}-{name}"
        for event in happened.events[:1]
        for id, kind in (("lot", Land), ("office", Office))
        for name in told_as(event, kind)
    ]
