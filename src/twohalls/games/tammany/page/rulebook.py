"""Pictures and tables in the rules of Tammany Hall, drawn from the board that it is played on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from twohalls.games.tammany import picture
from twohalls.games.tammany.board import COLOURS, MAP
from twohalls.games.tammany.page.examples import SCENES
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
    return render(f"tammany/rulebook/{name}.html", words=words, **_BOARD, **more)


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


_MORE: dict[str, Callable[[Words], dict[str, Any]]] = {
    "neighbours": _ward,
    "borders": _ward_borders,
}
_BOARD: dict[str, Any] = {"picture": picture, "board": MAP, "colours": COLOURS}
