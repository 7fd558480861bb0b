"""A client of an application in this process, and servers in processes of their own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.luck import repeat
from tests.postgres import Postgres
from tests.serving import Serving, own_token, quick

from twohalls.server import identity
from twohalls.server.store import Right
from twohalls.web.app import create_app

TABLE = {
    "game": "tammany",
    "seats": [{"name": "Ada"}, {"name": "Bert"}, {"name": "Cleo"}],
    "options": {},
}


POSTGRES = "TWOHALLS_TEST_POSTGRES"
BOTH = ("memory", "durable", "seats", "turns", "privacy", "admin", "hall")
"""What depends on the database most is tested on both kinds every time."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__.rpartition("test_")[2]
    all_there = os.environ.get(POSTGRES)
    if name in BOTH and "database" in metafunc.fixturenames and not all_there:
        metafunc.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """What it wrote outlives its being killed; what a power cut would leave is not asked here, and
    to have the disk keep hundreds of databases takes minutes where much else writes."""
    running = Postgres("fsync=off")
    yield running
    running.close()


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: a file, or where that is asked for one of PostgreSQL."""
    kind = getattr(request, "param", "postgres" if os.environ.get(POSTGRES) else "sqlite")
    if kind == "postgres":
        running: Postgres = request.getfixturevalue("postgres")
        return running.new_database()
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def make_client(
    database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., TestClient]]:
    repeat(lambda: request.node.nodeid, monkeypatch.setattr)
    clients: list[TestClient] = []

    def make(**settings: Any) -> TestClient:
        app = create_app(quick(database, **settings))
        client = TestClient(app, raise_server_exceptions=False)
        clients.append(client.__enter__())
        return client

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    return make_client()


@pytest.fixture
def serve(tmp_path: Path, database: str) -> Iterator[Callable[..., Serving]]:
    """Starts a server on this test's database; several share it."""
    running: list[Serving] = []

    def start(**settings: Any) -> Serving:
        running.append(Serving(tmp_path / "tables.db", database, **settings))
        return running[-1]

    yield start
    for server in running:
        server.close()


class Api:
    """A table over the JSON API of an application in this process."""

    def __init__(self, client: TestClient, **changes: Any) -> None:
        self.client = client
        answer = client.post("/api/v1/tables", json={**TABLE, **changes})
        assert answer.status_code == 201, answer.text
        self.made = answer.json()
        self.id = self.made["id"]
        self.keys = 0
        self.let_play()

    def let_play(self) -> None:
        """The test itself may play every seat, whoever else takes it by its link."""
        app: Any = self.client.app
        portal = self.client.portal
        assert portal is not None
        for seat in self.made["seats"]:
            right = Right(self.id, "seat", seat["seat"])
            token = identity.hashed(own_token(self.id, seat["seat"]))
            portal.call(app.state.services.store.grant, token, right)

    def headers(self, seat: int | None) -> dict[str, str]:
        token = self.made["watch"] if seat is None else own_token(self.id, seat)
        return {"Authorization": f"Bearer {token}"}

    def get(self, what: str = "", seat: int | None = None) -> Any:
        return self.client.get(f"/api/v1/tables/{self.id}{what}", headers=self.headers(seat))

    def view(self, seat: int | None = None) -> Any:
        return self.get("", seat).json()

    def post(self, what: str, seat: int, **body: Any) -> Any:
        self.keys += 1
        body = {"seat": seat, "key": f"k{self.keys}", **body}
        path = f"/api/v1/tables/{self.id}/{what}"
        return self.client.post(path, json=body, headers=self.headers(seat))

    def play(self, line: int = 0) -> Any:
        """Whoever is awaited says one of their legal lines."""
        seat = self.view()["awaited"][0]
        view = self.view(seat)
        return self.post("moves", seat, version=view["version"], line=view["legal"][line])


@pytest.fixture
def table(client: TestClient) -> Api:
    return Api(client)
