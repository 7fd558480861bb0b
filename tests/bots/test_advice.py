"""Hints and the analysis of a finished game."""

from __future__ import annotations

import random

import pytest

import twohalls
from twohalls import bots
from twohalls.bots.advice import analyse, hint
from twohalls.kernel.errors import NotYourTurn


def test_a_hint_is_a_legal_line_with_everybodys_chances():
    table = twohalls.new_table("tammany", ["A", "B", "C"], seed=3)
    seat = table.awaited[0]
    view = table.view(seat)
    found = hint(view, bots.Budget(simulations=50), random.Random(1))
    assert found.line in view.legal
    assert found.instead in view.legal
    assert sum(found.now) == pytest.approx(1, abs=0.01)
    assert sum(found.after) == pytest.approx(1, abs=0.01)
    assert found.threatens != seat


def test_a_hint_is_for_the_seat_that_is_awaited():
    table = twohalls.new_table("tammany", ["A", "B", "C"], seed=3)
    with pytest.raises(NotYourTurn):
        hint(table.view(table.awaited[0] % 3 + 1), bots.Budget(simulations=1), random.Random(1))


@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2)])
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
