"""Observations: all that a seat knows and nothing else, the same at both speeds."""

import math
import random
from typing import Any

import numpy as np
import pytest
from tests.tables import DEFAULTS, TABLES, Taste, wander

import twohalls
from twohalls.kernel.rules import CHANCE, OVER

EVERY_GAME = pytest.mark.parametrize("name", twohalls.GAMES)
EVERY_TABLE = pytest.mark.parametrize(("name", "players", "options"), TABLES)


def observed(game, state, seat):
    out = [0] * game.rules.OBSERVED
    game.rules.observe(state, seat, out)
    return out


@EVERY_GAME
def test_the_named_parts_make_up_the_whole_observation(name):
    rules: Any = twohalls.find_game(name).rules
    assert sum(math.prod(shape) for shape in rules.SEEN.values()) == rules.OBSERVED


@EVERY_TABLE
def test_an_observation_is_the_same_before_and_after_hiding(name, players, options):
    game = twohalls.find_game(name)
    for seed in range(4):
        state = game.new_state(players, game.options(options))
        for now, _ in wander(game, state, Taste(game, seed)):
            for seat in range(players):
                known = now.copy()
                game.rules.hide(known, seat)
                assert observed(game, now, seat) == observed(game, known, seat)


@EVERY_TABLE
def test_what_is_filled_in_for_a_seat_is_not_observed(name, players, options):
    game, rng = twohalls.find_game(name), [1, 2, 3, 4]
    state = game.new_state(players, game.options(options))
    for now, _ in wander(game, state, Taste(game, 9)):
        for seat in range(players):
            imagined = now.copy()
            game.rules.hide(imagined, seat)
            game.rules.resample(imagined, seat, rng)
            assert observed(game, now, seat) == observed(game, imagined, seat)


@EVERY_TABLE
def test_what_a_seat_may_do_follows_from_what_it_observes(name, players, options):
    game = twohalls.find_game(name)
    known: dict[tuple[int, ...], list[int]] = {}
    for seed in range(6):
        state = game.new_state(players, game.options(options))
        for now, _ in wander(game, state, Taste(game, seed)):
            seat = game.rules.actor(now)
            if seat not in (CHANCE, OVER):
                legal = sorted(game.legal(now))
                assert known.setdefault(tuple(observed(game, now, seat)), legal) == legal
    assert len(known) > 20


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_observations_are_the_same_at_both_speeds(name, players):
    games, rng = twohalls.fast(name), random.Random(1)
    batch = games.new(12, players, seed=7)
    for _ in range(60):
        seats = np.array([rng.randrange(players) for _ in range(12)])
        seen = games.observe(batch, seats=seats)
        for i in range(12):
            plain = observed(games.game, games.plain(batch.states, i), int(seats[i]))
            assert seen[i].tolist() == plain
        games.walk(batch, 3, restart=True)


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_turning_the_seats_round_turns_the_observation_round(name, players):
    games = twohalls.fast(name)
    batch = games.new(1, players, seed=7)
    games.walk(batch, 60)
    score = {"tammany": "score", "cityhall": "money"}.get(name, "earned")
    own = batch.states[score][0][:players].tolist()
    for seat in range(players):
        part = games.parts(games.observe(batch, seats=[seat]))[score][0]
        assert part[:players].tolist() == own[seat:] + own[:seat]


@EVERY_GAME
def test_observations_can_be_written_into_rows_that_are_kept(name):
    games = twohalls.fast(name)
    batch = games.new(3, games.game.players[0], seed=7)
    kept = np.ones((3, games.observed), np.float32)
    assert games.observe(batch, out=kept) is kept
    assert (kept == games.observe(batch)).all()
    assert (kept[0] == games.observe(batch)[0]).all()
    good = np.ones((games.observed, 3), np.float32)
    wrong: list[Any] = [kept.astype(np.float64), kept[:2], good.T, kept.tolist()]
    for out in wrong:
        with pytest.raises(twohalls.Malformed, match="float32"):
            games.observe(batch, out=out)


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_a_hidden_record_is_what_hiding_leaves(name):
    games = twohalls.fast(name)
    batch = games.new(5, games.game.players[-1], seed=7)
    for _ in range(20):
        known = games.hidden(batch)
        for i in range(5):
            state = games.plain(batch.states, i)
            games.game.rules.hide(state, int(batch.actors[i]))
            assert games.plain(known, i) == state
        games.walk(batch, 7, restart=True)


@EVERY_GAME
def test_of_a_game_that_offers_no_observation_none_is_made(name):
    games = twohalls.fast(name)
    batch = games.new(1, games.game.players[0], seed=7)
    games.observed = 0
    for look in (lambda: games.observe(batch), games.one(games.game.players[0]).observe):
        with pytest.raises(twohalls.Unknown, match="offers no observation"):
            look()
