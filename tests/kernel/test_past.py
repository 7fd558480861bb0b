"""A moment of the past, as a seat may see it now."""

import random

import pytest
from tests.tables import DEFAULTS, half_way, new_table, play_on

from twohalls.kernel.errors import Unknown


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_the_past_of_a_running_game_is_what_was_seen_then(name, players):
    table = new_table(name, players)
    seen = []
    for _ in range(half_way(name, players, 40)):
        views = {seat: table.view(seat) for seat in (None, *table.seats)}
        seen.append((len(table.lines), views))
        play_on(table, random.Random(len(seen)), 1)
    for at, views in seen:
        for seat, then in views.items():
            past = table.past(at, seat)
            assert past.lines == then.lines
            shown, was = past.to_json(), then.to_json()
            assert {**shown, "version": 0, "awaited": [], "answer": None} == {
                **was,
                "version": 0,
                "awaited": [],
                "answer": None,
            }


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_nothing_can_be_done_in_the_past(name, players):
    table = new_table(name, players)
    play_on(table, random.Random(1), 20)
    before = table.record()
    for at in range(len(table.lines) + 1):
        for seat in table.seats:
            view = table.past(at, seat)
            assert view.legal == []
            assert not view.can_undo
            assert view.answer is None
    assert table.record() == before


def test_all_is_told_of_a_game_that_is_over():
    table = new_table("cityhall", 3)
    play_on(table, random.Random(1))
    at = next(n for n, line in enumerate(table.lines) if line.text.startswith("return ")) + 1
    view = table.past(at, None)
    assert "return ?" not in " ".join(view.lines)
    assert all(player["influence"] is not None for player in view.to_json()["players"])
    assert not view.over


def test_a_running_game_keeps_its_secrets_in_its_past():
    table = new_table("cityhall", 3)
    play_on(table, random.Random(1), 20)
    view = table.past(len(table.lines), 1)
    assert [player["money"] is None for player in view.to_json()["players"]] == [False, True, True]
    hidden = [line for line in view.lines if line.endswith("return ?")]
    assert len(hidden) == 2
    assert table.past(len(table.lines), 1, everything=True).all_is_told


@pytest.mark.parametrize("at", [-1, 10_000])
def test_there_is_no_moment_before_the_first_and_after_the_last(at):
    with pytest.raises(Unknown):
        new_table("tammany", 3).past(at, None)
