"""Servers killed in the middle of everything: what was acknowledged is there, once."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

from tests.attack.halls import serving
from tests.server.test_durable import assert_kept, play

TABLES = 3


def attack(folder: Path, rng: random.Random) -> int:
    """People play at two servers on one database; both are killed, one after the other."""
    with serving(folder, 2) as servers:
        tables = [servers[n % 2].new_table() for n in range(TABLES)]
        notes: list[list[tuple[int, str]]] = [[] for _ in tables]
        stop = threading.Event()
        threads = [
            threading.Thread(target=play, args=(table, note, stop, rng.random()))
            for table, note in zip(tables, notes, strict=True)
        ]
        for thread in threads:
            thread.start()
        for server in rng.sample(servers, 2):
            time.sleep(rng.uniform(0.2, 1.2))
            server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        servers[0].start()
        servers[1].start()
        for number, (table, note) in enumerate(zip(tables, notes, strict=True)):
            assert_kept(table, note, servers[number % 2])
        return sum(map(len, notes)) + len(servers)
