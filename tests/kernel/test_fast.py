"""Games by the thousand: one decision in each, what is known of them, and what is refused."""

import pickle
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.tables import DEFAULTS

import twohalls
from twohalls.kernel import sets
from twohalls.kernel.fast import WAIT, FastGame
from twohalls.kernel.rules import CHANCE

EVERY_GAME = pytest.mark.parametrize("name", twohalls.GAMES)
EVERY_SIZE = pytest.mark.parametrize(("name", "players"), DEFAULTS)


@cache
def fast(name: str, cores: int = 2) -> FastGame:
    return twohalls.fast(name, cores=cores)


@EVERY_SIZE
def test_batches_are_the_same_games_on_one_core_and_on_two(name, players):
    one, two = (fast(name, cores).play(400, players, seed=7) for cores in (1, 2))
    assert [array.tolist() for array in one] == [array.tolist() for array in two]
    assert (one[1].sum(axis=1) >= 1).all()


@EVERY_SIZE
def test_a_game_goes_the_same_way_however_games_are_grouped(name, players):
    whole = fast(name).new(300, players, seed=7)
    alone = fast(name, 1).new(300, players, seed=7)
    fast(name).walk(whole, 60, restart=True)
    for _ in range(60):
        fast(name, 1).step(alone, fast(name, 1).choose(alone), restart=True)
    assert whole.states.tobytes() == alone.states.tobytes()
    assert whole.games.rngs.tobytes() == alone.games.rngs.tobytes()


@EVERY_SIZE
def test_a_batch_tells_of_each_game_who_decides_and_what_may_be_done(name, players):
    games = fast(name)
    batch = games.new(20, players, seed=7)
    for _ in range(40):
        bits = np.unpackbits(batch.packed.view(np.uint8), axis=1, bitorder="little")
        for i in range(len(batch)):
            state = games.plain(batch.states, i)
            legal = games.game.legal(state)
            assert games.game.rules.actor(state) == batch.actors[i]
            assert legal == batch.legal[i, : batch.counts[i]].tolist()
            assert sorted(legal) == np.flatnonzero(batch.mask[i]).tolist()
            assert sorted(legal) == np.flatnonzero(bits[i]).tolist()
        games.step(batch, games.choose(batch))


@EVERY_SIZE
def test_many_runs_of_actions_are_kept_as_well_as_few(name, players):
    games = fast(name)
    batch = games.new(300, players, seed=7)
    for _ in range(300):
        runs = batch.sets[:, -1]
        if runs.max() > sets.FEW:
            break
        games.walk(batch, 1, restart=True)
    assert runs.max() > sets.FEW
    for i in (int(runs.argmin()), int(runs.argmax())):
        legal = games.game.legal(games.plain(batch.states, i))
        assert legal == batch.legal[i, : batch.counts[i]].tolist()


@EVERY_SIZE
def test_what_is_chosen_by_chance_does_not_depend_on_what_was_asked_before(name, players):
    games = fast(name)
    batch = games.new(300, players, seed=7)
    games.walk(batch, 40)
    twin = batch.copy()
    _ = twin.packed
    assert games.choose(batch).tolist() == games.choose(twin).tolist()
    assert batch.games.rngs.tobytes() == twin.games.rngs.tobytes()


@EVERY_GAME
def test_the_arrays_of_a_batch_are_its_own_and_stay_in_place(name):
    games = fast(name)
    batch = games.new(8, games.game.players[-1], seed=7)
    before = [batch.actors, batch.legal, batch.mask, batch.packed.base, games.observe(batch)]
    games.walk(batch, 9)
    after = [batch.actors, batch.legal, batch.mask, batch.packed.base, games.observe(batch)]
    assert all(one is other for one, other in zip(before, after, strict=True))


@EVERY_SIZE
def test_a_game_that_ends_leaves_its_result_and_begins_anew_where_asked(name, players):
    games = fast(name)
    lasting, renewed = games.new(6, players, seed=7), games.new(6, players, seed=7)
    games.walk(lasting, 9999)
    assert lasting.over.all()
    points, won = games.result(lasting)
    assert (lasting.points == points).all()
    assert (lasting.won == won).all()
    ended = np.zeros(6, bool)
    while not ended.all():
        games.step(renewed, games.choose(renewed), restart=True)
        first = renewed.over & ~ended
        assert (renewed.points[first] == points[first]).all()
        assert (renewed.won[first] == won[first]).all()
        assert (renewed.actors >= 0).all()
        ended |= first


@EVERY_SIZE
def test_one_game_steps_like_a_game_of_a_batch(name, players):
    games = fast(name)
    one = games.one(players, seed=7)
    twin = one.copy()
    for _ in range(80):
        if one.over:
            one.reset(8)
            twin.reset(8)
        assert one.actor >= 0
        assert np.flatnonzero(one.mask).tolist() == sorted(one.legal)
        action = one.legal[len(one.legal) // 2]
        assert one.words(action)
        one.step(action)
        twin.step(action)
    assert one.states.tobytes() == twin.states.tobytes()
    assert games.plain(one.states) == games.plain(twin.states)


@EVERY_SIZE
def test_explicit_chance_is_an_actor_with_odds(name, players):
    one = fast(name).one(players, seed=7, explicit_chance=True)
    drawn = 0
    for _ in range(60):
        if one.over:
            one.reset(8)
        if one.actor == CHANCE:
            assert len(one.odds) == len(one.legal)
            assert sum(one.odds) == pytest.approx(1)
            drawn += 1
        one.step(one.legal[0])
    assert drawn > 3
    while one.actor == CHANCE:
        one.step(one.legal[0])
    with pytest.raises(twohalls.Unknown):
        _ = one.odds


@EVERY_GAME
def test_everything_can_be_sent_to_another_process(name):
    games = fast(name)
    batch = games.new(20, games.game.players[0], seed=7)
    one = games.one(games.game.players[0], seed=7)
    games.walk(batch, 5)
    again, other, single = pickle.loads(pickle.dumps((games, batch, one)))
    again.walk(other, 9)
    games.walk(batch, 9)
    assert other.states.tobytes() == batch.states.tobytes()
    assert single.legal == one.legal
    # By this very object compiled functions know a state at once.
    for states in (other.states, single.states, one.copy().states, batch.copy().states):
        assert states.dtype is games.dtype
    assert twohalls.fast(name).dtype is games.dtype


@EVERY_GAME
def test_a_game_with_a_seed_of_its_own_is_the_same_alone(name):
    games = fast(name)
    players = games.game.players[0]
    batch = games.new(3, players, seed=[5, None, 6])
    games.step(batch, batch.legal[:, 0])
    for i, seed in ((0, 5), (2, 6)):
        one = games.one(players, seed=seed)
        one.step(one.legal[0])
        assert one.states.tobytes() == batch.states[i].tobytes()
        assert one.copy().play() == one.play()
        assert one.over


@EVERY_GAME
def test_actions_may_lie_in_any_array_of_whole_numbers(name):
    games = fast(name)
    batch = games.new(4, games.game.players[0], seed=7)
    actions = games.choose(batch).copy()
    locked = actions.copy()
    locked.setflags(write=False)
    ways = [batch.copy() for _ in range(5)]
    kinds = (actions, locked, actions.tolist(), actions.astype(">i2"), np.repeat(actions, 2)[::2])
    for way, kind in zip(ways, kinds, strict=True):
        games.step(way, kind)
        assert way.states.tobytes() == ways[0].states.tobytes()


@EVERY_GAME
def test_a_copy_of_a_batch_goes_on_by_itself(name):
    games = fast(name)
    batch = games.new(20, games.game.players[0], seed=7)
    before = batch.states.tobytes()
    games.walk(batch.copy(), 9)
    assert batch.states.tobytes() == before


@EVERY_GAME
def test_a_game_that_waits_is_left_as_it_is(name):
    games = fast(name)
    batch = games.new(4, games.game.players[0], seed=7)
    before = batch.states.copy()
    actions = games.choose(batch).copy()
    actions[2] = WAIT
    games.step(batch, actions)
    assert (batch.states == before).tolist() == [False, False, True, False]


# --- What is refused ---------------------------------------------------------------------------


@EVERY_GAME
def test_a_fast_game_is_for_as_many_players_as_the_game_takes(name):
    games = fast(name)
    for players in (0, games.game.players[-1] + 1, -1, 1000):
        with pytest.raises(twohalls.Unknown):
            games.new(1, players)
    with pytest.raises(twohalls.Unknown):
        games.new(1, games.game.players[0], {"luck": "more"})
    anything: Any = "luck"
    for ask in (games.new, games.play):
        with pytest.raises(twohalls.Malformed, match="options are choices by their names"):
            ask(1, games.game.players[0], anything)
    with pytest.raises(twohalls.Malformed, match="seeds are one for each of the 3 games"):
        games.new(3, games.game.players[0], seed=[1, 2])


@EVERY_GAME
@pytest.mark.parametrize("n", [0, -1])
def test_a_batch_of_no_games_is_refused(name, n):
    with pytest.raises(twohalls.Unknown, match="games: a whole number from 1 on"):
        fast(name).new(n, fast(name).game.players[0])


@EVERY_GAME
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (None, "one for each of the 4 games"),
        ([[1], [1, 2]], "one for each of the 4 games"),
        (["a"] * 4, "whole numbers, not <U1"),
        (np.zeros(4), "whole numbers, not float64"),
        (np.zeros(3, np.int64), "one for each of the 4 games"),
        (np.zeros((4, 1), np.int64), "one for each of the 4 games"),
        (np.array([0, 0, -2, 0]), "game 2: actions are from 0"),
        (np.array([0, 9999, 0, 0]), "not 9999"),
    ],
)
@pytest.mark.parametrize("check", [True, False])
def test_actions_of_the_wrong_type_length_or_range_change_nothing(name, wrong, sentence, check):
    games = fast(name)
    batch = games.new(4, games.game.players[0], seed=7)
    before = batch.states.tobytes()
    with pytest.raises(twohalls.TwoHallsError, match=sentence):
        games.step(batch, wrong, check=check)
    assert batch.states.tobytes() == before


@EVERY_GAME
@pytest.mark.parametrize("known", ["nothing", "mask", "packed"])
def test_an_illegal_action_is_refused_in_words_and_changes_nothing(name, known):
    games = fast(name)
    batch = games.new(300, games.game.players[0], seed=7)
    games.walk(batch, 11)
    actions = games.choose(batch).copy()
    actions[207] = int(np.flatnonzero(batch.mask[207] == 0)[0])
    batch.forget()
    _ = getattr(batch, known, None)
    before = batch.states.tobytes()
    said = games.words(batch, 207, actions[207])
    with pytest.raises(twohalls.Illegal) as refused:
        games.step(batch, actions)
    for part in (games.game.title, "game 207", f"action {actions[207]}", f"“{said}”"):
        assert part in str(refused.value)
    assert batch.states.tobytes() == before


@EVERY_GAME
def test_one_game_refuses_what_is_not_legal(name):
    one = fast(name).one(fast(name).game.players[0], seed=7)
    illegal = int(np.flatnonzero(one.mask == 0)[0])
    before = one.states.tobytes()
    with pytest.raises(twohalls.Illegal, match=f"action {illegal}"):
        one.step(illegal)
    for action in (-1, 9999):
        with pytest.raises(twohalls.Unknown):
            one.step(action)
    with pytest.raises(twohalls.Unknown, match="not 9999"):
        one.words(9999)
    anything: Any
    for anything in (1.5, "1", None, True):
        with pytest.raises(twohalls.Malformed, match="an action is a whole number"):
            one.step(anything)
    for anything in (-1, 9, 0.5, "0"):
        with pytest.raises(twohalls.Unknown, match="no seat"):
            one.hidden(anything)
    assert one.states.tobytes() == before


@EVERY_GAME
def test_numbers_of_cores_games_players_and_seeds_are_whole_and_not_too_small(name):
    games: Any = fast(name)
    players = games.game.players[0]
    for ask, sentence in (
        (lambda: twohalls.fast(name, cores=0), "cores: a whole number from 1 on, not 0"),
        (lambda: games.new(2.5, players), "games: a whole number from 1 on, not 2.5"),
        (lambda: games.new(2, str(players)), f"players: a whole number from 0 on, not {players}"),
        (lambda: games.new(2, players, seed=-1), "seed: a whole number from 0 on, not -1"),
        (lambda: games.play(2, players, seed="x"), "seed: a whole number from 0 on, not x"),
        (lambda: games.one(players, seed=-1), "seed: a whole number from 0 on, not -1"),
        (lambda: games.one(players, seed=True), "seed: a whole number from 0 on, not True"),
        (lambda: games.walk(games.new(2, players), -1), "steps: a whole number from 0 on, not -1"),
    ):
        with pytest.raises(twohalls.Unknown, match=sentence):
            ask()


@EVERY_GAME
def test_seats_that_do_not_exist_are_refused(name):
    games = fast(name)
    batch = games.new(2, games.game.players[0], seed=7)
    for seats in ([0, 9], [-1, 0], [0], [0.0, 1.0]):
        for look in (games.hidden, games.observe):
            with pytest.raises(twohalls.TwoHallsError, match="seats"):
                look(batch, seats=np.array(seats))


def test_a_batch_of_another_game_is_refused():
    batch = fast("tammany").new(2, 3, seed=7)
    with pytest.raises(twohalls.Unknown, match="Tammany Hall"):
        fast("cityhall").choose(batch)
    anything: Any = batch.states
    with pytest.raises(twohalls.Malformed, match="what `new` gives, not ndarray"):
        fast("tammany").choose(anything)


@EVERY_GAME
def test_every_action_has_words_wherever_it_is_asked_for(name):
    games = fast(name)
    batch = games.new(2, games.game.players[0], seed=7)
    for _ in range(6):
        said = [games.words(batch, 0, action) for action in range(games.actions)]
        assert all(said)
        games.walk(batch, 30)
