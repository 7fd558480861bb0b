"""The drawing of the board agrees with the board file."""

import itertools

import pytest

from twohalls.games.tammany import picture
from twohalls.games.tammany.board import COLOURS, MAP, WARDS

SEATS = ("1", "2", "3", "4", "5")


def test_every_ward_has_a_place():
    assert sorted(picture.PLACES) == sorted(WARDS)


@pytest.mark.parametrize("ward", WARDS)
def test_a_ward_is_drawn_clockwise_with_its_number_lock_and_pieces_inside(ward):
    place, outline = picture.PLACES[ward], picture.outline(ward)
    assert picture.area(outline) > 0
    assert picture.inside(outline, *place.number)
    assert picture.inside(outline, *place.anchor)
    assert picture.inside(outline, *place.lock)


def test_an_outline_runs_around_its_wards_once():
    around = picture.ring(WARDS)
    assert len(set(around)) == len(around)
    whole = picture.area([picture.corner(name) for name in around])
    assert whole == pytest.approx(sum(picture.area(picture.outline(ward)) for ward in WARDS))


@pytest.mark.parametrize("zone", picture.ZONE_WARDS)
def test_a_zone_is_as_large_as_its_wards(zone):
    wards = picture.ZONE_WARDS[zone]
    around = picture.area([picture.corner(name) for name in picture.ring(wards)])
    assert around == pytest.approx(sum(picture.area(picture.outline(ward)) for ward in wards))


def test_borders_are_the_sides_that_two_wards_share():
    within, between = picture.borders()
    neighbours = {tuple(pair) for pair in MAP["adjacent"]}
    assert len(within) + len(between) >= len(neighbours)
    sides = {frozenset(side) for side in within + between}
    for a, b in neighbours:
        names_a, names_b = picture.corners(a), picture.corners(b)
        ring_a = {frozenset(s) for s in zip(names_a, names_a[1:] + names_a[:1], strict=True)}
        ring_b = {frozenset(s) for s in zip(names_b, names_b[1:] + names_b[:1], strict=True)}
        assert ring_a & ring_b & sides


def test_arrows_lead_from_each_ward_to_the_next_that_votes():
    steps = [(arrow.source, arrow.target) for arrow in picture.arrows()]
    assert steps == [
        step for wards in picture.ZONE_WARDS.values() for step in itertools.pairwise(wards)
    ]


def test_arrows_point_into_the_ward_they_lead_to():
    import math

    for arrow in picture.arrows():
        turned = math.radians(arrow.angle)
        x, y = arrow.x + 14 * math.cos(turned), arrow.y + 14 * math.sin(turned)
        assert picture.inside(picture.outline(arrow.target), x, y), arrow


def test_the_shore_ends_where_fourteenth_street_begins():
    assert picture.SHORE[-1] == picture.FOURTEENTH[0]
    assert picture.SHORE[0] == picture.FOURTEENTH[-1]
    assert picture.path([(0, 0), (1, 2.5)]) == "M0 0 1 2.5Z"


@pytest.mark.parametrize("ward", WARDS)
@pytest.mark.parametrize(("bosses", "cubes"), [(1, 1), (4, 4), (8, 8)])
def test_pieces_stand_apart_and_each_once(ward, bosses, cubes):
    stands = picture.stand(ward, {"1": bosses}, {"irish": cubes})
    assert len({(one.kind, one.number) for one in stands}) == bosses + cubes
    for a, b in itertools.combinations(stands, 2):
        assert abs(a.x - b.x) + abs(a.y - b.y) > 10


@pytest.mark.parametrize("ward", WARDS)
def test_few_pieces_are_drawn_larger_than_many(ward):
    sizes = [picture.stand(ward, {"1": count}, {"irish": 1})[0].size for count in (4, 5, 8, 9)]
    assert sizes == [picture.ROOMY, picture.CLOSE, picture.CLOSE, picture.CROWDED]


def test_a_crowd_is_one_piece_of_each_kind_with_its_count():
    bosses = dict.fromkeys(SEATS, 3)
    cubes = dict(zip(COLOURS, (5, 4, 0, 1), strict=True))
    stands = picture.stand(2, bosses, cubes)
    assert [(one.of, one.count) for one in stands if one.kind == "boss"] == list(bosses.items())
    assert {one.of: one.count for one in stands if one.kind == "cube"} == {
        "irish": 5,
        "english": 4,
        "italian": 1,
    }
    boss, cube = stands[0], stands[-1]
    assert boss.count_y < boss.y
    assert cube.count_y > cube.y


def test_castle_garden_has_seven_slots_within_its_wall():
    slots = picture.garden_slots()
    assert len(set(slots)) == picture.GARDEN_SLOTS
    x, y = picture.GARDEN
    assert all((sx - x) ** 2 + (sy - y) ** 2 < 36**2 for sx, sy in slots)


def box_of_number(ward):
    """What a ward's number covers on a phone, where it is 31 high, in a digit's width of 0.58."""
    (x, y), half = picture.PLACES[ward].number, 31 * 0.29 * len(str(ward))
    return x - half, y - 31 * 0.68, x + half, y + 1


def box_of_count(stand):
    """What the count beside a piece covers: a sign and a digit."""
    size = 10.8 * stand.size
    return stand.x - 0.52 * size, stand.count_y - 0.68 * size, stand.x + 0.52 * size, stand.count_y


@pytest.mark.parametrize("cubes", range(1, 5))
@pytest.mark.parametrize("bosses", range(1, 6))
def test_on_a_phone_no_count_touches_a_number(bosses, cubes):
    held = dict.fromkeys(SEATS[:bosses], 3), dict.fromkeys(COLOURS[:cubes], 3)
    for ward, other in itertools.product(WARDS, repeat=2):
        number = box_of_number(other)
        for count in map(box_of_count, picture.tally(ward, *held)):
            wide = min(number[2], count[2]) - max(number[0], count[0])
            high = min(number[3], count[3]) - max(number[1], count[1])
            assert min(wide, high) <= -0.5, (ward, other)
