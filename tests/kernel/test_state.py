"""States that are equal, copied, and told apart."""

import random

import pytest
from tests.tables import DEFAULTS

import twohalls
from twohalls.kernel.state import State, state_class


def states_of(name: str, players: int) -> list[State]:
    """Those of a game of random lines, each line once."""
    rng = random.Random(players)
    table = twohalls.new_table(name, ["N"] * players, seed=players)
    found = []
    while not table.over:
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal))
        found.append(table.state_at(len(table.lines)))
    return found


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_equal_states_have_equal_keys_and_others_have_others(name: str, players: int) -> None:
    states = states_of(name, players)
    assert len({state.key() for state in states}) == len({s.fingerprint() for s in states})
    assert all(state.key() == state.copy().key() for state in states)


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_nothing_that_is_done_to_a_copy_is_done_to_the_state(name: str, players: int) -> None:
    for state in states_of(name, players)[::10]:
        before, copy = state.fingerprint(), state.copy()
        for field, (shape, _) in state.FIELDS.items():
            if not shape:
                setattr(copy, field, 99)
            elif len(shape) == 1:
                getattr(copy, field)[0] = 99
            else:
                getattr(copy, field)[0][0] = 99
        assert state.fingerprint() == before != copy.fingerprint()


def test_a_field_may_be_as_deep_as_a_game_likes() -> None:
    kind = state_class({"deep": ((2, 3, 2), "i1"), "count": ((), "i1")})
    state = kind()
    other = state.copy()
    other.deep[1][2][0] = 7
    assert state.deep[1][2][0] == 0
    assert state.key() != other.key() == kind.of(other.values()).key()
