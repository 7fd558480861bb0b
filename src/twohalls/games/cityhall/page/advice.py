"""Where on the board of City Hall a hint points."""

from __future__ import annotations

from twohalls.games.cityhall.board import SPACES
from twohalls.games.cityhall.page.names import OFFICES


def places(line: str) -> list[str]:
    """The ids of the lands in a line, or of the office that it activates."""
    verb, *rest = line.split(" ")
    if verb == "activate":
        return [f"office-{word}" for word in rest if word in OFFICES]
    return [f"lot-{word}" for word in rest if word in SPACES]
