"""What each office allows, once a year."""

import pytest
from tests.games.tammany.position import legal, player, position, refusal, say, ward

BOTH = pytest.mark.parametrize("locks", ["all", "placing"])


def test_the_mayor_has_no_benefit():
    table = position("office red=mayor; 14 ie2")
    assert {line.split()[0] for line in table.view(1).legal} == {"boss", "cube"}


def test_the_deputy_mayor_takes_a_chip_of_any_colour_once_a_year():
    table = position("office red=deputy")
    assert legal(table, 1, "favor") == {"irish", "english", "german", "italian"}
    say(table, "1 favor italian")
    assert player(table, 1)["favors"]["italian"] == 1
    assert refusal(table, "1 favor irish") == "an office is used once a year"


def test_an_office_is_used_by_its_holder_only():
    table = position("office yellow=deputy red=police; 14 ie2; 8 de2")
    assert refusal(table, "1 favor irish") == "only the deputy may do that"
    assert refusal(table, "1 lock 14") == "only the council may do that"
    assert refusal(table, "1 move irish 14 8") == "only the precinct may do that"
    table = position("office red=deputy; 14 ie2")
    assert refusal(table, "1 arrest irish 14") == "only the police may do that"


def test_an_office_may_be_left_unused():
    say(position("office red=deputy"), "1 boss 1", "1 boss 1", "1 end")


def test_an_office_can_be_used_again_in_the_next_year():
    table = position("office yellow=deputy; year 5; first yellow; turn yellow")
    say(table, "2 favor irish", "2 boss 1", "2 boss 1", "2 end")
    for seat in (3, 1):
        say(table, f"{seat} boss 1", f"{seat} boss 1", f"{seat} end")
    say(table, "2 favor irish")
    assert player(table, 2)["favors"]["irish"] == 2


def test_t20_the_deputy_mayor_chooses_among_the_colours_left():
    table = position("office red=deputy; supply irish=0 german=0")
    assert legal(table, 1, "favor") == {"english", "italian"}
    assert refusal(table, "1 favor irish") == "there is no irish chip in the supply"
    assert not legal(position("office red=deputy; supply all=0"), 1, "favor")


def test_the_chief_of_police_returns_a_cube_to_the_bag_from_a_ward_with_two_or_more():
    table = position("office red=police; 14 ie de; 8 de; bag de3")
    assert legal(table, 1, "arrest") == {"irish 14", "german 14"}
    assert refusal(table, "1 arrest german 8") == "the last cube of ward 8 stays"
    assert refusal(table, "1 arrest italian 14") == "there is no italian cube in ward 14"
    say(table, "1 arrest german 14")
    assert ward(table, 14)["cubes"] == {"irish": 1}
    assert table.view(None).to_json()["bag"]["german"] == 4
    assert player(table, 1)["favors"]["german"] == 0


def test_the_precinct_chairman_moves_a_cube_to_an_adjacent_active_ward_and_gains_no_chip():
    table = position("year 5; office red=precinct; 6 ie de")
    adjacent_and_active = {f"{colour} 6 {to}" for colour in ("irish", "german") for to in NEAR_6}
    assert legal(table, 1, "move") == adjacent_and_active
    assert refusal(table, "1 move german 6 10") == "ward 10 is not in play yet"
    assert refusal(table, "1 move german 6 1") == "wards 6 and 1 are not adjacent"
    assert refusal(table, "1 move german 6 6") == "wards 6 and 6 are not adjacent"
    assert refusal(table, "1 move english 5 6") == "the last cube of ward 5 stays"
    say(table, "1 move german 6 14")
    assert ward(table, 6)["cubes"] == {"irish": 1}
    assert ward(table, 14)["cubes"] == {"english": 1, "german": 1}
    assert player(table, 1)["favors"]["german"] == 0


NEAR_6 = (2, 3, 4, 5, 14)


def test_the_council_president_locks_an_active_ward_that_is_not_locked():
    table = position("office red=council; 14 ie locked")
    assert legal(table, 1, "lock") == {"1", "2", "4", "7", "6", "9", "15", "8", "5", "3"}
    assert refusal(table, "1 lock 14") == "ward 14 is locked"
    assert refusal(table, "1 lock 17") == "ward 17 is not in play yet"
    say(table, "1 lock 6")
    assert ward(table, 6)["locked"]


def test_the_council_president_locks_one_ward_a_year_and_two_a_term():
    table = say(position("office red=council; 14 ie locked"), "1 lock 6")
    assert refusal(table, "1 lock 8") == "an office is used once a year"
    table = position("office red=council; 14 ie locked; 6 ie locked")
    assert refusal(table, "1 lock 8") == "both locks of the term are placed"


@BOTH
def test_t7_nothing_is_placed_into_a_locked_ward(locks):
    table = position(f"locks {locks}; 14 de locked")
    assert "14" not in legal(table, 1, "boss")
    assert not any(line.endswith(" 14") for line in legal(table, 1, "cube"))


@BOTH
def test_t7_no_arrest_in_a_locked_ward(locks):
    table = position(f"locks {locks}; office red=police; 14 ie de locked; 8 ie2")
    allowed = {"irish 8"} | ({"irish 14", "german 14"} if locks == "placing" else set())
    assert legal(table, 1, "arrest") == allowed
    if locks == "all":
        assert refusal(table, "1 arrest irish 14") == "ward 14 is locked"


@BOTH
def test_t7_no_cube_is_moved_into_a_locked_ward_nor_out_of_it_unless_locks_stop_placing_only(locks):
    table = position(f"locks {locks}; office red=precinct; 14 ie de locked; 8 ie2")
    moves = legal(table, 1, "move")
    assert {"irish 8 5", "irish 8 9"} <= moves
    assert "irish 8 14" not in moves
    assert refusal(table, "1 move irish 8 14") == "ward 14 is locked"
    assert ("german 14 6" in moves) == (locks == "placing")
    if locks == "all":
        assert refusal(table, "1 move german 14 6") == "ward 14 is locked"


def test_t7_with_locks_on_placing_no_cube_is_moved_from_one_locked_ward_into_another():
    table = position("locks placing; office red=precinct; 14 ie de locked; 8 ie2 locked; 6 de")
    assert "german 14 6" in legal(table, 1, "move")
    assert "german 14 8" not in legal(table, 1, "move")


@BOTH
def test_t7_no_slander_in_a_locked_ward_neither_first_nor_second(locks):
    text = f"locks {locks}; favors red german=3; 8 red yellow de; 14 red yellow de locked"
    table = position(text)
    assert ("2 14 german" in legal(table, 1, "slander")) == (locks == "placing")
    say(table, "1 slander 2 8 german")
    assert legal(table, 1, "spread") == ({"14"} if locks == "placing" else set())


def test_t7_the_election_of_a_locked_ward_takes_place_as_usual():
    table = say(position("year 8; 14 red2 yellow ie locked; vote"), "1 bid 14 0", "2 bid 14 0")
    assert ward(table, 14)["winner"] == 1


def test_t7_locks_stay_during_the_election_and_come_off_after_the_offices_are_given():
    table = position("year 8; office red=council; 14 red2 yellow ie locked; vote")
    assert ward(table, 14)["locked"]
    say(table, "1 bid 14 0", "2 bid 14 0")
    assert table.view(None).to_json()["phase"] == "appoint"
    assert ward(table, 14)["locked"]
    say(table, "1 appoint 2=council 3=police")
    assert not ward(table, 14)["locked"]


def test_t7_locks_come_off_after_an_election_without_a_mayor_and_after_the_last():
    table = say(position("year 8; 14 red yellow ie locked; vote"), "1 bid 14 0", "2 bid 14 0")
    assert table.view(None).to_json()["year"] == 9
    assert not ward(table, 14)["locked"]
    table = say(position("year 16; 14 red yellow ie locked; vote"), "1 bid 14 0", "2 bid 14 0")
    assert table.over
    assert not ward(table, 14)["locked"]


def test_two_locks_are_there_again_in_the_next_term():
    table = position("year 8; 14 red ie locked; 6 ie locked; vote")
    say(table, "1 appoint 2=council 3=police")
    for seat in (1, 2):
        if seat == 2:
            say(table, "2 lock 8")
        say(table, f"{seat} boss 1", f"{seat} boss 1", f"{seat} end")
    assert ward(table, 8)["locked"]
