"""What people at a table of City Hall speak of."""

from __future__ import annotations

from twohalls.games.cityhall.board import SPACES
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    borough_names,
    office_names,
)
from twohalls.kernel.table import View


def named(view: View, _: Translate, ngettext: NTranslate) -> dict[str, list[str]]:
    """Lands and boroughs on the board, the doors of the offices, and players in their list."""
    return {
        **{name: [f"player-{seat}"] for seat, name in enumerate(view.names, 1)},
        **{name: [f"office-{office}"] for office, name in office_names(_).items()},
        **{
            name: [f"lot-{space}" for space in SPACES if space[0] == letter]
            for letter, name in borough_names(_).items()
        },
        **{space: [f"lot-{space}"] for space in SPACES},
    }
