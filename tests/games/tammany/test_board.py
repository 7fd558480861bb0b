"""Lower Manhattan as the board file describes it."""

from twohalls.games.tammany import board
from twohalls.games.tammany.board import ADJACENT, MAP, WARDS, borders


def are_adjacent(a: int, b: int) -> bool:
    return bool(ADJACENT[WARDS.index(a)][WARDS.index(b)])


def test_adjacency_derived_from_shared_borders_is_the_list_of_the_file():
    assert borders(MAP["wards"]) == {tuple(pair) for pair in MAP["adjacent"]}
    assert len(MAP["adjacent"]) == 28


def test_meeting_in_one_point_is_not_adjacency():
    assert set(MAP["wards"]["4"]) & set(MAP["wards"]["10"]) == {"chatham_square"}
    assert not are_adjacent(4, 10)


def test_adjacency_goes_both_ways_and_no_ward_is_beside_itself():
    assert all(are_adjacent(a, b) == are_adjacent(b, a) for a in WARDS for b in WARDS)
    assert not any(are_adjacent(ward, ward) for ward in WARDS)


def test_steps_are_the_adjacent_pairs():
    steps = set(zip(board.STEP_FROM, board.STEP_TO, strict=True))
    assert len(steps) == len(board.STEP_FROM) == 2 * 28
    assert all(ADJACENT[a][b] for a, b in steps)


def test_fifteen_wards_vote_zone_by_zone_in_the_printed_order():
    assert WARDS == (1, 2, 4, 7, 6, 14, 9, 15, 8, 5, 3, 17, 11, 13, 10)
    assert sorted(WARDS) == [*range(1, 12), 13, 14, 15, 17]
    assert board.ZONES == ("I", "II", "III")
    assert board.ZONE_END == (6, 11, 15)


def test_cubes_of_the_zones():
    assert board.COLOURS == ("irish", "english", "german", "italian")
    assert board.ZONE_CUBES == ((2, 2, 2, 0), (2, 2, 1, 0), (2, 1, 1, 0))
    fixed = {WARDS[i]: c for i, c in enumerate(board.FIXED_CUBE) if c >= 0}
    assert fixed == {14: board.COLOURS.index("irish")}


def test_tammany_hall_and_the_wards_with_a_bonus():
    assert WARDS[board.TAMMANY_HALL] == 14
    assert {WARDS[i] for i, bonus in enumerate(board.BONUS_CUBE) if bonus} == {1, 2}
    assert {WARDS[i] for i, bonus in enumerate(board.BONUS_FAVOR) if bonus} == {4, 7}
