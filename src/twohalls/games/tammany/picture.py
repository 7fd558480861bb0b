"""How the board is drawn: outlines, arrows and the places of pieces, in the board file's units.

Pure numbers and path strings; whoever draws them brings ink and colours. x grows east, y south.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from twohalls.games.tammany.board import COLOURS, MAP, WARDS

Point = tuple[float, float]
T = TypeVar("T")

VIEW = (-118, -22, 860, 840)
WATER_LINES = (46, 36, 27.5, 20, 13.5)
UPTOWN_WEST: tuple[Point, ...] = ((124, -20), (136, -90), (200, -420))
UPTOWN_EAST: tuple[Point, ...] = (
    (1000, -420),
    (800, -160),
    (722, -26),
    (676, 40),
    (628, 142),
    (590, 200),
)
GARDEN: Point = (-46, 712)
GARDEN_SLOTS = 7


@dataclass(frozen=True)
class Place:
    """Where things stand in a ward: bosses on the anchor, cubes below it, the printed number.

    `row` is how many pieces stand side by side, `lean` how far each row of cubes steps right,
    `streets` which street pattern is engraved, `aside` how far pieces with counts step right, so
    that no count lies on the number.
    """

    anchor: Point
    row: int
    number: Point
    streets: str
    lock: Point
    lean: float = 0
    aside: float = 0


PLACES = {
    1: Place((92, 706), 5, (60, 652), "a", (49, 676)),
    2: Place((163, 629), 4, (201, 685), "b", (147, 597), lean=6, aside=-15),
    3: Place((92, 572), 4, (82, 521), "a", (113, 527)),
    4: Place((252, 602), 4, (288, 571), "c", (292, 606), aside=-16),
    5: Place((132, 448), 5, (100, 392), "d", (132, 404)),
    6: Place((246, 518), 5, (189, 544), "d", (180, 566), aside=-11),
    7: Place((408, 570), 6, (530, 564), "e", (497, 556)),
    8: Place((206, 352), 5, (124, 306), "a", (160, 298)),
    9: Place((186, 176), 6, (152, 98), "f", (188, 92)),
    10: Place((370, 486), 4, (423, 456), "g", (376, 430), aside=-9),
    11: Place((574, 398), 6, (590, 326), "g", (560, 316)),
    13: Place((486, 486), 5, (578, 519), "g", (546, 508)),
    14: Place((286, 438), 4, (292, 388), "a", (258, 408)),
    15: Place((310, 252), 6, (298, 168), "a", (336, 162)),
    17: Place((466, 306), 6, (446, 222), "a", (484, 222)),
}
STREETS = {
    "a": (27, 25, 11),
    "b": (45, 15, 11),
    "c": (-22, 15, 12),
    "d": (33, 19, 11),
    "e": (-6, 22, 11),
    "f": (6, 16, 13),
    "g": (17, 22, 11),
}
"""Street patterns: how far they are turned, and the width and depth of a block."""

BONUS_SIGNS: dict[int, Point] = {1: (92, 644), 2: (224, 655), 4: (258, 564), 7: (562, 556)}
HALL: Point = (330, 384)
ZONE_SIGNS: dict[str, Point] = {"I": (62, 764), "II": (118, 48), "III": (417, 184)}

ZONE_WARDS: dict[str, list[int]] = {
    zone: list(about["election_order"]) for zone, about in MAP["zones"].items()
}
ZONE_OF = {ward: zone for zone, wards in ZONE_WARDS.items() for ward in wards}


# --- Outlines --------------------------------------------------------------------------------


def corner(name: str) -> Point:
    x, y = MAP["corners"][name]
    return (x, y)


def _sides(around: Sequence[T]) -> list[tuple[T, T]]:
    return list(zip(around, [*around[1:], *around[:1]], strict=True))


def area(points: Sequence[Point]) -> float:
    """Positive when the points run clockwise on the page."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(points)) / 2


def inside(points: Sequence[Point], x: float, y: float) -> bool:
    """Does a point lie within an outline?"""
    crossings = (
        x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
        for (x1, y1), (x2, y2) in _sides(points)
        if (y1 > y) != (y2 > y)
    )
    return sum(crossings) % 2 == 1


def corners(ward: int) -> list[str]:
    """A ward's corners by name, clockwise."""
    names: list[str] = list(MAP["wards"][str(ward)])
    return names if area([corner(name) for name in names]) > 0 else names[::-1]


def outline(ward: int) -> list[Point]:
    return [corner(name) for name in corners(ward)]


def ring(wards: Iterable[int]) -> list[str]:
    """The corners around several wards, clockwise: the sides that only one of them has."""
    sides = [side for ward in wards for side in _sides(corners(ward))]
    counted = Counter(frozenset(side) for side in sides)
    outer = {a: b for a, b in sides if counted[frozenset((a, b))] == 1}
    start = next(iter(outer))
    around = [start]
    while outer[around[-1]] != start:
        around.append(outer[around[-1]])
    return around


def borders() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The sides between two wards: those within a zone, and those between zones."""
    owner: dict[frozenset[str], int] = {}
    within: list[tuple[str, str]] = []
    between: list[tuple[str, str]] = []
    for ward in WARDS:
        for side in _sides(corners(ward)):
            other = owner.setdefault(frozenset(side), ward)
            if other != ward:
                (within if ZONE_OF[other] == ZONE_OF[ward] else between).append(side)
    return within, between


def _coast() -> tuple[list[Point], list[Point]]:
    """The outer ring, cut in two: along the water, and along Fourteenth Street."""
    around = ring(WARDS)
    start = around.index("fourteenth_river")
    around = around[start:] + around[:start]
    turn = around.index("fourteenth_hudson")
    shore = [corner(name) for name in around[: turn + 1]]
    street = [corner(name) for name in [*around[turn:], around[0]]]
    return shore, street


SHORE, FOURTEENTH = _coast()
ISLAND: list[Point] = [*SHORE, *UPTOWN_WEST, *UPTOWN_EAST]
UPTOWN: list[Point] = [FOURTEENTH[0], *UPTOWN_WEST, *UPTOWN_EAST, *FOURTEENTH[::-1][:-1]]
PIERS: tuple[list[Point], list[Point]] = (
    SHORE[1 : SHORE.index(corner("whitehall"))],
    SHORE[SHORE.index(corner("liberty_hudson")) :],
)


# --- Paths -----------------------------------------------------------------------------------


def path(points: Sequence[Point], closed: bool = True) -> str:
    """Points as the `d` of an SVG path."""
    return "M" + " ".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if closed else "")


@functools.cache
def ward_path(ward: int) -> str:
    return path(outline(ward))


def zone_path(zone: str) -> str:
    return path([corner(name) for name in ring(ZONE_WARDS[zone])])


def border_path(sides: Iterable[tuple[str, str]]) -> str:
    return "".join(path([corner(a), corner(b)], closed=False) for a, b in sides)


NARROW = frozenset("Iijlrt")


def room(words: str) -> float:
    """How much room words want beside others: a narrow letter takes about half of one."""
    return sum(0.55 if letter in NARROW else 1.5 if letter == "m" else 1 for letter in words)


@functools.cache
def frame(ward: int, margin: float = 14) -> tuple[float, float, float, float]:
    """The rectangle around a ward: x, y, width, height."""
    xs = [x for x, _ in outline(ward)]
    ys = [y for _, y in outline(ward)]
    left, top = min(xs) - margin, min(ys) - margin
    return (left, top, max(xs) + margin - left, max(ys) + margin - top)


TIP: Point = (640, 40)
"""A point that lies under what is told about a ward, wherever that docks."""


@functools.cache
def lead_of(ward: int) -> Point:
    """Where the line from a ward's tip ends: above its pieces, inside the ward."""
    x, y = PLACES[ward].anchor
    return next((x, y - up) for up in (44, 34, 24, 0) if inside(outline(ward), x, y - up))


# --- The voting order ------------------------------------------------------------------------


@dataclass(frozen=True)
class Arrow:
    """From a ward to the next that votes; the angle in degrees, clockwise from east."""

    source: int
    target: int
    x: float
    y: float
    angle: float


# Where the middle of the border is crowded, the arrow stands aside.
_ASIDE = {
    (7, 6): (306, 531, 188),
    (6, 14): (290, 486, -74),
    (1, 2): (118, 641, -52),
    (2, 4): (212, 622, -44),
}


def arrows() -> list[Arrow]:
    """One arrow across each border that the vote of a zone passes."""
    return [_arrow(a, b) for wards in ZONE_WARDS.values() for a, b in pairwise(wards)]


def _arrow(a: int, b: int) -> Arrow:
    if (a, b) in _ASIDE:
        return Arrow(a, b, *_ASIDE[a, b])
    theirs = {frozenset(side) for side in _sides(corners(b))}
    shared = [(corner(p), corner(q)) for p, q in _sides(corners(a)) if frozenset((p, q)) in theirs]
    (x1, y1), (x2, y2) = max(shared, key=lambda side: math.dist(*side))
    # Outlines run clockwise, so the outside of a side lies to its left.
    angle = math.degrees(math.atan2(-(x2 - x1), y2 - y1))
    return Arrow(a, b, round((x1 + x2) / 2), round((y1 + y2) / 2), round(angle))


def compass_points(radius: float) -> list[tuple[str, str]]:
    """The eight points of the rose, each as its dark and its light half; long ones last."""
    rose = []
    for angle in (45, 135, 225, 315, 0, 90, 180, 270):
        long = angle % 90 == 0
        tip = _polar(angle, radius if long else radius * 0.62)
        waist = radius * (0.17 if long else 0.12)
        halves = (path([(0, 0), _polar(angle + turn, waist), tip]) for turn in (-45, 45))
        dark, light = halves
        rose.append((dark, light))
    return rose


def _polar(angle: float, length: float) -> Point:
    """A point so far from the middle, the angle clockwise from north."""
    turned = math.radians(angle)
    return (round(math.sin(turned) * length, 1), round(-math.cos(turned) * length, 1))


# --- Pieces ----------------------------------------------------------------------------------

BOSS_STEP = 14.5
CUBE_STEP = 15
ROOMY, CLOSE, CROWDED = 1.25, 1.0, 1.1
ROOMY_MOST, CLOSE_MOST = 4, 8
PHONE = 1.6
PHONE_CROWDED = {4: 1.35, 5: 1.2}
"""Where so many kinds stand side by side, they are drawn smaller."""


@dataclass(frozen=True)
class Stand:
    """A piece's place: `kind` is boss or cube, `of` its seat or colour, `number` which of them.

    `count` is more than 1 where one piece stands for several.
    """

    kind: str
    of: str
    number: int
    x: float
    y: float
    size: float
    count: int = 1

    @property
    def count_y(self) -> float:
        """Where the count is written: above a hat, below a cube."""
        return round(self.y + (-24 if self.kind == "boss" else 14.5) * self.size, 1)


def stand(ward: int, bosses: Mapping[str, int], cubes: Mapping[str, int]) -> list[Stand]:
    """All pieces of a ward: roomy, close together, or one of each kind with its count."""
    most = max(sum(bosses.values()), sum(cubes.values()))
    if most > CLOSE_MOST:
        return tally(ward, bosses, cubes, CROWDED)
    size = ROOMY if most <= ROOMY_MOST else CLOSE
    place = PLACES[ward]
    x, y = place.anchor
    stands = []
    rows = _rows(_each(bosses), place.row)
    for up in reversed(range(len(rows))):  # the back row is painted first
        row = rows[up]
        left = x - (len(row) - 1) * BOSS_STEP * size / 2
        if up % 2 and len(row) == len(rows[0]):
            left -= BOSS_STEP * size / 2
        for i, (seat, number) in enumerate(row):
            at = round(left + i * BOSS_STEP * size, 1)
            stands.append(Stand("boss", seat, number, at, y - up * 17, size))
    for down, row in enumerate(_rows(_each(cubes), place.row)):
        left = x - (len(row) - 1) * CUBE_STEP * size / 2 + (down + 0.6) * place.lean
        for i, (colour, number) in enumerate(row):
            at = round(left + i * CUBE_STEP * size, 1)
            stands.append(
                Stand("cube", colour, number, at, y + 1 + round(11 * size) + down * 16, size)
            )
    return stands


def tally(
    ward: int, bosses: Mapping[str, int], cubes: Mapping[str, int], size: float | None = None
) -> list[Stand]:
    """One piece of each kind with its count, as large as a phone has room for unless told."""
    place = PLACES[ward]
    size = size or PHONE_CROWDED.get(sum(count > 0 for count in bosses.values()), PHONE)
    x, y = place.anchor[0] + place.aside, place.anchor[1] + 2
    bosses = {seat: count for seat, count in bosses.items() if count}
    cubes = {colour: count for colour, count in cubes.items() if count}
    cube_step = CUBE_STEP if len(cubes) < len(COLOURS) else CUBE_STEP - 1
    stands = []
    for kind, counts, step, at in (
        ("boss", bosses, (BOSS_STEP - 0.1) * size, y),
        ("cube", cubes, cube_step * size, round(y + 10.5 * size)),
    ):
        left = x - (len(counts) - 1) * step / 2
        for i, (of, count) in enumerate(counts.items()):
            stands.append(Stand(kind, of, 0, round(left + i * step, 1), at, size, count))
    return stands


@functools.cache
def garden_slots() -> tuple[Point, ...]:
    """Castle Garden: one slot in the middle and six around it."""
    x, y = GARDEN
    around = [_polar(angle, 23) for angle in range(-60, 300, 60)]
    return ((x - 1, y + 1), *((round(x - 1 + dx), round(y + 1 + dy)) for dx, dy in around))


def _each(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(of, number) for of, count in counts.items() for number in range(count)]


def _rows(pieces: Sequence[tuple[str, int]], most: int) -> list[Sequence[tuple[str, int]]]:
    """Pieces in as few rows as fit, as even as can be."""
    if not pieces:
        return []
    rows = math.ceil(len(pieces) / most)
    length = math.ceil(len(pieces) / rows)
    return [pieces[i : i + length] for i in range(0, len(pieces), length)]
