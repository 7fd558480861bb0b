"""Streams: compressed, numbered, and independent of one another."""

from __future__ import annotations

import html
import re
import socket
import zlib

import brotli
import httpx2
import pytest
from tests.serving import until

from twohalls.server.stream import packer, written
from twohalls.web.phrases import phrases

READERS = {
    "gzip": lambda: zlib.decompressobj(31).decompress,
    "br": lambda: brotli.Decompressor().process,
    "": lambda: bytes,
}


@pytest.mark.parametrize("coding", READERS)
def test_a_stream_can_be_read_event_by_event(coding):
    stream, read = packer(f"zstd, {coding};q=0.5"), READERS[coding]()
    assert stream.coding == coding
    silence = {b"", b":\n\n"}
    assert read(stream.start() + stream.keep_alive()) in silence
    for number in range(50):
        assert read(stream.keep_alive()) in silence
        event = written(f"{number}.0", f"<p>{number} {1000 - number}</p>\n<b>more of the same</b>")
        assert read(stream.pack(event)) == event


def test_a_stream_may_begin_with_phrases_that_no_reader_hears():
    """However many signs of life come before the first event."""
    said = b":" + b"".join(b"<li>Ward %d votes</li>" % ward for ward in range(99)) + b"\n\n"
    stream, read = packer("br", said), READERS["br"]()
    assert read(stream.start()) == said
    for number in range(9):
        assert read(stream.keep_alive()) == b""
        event = written(f"{number}.0", f"<li>Ward {90 + number} votes</li>")
        assert read(stream.pack(event)) == event
    assert len(packer("br", said).pack(event)) < len(packer("br").pack(event))


def test_every_stream_of_a_game_begins_with_the_same_bytes(serve):
    """A seat's and a spectator's, at two tables, one of them played on."""
    server = serve()
    new, old = server.new_table(), server.new_table()
    view = old.api().view()
    old.api(view["awaited"][0]).say("boss 1", view["version"], "1")
    stream = packer("br", phrases("tammany", "en"))
    begins = stream.start() + stream.keep_alive()
    for table, link in (new, new.watch_link), (old, old.watch_link), (old, old.link(1)):
        assert first_bytes(table, link, len(begins)) == begins


def first_bytes(table, link, count):
    """What comes on a stream before anything happens, for whoever follows a link."""
    with httpx2.Client(follow_redirects=True, timeout=20) as browser:
        browser.post(link, data={"name": "Ada"}) if "/j/" in link else browser.get(link)
        page = browser.get(f"{table.server.url}{table.path}").text
        [address] = re.findall(r'data-stream="([^"]+)"', page)
        [stamp] = re.findall(r'data-stamp="([^"]+)"', page)
        url = f"{table.server.url}{html.unescape(address)}&stamp={stamp}"
        with browser.stream("GET", url, headers={"Accept-Encoding": "br"}) as stream:
            pieces = stream.iter_raw()
            told = b""
            while len(told) < count:
                told += next(pieces)
            return told


@pytest.mark.parametrize("accepts", ["gzip", "gzip, deflate, br, zstd"])
def test_what_was_said_before_costs_next_to_nothing(accepts):
    stream = packer(accepts)
    text = "".join(f"<use id='p{n}' x='{n * 37 % 801}' y='{n * 91 % 777}'/>" for n in range(100))
    stream.pack(written("1.0", text))
    assert len(stream.pack(written("2.0", text.replace("x='37'", "x='99'")))) < 100


def test_a_reader_that_was_away_gets_all_of_the_present(serve):
    table = serve().new_table()
    version = table.api().view()["version"]
    with table.api().stream(last_event_id="1.0") as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id:")) == f"id:{version}.0"


def test_a_reader_that_is_up_to_date_gets_nothing_until_something_happens(serve):
    table = serve(keep_alive=0.2).new_table()
    stamp = f"{table.api().view()['version']}.0"
    with table.api().stream(last_event_id=stamp, accept_encoding="gzip") as stream:
        lines = stream.iter_lines()
        assert {next(lines) for _ in range(6)} == {":", ""}


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
