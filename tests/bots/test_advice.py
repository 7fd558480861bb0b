"""Hints and the analysis of a finished game."""

from __future__ import annotations

import random

import pytest

import twohalls
from twohalls import bots
from twohalls.bots.advice import Judged, analyse, analysis_of, hint, whole_hundredths
from twohalls.kernel.errors import NotYourTurn


@pytest.mark.parametrize("game", twohalls.GAMES)
def test_a_hint_is_a_legal_line_with_everybodys_chances(game):
    table = twohalls.new_table(game, ["A", "B", "C"], seed=3)
    seat = table.awaited[0]
    view = table.view(seat)
    found = hint(view, bots.Budget(simulations=50), random.Random(1))
    assert found.line in view.legal
    assert found.instead in view.legal
    assert sum(found.now) == pytest.approx(1, abs=0.01)
    assert sum(found.after) == pytest.approx(1, abs=0.01)
    assert found.threatens != seat
    assert found.otherwise is not None
    if found.instead == found.line:
        assert found.otherwise == found.after[seat - 1]


def test_a_hint_is_for_the_seat_that_is_awaited():
    table = twohalls.new_table("tammany", ["A", "B", "C"], seed=3)
    with pytest.raises(NotYourTurn):
        hint(table.view(table.awaited[0] % 3 + 1), bots.Budget(simulations=1), random.Random(1))


@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2), ("pushcart", 2)])
def test_an_analysis_ends_with_the_winner_and_names_three_moments(game, players):
    table = twohalls.new_table(game, [f"Seat {n}" for n in range(players)], seed=6)
    rng = random.Random(6)
    while not table.over:
        for seat in table.awaited:
            table.submit(seat, bots.choose("heeler", table.view(seat), 1.0, rng))
    heard = []
    found = analyse(table, lambda done, of: heard.append((done, of)))
    assert len(found.chances) == len(table.lines) + 1
    assert heard[-1] == (len(table.lines), len(table.lines))
    assert table.result is not None
    assert [n for n, share in enumerate(found.chances[-1], 1) if share] == list(
        table.result.winners
    )
    assert len(found.turning) == 3
    assert list(found.turning) == sorted(found.turning)
    assert all(0 < share < 1 for chances in found.chances[:-1] for share in chances)
    assert all(mark is None or 0 <= mark <= 100 for mark in found.accuracy)
    assert {number for number, _, _ in found.better} <= set(found.turning)


def test_chances_are_whole_hundredths_that_add_up_and_never_certain():
    assert whole_hundredths([1.0, 0.0, 0.0]) == (0.98, 0.01, 0.01)
    assert whole_hundredths([1 / 3, 1 / 3, 1 / 3]) == (0.34, 0.33, 0.33)
    assert whole_hundredths([0.504, 0.301, 0.195]) == (0.5, 0.3, 0.2)


def test_accuracy_is_100_for_who_lost_nothing_and_none_for_who_had_no_choice():
    chances = (0.4, 0.3, 0.3)
    judged = [
        Judged(chances),
        Judged(chances, 1, "boss 1", 0.4, 0.4),
        Judged(chances, 2, "boss 2", 0.4, 0.3),
    ]
    assert analysis_of(judged).accuracy == (100, 64, None)


def test_a_turning_point_names_the_better_line_and_its_chance():
    judged = [
        Judged((0.5, 0.5)),
        Judged((0.2, 0.8), 1, "boss 1", 0.5, 0.2),
    ]
    assert analysis_of(judged).better == ((1, "boss 1", 0.5),)
