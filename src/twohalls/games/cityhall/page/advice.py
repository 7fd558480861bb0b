"""Where on the board of City Hall a hint points."""

from __future__ import annotations

from twohalls.games.cityhall.board import OFFICES, SPACES
from twohalls.kernel.words import parts


def places(line: str) -> list[str]:
    """The ids of the lands in a line, or of the office that it activates."""
    verb, words = parts(line)
    if verb == "activate":
        return [f"office-{word}" for word in words if word in OFFICES]
    return [f"lot-{word}" for word in words if word in SPACES]
