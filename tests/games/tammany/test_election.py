"""The election: wards and leaders."""

import pytest
from tests.games.tammany.position import legal, player, position, refusal, say, ward

import twohalls
from twohalls.games.tammany.board import COLOURS


def test_cubes_left_in_castle_garden_go_back_to_the_bag():
    table = position("year 8; turn black; garden ie2 it; bag ie; 6 red yellow ie")
    say(table, "3 boss 1", "3 boss 1", "3 end", "3 settle irish 1", "1 bid 6 0", "2 bid 6 0")
    json = table.view(None).to_json()
    assert sum(json["garden"].values()) == 0
    assert json["bag"] == {"irish": 2, "english": 0, "german": 0, "italian": 1}


def test_an_election_is_held_after_years_4_8_12_and_16_only():
    for year in range(1, 17):
        table = position(f"year {year}; turn black; 6 red yellow ie")
        say(table, "3 boss 6", "3 boss 6", "3 end")
        assert (table.view(None).to_json()["phase"] == "bid") == (year in (4, 8, 12, 16))


def test_during_an_election_the_year_just_ended_is_shown():
    table = position("year 8; first yellow; turn red; 6 red yellow ie; office black=mayor")
    say(table, "1 boss 6", "1 boss 6", "1 end")
    json = table.view(None).to_json()
    assert (json["year"], json["term"], json["first_player"]) == (8, 2, 2)
    say(table, "1 bid 6 0", "2 bid 6 0")
    json = table.view(None).to_json()
    assert (json["phase"], json["year"], json["first_player"]) == ("appoint", 8, 2)
    say(table, "1 appoint 2=police 3=deputy")
    json = table.view(None).to_json()
    assert (json["year"], json["term"], json["first_player"]) == (9, 3, 1)


def test_wards_vote_zone_by_zone_in_the_printed_order():
    everywhere = "; ".join(f"{w} red2 yellow en" for w in range(1, 18) if w not in (12, 16))
    table = position(f"year 12; bag; supply all=0; {everywhere}; vote")
    voted = []
    while table.view(None).to_json()["phase"] == "bid":
        voted.append(table.view(None).to_json()["election"]["ward"])
        say(table, f"1 bid {voted[-1]} 0", f"2 bid {voted[-1]} 0")
    assert voted == [1, 2, 4, 7, 6, 14, 9, 15, 8, 5, 3, 17, 11, 13, 10]


def test_only_zones_in_play_vote():
    table = position("players 3; year 4; 14 red ie; vote")
    assert table.view(None).to_json()["phase"] == "appoint"


WARD_VOTE = (
    "year 8; 6 red2 yellow3 en ie; vote; favors red english=2 irish=2 yellow english=2 italian=3"
)


def test_the_worked_example_of_a_ward_vote():
    table = position(WARD_VOTE)
    assert table.awaited == (1, 2)
    usable = {"1": {"irish": 2, "english": 2}, "2": {"irish": 0, "english": 2}}
    assert table.view(None).to_json()["election"] == {"ward": 6, "usable": usable}
    reason = "chips you can bid here (italian): at most 0, not 1"
    assert refusal(table, "2 bid 6 italian=1") == reason
    say(table, "1 bid 6 irish=1 english=2", "2 bid 6 english=1")
    assert ward(table, 6)["winner"] == 1
    assert ward(table, 6)["bosses"] == {"1": 1}
    supply = table.view(None).to_json()["supply"]
    assert player(table, 1)["favors"] == {"irish": 4, "english": 3, "german": 0, "italian": 0}
    assert player(table, 2)["favors"] == {"irish": 0, "english": 1, "german": 0, "italian": 3}
    assert supply == {"irish": 31, "english": 31, "german": 35, "italian": 32}


def test_all_bids_of_a_ward_are_revealed_together_and_their_chips_are_gone():
    table = position("year 8; 6 red yellow black5 de; 8 red yellow ie; vote; favors red german=2")
    before = player(table, 1)["favors"]
    say(table, "1 bid 6 german=2", "2 bid 6 0")
    assert player(table, 1)["favors"] == before
    assert [str(line) for line in table.lines] == []
    say(table, "3 bid 6 0")
    assert player(table, 1)["favors"]["german"] == 0
    assert table.view(None).to_json()["supply"]["german"] == 35
    assert [str(line) for line in table.lines] == ["1 bid 6 german=2", "2 bid 6 0", "3 bid 6 0"]


def test_bids_may_come_in_any_order_and_stand_in_seat_order():
    table = position("year 8; 6 red yellow2 black de; 8 red yellow ie; vote")
    say(table, "3 bid 6 0", "1 bid 6 0", "2 bid 6 0")
    assert [str(line) for line in table.lines] == ["1 bid 6 0", "2 bid 6 0", "3 bid 6 0"]


def test_only_players_with_a_boss_in_the_ward_take_part():
    table = position("year 8; 6 red yellow de; vote; favors black german=5")
    assert table.awaited == (1, 2)
    assert refusal(table, "3 bid 6 german=5").startswith("it is not your turn")


def test_any_mix_of_usable_chips_may_be_bid_zero_included():
    table = position("year 8; 6 red yellow de ie; vote; favors red german=1 irish=1 italian=1")
    assert legal(table, 1, ["bid", "6"][0]) == {
        "6 0",
        "6 irish=1",
        "6 german=1",
        "6 irish=1 german=1",
    }
    assert refusal(table, "1 bid 6 german=2") == (
        "chips you can bid here (german): at most 1, not 2"
    )


@pytest.mark.parametrize(
    ("bid", "reason"),
    [
        ("bid 6 german=1 irish=1", "in the order irish"),
        ("bid 6 irish=1 irish=1", "comes once"),
        ("bid 6 irish=0", "left out"),
        ("bid 6 0 irish=1", "a=b"),
        ("bid 6", "this line is written"),
        ("bid 6 irish=01", "not a number"),
        ("bid 6 irish=-1", "not a number"),
        ("bid 6 irish=1.0", "not a number"),
        ("bid 6 irish=", "a=b"),
        ("bid 6 green=1", "no colour"),
        ("bid 12 0", "no ward"),
        ("bid 8 0", "ward 6 is voting now"),
        ("bid 6 irish=99999999999", "not a number"),
        ("end", "a bid is awaited"),
        ("boss 6", "a bid is awaited"),
    ],
)
def test_other_bids_are_refused(bid, reason):
    table = position("year 8; 6 red yellow de ie; vote; favors red german=1 irish=1")
    assert reason in refusal(table, f"1 {bid}")


def test_a_tie_for_highest_means_no_one_wins_and_no_boss_stays():
    table = position("year 8; 6 red2 yellow black2 de; vote; favors yellow german=1")
    say(table, "1 bid 6 0", "2 bid 6 german=1", "3 bid 6 0")
    assert ward(table, 6)["winner"] is None
    assert ward(table, 6)["bosses"] == {}
    assert [player(table, seat)["bosses_left"] for seat in (1, 2, 3)] == [19, 19, 19]


def test_a_tie_below_the_highest_does_not_matter():
    table = position("year 8; 6 red2 yellow3 black2 de; vote")
    say(table, "1 bid 6 0", "2 bid 6 0", "3 bid 6 0")
    assert ward(table, 6)["winner"] == 2


def test_t10_with_no_one_there_nothing_happens():
    table = position("year 8; 6 red de; vote")
    assert ward(table, 14) == {
        "cubes": {"english": 1},
        "bosses": {},
        "locked": False,
        "active": True,
        "winner": None,
    }
    assert table.lines == []


def test_t11_one_alone_wins_without_bidding_and_spends_nothing():
    table = position("year 8; 6 red3 de; vote; favors red german=2")
    assert table.lines == []
    assert ward(table, 6)["winner"] == 1
    assert ward(table, 6)["bosses"] == {"1": 1}
    assert player(table, 1)["favors"]["german"] == 2 + 3


def test_the_bonus_of_wards_1_and_2_settles_a_cube_from_the_bag_into_any_active_ward():
    for number in (1, 2):
        table = position(f"year 8; {number} yellow en; bag it2; vote")
        assert table.awaited == (2,)
        assert legal(table, 2, "settle") == {
            f"italian {w}" for w in (1, 2, 4, 7, 6, 14, 9, 15, 8, 5, 3)
        }
        assert refusal(table, "2 settle irish 5") == "there is no irish cube in the bag"
        assert refusal(table, "2 settle italian 17") == "ward 17 is not in play yet"
        say(table, "2 settle italian 5")
        assert ward(table, 5)["cubes"] == {"english": 1, "italian": 1}
        assert table.view(None).to_json()["bag"]["italian"] == 1


def test_t23_the_bonus_goes_to_the_winner_of_a_vote_too_and_must_be_taken_at_once():
    table = position("year 8; 1 red2 yellow en; 6 red yellow en; vote")
    say(table, "1 bid 1 0", "2 bid 1 0")
    assert table.awaited == (1,)
    assert refusal(table, "2 bid 6 0").startswith("it is not your turn")
    assert refusal(table, "1 end") == "the winner of ward 1 settles a cube now"
    assert refusal(table, "1 favor irish") == "the winner of ward 1 settles a cube now"


def test_t23_a_bonus_chip_cannot_be_declined():
    table = position("year 8; 4 red en; 6 red yellow en; vote")
    assert set(table.view(1).legal) == {f"favor {colour}" for colour in COLOURS}
    assert refusal(table, "1 end") == "the winner of ward 4 takes a favor now"


def test_t24_a_bonus_cube_comes_from_the_bag_not_from_those_set_aside():
    table = position("year 4; 1 red en; bag it; vote")
    assert table.view(None).to_json()["aside"]["irish"] > 0
    assert all(line.startswith("italian ") for line in legal(table, 1, "settle"))
    table = position("year 4; 1 red en; bag; vote")
    assert table.view(None).to_json()["phase"] == "appoint"


def test_no_bonus_without_a_winner():
    table = position("year 8; 1 red yellow en; 6 red yellow en; vote")
    say(table, "1 bid 1 0", "2 bid 1 0")
    assert table.view(None).to_json()["election"]["ward"] == 6


@pytest.mark.parametrize("locks", ["all", "placing"])
def test_t12_a_bonus_cube_goes_into_an_unlocked_ward_and_brings_no_chip(locks):
    table = position(f"locks {locks}; year 8; 1 red en; 5 ie locked; vote")
    assert not any(line.endswith(" 5") for line in legal(table, 1, "settle"))
    assert refusal(table, "1 settle italian 5") == "ward 5 is locked"
    say(table, "1 settle italian 6")
    assert player(table, 1)["favors"]["italian"] == 0


def test_t12_the_bonus_cube_is_skipped_with_an_empty_bag():
    table = position("year 8; 1 red en; bag; garden; vote")
    assert table.view(None).to_json()["phase"] == "appoint"


def test_the_bonus_of_wards_4_and_7_is_a_chip_of_a_colour_of_choice():
    for number in (4, 7):
        table = position(f"year 8; {number} yellow en; vote")
        assert legal(table, 2, "favor") == set(COLOURS)
        say(table, "2 favor italian")
        assert player(table, 2)["favors"]["italian"] == 1


def test_t20_the_bonus_chip_is_chosen_among_those_left():
    table = position("year 8; 4 yellow en; supply irish=0 english=0; vote")
    assert legal(table, 2, "favor") == {"german", "italian"}
    assert refusal(table, "2 favor irish") == "there is no irish chip in the supply"


def test_t20_the_bonus_chip_is_skipped_when_there_is_none_at_all():
    table = position("year 8; 4 yellow en; supply all=0; vote")
    assert table.view(None).to_json()["phase"] == "appoint"


def test_t20_chips_just_bid_are_in_the_supply_for_the_bonus():
    table = position("year 8; 4 red2 yellow en; favors red english=1; supply all=0; vote")
    say(table, "1 bid 4 english=1", "2 bid 4 0")
    assert legal(table, 1, "favor") == {"english"}


def test_t13_a_bonus_cube_counts_at_once_for_later_bids():
    table = position("year 8; 1 red en; 6 red yellow en; vote; favors yellow italian=2")
    say(table, "1 settle italian 6")
    assert legal(table, 2, "bid") == {"6 0", "6 italian=1", "6 italian=2"}


def test_t13_a_bonus_cube_counts_at_once_for_the_leaders():
    table = position("year 8; 1 red en; 6 yellow de; vote")
    say(table, "1 settle italian 6")
    assert player(table, 2)["leads"] == ["german", "italian"]


def test_the_worked_example_of_leaders():
    black = (
        "1 black ie en2; 2 black ie en; 4 black ie en; 7 black ie en; 6 black en2; 14 black ie it2"
    )
    red = "9 red ie de2; 15 red ie de; 8 red ie de; 5 red en2 de"
    yellow = "3 yellow ie3 de2; 17 yellow ie3; 11 yellow de3 it2"
    table = position(f"year 12; {black}; {red}; {yellow}; bag; garden; supply all=20; vote")
    say(table, "3 favor irish", "3 favor irish")
    none = dict.fromkeys(COLOURS, 0)
    assert player(table, 3)["favors"] == {**none, "irish": 2, "english": 3, "italian": 3}
    assert player(table, 1)["favors"] == {**none, "german": 3}
    assert player(table, 2)["favors"] == {**none, "irish": 3, "german": 3, "italian": 3}
    assert [player(table, seat)["leads"] for seat in (1, 2, 3)] == [
        ["german"],
        ["irish", "german", "italian"],
        ["english", "italian"],
    ]


def test_only_wards_just_won_count_for_leaders():
    table = position("year 8; 6 red yellow de3; 8 yellow de; vote; favors red german=1")
    say(table, "1 bid 6 0", "2 bid 6 0")
    assert player(table, 1)["leads"] == []
    assert player(table, 2)["leads"] == ["german"]


def test_t14_a_leader_has_at_least_one_cube():
    table = position("year 8; 6 red de; vote")
    assert player(table, 1)["leads"] == ["german"]
    assert all("irish" not in player(table, seat)["leads"] for seat in (1, 2, 3))


def test_t14_boxes_of_the_last_election_are_emptied_first():
    table = position("year 8; 6 red de; leads yellow irish german; vote")
    assert player(table, 1)["leads"] == ["german"]
    assert player(table, 2)["leads"] == []


@pytest.mark.parametrize(
    ("supply", "first", "chips"),
    [
        (6, "red", [3, 3]),
        (5, "red", [3, 2]),
        (5, "yellow", [2, 3]),
        (5, "black", [3, 2]),
        (3, "yellow", [1, 2]),
        (1, "yellow", [0, 1]),
        (0, "red", [0, 0]),
    ],
)
def test_t15_too_few_chips_are_shared_out_one_at_a_time_in_turn_order(supply, first, chips):
    table = position(f"year 8; first {first}; 6 red de; 8 yellow de; supply german={supply}; vote")
    assert [player(table, seat)["favors"]["german"] for seat in (1, 2)] == chips


def test_t15_a_leader_who_got_no_chip_holds_the_box_all_the_same():
    table = position("year 8; 6 red de; supply german=0; vote")
    assert player(table, 1)["leads"] == ["german"]
    say(table, "1 appoint 2=police 3=deputy")
    assert player(table, 1)["bosses_left"] == 20 - 1 - 1 - 1 - 1


def test_a_bid_can_be_taken_back_or_revised_until_the_last_is_in():
    table = position("year 8; 6 red yellow de; 8 red yellow ie; vote; favors red german=2")
    say(table, "1 bid 6 german=1", "1 bid 6 german=2")
    assert table.view(1).answer == "bid 6 german=2"
    table.undo(1)
    assert table.awaited == (1, 2)
    say(table, "1 bid 6 0", "1 bid 6 german=2", "2 bid 6 0")
    assert [str(line) for line in table.lines] == ["1 bid 6 german=2", "2 bid 6 0"]
    with pytest.raises(twohalls.Illegal):
        table.undo(2)
    with pytest.raises(twohalls.Illegal):
        table.undo(1)
