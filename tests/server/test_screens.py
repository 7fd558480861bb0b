"""How long opponents wait for people who look at what was opened."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.server.test_secrets import NAMES, live

from twohalls import find_game
from twohalls.kernel.table import Table
from twohalls.server import screens
from twohalls.server.screens import is_looked_at, screen_of
from twohalls.server.seating import Seating
from twohalls.server.settings import Settings
from twohalls.server.store import Store
from twohalls.server.tables import Tables

LIMIT = 8.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(screens, "monotonic", lambda: now[0])
    return now


@pytest.fixture(params=["tammany", "cityhall"])
def opened(request):
    """A table at which something was just opened, in sight of somebody."""
    rng = random.Random(3)
    table = Table(find_game(request.param), NAMES, {}, 3)
    while screen_of(table.view(None)) is None:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
    found = live(table)
    found.watchers.add(asyncio.Event())
    return found


def test_opponents_wait_until_somebody_has_gone_on(opened, clock):
    assert is_looked_at(opened, LIMIT)
    opened.go_on(opened.table.version)
    assert not is_looked_at(opened, LIMIT)


def test_somebody_absent_holds_up_nobody_for_longer_than_the_limit(opened, clock):
    assert is_looked_at(opened, LIMIT)
    clock[0] = LIMIT - 0.1
    assert is_looked_at(opened, LIMIT)
    clock[0] = LIMIT
    assert not is_looked_at(opened, LIMIT)


def test_opponents_do_not_wait_where_nobody_looks(opened, clock):
    opened.watchers.clear()
    assert not is_looked_at(opened, LIMIT)


def test_opponents_wait_for_a_page_that_follows_the_table_by_another_worker(opened, clock):
    opened.watchers.clear()
    opened.attended = clock[0]
    assert is_looked_at(opened, LIMIT)


def test_going_on_is_heard_by_the_worker_that_plays_for_the_opponents(database):
    """Which need not be the one to which it was said."""

    async def said_elsewhere() -> int:
        here, there = (Store(database) for _ in range(2))
        try:
            tables = Tables(here, Settings(warm=False))

            def hear(id: str | None, told: str) -> None:
                tables.hear(id or "", told)

            here.news.on_news = hear
            seats = [("Ada", "person"), ("Bert", "heeler"), ("Cleo", "heeler")]
            found = await Seating(tables).create("tammany", seats, {}, "secret", "key")
            await there.see("ada", found.id, 7, 0, goes_on=True)
            async with asyncio.timeout(60):  # PostgreSQL tells it when it gets round to it
                while not (await tables.find(found.id)).gone_on:
                    await asyncio.sleep(0.01)
            return found.gone_on
        finally:
            here.close()
            there.close()

    assert asyncio.run(said_elsewhere()) == 7


def test_going_on_from_what_was_opened_before_is_not_going_on(opened, clock):
    at = screen_of(opened.view(None))
    assert at is not None
    opened.go_on(opened.line_versions()[at - 2])
    assert is_looked_at(opened, LIMIT)


def test_nothing_is_waited_for_once_somebody_has_decided_something(opened, clock):
    table = opened.table
    for seat in table.awaited:
        table.submit(seat, table.view(seat).legal[-1])
    opened.made.clear()
    was = screen_of(opened.view(None))
    assert was is None or was > opened.screen[0]
