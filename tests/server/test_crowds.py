"""One client among many: what is limited, and what nobody can hold up for others."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import threading

import httpx2
import pytest
from tests.server.conftest import Api
from tests.serving import until

from twohalls.server import aside, stream
from twohalls.server.aside import Aside
from twohalls.server.limits import TooMany
from twohalls.server.settings import Rate


def admitted(watcher):
    with watcher.stream() as stream:
        return stream.status_code == 200


def test_one_client_opens_only_so_many_streams(serve):
    server = serve(streams_each=3, keep_alive=0.2)
    watcher = server.new_table().api()
    with contextlib.ExitStack() as streams:
        for _ in range(3):
            assert streams.enter_context(watcher.stream()).status_code == 200
        with watcher.stream() as refused:
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) >= 1
        assert httpx2.get(f"{server.url}/", timeout=60).status_code == 200
    until(lambda: admitted(watcher))


def test_all_clients_together_open_only_so_many_streams(serve):
    table = serve(most_streams=2).new_table()
    with table.api().stream() as one, table.api(1).stream() as two, table.api(2).stream() as three:
        assert [one.status_code, two.status_code, three.status_code] == [200, 200, 429]


def test_where_few_files_may_be_open_streams_leave_some_for_everybody_else(serve):
    """Beyond that they are refused in words, and nothing is reset."""
    server = serve()
    table, allowed = server.new_table(), stream.SPARE + 2
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (allowed, allowed))
    with table.api().stream() as one, table.api(1).stream() as two, table.api(2).stream() as three:
        assert [one.status_code, two.status_code, three.status_code] == [200, 200, 429]
        assert table.api().view()["id"] == table.id


@pytest.mark.parametrize("what", ["replay", "replay/parts", "result", "board.svg", "analysis"])
def test_what_takes_a_while_to_make_is_asked_for_only_so_often(make_client, what):
    client = make_client(look_rate=Rate(3, 0.001))
    table = Api(client)
    client.get(f"/w/{table.made['watch']}")
    codes = [client.get(f"/t/{table.id}/{what}").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert client.get(f"/t/{table.id}").status_code == 200


def test_of_one_client_only_so_much_work_waits_and_of_all_only_so_much_more():
    async def scene():
        found, going_on = Aside(), threading.Event()
        clients = ["one"] * aside.MOST_EACH
        clients += [f"{n}" for n in range(aside.MOST - aside.MOST_EACH)]
        waiting = []
        for client in clients:
            waiting.append(asyncio.ensure_future(found.do(client, going_on.wait)))
            await asyncio.sleep(0)
            if len(waiting) == aside.MOST_EACH:
                with pytest.raises(TooMany):
                    await found.do("one", int)
        with pytest.raises(TooMany):
            await found.do("somebody else", int)
        going_on.set()
        await asyncio.gather(*waiting)
        assert await found.do("one", lambda: 7) == 7
        found.close()

    asyncio.run(scene())
