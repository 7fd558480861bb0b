"""What the shared tests need to know of City Hall."""

from typing import Any

from tests.games.derived import as_bits

from twohalls.games.cityhall.page.examples import SCENES
from twohalls.games.cityhall.page.links import ASKED
from twohalls.games.cityhall.rules import IN_DECK, ON_OFFER

__all__ = [
    "ASKED",
    "CHARTS",
    "POINTS",
    "ROUNDS",
    "SCENES",
    "check_pieces",
    "derived",
    "has_secrets",
    "hides_lines",
]

ROUNDS = 30
"""So many rounds of answers into a game much is still open."""
CHARTS = 3
"""Charts of a game that is some rounds old."""
POINTS = [f"C{number}" for number in range(1, 19)]
"""What is settled in its rules."""


def check_pieces(shown: dict[str, Any]) -> None:
    """22 lands and 28 permits."""
    lands = shown["lands"].values()
    owned = sum(land["owner"] is not None for land in lands)
    assert owned + sum(land["offered"] for land in lands) + shown["decks"]["land"] == 22
    built = sum(land["permit"] is not None for land in lands)
    held = sum(player["permit_count"] for player in shown["players"])
    assert built + held + len(shown["revealed_permits"]) + shown["decks"]["permits"] == 28
    for player in shown["players"]:
        if player["permits"] is not None:
            assert sum(player["permits"].values()) == player["permit_count"]


def has_secrets(players: int) -> bool:
    """What others returned; of two players each knows that of the other."""
    return players > 2


def hides_lines(players: int) -> bool:
    """The line by which a permit is returned."""
    return players > 2


def derived(s: Any) -> dict[str, Any]:
    """The sets of lands that the rules keep in step, found anew on the board."""
    return {
        "deck": as_bits(i for i, owner in enumerate(s.owner) if owner == IN_DECK),
        "offered": as_bits(i for i, owner in enumerate(s.owner) if owner == ON_OFFER),
        "owned": [as_bits(i for i, o in enumerate(s.owner) if o == seat) for seat in range(4)],
        "standing": [as_bits(i for i, p in enumerate(s.permit) if p == kind) for kind in range(4)],
    }
