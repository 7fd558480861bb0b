"""Pictures and tables in the rules of City Hall, drawn from the board that it is played on."""

from __future__ import annotations

from typing import Any

from twohalls.games.cityhall import board, picture
from twohalls.games.cityhall.page.examples import SCENES
from twohalls.kit.drawings import Drawings, More
from twohalls.kit.page import Words


def land_neighbours(space: str) -> list[str]:
    index = board.SPACES.index(space)
    return [board.SPACES[i] for i in board.NEIGHBOURS[index][: board.NEIGHBOURS_OF[index]]]


def _space(words: Words) -> dict[str, Any]:
    return {"space": words["space"], "near": land_neighbours(words["space"])}


def _land_borders(words: Words) -> dict[str, Any]:
    return {"borders": [(space, land_neighbours(space)) for space in board.SPACES]}


def _stars(words: Words) -> dict[str, Any]:
    rows = [
        (building, stars, most)
        for building, stars, most in zip(
            board.BUILDINGS, board.STARS_FROM, board.MAX_STARS, strict=False
        )
    ]
    return {"rows": rows, "permits": board.PERMITS}


def _endorsements(words: Words) -> dict[str, Any]:
    return {"most": [item["most"] for item in board.DEFAULT["endorsements"]]}


def _approval(words: Words) -> dict[str, Any]:
    starts: dict[int, list[int]] = {}
    for players, space in board.DEFAULT["star_start_space"].items():
        starts.setdefault(space, []).append(int(players))
    return {"track": board.APPROVAL, "starts": starts}


_MORE: More = {
    "neighbours": _space,
    "borders": _land_borders,
    "stars": _stars,
    "endorsements": _endorsements,
    "approval": _approval,
}
_BOARD: dict[str, Any] = {
    "picture": picture,
    "layout": picture.wide(board.DEFAULT),
    "votes": board.ENDORSEMENT_VOTES,
}
DRAWINGS = Drawings("cityhall", _BOARD, _MORE, SCENES)
