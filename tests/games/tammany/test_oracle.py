"""The rules against a second reading of the rules page, line by line and choice by choice."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tests.games.tammany.oracle import COLOURS, OFFICES, Oracle
from tests.games.tammany.position import PEOPLE, position
from tests.tables import Taste, wander

import twohalls
from twohalls.kernel.rules import CHANCE
from twohalls.kernel.state import State

GAME = twohalls.find_game("tammany")


def follow(state: State, oracle: Oracle, taste: Taste) -> Oracle:
    """Play on from a state, the oracle hearing every line; at each both must show the same."""
    for now, line in wander(GAME, state, taste):
        shown = GAME.sight(GAME.rules, now, None, oracle.over)
        assert not list(differences(oracle.shown(), shown, oracle.over)), line
        assert [seat + 1 for seat in GAME.awaited(now)] == oracle.awaited, line
        if line and GAME.rules.actor(now) != CHANCE:
            assert choices(now) == set(oracle.choices()), line
        if line:
            oracle.hear(line)
    points, won = [0] * len(oracle.seats), [0] * len(oracle.seats)
    GAME.rules.result(now, points, won)
    assert oracle.over
    assert points == list(oracle.score.values())
    assert [seat for seat in oracle.seats if won[seat - 1]] == oracle.winners
    return oracle


def differences(mine: Any, theirs: Any, over: bool, where: str = "") -> Iterator[str]:
    """What the oracle shows otherwise.

    The rules page does not say what becomes of the offices after the last election.
    """
    if mine == theirs or (over and where.endswith(("office", "bosses_left"))):
        return
    if isinstance(mine, dict):
        for key in mine:
            yield from differences(mine[key], theirs[key], over, f"{where}.{key}")
    elif isinstance(mine, list) and len(mine) == len(theirs):
        for i, (a, b) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(a, b, over, f"{where}.{i}")
    else:
        yield f"{where} should be {mine}, not {theirs}"


def choices(state: State) -> set[str]:
    seat = GAME.rules.actor(state) + 1
    lines = GAME.legal_lines(state)
    assert len(lines) == len(set(lines))
    return {f"{seat} {line}" for line in lines}


@pytest.mark.parametrize("locks", ["all", "placing"])
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("chunk", range(3))
def test_whole_games_go_as_the_rules_page_says(chunk, players, locks):
    for seed in range(12 * chunk, 12 * chunk + 12):
        state = GAME.new_state(players, {"locks": locks})
        follow(state, Oracle(players, locks), Taste(GAME, seed))


@pytest.mark.parametrize("chunk", range(4))
def test_games_in_which_pieces_run_out_go_as_the_rules_page_says(chunk):
    story = set[str]()
    for seed in range(50 * chunk, 50 * chunk + 50):
        story.update(follow_from(scarce(random.Random(seed)), seed).story)
    assert story >= RUNNING_OUT


def test_elections_among_equals_go_as_the_rules_page_says():
    story = set[str]()
    for seed in range(300):
        story.update(follow_from(even(random.Random(seed)), seed).story)
    assert story >= TIED


def follow_from(text: str, seed: int) -> Oracle:
    table = position(text)
    oracle = Oracle.amid(table.view(None).to_json())
    return follow(table._state, oracle, Taste(GAME, seed))


RUNNING_OUT = {
    "arrivals few",
    "arrivals none",
    "placed boss alone",
    "placed cube alone",
    "placed nothing",
    "chip not there",
    "leaders short of chips",
    "no bonus cube",
    "no bonus chip",
}
# By Italian chips nobody becomes mayor or wins: with all the steps before tied, that one is too.
TIED = {
    "ward tied",
    "nobody won a ward",
    "mayor outright",
    "mayor by all chips",
    "mayor by irish",
    "mayor by english",
    "mayor by german",
    "mayor none",
    "mayor stays",
    "mayor stays, not among the tied",
    "win outright",
    "win by all chips",
    "win by irish",
    "win by english",
    "win by german",
    "win as mayor",
    "win shared",
}


def scarce(rng: random.Random) -> str:
    """A position in which little is left of most things."""
    players = rng.choice([3, 4, 5])
    people = PEOPLE[:players]
    year = rng.randint(1, 16)
    wards = WARDS_IN_PLAY[players + (year - 1) // 4]
    locked = rng.sample(wards, rng.choice([0, 1, 2])) if year > 4 else []
    crowd, cubes, few = rng.choice([0, 1, 3]), rng.choice([1, 2, 4]), rng.choice([0, 1, 4])
    parts = [
        f"players {players}; year {year}; first {rng.choice(people)}; turn {rng.choice(people)}",
        f"locks {rng.choice(['all', 'placing'])}",
        f"garden {few_cubes(rng, few)}",
        f"bag {few_cubes(rng, rng.choice([0, 1, 9]))}",
        f"supply {' '.join(f'{colour}={rng.randint(0, few)}' for colour in COLOURS)}",
        f"score {' '.join(f'{who}={rng.randint(0, 9)}' for who in people)}",
    ]
    for ward in wards:
        words = [f"{rng.choice(people)}{rng.randint(1, crowd)}" for _ in range(crowd)]
        words += rng.choices(["ie", "en", "de", "it"], k=rng.randint(1, cubes))
        parts.append(f"{ward} {' '.join(words)}{' locked' if ward in locked else ''}")
    for who in people:
        parts.append(f"favors {who} {' '.join(f'{c}={rng.randint(0, 3)}' for c in COLOURS)}")
    if year > 4:
        parts += [
            f"office {shuffled_offices(rng, people)}",
            f"leads {' '.join(f'{rng.choice(people)} {colour}' for colour in COLOURS)}",
            f"slandered {' '.join(rng.sample(people, rng.randint(0, players)))}",
            f"slander {' '.join(f'{who}={rng.randint(0, 3)}' for who in people)}",
        ]
    return "; ".join(parts)


def even(rng: random.Random) -> str:
    """The eve of an election in which the players are as good as equal."""
    players = rng.choice([3, 4, 5])
    people = PEOPLE[:players]
    year = rng.choice([4, 8, 12, 16, 16, 16])
    quiet = rng.random() < 0.6
    parts = [f"players {players}; year {year}; turn {people[-1]}; garden; bag; supply all=0"]
    for ward in WARDS_IN_PLAY[players + (year - 1) // 4]:
        there = rng.choice([(), people, rng.sample(people, 2), [rng.choice(people)]][: 3 - quiet])
        parts.append(f"{ward} {' '.join(f'{who}5' for who in there)} it")
    for who in people:
        chips = rng.choice(["1110", "1110", "1101", "1020", "2010"])
        held = zip(COLOURS, map(int, chips), strict=True)
        parts.append(f"favors {who} {' '.join(f'{c}={count}' for c, count in held)}")
        parts.append(f"score {who}={rng.choice([0, 3])}")
    if year > 4 and rng.random() < 0.8:
        parts.append(f"office {shuffled_offices(rng, people)}")
    return "; ".join(parts)


WARDS_IN_PLAY = {
    size: (1, 2, 4, 7, 6, 14, 9, 15, 8, 5, 3, 17, 11, 13, 10)[:wards]
    for size, wards in {3: 6, 4: 11, 5: 15, 6: 15, 7: 15, 8: 15}.items()
}
"""By players + terms gone by."""


def shuffled_offices(rng: random.Random, people: Sequence[str]) -> str:
    offices = ["mayor", *rng.sample(OFFICES, len(people) - 1)]
    rng.shuffle(offices)
    return " ".join(f"{who}={office}" for who, office in zip(people, offices, strict=True))


def few_cubes(rng: random.Random, most: int) -> str:
    return " ".join(rng.choices(["ie", "en", "de", "it"], k=rng.randint(0, most)))
