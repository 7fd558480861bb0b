"""Streams: compressed, numbered, and independent of one another."""

from __future__ import annotations

import asyncio
import socket
import zlib
from collections.abc import Callable
from typing import Any

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
    Reader,
    Streams,
    Watcher,
    block,
    packer,
    remembered,
    written,
)

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


class Kept:
    """Somewhere to write to."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.ended = self.aborted = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def end(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.aborted = True


class Following:
    """A reader of something that becomes another now and then."""

    def __init__(self, **settings: Any) -> None:
        self.watchers: set[Watcher] = set()
        self.streams = Streams(Settings(**settings))
        self.reader = Reader(self.streams, [self], self.update, packer(""))
        self.now, self.had, self.out = "1", "", Kept()
        self.reader.come("somebody")

    async def update(self) -> bytes | None:
        await asyncio.sleep(0)
        lacks, self.had = self.now != self.had, self.now
        return self.now.encode() if lacks else None

    async def becomes(self, *states: str) -> None:
        for self.now in states:
            for watcher in self.watchers:
                watcher.set()
        for _ in range(5):
            await asyncio.sleep(0)


def test_a_reader_that_cannot_take_more_gets_the_outcome_later():
    async def follow() -> None:
        one = Following()
        one.reader.follow(one.out)
        await one.becomes("2")
        one.reader.hold()
        await one.becomes("3", "4", "5")
        assert one.out.written == [b"2"]
        one.reader.free()
        await one.becomes("5")
        assert one.out.written == [b"2", b"5"]

    asyncio.run(follow())


def test_a_reader_that_takes_nothing_is_let_go_and_one_that_left_is_told_nothing():
    async def follow() -> None:
        one = Following(slow_client=0)
        one.reader.follow(one.out)
        one.reader.hold()
        await asyncio.sleep(0.01)
        assert one.out.aborted
        one.reader.leave()
        one.reader.leave()
        await one.becomes("2")
        assert one.out.written == []
        assert not one.watchers
        assert not one.streams.open
        assert not one.streams.of

    asyncio.run(follow())


def test_nobody_is_left_without_a_sign_of_life():
    async def follow() -> None:
        one = Following(keep_alive=0.02)
        one.reader.follow(one.out)
        while one.out.written.count(b":\n\n") < 3:
            await asyncio.sleep(0.01)
        assert one.out.written[0] == b"1"

    asyncio.run(follow())


def test_readers_end_with_the_server_or_when_something_fails(caplog):
    async def follow() -> None:
        one, broken = Following(), Following()
        broken.now = "\ud800"  # cannot be said
        for reader in (one, broken):
            reader.reader.follow(reader.out)
            await reader.becomes(reader.now)
        assert broken.out.ended
        assert "a stream failed" in caplog.text
        one.streams.close()
        await one.becomes("2")
        assert one.out.ended
        assert one.out.written == [b"1"]

    asyncio.run(follow())


def test_what_is_asked_after_a_stream_on_the_same_connection_is_not_answered(serve):
    server = serve(keep_alive=0.2)
    table = server.new_table()
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        asked = (
            f"GET /api/v1/tables/{table.id}/stream HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {table.watch}\r\n\r\n"
        )
        connection.sendall(2 * asked.encode())
        read = b""
        while read.count(b":\n\n") < 4:
            read += connection.recv(65536)
        connection.sendall(asked.encode())
        while read.count(b":\n\n") < 7:
            read += connection.recv(65536)
    assert read.count(b"HTTP/1.1") == 1


def test_without_a_connection_to_carry_it_a_stream_says_what_there_is_and_ends():
    async def read() -> None:
        heard: list[Message] = []
        streams = Streams(Settings())

        async def update() -> bytes:
            return b"data:now\n\n"

        async def send(message: Message) -> None:
            heard.append(message)

        scope = {"type": "http", "method": "HEAD", "path": "/", "headers": [], "query_string": b""}
        await EventStream(streams, [], update, "")(scope, never, send)
        assert [message.get("body") for message in heard] == [None, b":\n\n", b"data:now\n\n"]
        assert not heard[-1].get("more_body")
        assert not streams.open

    asyncio.run(read())


async def never() -> Message:
    raise AssertionError("nothing is read from a reader")
