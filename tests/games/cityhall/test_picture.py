"""Where things are drawn."""

from __future__ import annotations

import copy
from itertools import combinations

import pytest

from twohalls.games.cityhall import picture
from twohalls.games.cityhall.board import DEFAULT, SPACES
from twohalls.games.cityhall.picture import Box

LAYOUTS = {"wide": picture.wide(DEFAULT), "phone": picture.phone(DEFAULT)}


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_land_has_a_lot_of_its_own_on_the_map(name: str) -> None:
    layout = LAYOUTS[name]
    assert set(layout.lots) == set(SPACES)
    for lot in layout.lots.values():
        assert 0 <= lot.x < lot.right <= layout.width
        assert 0 <= lot.y < lot.bottom <= layout.height
    for one, other in combinations(layout.lots.values(), 2):
        assert not one.meets(other)


@pytest.mark.parametrize("name", LAYOUTS)
def test_water_is_between_the_boroughs(name: str) -> None:
    for one, other in combinations(LAYOUTS[name].boroughs.values(), 2):
        assert not one.meets(other)


def test_explanations_in_the_bay_cover_no_lot() -> None:
    assert not any(lot.meets(picture.BAY) for lot in LAYOUTS["wide"].lots.values())


def test_lots_are_where_the_grid_says() -> None:
    lots = LAYOUTS["wide"].lots
    assert (lots["M1"].x, lots["M1"].y) == (44, 50)
    assert (lots["Q6"].x, lots["Q6"].y) == (293 + 135, 30 + 114)
    assert (lots["B9"].x, lots["B9"].y) == (428 + 2 * 135, 327 + 2 * 114)
    assert LAYOUTS["phone"].lots["Q6"].x == lots["Q6"].x + picture.PHONE_SHIFT["Q"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_bridge_goes_from_shore_to_shore_of_its_ends(name: str) -> None:
    layout = LAYOUTS[name]
    for drawn, bridge in zip(layout.bridges, DEFAULT["bridges"], strict=True):
        ends = [layout.lots[end] for end in bridge["ends"]]
        for x, y in (drawn.start, drawn.end):
            assert any(b.x - 3 <= x <= b.right + 3 and b.y - 3 <= y <= b.bottom + 3 for b in ends)
        assert drawn.length > 40


def test_another_bridge_is_drawn_between_the_ends_the_file_names() -> None:
    board = copy.deepcopy(DEFAULT)
    board["bridges"].append({"name": "Triborough Bridge", "ends": ["M1", "Q1"]})
    drawn = picture.wide(board)
    assert drawn.bridges[-1].start == (drawn.lots["M1"].right - 2, drawn.lots["M1"].middle[1])
    assert drawn.bridges[-1].end == (drawn.lots["Q1"].x + 2, drawn.lots["Q1"].middle[1])


def test_another_arrangement_of_a_borough_still_fits_the_map() -> None:
    board = copy.deepcopy(DEFAULT)
    for i, space in enumerate(s for s in SPACES if s[0] == "Q"):
        board["spaces"][space] = [10 + i % 3, i // 3 - 8]
    layout = picture.wide(board)
    assert not layout.usual
    assert picture.phone(board) == layout
    for lot in layout.lots.values():
        assert 0 <= lot.x < lot.right <= layout.width
        assert 0 <= lot.y < lot.bottom <= layout.height
    for one, other in combinations(layout.lots.values(), 2):
        assert not one.meets(other)


def test_a_cable_hangs_from_tower_to_tower() -> None:
    for bridge in LAYOUTS["wide"].bridges:
        if bridge.style != "creek":
            first, second = picture.tower_places(bridge)
            high = picture.TOWER_HEIGHT[bridge.style]
            assert picture.cable_height(bridge, first) == pytest.approx(high)
            assert picture.cable_height(bridge, second) == pytest.approx(high)
            assert picture.cable_height(bridge, bridge.length / 2) < high
            assert picture.cable_height(bridge, 0) == 0


def test_corners_climb_in_steps() -> None:
    path = picture.stepped(Box(0, 0, 100, 50), step=5, steps=2)
    assert path == ("M10 0H90v5h5v5h5V40h-5v5h-5v5H10v-5h-5v-5h-5V10h5v-5h5v-5z")


def test_a_line_leads_to_the_explanation_unless_a_lot_is_in_its_way() -> None:
    layout = LAYOUTS["wide"]
    assert picture.lead(layout, "M2")
    assert picture.lead(layout, "Q1") is None
