"""What the shared tests need to know of City Hall."""

from typing import Any

from twohalls.games.cityhall.page.examples import SCENES
from twohalls.games.cityhall.page.links import ASKED

__all__ = [
    "ASKED",
    "CHARTS",
    "POINTS",
    "ROUNDS",
    "SCENES",
    "check_pieces",
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
