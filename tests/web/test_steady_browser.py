"""Nothing jumps under a reader's eyes: while a page loads, and while others move.

What moved is what Chromium calls a layout shift: the share of the window that moved, times how
far. What a person's own click brings at once does not count. While others move it is not quite
nothing: a line that comes into the log moves the older ones on, and a question of two lines takes
more room than one of one line. The panels keep their height, so that this stays inside them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.serving import NewTable, Serving
from tests.web.conftest import PHONE, WIDE, Visitor, sit_down
from tests.web.playing import VERSION
from tests.web.replaying import new_record

import twohalls
from twohalls.kit.parts import lesson

MOST = 0.02
WATCH = """
    const found = [];
    const note = entries => found.push(...entries.filter(entry => !entry.hadRecentInput));
    const watch = new PerformanceObserver(list => note(list.getEntries()));
    watch.observe({type: "layout-shift", buffered: true});
    const drawn = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    window.shifts = async () => {
        await drawn();
        await drawn();
        note(watch.takeRecords());
        return found.splice(0).map(({value, sources}) => ({
            value,
            moved: sources.map(({node}) => node?.id || node?.className || node?.nodeName),
        }));
    };
"""


def shifts(page: Page) -> list[dict[str, Any]]:
    """What has moved since this was asked last, once everything that came is drawn."""
    found: list[dict[str, Any]] = page.evaluate("() => shifts()")
    return found


def watched(visitor: Visitor, size: dict[str, int]) -> Page:
    page = visitor(viewport=size)
    page.context.add_init_script(WATCH)
    return page


def steady(page: Page, what: str) -> None:
    found = shifts(page)
    assert sum(shift["value"] for shift in found) <= MOST, f"{what}: {found}"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_page_stands_still_while_it_loads(
    server: Serving, visitor: Visitor, size: dict[str, int]
) -> None:
    page = watched(visitor, size)
    page.goto("/")
    steady(page, "start")
    for game in twohalls.GAMES:
        record = new_record(server, game, 3)
        for address in (f"{record}/replay?at=60", f"{record}/result", f"/rules/{game}"):
            page.goto(address)
            steady(page, address)
        table = server.new_table(game)
        sit_down(page, table, table.api().view()["awaited"][0], "Ada")
        steady(page, f"{game} table")
        page.goto(f"{table.path}/text")
        steady(page, f"{game} in words")
        if lesson(twohalls.find_game(game)) is None:
            continue
        page.goto("/")
        page.click(f"[formaction='/lesson/{game}']")
        page.wait_for_selector("#turn", state="attached")
        steady(page, f"lesson of {game}")


class Playing:
    """Seats that move by the API, at random, as somebody at another table edge would."""

    def __init__(self, table: NewTable, seed: int) -> None:
        self.clients = {seat: table.api(seat) for seat in (1, 2, 3)}
        self.watching = table.api()
        self.rng = random.Random(seed)

    def line(self) -> tuple[int, str, int]:
        """Who moved, how, and the version after it."""
        while True:
            view = self.watching.view()
            assert not view["over"]
            for seat in view["awaited"]:
                version, legal = self.clients[seat].view()["version"], self.clients[seat].legal()
                if not legal:
                    continue
                line = self.rng.choice(legal)
                answer = self.clients[seat].say(line, version, f"at-{version}")
                if answer.is_success:
                    return seat, line, answer.json()["version"]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "before", "lines"), [("tammany", 28, 30), ("cityhall", 4, 45), ("pushcart", 0, 12)]
)
def test_a_page_stands_still_while_others_move(
    server: Serving, visitor: Visitor, game: str, before: int, lines: int
) -> None:
    """Placing, an election and its offices; building, auctions and what offices do."""
    table = server.new_table(game)
    playing = Playing(table, 3)
    for _ in range(before):
        playing.line()
    pages = {name: watched(visitor, size) for name, size in (("wide", WIDE), ("phone", PHONE))}
    sit_down(pages["wide"], table, 1, "Ada")
    same: Any = pages["wide"].context.cookies()
    pages["phone"].context.add_cookies(same)
    pages["phone"].goto(f"{server.url}{table.path}")
    for page in pages.values():
        shifts(page)
    for _ in range(lines):
        seat, line, version = playing.line()
        for name, page in pages.items():
            page.wait_for_function(f"version => {VERSION} >= version", arg=version)
            if seat == 1:
                shifts(page)
            else:
                steady(page, f"{name}, {seat} {line}")
