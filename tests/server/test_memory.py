"""A table in memory is the truth of its worker, until it hears otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import Api
from tests.serving import Serving, until

from twohalls.kernel.errors import Unknown
from twohalls.server.schema import rights
from twohalls.server.store import Right, Store
from twohalls.server.tables import Tables


def test_a_move_asks_the_database_nothing(make_client: Callable[..., Any]):
    """Neither who may move nor what the table is: it is only written."""
    client = make_client(look_at_clocks=600, look_around=600)
    table = Api(client)
    table.play()
    asked: list[str] = []

    @sa.event.listens_for(client.app.state.services.store._reading, "before_cursor_execute")
    def note(_db: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    table.play()
    assert asked == []


def test_who_may_do_what_is_asked_once_until_somebody_changes_it(database: str):
    """As by everybody who watches, at each change."""

    async def look() -> None:
        store = Store(database)
        until(lambda: store.news.age() == store.news.age())
        insert = "INSERT INTO games (id, game, options, created, version, changes)"
        await store.write(lambda db: db.execute(sa.text(f"{insert} VALUES ('T','','',0,0,0)")))
        await store.grant("ada", Right("T", "watch", None))
        asked: list[str] = []

        @sa.event.listens_for(store._reading, "before_cursor_execute")
        def note(_db: Any, _cursor: Any, statement: str, *_: Any) -> None:
            asked.extend([statement] * statement.startswith("SELECT"))

        for _ in range(9):
            assert len(await store.rights_of(["ada"], "T", grace=False)) == 1
        assert len(asked) == 1
        await store.grant("ada", Right("T", "seat", 2))
        for _ in range(9):
            assert len(await store.rights_of(["ada"], "T", grace=False)) == 2
        assert len(asked) == 2
        store.close()

    asyncio.run(look())


def test_every_table_is_found_however_many_are_watched(make_client: Callable[..., Any]):
    """One more than there is room for is not the one that is forgotten."""
    client = make_client(tables_in_memory=2)
    made = [Api(client) for _ in range(5)]
    tables: Tables = client.app.state.services.tables

    async def watch() -> None:
        held = [await tables.find(table.id) for table in made]
        for live in held:
            live.watchers.add(asyncio.Event())
        assert [await tables.find(live.id) for live in held] == held

    client.portal.call(watch)
    assert all(table.view()["id"] == table.id for table in made)


def test_a_table_that_a_stream_holds_stays_the_same_table(make_client: Callable[..., Any]):
    """Or whoever watches it would never be told again."""
    client = make_client(tables_in_memory=1)
    first, second = Api(client), Api(client)
    tables: Tables = client.app.state.services.tables

    async def look() -> None:
        held = await tables.find(first.id)
        await tables.find(second.id)
        assert await tables.find(first.id) is held

    client.portal.call(look)


def heard(server: Serving, happens: Callable[[], bool]) -> None:
    """Of SQLite it is asked, so that it is so at once; PostgreSQL tells it a moment later."""
    if server.stored.startswith("postgresql"):
        until(happens)
    assert happens()


def test_another_process_s_move_is_seen_at_once(serve: Callable[..., Any]):
    """Also at a table that nobody watches and that both have in memory."""
    here, there = serve(look_around=60), serve(look_around=60)
    table = here.new_table()
    both = table.api(server=here), table.api(server=there)
    for number in range(6):
        heard(here, lambda: both[0].view() == both[1].view())
        view = both[1].view()
        seat = view["awaited"][0]
        client = table.api(seat, server=(here, there)[number % 2])
        answer = client.say(client.legal()[0], view["version"], f"{number}")
        assert answer.status_code == 200, answer.text


def test_a_right_that_ends_in_another_process_has_ended_here(serve: Callable[..., Any]):
    here, there = serve(look_around=60), serve(look_around=60)
    table = here.new_table()
    store = Store(here.stored)
    assert table.api(server=there).http.get(table.api().url).status_code == 200

    async def end() -> None:
        await store.write(lambda db: db.execute(rights.delete()).rowcount)

    asyncio.run(end())
    store.close()
    for server in (here, there):
        client = table.api(server=server)
        heard(here, lambda: client.http.get(client.url).status_code == 404)  # noqa: B023


def test_a_right_that_was_given_is_known_at_once(database: str):
    async def look() -> None:
        store = Store(database)
        try:
            assert await store.rights_of(["ada"], "T") == []
            insert = "INSERT INTO games (id, game, options, created, version, changes)"
            await store.write(lambda db: db.execute(sa.text(f"{insert} VALUES ('T','','',0,0,0)")))
            await store.grant("ada", Right("T", "watch", None))
            assert await store.rights_of(["ada"], "T") == [Right("T", "watch", None)]
        finally:
            store.close()

    asyncio.run(look())


def test_what_failed_to_be_stored_is_not_believed(table: Api):
    """A table whose writing failed is read again."""
    tables: Tables = table.client.app.state.services.tables  # type: ignore[attr-defined]

    async def fail() -> None:
        with pytest.raises(Unknown):
            await tables.store.write(refuse)

    def refuse(db: sa.Connection) -> None:
        raise Unknown("no")

    before = table.view()
    table.client.portal.call(fail)  # type: ignore[union-attr]
    assert table.view() == before
    until(lambda: table.play().status_code == 200)
