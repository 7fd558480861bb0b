"""Every label has room in every language: nothing is clipped, overlaps or wraps in a button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.serving import Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.playing import to_question
from tests.web.replaying import new_record
from tests.web.test_reveal_browser import to_a_last_bid
from tests.web.test_tammany_browser import to_appointing

TROUBLES = Path(__file__).with_name("labels.js").read_text()
SIZES = ((1440, 900), (1366, 768), (390, 844))
LONG = ("Ada", "Bartholomew Featherstone", "Maximiliano d’Alessandro", "Dora", "Emil")
"""Names as long as names may be, too."""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    running = Serving(tmp_path_factory.mktemp("server") / "tables.db", hall="open")
    yield running
    running.close()


def troubles(page: Page, server: Serving, paths: Sequence[str]) -> list[tuple[str, str, int, str]]:
    """What is wrong with the labels of pages, in every language and size."""
    found = []
    for path in paths:
        for language in ("en", "fr", "it"):
            page.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
            page.goto("about:blank")
            page.goto(path)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                found += [(path, language, width, what) for what in page.evaluate(TROUBLES)]
    return found


def test_no_text_is_clipped_overlaps_or_wraps_inside_a_button(visitor: Visitor, server: Serving):
    page = visitor()
    crowd = server.new_table(kinds=("open", *["random"] * 4), names=LONG)
    city = server.new_table("cityhall", kinds=("open", "open", "random", "random"), names=LONG)
    bids = server.new_table(kinds=("open", "random", "random"))
    for table in (crowd, city, bids):
        sit_down(page, table, 1, "Ada")
    page.goto("about:blank")
    to_a_last_bid(bids.api(1))
    tables = [crowd.path, city.path, bids.path, f"{bids.path}/text"]
    paths = ["/", "/games", "/new/tammany", *tables, city.link(2)]
    assert not troubles(page, server, paths)


def test_levels_stand_in_even_rows(visitor: Visitor, tmp_path: Path):
    """Four beside each other, or two and two where words are long: never one left over."""
    offering = Serving(tmp_path / "tables.db", levels=["heeler", "captain", "boss", "sachem"])
    page = visitor()
    for language in ("en", "fr", "it"):
        page.context.add_cookies([{"name": "lang", "value": language, "url": offering.url}])
        page.goto(offering.url)
        for width in (1280, 1366, 1440, 1920, 390, 683):
            page.set_viewport_size({"width": width, "height": 768})
            for rows in page.evaluate(ROWS):
                assert rows in ([4], [2, 2]), (language, width)
            assert page.evaluate(BESIDE_CARDS) == [], (language, width)
    offering.close()


BESIDE_CARDS = """() => [...document.querySelectorAll(".game h2")]
    .filter(title => title.scrollWidth > title.clientWidth).map(title => title.textContent)"""
ROWS = """() => [...document.querySelectorAll(".wide .seg")].map(levels => {
    const tops = [...levels.querySelectorAll("span")].map(one => one.getBoundingClientRect().top);
    return [...new Set(tops)].map(row => tops.filter(top => top === row).length);
})"""


def test_nor_where_an_office_is_sold_or_given_out(visitor: Visitor, server: Serving):
    page = visitor()
    city = server.new_table("cityhall", kinds=("open",) * 4, names=LONG)
    sit_down(page, city, to_question(city, "bid", 60), LONG[1])
    hall = server.new_table(names=LONG)
    sit_down(page, hall, to_appointing(hall), LONG[2])
    assert not troubles(page, server, [city.path, f"{hall.path}#fast", f"{city.path}/holdings"])


def test_on_a_phone_the_whole_outcome_of_an_election_is_in_sight(visitor: Visitor, server: Serving):
    page = visitor(viewport={"width": 390, "height": 844})
    hall = server.new_table()
    sit_down(page, hall, to_appointing(hall), LONG[2])
    for language in ("en", "fr", "it"):
        page.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
        page.goto("about:blank")
        page.goto(f"{hall.path}#fast")
        assert page.evaluate(BEYOND) <= 0, language


BEYOND = """() => {
    const table = document.querySelector("#outcome .scroll");
    return table.scrollWidth - table.clientWidth;
}"""


def test_nor_where_one_reads(visitor: Visitor, server: Serving):
    record = new_record(server, "cityhall", 4)
    paths = ["/rules/tammany", "/rules/cityhall", "/import", "/nowhere", f"{record}/replay/text"]
    assert not troubles(visitor(), server, paths)


def test_nor_before_after_and_beside_a_game(visitor: Visitor, server: Serving):
    """Curtain, lessons, the owner's table, the board in words, the hall, replay and result."""
    page = visitor("/")
    page.click("button[value='cityhall hotseat']")
    page.wait_for_url("**/t/*")
    paths = ["/hall", page.url]
    for game in ("tammany", "cityhall"):
        page.goto("/")
        page.click(f"button[value='{game} invite']")
        page.wait_for_url("**/t/*")
        own = page.url
        page.goto("/")
        page.click(f"[formaction='/lesson/{game}']")
        page.wait_for_url("**/t/*")
        record = new_record(server, game, 3)
        paths += [own, f"{own}/text", page.url, f"{record}/replay?at=60", f"{record}/result"]
    assert not troubles(page, server, paths)
