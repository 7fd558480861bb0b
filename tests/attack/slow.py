"""Clients that dawdle, crowd and leaf: whoever else comes is served meanwhile."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from pathlib import Path

import httpx2
from tests.attack.halls import complaints, serving

DAWDLERS = 120
LEAFERS = 8
HALVES = (
    b"",
    b"GET / HT",
    b"POST /play HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n",
    b"POST /play HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nname=",
)


def attack(folder: Path, rng: random.Random) -> int:
    with serving(folder, streams_each=30) as [server], contextlib.ExitStack() as crowd:
        table = server.new_table()
        for _ in range(DAWDLERS):
            half = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            half.sendall(rng.choice(HALVES))
        for _ in range(35):
            crowd.enter_context(table.api().stream())
        stop = threading.Event()
        threads = [
            threading.Thread(
                target=leaf, args=(f"{server.url}/w/{table.watch}", stop, rng.random())
            )
            for _ in range(LEAFERS)
        ]
        for thread in threads:
            thread.start()
        served = 0
        for _ in range(10):
            assert httpx2.get(f"{server.url}/", timeout=60).status_code == 200
            assert table.api(1).view()["seat"] == 1
            served += 2
        stop.set()
        for thread in threads:
            thread.join()
        assert not complaints(server)
    return served


def leaf(link: str, stop: threading.Event, seed: float) -> None:
    """Leaf through a game as fast as it is answered."""
    rng = random.Random(seed)
    with httpx2.Client(follow_redirects=True, timeout=60) as reader:
        page = str(reader.get(link).url)
        while not stop.is_set():
            what = rng.choice(("replay", "replay/parts", "result", "board.svg", "replay/text"))
            answer = reader.get(f"{page}/{what}", params={"at": rng.randrange(9)})
            assert answer.status_code in (200, 429), answer.status_code
