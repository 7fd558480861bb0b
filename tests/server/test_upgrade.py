"""Databases of earlier releases: brought up to date at the start, and everybody plays on.

Each file in `databases/` was written by the release whose schema it has, as a dump of SQLite; its
first lines name the tables in it with the tokens of their seats. Of the first release and of each
that changed the schema since the last file, one is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from starlette.testclient import TestClient
from tests.postgres import Postgres
from tests.serving import quick

import twohalls.server
from twohalls.server.database import url_of
from twohalls.web.app import create_app

DUMPS = sorted((Path(__file__).parent / "databases").glob("*.sql"))
MIGRATIONS = Path(twohalls.server.__file__).parent / "migrations"


@pytest.fixture(params=DUMPS, ids=lambda dump: dump.stem)
def dump(request: pytest.FixtureRequest) -> str:
    found: Path = request.param
    return found.read_text()


@pytest.fixture
def file(dump: str, tmp_path: Path) -> Path:
    """The dump as a file of SQLite."""
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as db:
        db.executescript(dump)
    db.close()
    return path


def plays_on(database: str, dump: str, file: Path) -> None:
    """All that was said is there, every token opens its seat, and the next line is taken."""
    with TestClient(create_app(quick(database))) as client:
        for game, id, *tokens in tables_of(dump):
            seats = [{"Authorization": f"Bearer {token}"} for token in tokens]
            path = f"/api/v1/tables/{id}"
            view = client.get(path, headers=seats[0]).json()
            assert view["game"] == game
            assert view["version"] == said_at(file, id)
            seat = view["awaited"][0]
            line = client.get(f"{path}/legal", headers=seats[seat - 1]).json()[0]
            move = {"seat": seat, "version": view["version"], "key": "after", "line": line}
            answer = client.post(f"{path}/moves", json=move, headers=seats[seat - 1])
            assert answer.status_code == 200, answer.text
            assert client.get(path, headers=seats[0]).json()["version"] > view["version"]


def tables_of(dump: str) -> Iterator[list[str]]:
    """Game, id and tokens of each table."""
    for line in dump.splitlines():
        if line.startswith("-- "):
            yield line.split()[1:]


def said_at(file: Path, table: str) -> int:
    with sqlite3.connect(file) as db:
        count = db.execute("SELECT count(*) FROM entries WHERE game = ?", (table,)).fetchone()[0]
    db.close()
    return int(count)


def test_games_of_an_earlier_release_go_on(dump: str, file: Path, tmp_path: Path):
    now = tmp_path / "now.db"
    now.write_bytes(file.read_bytes())
    plays_on(f"sqlite:///{now}", dump, file)


def test_games_of_an_earlier_release_go_on_in_postgres(dump: str, file: Path, postgres: Postgres):
    database = postgres.new_database()
    old, new = sa.create_engine(f"sqlite:///{file}"), sa.create_engine(url_of(database))
    with old.connect() as reading, new.begin() as writing:
        as_it_was(writing, reading.execute(sa.text("SELECT * FROM alembic_version")).scalar_one())
        tables = sa.MetaData()
        tables.reflect(writing)
        for table in tables.sorted_tables:
            rows = [
                dict(row._mapping) for row in reading.execute(sa.text(f"SELECT * FROM {table}"))
            ]
            writing.execute(table.delete())
            if rows:
                writing.execute(table.insert(), rows)
        highest = "SELECT setval('entries_id_seq', (SELECT max(id) FROM entries))"
        writing.execute(sa.text(highest))
    old.dispose()
    new.dispose()
    plays_on(database, dump, file)


def as_it_was(db: sa.Connection, revision: str) -> None:
    """The schema of an earlier release."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = db
    command.upgrade(config, revision)
