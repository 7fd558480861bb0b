"""Nothing a person has not seen yet is overtaken by what opponents do next."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.serving import Client, NewTable, Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.playing import VERSION, moved_on, version

expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Serving]:
    """Opponents wait so many seconds here, if nobody goes on."""
    running = Serving(tmp_path_factory.mktemp("server") / "tables.db", looking=request.param)
    yield running
    running.close()


waiting = functools.partial(pytest.mark.parametrize, "server", indirect=True)


def to_a_last_bid(me: Client) -> None:
    """Play by the API, with no page open, until one bid is missing: that of seat 1."""
    for number in range(3000):
        view = me.view()
        legal = view["legal"]
        if view["awaited"] == [1] and view["phase"] == "bid" and len(legal) > 1:
            return
        if view["awaited"][:1] == [1] and view["phase"] != "bid" and legal:
            bosses = [line for line in legal if line.startswith("boss")]
            me.say((bosses or legal)[number % len(bosses or legal)], view["version"], f"n{number}")
    raise AssertionError


def reveal(page: Page, table: NewTable) -> None:
    """The bids of a ward are opened, and an opponent is to do the next thing."""
    me, watching = table.api(1), table.api()
    while True:
        to_a_last_bid(me)
        page.goto(table.path)
        page.wait_for_function("() => document.querySelector('#bidding')")
        me.say(me.legal()[0], me.view()["version"], f"bid-{version(page)}")
        expect(page.locator(".reveal")).to_be_visible()
        if set(watching.view()["awaited"]) - {1}:
            return
        page.goto("about:blank")


@waiting(argvalues=[1e6])
def test_opponents_wait_behind_a_reveal_until_somebody_goes_on(visitor: Visitor, server: Serving):
    table = server.new_table(kinds=("open", "random", "random"))
    page = sit_down(visitor(), table, 1, "Ada")
    page.goto("about:blank")
    reveal(page, table)
    before = table.api().view()["version"]
    page.wait_for_function(f"before => {VERSION} >= before", arg=before)
    page.wait_for_timeout(1000)
    assert table.api().view()["version"] == before
    expect(page.locator(".reveal")).to_be_visible()
    opened = page.locator(".reveal").get_attribute("id")
    page.locator(".reveal .ballot .btn").click()
    expect(page.locator(f"#{opened}")).to_be_hidden()
    moved_on(page, before)


@waiting(argvalues=[2.0])
def test_a_page_that_nobody_looks_at_holds_opponents_up_for_seconds_only(
    visitor: Visitor, server: Serving
):
    table = server.new_table(kinds=("open", "random", "random"))
    page = sit_down(visitor(), table, 1, "Ada")
    page.goto("about:blank")
    reveal(page, table)
    moved_on(page, version(page))
