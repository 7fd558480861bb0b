"""What the shared tests need to know of Tammany Hall."""

from typing import Any

from tests.games.derived import as_bits

from twohalls.games.tammany.page.examples import SCENES
from twohalls.games.tammany.page.links import ASKED

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
CHARTS = 4
"""Charts of a game that is some rounds old."""
POINTS = [f"T{number}" for number in range(1, 25)]
"""What is settled in its rules."""


def check_pieces(shown: dict[str, Any]) -> None:
    """25 cubes and 35 chips of each colour, 20 bosses of each player."""
    wards = shown["wards"].values()
    for colour in ("irish", "english", "german", "italian"):
        piles = sum(shown[pile][colour] for pile in ("garden", "bag", "aside"))
        assert sum(ward["cubes"][colour] for ward in wards) + piles == 25
        held = sum(player["favors"][colour] for player in shown["players"])
        assert held + shown["supply"][colour] == 35
    for player in shown["players"]:
        on_wards = sum(ward["bosses"][str(player["seat"])] for ward in wards)
        placed = 1 + on_wards + (player["office"] is not None) + len(player["leads"])
        assert placed + player["bosses_left"] == max(20, placed)
        assert player["slander_chips"] <= 3
    assert all(bool(sum(ward["cubes"].values())) == ward["active"] for ward in wards)
    assert sum(ward["locked"] for ward in wards) <= 2


def has_secrets(players: int) -> bool:
    """Bids are sealed."""
    return True


def hides_lines(players: int) -> bool:
    """Sealed bids are opened before they stand in the record."""
    return False


def derived(s: Any) -> dict[str, Any]:
    """The sets of wards that the rules keep in step, found anew on the board."""
    wards = range(s.active)
    return {
        "open": as_bits(ward for ward in wards if not s.locked[ward]),
        "crowded": as_bits(ward for ward in wards if sum(s.cubes[ward]) > 1),
        "present": [as_bits(w for w in wards if s.bosses[w][seat] > 0) for seat in range(5)],
        "homes": [as_bits(w for w in range(15) if s.cubes[w][colour] > 0) for colour in range(4)],
    }
