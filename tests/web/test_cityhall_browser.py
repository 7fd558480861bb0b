"""City Hall in a real browser, by clicking what a person would click."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import PHONE, Visitor, picture, sit_down

PATIENCE = 480
CLICKS = 5
"""A page that is redrawn under the pointer may miss a click; then a person clicks again."""
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


def picks(page: Page) -> dict[str, str]:
    """What can be picked, and the address that picks it."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#live a[href*=\"pick=\"]:not([aria-current])')]"
        ".map(a => a.getAttribute('href'))"
    )
    return {
        href.removeprefix("?pick=").replace("+", " ").replace("%20", " "): href for href in found
    }


def confirm(page: Page) -> None:
    """Send what is picked, and wait until the table has moved on."""
    before = page.locator("#forms [name=version]").first.input_value()
    moved_on = "version => document.querySelector('#forms [name=version]').value !== version"
    for _ in range(CLICKS):
        page.locator("#turn .end:enabled").click()
        with suppress(TimeoutError):
            page.wait_for_function(moved_on, arg=before, timeout=3000)
            return
    raise AssertionError(page.locator("#turn").inner_text())


def pick(page: Page, wanted: str) -> None:
    """Click the first thing that picks this."""
    link = f'a[href="{picks(page)[wanted]}"]'
    page.locator(link).first.click()
    page.wait_for_selector(f"{link}[aria-current]", state="attached")


def decide(page: Page) -> None:
    """Answer what is asked as somebody would who wants the game to end."""
    while page.locator("#turn .end:enabled").count() == 0:
        there = picks(page)
        wanted = next(
            name for way in PREFERRED for name in there if f"{name} ".startswith(f"{way} ")
        )
        pick(page, wanted)
    confirm(page)


def version(page: Page) -> int:
    return int(page.locator("#forms [name=version]").first.input_value())


def axe_finds_nothing(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.timeout(600)
def test_two_people_and_an_opponent_play_a_whole_game(server: Serving, visitor: Visitor) -> None:
    table = open_table(server, "open", "random")
    ada = seated(visitor, table)
    bruno = seated(visitor, table, 2, "Bruno", color_scheme="dark")
    expect(ada.locator("#players")).to_contain_text("Bruno")
    tried: set[str] = set()
    deadline = time.monotonic() + PATIENCE
    while ada.locator("#stage .votes").count() == 0:
        assert time.monotonic() < deadline, ada.locator("#turn").inner_text()
        for page, other in ((ada, bruno), (bruno, ada)):
            if not asked(page):
                continue
            title = page.locator("#turn-title").inner_text()
            if "bid for" in title and "reload" not in tried:
                tried.add("reload")
                reload_in_an_auction(page, other, title)
            if "under the deck" in title and "undo" not in tried:
                tried.add("undo")
                undo_a_build(page)
                continue
            decide(page)
            if "live" not in tried:
                tried.add("live")
                sees_it_live(page, other)
        ada.wait_for_timeout(20)
    assert tried == {"reload", "undo", "live"}
    expect(bruno.locator("#stage .votes")).to_be_visible()
    titles = [page.locator("#turn-title").inner_text() for page in (ada, bruno)]
    assert titles[0] == titles[1]
    assert "is elected mayor" in titles[0]
    for name, page in (("light", ada), ("dark", bruno)):
        picture(page, f"cityhall-over-{name}")
        axe_finds_nothing(page)


def sees_it_live(page: Page, other: Page) -> None:
    """The same moment on the other's page, without its being loaded again."""
    other.evaluate("window.stays = true")
    other.wait_for_function(
        "version => +document.querySelector('#forms [name=version]').value >= version",
        arg=version(page),
    )
    assert other.evaluate("window.stays")


def reload_in_an_auction(page: Page, other: Page, title: str) -> None:
    bids = page.locator("#turn .bids").inner_text()
    for one in (page, other):
        one.reload()
        one.wait_for_selector("#turn .bids")
    assert page.locator("#turn-title").inner_text() == title
    assert page.locator("#turn .bids").inner_text() == bids


def undo_a_build(page: Page) -> None:
    page.locator("#turn .undo").first.click()
    expect(page.locator("#turn-title")).to_contain_text("permit to build")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_axe_finds_nothing_to_mend(
    server: Serving, visitor: Visitor, scheme: str, phone: bool
) -> None:
    table = open_table(server, "random", "random", "random")
    how: dict[str, Any] = {"viewport": PHONE} if phone else {}
    page = seated(visitor, table, color_scheme=scheme, **how)
    seen: set[str] = set()
    while len(seen) < 6:
        page.wait_for_selector("#turn.asked")
        kind = min(picks(page), default="lobby").split()[0]
        if kind not in seen:
            seen.add(kind)
            picture(page, f"cityhall-{kind}-{'phone' if phone else 'wide'}-{scheme}")
            axe_finds_nothing(page)
        decide(page)


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
