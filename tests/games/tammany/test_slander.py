"""Slander, and its spread to a second ward."""

from tests.games.tammany.position import legal, player, position, refusal, say, ward

WORKED_EXAMPLE = (
    "year 9; favors red german=3; "
    "8 red2 yellow2 de; 14 red yellow de ie; 5 red yellow en; 10 red yellow de"
)


def test_the_worked_example_of_slander():
    table = say(position(WORKED_EXAMPLE), "1 slander 2 8 german")
    assert player(table, 1)["slander_chips"] == 2
    assert player(table, 1)["favors"]["german"] == 2
    assert ward(table, 8)["bosses"] == {"1": 2, "2": 1}
    assert legal(table, 1, "spread") == {"14"}
    assert refusal(table, "1 spread 5") == "there is no german cube in ward 5"
    assert refusal(table, "1 spread 10") == "wards 8 and 10 are not adjacent"
    say(table, "1 spread 14")
    assert player(table, 1)["slander_chips"] == 2
    assert player(table, 1)["favors"]["german"] == 0
    assert ward(table, 14)["bosses"] == {"1": 1}


def test_the_boss_returns_to_its_owner_and_the_chips_to_the_supply():
    table = position(WORKED_EXAMPLE)
    before = player(table, 2)["bosses_left"]
    say(table, "1 slander 2 8 german", "1 spread 14")
    assert player(table, 2)["bosses_left"] == before + 2
    assert table.view(None).to_json()["supply"]["german"] == 35


def test_both_need_a_boss_in_the_ward():
    table = position("favors red german=3; 8 red de; 14 yellow de; 6 red yellow de")
    assert legal(table, 1, "slander") == {"2 6 german"}
    assert refusal(table, "1 slander 2 8 german") == "both of you need a boss in ward 8"
    assert refusal(table, "1 slander 2 14 german") == "both of you need a boss in ward 14"


def test_the_colour_of_the_chip_matches_a_cube_in_the_ward():
    table = position("favors red german=1 irish=1; 8 red yellow de it")
    assert legal(table, 1, "slander") == {"2 8 german"}
    assert refusal(table, "1 slander 2 8 irish") == "there is no irish cube in ward 8"
    assert refusal(table, "1 slander 2 8 italian") == "price in italian chips: 1"


def test_slander_is_against_an_opponent_at_the_table():
    table = position("favors red german=3; 8 red2 yellow de")
    reason = "only another player at the table can be slandered"
    assert refusal(table, "1 slander 1 8 german") == reason
    assert refusal(table, "1 slander 4 8 german") == reason
    assert refusal(table, "1 slander 3 8 german") == "both of you need a boss in ward 8"


def test_t21_each_player_slanders_once_a_term_and_not_instead_of_another():
    text = "favors red german=3; 8 red yellow2 de"
    table = say(position(text), "1 slander 2 8 german")
    assert refusal(table, "1 slander 2 8 german") == "you have already slandered this term"
    table = position(f"{text}; slandered red; year 6")
    assert not legal(table, 1, "slander")
    assert legal(position(f"{text}; slandered yellow"), 1, "slander")


def test_t21_in_the_next_term_everybody_may_slander_again():
    table = position("year 8; slandered red; 6 red2 yellow2 de2; vote; favors red german=3")
    say(table, "1 bid 6 german=1", "2 bid 6 0", "1 appoint 2=police 3=deputy")
    say(table, "1 boss 1", "1 boss 1", "1 end", "2 boss 6", "2 boss 6", "2 end")
    say(table, "3 boss 1", "3 boss 1", "3 end")
    assert "2 6 german" in legal(table, 1, "slander")


def test_t21_in_the_next_term_everybody_may_slander_again_though_no_mayor_was_found():
    table = position(
        "year 8; slandered red; 6 red yellow de; vote; favors red german=3 yellow german=3"
    )
    say(table, "1 bid 6 german=1", "2 bid 6 german=1")
    say(table, "1 boss 6", "1 boss 6", "1 end", "2 boss 6", "2 boss 6", "2 end")
    say(table, "3 boss 1", "3 boss 1", "3 end")
    assert "2 6 german" in legal(table, 1, "slander")


def test_no_slander_without_a_slander_chip():
    assert not legal(position("favors red german=3; 8 red yellow de; slander red=0"), 1, "slander")


def test_slander_is_not_compulsory_nor_is_its_spread():
    say(position(WORKED_EXAMPLE), "1 boss 1", "1 boss 1", "1 end")
    say(position(WORKED_EXAMPLE), "1 boss 1", "1 boss 1", "1 slander 2 8 german", "1 end")


def test_t8_the_spread_costs_two_more_chips_of_the_same_colour():
    few = WORKED_EXAMPLE.replace("german=3", "german=2 irish=5")
    table = say(position(few), "1 slander 2 8 german")
    assert not legal(table, 1, "spread")
    assert refusal(table, "1 spread 14") == "there is no slander to spread"


def test_t8_the_spread_is_against_the_same_opponent():
    table = position("favors red german=3; 8 red yellow de; 14 red black de")
    say(table, "1 slander 2 8 german")
    assert not legal(table, 1, "spread")


def test_t8_the_spread_goes_to_an_adjacent_ward_not_to_the_first():
    table = position("favors red german=3; 8 red yellow2 de; 14 red yellow de; 9 red yellow de")
    say(table, "1 slander 2 8 german")
    assert legal(table, 1, "spread") == {"14", "9"}
    assert refusal(table, "1 spread 8") == "wards 8 and 8 are not adjacent"


def test_t8_the_spread_is_once_only():
    table = position("favors red german=9; 8 red yellow de; 14 red yellow2 de; 9 red yellow de")
    say(table, "1 slander 2 8 german", "1 spread 14")
    assert refusal(table, "1 spread 9") == "there is no slander to spread"


def test_t8_the_slanderer_needs_a_boss_in_the_second_ward_too():
    table = position("favors red german=3; 8 red yellow de; 14 yellow de")
    say(table, "1 slander 2 8 german")
    assert not legal(table, 1, "spread")
