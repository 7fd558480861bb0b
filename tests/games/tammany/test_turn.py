"""A turn: placing pieces, and ending it."""

import pytest
from tests.games.tammany.position import legal, player, position, refusal, say, ward

import twohalls


def test_two_bosses_go_to_the_same_ward_or_to_different_ones():
    table = say(position(""), "1 boss 14", "1 boss 14")
    assert ward(table, 14)["bosses"] == {"1": 2}
    table = say(position(""), "1 boss 14", "1 boss 1")
    assert ward(table, 14)["bosses"] == ward(table, 1)["bosses"] == {"1": 1}
    assert player(table, 1)["bosses_left"] == 17


@pytest.mark.parametrize(
    "lines", [("1 boss 14", "1 cube german 6"), ("1 cube german 6", "1 boss 14")]
)
def test_a_boss_and_a_cube_go_in_either_order_and_the_cube_brings_its_chip(lines):
    table = say(position("garden de it; 6 ie"), *lines)
    assert ward(table, 6)["cubes"] == {"irish": 1, "german": 1}
    assert ward(table, 14)["bosses"] == {"1": 1}
    assert player(table, 1)["favors"]["german"] == 1
    json = table.view(None).to_json()
    assert json["garden"]["german"] == 0
    assert json["supply"]["german"] == 34


def test_never_two_cubes():
    table = say(position("garden de2"), "1 cube german 6")
    assert refusal(table, "1 cube german 6") == "one cube a turn: the second piece is a boss"


def test_never_three_pieces():
    table = say(position(""), "1 boss 14", "1 boss 14")
    assert refusal(table, "1 boss 14") == "you have already placed your pieces this turn"
    assert refusal(table, "1 cube german 14") == "you have already placed your pieces this turn"


def test_only_cubes_of_castle_garden_are_placed():
    table = position("garden de")
    assert refusal(table, "1 cube irish 6") == "there is no irish cube in Castle Garden"
    assert legal(table, 1, "cube") == {f"german {w}" for w in (1, 2, 4, 7, 6, 14, 9, 15, 8, 5, 3)}


def test_pieces_go_only_into_active_wards():
    table = position("year 1")
    assert legal(table, 1, "boss") == {"1", "2", "4", "7", "6", "14"}
    assert refusal(table, "1 boss 9") == "ward 9 is not in play yet"
    assert refusal(table, "1 cube irish 17") == "ward 17 is not in play yet"


def test_pieces_do_not_go_into_a_locked_ward():
    for locks in ("all", "placing"):
        table = position(f"locks {locks}; 14 de locked")
        assert "14" not in legal(table, 1, "boss")
        assert refusal(table, "1 boss 14") == "ward 14 is locked"
        assert refusal(table, "1 cube german 14") == "ward 14 is locked"


def test_there_is_no_ward_12():
    assert refusal(position(""), "1 boss 12") == "there is no ward “12”"


def test_placing_is_a_must():
    assert refusal(position(""), "1 end") == "place your pieces before you end the turn"
    table = say(position(""), "1 boss 14")
    assert refusal(table, "1 end") == "finish placing first: a second piece is due"


def test_t3_nothing_slips_between_the_two_pieces_of_a_placement():
    text = "office red=deputy; favors red german=3; 8 red yellow de; 14 red yellow de"
    for piece in ("1 boss 8", "1 cube german 8"):
        table = say(position(text), piece)
        due = "finish placing first: a second piece is due"
        assert refusal(table, "1 favor irish") == due
        assert refusal(table, "1 slander 2 8 german") == due
        assert {line.split()[0] for line in table.view(1).legal} <= {"boss", "cube"}


@pytest.mark.parametrize(
    "lines",
    [
        ("1 favor irish", "1 slander 2 8 german", "1 spread 14", "1 boss 1", "1 boss 1"),
        ("1 slander 2 8 german", "1 favor irish", "1 boss 1", "1 cube irish 2"),
        ("1 boss 1", "1 boss 1", "1 slander 2 8 german", "1 spread 14", "1 favor irish"),
        ("1 cube irish 1", "1 boss 1", "1 favor irish", "1 slander 2 8 german"),
        ("1 favor irish", "1 boss 1", "1 boss 1", "1 slander 2 8 german"),
        ("1 slander 2 8 german", "1 boss 1", "1 boss 1", "1 favor irish"),
    ],
)
def test_t3_the_three_things_go_in_any_order(lines):
    text = "office red=deputy; favors red german=3; 8 red yellow de; 14 red yellow de"
    say(position(text), *lines, "1 end")


@pytest.mark.parametrize("other", ["favor irish", "boss 1"])
def test_t3_a_slander_is_finished_before_the_next_thing_begins(other):
    text = "office red=deputy; favors red german=3; 8 red yellow de; 14 red yellow de"
    table = say(position(text), "1 slander 2 8 german", f"1 {other}")
    if other == "boss 1":
        say(table, "1 boss 1")
    assert refusal(table, "1 spread 14") == "there is no slander to spread"


def test_t4_the_last_boss_goes_with_a_cube_as_long_as_castle_garden_has_one():
    text = "14 red18 ie; garden de2"
    table = say(position(text), "1 boss 1")
    assert player(table, 1)["bosses_left"] == 0
    assert refusal(table, "1 boss 1") == "you have no boss left to place"
    assert refusal(table, "1 end") == "finish placing first: a second piece is due"
    assert legal(table, 1, "cube")
    say(position(text), "1 boss 1", "1 cube german 1", "1 end")
    say(position(text), "1 cube german 1", "1 boss 1", "1 end")


def test_t4_the_last_boss_goes_alone_when_castle_garden_is_empty():
    table = say(position("14 red18 ie; garden; bag"), "1 boss 1")
    assert refusal(table, "1 boss 1") == "you have already placed your pieces this turn"
    say(table, "1 end")


def test_t4_with_the_last_boss_in_hand_a_cube_does_not_go_alone():
    table = say(position("14 red18 ie; garden de2"), "1 cube german 1")
    assert refusal(table, "1 end") == "finish placing first: a second piece is due"


def test_t4_nothing_is_begun_between_the_last_boss_and_its_cube():
    table = say(position("14 red17 ie; garden de2; office red=deputy"), "1 boss 1")
    assert refusal(table, "1 favor irish") == "finish placing first: a second piece is due"
    say(table, "1 cube german 1", "1 favor irish", "1 end")


def test_t4_without_a_boss_a_cube_goes_alone_and_must():
    table = position("14 red19 ie; garden de2")
    assert refusal(table, "1 end") == "place your pieces before you end the turn"
    assert refusal(table, "1 boss 1") == "you have no boss left to place"
    say(table, "1 cube german 1")
    assert refusal(table, "1 cube german 1") == "you have already placed your pieces this turn"
    say(table, "1 end")


def test_t4_with_neither_boss_nor_cube_the_placement_is_skipped():
    table = position("14 red19 ie; garden; bag")
    assert table.view(1).legal == ["end"]
    say(table, "1 end")


def test_t5_bosses_stand_on_the_score_track_in_an_office_in_leader_boxes_and_on_wards():
    table = position("14 red3 ie; 1 red; office red=police yellow=mayor; leads red irish italian")
    assert player(table, 1)["bosses_left"] == 20 - 1 - 1 - 2 - 4
    assert player(table, 2)["bosses_left"] == 20 - 1 - 1
    assert player(table, 3)["bosses_left"] == 20 - 1


def test_t6_less_than_no_boss_counts_as_none():
    table = position("14 red18 ie; office red=mayor; leads red irish english; garden; bag")
    assert player(table, 1)["bosses_left"] == 0
    assert table.view(1).legal == ["end"]


def test_t6_leader_boxes_are_held_until_the_next_leaders_are_found():
    table = position("year 8; leads red irish; 1 red ie; 6 yellow de; vote")
    assert player(table, 1)["bosses_left"] == 17
    say(table, "1 settle italian 5")
    assert player(table, 1)["leads"] == ["irish"]
    assert player(table, 2)["leads"] == ["german"]
    lost = say(position("year 8; leads red irish; 1 yellow ie; vote"), "2 settle italian 5")
    assert player(lost, 1)["leads"] == []
    assert player(lost, 1)["bosses_left"] == 19


def test_t9_the_end_of_a_turn_is_said_by_the_player():
    table = say(position(""), "1 boss 14", "1 boss 14")
    assert table.awaited == (1,)
    assert table.view(1).legal == ["end"]
    say(table, "1 end")
    assert table.awaited == (2,)


def test_after_the_last_players_turn_the_year_advances_and_the_first_player_begins():
    table = position("year 5; first yellow; turn red")
    say(table, "1 boss 14", "1 boss 14", "1 end")
    json = table.view(None).to_json()
    assert (json["year"], json["term"], json["awaited"]) == (6, 2, [2])


def test_nobody_slanders_or_uses_an_office_in_the_first_term():
    table = position("year 4; 14 red yellow ie; favors red irish=3")
    assert {line.split()[0] for line in table.view(1).legal} == {"boss", "cube"}
    assert refusal(table, "1 slander 2 14 irish") == "there is no slander in the first term"
    assert refusal(table, "1 favor irish") == "only the deputy may do that"


def test_only_the_player_in_turn_speaks():
    table = position("")
    assert table.view(2).legal == []
    assert refusal(table, "2 boss 14") == "it is not your turn: it is up to Red (1)"


def test_lines_of_another_moment_are_refused():
    table = position("")
    assert refusal(table, "1 settle irish 14").startswith("a bonus cube is settled only")
    assert refusal(table, "1 appoint 2=police 3=deputy") == "no offices are given now"
    assert refusal(table, "1 bid 14 0") == "no ward is voting now"
    assert refusal(table, "1 spread 14") == "there is no slander to spread"
    assert refusal(table, "1 first 2")
    assert refusal(table, "1 arrivals irish") == "nobody arrives in Castle Garden now"


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "boss",
        "boss 14 14",
        "boss 014",
        "boss +14",
        "boss  14",
        " boss 14",
        "boss 14 ",
        "Boss 14",
        "boss\t14",
        "boss 14\n",
        "boss \uff11\uff14",
        "cube german",
        "cube 6 german",
        "cube green 6",
        "end now",
        "favor",
        "1 boss 14",
        "* boss 14",
        "boss 14 # good",
        "read",
        "several",
        "move german 8",
    ],
)
def test_malformed_lines_are_refused_as_malformed(line):
    with pytest.raises(twohalls.Malformed):
        position("").submit(1, line)


def test_t20_a_settled_cube_goes_on_the_board_without_its_chip_when_there_is_none():
    table = say(position("garden de; supply german=0; 6 ie"), "1 boss 1", "1 cube german 6")
    assert ward(table, 6)["cubes"] == {"irish": 1, "german": 1}
    assert player(table, 1)["favors"]["german"] == 0
