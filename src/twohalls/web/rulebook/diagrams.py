"""Pictures and tables of the rules, drawn from the board files that the games are played on."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from twohalls.cityhall import board as city
from twohalls.cityhall import picture as city_picture
from twohalls.tammany import picture as ward_picture
from twohalls.tammany.board import COLOURS, MAP
from twohalls.web.rulebook import examples
from twohalls.web.templating import render

Words = Mapping[str, str]


def draw(game: str, name: str, words: Words) -> Markup:
    """A diagram or a table, by its name."""
    return _drawn(game, name, tuple(words.items()))


def draw_step(game: str, name: str, step: int, words: Words) -> Markup:
    """What a worked example shows at a step."""
    return _drawn(game, f"example-{name}", tuple(words.items()), step)


@functools.cache
def _drawn(
    game: str, name: str, said: tuple[tuple[str, str], ...], step: int | None = None
) -> Markup:
    """Drawn once for each language: nothing but the board and the words goes into it."""
    words = dict(said)
    more = _MORE.get((game, name), _nothing)(words)
    if step is not None:
        more["scene"] = examples.SCENES[game, name.removeprefix("example-")][step - 1]
    return render(f"rulebook/{game}/{name}.html", words=words, **_BOARDS[game], **more)


def ward_neighbours(ward: int) -> list[int]:
    return sorted(
        other for pair in MAP["adjacent"] if ward in pair for other in pair if other != ward
    )


def ward_corners(ward: int) -> list[int]:
    """Wards that meet this one in a point only."""
    mine = set(ward_picture.corners(ward))
    return sorted(
        other
        for other in ward_picture.PLACES
        if other != ward
        and other not in ward_neighbours(ward)
        and mine & set(ward_picture.corners(other))
    )


def land_neighbours(space: str) -> list[str]:
    index = city.SPACES.index(space)
    return [city.SPACES[i] for i in city.NEIGHBOURS[index][: city.NEIGHBOURS_OF[index]]]


def _nothing(words: Words) -> dict[str, Any]:
    return {}


def _ward(words: Words) -> dict[str, Any]:
    ward = int(words["ward"])
    return {"ward": ward, "near": ward_neighbours(ward), "touching": ward_corners(ward)}


def _ward_borders(words: Words) -> dict[str, Any]:
    return {"borders": [(ward, ward_neighbours(ward)) for ward in sorted(ward_picture.PLACES)]}


def _space(words: Words) -> dict[str, Any]:
    return {"space": words["space"], "near": land_neighbours(words["space"])}


def _land_borders(words: Words) -> dict[str, Any]:
    return {"borders": [(space, land_neighbours(space)) for space in city.SPACES]}


def _stars(words: Words) -> dict[str, Any]:
    rows = [
        (building, stars, most)
        for building, stars, most in zip(
            city.BUILDINGS, city.STARS_FROM, city.MAX_STARS, strict=False
        )
    ]
    return {"rows": rows, "permits": city.PERMITS}


def _endorsements(words: Words) -> dict[str, Any]:
    return {"most": [item["most"] for item in city.DEFAULT["endorsements"]]}


def _approval(words: Words) -> dict[str, Any]:
    starts: dict[int, list[int]] = {}
    for players, space in city.DEFAULT["star_start_space"].items():
        starts.setdefault(space, []).append(int(players))
    return {"track": city.APPROVAL, "starts": starts}


_MORE = {
    ("tammany", "neighbours"): _ward,
    ("tammany", "borders"): _ward_borders,
    ("cityhall", "neighbours"): _space,
    ("cityhall", "borders"): _land_borders,
    ("cityhall", "stars"): _stars,
    ("cityhall", "endorsements"): _endorsements,
    ("cityhall", "approval"): _approval,
}
_BOARDS: dict[str, dict[str, Any]] = {
    "tammany": {"picture": ward_picture, "board": MAP, "colours": COLOURS},
    "cityhall": {
        "picture": city_picture,
        "layout": city_picture.wide(city.DEFAULT),
        "votes": city.ENDORSEMENT_VOTES,
    },
}
