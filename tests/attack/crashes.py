"""kill -9 in the middle of a burst, of whatever can die where a club plays on PostgreSQL.

People post at several tables through any of the workers, opponents play at another, and again and
again a worker, a process that thinks or the database itself is killed. Whatever was answered is
there once, nothing is there twice, and every game goes on.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
from tests.attack.halls import serving
from tests.postgres import Postgres
from tests.server.test_processes import children
from tests.serving import Client, NewTable, Serving, until

TABLES = 3
WORKERS = 2
PATIENCE = 600.0
"""Seconds within which a game is to go on; where much else runs, a start takes some."""


class Burst:
    """People who post until they are told to stop, and note what was answered."""

    def __init__(self, servers: list[Serving], rng: random.Random) -> None:
        self.servers = servers
        self.tables = [servers[0].new_table() for _ in range(TABLES)]
        self.opponents = servers[0].new_table(kinds=("heeler", "heeler", "heeler"), thinking=0.05)
        self.reached = ("", 0)
        self.answered: list[tuple[str, int, str]] = []
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(table, random.Random(rng.random())))
            for table in self.tables
        ]

    def __enter__(self) -> Burst:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _play(self, table: NewTable, rng: random.Random) -> None:
        count = 0
        while not self._stop.is_set():
            count += 1
            try:
                if not self._say(table, rng, f"k{count}"):
                    table = rng.choice(self.servers).new_table()
            except Exception:  # whoever was asked is dead, or does not answer for a while
                time.sleep(0.05)

    def _say(self, table: NewTable, rng: random.Random, key: str) -> bool:
        """Somebody says something; False when the game is over."""
        server = rng.choice(self.servers)
        with asking(table, server) as spectator:
            view = spectator.view()
        if view["over"]:
            return False
        with asking(table, server, rng.choice(view["awaited"])) as player:
            answer = player.say(rng.choice(player.legal()), view["version"], key)
            if answer.status_code == 200:
                self.answered.append((table.id, player.seat or 0, key))
        return True

    def goes_on(self) -> None:
        """Wait until somebody was answered again, and opponents have moved."""
        people = len(self.answered)
        until(lambda: len(self.answered) > people, PATIENCE)
        until(self._moved, PATIENCE)

    def _moved(self) -> bool:
        """Whether the table of the opponents is further than when it was last looked at."""
        (table, before), self.reached = self.reached, self._look()
        return self.reached[0] == table and self.reached[1] > before

    def _look(self) -> tuple[str, int]:
        """How far the table of the opponents is, or another when that game is over."""
        for server in self.servers:
            with contextlib.suppress(Exception), asking(self.opponents, server) as spectator:
                view = spectator.view()
                if view["over"]:
                    kinds = ("heeler", "heeler", "heeler")
                    self.opponents = server.new_table(kinds=kinds, thinking=0.05)
                    break
                return self.opponents.id, int(view["version"])
        return "", 0

    def check(self, database: str) -> int:
        """All that was answered so far was stored once, in a log without gaps; how much that is."""
        answered = set(self.answered)
        with psycopg.connect(database) as db:
            found = db.execute(
                "SELECT game, seat, key FROM entries WHERE key IS NOT NULL"
            ).fetchall()
            logs = db.execute(
                "SELECT game, array_agg(number ORDER BY number) FROM entries GROUP BY 1"
            )
            assert all(numbers == list(range(1, len(numbers) + 1)) for _, numbers in logs)
        assert len(found) == len(set(found))
        assert answered <= set(found)
        return len(answered)


@contextlib.contextmanager
def asking(table: NewTable, server: Serving, seat: int | None = None) -> Iterator[Client]:
    """A client for one question: over hundreds of kills a process runs out of files for all."""
    client = table.api(seat, server)
    try:
        yield client
    finally:
        client.http.close()
        server.clients.remove(client)


def attack(folder: Path, rng: random.Random, times: int = 1) -> int:
    """Each of what can die is killed so many times."""
    with (
        running() as (postgres, database),
        serving(folder, WORKERS, stored=database, levels=("heeler",), lease=1) as servers,
    ):
        with Burst(servers, rng) as burst:
            burst.goes_on()
            for number in range(times):
                for kill in rng.sample(KILLS, len(KILLS)):
                    time.sleep(rng.uniform(0.05, 0.5))
                    kill(rng, postgres, servers)
                    burst.goes_on()
                answers = burst.check(database)
                if times > 1:
                    print(f"killed {number + 1} times each, {answers} answers kept", flush=True)
        burst.check(database)
        return len(burst.answered)


@contextlib.contextmanager
def running() -> Iterator[tuple[Postgres, str]]:
    postgres = Postgres()
    try:
        yield postgres, postgres.new_database()
    finally:
        postgres.close()


def kill_worker(rng: random.Random, postgres: Postgres, servers: list[Serving]) -> None:
    server = rng.choice(servers)
    server.kill()
    server.start()


def kill_thinker(rng: random.Random, postgres: Postgres, servers: list[Serving]) -> None:
    for server in servers:
        for pid in children(server.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def kill_postgres(rng: random.Random, postgres: Postgres, servers: list[Serving]) -> None:
    postgres.kill()
    time.sleep(rng.uniform(0, 0.3))
    postgres.start()


KILLS: tuple[Callable[[random.Random, Postgres, list[Serving]], None], ...] = (
    kill_worker,
    kill_thinker,
    kill_postgres,
)
