"""City Hall in a real browser, by clicking what a person would click."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import PHONE, Visitor, sit_down

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


def asked(page: Page) -> bool:
    return page.locator("#turn.asked").count() > 0


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
