"""The three boroughs: the tables the rules read, out of a board file.

`tables` makes them of any board; those of the printed game, as far as it is known, stand below by
name. A board that makes no sense is refused with the reason. Which spaces are adjacent follows from
where they lie and from the bridges; a list of it in the file is there to be read, not to be kept.
"""

import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from twohalls.kernel.errors import Unknown
from twohalls.kernel.words import clip

BOROUGHS = ("manhattan", "queens", "brooklyn")
SPACES = tuple(f"M{n}" for n in range(1, 6)) + tuple(
    f"{letter}{n}" for letter, last in (("Q", 8), ("B", 9)) for n in range(1, last + 1)
)
BOROUGH = tuple("MQB".index(space[0]) for space in SPACES)
LANDS_OF = tuple(
    sum(1 << space for space in range(len(SPACES)) if BOROUGH[space] == borough)
    for borough in range(len(BOROUGHS))
)
PERMITS = ("housing", "tower", "factory", "park")
BUILDINGS = PERMITS[:3]
OFFICES = ("tax", "surveyor", "campaign", "lobbyist", "zoning", "deputy", "health")
MOST_PERMITS = 60
MOST_PLAYERS = 4
FIGURES = (
    "money",
    "influence",
    "housing built",
    "towers built",
    "factories built",
    "parks built",
    "land owned in Manhattan",
    "land owned in Queens",
    "land owned in Brooklyn",
)

Board = Mapping[str, Any]


def tables(board: Board) -> dict[str, Any]:
    """All that the rules read of a board, by the names they use."""
    validate(board)
    neighbours = [
        tuple(i for i, other in enumerate(SPACES) if _touch(board, space, other))
        for space in SPACES
    ]
    most = max(1, *map(len, neighbours))
    track = tuple(board["approval_track"])
    starts = board["star_start_space"]
    influences = board["stars_from_neighbour"]
    bonus = board["manhattan_bonus"]
    return {
        "NEIGHBOURS": tuple(row + (-1,) * (most - len(row)) for row in neighbours),
        "NEIGHBOURS_OF": tuple(map(len, neighbours)),
        "APPROVAL": track,
        "LAST_SPACE": len(track) - 1,
        "STAR_START": tuple(starts.get(str(players), 1) - 1 for players in range(5)),
        "POPULATION_END": board["population_track_end"],
        "PERMIT_CARDS": tuple(board["permits"][permit]["count"] for permit in PERMITS),
        "MAX_STARS": tuple(board["permits"][permit]["max_stars"] for permit in PERMITS),
        "STARS_FROM": tuple(
            tuple(influences[permit][beside] if permit in BUILDINGS else 0 for beside in PERMITS)
            for permit in PERMITS
        ),
        "LAND_BONUS": tuple(bonus if borough == 0 else 0 for borough in BOROUGH),
        "ENDORSEMENTS": tuple(item["id"] for item in board["endorsements"]),
        "ENDORSED_FOR": tuple(FIGURES.index(item["most"]) for item in board["endorsements"]),
        "ENDORSEMENT_VOTES": board["endorsement_votes"],
    }


def fingerprint(board: Board) -> str:
    """The same for boards that play the same, whatever else their files say."""
    validate(board)
    played = {key: board[key] for key in _PARTS if key != "bridges"}
    played["bridges"] = sorted({tuple(sorted(bridge["ends"])) for bridge in board["bridges"]})
    return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:12]


def is_default(board: Board) -> bool:
    return fingerprint(board) == fingerprint(DEFAULT)


def _touch(board: Board, a: str, b: str) -> bool:
    """On the grid within a borough, corners included, or by a bridge."""
    if any({a, b} == set(bridge["ends"]) for bridge in board["bridges"]):
        return True
    (x, y), (u, v) = board["spaces"][a], board["spaces"][b]
    return a != b and a[0] == b[0] and abs(x - u) <= 1 and abs(y - v) <= 1


# --- Does a board make sense? ----------------------------------------------------------------


def validate(board: object) -> None:
    """Refuse a board that cannot be played, with the reason."""
    if not isinstance(board, Mapping):
        raise Unknown("a board is a JSON object, as in City Hall’s own board file")
    for part, check in _PARTS.items():
        if part not in board:
            raise Unknown("the board has no “{part}”", part=part)
        check(board[part])
    last = len(board["approval_track"])
    for players, space in board["star_start_space"].items():
        _whole(space, f"the star’s start for {players} players", 1, last)


def _check_spaces(spaces: object) -> None:
    _object(spaces, "spaces", SPACES)
    assert isinstance(spaces, dict)
    taken: dict[tuple[int, int], str] = {}
    for space, place in spaces.items():
        for number in _list(place, f"the place of {space}", 2, 2):
            _whole(number, f"the place of {space}", -999, 999)
        other = taken.setdefault((place[0], place[1]), space)
        if other != space:
            raise Unknown("{other} and {space} are in the same place", other=other, space=space)


def _check_bridges(bridges: object) -> None:
    for number, bridge in enumerate(_list(bridges, "bridges", 0, 99), 1):
        if not isinstance(bridge, dict) or "ends" not in bridge:
            raise Unknown("bridge {number} has no “ends”", number=number)
        ends = _list(bridge["ends"], f"the ends of bridge {number}", 2, 2)
        for end in ends:
            if end not in SPACES:
                raise Unknown(
                    "bridge {number} ends at {end}, which is not a land: choose from {spaces}",
                    number=number,
                    end=clip(str(end)),
                    spaces=", ".join(SPACES),
                )
        if ends[0] == ends[1]:
            raise Unknown("bridge {number} has both ends at {end}", number=number, end=ends[0])


def _check_track(track: object) -> None:
    ratings = _list(track, "approval_track", 2, 99)
    for rating in ratings:
        _whole(rating, "approval_track", 1, 99)
    if ratings != sorted(ratings):
        raise Unknown("the approval track falls somewhere: it has to rise from its first space on")


def _check_starts(starts: object) -> None:
    _object(starts, "star_start_space", tuple(map(str, range(2, MOST_PLAYERS + 1))))


def _check_population(end: object) -> None:
    _whole(end, "population_track_end", 1, 9999)


def _check_permits(permits: object) -> None:
    _object(permits, "permits", PERMITS)
    assert isinstance(permits, dict)
    for permit, facts in permits.items():
        _object(facts, f"permits {permit}", ("count", "max_stars"))
        # Each player begins with one of each building.
        least = MOST_PLAYERS if permit in BUILDINGS else 0
        _whole(facts["count"], f"the number of {permit} permits", least, MOST_PERMITS)
        _whole(facts["max_stars"], f"max_stars of {permit}", 0, 99)
    if sum(facts["count"] for facts in permits.values()) > MOST_PERMITS:
        raise Unknown("there are more than {most} permits", most=MOST_PERMITS)


def _check_stars(stars: object) -> None:
    _object(stars, "stars_from_neighbour", BUILDINGS)
    assert isinstance(stars, dict)
    for building, row in stars.items():
        _object(row, f"stars_from_neighbour {building}", PERMITS)
        for beside, number in row.items():
            _whole(number, f"the stars of {building} beside {beside}", -99, 99)


def _check_bonus(bonus: object) -> None:
    _whole(bonus, "manhattan_bonus", 0, 99)


def _check_endorsements(endorsements: object) -> None:
    ids = set()
    for number, item in enumerate(_list(endorsements, "endorsements", 1, 99), 1):
        _object(item, f"endorsement {number}", ("id", "most"))
        if not isinstance(item["id"], str) or not item["id"].isidentifier():
            raise Unknown("the id of endorsement {number} has to be one word", number=number)
        if item["id"] in ids:
            raise Unknown("there are two endorsements “{id}”", id=clip(item["id"]))
        ids.add(item["id"])
        if item["most"] not in FIGURES:
            raise Unknown(
                "endorsement “{id}” is for the most “{most}”, which is not one of: {figures}",
                id=clip(item["id"]),
                most=clip(str(item["most"])),
                figures="; ".join(FIGURES),
            )


def _check_votes(votes: object) -> None:
    _whole(votes, "endorsement_votes", 0, 9999)


_PARTS = {
    "spaces": _check_spaces,
    "bridges": _check_bridges,
    "approval_track": _check_track,
    "star_start_space": _check_starts,
    "population_track_end": _check_population,
    "permits": _check_permits,
    "stars_from_neighbour": _check_stars,
    "manhattan_bonus": _check_bonus,
    "endorsements": _check_endorsements,
    "endorsement_votes": _check_votes,
}


def _object(value: object, where: str, keys: tuple[str, ...]) -> None:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise Unknown("on the board, {where} has to be an object", where=where)
    for key in keys:
        if key not in value:
            raise Unknown("on the board, {where} lacks “{key}”", where=where, key=key)
    for key in value:
        if key not in keys:
            raise Unknown(
                "on the board, {where} has “{key}”, which is none of: {keys}",
                where=where,
                key=clip(str(key)),
                keys=", ".join(keys),
            )


def _list(value: object, where: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Unknown(
            "on the board, {where} has to be a list of {least} to {most} items"
            if least < most
            else "on the board, {where} has to be a list of {least} items",
            where=where,
            least=least,
            most=most,
        )
    return value


def _whole(value: object, where: str, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise Unknown(
            "on the board, {where} has to be a whole number from {least} to {most}",
            where=where,
            least=least,
            most=most,
        )


# --- The board of the game -------------------------------------------------------------------

DEFAULT: Board = json.loads(files(__package__).joinpath("board.json").read_text())
_DEFAULT = tables(DEFAULT)

NEIGHBOURS: tuple[tuple[int, ...], ...] = _DEFAULT["NEIGHBOURS"]
NEIGHBOURS_OF: tuple[int, ...] = _DEFAULT["NEIGHBOURS_OF"]
APPROVAL: tuple[int, ...] = _DEFAULT["APPROVAL"]
LAST_SPACE: int = _DEFAULT["LAST_SPACE"]
STAR_START: tuple[int, ...] = _DEFAULT["STAR_START"]
POPULATION_END: int = _DEFAULT["POPULATION_END"]
PERMIT_CARDS: tuple[int, ...] = _DEFAULT["PERMIT_CARDS"]
MAX_STARS: tuple[int, ...] = _DEFAULT["MAX_STARS"]
STARS_FROM: tuple[tuple[int, ...], ...] = _DEFAULT["STARS_FROM"]
LAND_BONUS: tuple[int, ...] = _DEFAULT["LAND_BONUS"]
ENDORSEMENTS: tuple[str, ...] = _DEFAULT["ENDORSEMENTS"]
ENDORSED_FOR: tuple[int, ...] = _DEFAULT["ENDORSED_FOR"]
ENDORSEMENT_VOTES: int = _DEFAULT["ENDORSEMENT_VOTES"]
