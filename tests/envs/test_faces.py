"""The faces of the games pass the suites of their fields."""

import pickle
import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import DictInfoToList
from pettingzoo.test import api_test, seed_test
from tests.tables import DEFAULTS

import twohalls
from twohalls import envs

EVERY_SIZE = pytest.mark.parametrize(("name", "players"), DEFAULTS)
EVERY_GAME = pytest.mark.parametrize("name", twohalls.GAMES)


def least(name: str) -> int:
    return twohalls.find_game(name).players[0]


@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy):UserWarning")
@EVERY_SIZE
def test_pettingzoo_accepts_a_game_of_turns(name, players, capsys):
    api_test(envs.aec(name, players), num_cycles=200)


@EVERY_SIZE
def test_pettingzoo_finds_the_same_game_for_the_same_seed(name, players):
    seed_test(lambda: envs.aec(name, players), num_cycles=80)


@EVERY_SIZE
def test_gymnasium_accepts_one_seat_against_others(name, players):
    with warnings.catch_warnings():
        # It samples any action, legal or not, and a game of many numbers has wide bounds.
        warnings.simplefilter("ignore")
        check_env(Obedient(envs.single(name, players)), skip_render_check=True)


class Obedient(gymnasium.ActionWrapper):
    """Takes any action for the nearest legal one, for suites that know no masks."""

    def action(self, action: Any) -> Any:
        seat: Any = self.unwrapped
        legal = seat.one.legal
        return min(legal, key=lambda other: abs(other - int(action)))


@EVERY_GAME
def test_games_are_made_by_the_name_they_are_registered_under(name):
    alone = gymnasium.make(f"twohalls/{name}-v0", players=least(name))
    seen, info = alone.reset(seed=3)
    assert alone.observation_space.contains(seen)
    assert 0 <= info["seat"] < least(name)
    many = gymnasium.make_vec(f"twohalls/{name}-v0", num_envs=3, players=least(name))
    seen, info = many.reset(seed=3)
    assert seen["action_mask"].shape[0] == 3


def play(env: Any, steps: int, seed: int = 1) -> tuple[list[float], int]:
    """Rewards at the ends of games, played by the last legal action or any."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    found = []
    for _ in range(steps):
        chosen = (seen["action_mask"] * rng.random(seen["action_mask"].shape)).argmax(axis=1)
        seen, gained, over, cut, info = env.step(chosen)
        assert not cut.any()
        assert (gained[~over] == 0).all()
        assert (seen["action_mask"].sum(axis=1) > 0).all()
        if over.any():
            assert np.allclose(info["rewards"][over].sum(axis=1), 0, atol=1e-5)
            assert [last is not None for last in info["final_obs"]] == over.tolist()
        found += gained[over].tolist()
    return found, int(seen["observation"].sum())


@EVERY_SIZE
def test_many_games_in_step_give_rewards_that_sum_to_nothing(name, players):
    found, seen = play(envs.vector(name, players, games=64), 700)
    assert len(found) > 30
    assert min(found) == pytest.approx(-1 / players)
    assert play(envs.vector(name, players, games=64, cores=1), 700) == (found, seen)


@EVERY_SIZE
def test_against_opponents_the_learner_keeps_its_seat(name, players):
    env = envs.vector(name, players, games=12, opponents="random")
    env.reset(seed=1)
    for _ in range(150):
        assert (env.batch.actors == env.seats).all()
        env.step(env.fast.choose(env.batch))
    found, _ = play(env, 400)
    assert found


@EVERY_GAME
@pytest.mark.parametrize("level", ["heeler", "captain"])
def test_opponents_of_a_level_play_along(name, level):
    alone = envs.single(name, least(name), opponents=level, seat=0)
    seen, info = alone.reset(seed=1)
    for _ in range(4):
        seen, _, over, _, info = alone.step(np.int64(np.flatnonzero(seen["action_mask"])[0]))
        assert info["seat"] == 0 == alone.one.actor
        assert not over
    many = envs.vector(name, least(name), games=3, opponents=level)
    many.reset(seed=1)
    many.step(many.fast.choose(many.batch))
    assert (many.batch.actors == many.seats).all()


def wins_by_chance(env: Any, games: int) -> float:
    """How many of so many games somebody wins who plays anything."""
    rng = np.random.default_rng(1)
    won = 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, gained, over, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        won += gained + 1 / env.one.players
    return won


@pytest.mark.parametrize("name", ["tammany", "cityhall"])
def test_the_levels_of_opponents_differ_as_they_should(name):
    """Of 24 games by chance some are won against chance, and hardly any against a captain."""
    against_chance = wins_by_chance(envs.single(name, least(name)), 24)
    assert against_chance >= 24 / least(name) / 3
    assert wins_by_chance(envs.single(name, least(name), opponents="captain"), 24) <= 2
    assert wins_by_chance(envs.single(name, least(name), opponents="boss"), 2) < 1


@EVERY_GAME
def test_what_a_step_returned_lasts_until_the_step_after_the_next(name):
    env = envs.vector(name, least(name), games=4)
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    env.step(env.fast.choose(env.batch))
    assert (first["observation"] == kept).all()


@EVERY_GAME
def test_gymnasium_reads_what_many_games_tell_of_each(name):
    many = envs.vector(name, least(name), games=4)
    with pytest.raises(ResetNeeded):
        many.step(np.zeros(4, np.int64))
    told = DictInfoToList(many)
    seen, infos = told.reset(seed=1)
    over = np.zeros(4, np.bool_)
    while not over.any():
        chosen = many.fast.choose(many.batch)
        seen, _, over, _, infos = told.step(chosen)
    for info, ended, actor in zip(infos, over, many.batch.actors, strict=True):
        assert info["actor"] == actor
        assert ("final_obs" in info) == ended == ("final_info" in info)
        if ended:
            assert (info["final_info"]["rewards"] == info["rewards"]).all()
    assert many.observation_space.contains(seen)


@EVERY_GAME
def test_points_may_be_the_reward(name):
    env = envs.aec(name, least(name), reward="points")
    env.reset(seed=1)
    rng = random.Random(1)
    while not env.one.over:
        env.step(rng.choice(env.one.legal))
    assert list(env.rewards.values()) == env.one.result()[0]


@EVERY_GAME
def test_what_does_not_exist_is_refused(name):
    for make in (
        lambda: envs.aec(name, 9),
        lambda: envs.aec(name, least(name), reward="gold"),
        lambda: envs.single(name, least(name), opponents="queen"),
        lambda: envs.single(name, least(name), seat=least(name)),
        lambda: envs.vector(name, least(name), games=0),
    ):
        with pytest.raises(twohalls.Unknown):
            make()
    alone = envs.single(name, least(name))
    seen, _ = alone.reset(seed=1)
    with pytest.raises(twohalls.Illegal):
        alone.step(np.int64(np.flatnonzero(seen["action_mask"] == 0)[0]))


@EVERY_GAME
def test_every_face_can_be_sent_to_another_process(name):
    for env in (envs.aec(name, least(name)), envs.single(name, least(name))):
        env.reset(seed=1)
        again = pickle.loads(pickle.dumps(env))
        assert again.one.legal == env.one.legal
    many = envs.vector(name, least(name), games=4)
    many.reset(seed=1)
    chosen = many.fast.choose(many.batch).copy()
    again = pickle.loads(pickle.dumps(many))
    assert (again.step(chosen)[0]["observation"] == many.step(chosen)[0]["observation"]).all()
