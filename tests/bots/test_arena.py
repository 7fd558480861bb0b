"""Matches: seats rotated, shares with intervals, the same games for the same seed."""

from __future__ import annotations

import pytest

from twohalls.bots import Budget
from twohalls.bots.arena import Match, Played, as_json, picture, play_match, standings, wilson
from twohalls.kernel.errors import Unknown


def test_seats_are_rotated():
    match = Match("tammany", ("captain", "random", "random"), 3, 1, Budget(simulations=1))
    seatings = [match.seating(number) for number in range(3)]
    assert [seating.index("captain") for seating in seatings] == [0, 1, 2]


def test_the_interval_is_wilsons():
    assert wilson(0, 10) == (0.0, 0.2775)
    assert wilson(5, 10) == (0.2366, 0.7634)


def test_a_shared_win_is_a_part_of_one():
    game = Played(0, ("boss", "captain", "captain"), (10, 10, 4), (1, 2), "")
    boss, captain = standings([game])
    assert (boss.wins, boss.games, captain.wins, captain.games) == (0.5, 1, 0.5, 2)
    assert boss.mean_margin == 0
    assert captain.mean_score == 7


def test_the_same_seed_plays_the_same_games():
    match = Match("pushcart", ("boss", "captain"), 2, 7, Budget(simulations=20))
    first, again = (play_match(match, cores=1) for _ in range(2))
    assert [game.record for game in first] == [game.record for game in again]


def test_the_result_for_other_programs_has_its_fields():
    match = Match("tammany", ("random", "random", "random"), 2, 7, Budget(simulations=1))
    found = standings(play_match(match, cores=1))
    result = as_json(match, found)
    assert set(result) == {"bots", "seed", "commit", "budget"}
    assert result["budget"] == "1sims"
    assert len(result["bots"]) == 1
    fields = {"id", "games", "wins", "win_share", "interval", "mean_score", "mean_margin"}
    assert set(result["bots"][0]) == fields
    assert picture(match, found).startswith("<svg")


def test_an_unknown_opponent_or_a_wrong_number_of_them_is_refused():
    with pytest.raises(Unknown, match="there is no opponent"):
        Match("tammany", ("captain", "genius", "random"), 1, 1, Budget(simulations=1))
    with pytest.raises(Unknown, match="players"):
        Match("tammany", ("captain", "random"), 1, 1, Budget(simulations=1))
