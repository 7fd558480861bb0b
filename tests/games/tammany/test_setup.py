"""Set-up, zones and Castle Garden."""

import random
from collections import Counter

import pytest
from tests.games.tammany.position import position, say
from tests.tables import new_table, play_on

import twohalls
from twohalls.games.tammany.board import COLOURS

ZONE_I = "* zone I 1=english 2=german 4=english 7=irish 6=german 14=irish"
ZONE_II = "* zone II 9=irish 15=irish 8=english 5=english 3=german"
ZONE_III = "* zone III 17=irish 11=irish 13=english 10=german"
HEADER = "twohalls 1\ngame tammany\nplayers {}\n"


def shown(lines, players=3):
    header = HEADER.format(", ".join("ABCDE"[:players]))
    return twohalls.read_record(header + "\n".join(lines), at=len(lines)).view(None).to_json()


def refused(lines, players=3):
    with pytest.raises(twohalls.BadRecord) as refusal:
        shown(lines, players)
    assert refusal.value.line == 3 + len(lines)
    return refusal.value.reason


def test_players_begin_with_three_slander_chips_and_nothing_else():
    for player in new_table("tammany", 4).view(None).to_json()["players"]:
        assert player["slander_chips"] == 3
        assert player["favors"] == dict.fromkeys(COLOURS, 0)
        assert (player["score"], player["office"], player["bosses_left"]) == (0, None, 19)


def test_any_seat_may_go_first():
    firsts = Counter(new_table("tammany", 3, seed=s).view(None).lines[0] for s in range(40))
    assert set(firsts) == {"* first 1", "* first 2", "* first 3"}


def test_the_first_player_begins_and_turns_go_clockwise():
    json = shown(["* first 3", ZONE_I, "* arrivals irish italian german english english"])
    assert (json["first_player"], json["awaited"]) == (3, [3])
    after = ["3 boss 1", "3 boss 1", "3 end"]
    lines = ["* first 3", ZONE_I, "* arrivals irish italian german english english", *after]
    assert shown(lines)["awaited"] == [1]


@pytest.mark.parametrize(
    ("players", "zones_by_term"),
    [
        (3, [["I"], ["I", "II"], ["I", "II", "III"], ["I", "II", "III"]]),
        (4, [["I", "II"], ["I", "II", "III"], ["I", "II", "III"], ["I", "II", "III"]]),
        (5, [["I", "II", "III"]] * 4),
    ],
)
def test_zones_come_into_play_by_players_and_term(players, zones_by_term):
    table, rng = new_table("tammany", players), random.Random(1)
    seen: list[list[str]] = []
    while not table.over:
        json = table.view(None).to_json()
        if json["phase"] == "turn" and json["term"] > len(seen):
            seen.append(json["zones"])
            active = {ward for ward, it in json["wards"].items() if it["active"]}
            assert len(active) == {1: 6, 2: 11, 3: 15}[len(json["zones"])]
            assert all(
                bool(sum(w["cubes"].values())) == w["active"] for w in json["wards"].values()
            )
        play_on(table, rng, 1)
    assert seen == zones_by_term


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t22_ward_14_begins_irish_with_any_number_of_players(players):
    for seed in range(5):
        wards = new_table("tammany", players, {}, seed).view(None).to_json()["wards"]
        assert {c for c, n in wards["14"]["cubes"].items() if n} == {"irish"}


def test_a_zone_gives_each_ward_one_cube():
    wards = shown(["* first 2", ZONE_I])["wards"]
    cubes = {ward: [c for c, n in it["cubes"].items() if n] for ward, it in wards.items()}
    assert (cubes["14"], cubes["6"]) == (["irish"], ["german"])
    assert all(sum(it["cubes"].values()) == it["active"] for it in wards.values())


def test_before_a_zone_is_drawn_its_wards_are_empty():
    json = shown(["* first 2"])
    assert json["zones"] == []
    assert not any(sum(ward["cubes"].values()) for ward in json["wards"].values())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (ZONE_I.replace("14=irish", "14=german"), "ward 14 begins with irish"),
        (ZONE_I.replace("7=irish", "7=german"), "no german cube left to draw"),
        (ZONE_I.replace("7=irish", "7=italian"), "no italian cube left to draw"),
        (ZONE_I.replace("1=english 2=german", "2=german 1=english"), "1 2 4 7 6 14"),
        (ZONE_I.replace(" 7=irish", ""), "1 2 4 7 6 14"),
        (ZONE_II, "zone I comes into play"),
        ("* arrivals irish italian german english english", "nobody arrives"),
        ("2 boss 14", "chance"),
    ],
)
def test_a_zone_with_other_cubes_is_refused(line, reason):
    assert reason in refused(["* first 2", line])


def test_five_players_bring_all_three_zones_into_play_at_once():
    assert shown(["* first 5", ZONE_I, ZONE_II, ZONE_III], 5)["zones"] == ["I", "II", "III"]
    assert "chance" in refused(["* first 5", ZONE_I, ZONE_II, "5 boss 1"], 5)


def test_t1_cubes_of_zones_not_in_play_are_not_in_the_bag():
    for players in (3, 4, 5):
        json = new_table("tammany", players).view(None).to_json()
        drawn = json["garden"]
        assert {c: json["bag"][c] + drawn[c] for c in COLOURS} == {
            "irish": 25 - 6,
            "english": 25 - 5,
            "german": 25 - 4,
            "italian": 25,
        }
    aside = shown(["* first 2", ZONE_I])["aside"]
    assert aside == {"irish": 4, "english": 3, "german": 2, "italian": 0}


def test_a_zone_that_comes_later_takes_the_cubes_set_aside_not_the_bags():
    table = position("players 4; year 4; turn purple; garden; 1 red; 2 ie")
    bag = table.view(None).to_json()["bag"]
    say(table, "4 boss 6", "4 boss 6", "4 end", "1 settle irish 1")
    say(table, "1 appoint 2=police 3=deputy 4=council")
    json = table.view(None).to_json()
    assert json["zones"] == ["I", "II", "III"]
    assert json["aside"] == dict.fromkeys(COLOURS, 0)
    left = {colour: json["bag"][colour] + json["garden"][colour] for colour in COLOURS}
    assert left == {**bag, "irish": bag["irish"] - 1}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_castle_garden_is_filled_with_two_more_cubes_than_players(players):
    assert sum(new_table("tammany", players).view(None).to_json()["garden"].values()) == players + 2


def test_castle_garden_is_filled_only_when_it_is_empty_at_the_start_of_a_turn():
    table = position("garden ie de")
    say(table, "1 boss 1", "1 cube irish 1", "1 end")
    assert table.view(None).to_json()["garden"] == {**dict.fromkeys(COLOURS, 0), "german": 1}
    say(table, "2 boss 1", "2 cube german 1", "2 end")
    assert sum(table.view(None).to_json()["garden"].values()) == 5


def test_t2_fewer_cubes_arrive_when_the_bag_runs_short():
    table = position("garden; bag ie2 it")
    say(table, "1 boss 1", "1 boss 1", "1 end")
    json = table.view(None).to_json()
    assert json["garden"] == {"irish": 2, "english": 0, "german": 0, "italian": 1}
    assert sum(json["bag"].values()) == 0
    assert table.lines[-1].text.startswith("arrivals")


def test_t2_with_an_empty_bag_castle_garden_stays_empty_and_nothing_is_written():
    table = position("garden; bag")
    say(table, "1 boss 1", "1 boss 1", "1 end")
    json = table.view(None).to_json()
    assert sum(json["garden"].values()) == 0
    assert table.lines[-1].text == "end"
    assert {line.split()[0] for line in table.view(2).legal} == {"boss"}


def test_arrivals_of_another_number_or_out_of_nothing_are_refused():
    start = ["* first 2", ZONE_I]
    assert "cubes to arrive: 5, not 4" in refused([*start, "* arrivals irish irish irish irish"])
    assert "not 6" in refused([*start, "* arrivals" + " irish" * 6])
    assert "no colour" in refused([*start, "* arrivals green irish irish irish irish"])


def test_every_cube_in_the_bag_is_as_likely_to_arrive():
    game = twohalls.find_game("tammany")
    state = twohalls.read_record(HEADER.format("A, B, C") + f"* first 2\n{ZONE_I}\n", at=2)._state
    weights = [0] * 4
    assert game.rules.chance_weights(state, weights) == 4
    assert weights == state.bag == [19, 20, 21, 25]


def test_every_seat_is_as_likely_to_go_first():
    game = twohalls.find_game("tammany")
    weights = [0] * 5
    for players in (3, 4, 5):
        state = game.new_state(players, game.options({}))
        assert game.rules.chance_weights(state, weights) == players
        assert weights[:players] == [1] * players
