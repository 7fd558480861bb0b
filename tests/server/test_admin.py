"""What a host does: listing, ending, deleting, pruning, copying, looking whether all is well."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from sqlalchemy.exc import OperationalError
from tests.postgres import Postgres
from tests.server.conftest import Api
from tests.server.test_letters import Mailbox
from tests.serving import Serving, free_port
from typer.testing import CliRunner

from twohalls.cli import app
from twohalls.kernel.errors import Illegal, Malformed, Unknown
from twohalls.server import admin
from twohalls.server.settings import Rate, Settings
from twohalls.server.store import Store


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["admin", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_tables_are_listed_with_who_sits_there(table: Api, database: str):
    told = run("tables", "--database", database)
    assert table.id in told
    assert "Ada, Bert, Cleo" in told


def test_a_host_is_shown_how_much_goes_on(table: Api, database: str):
    seat = table.view()["awaited"][0]
    table.post("moves", seat, version=table.view()["version"], line="boss 1")
    told = run("load", "--database", database)
    with admin.opened(database) as store:
        now = admin.load(store, int(time.time()))
    assert (now.tables, now.running, now.awaited, now.opponents, now.letters) == (1, 1, 1, 0, 0)
    assert now.moves["minute"] == now.moves["day"] == table.view()["version"]
    assert "1, 1 in progress" in told
    assert f"{now.moves['minute']} in the last minute" in told


def test_a_table_is_ended_and_its_players_are_told_why(table: Api, database: str):
    run("end", table.id, "--database", database)
    seat = table.view()["awaited"][0]
    answer = table.post("moves", seat, version=table.view()["version"], line="boss 1")
    assert answer.json()["message"] == "whoever opened this table has ended it"


def test_a_table_is_deleted_with_all_that_belongs_to_it(table: Api, database: str):
    other = Api(table.client)
    run("delete", table.id, "--database", database)
    assert table.get().status_code == 404
    assert other.get().status_code == 200


def test_a_table_that_is_deleted_while_it_is_watched_is_over_for_who_watches(
    serve: Callable[..., Serving],
):
    server = serve(look_anyway=600)
    table, other = server.new_table(), server.new_table()
    with table.api().stream() as stream, other.api().stream() as elsewhere:
        lines, there = stream.iter_lines(), elsewhere.iter_lines()
        assert next(lines)
        assert next(there)
        run("delete", table.id, "--database", server.stored)
        for _ in lines:
            pass  # until it ends
        run("end", other.id, "--database", server.stored)
        assert next(line for line in there if line.endswith(".1"))
    assert "Traceback" not in server.log.read_text()


def test_only_tables_at_which_nobody_is_awaited_are_pruned(table: Api, database: str):
    ended = Api(table.client)
    with admin.opened(database) as store:
        admin.end(store, ended.id, 0)
        found = admin.old(store, 2_000_000_000)
        assert found == [ended.id]
        with pytest.raises(Unknown):
            admin.delete(store, ["nobody"])


def test_old_tables_are_pruned_by_a_word_of_the_host(table: Api, database: str):
    ended = Api(table.client)
    with admin.opened(database) as store:
        admin.end(store, ended.id, 0)
        long_ago = sa.text("UPDATE entries SET time = 0")
        with store._writing.begin() as db:
            db.execute(long_ago)
    run("prune", "30", "--database", database)
    assert ended.get().status_code == 404
    assert table.get().status_code == 200


def test_a_letter_that_is_tried_says_what_came_of_it(monkeypatch):
    port = free_port()
    for name, value in (("URL", "https://halls.example.org"), ("SMTP_HOST", "127.0.0.1"),
                        ("SMTP_FROM", "halls@example.org"), ("SMTP_TLS", "none"),
                        ("SMTP_PORT", str(port))):  # fmt: skip
        monkeypatch.setenv(f"TWOHALLS_{name}", value)
    refused = CliRunner().invoke(app, ["admin", "letter", "ada@example.org"])
    assert refused.exit_code == 1
    assert f"not taken by 127.0.0.1:{port}: mail (ConnectionRefusedError)" in refused.output
    kept = Mailbox()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    assert "Sent to ada@example.org." in run("letter", "ada@example.org")
    controller.stop()
    assert [letter["To"] for letter in kept.letters] == ["ada@example.org"]


def test_a_club_moves_to_postgres_and_back_and_nothing_is_missing(
    table: Api, database: str, postgres: Postgres, tmp_path: Path
):
    for _ in range(3):
        assert table.play().status_code == 200
    first, second, there = tmp_path / "1.db", tmp_path / "2.db", postgres.new_database()
    run("backup", str(first), "--database", database)
    run("restore", str(first), "--database", there)
    run("backup", str(second), "--database", there)
    stored = []
    for url in (database, there, f"sqlite:///{second}"):
        store = Store(url)
        stored.append(asyncio.run(store.load(table.id)))
        store.close()
    assert stored[0] == stored[1] == stored[2]
    assert stored[0] is not None


def test_nothing_is_copied_over_something(table: Api, database: str, tmp_path: Path):
    with pytest.raises(Illegal):
        admin.copy(database, database)
    file = tmp_path / "there.db"
    file.write_text("")
    with pytest.raises(Illegal):
        admin.backup(database, file)


def test_the_server_says_that_it_is_well(client):
    assert client.get("/healthz").json()["status"] == "ok"
    assert "twohalls_streams 0.0" in client.get("/metrics").text


def test_the_server_says_when_its_database_does_not_answer(client, monkeypatch):
    async def away(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, OSError())

    monkeypatch.setattr(client.app.state.services.store, "read", away)
    assert client.get("/healthz").status_code == 503
    assert client.get("/").status_code == 503


def test_everything_a_host_can_set_is_explained_and_read_from_the_environment(monkeypatch):
    for name, field in Settings.model_fields.items():
        assert field.description, name
    monkeypatch.setenv("TWOHALLS_POST_RATE", '{"burst": 3, "per_second": 0.5}')
    monkeypatch.setenv("TWOHALLS_LEVELS", '["boss"]')
    found = Settings.of_host(database="sqlite://")
    assert (found.post_rate, found.levels) == (Rate(3, 0.5), ("boss",))


@pytest.mark.parametrize(
    ("name", "value"),
    [("TWOHALLS_SMTP_PORT", "70000"), ("TWOHALLS_HALL", "closed"), ("TWOHALLS_PACE", "slowly")],
)
def test_what_cannot_be_set_so_is_refused_by_its_name(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(Malformed, match=name):
        Settings.of_host(database="sqlite://")


def test_settings_are_listed_without_the_password(monkeypatch):
    monkeypatch.setenv("TWOHALLS_SMTP_PASSWORD", "tiger lily")
    listed = run("settings")
    assert "TWOHALLS_SMTP_PORT=587" in listed
    assert "tiger" not in listed
