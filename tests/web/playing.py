"""What a person does at a table with a mouse, in every game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect
from tests.serving import NewTable

from twohalls.games.tammany import picture

GOES_ON = 60
"""So many seconds without anything to do at any page are too many."""

VERSION = "+document.querySelector('#move [name=version]').value"


def version(page: Page) -> int:
    """The version of the table that a page shows."""
    found: int = page.evaluate(VERSION)
    return found


def moved_on(page: Page, before: int) -> None:
    page.wait_for_function(f"before => {VERSION} > before", arg=before)


def after(page: Page, click: Callable[[], None]) -> None:
    """Do something and wait until the page shows what came of it."""
    before = version(page)
    click()
    moved_on(page, before)


class Covered(Exception):
    """What was to be clicked is no longer there, or something lies over it."""


class Asked:
    """Reads off a page what its person is to do now, and does it."""

    FIND: str
    """A function of the page: one word for what is to be done, or nothing."""

    def __init__(self, page: Page, seat: int = 1) -> None:
        self.page = page
        self.done = seat

    def what(self) -> str:
        found: str = self.page.evaluate(f"({self.FIND})()")
        return found

    def said(self) -> str:
        """What stands there, for whoever looks into why nothing goes on."""
        return f"{version(self.page)}: {self.page.locator('#turn').inner_text()}"

    def act(self, what: str) -> None:
        raise NotImplementedError

    def decide(self, what: str) -> bool:
        """Do it; what the server did meanwhile, because there was no other move, is as good.

        What the page covered meanwhile is not done: it is to be asked again.
        """
        before = version(self.page)
        self.done += 1
        try:
            with suppress(TimeoutError):
                self.act(what)
        except Covered:
            return False
        self.page.wait_for_function(
            f"([before, what]) => {VERSION} > before || ({self.FIND})() !== what",
            arg=[before, what],
        )
        return True

    def click(self, selector: str) -> None:
        try:
            self.page.locator(selector).first.click(timeout=4000)
        except TimeoutError as late:
            raise Covered from late


class ByKeys:
    """Goes by Tab to what is to be clicked, and presses Enter."""

    MOST_TABS = 150
    page: Page

    def click(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        for _ in range(self.MOST_TABS):
            way: str = self.page.evaluate(WAY, selector)
            if not way:
                return
            self.page.keyboard.press(way)
        raise Covered


WAY = """selector => {
    const at = document.activeElement;
    const wanted = document.querySelector(selector);
    if (at.matches(selector)) return "";
    const before = wanted && at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
    return before ? "Shift+Tab" : "Tab";
}"""


def play(people: Sequence[Asked], look: Callable[[Page, str], None] | None = None) -> None:
    """All of them do what they are asked, until every page says that the game is over."""
    last = time.monotonic()
    while True:
        asked = [person.what() for person in people]
        if all(what == "over" for what in asked):
            return
        for person, what in zip(people, asked, strict=True):
            if what not in ("", "over"):
                if look:
                    look(person.page, what)
                if person.decide(what):
                    last = time.monotonic()
        assert time.monotonic() < last + GOES_ON, [person.said() for person in people]
        people[0].page.wait_for_timeout(50)


# --- Tammany Hall ----------------------------------------------------------------------------


class Tammany(Asked):
    FIND = """() => {
        const seen = selector => [...document.querySelectorAll(selector)]
            .some(one => one.checkVisibility({visibilityProperty: true}));
        if (document.querySelector(".final")) return "over";
        if (seen(".opening .prim")) return "opening";
        if (seen(".reveal .res .prim")) return "reveal";
        if (seen("#give .prim")) return "appoint";
        if (seen(".floor:has(.cap.open) .stepper")) return "bid";
        if (seen("#outcome .ehead a[href^='#board-']")) return "outcome";
        if (seen("#end-say,#end-ask")) return document.querySelector("#end-say,#end-ask").id;
        if (seen("#turn a.tok[href^='?pick=boss']")) return "turn";
        return seen("#turn .acts .tok") ? "bonus" : "";
    }"""

    def act(self, what: str) -> None:
        page = self.page
        if what == "opening":
            self.click(".opening .prim")
        elif what == "reveal":
            self.click(".reveal .res .prim")
        elif what == "outcome":
            self.click("#outcome .ehead a[href^='#board-']")
        elif what == "appoint":
            self.click("#give .prim")
        elif what == "bid":
            self.click(".stepper [data-step='1']")
            self.click(".go .prim")
        elif what in ("end-say", "end-ask"):
            self.click(f"#{what}")
        else:
            cubes = page.locator("#turn a.tok[href^='?pick=cube']:not([aria-current])")
            if what == "turn" and self.done % 3 == 0 and cubes.count():
                pick(page, cubes.first)
            elif what == "bonus" and page.locator("#turn .acts button.tok").count():
                return self.click("#turn .acts button.tok")
            elif what == "bonus":
                pick(page, page.locator("#turn .acts a.tok").first)
            wards = open_wards(page)
            click_ward(page, wards[self.done % len(wards)])


class TammanyByKeys(ByKeys, Tammany):
    """Plays with Tab, arrows, Enter and Escape alone."""

    def act(self, what: str) -> None:
        page = self.page
        if what in ("opening", "reveal", "outcome"):
            page.keyboard.press("Escape")
        elif what == "bid":
            self.reach(".stepper input")
            page.keyboard.press("ArrowUp")
            self.click(".go .prim")
        elif what in ("appoint", "end-say", "end-ask"):
            super().act(what)
        elif what == "bonus" and page.locator("#turn .acts button.tok").count():
            self.click("#turn .acts button.tok")
        else:
            cube = "#turn a.tok[href^='?pick=cube']:not([aria-current])"
            if what == "turn" and self.done % 3 == 0 and page.locator(cube).count():
                self.choose(cube)
            elif what == "bonus":
                self.choose("#turn .acts a.tok")
            wards = open_wards(page)
            self.click(f"#ward-{wards[self.done % len(wards)]} .hit")

    def choose(self, selector: str) -> None:
        """Choose what to place, and wait until the page shows it chosen."""
        self.click(selector)
        self.page.wait_for_function(
            "() => document.activeElement.matches('#turn .tok[aria-current]')"
        )


def pick(page: Page, token: Locator) -> None:
    """Choose what to place, and wait until the page shows it chosen."""
    address = token.get_attribute("href")
    token.click(timeout=4000)
    page.wait_for_selector(f'#turn a.tok[href="{address}"][aria-current]')


def open_wards(page: Page) -> list[int]:
    found: list[str] = page.locator(".w.ok").evaluate_all("all => all.map(one => one.id)")
    return [int(id.removeprefix("ward-")) for id in found]


def click_ward(page: Page, number: int) -> None:
    """Click a ward where its pieces stand."""
    hit = page.locator(f"#ward-{number} .hit:visible")
    box = hit.bounding_box()
    assert box is not None
    x, y, width, height = picture.frame(number, 0)
    ax, ay = picture.PLACES[number].anchor
    across, down = (ax - x) / width * box["width"], (ay - y) / height * box["height"]
    hit.click(position={"x": across, "y": down})


def to_the_ballot(page: Page) -> None:
    """Past the card of the election and the wards that have voted."""
    go_on_to(page, page.locator("#bidding"))


def go_on_to(page: Page, goal: Locator) -> None:
    """Past what an election shows until something else is seen."""
    onward = page.locator(":is(.opening,.reveal) a.prim").filter(visible=True)
    while True:
        expect(goal.or_(onward).filter(visible=True).first).to_be_visible()
        if goal.is_visible():
            return
        with suppress(TimeoutError):
            onward.first.click(timeout=2000)


def to_sealed_bids(table: NewTable, least: int = 0) -> dict[str, Any]:
    """Play by the API until an election asks several seats at once, all of whom have a choice, from
    a version on."""
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    watching = table.api()
    for number in range(3000):
        view = watching.view()
        choices = [len(clients[seat].legal()) for seat in view["awaited"]]
        if view["version"] >= least and len(choices) > 1 and min(choices) > 1:
            return view
        seat = view["awaited"][0]
        legal = clients[seat].legal()
        if legal:
            wanted = [line for line in legal if line.startswith("cube")] or legal
            clients[seat].say(wanted[number % len(wanted)], view["version"], f"n{number}")
    raise AssertionError


# --- City Hall -------------------------------------------------------------------------------


class CityHall(Asked):
    FIND = """() => {
        if (document.querySelector("#stage .votes")) return "over";
        const turn = document.querySelector("#turn.asked");
        return turn ? turn.querySelector("#turn-title").textContent : "";
    }"""
    WAYS = (
        "activate campaign", "campaign 30", "campaign 10", "campaign 0", "pass", "keep",
        "tax triple", "tax double", "buy none", "reveal", "health double", "build", "take",
        "bottom", "return", "draft", "accept", "lobby 0", "activate",
    )  # fmt: skip
    """What brings the end near, the best first."""

    def act(self, what: str) -> None:
        """Choose until the line is said; what would reveal something asks once more."""
        before = version(self.page)
        while not self.page.locator("#turn.asked .end").count():
            wanted = self._wanted()
            self.click(wanted)
            self.page.wait_for_function(
                f"([before, wanted]) => {VERSION} > before"
                " || document.querySelector(`${wanted}[aria-current]`)",
                arg=[before, wanted],
            )
            if version(self.page) > before:
                return
        self.click("#turn.asked .end")

    def _wanted(self) -> str:
        """The first thing there is that leads to the end."""
        found: dict[str, str] = self.page.evaluate(ANSWERS)
        if not found:
            raise Covered
        for way in self.WAYS:
            for line, at in found.items():
                if f"{line} ".startswith(f"{way} "):
                    return at
        raise AssertionError(found)


class CityHallByKeys(ByKeys, CityHall):
    """Plays with G for what to do now, Tab and Enter alone."""

    def act(self, what: str) -> None:
        self.page.keyboard.press("g")
        super().act(what)


ANSWERS = """() => {
    const line = at => at.value ?? new URLSearchParams(at.search ?? at.href.baseVal).get("pick");
    const path = at => at.value
        ? `button[value="${at.value}"]` : `a[href="${at.getAttribute("href")}"]`;
    const all = document.querySelectorAll(
        "#live :is(a[href^='?pick='], #turn button[form=move]):not([aria-current])");
    return Object.fromEntries([...all].map(at => [line(at), path(at)]));
}"""
"""What a page offers to choose, by lines or their beginnings, and where it stands."""


def to_question(table: NewTable, verb: str, least: int = 0, office: str = "") -> Any:
    """Play City Hall by the API until a seat may answer with a verb, from a version on; which.

    An office that is named is chosen before others.
    """
    clients = {seat: table.api(seat) for seat in range(1, len(table.tokens) + 1)}
    watching = table.api()
    for _ in range(600):
        view = watching.view()
        [seat] = view["awaited"]
        legal = clients[seat].legal()
        if view["version"] >= least and any(line.split()[0] == verb for line in legal):
            return seat
        wanted = (line for line in ("bid 0", f"activate {office}") if line in legal)
        line = next(wanted, legal[0])
        answer = clients[seat].say(line, view["version"], f"at-{view['version']}")
        assert answer.status_code in (200, 409), answer.text
    raise AssertionError


def to_the_end(table: NewTable) -> None:
    """Play City Hall by the API until it is over, as a person does who wants it to end."""
    clients = {seat: table.api(seat) for seat in range(1, len(table.tokens) + 1)}
    watching = table.api()
    for _ in range(2000):
        view = watching.view()
        if not view["awaited"]:
            return
        [seat] = view["awaited"]
        legal = clients[seat].legal()
        if not legal:  # said by itself meanwhile, as there was no other
            continue
        ways = (line for way in CityHall.WAYS for line in legal if f"{line} ".startswith(f"{way} "))
        line = next(ways, legal[0])
        answer = clients[seat].say(line, view["version"], f"at-{view['version']}")
        assert answer.status_code in (200, 409), answer.text
    raise AssertionError


# --- Pushcart --------------------------------------------------------------------------------


class Pushcart(Asked):
    FIND = """() => {
        if (document.querySelector("#after a[href$='/result']")) return "over";
        const turn = document.querySelector("#turn");
        const asked = turn.querySelector(".choices") && !turn.querySelector(".sealed");
        return asked ? turn.querySelector("h2").textContent : "";
    }"""

    def act(self, what: str) -> None:
        self.click("#turn .choices button")
