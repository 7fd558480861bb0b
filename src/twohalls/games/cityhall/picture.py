"""Where everything of City Hall's board is drawn: numbers and SVG paths, made from a board file.

A map is drawn on one of two grids of the same geography: wide, and for a phone with narrower water.
Lots keep their size between them; only the boroughs move, by `shift`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BOROUGHS = "MQB"
WIDTH, HEIGHT = 840, 676
PHONE_WIDTH = 749
LOT_WIDTH, LOT_HEIGHT = 130, 109
PITCH_X, PITCH_Y = 135, 114
MARGIN = 8
PLATE = 24
STEP = 6
SHADOW = 7

ORIGINS = {"M": (44, 50), "Q": (293, 30), "B": (428, 327)}
USUAL_SIZES = {"M": (1, 5), "Q": (4, 2), "B": (3, 3)}
PHONE_SHIFT = {"M": -31, "Q": -87, "B": -87}


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def moved(self, x: float, y: float = 0) -> Box:
        return Box(self.x + x, self.y + y, self.width, self.height)

    def meets(self, other: Box) -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


BAY = Box(190, 272, 218, 296)
"""The water between Queens and Brooklyn, where explanations are docked."""
DOCK = Box(192, 272, 190, 66)
"""What the shortest explanation takes of it."""


@dataclass(frozen=True)
class Bridge:
    """One bridge: its name, the way it is built, and where it leaves the two shores."""

    name: str
    style: str
    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length(self) -> float:
        return math.hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    @property
    def angle(self) -> float:
        return math.degrees(math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))


@dataclass(frozen=True)
class Layout:
    """A board on one grid; `usual` says that the boroughs have their usual size and places."""

    width: float
    height: float
    usual: bool
    lots: Mapping[str, Box]
    boroughs: Mapping[str, Box]
    bridges: tuple[Bridge, ...]


def wide(board: Mapping[str, Any]) -> Layout:
    return _laid_out(board, WIDTH, {})


def phone(board: Mapping[str, Any]) -> Layout:
    """The same, with narrower water where the boroughs lie as usual."""
    usual = is_usual(board["spaces"])
    return _laid_out(board, PHONE_WIDTH if usual else WIDTH, PHONE_SHIFT if usual else {})


def is_usual(spaces: Mapping[str, Sequence[int]]) -> bool:
    """Whether each borough takes as many columns and rows as its place on the map has."""
    return all(_extent(spaces, borough)[2:] == USUAL_SIZES[borough] for borough in BOROUGHS)


def _laid_out(board: Mapping[str, Any], width: float, shift: Mapping[str, float]) -> Layout:
    spaces: Mapping[str, Sequence[int]] = board["spaces"]
    usual = is_usual(spaces)
    lots = _usual_lots(spaces) if usual else _lots_anywhere(spaces)
    lots = {space: lot.moved(shift.get(space[0], 0)) for space, lot in lots.items()}
    return Layout(
        width=width,
        height=HEIGHT,
        usual=usual,
        lots=lots,
        boroughs={
            borough: _around([lot for space, lot in lots.items() if space[0] == borough])
            for borough in BOROUGHS
        },
        bridges=tuple(
            _bridge(bridge.get("name", ""), *(lots[end] for end in bridge["ends"]))
            for bridge in board["bridges"]
        ),
    )


def _extent(spaces: Mapping[str, Sequence[int]], borough: str) -> tuple[int, int, int, int]:
    """First column and row of a borough, and how many of each it takes."""
    columns = [place[0] for space, place in spaces.items() if space[0] == borough]
    rows = [place[1] for space, place in spaces.items() if space[0] == borough]
    return (
        min(columns),
        min(rows),
        max(columns) - min(columns) + 1,
        max(rows) - min(rows) + 1,
    )


def _usual_lots(spaces: Mapping[str, Sequence[int]]) -> dict[str, Box]:
    lots = {}
    for space, (column, row) in spaces.items():
        first_column, first_row, _, _ = _extent(spaces, space[0])
        x, y = ORIGINS[space[0]]
        lots[space] = Box(
            x + (column - first_column) * PITCH_X,
            y + (row - first_row) * PITCH_Y,
            LOT_WIDTH,
            LOT_HEIGHT,
        )
    return lots


def _lots_anywhere(spaces: Mapping[str, Sequence[int]]) -> dict[str, Box]:
    """Another arrangement: the file's own grid, its gaps closed to one, made to fit the map."""
    columns = _closed_up(place[0] for place in spaces.values())
    rows = _closed_up(place[1] for place in spaces.values())
    x = (WIDTH - 4 * MARGIN) / (max(columns.values()) + 1)
    y = (HEIGHT - PLATE - 3 * MARGIN) / (max(rows.values()) + 1)
    scale = min(x / PITCH_X, y / PITCH_Y, 1)
    return {
        space: Box(
            2 * MARGIN + columns[column] * x,
            PLATE + MARGIN + rows[row] * y,
            LOT_WIDTH * scale,
            LOT_HEIGHT * scale,
        )
        for space, (column, row) in spaces.items()
    }


def _closed_up(numbers: Any) -> dict[int, int]:
    """Numbers from 0 in the same order; what lies apart stays one apart."""
    places: dict[int, int] = {}
    last: int | None = None
    place = 0
    for number in sorted(set(numbers)):
        if last is not None:
            place += 1 if number == last + 1 else 2
        places[number] = place
        last = number
    return places


def _around(lots: Sequence[Box]) -> Box:
    """The land under a borough's lots, with room above for its name."""
    x, y = min(lot.x for lot in lots) - MARGIN, min(lot.y for lot in lots) - PLATE
    right = max(lot.right for lot in lots) + MARGIN
    bottom = max(lot.bottom for lot in lots) + MARGIN
    return Box(x, y, right - x, bottom - y)


# --- Paths -----------------------------------------------------------------------------------


def number(value: float) -> str:
    """A number as short as a path takes it."""
    return f"{round(value, 1):g}"


def stepped(box: Box, step: float = STEP, steps: int = 2) -> str:
    """A box whose corners climb in steps."""
    n, s = number, number(step)
    inner = step * steps
    return (
        f"M{n(box.x + inner)} {n(box.y)}H{n(box.right - inner)}"
        + f"v{s}h{s}" * steps
        + f"V{n(box.bottom - inner)}"
        + f"h-{s}v{s}" * steps
        + f"H{n(box.x + inner)}"
        + f"v-{s}h-{s}" * steps
        + f"V{n(box.y + inner)}"
        + f"h{s}v-{s}" * steps
        + "z"
    )


def island(box: Box, height: float = HEIGHT) -> str:
    """Manhattan: it runs off the top of the map and ends in a stepped Battery."""
    n = number
    down = (height - box.bottom) * 0.86 / 3
    right, left = box.width * 0.14, box.width * 0.07
    return (
        f"M{n(box.x)} -900H{n(box.right)}V{n(box.bottom)}"
        + f"h-{n(right)}v{n(down)}" * 3
        + f"H{n(box.x + 3 * left)}"
        + f"v-{n(down)}h-{n(left)}" * 3
        + "z"
    )


def shore(layout: Layout, borough: str) -> str:
    """The outline of a borough's land."""
    box = layout.boroughs[borough]
    return island(box) if borough == "M" and layout.usual else stepped(box)


def rays(x: float, y: float, reach: float, angles: Sequence[float], breadth: float = 6) -> str:
    """Beams of light from a point, by their angles above the horizon."""
    n, beams = number, ""
    for angle in angles:
        sides = (math.radians(angle), math.radians(angle + breadth))
        beams += f"M{n(x)} {n(y)}" + "".join(
            f"L{n(x + reach * math.cos(side))} {n(y - reach * math.sin(side))}" for side in sides
        )
        beams += "z"
    return beams


# --- Bridges ---------------------------------------------------------------------------------


def _bridge(name: str, a: Box, b: Box) -> Bridge:
    """From shore to shore the short way: level over a river, or straight down over a creek."""
    if a.right <= b.x or b.right <= a.x:
        left, right = (a, b) if a.x < b.x else (b, a)
        start, end = (left.right - 2, left.middle[1]), (right.x + 2, right.middle[1])
        style = next((s for word, s in STYLES.items() if word in name), "steel")
    else:
        upper, lower = (a, b) if a.y < b.y else (b, a)
        x = (max(a.x, b.x) + min(a.right, b.right)) / 2
        start, end = (x, upper.bottom - 1), (x, lower.y + 1)
        style = "creek"
    return Bridge(name, style, start, end)


STYLES = {"Queensboro": "truss", "Brooklyn": "stone"}
TOWERS = {"truss": (0.3, 0.7), "steel": (0.25, 0.75), "stone": (0.25, 0.75)}
TOWER_HEIGHT = {"truss": 24, "steel": 36, "stone": 36}
CABLE_SAG = 0.82


def tower_places(bridge: Bridge) -> tuple[float, float]:
    first, second = TOWERS[bridge.style]
    return bridge.length * first, bridge.length * second


def cable_height(bridge: Bridge, x: float) -> float:
    """How high the cable, or the top of a truss, hangs over the deck."""
    first, second = tower_places(bridge)
    high = TOWER_HEIGHT[bridge.style]
    truss = bridge.style == "truss"
    if x <= first or x >= second:
        u = x / first if x <= first else (bridge.length - x) / (bridge.length - second)
        return high * (u if truss else 0.3 * u + 0.7 * u * u)
    u = (x - first) / (second - first)
    sag = 0.1 if truss else -CABLE_SAG
    return high * ((1 - u) ** 2 + 2 * sag * u * (1 - u) + u * u)


def cable(bridge: Bridge) -> str:
    """The main cable over both towers, or the top of the truss."""
    n, length, high = number, bridge.length, TOWER_HEIGHT[bridge.style]
    first, second = tower_places(bridge)
    if bridge.style == "truss":
        return (
            f"M0 0L{n(first)} {n(-high)}Q{n(length / 2)} {n(-high * 0.1)} "
            f"{n(second)} {n(-high)}L{n(length)} 0"
        )
    near, far = first * 0.6, length - first * 0.6
    return (
        f"M0 0Q{n(near)} {n(-high * 0.35)} {n(first)} {n(-high)}"
        f"Q{n(length / 2)} {n(high * CABLE_SAG)} {n(second)} {n(-high)}"
        f"Q{n(far)} {n(-high * 0.35)} {n(length)} 0"
    )


def hangers(bridge: Bridge) -> str:
    """What ties the cable to the deck: hangers, a lattice, or stays beside stone towers."""
    n, length = number, bridge.length
    if bridge.style == "truss":
        parts, web = 8, ""
        for i in range(parts):
            a, b = length * i / parts, length * (i + 1) / parts
            high_a, high_b = cable_height(bridge, a), cable_height(bridge, b)
            web += f"M{n(a)} {n(-high_a if i % 2 else 0)}L{n(b)} {n(0 if i % 2 else -high_b)}"
            web += f"M{n(b)} 0V{n(-high_b)}"
        return web
    parts = max(9, int(length / 11))
    lines = ""
    for i in range(1, parts):
        x = length * i / parts
        high = cable_height(bridge, x)
        if high > 1:
            lines += f"M{n(x)} 0V{n(-high)}"
    if bridge.style == "stone":
        high = TOWER_HEIGHT["stone"]
        for tower in tower_places(bridge):
            for away in (-3, -2, -1, 1, 2, 3):
                lines += f"M{n(tower)} {n(-high)}L{n(tower + away * length * 0.05)} 0"
    return lines


def towers(bridge: Bridge) -> tuple[str, str, str]:
    """Both towers of a bridge: lit side, shaded side, and the pointed arches of stone ones."""
    n, high = number, TOWER_HEIGHT[bridge.style]
    half = 6.5 if bridge.style == "stone" else 4.5
    top = high + (9 if bridge.style == "truss" else 5)
    lit = shaded = arches = ""
    for x in tower_places(bridge):
        lit += (
            f"M{n(x - half)} 15V{n(-high)}h{n(half / 2)}V{n(-top)}h{n(half)}"
            f"V{n(-high)}h{n(half / 2)}V15z"
        )
        shaded += f"M{n(x)} 15V{n(-top)}h{n(half / 2)}V{n(-high)}h{n(half / 2)}V15z"
        if bridge.style == "stone":
            for side in (-1, 1):
                middle, w = x + side * half * 0.46, half * 0.34
                arches += (
                    f"M{n(middle - w)} -4V{n(-high * 0.55)}Q{n(middle - w)} {n(-high * 0.7)} "
                    f"{n(middle)} {n(-high * 0.8)}Q{n(middle + w)} {n(-high * 0.7)} "
                    f"{n(middle + w)} {n(-high * 0.55)}V-4z"
                )
    return lit, shaded, arches


def creek_lattice(bridge: Bridge, half: float = 9) -> str:
    """A small truss seen from above."""
    n, (x, top), bottom = number, bridge.start, bridge.end[1]
    parts, lines = 5, ""
    for i in range(parts):
        a, b = (n(top + (bottom - top) * j / parts) for j in (i, i + 1))
        lines += f"M{n(x - half)} {a}L{n(x + half)} {b}M{n(x + half)} {a}L{n(x - half)} {b}"
    return lines


# --- Lots ------------------------------------------------------------------------------------


def lead(layout: Layout, space: str, to: Box = DOCK) -> str | None:
    """A line from a lot to the explanation, unless another lot is in its way."""
    lot = layout.lots[space]
    x1, y1 = (
        max(lot.x, min(to.middle[0], lot.right)),
        max(lot.y, min(to.middle[1], lot.bottom)),
    )
    x2, y2 = max(to.x, min(x1, to.right)), max(to.y, min(y1, to.bottom))
    steps = 24
    for i in range(1, steps):
        x, y = x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps
        for other, box in layout.lots.items():
            if other != space and box.x <= x <= box.right and box.y <= y <= box.bottom:
                return None
    return f"M{number(x1 - lot.x)} {number(y1 - lot.y)}L{number(x2 - lot.x)} {number(y2 - lot.y)}"
