"""The board file: what follows from it, what is refused, and games on a corrected one."""

import copy
import json
import random
from typing import Any

import pytest

import twohalls
from twohalls.games.cityhall import GAME, board, rules
from twohalls.games.cityhall.board import DEFAULT, FIGURES, SPACES, fingerprint, is_default, tables


def corrected(**parts: Any) -> dict[str, Any]:
    """The board file with some parts written anew."""
    return {**copy.deepcopy(dict(DEFAULT)), **parts}


def neighbours(space: str, of: dict[str, Any] | None = None) -> set[str]:
    row = tables(of or dict(DEFAULT))["NEIGHBOURS"][SPACES.index(space)]
    return {SPACES[other] for other in row if other >= 0}


# --- What follows from the file -------------------------------------------------------------------


def test_worked_example_b1_is_beside_b2_b4_b5_and_q6_not_q5_or_q7():
    assert neighbours("B1") == {"B2", "B4", "B5", "Q6"}


def test_what_is_derived_is_what_the_file_lists_as_adjacent():
    listed = {frozenset(pair) for pair in DEFAULT["adjacent"]}
    assert listed == {frozenset((a, b)) for a in SPACES for b in neighbours(a)}


def test_what_the_rulebook_says_of_neighbours_holds():
    assert "M4" in neighbours("M3")
    assert not neighbours("Q6") & {"M3", "M4"}
    assert all(a in neighbours(b) for a in SPACES for b in neighbours(a))


def test_the_rules_count_what_the_board_calls_its_figures():
    assert FIGURES[rules.Figure.MONEY] == "money"
    assert FIGURES[rules.Figure.INFLUENCE] == "influence"
    built = FIGURES[rules.Figure.BUILT : rules.Figure.LAND]
    assert [figure.split()[0] for figure in built] == ["housing", "towers", "factories", "parks"]
    boroughs = [figure.split()[-1].lower() for figure in FIGURES[rules.Figure.LAND :]]
    assert boroughs == list(board.BOROUGHS)


# --- Which board it is -----------------------------------------------------------------------


def test_remarks_and_the_list_of_adjacent_spaces_do_not_make_another_board():
    same = corrected(about="mine", adjacent=[])
    del same["known"]
    assert is_default(same)
    assert GAME.with_board(same) is GAME


def test_the_order_of_spaces_and_bridges_does_not_make_another_board():
    spaces = dict(reversed(DEFAULT["spaces"].items()))
    bridges = [{"ends": bridge["ends"][::-1]} for bridge in reversed(DEFAULT["bridges"])]
    assert is_default(corrected(spaces=spaces, bridges=bridges))


def test_c18_a_correction_makes_another_board_with_a_name_of_its_own():
    names = {
        fingerprint(corrected(bridges=[])),
        fingerprint(corrected(manhattan_bonus=2)),
        fingerprint(corrected(star_start_space={"2": 3, "3": 2, "4": 2})),
        fingerprint(dict(DEFAULT)),
    }
    assert len(names) == 4
    assert all(name.isalnum() and len(name) == 12 for name in names)


# --- Games on a corrected board ----------------------------------------------------------------


def played(on: dict[str, Any] | None, *lines: str) -> twohalls.Table:
    """Two players: seat 1 has a tower on Q6, seat 2 one on B1, which the default bridge joins."""
    header = ["twohalls 1", "game cityhall", "players A, B"]
    if on is not None and not is_default(on):
        header.append(f"board {fingerprint(on)}")
    drafted = ["* order 1 2", "* land Q6 B1 Q1", "1 draft Q6", "* land Q2", "2 draft B1"]
    drafted += ["* land Q3", "1 draft Q1", "* land B9", "2 draft B9", "* land B7", "1 draft Q2"]
    drafted += ["* land Q4", "2 draft Q3", "1 build tower Q6", "2 build tower B1"]
    record = "\n".join([*header, *drafted, *lines])
    return twohalls.read_record(record, at=len(drafted) + len(lines), board=on)


def stars(table: twohalls.Table, land: str) -> int:
    found: int = table.view(None).to_json()["lands"][land]["stars"]
    return found


def test_c18_a_bridge_taken_away_parts_its_two_ends():
    assert stars(played(None), "B1") == 1
    assert stars(played(corrected(bridges=[])), "B1") == 0


def test_c18_a_bridge_moved_joins_its_new_ends():
    moved = corrected(bridges=[{"name": "Newtown Creek Bridge", "ends": ["Q8", "B1"]}])
    assert neighbours("B1", moved) == {"B2", "B4", "B5", "Q8"}
    assert neighbours("Q8", moved) == {"Q3", "Q4", "Q7", "B1"}


def test_c18_a_borough_laid_out_anew_has_other_neighbours():
    spaces = {**DEFAULT["spaces"], "M5": [1, 3]}
    assert neighbours("M4", corrected(spaces=spaces)) == {"M3", "M5", "B4"}
    assert neighbours("M3", corrected(spaces=spaces)) == {"M2", "M4", "M5"}


def test_c18_the_star_starts_where_the_corrected_board_says():
    on = corrected(star_start_space={"2": 7, "3": 2, "4": 1})
    assert played(on).view(None).to_json()["star_space"] == 7


def test_c18_endorsements_are_those_of_the_corrected_board():
    on = corrected(endorsements=[{"id": "rich", "most": "money"}], endorsement_votes=50)
    table = twohalls.new_table("cityhall", ["A", "B"], seed=3, board=on)
    assert list(table.view(None).to_json()["endorsements"]) == ["rich"]
    rng = random.Random(3)
    while table.awaited:
        [seat] = table.awaited
        table.submit(seat, rng.choice(table.view(seat).legal))
    shown = table.view(None).to_json()
    for player in shown["players"]:
        rich = 50 if shown["endorsements"]["rich"]["leader"] == player["seat"] else 0
        votes = player["approval"] * player["population"] + rich
        assert shown["result"]["scores"][player["seat"] - 1] == votes


def test_the_end_of_a_corrected_approval_track_ends_the_game():
    on = corrected(approval_track=[1, 9], star_start_space={"2": 1, "3": 1, "4": 1})
    table = played(on, "1 build housing Q1", "2 build housing B9")
    for seat, office in ((1, "campaign"), (1, "deputy"), (2, "tax"), (2, "health")):
        table.submit(seat, f"activate {office}")
        table.submit(3 - seat, "pass")
        table.submit(seat, "keep")
        if office != "deputy":
            table.submit(seat, {"campaign": "campaign 0", "tax": "tax"}.get(office, "health +3"))
    shown = table.view(None).to_json()
    assert shown["players"][0]["approval"] == 9
    assert shown["final_round"]


def test_the_fingerprint_of_another_board_stands_in_the_record_and_is_checked():
    on = corrected(bridges=[])
    table = played(on)
    assert f"board {fingerprint(on)}\n" in table.record()
    assert "board " not in played(None).record()
    with pytest.raises(twohalls.BadRecord, match="another board"):
        twohalls.read_record(table.record())
    with pytest.raises(twohalls.BadRecord, match="another board"):
        twohalls.read_record(table.record(), board=corrected(manhattan_bonus=2))
    assert twohalls.read_record(table.record(), board=on).record() == table.record()


def test_both_boards_are_played_in_one_process():
    other = GAME.with_board(corrected(bridges=[]))
    assert GAME.with_board(corrected(bridges=[])) is other
    assert vars(other.rules)["NEIGHBOURS"] != board.NEIGHBOURS
    assert stars(played(corrected(bridges=[])), "B1") == 0
    assert stars(played(None), "B1") == 1


# --- What is refused ---------------------------------------------------------------------------


def without(part: str) -> dict[str, Any]:
    return {key: value for key, value in DEFAULT.items() if key != part}


SPACE_LESS = {name: place for name, place in DEFAULT["spaces"].items() if name != "Q8"}
PARKS = {**DEFAULT["permits"], "park": {"count": -1, "max_stars": 0}}
FEW = {**DEFAULT["permits"], "tower": {"count": 3, "max_stars": 3}}
MANY = {**DEFAULT["permits"], "tower": {"count": 41, "max_stars": 3}}
BARN = {**DEFAULT["permits"], "barn": {"count": 1, "max_stars": 0}}
ODD_STARS = {**DEFAULT["stars_from_neighbour"], "housing": {"housing": 2}}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ([], "a board is a JSON object"),
        ("board", "a board is a JSON object"),
        (without("bridges"), "the board has no “bridges”"),
        (without("endorsements"), "the board has no “endorsements”"),
        (corrected(spaces=SPACE_LESS), "spaces lacks “Q8”"),
        (corrected(spaces={**DEFAULT["spaces"], "X1": [9, 9]}), "spaces has “X1”"),
        (corrected(spaces={**DEFAULT["spaces"], "Q8": [4, 1]}), "are in the same place"),
        (corrected(spaces={**DEFAULT["spaces"], "Q8": [4]}), "a list of 2 items"),
        (corrected(spaces={**DEFAULT["spaces"], "Q8": [4, 1.5]}), "a whole number"),
        (corrected(bridges={"name": "x"}), "bridges has to be a list"),
        (corrected(bridges=[{"name": "x"}]), "bridge 1 has no “ends”"),
        (corrected(bridges=[{"ends": ["Q6", "Z9"]}]), "bridge 1 ends at Z9, which is not a land"),
        (corrected(bridges=[{"ends": ["Q6", ["B1"]]}]), "which is not a land"),
        (corrected(bridges=[{"ends": ["Q6", "Q6"]}]), "both ends at Q6"),
        (corrected(bridges=[{"ends": ["Q6"]}]), "a list of 2 items"),
        (corrected(approval_track=[1, 2, 1]), "the approval track falls"),
        (corrected(approval_track=[1]), "approval_track has to be a list"),
        (corrected(approval_track=[0, 1]), "approval_track has to be a whole number"),
        (corrected(approval_track=[True, 2]), "approval_track has to be a whole number"),
        (corrected(star_start_space={"2": 3, "3": 2}), "star_start_space lacks “4”"),
        (corrected(star_start_space={"2": 3, "3": 2, "4": 11}), "the star’s start for 4 players"),
        (corrected(star_start_space={"2": 3, "3": 2, "4": 0}), "the star’s start for 4 players"),
        (corrected(star_start_space={"2": 3, "3": 2, "4": "1"}), "the star’s start for 4 players"),
        (corrected(population_track_end=0), "population_track_end"),
        (corrected(population_track_end="40"), "population_track_end"),
        (corrected(permits=PARKS), "the number of park permits"),
        (corrected(permits=FEW), "the number of tower permits"),
        (corrected(permits=MANY), "more than 60 permits"),
        (corrected(permits=BARN), "permits has “barn”"),
        (corrected(stars_from_neighbour=ODD_STARS), "stars_from_neighbour housing lacks “tower”"),
        (corrected(manhattan_bonus=-1), "manhattan_bonus"),
        (corrected(endorsements=[]), "endorsements has to be a list"),
        (corrected(endorsements=["money"]), "endorsement 1 has to be an object"),
        (corrected(endorsements=[{"id": "x", "most": "cats"}]), "“x” is for the most “cats”"),
        (corrected(endorsements=[{"id": "x", "most": "money"}] * 2), "two endorsements “x”"),
        (corrected(endorsements=[{"id": "x y", "most": "money"}]), "has to be one word"),
        (corrected(endorsement_votes=None), "endorsement_votes"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_the_reason(wrong, reason):
    with pytest.raises(twohalls.Unknown) as error:
        twohalls.new_table("cityhall", ["A", "B"], board=wrong)
    assert reason in str(error.value)


@pytest.mark.parametrize("part", [part for part in DEFAULT if part not in ("about", "known")])
@pytest.mark.parametrize("wrong", [None, 0.5, "text", [[]], {"a": {}}, True])
def test_nothing_of_the_wrong_kind_is_ever_more_than_refused(part, wrong):
    on = corrected(**{part: wrong})
    if part in ("decided", "adjacent"):
        assert is_default(on)
    else:
        with pytest.raises(twohalls.Unknown):
            tables(on)


def test_the_board_file_is_plain_json_that_reads_back_the_same():
    assert is_default(json.loads(json.dumps(dict(DEFAULT))))
