"""From an invitation to a full table: who invites, who has come, and who is still awaited."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web.conftest import ROOT, Visitor, picture, problems, speak

expect.set_options(timeout=15_000)
TROUBLES = (ROOT / "tests" / "web" / "labels.js").read_text()
REACHED = """() => [...document.querySelectorAll(".waiting .copy")].map(at => {
    const box = at.getBoundingClientRect();
    return at.contains(document.elementFromPoint(box.x + 12, box.y + 12));
})"""


def links(page: Page) -> list[str]:
    found: list[str] = page.locator("#invite input").evaluate_all("all => all.map(a => a.value)")
    return found


def asked_again(page: Page) -> int:
    """Whether another table asks for a name."""
    other = page.context.new_page()
    other.goto("/")
    other.click("button[value='cityhall invite']")
    other.wait_for_url("**/t/*")
    asked = other.locator(".ask-name").count()
    other.close()
    return asked


def test_a_newcomer_says_a_name_invites_and_sees_who_has_come(visitor: Visitor):
    host = visitor("/")
    host.click("button[value='tammany invite']")
    host.wait_for_url("**/t/*")
    host.fill("#called", "Ada")
    host.click(".ask-name button")
    expect(host.locator(".ask-name")).to_have_count(0)
    assert asked_again(host) == 0
    expect(host.locator("#players")).to_contain_text("Ada")
    expect(host.locator("#waiting-title")).to_have_text("3 seats are still free")
    first, second, *others = links(host)

    friend = visitor(first)
    expect(friend.locator("#invited")).to_contain_text("Ada invites you")
    expect(friend.locator(".pic")).to_be_visible()
    expect(friend.locator(".facts li")).to_have_text(["4 players", re.compile("^[0-9–]+ minutes")])
    expect(friend.locator(".pitch")).not_to_be_empty()
    expect(friend.locator("[action='/lesson/tammany']")).to_contain_text("five minutes")
    expect(friend.locator(".sitting li")).to_have_text(
        ["Ada", "your seat", "a free seat", "a free seat"]
    )
    for width, height in ((1440, 900), (390, 844)):
        friend.set_viewport_size({"width": width, "height": height})
        assert problems(friend) == []
        assert friend.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(friend, f"invitation-{width}")
    friend.fill("#name", "Bert")
    friend.click("main button")
    friend.wait_for_url("**/t/*")
    assert not friend.locator(".waiting .copy").filter(visible=True).count()

    expect(host.locator("#waiting-title")).to_have_text("2 seats are still free")
    expect(host.locator("#waiting .here")).to_have_text([re.compile("Ada"), re.compile("Bert")])
    expect(host.locator("#invite input").first).to_have_value(second)
    assert len(links(host)) == 1 + len(others)
    third = visitor(second)
    expect(third.locator(".sitting li")).to_have_text(["Ada", "Bert", "your seat", "a free seat"])


def test_your_games_show_the_signs_of_their_game_and_everybodys_name(visitor: Visitor):
    page = visitor("/")
    page.fill("#name", "Ada")
    for go in ("tammany solo", "cityhall solo"):
        page.click(f"button[value='{go}']")
        page.wait_for_url("**/t/*")
        page.goto(f"{page.url}/text")
        names = page.locator("#seats b").all_inner_texts()
        page.goto("/")
        row = page.locator("#mine > li", has_text=go.split()[0].title()[:4]).first
        assert row.locator("svg.boss").count() == (0 if go.startswith("city") else 4)
        assert len(names) > 2
        for name in names:
            expect(row).to_contain_text(name)
    fold = page.locator("#mine").bounding_box()
    assert fold is not None
    assert fold["y"] + fold["height"] < 768, "running games stand above the fold"
    for nav in ("/games", page.locator("#mine a").first.get_attribute("href")):
        page.goto(nav or "")
        heights = page.locator("header nav a").evaluate_all(
            "all => all.map(a => a.getBoundingClientRect().height)"
        )
        assert all(height >= 24 for height in heights)


def test_a_link_is_copied_where_its_seat_is_named(visitor: Visitor):
    """And the longest name leaves room for what stands beside it."""
    host = visitor("/")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for game, seats in (("tammany", 4), ("cityhall", 3)):
        host.goto("/")
        host.fill("#name", "Maximiliano d’Alessandro")
        host.check(f"[name='{game}.opponents'][value='{seats}']", force=True)
        host.click(f"button[value='{game} invite']")
        host.wait_for_url("**/t/*")
        for language in ("en", "fr", "it"):
            speak(host, language)
            for width, height in ((1366, 768), (1440, 900), (1920, 1080)):
                host.set_viewport_size({"width": width, "height": height})
                assert host.evaluate(REACHED) == [True] * seats, (game, language, width)
        assert host.evaluate(TROUBLES) == [], game
        host.locator(".waiting .copy").nth(1).click()
        expect(host.locator(".waiting .done")).to_have_text("Copiato")
        assert host.evaluate("navigator.clipboard.readText()") == links(host)[1]
    friend = visitor(links(host)[0])
    friend.fill("#name", "Bert")
    friend.click("main button")
    friend.wait_for_url("**/t/*")
    assert not friend.locator(".waiting .copy").filter(visible=True).count()
