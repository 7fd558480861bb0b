"""Pictures and tables in the rules of City Hall, drawn from the board that it is played on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall import board, picture
from twohalls.games.cityhall.page.examples import SCENES
from twohalls.kit.page import Words
from twohalls.kit.templating import render


def diagram(name: str, words: Words) -> Markup:
    """A diagram or a table, by its name."""
    return _drawn(name, tuple(words.items()))


def example(name: str, step: int, words: Words) -> Markup:
    """What a worked example shows at a step."""
    return _drawn(f"example-{name}", tuple(words.items()), step)


@functools.cache
def _drawn(name: str, said: tuple[tuple[str, str], ...], step: int | None = None) -> Markup:
    """Drawn once for each language: nothing but the board and the words goes into it."""
    words = dict(said)
    more = _MORE[name](words) if name in _MORE else {}
    if step is not None:
        more["scene"] = SCENES[name.removeprefix("example-")][step - 1]
    return render(f"cityhall/rulebook/{name}.html", words=words, **_BOARD, **more)


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


_MORE: dict[str, Callable[[Words], dict[str, Any]]] = {
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
