"""City Hall in a real browser, by clicking what a person would click."""

from __future__ import annotations

import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import PHONE, Visitor, picture, sit_down
from tests.web.playing import CityHall, after, to_question

PATIENCE = 480
PREFERRED = (
    "activate campaign", "campaign 30", "campaign 10", "campaign 0", "pass", "keep", "tax triple",
    "tax double", "buy none", "reveal", "health double", "take", "build", "bottom", "return",
    "draft", "accept", "activate",
)  # fmt: skip


def open_table(server: Serving, *kinds: str) -> NewTable:
    return server.new_table("cityhall", kinds=("open", *kinds))


def seated(visitor: Visitor, table: NewTable, seat: int = 1, name: str = "Ada", **how: Any) -> Page:
    page = sit_down(visitor(**how), table, seat, name)
    page.wait_for_selector("#turn.now")
    return page


def test_nothing_is_wider_than_a_phone(server: Serving, visitor: Visitor) -> None:
    page = seated(visitor, open_table(server, "random"), viewport=PHONE)
    page.wait_for_selector("#turn.asked")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_keyboard_alone_takes_a_land(server: Serving, visitor: Visitor) -> None:
    page = seated(visitor, open_table(server, "random"))
    page.wait_for_selector("#turn.asked")
    tab_to(page, '.lot a[href^="?pick=draft"]:focus')
    href = page.evaluate("document.activeElement.getAttribute('href')")
    land = href[-2:]
    expect(page.locator(f"#why-{land}")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn .end:enabled")
    tab_to(page, "#turn .end:focus")
    page.keyboard.press("Enter")
    expect(page.locator(f"#lot-{land} .fr")).to_be_attached()


def tab_to(page: Page, focused: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.locator(focused).count():
            return
    pytest.fail(f"the keyboard does not reach {focused}")


def test_pointing_at_something_explains_it(server: Serving, visitor: Visitor) -> None:
    page = seated(visitor, open_table(server, "random"))
    for point, panel in (("#lot-M1", "#why-M1"), ("#office-health", "#why-health")):
        expect(page.locator(panel)).to_be_hidden()
        page.hover(point)
        expect(page.locator(panel)).to_be_visible()


def test_it_can_be_played_without_javascript(server: Serving, visitor: Visitor) -> None:
    page = seated(visitor, open_table(server, "random"), java_script_enabled=False)
    sent = 0
    until = time.monotonic() + PATIENCE
    while sent < 8:
        assert time.monotonic() < until
        if page.locator("#turn.asked").count() == 0:
            page.wait_for_timeout(50)
            page.reload()
        elif page.locator("#turn .end:enabled").count():
            page.locator("#turn .end:enabled").click()
            sent += 1
        else:
            links = page.locator('#live a[href*="pick="]:not([aria-current])').all()
            hrefs = [link.get_attribute("href") or "" for link in links]
            wanted = next(h for way in PREFERRED for h in hrefs if f"pick={way.split()[0]}" in h)
            page.goto(page.url.split("?")[0] + wanted)


def test_an_auction_that_ended_is_shown_until_one_goes_on_or_fast_forwards(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    answering = to_question(table, "keep")
    client = table.api(answering)
    reader = sit_down(visitor(), table, answering % 3 + 1, "Bert")
    client.say(client.legal()[0], client.view()["version"], "kept")
    to_question(table, "activate", client.view()["version"])
    expect(reader.locator("#stage #sold li")).to_have_count(3)
    for scheme in ("light", "dark"):
        reader.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert not Axe().run(reader).violations_count
        picture(reader, f"cityhall-sold-{scheme}")
    reader.get_by_role("link", name="Fast-forward").click()
    expect(reader.locator("#stage")).to_be_hidden()
    reader.reload()
    expect(reader.locator("#stage")).to_be_hidden()


def test_a_build_is_taken_back(server: Serving, visitor: Visitor) -> None:
    table = server.new_table("cityhall")
    seat = to_question(table, "build")
    page = sit_down(visitor(), table, seat, "Ada")
    builder = CityHall(page)
    builder.decide(builder.what())
    expect(page.locator("#turn-title")).to_have_text("Put one permit under the deck")
    after(page, page.get_by_role("button", name="Undo", exact=True).click)
    expect(page.locator("#turn-title")).to_contain_text("permit to build")
    expect(page.locator(".lot use.bl[href='#housing']")).to_have_count(0)


def test_a_land_is_taken_though_the_page_is_loaded_anew_over_a_pick(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    seat = table.api().view()["awaited"][0]
    page = sit_down(visitor(), table, seat, "Ada")
    page.locator(".lot a[href^='?pick=draft']").first.click()
    said = page.locator("#turn .end:enabled").inner_text()
    page.reload()
    expect(page.locator("#turn .end:enabled")).to_have_text(said)
    after(page, page.locator("#turn .end:enabled").click)
    expect(page.locator("#hand")).to_be_visible()
