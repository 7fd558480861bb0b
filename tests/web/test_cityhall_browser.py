"""City Hall in a real browser, by clicking what a person would click."""

from __future__ import annotations

import time
from functools import partial
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
    confirm(page)
    expect(page.locator(f"#lot-{land} .fr")).to_be_attached()


def test_the_keyboard_alone_builds_bids_accepts_and_uses_an_office(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    pages: dict[int, Page] = {}

    def asked(verb: str) -> Page:
        seat = to_question(table, verb, office="tax")
        if seat not in pages:
            pages[seat] = sit_down(visitor(), table, seat, f"Player {seat}")
        page = pages[seat]
        page.wait_for_selector("#turn.asked")
        page.reload()
        return page

    page = asked("build")
    to_the_turn(page)
    press(page, "#turn a[href^='?pick=build']")
    page.wait_for_selector("#turn a[href^='?pick=build'][aria-current]")
    after(page, lambda: press(page, ".lot a[data-say^='build']", "Shift+Tab"))
    for pick in ("activate tax", "bid 1", "pass", "accept", "tax"):
        page = asked(pick.split()[0])
        if not pick.startswith("activate"):
            to_the_turn(page)
        say = f":is(.office a[data-say='{pick}'], #turn button[value^='{pick}'])"
        after(page, partial(press, page, say))
        assert table.api().view()["lines"][-1].split(" ", 1)[1].startswith(pick)


def to_the_turn(page: Page) -> None:
    """The first link of a page leads past everything else."""
    press(page, ".skip")
    page.wait_for_url("**#turn")


def press(page: Page, link: str, key: str = "Tab") -> None:
    """Go to a link and follow it, with the keyboard alone."""
    tab_to(page, f"{link}:focus", key)
    page.keyboard.press("Enter")


def confirm(page: Page) -> None:
    page.wait_for_selector("#turn .end")
    tab_to(page, "#turn .end:focus")
    after(page, lambda: page.keyboard.press("Enter"))


def tab_to(page: Page, focused: str, key: str = "Tab") -> None:
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("focused => Boolean(document.querySelector(focused))", focused):
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
        elif page.locator("#turn [form=move]").count():
            page.locator("#turn [form=move]").last.click()
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


def test_what_was_forced_is_taken_back_with_the_move_before_and_made_again_once(
    server: Serving, visitor: Visitor
) -> None:
    """Whoever takes two of the three permits has no choice about the third."""
    table = server.new_table("cityhall")
    seat = to_question(table, "take", office="zoning")
    page, watcher = sit_down(visitor(), table, seat, "Ada"), visitor(table.watch_link)
    made = page.locator("#log li", has_text="(there was no other move)")

    def said(verb: str) -> int:
        lines = table.api().view()["lines"]
        return sum(line.startswith(f"{seat} {verb} ") for line in lines)

    def take() -> None:
        after(page, page.locator("#turn a[data-say^='take']").first.click)

    take()
    expect(page.locator("#turn-lead")).to_contain_text("You have taken one")
    for _ in range(2):
        take()
        expect(made).to_have_count(1)
        assert (said("take"), said("bottom")) == (2, 1)
        expect(watcher.locator("#log li", has_text="goes under the deck")).to_have_count(1)
        after(page, page.get_by_role("button", name="Undo", exact=True).click)
        expect(page.locator("#turn-lead")).to_contain_text("You have taken one")
        expect(made).to_have_count(0)
        expect(watcher.locator("#log li", has_text="goes under the deck")).to_have_count(0)
        assert (said("take"), said("bottom")) == (1, 0)


def test_a_land_is_taken_though_the_page_is_loaded_anew_over_a_pick(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    seat = table.api().view()["awaited"][0]
    page = sit_down(visitor(), table, seat, "Ada")
    page.locator(".lot a[href^='?pick=draft']").first.click()
    said = page.locator("#turn .end").inner_text()
    page.reload()
    expect(page.locator("#turn .end")).to_have_text(said)
    after(page, page.locator("#turn .end").click)
    expect(page.locator("#hand")).to_be_visible()
