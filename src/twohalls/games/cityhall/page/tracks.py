"""The approval track, the turn order and the population track."""

from __future__ import annotations

from typing import Any

from twohalls.games.cityhall.page.scene import Scene

MOST_CELLS = 60


def approval_spaces(scene: Scene) -> list[dict[str, Any]]:
    """The approval track, first space first."""
    track = scene.rules.APPROVAL
    spaces = []
    for i, rating in enumerate(track):
        who = [p["seat"] for p in scene.players if p["approval_space"] == i + 1]
        star = scene.shown["star_space"] == i + 1
        label = scene._("Space {space}, rating {rating}").format(space=i + 1, rating=rating)
        if who:
            label += ": " + ", ".join(scene.name(seat) for seat in who)
        if star:
            label = scene._("{several}; {last}").format(several=label, last=scene._("the star"))
        spaces.append(
            {
                "rating": rating,
                "width": min(rating, 5),
                "ledge": i + 1 == len(track) or track[i + 1] != rating,
                "last": i + 1 == len(track),
                "seats": who,
                "star": star,
                "label": label,
            }
        )
    return spaces


def turn_order(scene: Scene) -> list[tuple[int, str]]:
    """Seats in turn order, and whether each has had its turn, has it now or waits."""
    order: list[int] = scene.shown["turn_order"]
    turn = scene.known.turn
    acting = scene.rules.in_turn(scene.known) + 1 if order and not scene.over else 0
    each = 2 if scene.shown["round"] and len(scene.names) == 2 else 1
    rows = []
    for place, seat in enumerate(order):
        past = turn >= (place + 1) * each and not scene.shown["final_round"]
        rows.append((seat, "on" if seat == acting else "past" if past else ""))
    return rows


def people(scene: Scene) -> list[tuple[int, list[int]]]:
    """The population track: each number with who stands there."""
    end = scene.rules.POPULATION_END
    numbers = (
        range(1, end + 1)
        if end <= MOST_CELLS
        else sorted({player["population"] for player in scene.players})
    )
    return [
        (number, [p["seat"] for p in scene.players if p["population"] == number])
        for number in numbers
    ]
