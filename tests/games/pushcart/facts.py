"""What the shared tests need to know of Pushcart."""

from typing import Any

ASKED = {"save", "bid"}
ROUNDS = 3
POINTS = ["P1"]
CHARTS = 1
SCENES: dict[str, list[Any]] = {}


def check_pieces(shown: dict[str, Any]) -> None:
    """Six coins of each player, seven crates."""
    for player in shown["players"]:
        if player["coins"] is not None:
            saved = [player["saved"]] if player["saved"] else []
            assert sorted([*player["spent"], *player["coins"], *saved]) == [1, 2, 3, 4, 5, 6]
    sold = len(shown["players"][0]["spent"])
    assert len(shown["left"]) + sold + (shown["crate"] is not None) == 7
    assert sum(player["earned"] for player in shown["players"]) + sum(shown["left"]) <= 28


def has_secrets(players: int) -> bool:
    """What others saved, and sealed bids."""
    return True


def hides_lines(players: int) -> bool:
    """The line by which a coin is saved."""
    return True


def derived(s: Any) -> dict[str, Any]:
    """Nothing is kept twice."""
    return {}
