"""A server in a process of its own, for tests that need a real one: `python -m tests.serving`."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx2
import sqlalchemy as sa

from twohalls.server import identity
from twohalls.server.database import add_once, url_of
from twohalls.server.schema import rights
from twohalls.server.settings import Rate, Settings
from twohalls.server.store import Store

PLAIN = False
"""Where no certificate is shown none is checked: to read those of the world takes 25 ms each."""
PATIENCE = 600.0
"""Seconds within which a server is to be there; where much else runs, a start takes some."""
UNHURRIED = {
    "pace": 0.0,
    "looking": 0.0,
    "look_around": 0.05,
    "look_at_clocks": 0.05,
    "steady": 0.0,
    "opponent_budget": 0.02,
    "warm": False,
    "levels": ("random",),
}


def quick(database: str, **changes: Any) -> Settings:
    """Settings without pauses and without limits on how often."""
    often = Rate(1e9, 1e9)
    rates = dict.fromkeys(("create_rate", "post_rate", "look_rate"), often)
    return Settings(database=database, **{**rates, **UNHURRIED, **changes})


def without_database() -> Store:
    """For what never asks it for anything but a secret."""
    return cast(Store, SimpleNamespace(secret=lambda name: name))


@dataclass
class NewTable:
    """A table made for a test, with everything that leads to it."""

    server: Serving
    id: str
    tokens: list[str | None]
    owner: str
    watch: str

    @property
    def path(self) -> str:
        return f"/t/{self.id}"

    def link(self, seat: int) -> str:
        return f"{self.server.url}/j/{self.tokens[seat - 1]}"

    @property
    def watch_link(self) -> str:
        return f"{self.server.url}/w/{self.watch}"

    def api(self, seat: int | None = None, server: Serving | None = None) -> Client:
        """A client of the JSON API with the rights of a seat, or of a spectator."""
        token = self.watch if seat is None else own_token(self.id, seat)
        found = server or self.server
        client = Client(f"{found.url}/api/v1/tables/{self.id}", seat, token)
        found.clients.append(client)
        return client


class Client:
    """The JSON API of one table for one seat."""

    def __init__(self, url: str, seat: int | None, token: str) -> None:
        self.url = url
        self.seat = seat
        right = {"Authorization": f"Bearer {token}"}
        self.http = httpx2.Client(headers=right, timeout=60, verify=PLAIN)

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(self.url).json()
        return found

    def legal(self) -> list[str]:
        found: list[str] = self.http.get(f"{self.url}/legal").json()
        return found

    def say(self, line: str, version: int, key: str) -> httpx2.Response:
        body = {"seat": self.seat, "version": version, "key": key, "line": line}
        return self.http.post(f"{self.url}/moves", json=body)

    def stream(self, **headers: str) -> Any:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.stream("GET", f"{self.url}/stream", headers=given)


class Serving:
    """Starts a server process on a database and knows where it listens."""

    def __init__(self, database: Path, stored: str = "", **settings: Any) -> None:
        self.database = database
        self.stored = stored or f"sqlite:///{database}"
        self.settings = settings
        self.port = free_port()
        self.clients: list[Client] = []
        self.log = database.with_suffix(f".{self.port}.log")
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.serving", str(self.database), str(self.port)]
        command.append(self.stored)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, json.dumps({"url": self.url, **self.settings})],
                stdout=log,
                stderr=log,
                cwd=Path(__file__).parents[1],
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                httpx2.get(f"{self.url}/static/icon.svg", timeout=2, verify=PLAIN)
                return
            except httpx2.TransportError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def later(self, seconds: float) -> None:
        """Let time pass, for all servers on this database."""
        file = clock_file(self.database)
        passed = float(file.read_text()) if file.exists() else 0.0
        waiting = file.with_suffix(".next")
        waiting.write_text(str(passed + seconds))
        waiting.replace(file)

    def close(self) -> None:
        """Let go of everything."""
        for client in self.clients:
            client.http.close()
        if self.process.poll() is None:
            self.kill()

    def kill(self) -> None:
        """As by a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """Ask it to end; returns how many seconds it took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE)
        return time.monotonic() - started

    def _let_play(self, table: str, seats: int) -> None:
        engine = sa.create_engine(url_of(self.stored))
        with engine.begin() as db:
            for seat in range(1, seats + 1):
                holder = identity.hashed(own_token(table, seat))
                row = {"holder": holder, "game": table, "role": "seat", "seat": seat}
                add_once(db, rights, row)
        engine.dispose()

    def new_table(
        self,
        game: str = "tammany",
        kinds: tuple[str, ...] = ("open", "open", "open"),
        names: tuple[str, ...] = ("Ada", "Bert", "Cleo", "Dora", "Emil"),
        options: dict[str, str] | None = None,
        **more: Any,
    ) -> NewTable:
        seats = [{"name": name, "kind": kind} for name, kind in zip(names, kinds, strict=False)]
        body = {"game": game, "seats": seats, "options": options or {}, **more}
        answer = httpx2.post(f"{self.url}/api/v1/tables", json=body, timeout=60, verify=PLAIN)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        tokens = [seat["token"] for seat in made["seats"]]
        self._let_play(made["id"], len(tokens))
        return NewTable(self, made["id"], tokens, made["owner"], made["watch"])


def own_token(table: str, seat: int) -> str:
    """By which a test plays a seat, whoever else takes it by its link."""
    return f"test {table} {seat}"


def clock_file(database: Path) -> Path:
    """Says how many seconds the servers of a test are ahead of the world."""
    return database.with_suffix(".clock")


def clock_of(database: Path) -> Callable[[], float]:
    file = clock_file(database)
    return lambda: time.time() + (float(file.read_text()) if file.exists() else 0.0)


def until(happens: Callable[[], bool], patience: float = 240) -> None:
    """Look again until something is so."""
    end = time.monotonic() + patience
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    from tests.luck import repeat_as_told

    from twohalls.web.app import create_app
    from twohalls.web.serve import Server

    repeat_as_told()
    database, port, stored, given = sys.argv[1:]
    changes = json.loads(given)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if send_buffer := changes.pop("send_buffer", None):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    listening.bind(("127.0.0.1", int(port)))
    clock = clock_of(Path(database))
    settings = quick(stored, clock=clock, **changes)
    Server(create_app(settings), log_level="info").run([listening])


if __name__ == "__main__":
    main()
