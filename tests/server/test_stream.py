"""Streams: compressed, numbered, and independent of one another."""

from __future__ import annotations

import socket
import time
import zlib

from twohalls.server.stream import Packer, written


def test_a_compressed_stream_can_be_read_event_by_event():
    packer = Packer(zipped=True)
    reader = zlib.decompressobj(31)
    assert reader.decompress(packer.start() + packer.keep_alive()) == b":\n\n"
    for number in range(50):
        event = written(f"{number}.0", f"<p>{number}</p>\n<b>more</b>")
        assert reader.decompress(packer.pack(event)) == event
        assert reader.decompress(packer.keep_alive()) == b":\n\n"


def test_what_was_said_before_costs_next_to_nothing():
    packer = Packer(zipped=True)
    text = "".join(f"<use id='p{n}' x='{n * 37 % 801}' y='{n * 91 % 777}'/>" for n in range(100))
    packer.pack(written("1.0", text))
    assert len(packer.pack(written("2.0", text.replace("x='37'", "x='99'")))) < 100


def test_a_reader_that_was_away_gets_all_of_the_present(serve):
    table = serve().new_table()
    version = table.api().view()["version"]
    with table.api().stream(last_event_id="1.0") as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id:")) == f"id:{version}.0"


def test_a_reader_that_is_up_to_date_gets_nothing_until_something_happens(serve):
    table = serve(keep_alive=0.2).new_table()
    stamp = f"{table.api().view()['version']}.0"
    with table.api().stream(last_event_id=stamp) as stream:
        lines = stream.iter_lines()
        assert {next(lines) for _ in range(6)} == {":", ""}


def test_a_slow_reader_holds_nobody(serve):
    """One connection never reads; another still gets everything, and moves are taken at once."""
    server = serve(slow_client=2.0)
    table = server.new_table()
    slow = socket.create_connection(("127.0.0.1", server.port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    request = (
        f"GET /api/v1/tables/{table.id}/stream HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {table.watch}\r\n\r\n"
    )
    slow.sendall(request.encode())
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    with table.api().stream() as stream:
        events = (line for line in stream.iter_lines() if line.startswith("id:"))
        next(events)
        longest = 0.0
        for number in range(80):
            view = clients[1].view()
            seat = view["awaited"][0]
            legal = clients[seat].legal()
            if not legal:
                continue
            started = time.monotonic()
            if clients[seat].say(legal[0], view["version"], f"{number}").status_code == 200:
                next(events)
            longest = max(longest, time.monotonic() - started)
        assert longest < 1.5
    slow.close()
