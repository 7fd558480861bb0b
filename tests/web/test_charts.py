"""The figures of a chart are those of the game, counted here once more by the rules alone."""

from __future__ import annotations

import asyncio
import random
import re
import struct
import zlib
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from starlette.testclient import TestClient
from tests.serving import quick
from tests.tables import DEFAULTS, facts, finished
from tests.web.replaying import LANGUAGES, hand_in, leaf, numbers, played, text_of

import twohalls
from twohalls.games.tammany import rules as tammany
from twohalls.games.tammany.board import WARDS
from twohalls.kit.charts import Chart, Series
from twohalls.server.limits import TooMany
from twohalls.web import replay
from twohalls.web.app import create_app
from twohalls.web.charts import LETTER, draw
from twohalls.web.pictures import MOST_WAITING, Painter

TAMMANY = [players for game, players in DEFAULTS if game == "tammany"]
CITYHALL = [players for game, players in DEFAULTS if game == "cityhall"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = create_app(quick(f"sqlite:///{tmp_path_factory.mktemp('charts') / 'tables.db'}"))
    with TestClient(app, raise_server_exceptions=False) as made:
        yield made


def states(table):
    return [table.state_at(n) for n in range(len(table.lines) + 1)]


def result_of(table, seat=None, language="en"):
    return text_of(replay.result_page(leaf(table, seat, 0, language)))


def test_names_below_a_chart_have_room_beside_each_other():
    days = tuple(f"{day} Nov 2023" for day in range(11, 30))
    by_day = Chart("days", "lines", "", "", "", days, (Series("", tuple(range(19)), 1),))
    below = draw(by_day).labels
    assert below[-1][1] == days[-1]
    for (left, name), (right, _) in pairwise(below):
        assert right - left > len(name) * LETTER
    offices = ("Chief of Police", "Precinct Chairman", "Mayor", "Deputy Mayor", "Council")
    for count in (2, 5):
        held = Chart("held", "bars", "", "", "", offices[:count], (Series("", (1,) * count, 1),))
        names = [name for _, name in draw(held).labels]
        assert all(len(name) * LETTER <= 582 / count for name in names)
        assert (names[0] == offices[0]) == (count == 2)


# --- Tammany Hall --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TAMMANY)
def test_points_by_year(players):
    table = played("tammany", players, lines=None if players == 3 else 150)
    expected: dict[str, list[str]] = {}
    before = None
    for state in states(table):
        if before is not None:
            expected[str(before.year + 1)] = [str(points) for points in state.score[:players]]
        before = state
    found = numbers(result_of(table), "points")
    assert found.pop("") == list(table.names)
    assert found == expected


@pytest.mark.parametrize("players", TAMMANY)
def test_wards_won_by_term(players):
    table = played("tammany", players)
    outcomes = won_by_term(table, players)
    found = numbers(result_of(table), "wards")
    found.pop("")
    assert found == outcomes
    assert len(found) == 4


def won_by_term(table, players):
    """Who holds each ward at the first moment at which the votes of a term are counted."""
    phases = tammany.Phase
    every = states(table)
    rows = {}
    for term in range(1, 5):
        counted = next(
            state
            for state in every
            if state.year + 1 > 4 * term
            or (state.year + 1 == 4 * term and state.phase in (phases.APPOINT, phases.DONE))
        )
        wins = [0] * players
        for ward in range(len(WARDS)):
            if counted.winner[ward] >= 0:
                wins[counted.winner[ward]] += 1
        rows[f"Term {term}"] = [str(count) for count in wins]
    return rows


@pytest.mark.parametrize("players", TAMMANY)
def test_chips_gained_less_chips_spent_are_those_left(players):
    table = played("tammany", players)
    left = [sum(favors) for favors in states(table)[-1].favors[:players]]
    spent = [0] * players
    for line in table.lines:
        if line.seat and line.text.startswith(("bid ", "slander ", "spread ")):
            bid = sum(map(int, re.findall(r"=(\d+)", line.text)))
            price = {"slander": 1, "spread": 2}.get(line.text.split()[0], bid)
            spent[line.seat - 1] += price
    gained = [has + paid for has, paid in zip(left, spent, strict=True)]
    found = numbers(result_of(table), "chips")
    assert found.pop("") == ["Gained", "Spent"]
    assert found == {
        name: [str(gained[seat]), str(spent[seat])] for seat, name in enumerate(table.names)
    }


@pytest.mark.parametrize("players", TAMMANY)
def test_bids_against_winning_bids(players):
    table = played("tammany", players)
    own, winning = [0] * players, [0] * players
    bids: dict[int, int] = {}
    every = states(table)
    for n, line in enumerate(table.lines):
        if not line.text.startswith("bid "):
            continue
        ward = every[n].ward
        assert line.seat is not None
        bids[line.seat - 1] = sum(map(int, re.findall(r"=(\d+)", line.text)))
        after = every[n + 1]
        if after.phase == every[n].phase and after.ward == ward:
            continue
        winner = after.winner[ward]
        for seat, count in bids.items():
            own[seat] += count
            winning[seat] += bids.get(winner, 0) if winner >= 0 else 0
        bids = {}
    found = numbers(result_of(table), "bids")
    found.pop("")
    assert found == {
        name: [str(own[seat]), str(winning[seat])] for seat, name in enumerate(table.names)
    }


# --- City Hall -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", CITYHALL)
def test_figures_by_round(players):
    table = played("cityhall", players)
    rules: Any = table.game.rules
    every = states(table)
    moments: dict[str, int] = {}
    for n, state in enumerate(every):
        if state.round:
            moments.setdefault(str(state.round), n)
    moments["end"] = len(every) - 1
    figures = {
        "population": lambda s, seat: s.population[seat],
        "approval": lambda s, seat: rules.rating(s, seat),
        "stars": lambda s, seat: s.totals[seat],
        "influence": lambda s, seat: s.influence[seat],
        "money": lambda s, seat: s.money[seat],
    }
    html = result_of(table)
    for chart, figure in figures.items():
        found = numbers(html, chart)
        assert found.pop("") == list(table.names)
        assert found == {
            name: [str(figure(every[n], seat)) for seat in range(players)]
            for name, n in moments.items()
        }


@pytest.mark.parametrize("players", CITYHALL)
def test_the_vote_as_it_was_made_up(players):
    table = played("cityhall", players)
    rules: Any = table.game.rules
    state = table.state_at(len(table.lines))
    found = numbers(result_of(table), "votes")
    found.pop("")
    assert table.result is not None
    for seat, name in enumerate(table.names):
        own = rules.rating(state, seat) * state.population[seat]
        endorsed = sum(rules.endorsed(state, n) == seat for n in range(len(rules.ENDORSEMENTS)))
        assert found[name] == [str(own), str(endorsed * rules.ENDORSEMENT_VOTES)]
        assert own + endorsed * rules.ENDORSEMENT_VOTES == table.result.scores[seat]


# --- Drawing -------------------------------------------------------------------------------------


def test_a_line_goes_through_its_figures():
    chart = Chart("x", "lines", "X", "", "", ("a", "b", "c"), (Series("Ada", (0, 10, None), 1),))
    drawn = draw(chart)
    heights = {value: y for y, value in drawn.ticks}
    [path] = drawn.paths
    assert [y for _x, y in path.points] == [heights[0], heights[10]]


def test_stacked_bars_stand_on_each_other():
    series = (Series("own", (30,), kind=1), Series("more", (20,), kind=2))
    lower, upper = draw(Chart("x", "stacks", "X", "", "", ("Ada",), series)).bars
    assert lower.y == pytest.approx(upper.y + upper.height)
    assert lower.height / upper.height == pytest.approx(1.5, abs=0.02)


@pytest.mark.parametrize("highest", [0, 1, 4, 5, 6, 49, 50, 51, 999, 123_456])
def test_the_scale_reaches_over_every_figure(highest):
    chart = Chart("x", "lines", "X", "", "", ("a",), (Series("Ada", (highest,), 1),))
    drawn = draw(chart)
    assert drawn.ticks[-1][1] >= highest
    assert 2 <= len(drawn.ticks) <= 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", twohalls.GAMES)
def test_every_chart_has_a_name_a_description_and_its_numbers(game, language):
    html = result_of(played(game, 3, lines=80), language=language)
    charts = re.findall(r'<figure class="chart".*?</figure>', html, re.S)
    assert len(charts) == facts(game).CHARTS
    for chart in charts:
        assert re.search(r"<title id=[^>]+>[^<]+</title><desc>[^<]+</desc>", chart)
        assert "<details>" in chart
        assert "<caption" in chart


# --- Pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", twohalls.GAMES)
@pytest.mark.parametrize("wide", [False, True])
def test_a_picture_needs_nothing_around_it(game, wide):
    table = played(game, 3)
    svg = replay.drawn(leaf(table, None, min(60, len(table.lines))), wide)
    root = fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert {name.rpartition("}")[2] for name in (one.tag for one in root.iter())} <= {
        *("svg", "g", "path", "rect", "circle", "text", "textPath", "tspan", "defs", "stop"),
        *("pattern", "clipPath", "radialGradient", "linearGradient"),
    }
    assert not re.search(r"var\(|class=|<style|<script|http(?!://www\.w3\.org/2000/svg)", svg)
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', svg)) <= ids
    assert all(name in "".join(root.itertext()) for name in table.names)


def test_a_picture_shows_the_moment():
    table = played("tammany", 3)
    pictures = [replay.drawn(leaf(table, None, at)) for at in (0, 40, len(table.lines))]
    assert len(set(pictures)) == 3


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw rows of a PNG of 8 bits a channel with alpha."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (depth, colour) == (8, 6)
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", png[at + 8 + length :][:4])[0]
        data += body if kind == b"IDAT" else b""
        at += length + 12
    return width, height, zlib.decompress(data)


@pytest.mark.parametrize("game", twohalls.GAMES)
def test_pictures_are_downloaded(client, game):
    where = hand_in(client, finished(game, 3)).headers["location"].removesuffix("/replay")
    svg = client.get(f"{where}/board.svg?at=20")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-disposition"] == f'attachment; filename="{game}-20.svg"'
    fromstring(svg.text)
    for family in set(re.findall(r"font-family=\"'([^']+)'", svg.text)):
        assert f'@font-face{{font-family:"{family}"' in svg.text, "its letters come with it"
    assert "url(Source" not in svg.text
    png = client.get(f"{where}/board.png?at=20")
    assert png.headers["content-type"] == "image/png"
    width, height, rows = pixels(png.content)
    assert width == replay.PNG_WIDTH
    assert len(rows) == height * (width * 4 + 1)


def test_letters_are_seen_in_a_picture():
    """Without its letters the same picture differs."""

    async def both() -> tuple[bytes, bytes]:
        painter = Painter()
        begin = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60">'
        text = (
            "<text x='4' y='40' font-size='40' font-family=\"'Source Serif Pro', serif\">Ada</text>"
        )
        return (
            await painter.png(f"{begin}{text}</svg>", 200),
            await painter.png(f"{begin}</svg>", 200),
        )

    with_letters, without = asyncio.run(both())
    assert pixels(with_letters)[2] != pixels(without)[2]


def test_only_so_many_pictures_are_waited_for():
    async def many() -> list[object]:
        painter = Painter()
        svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 {n}"/>'
        asked = [painter.png(svg.format(n=n + 1), 9) for n in range(MOST_WAITING + 2)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    answers = asyncio.run(many())
    assert [type(answer) for answer in answers] == [bytes] * MOST_WAITING + [TooMany] * 2


def test_a_finished_game_has_a_preview_for_where_its_link_is_shared(client):
    where = hand_in(client, finished("tammany", 3)).headers["location"].removesuffix("/replay")
    page = client.get(f"{where}/result").text
    tags = dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)"', page))
    assert tags["og:url"] == f"http://testserver{where}/result"
    assert tags["og:image"].startswith(f"http://testserver{where}/preview.png")
    winner = twohalls.read_record(finished("tammany", 3)).result
    assert winner is not None
    assert "won" in tags["og:title"]
    image = client.get(tags["og:image"].replace("&amp;", "&"))
    assert image.headers["content-type"] == "image/png"
    assert pixels(image.content)[:2] == (1200, 630)


def test_a_running_game_has_no_preview():
    table = played("tammany", 3, lines=30)
    assert "og:image" not in result_of(table)
    assert "og:image" not in text_of(replay.whole_page(leaf(table, None, 3)))


def test_the_address_of_the_host_is_used_where_it_is_set(tmp_path):
    app = create_app(quick(f"sqlite:///{tmp_path / 't.db'}", url="https://halls.example.org/"))
    with TestClient(app) as client:
        where = hand_in(client, finished("tammany", 3)).headers["location"]
        assert 'content="https://halls.example.org/r/' in client.get(where).text


def test_random_moments_are_drawn_in_every_size_of_table():
    rng = random.Random(3)
    for game, players in DEFAULTS:
        table = played(game, players)
        fromstring(replay.drawn(leaf(table, None, rng.randrange(len(table.lines)))))
