"""City Hall rule by rule: the worked examples, and every settled point by its name."""

import random
from typing import Any

import pytest
from tests.games.cityhall.oracle import Oracle
from tests.games.cityhall.position import land, legal, player, position, say

import twohalls
from twohalls.games.cityhall import GAME, rules
from twohalls.games.cityhall.board import PERMITS, SPACES

PERMITS_UP = "* permits housing factory park"
ALL_PASS = {1: ("2 pass", "3 pass"), 2: ("3 pass", "1 pass"), 3: ("1 pass", "2 pass")}


def control(table: twohalls.Table, seat: int, office: str, *before: str) -> twohalls.Table:
    """Seat activates the office, nobody bids, it keeps it."""
    return say(table, f"{seat} activate {office}", *before, *ALL_PASS[seat], f"{seat} keep")


def refused(table: twohalls.Table, seat: int, line: str) -> str:
    """The reason why a line is not legal now."""
    before = table._state.fingerprint()
    with pytest.raises(twohalls.Illegal) as error:
        table.submit(seat, line)
    assert table._state.fingerprint() == before
    return str(error.value)


def new_game(order: str, players: int = 3) -> twohalls.Table:
    """A table before its first draft, the lands M1, Q6 and B1 on offer."""
    names = [f"Player {seat + 1}" for seat in range(players)]
    return say(twohalls.new_table("cityhall", names), f"* order {order}", "* land M1 Q6 B1")


def drafted() -> twohalls.Table:
    """Three players after the draft: seat 3 has M1 and Q1, seat 1 Q6 and Q2, seat 2 B1 and Q3."""
    return say(
        new_game("3 1 2"),
        *("3 draft M1", "* land Q1", "1 draft Q6", "* land Q2", "2 draft B1", "* land Q3"),
        *("3 draft Q1", "* land Q4", "1 draft Q2", "* land Q5", "2 draft Q3"),
    )


# --- Pieces ------------------------------------------------------------------------------------


def test_c1_money_and_influence_are_not_limited_by_the_printed_cards():
    table = control(position("money 2000; influence 300"), 1, "tax")
    say(table, "1 tax double")
    assert player(table, 1)["money"] == 2002
    assert player(table, 1)["influence"] == 300


def test_c2_a_player_may_own_more_lands_than_there_are_staffers():
    lands = "; ".join(f"{name} 1" for name in SPACES[:21])
    table = control(position(f"{lands}; money 20; B9 offer"), 1, "surveyor")
    say(table, "1 buy B9")
    assert {one["owner"] for one in table.view(None).to_json()["lands"].values()} == {1}


def test_c3_open_hands_shows_everybodys_money_and_influence_but_no_permits():
    shown = position("open_hands; hand 2 park").view(1).to_json()["players"][1]
    assert (shown["money"], shown["influence"], shown["permits"]) == (10, 3, None)
    shown = position("hand 2 park").view(1).to_json()["players"][1]
    assert (shown["money"], shown["influence"], shown["permits"]) == (None, None, None)
    assert shown["permit_count"] == 1


# --- Set-up ------------------------------------------------------------------------------------


def test_everybody_begins_with_10_money_3_influence_and_the_last_with_one_more():
    table = new_game("3 1 2")
    assert [player(table, seat)["money"] for seat in (1, 2, 3)] == [10, 10, 10]
    assert [player(table, seat)["influence"] for seat in (1, 2, 3)] == [3, 4, 3]
    assert player(table, 1)["permits"] == {"housing": 1, "tower": 1, "factory": 1, "park": 0}


@pytest.mark.parametrize(("players", "space"), [(2, 3), (3, 2), (4, 1)])
def test_the_star_starts_where_the_board_says_for_the_number_of_players(players, space):
    table = twohalls.new_table("cityhall", ["A", "B", "C", "D"][:players])
    assert table.view(None).to_json()["star_space"] == space


def test_five_is_put_on_each_land_not_drafted_and_the_taker_gets_it():
    table = say(new_game("3 1 2"), "3 draft M1", "* land Q1", "1 draft Q1", "* land Q2")
    assert [land(table, name)["money"] for name in ("Q6", "B1", "Q2")] == [10, 10, 0]
    say(table, "2 draft B1")
    assert player(table, 2)["money"] == 20
    assert (land(table, "B1")["owner"], land(table, "B1")["money"]) == (2, 0)


def test_only_a_land_on_offer_is_drafted():
    table = new_game("3 1 2")
    assert legal(table, 3) == {"draft M1", "draft Q6", "draft B1"}
    assert refused(table, 3, "draft B2") == "B2 is not on offer"


def test_after_the_last_pick_two_lands_stay_on_offer_with_their_money():
    lands = drafted().view(None).to_json()["lands"]
    offered = {name: one["money"] for name, one in lands.items() if one["offered"]}
    assert offered == {"Q4": 10, "Q5": 5}


def test_each_player_builds_one_permit_and_returns_one_of_the_other_two():
    table = drafted()
    assert legal(table, 3, "build") == {
        f"{permit} {name}" for permit in PERMITS[:3] for name in ("M1", "Q1")
    }
    say(table, "3 build tower M1")
    assert legal(table, 3) == {"return housing", "return factory"}
    assert refused(table, 3, "return tower").startswith("you have built that one")
    say(table, "3 return factory")
    assert player(table, 3)["permits"] == {"housing": 1, "tower": 0, "factory": 0, "park": 0}
    assert table.awaited == (1,)


def two_players() -> twohalls.Table:
    return say(
        new_game("2 1", players=2),
        *("2 draft M1", "* land Q1", "1 draft Q6", "* land Q2", "2 draft B1", "* land Q3"),
        *("1 draft Q1", "* land Q4", "2 draft Q2", "* land Q5", "1 draft Q3"),
    )


def test_two_players_draft_three_lands_each():
    lands = two_players().view(None).to_json()["lands"]
    owned = {name: one["owner"] for name, one in lands.items() if one["owner"]}
    assert owned == {"M1": 2, "B1": 2, "Q2": 2, "Q6": 1, "Q1": 1, "Q3": 1}


def test_c4_two_players_build_by_turns_first_second_first_second_and_keep_the_third():
    table = two_players()
    say(table, "2 build tower M1", "1 build housing Q6", "2 build factory B1", "1 build tower Q1")
    assert player(table, 2)["permits"] == {"housing": 1, "tower": 0, "factory": 0, "park": 0}
    assert player(table, 1)["permits"] == {"housing": 0, "tower": 0, "factory": 1, "park": 0}
    assert table.view(None).to_json()["round"] == 1
    assert table.awaited == (2,)


def test_c5_builds_at_set_up_do_not_move_the_star():
    table = say(drafted(), "3 build tower M1", "3 return factory", "1 build tower Q6")
    assert table.view(None).to_json()["star_space"] == 2


# --- Stars -------------------------------------------------------------------------------------


def test_worked_example_a_factory_alone_on_m4_has_one_star():
    assert land(position("M4 1 factory"), "M4")["stars"] == 1


def test_worked_example_housing_on_m3_beside_a_factory_has_none():
    assert land(position("M4 1 factory; M3 2 housing"), "M3")["stars"] == 0


def test_worked_example_a_tower_alone_on_q6_has_none():
    assert land(position("Q6 1 tower"), "Q6")["stars"] == 0


def test_c6_stars_never_fall_below_zero():
    table = position("B1 1 housing; B2 1 factory; B4 1 factory; B5 1 factory")
    assert land(table, "B1")["stars"] == 0
    table = position("B1 1 housing; B2 1 factory; B4 1 factory; B5 1 housing")
    assert land(table, "B1")["stars"] == 0


@pytest.mark.parametrize(("permit", "most"), [("housing", 5), ("tower", 3), ("factory", 1)])
def test_stars_never_exceed_the_maximum_of_the_type(permit, most):
    around = "; ".join(f"{name} 2 tower" for name in ("B1", "B2", "B3", "B4", "B6", "B7", "B8"))
    assert land(position(f"B5 1 {permit}; {around}"), "B5")["stars"] == most


def test_stars_depend_on_the_board_as_it_stands_never_on_the_order_of_building():
    rng = random.Random(3)
    for _ in range(1000):
        places = rng.sample(range(rules.NSPACES), rng.randint(1, rules.NSPACES))
        built = [(rng.randrange(4), rng.randrange(4), space) for space in places]
        one, other = _build_in_order(built), _build_in_order(rng.sample(built, len(built)))
        oracle = Oracle(4)
        oracle.owner = {SPACES[space]: seat + 1 for seat, _, space in built}
        oracle.built = {SPACES[space]: PERMITS[permit] for _, permit, space in built}
        assert one.stars == other.stars == [oracle.stars(name) for name in SPACES]
        assert one.totals == other.totals == [oracle.total(seat) for seat in oracle.seats]
        assert one.stars == [rules.stars(one, space) for space in range(rules.NSPACES)]


def _build_in_order(built: list[tuple[int, int, int]]) -> Any:
    state = GAME.new_state(4, {"open_hands": "off"})
    for seat, permit, space in built:
        rules.offer(state, space)
        rules.give_land(state, seat, space)
        state.hand[seat][permit] += 1
        rules.place_permit(state, seat, permit, space)
    return state


# --- Parks -------------------------------------------------------------------------------------


def test_a_new_park_advances_its_owner_one_space_for_every_two_buildings_beside_it():
    around = "B1 2 tower; B2 3 tower; B4 1 housing; B6 1 park; B5 1; hand 1 park"
    table = control(position(around), 1, "zoning", PERMITS_UP)
    say(table, "1 build park B5")
    assert player(table, 1)["approval_space"] == 2


def test_a_building_beside_a_park_advances_the_parks_owner_whoever_builds_it():
    table = control(position("B5 2 park; B1 1; hand 1 tower"), 1, "zoning", PERMITS_UP)
    say(table, "1 build tower B1")
    assert [player(table, seat)["approval_space"] for seat in (1, 2, 3)] == [1, 2, 1]


def test_a_building_beside_two_parks_of_one_owner_advances_them_two_spaces():
    table = position("B5 2 park; B2 2 park; B1 1; hand 1 tower")
    say(control(table, 1, "zoning", PERMITS_UP), "1 build tower B1")
    assert player(table, 2)["approval_space"] == 3


def test_a_park_beside_a_park_advances_nobody():
    table = control(position("B5 2 park; B1 1; hand 1 park"), 1, "zoning", PERMITS_UP)
    say(table, "1 build park B1")
    assert [player(table, seat)["approval_space"] for seat in (1, 2)] == [1, 1]


def test_c7_nobody_leaves_the_ends_of_the_approval_track():
    table = position("B5 2 park; B2 2 park; B1 1; hand 1 tower; approval 1 9 1")
    say(control(table, 1, "zoning", PERMITS_UP), "1 build tower B1")
    assert player(table, 2)["approval_space"] == 10


def test_c7_the_star_stays_on_the_last_space():
    table = position("B1 1; B2 1; hand 1 tower factory; star 9")
    say(control(table, 1, "zoning", PERMITS_UP), "1 build tower B1", "1 build factory B2")
    assert table.view(None).to_json()["star_space"] == 10


def test_c7_an_advance_cut_short_may_be_paid_for():
    table = control(position("money 30; approval 10"), 1, "campaign")
    assert legal(table, 1, "campaign") == {"none", "0", "10", "30"}
    say(table, "1 campaign 30")
    assert player(table, 1)["approval_space"] == 10
    assert player(table, 1)["money"] == 0


# --- A round -----------------------------------------------------------------------------------


def end_of_round(text: str = "") -> twohalls.Table:
    """The last turn of a round, in which seat 3 controls the Campaign Manager."""
    table = position(f"turn 3; staffers tax=1 surveyor=2; {text}")
    return say(control(table, 3, "campaign"), "3 campaign none")


def test_everybody_takes_an_influence_at_the_start_of_a_round():
    table = end_of_round("influence 0 5 3")
    assert [player(table, seat)["influence"] for seat in (1, 2, 3)] == [1, 6, 4]


def test_idle_offices_get_an_influence_and_staffers_come_back():
    offices = end_of_round("offices lobbyist=2").view(None).to_json()["offices"]
    assert [office["influence"] for office in offices.values()] == [0, 0, 0, 3, 1, 1, 1]
    assert {office["staffer"] for office in offices.values()} == {None}


def test_nothing_of_this_happens_before_the_first_round():
    table = drafted()
    for seat, home in ((3, "M1"), (1, "Q6"), (2, "B1")):
        say(table, f"{seat} build tower {home}", f"{seat} return factory")
    shown = table.view(1).to_json()
    assert shown["round"] == 1
    assert shown["players"][0]["influence"] == 3
    assert {office["influence"] for office in shown["offices"].values()} == {0}


def test_the_deputy_mayor_moves_to_first_place_and_the_others_keep_their_order():
    table = control(position("players 3; order 2 1 3; turn 3"), 3, "deputy")
    assert table.view(None).to_json()["turn_order"] == [3, 2, 1]
    assert table.awaited == (3,)


def test_the_deputy_mayor_goes_to_whoever_controls_it_and_waits_for_the_next_round():
    table = say(position(), "1 activate deputy", "2 pass", "3 bid 1", "1 accept 3")
    assert table.view(None).to_json()["turn_order"] == [1, 2, 3]
    assert table.awaited == (2,)
    say(control(table, 2, "campaign"), "2 campaign none")
    say(control(table, 3, "tax"), "3 tax")
    assert table.view(None).to_json()["turn_order"] == [3, 1, 2]


def test_an_office_with_a_staffer_cannot_be_activated():
    table = position("staffers tax=3")
    assert "tax" not in legal(table, 1, "activate")
    assert refused(table, 1, "activate tax") == "there is a staffer on the Tax Assessor already"


def test_two_players_activate_two_offices_in_a_row_each():
    table = position("players 2; order 2 1")
    turns = []
    for office in ("tax", "deputy", "health", "campaign"):
        [seat] = table.awaited
        turns.append(seat)
        say(table, f"{seat} activate {office}", f"{3 - seat} pass", f"{seat} keep")
        if office != "deputy":
            say(table, f"{seat} {sorted(legal(table, seat))[0]}")
    assert turns == [2, 2, 1, 1]
    assert table.view(None).to_json()["round"] == 3


@pytest.mark.parametrize("text", ["star 10", "approval 1 10 1"])
def test_the_final_round_comes_when_star_or_player_stands_on_the_last_space(text):
    assert not position(text).view(None).to_json()["final_round"]
    assert end_of_round(text).view(None).to_json()["final_round"]


# --- The auction -------------------------------------------------------------------------------


def surveyor_auction(held: int) -> twohalls.Table:
    """The rulebook's example: bids 3, 5 and 5 for a Surveyor with 3 influence on it."""
    table = position(f"players 4; influence {held} 3 5 5; offices surveyor=3")
    say(table, "1 activate surveyor", "1 reveal", "* land Q1")
    return say(table, "2 bid 3", "3 bid 5", "4 bid 5")


def test_worked_example_one_of_the_highest_bids_is_accepted_or_paid_to_the_bank():
    table = surveyor_auction(held=2)
    assert player(table, 1)["influence"] == 5
    assert legal(table, 1) == {"keep", "accept 3", "accept 4"}
    assert refused(table, 1, "accept 2") == "the highest bid is by seat 3 and 4"


def test_worked_example_with_less_than_the_highest_bid_one_must_accept():
    table = surveyor_auction(held=1)
    assert legal(table, 1) == {"accept 3", "accept 4"}
    assert "cannot pay 5" in refused(table, 1, "keep")


def test_an_accepted_bid_goes_to_the_activating_player_and_the_others_return():
    table = say(surveyor_auction(held=2), "1 accept 4")
    assert [player(table, seat)["influence"] for seat in (1, 2, 3, 4)] == [10, 3, 5, 0]
    assert table.awaited == (4,)


def test_a_kept_office_is_paid_to_the_bank():
    table = say(surveyor_auction(held=2), "1 keep")
    assert [player(table, seat)["influence"] for seat in (1, 2, 3, 4)] == [0, 3, 5, 5]
    assert table.awaited == (1,)


def test_opponents_are_asked_clockwise_once_each():
    table = say(position("players 4; turn 3"), "3 activate tax")
    asked: list[int] = []
    while table.awaited != (3,):
        asked += table.awaited
        table.submit(table.awaited[0], "pass")
    assert asked == [4, 1, 2]


def test_a_bid_matches_the_highest_or_is_higher_up_to_the_influence_held():
    table = say(position("influence 3 4 5"), "1 activate tax")
    assert legal(table, 2) == {"pass", "bid 0", "bid 1", "bid 2", "bid 3", "bid 4"}
    say(table, "2 bid 3")
    assert legal(table, 3) == {"pass", "bid 3", "bid 4", "bid 5"}
    assert refused(table, 3, "bid 2") == "the highest bid is 3: match it, bid more or pass"
    assert refused(table, 3, "bid 6") == "you hold 5 influence"


def test_whoever_holds_less_than_the_highest_bid_can_only_pass():
    table = say(position("influence 3 4 2"), "1 activate tax", "2 bid 3")
    assert legal(table, 3) == {"pass"}


def test_a_bid_of_nothing_can_be_accepted_for_nothing():
    table = say(position(), "1 activate tax", "2 bid 0", "3 pass")
    assert legal(table, 1) == {"keep", "accept 2"}
    say(table, "1 accept 2")
    assert [player(table, seat)["influence"] for seat in (1, 2)] == [3, 3]
    assert table.awaited == (2,)


def test_c10_if_everybody_passes_the_office_is_kept_for_nothing():
    table = say(position("influence 0 3 3"), "1 activate tax", "2 pass", "3 pass")
    assert legal(table, 1) == {"keep"}
    assert refused(table, 1, "accept 2") == "everybody passed: you keep the Tax Assessor"
    assert player(say(table, "1 keep"), 1)["influence"] == 0


def test_nobody_bids_more_than_a_line_can_say():
    table = say(position("influence 3 999 3"), "1 activate tax")
    assert len(legal(table, 2, "bid")) == 256
    assert refused(table, 2, "bid 256") == "a bid is at most 255 influence"


# --- Tax Assessor ------------------------------------------------------------------------------


def tax(approval: int) -> twohalls.Table:
    """Population 6, two Towers and a Factory: 6 + 6 + 7."""
    lands = "M1 1 tower; M3 1 tower; Q8 1 factory; B1 2 factory; Q1 1 housing; Q2 1 park; B9 1"
    return control(position(f"{lands}; money 0; population 6; approval {approval}"), 1, "tax")


def test_tax_is_1_per_population_3_per_own_tower_7_per_own_factory():
    assert player(say(tax(4), "1 tax"), 1)["money"] == 19


def test_tax_may_be_tripled_for_one_approval_space():
    table = tax(4)
    assert legal(table, 1) == {"tax", "tax triple"}
    say(table, "1 tax triple")
    assert (player(table, 1)["money"], player(table, 1)["approval_space"]) == (57, 3)


def test_on_the_first_space_tax_may_be_doubled_at_no_cost():
    table = tax(1)
    assert legal(table, 1) == {"tax", "tax double"}
    assert refused(table, 1, "tax triple") == "on approval space 1 you may double, not triple"
    say(table, "1 tax double")
    assert (player(table, 1)["money"], player(table, 1)["approval_space"]) == (38, 1)


# --- Campaign Manager --------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "space"), [(0, 2), (10, 3), (30, 4)])
def test_campaigning_for_0_10_30_advances_1_2_3_spaces(price, space):
    table = say(control(position("money 30"), 1, "campaign"), f"1 campaign {price}")
    assert player(table, 1)["approval_space"] == space
    assert player(table, 1)["money"] == 30 - price


def test_c11_a_campaign_may_be_declined():
    table = say(control(position("money 30"), 1, "campaign"), "1 campaign none")
    assert (player(table, 1)["approval_space"], player(table, 1)["money"]) == (1, 30)


def test_a_campaign_is_paid_for():
    table = control(position("money 29"), 1, "campaign")
    assert legal(table, 1, "campaign") == {"none", "0", "10"}
    assert refused(table, 1, "campaign 30") == "you have $29"


# --- Surveyor ----------------------------------------------------------------------------------


def test_a_search_costs_one_influence_which_may_be_one_just_taken():
    table = say(position("influence 0; offices surveyor=1"), "1 activate surveyor")
    assert {"search B5", "search M1", "reveal"} <= legal(table, 1)
    say(table, "1 search B5")
    assert player(table, 1)["influence"] == 0
    assert land(table, "B5")["offered"]


def test_without_influence_the_top_card_is_revealed():
    table = say(position("influence 0"), "1 activate surveyor")
    assert legal(table, 1) == {"reveal"}
    assert refused(table, 1, "search B5") == "a search costs 1 influence, and you have none"


def test_only_a_land_in_the_deck_can_be_searched_for():
    table = say(position("B5 2; B6 offer"), "1 activate surveyor")
    assert refused(table, 1, "search B5") == "B5 is not in the land deck"
    assert refused(table, 1, "search B6") == "B6 is not in the land deck"


def test_c8_nothing_is_revealed_from_an_empty_land_deck():
    table = say(position("deck; B5 offer 20"), "1 activate surveyor")
    assert table.awaited == (2,)
    say(table, "2 pass", "3 pass", "1 keep")
    assert legal(table, 1) == {"buy B5", "buy none"}


def surveyor(text: str) -> twohalls.Table:
    return control(position(text), 1, "surveyor", "1 reveal", "* land Q1")


def test_money_lying_on_a_land_counts_towards_its_price():
    table = surveyor("money 10; B5 offer 10; B6 offer 5")
    assert legal(table, 1, "buy") == {"B5", "none"}
    assert refused(table, 1, "buy B6") == "B6 costs $20: $5 lies on it and you have $10"
    say(table, "1 buy B5")
    assert player(table, 1)["money"] == 0
    assert land(table, "B5")["owner"] == 1


def test_anything_over_20_on_a_land_is_the_buyers():
    table = say(surveyor("money 0; B5 offer 35"), "1 buy B5")
    assert player(table, 1)["money"] == 15


@pytest.mark.parametrize(("line", "money"), [("1 buy B5", 0), ("1 buy none", 25)])
def test_five_goes_on_every_land_still_on_offer_bought_one_or_not(line, money):
    table = say(surveyor("B5 offer 20; B6 offer 10"), line)
    assert [land(table, name)["money"] for name in ("B6", "Q1", "B5")] == [15, 5, money]


def test_buy_none_is_said_even_with_nothing_to_buy():
    table = control(position("deck; money 0"), 1, "surveyor")
    assert legal(table, 1) == {"buy none"}


# --- Lobbyist ----------------------------------------------------------------------------------


def test_the_lobbyist_gives_influence_by_the_approval_rating_not_the_space():
    table = say(control(position("approval 7"), 1, "lobbyist"), "1 lobby 0")
    assert player(table, 1)["influence"] == 3 + 4


def test_influence_is_bought_at_10_each():
    table = control(position("money 29"), 1, "lobbyist")
    assert refused(table, 1, "lobby +3") == "that costs $30, and you have $29"
    say(table, "1 lobby +2")
    assert (player(table, 1)["influence"], player(table, 1)["money"]) == (6, 9)


def test_influence_is_sold_at_7_each_what_was_just_taken_included():
    table = control(position("money 0; influence 0"), 1, "lobbyist")
    assert legal(table, 1, "lobby") == {"-1", "0"}
    say(table, "1 lobby -1")
    assert (player(table, 1)["influence"], player(table, 1)["money"]) == (0, 7)


def test_c12_buying_and_selling_are_one_or_the_other():
    table = control(position("money 10; influence 1"), 1, "lobbyist")
    assert legal(table, 1) == {"lobby -2", "lobby -1", "lobby 0", "lobby +1"}


# --- Zoning Board ------------------------------------------------------------------------------


def zoning(text: str, permits: str = "housing factory park") -> twohalls.Table:
    return control(position(text), 1, "zoning", f"* permits {permits}")


def test_c9_three_permits_are_revealed_fewer_if_the_deck_is_short():
    table = say(position("permits tower; under park"), "1 activate zoning", "* permits tower park")
    assert table.view(2).to_json()["revealed_permits"] == ["tower", "park"]
    assert table.view(2).to_json()["decks"]["permits"] == 0


def test_c9_with_an_empty_permit_deck_nothing_is_revealed():
    table = say(position("permits"), "1 activate zoning")
    assert table.awaited == (2,)


def test_c9_cards_under_the_deck_come_up_in_the_order_they_went_there():
    table = say(position("permits; under tower park housing factory"), "1 activate zoning")
    with pytest.raises(twohalls.Illegal, match="in the order they went there"):
        say(table, "* permits park tower housing")
    say(table, "* permits tower park housing")
    say(table, "2 pass", "3 pass", "1 keep", "1 take tower", "1 take park", "1 bottom housing")
    say(table, "2 activate tax", "3 pass", "1 pass", "2 keep", "2 tax")
    say(table, "3 activate deputy", "1 pass", "2 pass", "3 keep")
    say(table, "3 activate zoning", "* permits factory housing")


def test_c9_those_returned_at_set_up_come_up_in_the_order_they_were_returned():
    table = say(drafted(), "3 build tower M1", "3 return factory", "1 build housing Q6")
    say(table, "1 return tower", "2 build tower B1", "2 return housing")
    state: Any = table._state
    state.pool = [0, 0, 0, 0]
    say(table, "3 activate zoning", "* permits factory tower housing")


def test_zoning_a_two_of_the_revealed_permits_are_taken():
    table = zoning("B1 1")
    assert legal(table, 1) == {"take housing", "take factory", "take park"}
    say(table, "1 take park", "1 take housing", "1 bottom factory")
    assert player(table, 1)["permits"] == {"housing": 1, "tower": 0, "factory": 0, "park": 1}
    assert table.awaited == (2,)


def test_zoning_b_one_is_taken_then_any_permit_from_hand_is_built():
    table = say(zoning("B1 1; B2 1; hand 1 tower"), "1 take park")
    assert legal(table, 1, "take") == {"housing", "factory"}
    assert legal(table, 1, "build") == {"tower B1", "tower B2", "park B1", "park B2"}
    say(table, "1 build tower B2")
    assert legal(table, 1) == {"bottom housing factory", "bottom factory housing"}
    assert land(table, "B2")["permit"] == "tower"


def test_zoning_c_two_from_hand_are_built_on_two_different_lands():
    table = say(zoning("B1 1; B2 1; B3 1 park; B4 2; hand 1 tower factory"), "1 build tower B1")
    assert legal(table, 1) == {"build factory B2"}
    assert refused(table, 1, "build factory B1") == "B1 is already built on"
    assert refused(table, 1, "build factory B4") == "B4 is not yours"
    assert refused(table, 1, "take park") == (
        "after building one you build another: you cannot take a permit"
    )
    say(table, "1 build factory B2", "1 bottom park housing factory")
    assert table.view(None).to_json()["star_space"] == 4


def test_c13_after_a_take_with_room_the_controller_goes_on():
    table = say(zoning("B1 1"), "1 take park")
    assert refused(table, 1, "bottom housing factory") == (
        "take a second permit, or build one: you have room for it"
    )


def test_c13_after_a_take_without_room_the_controller_may_stop_by_bottom():
    table = say(zoning("B1 1 tower; hand 1 tower"), "1 take park")
    assert legal(table, 1, "take") == {"housing", "factory"}
    assert legal(table, 1, "bottom") == {"housing factory", "factory housing"}
    say(table, "1 bottom factory housing")
    assert table.awaited == (2,)


def test_c13_doing_nothing_is_not_allowed_while_something_can_be_done():
    table = zoning("B1 1 tower")
    assert legal(table, 1) == {"take housing", "take factory", "take park"}
    assert refused(table, 1, "bottom housing factory park") == "take a permit or build first"


def test_c13_a_first_build_needs_no_second_to_be_possible():
    table = say(zoning("B1 1; hand 1 tower factory"), "1 build tower B1")
    assert {line.split()[0] for line in legal(table, 1)} == {"bottom"}
    table = say(zoning("B1 1; B2 1; hand 1 tower"), "1 build tower B1")
    assert {line.split()[0] for line in legal(table, 1)} == {"bottom"}


def test_c13_with_one_card_revealed_and_no_room_the_take_ends_it():
    table = say(position("permits; under park"), "1 activate zoning", "* permits park")
    say(table, "2 pass", "3 pass", "1 keep", "1 take park")
    assert table.awaited == (2,)


def test_c13_with_nothing_to_be_done_the_turn_ends():
    table = control(position("permits; B1 1 tower; hand 1 tower"), 1, "zoning")
    assert table.awaited == (2,)


def test_c13_without_a_permit_deck_one_can_still_build():
    table = control(position("permits; B1 1; hand 1 tower"), 1, "zoning")
    assert legal(table, 1) == {"build tower B1"}
    say(table, "1 build tower B1")
    assert table.awaited == (2,)


def test_the_star_moves_one_space_for_each_permit_built_parks_included():
    table = say(zoning("B1 1; B2 1; hand 1 tower park"), "1 build tower B1")
    assert table.view(None).to_json()["star_space"] == 3
    say(table, "1 build park B2")
    assert table.view(None).to_json()["star_space"] == 4


def test_the_controller_says_in_which_order_the_rest_goes_under_the_deck():
    table = zoning("B1 1; hand 1 tower", "tower park tower")
    say(table, "1 build tower B1")
    assert legal(table, 1, "bottom") == {"tower tower park", "tower park tower", "park tower tower"}
    assert "goes under the deck: tower tower park" in refused(table, 1, "bottom tower park")
    say(table, "1 bottom tower park tower")
    assert table._state.under[:3] == [1, 3, 1]


# --- Health Commissioner -----------------------------------------------------------------------


def gains(totals: list[int], controller: int = rules.NOBODY, doubled: bool = False) -> list[int]:
    state: Any = GAME.new_state(len(totals), {"open_hands": "off"})
    state.totals = totals + [0] * (rules.NSEATS - len(totals))
    rules.health(state, controller, doubled)
    return [population - 1 for population in state.population[: len(totals)]]


def test_worked_example_stars_10_10_8_7_gain_4_4_1_0():
    assert gains([10, 10, 8, 7]) == [4, 4, 1, 0]


@pytest.mark.parametrize(
    ("totals", "gained"),
    [
        ([9, 7, 5, 3], [4, 2, 1, 0]),
        ([9, 7, 7, 3], [4, 2, 2, 0]),
        ([9, 7, 3, 3], [4, 2, 1, 1]),
        ([9, 9, 9, 3], [4, 4, 4, 0]),
        ([3, 5, 4], [1, 4, 2]),
        ([1, 2], [2, 4]),
        ([2, 2], [4, 4]),
    ],
)
def test_c16_a_rank_is_1_and_the_number_of_players_with_more_stars_and_gains_4_2_1(totals, gained):
    assert gains(totals) == gained


def test_c14_a_total_of_zero_ranks_like_any_other():
    assert gains([0, 0, 0]) == [4, 4, 4]
    assert gains([5, 0, 0]) == [4, 2, 2]


def test_c15_population_stops_at_40():
    table = say(control(position("population 38 39 40"), 1, "health"), "1 health +3")
    assert [player(table, seat)["population"] for seat in (1, 2, 3)] == [40, 40, 40]


def test_the_controller_adds_3_or_doubles():
    assert gains([4, 6, 9], controller=0, doubled=False) == [2, 1, 4]
    assert gains([4, 6, 9], controller=1, doubled=True) == [1, 4, 2]
    assert gains([0, 0, 2], controller=0, doubled=False) == [4, 1, 2]
    table = control(position("B1 1 tower; B2 1 tower; M1 2 housing"), 1, "health")
    assert legal(table, 1) == {"health +3", "health double"}
    say(table, "1 health double")
    assert [player(table, seat)["population"] for seat in (1, 2, 3)] == [5, 3, 2]


# --- The final round and the election -----------------------------------------------------------


def test_in_the_final_round_turns_go_on_until_all_seven_offices_are_activated():
    table = position("players 4; order 3 1 2 4; final; round 9")
    assert _activating(table, 7) == [3, 1, 2, 4, 3, 1, 2]
    assert table.over


def test_c17_in_the_final_round_two_players_go_on_by_twos():
    assert _activating(position("players 2; order 2 1; final"), 7) == [2, 2, 1, 1, 2, 2, 1]


def _activating(table: twohalls.Table, turns: int) -> list[int]:
    seats = []
    for _ in range(turns):
        [seat] = table.awaited
        seats.append(seat)
        table.submit(seat, table.view(seat).legal[0])
        while table.awaited and table.view(table.awaited[0]).to_json()["phase"] != "activate":
            [other] = table.awaited
            table.submit(other, table.view(other).legal[0])
    return seats


def last_turn(text: str) -> twohalls.Table:
    """Seat 1 controls the Deputy Mayor, the last of the seven offices."""
    offices = "staffers tax=1 surveyor=2 campaign=3 lobbyist=1 zoning=2 health=3"
    return control(position(f"{offices}; final; turn 7; {text}"), 1, "deputy")


def leaders(table: twohalls.Table) -> dict[str, int | None]:
    endorsements = table.view(None).to_json()["endorsements"]
    return {name: endorsement["leader"] for name, endorsement in endorsements.items()}


def test_worked_example_rating_4_population_12_and_3_endorsements_make_78_votes():
    # Nobody has a star, so that the last Health Commissioner brings everybody 4.
    table = last_turn("approval 7; population 8; M1 1; M2 1; M3 3; money 9 8 8; influence 5 3 4")
    assert (player(table, 1)["approval"], player(table, 1)["population"]) == (4, 12)
    endorsed = [name for name, seat in leaders(table).items() if seat == 1]
    assert endorsed == ["money", "influence", "manhattan"]
    assert table.result is not None
    assert table.result.scores[0] == 78


def test_the_last_health_commissioner_has_nobody_in_control():
    table = last_turn("M1 1 tower; M3 2 tower; M5 2 tower")
    assert [player(table, seat)["population"] for seat in (1, 2, 3)] == [3, 5, 2]


def test_an_endorsement_goes_to_the_strictly_highest_figure_and_in_a_tie_to_no_one():
    table = last_turn("money 9 9 8; B1 1; Q1 2; Q2 2; B2 3 park")
    endorsed = {name: seat for name, seat in leaders(table).items() if seat}
    assert endorsed == {"parks": 3, "queens": 2}
    assert table.result is not None
    assert table.result.scores == (5, 15, 15)


def test_a_tied_election_goes_to_the_tied_player_nearest_the_front():
    table = last_turn("order 1 3 2; Q1 2; B1 3")
    assert table.result is not None
    assert table.result.scores == (5, 15, 15)
    assert table.result.winners == (3,)


def test_the_deputy_mayor_is_applied_before_the_tie_is_broken():
    table = last_turn("")
    assert table.result is not None
    assert table.view(None).to_json()["turn_order"] == [1, 2, 3]
    assert table.result.winners == (1,)
    offices = "staffers tax=1 surveyor=2 campaign=3 lobbyist=1 zoning=2 health=3"
    table = position(f"{offices}; final; turn 7")
    say(table, "1 activate deputy", "2 pass", "3 bid 0", "1 accept 3")
    assert table.result is not None
    assert table.result.scores == (5, 5, 5)
    assert table.view(None).to_json()["turn_order"] == [3, 1, 2]
    assert table.result.winners == (3,)
