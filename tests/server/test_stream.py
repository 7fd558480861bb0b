"""Streams: compressed, numbered, and independent of one another."""

from __future__ import annotations

import asyncio
import socket
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message
from tests.serving import until

import twohalls
from twohalls.server.settings import Settings
from twohalls.server.stream import (
    REMEMBERED,
    EventStream,
    Streams,
    block,
    packer,
    remembered,
    written,
)
from twohalls.web.app import Application

READERS: dict[str, Callable[[], Callable[[bytes], bytes]]] = {
    "gzip": lambda: zlib.decompressobj(31).decompress,
    "": lambda: bytes,
}


@pytest.mark.parametrize("coding", READERS)
def test_a_stream_can_be_read_event_by_event(coding):
    stream, read = packer(f"zstd, {coding};q=0.5"), READERS[coding]()
    assert stream.coding == coding
    silence = {b"", b":\n\n"}
    assert read(stream.start + stream.keep_alive) in silence
    for number in range(50):
        assert read(stream.keep_alive) in silence
        event = written(f"{number}.0", f"<p>{number} {1000 - number}</p>\n<b>more of the same</b>")
        assert read(stream.pack(event)) == event


def told(numbers):
    return [written(f"{n}.0", f"<p>{n} of many</p>\n<b>{n * 37 % 101}</b>") for n in numbers]


def test_an_event_is_packed_once_for_all_who_heard_the_same():
    """Whoever came later has heard less, but soon the same last events."""
    early, late = packer("gzip"), packer("gzip")
    for event in told(range(20)):
        early.pack(event)
    for event in told(range(20, 21 + REMEMBERED)):
        packed = early.pack(event), late.pack(event)
    assert packed[0] is packed[1]


def test_a_reader_who_came_later_can_read_what_is_packed_for_all():
    read = READERS["gzip"]()
    stream = packer("gzip")
    assert read(stream.start) == b""
    for event in told(range(5, 40)):
        assert read(stream.pack(event)) == event


@given(st.lists(st.binary(max_size=20_000), max_size=14))
def test_whatever_is_said_arrives_however_long_it_is(events):
    read, stream = READERS["gzip"](), packer("gzip")
    read(stream.start)
    for event in events:
        assert read(stream.pack(event)) == event


def test_what_is_remembered_of_a_stream_is_little():
    """Whatever it says: the memory of a stream that speaks is bounded by it."""
    heard: tuple[bytes, ...] = ()
    for number in range(40):
        heard = remembered((*heard, bytes([number]) * 9_000))
        assert sum(map(len, heard)) <= 32_768
    assert len(heard) == 3


def test_what_was_said_before_costs_next_to_nothing():
    text = "".join(f"<use id='p{n}' x='{n * 37 % 801}' y='{n * 91 % 777}'/>" for n in range(100))
    before, after = written("1.0", text), written("2.0", text.replace("x='37'", "x='99'"))
    assert len(block((before,), after)) < 100 < len(block((), after))


def test_a_reader_that_was_away_gets_all_of_the_present(serve):
    table = serve().new_table()
    version = table.api().view()["version"]
    with table.api().stream(last_event_id="1.0") as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id:")) == f"id:{version}.0"


def test_a_reader_that_is_up_to_date_gets_nothing_until_something_happens(serve):
    table = serve(keep_alive=0.2).new_table()
    stamp = f"{table.api().view()['version']}.0"
    with table.api().stream(last_event_id=stamp, accept_encoding="identity") as stream:
        lines = stream.iter_lines()
        assert {next(lines) for _ in range(6)} == {":", ""}


@pytest.mark.parametrize("game", twohalls.GAMES)
def test_a_move_of_any_game_reaches_those_who_watch(serve, game):
    table = serve().new_table(game)
    seen = table.api().view()
    seat, version = seen["awaited"][0], seen["version"]
    mover = table.api(seat)
    with table.api().stream(last_event_id=f"{version}.0", accept_encoding="identity") as stream:
        said = mover.say(mover.legal()[0], version, f"at-{version}")
        assert said.is_success
        told = next(line for line in stream.iter_lines() if line.startswith("id:"))
        assert int(told.removeprefix("id:").partition(".")[0]) > version


def test_a_reader_that_takes_nothing_holds_nobody_and_is_let_go(serve):
    """Its buffers are full after a few events; others get them all, and moves are taken."""
    server = serve(slow_client=1.0, send_buffer=4096)
    table = server.new_table()
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stuck.connect(("127.0.0.1", server.port))
    request = (
        f"GET /api/v1/tables/{table.id}/stream HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {table.watch}\r\n\r\n"
    )
    stuck.sendall(request.encode())
    view = table.api().view()
    version = view["version"]
    player = table.api(view["awaited"][0])
    read = 0
    with stuck, table.api().stream(accept_encoding="identity") as stream:
        lines = stream.iter_lines()
        for number in range(100):
            if number % 2:
                body = {"seat": player.seat, "version": version, "key": f"{number}"}
                answer = player.http.post(f"{player.url}/undo", json=body)
            else:
                answer = player.say("boss 1", version, f"{number}")
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
            for told in lines:
                read += len(told)
                if told.startswith(f"id:{version}."):
                    break
        until(lambda: "let go" in server.log.read_text())
        sent = received(stuck)
    assert read > 3 * sent
    assert sent < 200_000


def received(connection: socket.socket) -> int:
    """How much had been sent on a connection before the other side gave it up."""
    connection.settimeout(30)
    total = 0
    try:
        while piece := connection.recv(65536):
            total += len(piece)
    except ConnectionResetError:
        pass
    return total


def test_a_stream_goes_on_without_what_the_framework_holds_for_a_request():
    async def read() -> None:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        streams, app, left = Streams(Settings()), Application(), asyncio.Event()

        async def update() -> bytes:
            return b"|".join(sorted(name.encode() for name in scope))

        @app.get("/")
        async def begin() -> EventStream:
            return EventStream(streams, [], update, "")

        async def receive() -> dict[str, str]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            await heard.put(message.get("body", b""))

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
        known = {*scope, "app"}
        going = asyncio.ensure_future(app(scope, receive, send))
        said = [await heard.get() for _ in range(3)]
        assert set(said[-1].decode().split("|")) == known
        assert len(streams.open) == 1
        left.set()
        await going
        assert not streams.open

    asyncio.run(read())
