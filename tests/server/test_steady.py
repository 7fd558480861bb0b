"""A clock that jumped moves for nobody."""

from __future__ import annotations

import pytest
from tests.server.days import DAY, HOUR, Clock, Friend, look, settled

from twohalls.server.steady import Steady


class Both:
    """A clock on the wall, and one that only ever runs."""

    def __init__(self) -> None:
        self.wall, self.ran = 1_800_000_000.0, 500.0
        self.steady = Steady(lambda: self.wall, HOUR, lambda: self.ran)

    def pass_by(self, seconds: float) -> float:
        self.wall += seconds
        self.ran += seconds
        return self.steady()


def test_a_clock_that_goes_steadily_is_believed():
    both = Both()
    for _ in range(50):
        assert both.pass_by(HOUR) == both.wall


def test_a_clock_that_is_set_right_a_little_is_believed():
    both = Both()
    both.wall += 20
    assert both.pass_by(1) == both.wall


@pytest.mark.parametrize("jump", [30 * DAY, -30 * DAY])
def test_a_jump_is_believed_only_after_an_hour(jump):
    both = Both()
    before = both.pass_by(10)
    both.wall += jump
    for passed in range(1, 60):
        assert both.pass_by(60) == before + passed * 60
    both.pass_by(120)
    assert both.steady() == both.wall


def test_a_jump_that_is_taken_back_changes_nothing():
    both = Both()
    both.wall += 30 * DAY
    both.pass_by(HOUR - 60)
    both.wall -= 30 * DAY
    assert both.pass_by(60) == both.wall


def test_a_clock_that_jumps_on_and_on_is_never_believed():
    both = Both()
    before = both.steady()
    for passed in range(1, 50):
        both.wall += DAY
        assert both.pass_by(HOUR) == before + passed * HOUR


def test_nobody_is_moved_for_when_the_clock_jumps(make_client):
    clock = Clock()
    client = make_client(clock=clock, look_at_clocks=1e9, steady=3600.0)
    form = {f"kind.{n}": "open" for n in (1, 2, 3)} | {"clock": 2 * DAY, "stand_in": "random"}
    path = Friend(client).post("/new/tammany", **form).url.path
    id = path.rpartition("/")[2]
    before = settled(client, id).table.version
    clock.later(300 * DAY)
    look(client)
    assert settled(client, id).table.version == before
