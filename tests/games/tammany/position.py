"""Positions out of one line that reads like a record.

    position("year 5; 8 red2 yellow de; 14 red yellow de ie locked; favors red german=3")

Parts are separated by `;`. What is left out is usual: three players, year 5, red first and in turn,
one cube of each colour in Castle Garden (at a `vote` none), an English cube in every ward in play,
all else in the bag and in the supply, no offices.
"""

import re
from collections import Counter
from typing import Any

import pytest
from tests.games.derived import keep_in_step
from tests.games.tammany.facts import derived

import twohalls
from twohalls.games.tammany import rules
from twohalls.games.tammany.board import COLOURS, OFFICE_NAMES, WARDS, ZONE_CUBES, ZONE_END

PEOPLE = ("red", "yellow", "black", "purple", "brown")
CUBES = {"ie": 0, "en": 1, "de": 2, "it": 3}


def position(text: str) -> twohalls.Table:
    """A table in the middle of a game, at the start of a turn (with `vote`: of an election)."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    wards = {int(words[0]): words[1:] for words in parts if words[0].isdigit()}
    said: dict[str, list[str]] = {}
    for part, *words in parts:
        if not part.isdigit():
            said.setdefault(part, []).extend(words)
    unknown = said.keys() - {*SIMPLE, *DETAILS}
    assert not unknown, f"no such part of a position: {unknown}"

    names = [seat.title() for seat in PEOPLE[: int(said.get("players", ["3"])[0])]]
    options = {"locks": said["locks"][0]} if "locks" in said else {}
    table = twohalls.new_table("tammany", names, options)
    state: Any = table._state
    state.year = int(said.get("year", ["5"])[0]) - 1
    state.first = _seat(said.get("first", ["red"])[0])
    state.player = _seat(said.get("turn", said.get("first", ["red"]))[0])
    _settle(state, wards)
    if "vote" in said:
        said.setdefault("garden", [])
    for part, fill in DETAILS.items():
        if part in said or part in ("garden", "bag", "supply"):
            fill(state, said.get(part))
    keep_in_step(state, derived)
    state.phase = rules.Phase.TURN
    if "vote" in said:
        rules.start_election(state)
    table._snapshots = {0: state.copy()}
    return table


def say(table: twohalls.Table, *lines: str) -> twohalls.Table:
    """Let seats say lines of a record; chance plays itself."""
    for line in lines:
        seat, _, text = line.partition(" ")
        table.submit(int(seat), text)
    return table


def refusal(table: twohalls.Table, line: str) -> str:
    """Why a line is refused; it must leave the table as it is."""
    seat, _, text = line.partition(" ")
    before = table._state.fingerprint(), table.version
    with pytest.raises((twohalls.Illegal, twohalls.Malformed, twohalls.NotYourTurn)) as refused:
        table.submit(int(seat), text)
    assert text not in table.view(int(seat)).legal
    assert (table._state.fingerprint(), table.version) == before
    return str(refused.value)


def player(table: twohalls.Table, seat: int) -> dict[str, Any]:
    """What everybody sees of a player."""
    shown: dict[str, Any] = table.view(None).to_json()["players"][seat - 1]
    return shown


def ward(table: twohalls.Table, number: int) -> dict[str, Any]:
    """What everybody sees of a ward, without the zeros."""
    shown = table.view(None).to_json()["wards"][str(number)]
    for pieces in ("cubes", "bosses"):
        shown[pieces] = {key: count for key, count in shown[pieces].items() if count}
    return dict(shown)


def legal(table: twohalls.Table, seat: int, verb: str) -> set[str]:
    """What follows the verb in each line a seat may say."""
    lines = table.view(seat).legal
    return {line.removeprefix(verb).strip() for line in lines if line.split()[0] == verb}


# --- The parts of a position -------------------------------------------------------------------


def _settle(state: Any, wards: dict[int, list[str]]) -> None:
    """Cubes, bosses and locks; wards in play but not spoken of have one English cube."""
    state.zones = min(3, state.players - 2 + state.year // rules.YEARS_A_TERM)
    state.active = ZONE_END[state.zones - 1]
    for index, ward in enumerate(WARDS[: state.active]):
        words = wards.pop(ward, [])
        for word in words:
            piece, count = _counted(word)
            if piece == "locked":
                state.locked[index] = 1
                state.locks_placed += 1
            elif piece in CUBES:
                state.cubes[index][CUBES[piece]] += count
            else:
                state.bosses[index][_seat(piece)] += count
                state.on_wards[_seat(piece)] += count
        if not sum(state.cubes[index]):
            state.cubes[index][CUBES["en"]] = 1
    assert not wards, f"not in play: {sorted(wards)}"


def _garden(state: Any, words: list[str] | None) -> None:
    state.garden = _cubes(["ie", "en", "de", "it"] if words is None else words)


def _bag(state: Any, words: list[str] | None) -> None:
    """All cubes that are nowhere else, unless it is said what is in it."""
    aside = ZONE_CUBES[state.zones :]
    rest = [
        25
        - state.garden[colour]
        - sum(ward[colour] for ward in state.cubes)
        - sum(zone[colour] for zone in aside)
        for colour in range(4)
    ]
    state.bag = rest if words is None else _cubes(words)


def _favors(state: Any, words: list[str] | None) -> None:
    player = 0
    for word in words or []:
        if word in PEOPLE:
            player = _seat(word)
        else:
            colour, _, count = word.partition("=")
            state.favors[player][COLOURS.index(colour)] = int(count)


def _supply(state: Any, words: list[str] | None) -> None:
    state.supply = [35 - sum(row[colour] for row in state.favors) for colour in range(4)]
    for word in words or []:
        colour, _, count = word.partition("=")
        for c in range(4) if colour == "all" else [COLOURS.index(colour)]:
            state.supply[c] = int(count)


def _office(state: Any, words: list[str] | None) -> None:
    for player, office in _of_each(words):
        state.office[player] = OFFICE_NAMES.index(office)
        if office == "mayor":
            state.mayor = player


def _leads(state: Any, words: list[str] | None) -> None:
    player = 0
    for word in words or []:
        if word in PEOPLE:
            player = _seat(word)
        else:
            state.leader[player][COLOURS.index(word)] = 1


def _score(state: Any, words: list[str] | None) -> None:
    for player, points in _of_each(words):
        state.score[player] = int(points)


def _slander(state: Any, words: list[str] | None) -> None:
    for player, chips in _of_each(words):
        state.slanders[player] = int(chips)


def _slandered(state: Any, words: list[str] | None) -> None:
    for word in words or []:
        state.slandered[_seat(word)] = 1


SIMPLE = ("players", "year", "first", "turn", "locks", "vote")
DETAILS = {
    "garden": _garden,
    "bag": _bag,
    "favors": _favors,
    "supply": _supply,
    "office": _office,
    "leads": _leads,
    "score": _score,
    "slander": _slander,
    "slandered": _slandered,
}


def _seat(name: str) -> int:
    return PEOPLE.index(name)


def _counted(word: str) -> tuple[str, int]:
    found = re.fullmatch(r"([a-z]+)([0-9]*)", word)
    assert found, word
    return found[1], int(found[2] or 1)


def _cubes(words: list[str]) -> list[int]:
    count = Counter[int]()
    for piece, number in map(_counted, words):
        count[CUBES[piece]] += number
    return [count[colour] for colour in range(4)]


def _of_each(words: list[str] | None) -> list[tuple[int, str]]:
    pairs = [word.split("=") for word in words or []]
    return [(_seat(name), value) for name, value in pairs]
