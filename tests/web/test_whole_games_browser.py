"""Whole games by clicking: two people in browsers of their own, and an opponent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.serving import Serving
from tests.web.conftest import Visitor, picture, problems, sit_down
from tests.web.playing import (
    VERSION,
    Asked,
    CityHall,
    CityHallByKeys,
    Pushcart,
    Tammany,
    TammanyByKeys,
    play,
    version,
)

KINDS = ("open", "open", "random")
FIRST_ANSWER = """
    document.querySelector("#turn [form=move]")?.value
        ?? document.querySelector("main a[href^='?pick=']")?.getAttribute("href") ?? ""
"""
WORDS = r"document.querySelector('#live').textContent.replace(/\s+/g, '')"


class Inspector:
    """Looks once at every kind of stage: by day and by lamp light, and after a reload."""

    def __init__(self, game: str, kind: Callable[[Page, str], str]) -> None:
        self.game = game
        self.kind = kind
        self.seen: set[str] = set()

    def __call__(self, page: Page, what: str) -> None:
        kind = self.kind(page, what)
        if not kind or kind in self.seen:
            return
        self.seen.add(kind)
        self.look(page, kind)
        self.reload(page)

    def look(self, page: Page, kind: str) -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert problems(page) == [], f"{kind}, {scheme}"
            picture(page, f"{self.game}-{kind}-{scheme}")
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def reload(self, page: Page) -> None:
        """The same page as before, unless the table has moved on."""
        before, shown = version(page), page.evaluate(WORDS)
        page.reload()
        page.wait_for_function(
            f"([before, shown]) => {VERSION} > before || {WORDS} === shown", arg=[before, shown]
        )


def seated(visitor: Visitor, server: Serving, game: str) -> list[Page]:
    table = server.new_table(game, kinds=KINDS)
    pages = [sit_down(visitor(), table, seat, name) for seat, name in ((1, "Ada"), (2, "Bert"))]
    for page in pages:
        page.wait_for_selector("#turn", state="attached")
    return pages


def play_to_the_end(people: list[Asked], inspector: Inspector) -> None:
    """The first page is looked at and reloaded; the second is never loaded again."""
    watched, other = (person.page for person in people)
    other.evaluate("window.stays = true")
    play(people, lambda page, what: inspector(page, what) if page is watched else None)
    assert other.evaluate("window.stays")
    assert version(watched) == version(other)


def play_again(pages: list[Page]) -> None:
    """One asks for another game; the other is led to the same, and both sit there."""
    first, second = pages
    first.get_by_role("button", name="Play again").click()
    first.wait_for_url(lambda address: address != second.url.partition("#")[0])
    second.get_by_role("button", name="To the next game").click()
    second.wait_for_selector("#turn", state="attached")
    assert first.url == second.url
    expect(second.locator("#players")).to_contain_text("you")
    expect(first.locator("#players")).to_contain_text("Bert")


@pytest.mark.timeout(600)
def test_a_whole_game_of_tammany_hall(server: Serving, visitor: Visitor) -> None:
    """One plays with the mouse, the other with the keyboard alone."""
    pages = seated(visitor, server, "tammany")
    inspector = Inspector("tammany", lambda page, what: what)
    play_to_the_end([Tammany(pages[0], 0), TammanyByKeys(pages[1], 1)], inspector)
    assert inspector.seen >= {"turn", "end-say", "bid", "reveal", "outcome"}
    for page in pages:
        page.evaluate("location.hash = 'fast'")
        expect(page.locator("#final h2")).to_contain_text("points")
    inspector.look(pages[0], "over")
    all_points_are_in_sight(pages[1], server)
    pages[0].get_by_role("link", name="Look at the board").click()
    inspector.look(pages[0], "last-board")
    play_again(pages)


def all_points_are_in_sight(page: Page, server: Serving) -> None:
    """In the longest language, low and on a phone; then it is English again."""
    for language in ("it", "en"):
        page.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
        page.reload()
        expect(page.locator("#final")).to_be_visible()
        for width, height in ((1366, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            beyond = page.locator("#final .scroll").evaluate(BEYOND)
            assert beyond <= 0, (language, width, beyond)
        page.set_viewport_size({"width": 1440, "height": 900})


BEYOND = "box => box.scrollWidth - box.clientWidth"


@pytest.mark.timeout(600)
def test_a_whole_game_of_city_hall(server: Serving, visitor: Visitor) -> None:
    """One plays with the mouse, the other with the keyboard alone."""
    pages = seated(visitor, server, "cityhall")
    inspector = Inspector("cityhall", lambda page, what: kind_of_question(page))
    play_to_the_end([CityHall(pages[0]), CityHallByKeys(pages[1])], inspector)
    assert inspector.seen >= {"draft", "build", "return", "activate", "pass"}, inspector.seen
    titles = [page.locator("#turn-title").inner_text() for page in pages]
    assert all(title.endswith("elected mayor") for title in titles)
    crowned = [page.locator(".victory use[href^='#k']").get_attribute("href") for page in pages]
    assert crowned[0] == crowned[1]
    inspector.look(pages[0], "over")
    play_again(pages)


def test_a_whole_game_of_pushcart(server: Serving, visitor: Visitor) -> None:
    pages = seated(visitor, server, "pushcart")
    inspector = Inspector("pushcart", lambda page, what: what.partition(" ")[0])
    play_to_the_end([Pushcart(page) for page in pages], inspector)
    assert inspector.seen == {"Save", "Bid"}
    inspector.look(pages[0], "over")
    pages[0].get_by_role("link", name="Result and charts").click()
    expect(pages[0].locator("h1#end-title")).to_be_visible()
    assert problems(pages[0]) == []


def kind_of_question(page: Page) -> str:
    """The word that the first answer begins with."""
    line: str = page.evaluate(FIRST_ANSWER)
    return line.removeprefix("?pick=").partition("+")[0].partition(" ")[0]
