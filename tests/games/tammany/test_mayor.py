"""Victory points, the mayor, and the offices the mayor gives."""

import itertools

import pytest
from tests.games.tammany.position import legal, player, position, refusal, say


def scores(table):
    return [player(table, seat)["score"] for seat in (1, 2, 3)]


def mayor(table):
    return table.view(None).to_json()["mayor"]


def test_a_ward_is_a_point_and_the_mayor_scores_three_more():
    table = position("year 8; 6 red de; 8 red de; 9 yellow en; vote")
    assert scores(table) == [2 + 3, 1, 0]
    assert mayor(table) == 1


def test_ward_14_is_two_points_but_one_ward():
    table = position("year 8; 14 red ie; 6 yellow de; 8 yellow de; vote")
    assert mayor(table) == 2
    assert scores(table) == [2, 2 + 3, 0]


@pytest.mark.parametrize(
    ("red", "yellow", "elected"),
    [
        ("irish=1 german=2", "italian=2", 1),
        ("irish=1 german=1", "german=2", 1),
        ("english=1 german=1", "german=2", 1),
        ("german=1 italian=1", "italian=2", 1),
        ("italian=2", "german=1 italian=1", 2),
        ("italian=1", "italian=2", 2),
    ],
)
def test_ties_are_broken_by_chips_in_all_then_irish_english_german(red, yellow, elected):
    chips = f"favors red {red} yellow {yellow}"
    table = position(
        f"year 8; 6 red en; 8 yellow en; {chips}; vote; office black=mayor; supply all=0"
    )
    assert mayor(table) == elected
    assert player(table, elected)["office"] == "mayor"


def test_ties_are_broken_among_those_still_tied_only():
    chips = "favors red irish=2 yellow irish=1 english=1 german=9 black irish=2 english=1 german=8"
    text = f"year 8; 6 red en; 8 yellow en; 9 black en; {chips}; vote; supply all=0"
    assert mayor(position(text)) == 3


def test_t16_still_tied_the_sitting_mayor_among_the_tied_stays_and_scores():
    table = position("year 8; 6 red en; 8 yellow en; office yellow=mayor; vote; supply all=0")
    assert mayor(table) == 2
    assert scores(table) == [1, 4, 0]
    assert table.awaited == (2,)


def test_t16_still_tied_the_sitting_mayor_stays_though_not_among_the_tied():
    table = position("year 8; 6 red en; 8 yellow en; office black=mayor; vote; supply all=0")
    assert mayor(table) == 3
    assert scores(table) == [1, 1, 3]
    say(table, "3 appoint 1=police 2=deputy")
    json = table.view(None).to_json()
    assert (json["first_player"], json["awaited"]) == (3, [3])


def test_t16_with_no_sitting_mayor_there_is_none_no_offices_and_the_turn_order_stays():
    table = position("year 4; first yellow; turn red; 6 red en; 7 yellow en; garden; supply all=0")
    say(table, "1 boss 6", "1 boss 6", "1 end")
    json = table.view(None).to_json()
    assert json["mayor"] is None
    assert [seen["office"] for seen in json["players"]] == [None] * 3
    assert scores(table) == [1, 1, 0]
    assert (json["year"], json["first_player"], json["awaited"]) == (5, 2, [2])


def test_nobody_having_won_any_ward_all_are_tied():
    text = "year 8; 6 red yellow en; vote; supply all=0"
    table = say(position(f"{text}; favors black irish=1"), "1 bid 6 0", "2 bid 6 0")
    assert mayor(table) == 3
    assert scores(table) == [0, 0, 3]
    assert mayor(say(position(text), "1 bid 6 0", "2 bid 6 0")) is None


def test_t17_chips_are_counted_after_the_leaders_took_theirs():
    table = position("year 8; 6 red en; 8 yellow en2; favors red irish=2; vote")
    assert mayor(table) == 2


def test_the_mayor_gives_each_other_player_exactly_one_office():
    table = position("year 8; 6 red en; vote")
    assert table.awaited == (1,)
    offices = itertools.permutations(["deputy", "police", "council", "precinct"], 2)
    assert legal(table, 1, "appoint") == {f"2={a} 3={b}" for a, b in offices}
    say(table, "1 appoint 2=precinct 3=deputy")
    assert [player(table, seat)["office"] for seat in (1, 2, 3)] == ["mayor", "precinct", "deputy"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_offices_for_every_number_of_players(players):
    table = position(f"players {players}; year 8; 6 yellow en; vote")
    assert len(legal(table, 2, "appoint")) == {3: 12, 4: 24, 5: 24}[players]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("appoint 2=police 3=police", "no office is given twice"),
        ("appoint 2=police", "each other seat gets one office"),
        ("appoint 3=police 2=deputy", "each other seat gets one office, in the order 2 3"),
        ("appoint 1=police 2=deputy 3=council", "each other seat gets one office"),
        ("appoint 2=police 3=deputy 4=council", "each other seat gets one office"),
        ("appoint 2=mayor 3=deputy", "no office “mayor” to give"),
        ("appoint 2=police 3=none", "no office “none” to give"),
        ("appoint", "each other seat gets one office"),
        ("appoint 2 police", "a=b"),
        ("end", "the mayor gives out the offices now"),
        ("boss 14", "the mayor gives out the offices now"),
    ],
)
def test_other_appointments_are_refused(line, reason):
    assert reason in refusal(position("year 8; 6 red en; vote"), f"1 {line}")


def test_all_old_offices_lapse_before_the_new_are_given():
    text = "year 8; 6 red en; vote; office red=police yellow=mayor black=deputy"
    assert [player(position(text), seat)["office"] for seat in (1, 2, 3)] == ["mayor", None, None]


def test_the_mayor_is_first_player_of_the_next_term_and_turns_stay_clockwise():
    table = say(position("year 8; 6 yellow en; vote"), "2 appoint 1=police 3=deputy")
    order = []
    for _ in range(3):
        [seat] = table.awaited
        order.append(seat)
        say(table, f"{seat} boss 6", f"{seat} boss 6", f"{seat} end")
    assert order == [2, 3, 1]
