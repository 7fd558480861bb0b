"""Opponents think within the limit of their table, whatever happens to the processes."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time

import pytest
from tests.server.conftest import Api
from tests.serving import quick, until, without_database

from twohalls import GAMES, bots, new_table
from twohalls.bots import weights
from twohalls.server import opponents
from twohalls.server.opponents import Opponents, TooSlow, think
from twohalls.server.tables import Tables

LONG = 120.0
OPPONENTS = [{"name": "Ada"}, {"name": "Nora", "kind": "captain"}, {"name": "Teo", "kind": "boss"}]


def hang(left, *given):
    time.sleep(LONG)


def nap(left, seconds):
    time.sleep(seconds)
    return left


def fail(left):
    raise bots.weights.NoWeights("{what} is missing", what="something")


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def with_processes(work, **settings):
    """Run something with opponents of its own."""

    async def run():
        wanted = quick("sqlite://", **settings)
        found = Opponents(Tables(without_database(), wanted), wanted)
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(run())


def ready(client, answer):
    """Let a function answer instead of the processes; returns what they were asked."""
    asked = []

    async def ask(work, *given, limit, asker):
        asked.append((work, given, limit))
        return answer(*given)

    client.app.state.services.opponents.ask = ask
    return asked


def to_an_opponent(table):
    """Ada plays until an opponent is to decide."""
    while 1 in table.view()["awaited"]:
        table.play()


# --- The limit -------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "seconds"), [({"thinking": 3}, 3.0), ({}, 0.5)])
def test_a_process_is_given_the_seconds_that_the_table_chose(make_client, given, seconds):
    client = make_client(opponent_budget=0.5)
    asked = ready(client, lambda level, view, seed: view.legal[-1])
    table = Api(client, seats=OPPONENTS, **given)
    assert table.made["thinking"] == seconds
    to_an_opponent(table)
    until(lambda: asked)
    work, (level, view, _), limit = asked[0]
    assert work is think
    assert level in ("captain", "boss")
    assert view.seat in (2, 3)
    assert seconds * 0.5 < limit <= seconds


def test_an_opponent_is_told_how_many_seconds_are_left(monkeypatch):
    budgets = []

    def choose(level, view, budget, rng):
        budgets.append(budget)
        return view.legal[0]

    monkeypatch.setattr(bots, "choose", choose)
    table = new_table("tammany", ["A", "B", "C"], seed=1)
    think(0.25, "boss", table.view(table.awaited[0]), 1)
    assert budgets == [bots.Budget(seconds=0.25)]


def test_work_that_hangs_is_cut_off_and_its_process_ended():
    async def work(found):
        assert await found.ask(nap, 0.0, limit=LONG) > 0
        processes = list(found._pool._processes)
        with pytest.raises(TooSlow):
            await found.ask(hang, limit=0.2)
        await asyncio.to_thread(until, lambda: all(map(gone, processes)))
        assert await found.ask(nap, 0.0, limit=LONG) > 0

    with_processes(work, grace=0.1)


def test_waiting_for_a_busy_process_counts_and_disturbs_nobody():
    async def work(found):
        await found.ask(nap, 0.0, limit=LONG)
        busy = asyncio.ensure_future(found.ask(nap, 1.5, limit=LONG))
        await asyncio.sleep(0)
        with pytest.raises(TooSlow):
            await found.ask(nap, 0.0, limit=0.05)
        assert await busy > 0

    with_processes(work)


def test_a_process_that_starts_is_waited_for_only_as_long_as_the_limit():
    async def work(found):
        with pytest.raises(TooSlow):
            await found.ask(nap, 0.0, limit=0.001)
        assert await found.ask(nap, 0.0, limit=LONG) > 0

    with_processes(work, grace=0.0)


def test_that_opponents_are_still_being_compiled_is_said_once(caplog):
    table = new_table("tammany", ["A", "B", "C"], seed=1)
    view = table.view(table.awaited[0])

    async def work(found):
        found._ready_pool()
        found._starting = asyncio.get_running_loop().create_future()
        lines = [await found._think("heeler", view, 0.001) for _ in range(3)]
        assert set(lines) <= set(view.legal)

    with_processes(work)
    assert caplog.text.count("still being compiled") == 1


def test_what_is_refused_in_a_process_comes_back_as_a_sentence():
    async def work(found):
        with pytest.raises(RuntimeError, match="something is missing"):
            await found.ask(fail, limit=LONG)
        assert await found.ask(nap, 0.0, limit=LONG) > 0

    with_processes(work)


def test_an_opponent_that_hangs_still_moves_in_time(make_client, monkeypatch, caplog):
    monkeypatch.setattr(opponents, "think", hang)
    client = make_client(grace=0.1)
    table = Api(client, seats=OPPONENTS, thinking=0.05)
    to_an_opponent(table)
    until(lambda: table.view()["awaited"] == [1])
    assert "did not answer in time" in caplog.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["random", "sachem"])
def test_an_answer_in_haste_is_legal_at_every_decision_of_a_game(game, level):
    rng = random.Random(3)
    table = new_table(game, ["A", "B", "C"], seed=3)
    for _ in range(160):
        if table.over:
            break
        seat = rng.choice(table.awaited)
        view = table.view(seat)
        line = bots.in_haste(level, view, rng)
        assert line in view.legal
        table.submit(seat, line)


# --- Weights ---------------------------------------------------------------------------------


@pytest.fixture
def without_weights(monkeypatch):
    def load(game, path=None):
        raise weights.NoWeights("the weights of {game} are missing", game=game)

    monkeypatch.setattr(weights, "load", load)
    opponents.trouble.cache_clear()
    yield
    opponents.trouble.cache_clear()


def test_without_weights_a_lower_level_plays_and_the_host_is_told(
    make_client, without_weights, caplog
):
    client = make_client(levels=("boss", "sachem"))
    asked = ready(client, lambda level, view, seed: view.legal[-1])
    seats = {"kind.1": "person", "kind.2": "sachem", "kind.3": "sachem"}
    with caplog.at_level(logging.WARNING):
        made = client.post("/new/tammany", data=seats, follow_redirects=False)
        page = client.get(made.headers["location"])
        id = made.headers["location"].removeprefix("/t/")
        live = client.app.state.services.tables._live[id]
        while not asked:
            while 1 in live.table.awaited:
                line = live.table.view(1).legal[0]
                version = live.table.version
                client.post(f"/t/{id}/move", data={"seat": 1, "version": version, "line": line})
            time.sleep(0.02)
    assert asked[0][1][0] == "boss"
    assert "the weights of tammany are missing; until then boss plays for sachem" in caplog.text
    assert "Sachem cannot play here" in page.text
    assert "Sachem cannot play here" in client.get("/new/tammany").text


def test_with_weights_nothing_is_said(make_client):
    client = make_client(levels=("boss", "sachem"))
    assert "cannot play here" not in client.get("/new/tammany").text


# --- What is shown ---------------------------------------------------------------------------


def shown(client, table):
    """The page of Ada's seat."""
    token = table.made["seats"][0]["token"]
    client.post(f"/j/{token}", data={"name": "Ada"}, follow_redirects=False)
    return client.get(f"/t/{table.id}").text, client.get(f"/t/{table.id}/text").text


def test_who_thinks_and_for_how_long_is_shown_until_they_have_moved(make_client):
    client = make_client()
    waiting = asyncio.Event()

    async def ask(work, *given, limit, asker):
        await waiting.wait()
        return given[1].legal[-1]

    client.app.state.services.opponents.ask = ask
    table = Api(client, seats=OPPONENTS, thinking=30)
    to_an_opponent(table)
    for page in shown(client, table):
        assert "is thinking, for 30 s at most." in page
        assert 'class="think s30"' in page
    said = shown(client, table)[1]
    announced = said[said.index('id="said"') :].partition("</p>")[0]
    assert "is thinking, for 30 s at most." in announced
    client.portal.call(waiting.set)
    until(lambda: table.view()["awaited"] == [1])
    for page in shown(client, table):
        assert "is thinking" not in page
        assert '<p id="thinking" class="thinking" hidden>' in page


def test_the_new_table_page_offers_limits_and_hints(make_client):
    client = make_client(levels=("heeler", "boss"), opponent_budget=3.0)
    page = client.get("/new/cityhall").text
    for seconds in ("1", "3", "10", "30"):
        assert f">{seconds} s a move</option>" in page
    assert '<option value="3" selected>' in page
    assert "Thinks ahead through thousands of imagined games." in page
    seats = {"kind.1": "person", "kind.2": "boss", "thinking": "10", "hints": "none"}
    made = client.post("/new/cityhall", data=seats, follow_redirects=False)
    live = client.app.state.services.tables._live[made.headers["location"].removeprefix("/t/")]
    assert (live.thinking, live.hints) == (10.0, "none")
    assert "10 s a move at most" in client.get(f"{made.headers['location']}/text").text
    refused = client.post("/new/cityhall", data={**seats, "hints": "some"})
    assert refused.status_code == 422


@pytest.mark.parametrize("thinking", [0, -1, 61, "long"])
def test_the_api_refuses_limits_that_make_no_sense(client, thinking):
    body = {"game": "tammany", "seats": OPPONENTS, "thinking": thinking}
    assert client.post("/api/v1/tables", json=body).status_code == 422
