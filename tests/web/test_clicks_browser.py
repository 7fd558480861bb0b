"""A click acts, or the page says why not, whatever the table does meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.playing import (
    after,
    click_ward,
    moved_on,
    to_sealed_bids,
    to_the_ballot,
    version,
)

Table = tuple[NewTable, Page]


@pytest.fixture
def placing(server: Serving, visitor: Visitor) -> Table:
    """A Tammany Hall table, and the page of the one who is to place."""
    table = server.new_table()
    seat = table.api().view()["awaited"][0]
    return table, sit_down(visitor(), table, seat, "Ada")


@contextmanager
def held_up(page: Page, address: str) -> Iterator[list[Route]]:
    """What is sent next to an address stays on its way until the end of the block."""
    on_the_way: list[Route] = []
    page.route(address, lambda route: on_the_way.append(route), times=1)
    yield on_the_way
    for route in on_the_way:
        route.continue_()


def arrivals(page: Page) -> list[str]:
    """The messages of the stream from now on, as they reach the browser."""
    found: list[str] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.eventSourceMessageReceived", lambda event: found.append(event["data"]))
    return found


def until(page: Page, happened: Callable[[], object]) -> None:
    for _ in range(400):
        if happened():
            return
        page.wait_for_timeout(25)
    raise AssertionError


def lines(table: NewTable) -> list[str]:
    record = table.api().http.get(f"{table.api().url}/record").text
    return [line for line in record.splitlines() if line[:1].isdecimal()]


def test_a_click_after_another_waits_for_it_and_acts(placing: Table) -> None:
    table, page = placing
    before = version(page)
    with held_up(page, "**/move") as on_the_way:
        click_ward(page, 14)
        until(page, lambda: on_the_way)
        click_ward(page, 6)
    moved_on(page, before + 1)
    assert [line[2:] for line in lines(table)] == ["boss 14", "boss 6"]
    expect(page.locator("#notice")).to_be_empty()


def test_a_double_click_is_one_move_and_the_page_says_so(placing: Table) -> None:
    table, page = placing
    before = version(page)
    page.locator("#ward-14 .hit:visible").dblclick()
    moved_on(page, before)
    expect(page.locator("#notice")).to_have_text("A double click counts once.")
    assert [line[2:] for line in lines(table)] == ["boss 14"]
    after(page, lambda: click_ward(page, 14))
    expect(page.locator("#notice")).to_be_empty()


def test_the_same_click_again_while_it_is_on_its_way_counts_once(placing: Table) -> None:
    table, page = placing
    before = version(page)
    with held_up(page, "**/move") as on_the_way:
        click_ward(page, 14)
        until(page, lambda: on_the_way)
        click_ward(page, 14)
        expect(page.locator("#notice")).to_have_text("A double click counts once.")
    moved_on(page, before)
    assert [line[2:] for line in lines(table)] == ["boss 14"]


def test_a_click_while_a_pick_is_drawn_places_what_was_picked(placing: Table) -> None:
    table, page = placing
    before = version(page)
    token = page.locator("#turn a.tok[href^='?pick=cube']").first
    colour = (token.get_attribute("href") or "").partition("+")[2]
    with held_up(page, "**/parts*") as on_the_way:
        token.click()
        until(page, lambda: on_the_way)
        click_ward(page, 14)
    moved_on(page, before)
    assert [line[2:] for line in lines(table)] == [f"cube {colour} 14"]


def test_what_does_not_arrive_is_said_and_can_be_said_again(placing: Table) -> None:
    table, page = placing
    page.route("**/move", lambda route: route.abort())
    click_ward(page, 14)
    expect(page.locator("#notice")).to_have_text("That did not get through. Please try again.")
    page.unroute("**/move")
    after(page, lambda: click_ward(page, 14))
    expect(page.locator("#notice")).to_be_empty()
    assert [line[2:] for line in lines(table)] == ["boss 14"]


def press(page: Page, selector: str) -> None:
    """Put a finger down on something."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_click_acts_though_a_change_comes_between_its_down_and_up(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table()
    bids = to_sealed_bids(table)
    mine, *others = bids["awaited"]
    page = sit_down(visitor(), table, mine, "Ada")
    to_the_ballot(page)
    came = arrivals(page)
    press(page, ".ballot .go .prim")
    for seat in others[1:]:
        assert table.api(seat).say(table.api(seat).legal()[0], bids["version"], "b").is_success
    page.mouse.up()
    moved_on(page, bids["version"])
    assert table.api(mine).view()["answer"].startswith("bid ")
    press(page, ".ballot .go .prim")
    came.clear()
    last = table.api(others[0])
    assert last.say(last.legal()[0], last.view()["version"], "b").is_success
    until(page, lambda: came)
    expect(page.locator(".ballot .go .prim")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#notice")).to_contain_text("The table has moved on")
    expect(page.locator(".reveal .res .prim")).to_be_visible()


def test_a_change_that_fits_nowhere_brings_the_whole_page(
    server: Serving, browser: Browser
) -> None:
    table = server.new_table()
    seat = table.api().view()["awaited"][0]
    page = sit_down(browser.new_page(), table, seat, "Ada")
    page.evaluate("window.stays = true; document.querySelector('#pieces').replaceChildren()")
    after(page, lambda: click_ward(page, 14))
    expect(page.locator("#pieces [id^=boss-]")).to_have_count(1)
    assert page.evaluate("window.stays")
    page.close()


def test_an_element_may_become_one_of_another_kind(placing: Table) -> None:
    _table, page = placing
    body = 'id:9.9\ndata:@\ndata:=ask <h4 id="ask">Look!</h4>\n\n'
    page.route(
        "**/stream*",
        lambda route: route.fulfill(content_type="text/event-stream", body=body),
        times=1,
    )
    page.reload()
    expect(page.locator("h4#ask")).to_have_text("Look!")
    expect(page.locator("p#ask")).to_have_count(0)
