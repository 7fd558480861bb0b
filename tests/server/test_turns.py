"""Thinking is shared out: who had least goes first, and nobody starves the others."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import HTTPConnection
from tests.server.conftest import Api
from tests.serving import until

from twohalls.server import opponents
from twohalls.server.limits import client_of
from twohalls.server.turns import Allowance, Asker, Turns

BOTS = [{"name": name, "kind": "random"} for name in ("Nora", "Teo", "Pia")]
GREEDY = [Asker("greedy", f"table {n}") for n in range(30)]
MODEST = Asker("modest", "one table")


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def in_turn(clock, turns, askers, seconds=1.0):
    """Who comes to think, in order, if all ask at once and each thinks for a while."""
    order = []

    async def think(asker):
        await turns.take(asker, seconds)
        order.append(asker)
        clock.now += seconds
        await asyncio.sleep(0)
        turns.give_back(asker, seconds)

    async def scene():
        await asyncio.gather(*map(think, askers))

    asyncio.run(scene())
    return order


def test_who_opens_many_tables_gets_no_more_than_who_opens_one():
    clock = Clock()
    turns = Turns(1, clock)
    order = in_turn(clock, turns, [*GREEDY[:10], MODEST, *GREEDY[10:], MODEST, MODEST])
    assert [n for n, asker in enumerate(order) if asker is MODEST] == [1, 3, 5]


def test_the_tables_of_one_client_take_turns():
    clock = Clock()
    one, other = GREEDY[:2]
    order = in_turn(clock, Turns(1, clock), [one, one, one, other, other])
    assert order == [one, other, one, other, one]


def test_what_somebody_had_long_ago_no_longer_counts():
    clock = Clock()
    turns = Turns(1, clock)
    in_turn(clock, turns, [MODEST] * 5)
    clock.now += 3600
    in_turn(clock, turns, [GREEDY[0]])
    assert in_turn(clock, turns, [GREEDY[1], GREEDY[2], MODEST])[1] is MODEST


def test_alone_one_may_use_all_the_time_there_is():
    assert Turns(1, Clock()).granted(MODEST, 30.0) == 30.0


def test_while_others_ask_nobody_thinks_longer_than_they_can_wait():
    clock = Clock()
    turns = Turns(1, clock)
    in_turn(clock, turns, [MODEST], 1.0)
    assert turns.granted(GREEDY[0], 30.0) <= 0.5
    clock.now += 3600
    assert turns.granted(GREEDY[0], 30.0) == 30.0


def test_a_place_that_nobody_waits_for_any_more_goes_to_the_next():
    async def scene():
        turns = Turns(1)
        await turns.take(MODEST, 1.0)
        given_up = asyncio.ensure_future(turns.take(GREEDY[0], 1.0))
        late = asyncio.ensure_future(turns.take(GREEDY[1], 1.0))
        await asyncio.sleep(0)
        turns.give_back(MODEST, 1.0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await late
        turns.give_back(GREEDY[1], 1.0)
        await turns.take(MODEST, 1.0)

    asyncio.run(asyncio.wait_for(scene(), 10))


def test_what_is_spared_for_tables_that_nobody_looks_at_is_a_share():
    clock = Clock()
    allowance = Allowance(0.1, 5.0, clock)
    spent = 0
    for _ in range(1000):
        clock.now += 1.0
        spent += allowance.spend(1.0)
    assert 100 <= spent <= 110


# --- At tables ---------------------------------------------------------------------------------


def version(client, table):
    """How far a table is, without looking at it as a person would."""
    stored = client.portal.call(client.app.state.services.store.load, table.id)
    return len(stored.log)


def test_opponents_wait_at_a_table_that_nobody_looks_at_and_go_on_when_somebody_comes(
    make_client, monkeypatch
):
    monkeypatch.setattr(opponents, "JUST_NOW", 0.0)
    monkeypatch.setattr(opponents, "LOOK", 0.01)
    client = make_client(unwatched_share=0.0, unwatched_most=0.2)
    table = Api(client, seats=BOTS)
    services = client.app.state.services
    until(lambda: services.opponents._unwatched._left <= 0)
    before = version(client, table)
    client.portal.call(asyncio.sleep, 0.3)
    assert version(client, table) <= before + 1
    live = services.tables._live[table.id]
    live.watchers.add(asyncio.Event())
    until(lambda: version(client, table) > before + 10)


def test_no_table_may_think_longer_than_the_host_allows(make_client):
    client = make_client(longest_thinking=2.0)
    body = {"game": "tammany", "seats": BOTS, "thinking": 3}
    assert client.post("/api/v1/tables", json=body).status_code == 422
    table = Api(client, seats=BOTS, thinking=2)
    page = client.get("/new/tammany").text
    assert "1 s a move" in page
    assert "3 s a move" not in page
    live = client.app.state.services.tables._live[table.id]
    live.thinking = 30.0
    assert client.app.state.services.opponents.seconds_of(live) == 2.0


@pytest.mark.parametrize("failing", ["append", "find"])
def test_an_opponents_turn_goes_on_after_a_write_or_a_look_that_failed(
    make_client, monkeypatch, failing
):
    monkeypatch.setattr(opponents, "FIRST_WAIT", 0.01)
    client = make_client()
    services = client.app.state.services
    place = services.store if failing == "append" else services.tables
    whole = getattr(place, failing)
    failures: list[object] = []

    async def broken(*given):
        theirs = failing == "append" or "_play" in repr(asyncio.current_task())
        if theirs and len(failures) < 5:
            failures.append(given)
            raise OSError("the disk is full")
        return await whole(*given)

    monkeypatch.setattr(place, failing, broken)
    table = Api(client, seats=BOTS)
    until(lambda: len(failures) == 5)
    before = version(client, table)
    until(lambda: version(client, table) > before)


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_a_network_as_one_client(host, client):
    assert client_of(HTTPConnection({"type": "http", "client": (host, 1)})) == client
