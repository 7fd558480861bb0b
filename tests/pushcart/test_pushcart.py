"""Whole games of Pushcart: read back alike, at both speeds alike, and nothing hidden given away."""

import random

import pytest

import twohalls
from twohalls.kernel.rules import OVER

NAMES = ["Ada", "Bert", "Cleo"]


def played(seed: int, lines: int = 1000) -> twohalls.Table:
    table = twohalls.new_table("pushcart", NAMES, seed=seed)
    rng = random.Random(seed)
    while not table.over and len(table.lines) < lines:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


@pytest.mark.parametrize("seed", range(20))
def test_a_record_read_back_is_the_same_game(seed: int) -> None:
    table = played(seed)
    again = twohalls.read_record(table.record())
    assert again.result == table.result
    assert again.record() == table.record()


@pytest.mark.parametrize("seed", range(20))
def test_compiled_and_plain_rules_agree(seed: int) -> None:
    game = twohalls.find_game("pushcart")
    state, rng = game.new_state(3, {}), random.Random(seed)
    one = twohalls.fast("pushcart").one(players=3, explicit_chance=True)
    while (actor := game.rules.actor(state)) != OVER:
        assert (one.actor, one.legal) == (actor, game.legal(state))
        action = rng.choice(one.legal)
        game.rules.apply(state, action)
        one.step(action)
    points, won = [0] * 3, [0] * 3
    game.rules.result(state, points, won)
    assert one.result() == (points, won)


@pytest.mark.parametrize("seed", range(20))
def test_what_was_saved_is_not_told_to_others(seed: int) -> None:
    table = played(seed, lines=8)
    saved = table.view(1).to_json()["players"][0]["saved"]
    assert saved is not None
    for viewer in (2, 3, None):
        view = table.view(viewer)
        assert view.to_json()["players"][0]["saved"] is None
        assert "1 save ?" in view.record()
