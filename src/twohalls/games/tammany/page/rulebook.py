"""Pictures and tables in the rules of Tammany Hall, drawn from the board that it is played on."""

from __future__ import annotations

from typing import Any

from twohalls.games.tammany import picture
from twohalls.games.tammany.board import COLOURS, MAP
from twohalls.games.tammany.page.examples import SCENES
from twohalls.kit.drawings import Drawings, More
from twohalls.kit.page import Words


def ward_neighbours(ward: int) -> list[int]:
    return sorted(
        other for pair in MAP["adjacent"] if ward in pair for other in pair if other != ward
    )


def ward_corners(ward: int) -> list[int]:
    """Wards that meet this one in a point only."""
    mine = set(picture.corners(ward))
    return sorted(
        other
        for other in picture.PLACES
        if other != ward
        and other not in ward_neighbours(ward)
        and mine & set(picture.corners(other))
    )


def _ward(words: Words) -> dict[str, Any]:
    ward = int(words["ward"])
    return {"ward": ward, "near": ward_neighbours(ward), "touching": ward_corners(ward)}


def _ward_borders(words: Words) -> dict[str, Any]:
    return {"borders": [(ward, ward_neighbours(ward)) for ward in sorted(picture.PLACES)]}


_MORE: More = {
    "neighbours": _ward,
    "borders": _ward_borders,
}
_BOARD: dict[str, Any] = {"picture": picture, "board": MAP, "colours": COLOURS}
DRAWINGS = Drawings("tammany", _BOARD, _MORE, SCENES)
