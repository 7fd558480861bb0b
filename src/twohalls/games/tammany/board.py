"""Lower Manhattan: the tables the rules read, out of the board file.

Wards are numbered inside the rules in the order they vote, so that the wards in play are always the
first ones; `WARDS` gives the number printed on the board.
"""

import json
from importlib.resources import files
from typing import Any

MAP: dict[str, Any] = json.loads(files(__package__).joinpath("board.json").read_text())

COLOURS = ("irish", "english", "german", "italian")
ZONES = tuple(MAP["zones"])
OFFICES = ("deputy", "police", "council", "precinct")
OFFICE_NAMES = (None, "mayor", *OFFICES)


def borders(wards: dict[str, list[str]]) -> set[tuple[int, int]]:
    """The pairs of wards that share a border between two corners, the smaller number first."""
    sides: dict[frozenset[str], int] = {}
    pairs = set()
    for number, corners in wards.items():
        for side in zip(corners, corners[1:] + corners[:1], strict=True):
            neighbour = sides.setdefault(frozenset(side), int(number))
            if neighbour != int(number):
                pairs.add((min(neighbour, int(number)), max(neighbour, int(number))))
    return pairs


WARDS: tuple[int, ...] = tuple(
    ward for zone in MAP["zones"].values() for ward in zone["election_order"]
)
_INDEX = {ward: i for i, ward in enumerate(WARDS)}
_BORDERS = borders(MAP["wards"])

TAMMANY_HALL = _INDEX[MAP["tammany_hall"]]
BONUS_CUBE = tuple(int(ward in MAP["bonus_cube_wards"]) for ward in WARDS)
BONUS_FAVOR = tuple(int(ward in MAP["bonus_favor_wards"]) for ward in WARDS)

ADJACENT = tuple(tuple(int((min(a, b), max(a, b)) in _BORDERS) for b in WARDS) for a in WARDS)
# The same as sets of wards, a bit for each.
NEIGHBOURS = tuple(sum(near << b for b, near in enumerate(row)) for row in ADJACENT)
# Every step between adjacent wards; those out of one ward stand together, from STEPS_OUT[ward] on.
STEP_FROM = tuple(a for a in range(len(WARDS)) for b in range(len(WARDS)) if ADJACENT[a][b])
STEP_TO = tuple(b for a in range(len(WARDS)) for b in range(len(WARDS)) if ADJACENT[a][b])
STEPS_OUT = tuple(sum(map(sum, ADJACENT[:a])) for a in range(len(WARDS) + 1))

ZONE_END = tuple(
    sum(len(MAP["zones"][z]["election_order"]) for z in ZONES[: i + 1]) for i in range(len(ZONES))
)
ZONE_START = (0, *ZONE_END[:-1])
ZONE_CUBES = tuple(
    tuple(MAP["zones"][z]["start_cubes"].get(colour, 0) for colour in COLOURS) for z in ZONES
)
FIXED_CUBE = tuple(
    next(
        (
            COLOURS.index(zone["fixed"][str(ward)])
            for zone in MAP["zones"].values()
            if str(ward) in zone.get("fixed", {})
        ),
        -1,
    )
    for ward in WARDS
)
