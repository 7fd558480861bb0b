"""The compiled rules are the plain rules: every choice and every state of thousands of games."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.tables import DEFAULTS, TABLES

import twohalls
from twohalls.kernel import chance
from twohalls.kernel.rules import CHANCE, OVER

GAMES_OF_EACH_TABLE = 170
CHUNKS = 2
LONGEST = 5000


@cache
def fast(name: str) -> Any:
    return twohalls.fast(name, cores=2)


def flat(values: Any) -> list[int]:
    """All the numbers of a state, in the order of its fields."""
    numbers: list[int] = []
    for value in values:
        if not isinstance(value, list):
            numbers.append(value)
        elif isinstance(value[0], list):
            for row in value:
                numbers.extend(row)
        else:
            numbers.extend(value)
    return numbers


def flat_array(states: np.ndarray) -> np.ndarray:
    fields = [states[field].reshape(len(states), -1) for field in states.dtype.names or ()]
    return np.concatenate(fields, axis=1, dtype=np.int64)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_choice_and_state_is_the_same_at_both_speeds(name, players, options, chunk):
    games = fast(name)
    game, code, rules = games.game, games.code, games.game.rules
    codes = game.option_codes(game.options(options))
    out, weights, trace = games.row(), games.row(), np.zeros(LONGEST, games.dtype)
    plain_weights = [0] * games.most_legal
    for seed in range(chunk, GAMES_OF_EACH_TABLE, CHUNKS):
        rng = chance.generator(seed)
        states = np.zeros(1, games.dtype)
        code.begin(states, 0, players, np.array(codes, np.int64))
        plain = game.new_state(players, game.options(options))
        taken, expected = 0, list[int]()
        while (who := code.whose(states, 0)) != OVER:
            assert rules.actor(plain) == who
            n = code.choices(states, 0, out)
            choices = out[:n].tolist()
            assert game.legal(plain) == choices
            if taken % 32 == 0:
                check_secrets(games, states, plain, players)
            if who == CHANCE:
                assert code.odds(states, 0, weights) == n
                assert rules.chance_weights(plain, plain_weights) == n
                assert plain_weights[:n] == weights[:n].tolist()
                action = choices[chance.draw_weighted(rng, plain_weights, n)]
            else:
                action = choices[chance.draw(rng, n)]
            code.step(states, 0, action)
            rules.apply(plain, action)
            code.duplicate(states, 0, trace, taken)
            expected += flat(plain.values())
            taken += 1
        assert rules.actor(plain) == OVER
        compiled = flat_array(trace[:taken])
        np.testing.assert_array_equal(compiled, np.reshape(expected, compiled.shape))
        assert result(games, states) == plain_result(game, plain, players)


def check_secrets(games: Any, states: np.ndarray, plain: Any, players: int) -> None:
    """Who is awaited, what a seat knows, and what may be filled in, are the same too."""
    code, rules = games.code, games.game.rules
    out, plain_out = games.row(), [0] * games.seats
    n = code.who_may(states, 0, out)
    assert rules.awaited(plain, plain_out) == n
    assert plain_out[:n] == out[:n].tolist()
    for seat in range(-1, players):
        copies, copied, rng = states.copy(), plain.copy(), chance.generator(seat + 2)
        if n > 1 and seat in plain_out[:n]:
            code.let_answer(copies, 0, seat)
            rules.ask(copied, seat)
        code.conceal(copies, 0, seat)
        rules.hide(copied, seat)
        assert games.plain(copies) == copied
        code.imagine(copies, 0, seat, np.array(rng, np.int64))
        rules.resample(copied, seat, rng)
        assert games.plain(copies) == copied


def result(games: Any, states: np.ndarray) -> tuple[list[int], list[int]]:
    points, won = np.zeros(games.seats, np.int64), np.zeros(games.seats, np.int64)
    games.code.score(states, 0, points, won)
    return points.tolist(), won.tolist()


def plain_result(game: Any, state: Any, players: int) -> tuple[list[int], list[int]]:
    points, won = [0] * game.rules.PLAYERS[1], [0] * game.rules.PLAYERS[1]
    game.rules.result(state, points, won)
    return points, won


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_one_generator_plays_the_same_random_game_at_both_speeds(name, players):
    games = fast(name)
    rules, codes = games.game.rules, np.zeros(len(games.game.rules.OPTIONS), np.int64)
    for seed in range(8):
        rng, plain = chance.generator(seed), games.game.new_state(players, games.game.options({}))
        states, numbers = np.zeros(1, games.dtype), np.array(rng, np.int64)
        games.code.begin(states, 0, players, codes)
        games.code.play_on(states, 0, numbers, games.room())
        while (who := rules.actor(plain)) != OVER:
            choices = games.game.legal(plain)
            weights = [1] * len(choices)
            if who == CHANCE:
                rules.chance_weights(plain, weights)
            choice = chance.draw_weighted(rng, weights, len(choices)) if len(choices) > 1 else 0
            rules.apply(plain, choices[choice])
        assert games.plain(states) == plain
        assert numbers.tolist() == rng
