"""Requests that no browser would send, by the hundred: each is answered or refused, and no more."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path

import httpx2
from tests.attack.halls import complaints, serving
from tests.routes import all_routes, filled
from tests.serving import PLAIN, Serving, quick

from twohalls.web.app import create_app

REQUESTS = 150
NASTY = (
    *("", "%00", "%ff%fe", "..", "%2e%2e%2f", "é", "😀", "\u202e", "\u3164", "'", '"', "<script>"),
    *(
        "{}",
        "{{7*7}}",
        "${x}",
        "a" * 3000,
        "-1",
        "1e999",
        "NaN",
        "0x7f",
        "9" * 400,
        "null",
        "[",
        ";",
    ),
)
HEADERS = (
    *("Cookie", "Origin", "Host", "Accept-Encoding", "Accept-Language", "If-None-Match"),
    *("Last-Event-ID", "Authorization", "Content-Type", "Sec-Fetch-Site", "X-Forwarded-For"),
    *("Range", "Expect", "Transfer-Encoding", "Upgrade", "X-Script", "Content-Length"),
)
VALUES = (
    *(
        "http://[",
        "null",
        "*",
        "gzip;q=x",
        "gzip;q=0",
        "fr;q=,en",
        "\xff\xfe",
        "chunked",
        "bytes=9-1",
    ),
    *("Bearer", "Bearer " + "x" * 200, "twohalls=" + "a" * 87, "seat-x=1; name=%E0%A4%A", "-1"),
    *("multipart/form-data", "multipart/form-data; boundary=", "application/json; charset=utf-7"),
    *("application/x-www-form-urlencoded; charset=undefined", "100-continue", "websocket"),
)
FIELDS = ("seat", "version", "line", "key", "name", "go", "to", "lang", "next", "kind.1", "address")


def attack(folder: Path, rng: random.Random) -> int:
    routes = all_routes(create_app(quick(f"sqlite:///{folder / 'tables.db'}")))
    with serving(folder) as [server]:
        table = server.new_table()
        values = {"id": table.id, "shelf": "t", "game": "tammany", "name": "app.js"}
        for _ in range(REQUESTS):
            method, path = rng.choice(routes)
            method = rng.choice((method, method, "HEAD", "PUT", "OPTIONS", "BREW"))
            token = rng.choice((table.watch, table.owner, rng.choice(NASTY)))
            known = {**values, "token": token}
            address = filled(
                path, {k: v if rng.random() < 0.8 else rng.choice(NASTY) for k, v in known.items()}
            )
            send(server, request(rng, method, address))
            if "stream" not in path and method in ("GET", "POST"):
                politely(server, rng, method, address)
        assert httpx2.get(f"{server.url}/", timeout=60).status_code == 200
        assert table.api(1).view()["seat"] == 1
        assert not complaints(server)
    return REQUESTS


def request(rng: random.Random, method: str, address: str) -> bytes:
    """Bytes of a request, some of them wrong."""
    lines = [f"{method} {address}?{rng.choice(NASTY)}={rng.choice(NASTY)} HTTP/1.1", "Host: x"]
    lines += [f"{rng.choice(HEADERS)}: {rng.choice(VALUES)}" for _ in range(rng.randrange(4))]
    body = rng.choice(("", "a=b", "{", "--x\r\n", "a" * 200))
    if method == "POST" and rng.random() < 0.8:
        lines.append(f"Content-Length: {len(body)}")
    raw = ("\r\n".join([*lines, "Connection: close", "", body])).encode("utf-8", "replace")
    if rng.random() < 0.1:
        cut = rng.randrange(len(raw))
        raw = raw[:cut] + rng.randbytes(4) + raw[cut:]
    return raw


def send(server: Serving, raw: bytes) -> None:
    """Say it and listen for a moment; a stream, or somebody who waits for more, is left."""
    with (
        contextlib.suppress(OSError),
        socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection,
    ):
        connection.sendall(raw)
        connection.settimeout(0.2)
        answer = connection.recv(200)
        assert not answer.startswith(b"HTTP/1.1 5"), raw[:300]


def politely(server: Serving, rng: random.Random, method: str, address: str) -> None:
    """The same as a form or as JSON, well formed and full of nonsense."""
    form = {name: rng.choice(NASTY) for name in rng.sample(FIELDS, 5)}
    with contextlib.suppress(httpx2.InvalidURL):
        answer = httpx2.request(
            method,
            f"{server.url}{address}",
            data=form if rng.random() < 0.5 and method == "POST" else None,
            headers={"Accept-Language": rng.choice(("fr", "it", "x;q=1"))},
            timeout=60,
            verify=PLAIN,
        )
        assert answer.status_code < 500, (method, address, form)
