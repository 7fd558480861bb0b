"""The rules against a second, slow reading of the same page, at every decision of whole games."""

import random

import pytest
from tests.games.cityhall.oracle import Oracle

import twohalls


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_readings_of_the_rules_agree_at_every_decision(players, seed):
    table = twohalls.new_table("cityhall", ["A", "B", "C", "D"][:players], seed=seed)
    oracle, rng, heard = Oracle(players), random.Random(seed), 0
    while table.awaited:
        for line in table.lines[heard:]:
            oracle.hear(str(line))
        heard = len(table.lines)
        [seat] = table.awaited
        assert oracle.awaited == [seat]
        view = table.view(seat)
        assert sorted(f"{seat} {line}" for line in view.legal) == sorted(oracle.choices())
        shown = view.to_json()
        for player in shown["players"]:
            del player["name"]
        expected = oracle.shown(seat)
        assert {key: shown[key] for key in expected} == expected
        table.submit(seat, rng.choice(view.legal))
    for line in table.lines[heard:]:
        oracle.hear(str(line))
    assert oracle.over
    assert table.result is not None
    assert table.result.scores == tuple(oracle.votes.values())
    assert table.result.winners == (oracle.winner,)
