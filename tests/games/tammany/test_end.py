"""The end of the game: last points, and who wins."""

import pytest
from tests.games.tammany.position import player, position, say

LAST = "year 16; bag; garden; supply all=0; slander red=0 yellow=0 black=0"


def test_no_offices_are_given_after_the_last_election():
    table = position(f"{LAST}; 6 red en; vote")
    assert table.over
    assert table.awaited == ()


def test_the_most_chips_of_each_colour_score_two_for_everyone_who_has_them():
    chips = "favors red irish=2 english=1 german=1 yellow irish=2 english=3 black german=4"
    table = position(f"{LAST}; {chips}; vote")
    assert table.result is not None
    # Yellow has five chips in all, the most of those who tied with no ward at all.
    assert table.result.scores == (2, 2 + 2 + 3, 2)


def test_t18_the_most_chips_are_at_least_one():
    table = position(f"{LAST}; favors red irish=1; vote")
    assert table.result is not None
    assert table.result.scores == (2 + 3, 0, 0)


def test_every_unused_slander_chip_scores_one():
    table = position("year 16; 6 red en; vote; slander red=3 yellow=2 black=0; supply all=0")
    assert table.result is not None
    assert table.result.scores == (1 + 3 + 3, 2, 0)


def test_most_points_wins():
    table = position(f"{LAST}; 6 red en; score yellow=9; vote")
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ((4, 9, 0), (2,))


@pytest.mark.parametrize(
    ("yellow", "black", "winners"),
    [
        # Red has the most wards and with them the mayor's points; yellow and black are ahead.
        ("irish=1 german=2", "irish=1 german=1", (2,)),
        ("irish=1 english=1 german=2", "irish=1 english=1 german=1 italian=1", (2,)),
        ("irish=1 italian=1", "irish=1 german=1", (3,)),
        ("irish=2 english=1", "irish=1 english=1 german=1", (2,)),
    ],
)
def test_ties_are_broken_as_for_the_mayor(yellow, black, winners):
    chips = f"favors red irish=9 english=9 german=9 italian=9 yellow {yellow} black {black}"
    table = position(f"{LAST}; 6 red en; score yellow=50 black=50; {chips}; vote")
    assert table.result is not None
    assert table.result.scores[1] == table.result.scores[2] == 50
    assert table.result.winners == winners


def test_still_tied_the_mayor_of_the_fourth_election_wins_if_among_the_tied():
    table = position(f"{LAST}; 6 red en; score yellow=4; vote")
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ((4, 4, 0), (1,))


def test_t16_a_mayor_who_stays_counts_as_mayor_of_the_fourth_election():
    table = position(f"{LAST}; office yellow=mayor; score red=3; vote")
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ((3, 3, 0), (2,))


def test_t19_otherwise_the_tied_players_share_the_win():
    table = position(f"{LAST}; 6 red en; score yellow=9 black=9; vote")
    assert table.result is not None
    assert table.result.winners == (2, 3)
    assert table.record().endswith("score 4 9 9\nwinner 2 3\n")


def test_t19_without_any_mayor_the_tied_players_share_the_win():
    table = position(f"{LAST}; vote")
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ((0, 0, 0), (1, 2, 3))


def test_nothing_can_be_said_after_the_end():
    table = position(f"{LAST}; 6 red yellow en; vote")
    say(table, "1 bid 6 0", "2 bid 6 0")
    assert table.over
    assert all(table.view(seat).legal == [] for seat in (1, 2, 3))
    assert player(table, 1)["seat"] == 1
