"""The games in OpenSpiel: its own simulation tests, its learning environment, and secrets kept."""

import pickle
import random
from typing import Any

import pyspiel
import pytest
from open_spiel.python import rl_environment
from tests.tables import DEFAULTS

import twohalls
import twohalls.envs.open_spiel


def load(name: str, players: int) -> Any:
    return pyspiel.load_game(f"twohalls_{name}", {"players": players})


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_openspiel_plays_a_game_at_random_and_stores_it(name, players):
    game = load(name, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    rng = random.Random(1)
    while len(state.history()) < 80 and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    for seat in range(players):
        assert again.information_state_string(seat) == state.information_state_string(seat)
        assert again.information_state_tensor(seat) == state.information_state_tensor(seat)


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_openspiels_games_can_be_sent_and_refuse_what_is_not_legal(name):
    game = load(name, twohalls.find_game(name).players[-1])
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = game.new_initial_state()
    before = str(state)
    legal = set(state.legal_actions())
    with pytest.raises(twohalls.Illegal):
        state.apply_action(next(a for a in range(game.num_distinct_actions()) if a not in legal))
    assert str(state) == before


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_openspiel_is_refused_tables_that_the_game_is_not_for(name):
    with pytest.raises(twohalls.Unknown, match="is for"):
        load(name, 9)


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_openspiel_learners_find_an_environment(name, players):
    env = rl_environment.Environment(load(name, players))
    env.seed(1)
    rng, step = random.Random(1), env.reset()
    for _ in range(60):
        if step.last():
            step = env.reset()
        seat = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert len(step.observations["info_state"][0]) == twohalls.fast(name).observed


def test_a_sealed_bid_is_in_nobodys_information_state_but_the_bidders():
    rng = random.Random(4)
    state = load("tammany", 3).new_initial_state()
    rules = twohalls.find_game("tammany").rules
    while not _bidding(state, rules):
        state.apply_action(rng.choice(state.legal_actions()))
    bidder = state.current_player()
    others = [seat for seat in range(3) if seat != bidder]
    after = [state.child(action) for action in state.legal_actions()[:2]]
    for seat in others:
        assert len({one.information_state_string(seat) for one in after}) == 1
        assert len({tuple(one.observation_tensor(seat)) for one in after}) == 1
    assert len({one.information_state_string(bidder) for one in after}) == 2


def _bidding(state: Any, rules: Any) -> bool:
    """A sealed bid with a choice, that leaves others to answer."""
    plain = state.one.fast.plain(state.one.states)
    awaited = [0] * 5
    return rules.awaited(plain, awaited) > 1 and len(state.legal_actions()) > 1
