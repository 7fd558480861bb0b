"""Where on the map of Tammany Hall something happens."""

from __future__ import annotations

from twohalls.games.tammany.events import SomeWard, Ward
from twohalls.kernel.events import Happened, told_as


def places(happened: Happened) -> list[str]:
    """The ids of the wards that a line is about; what follows from it happens elsewhere."""
    wards = [
        ward
        for event in happened.events[:1]
        for kind in (Ward, SomeWard)
        for ward in told_as(event, kind)
    ]
    return [f"ward-{ward}" for ward in wards if ward is not None]
