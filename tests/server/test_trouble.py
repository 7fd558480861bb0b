"""A disk that is full, a database that somebody else holds: nothing is promised or lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from tests.postgres import Postgres
from tests.server.conftest import Api
from tests.serving import quick

from twohalls.server import away, database
from twohalls.server.store import Store
from twohalls.web.app import create_app

MOST = 36
"""Moves before the first election, in which only lines are said for people."""
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()
"""
"""PostgreSQL answers as it does when its disk is full."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def table(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """At a server that soon gives up waiting for a file, and says nobody's only line for them."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 100)
    settings = quick(f"sqlite:///{file}", look_at_clocks=600, look_around=600, pace=600)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield Api(client)


def stored(file: Path, table: Api) -> list[int]:
    query = "SELECT number FROM entries WHERE game = ? ORDER BY number"
    with sqlite3.connect(file) as db:
        found = [row[0] for row in db.execute(query, (table.id,))]
    db.close()
    return found


def next_move(table: Api) -> dict[str, Any]:
    view = table.view()
    seat = view["awaited"][0]
    line = table.view(seat)["legal"][0]
    # Long names fill the disk sooner.
    return {"seat": seat, "version": view["version"], "line": line, "key": f"{view['version']:060}"}


def allow_pages(table: Api, most: str) -> None:
    """How large the file may be: as large as it is, or as the system allows."""
    app: Any = table.client.app
    store: Store = app.state.services.store

    async def allow() -> None:
        def work(db: sa.Connection) -> None:
            now = db.exec_driver_sql("PRAGMA page_count").scalar_one()
            db.exec_driver_sql(f"PRAGMA max_page_count={most or now}")

        await store.write(work)

    assert table.client.portal is not None
    table.client.portal.call(allow)


def test_on_a_full_disk_nothing_is_acknowledged_that_is_not_stored(table: Api, file: Path):
    """And when there is room again, the same move is taken, once."""
    tables = [table, *(Api(table.client) for _ in range(2))]
    allow_pages(table, "")
    for full in (one for one in tables for _ in range(MOST)):
        move = next_move(full)
        answer = full.post("moves", **move)
        if answer.status_code != 200:
            break
    assert answer.status_code == 503
    assert "retry-after" in answer.headers
    before = full.view()["version"]
    assert stored(file, full) == list(range(1, before + 1))
    allow_pages(full, "1000000")
    assert full.post("moves", **move).status_code == 200
    assert full.post("moves", **move).status_code == 200
    after = full.view()["version"]
    assert after > before
    assert stored(file, full) == list(range(1, after + 1))


def test_while_somebody_else_holds_the_database_a_move_is_refused_and_can_be_sent_again(
    table: Api, file: Path
):
    move = next_move(table)
    holding = sqlite3.connect(file, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    answer = table.post("moves", **move)
    assert answer.status_code == 503
    assert table.get().status_code == 200
    holding.execute("ROLLBACK")
    holding.close()
    assert table.post("moves", **move).status_code == 200
    assert stored(file, table) == list(range(1, table.view()["version"] + 1))


@pytest.mark.parametrize(
    ("trouble", "end"),
    [
        ("LOCK TABLE games IN EXCLUSIVE MODE", "ROLLBACK"),
        (f"{FULL}; COMMIT", "DROP FUNCTION full_disk CASCADE; COMMIT"),
    ],
    ids=["locked", "full"],
)
def test_what_postgres_cannot_store_now_is_refused_and_can_be_sent_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, trouble: str, end: str
):
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 100)
    url = postgres.new_database()
    settings = quick(url, look_at_clocks=600, pace=600)
    with (
        TestClient(create_app(settings), raise_server_exceptions=False) as client,
        psycopg.connect(url) as other,
    ):
        table = Api(client)
        move = next_move(table)
        other.execute(trouble)
        answer = table.post("moves", **move)
        assert answer.status_code == 503
        assert "retry-after" in answer.headers
        assert table.view()["version"] == move["version"]
        other.execute(end)
        assert table.post("moves", **move).status_code == 200
        assert table.post("moves", **move).status_code == 200
        said = table.view()["version"]
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (said,)


def test_that_the_database_is_away_is_said_once_however_many_ask(monkeypatch, caplog):
    monkeypatch.setitem(away._said, "last", float("-inf"))
    for _ in range(100):
        failure = OperationalError("SELECT 1", {}, OSError("nobody there"))
        away.complain(away.log, "a request failed", failure)
    assert caplog.text.count("the database does not answer: nobody there") == 1
    assert "a request failed" not in caplog.text
