"""Several workers of one PostgreSQL: what one stores all show, and nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import random
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import psycopg
import pytest
import sqlalchemy as sa
from tests.postgres import Postgres
from tests.serving import Client, NewTable, Serving, quick, until

from twohalls import find_game
from twohalls.kernel.table import Table, View
from twohalls.server.advice import Advice
from twohalls.server.database import IN_A_CIRCLE, TRIES, NoDriver, url_of
from twohalls.server.live import Live
from twohalls.server.opponents import Opponents
from twohalls.server.schema import analyses, rights
from twohalls.server.settings import Settings
from twohalls.server.store import Right, Seat, Store, Stored, Wait
from twohalls.server.tables import Tables

Serve = Callable[..., list[Serving]]
AWAY = 10.0
"""Seconds for which a database goes away."""


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def workers(serve: Callable[..., Serving]) -> Serve:
    """So many servers on one database, each on a port of its own, started together."""

    def start(count: int, **settings: Any) -> list[Serving]:
        found: list[Serving] = []
        threads = [
            threading.Thread(target=lambda: found.append(serve(**settings))) for _ in range(count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == count
        return found

    return start


@pytest.mark.parametrize("given", ["postgres://a@b/c", "postgresql://a@b/c"])
def test_the_usual_ways_to_name_a_database_work(given):
    assert url_of(given).drivername == "postgresql+psycopg"


def test_without_the_driver_a_host_is_told_its_name(monkeypatch):
    monkeypatch.setattr("twohalls.server.database.find_spec", lambda name: None)
    with pytest.raises(NoDriver, match=re.escape("pip install 'twohalls[postgres]'")):
        Store("postgres://a@b/c")


def test_workers_that_start_together_on_an_empty_database_all_serve(workers):
    started = workers(3)
    table = started[0].new_table()
    assert all(table.api(server=other).view()["id"] == table.id for other in started)


def seat_at(table: NewTable, seat: int, server: Serving) -> Client:
    return table.api(seat, server)


def shows(client: Client, version: int) -> bool:
    return bool(client.view()["version"] >= version)


@pytest.mark.parametrize(("count", "game"), [(2, "tammany"), (4, "pushcart")])
def test_a_whole_game_is_played_whichever_worker_is_asked(workers, count, game):
    """Each move is posted to another than the last; all show it, and so do their streams."""
    started = workers(count, look_anyway=600)
    table, rng = started[0].new_table(game), random.Random(1)
    with contextlib.ExitStack() as stack:
        streams = [
            stack.enter_context(table.api(server=server).stream(accept_encoding="identity"))
            for server in started
        ]
        for number in itertools.count():
            here, there = started[number % count], started[(number + 1) % count]
            view = table.api(server=here).view()
            if view["over"]:
                break
            player = seat_at(table, rng.choice(view["awaited"]), here)
            lines = player.legal()
            if not lines:  # the only one was said for them meanwhile
                continue
            answer = player.say(rng.choice(lines), view["version"], f"{number}")
            if answer.json().get("error") == "Stale":  # or just now
                continue
            assert answer.status_code == 200, answer.text
            other = table.api(server=there)
            until(functools.partial(shows, other, answer.json()["version"]))
        for stream in streams:
            assert f"id:{view['version']}.0" in stream.iter_lines()
    clients = [table.api(server=server) for server in started]
    assert len({client.http.get(f"{client.url}/record").text for client in clients}) == 1


@pytest.fixture
def pair(database: str) -> Iterator[tuple[Tables, Tables]]:
    """Two workers in this process, the second of which listens."""
    here, there = (Tables(Store(database), Settings()) for _ in range(2))

    def hear(id: str | None, told: str) -> None:
        if id is not None:
            there.hear(id, told)

    there.store.news.on_news = hear
    until(lambda: there.store.news.age() == there.store.news.age())
    yield here, there
    here.store.close()
    there.store.close()


async def new_game(tables: Tables, id: str = "T1", kind: str = "person") -> None:
    names = ("Ada", "Bert", "Cleo")
    table = Table(find_game("pushcart"), names, {}, seed=1)
    awaited = {seat: Wait(0) for seat in table.awaited if kind == "person"}
    sitting = tuple(Seat(number, name, kind) for number, name in enumerate(names, 1))
    log = tuple(table.log)
    game = Stored(id, "pushcart", table.options, 0, 0, None, sitting, log, waits=awaited)
    await tables.store.create(game, [("ada", Right(id, "owner", None))])


async def moved(tables: Tables, id: str = "T1") -> int:
    """Somebody who is awaited says the first line that is legal, as this worker knows it."""
    table = (await tables.find(id)).table
    seat = table.awaited[0]
    return await tables.submit(id, seat, table.view(seat).legal[0], table.version, None)


async def heard(live: Live, count: int) -> None:
    while live.heard < count:
        await asyncio.sleep(0.01)


def reads_of(tables: Tables) -> list[str]:
    """What a worker asks the database from now on."""
    asked: list[str] = []

    @sa.event.listens_for(tables.store._reading, "before_cursor_execute")
    def note(_db: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    return asked


def test_what_another_worker_appended_is_known_without_asking_for_it(pair):
    here, there = pair

    async def play() -> None:
        await new_game(here)
        live = await there.find("T1")
        asked = reads_of(there)
        for count in range(1, 9):
            await moved(here)
            await heard(live, count)
            await moved(there)
            await here.refresh(await here.find("T1"))
        one, other = (await here.find("T1")), (await there.find("T1"))
        assert one.table.log == other.table.log
        assert (one.times, one.waits) == (other.times, other.waits)
        assert asked == []

    asyncio.run(play())


def test_a_move_that_is_quicker_than_the_news_of_the_last_one_waits_for_it(pair, monkeypatch):
    """To ask the database would cost more than the move."""
    here, there = pair
    monkeypatch.setattr("twohalls.server.tables.UNDER_WAY", 60)
    came: list[str] = []

    async def play() -> None:
        await new_game(here)
        there.store.news.on_news = lambda _, told: came.append(told) if told else None
        live = await there.find("T1")
        asked = reads_of(there)
        version = await moved(here)
        table = (await here.find("T1")).table
        seat = table.awaited[0]
        line = table.view(seat).legal[0]
        moving = asyncio.ensure_future(there.submit("T1", seat, line, version, None))
        while not came:
            await asyncio.sleep(0.01)
        there.hear("T1", came[0])
        await moving
        assert live.table.version > version
        assert asked == []

    asyncio.run(play())


def test_what_is_told_of_a_table_while_it_is_opened_is_not_missed(pair, monkeypatch):
    here, there = pair
    load, said = there.store.load, asyncio.Event()

    async def play() -> None:
        loop = asyncio.get_running_loop()
        there.store.news.on_news = lambda id, told: (
            there.hear(id, told) if id else None,
            loop.call_soon_threadsafe(said.set),
        )

        async def slowly(*given: Any) -> Stored | None:
            found: Stored | None = await load(*given)
            monkeypatch.undo()
            said.clear()
            await moved(here)
            await said.wait()
            return found

        await new_game(here)
        await here.find("T1")
        monkeypatch.setattr(there.store, "load", slowly)
        log = (await there.find("T1")).table.log
        assert log == (await here.find("T1")).table.log

    asyncio.run(play())


@pytest.mark.parametrize("lost", [True, False])
def test_what_was_told_in_part_or_by_somebody_else_is_asked_for(pair, database, lost):
    """Whoever may connect may listen and speak: nothing of it is to be read, or believed."""
    here, there = pair

    async def play() -> None:
        await new_game(here)
        live, asked = await there.find("T1"), reads_of(there)
        with psycopg.connect(database, autocommit=True) as db:
            db.execute("LISTEN twohalls")
            version = await moved(here)
            [told] = db.notifies(timeout=30, stop_after=1)
            line = live.table.view(live.table.awaited[0]).legal[0]
            assert line not in told.payload
            await heard(live, 1)
            if lost:
                live.told.clear()
                await moved(here)
                await heard(live, 2)
                version += 1
            else:
                await there.find("T1")
                assert asked == []
                db.execute("SELECT pg_notify('twohalls', 'x T1 gAAAAA')")
                await heard(live, 2)
        assert (await there.find("T1")).table.version == version
        assert asked != []

    asyncio.run(play())


def test_what_one_worker_stores_is_shown_by_another_without_being_looked_for(workers):
    here, there = workers(2, look_anyway=600)
    table = here.new_table()
    with table.api(server=there).stream(accept_encoding="identity") as stream:
        lines = stream.iter_lines()
        next(line for line in lines if line.startswith("id:"))
        view = table.api(server=here).view()
        player = table.api(view["awaited"][0], here)
        version = player.say(player.legal()[0], view["version"], "1").json()["version"]
        assert next(line for line in lines if line.startswith("id:")) == f"id:{version}.0"


LISTENS = "datname = current_database() AND query LIKE 'LISTEN%'"


@pytest.mark.parametrize(
    ("often", "first"),
    [
        pytest.param(0.3, "SELECT true", id="told in vain"),
        pytest.param(
            600, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENS}",
            id="told while nobody could hear",
        ),
    ],
)  # fmt: skip
def test_what_was_not_heard_is_found(workers, database, often, first):
    """By looking now and then, and at once by who listens again after a connection broke."""
    [server] = workers(1, look_anyway=often)
    table = server.new_table()
    with table.api().stream(accept_encoding="identity") as stream:
        lines = stream.iter_lines()
        next(line for line in lines if line.startswith("id:"))
        with psycopg.connect(database) as db:
            assert db.execute(first).fetchall() == [(True,)]
            db.execute("UPDATE seats SET name = 'Zoe' WHERE seat = 1")
            db.execute("UPDATE games SET changes = changes + 1")
        assert next(line for line in lines if "Zoe" in line)


def test_a_right_that_one_worker_ends_is_told_to_the_others(workers, database):
    here, there = workers(2, look_anyway=600)
    table = here.new_table()
    at = {server: table.api(server=server) for server in (here, there)}
    assert all(client.http.get(client.url).status_code == 200 for client in at.values())
    store = Store(database)

    async def end() -> None:
        await store.write(lambda db: db.execute(rights.delete()).rowcount)

    asyncio.run(end())
    store.close()
    until(lambda: all(client.http.get(client.url).status_code == 404 for client in at.values()))


def is_asked(client: Client) -> bool:
    return bool(client.legal())


def test_one_worker_thinks_about_an_opponent_s_move(database, monkeypatch):
    """Though all of them have the table open."""
    settings = quick(database, unwatched_most=1e9)
    thought: list[int] = []

    async def think(_self: Any, _work: Any, _level: str, view: View, *_: Any, **_limit: Any) -> str:
        thought.append(view.version)
        await asyncio.sleep(0.05)
        return view.legal[0]

    monkeypatch.setattr(Opponents, "ask", think)

    async def play() -> None:
        workers = [Tables(Store(database), settings) for _ in range(3)]
        opponents = [Opponents(tables, settings) for tables in workers]
        await new_game(workers[0], kind="random")
        await asyncio.gather(*[tables.find("T1") for tables in workers])
        while len(thought) < 8:
            await asyncio.sleep(0.01)
        for one, tables in zip(opponents, workers, strict=True):
            await one.close()
            tables.store.close()

    asyncio.run(play())
    assert len(thought) == len(set(thought))


def test_the_worker_that_a_move_came_to_thinks_on(pair):
    """And not the one that thought about the moves before it."""
    here, there = pair

    async def play() -> None:
        await new_game(here, kind="random")
        live = await there.find("T1")
        assert await there.claim(live)
        await moved(here)
        while live.table.version == 0:
            await asyncio.sleep(0.01)
            await there.find("T1")
        assert not await there.claim(live)
        assert await here.claim(await here.find("T1"))

    asyncio.run(play())


def test_where_another_worker_appended_it_plays_on_unless_it_died(pair, monkeypatch):
    """Or each worker would say what follows by itself, and all but one in vain."""
    here, there = pair
    monkeypatch.setattr("twohalls.server.opponents.LATER", 0.5)
    opponents = Opponents(there, Settings(unwatched_most=1e9))
    monkeypatch.setattr(opponents, "_is_for_people", lambda live: live.table.version < 1)
    played: list[str] = []
    monkeypatch.setattr(opponents, "_play", lambda id: answered(played, id))

    async def play() -> None:
        await new_game(here)
        live = await there.find("T1")
        await moved(here)
        await heard(live, 1)
        await there.find("T1")
        assert live.table.version > 0
        assert played == []
        while not played:
            await asyncio.sleep(0.01)
        await moved(there)
        while len(played) == 1:
            await asyncio.sleep(0.01)
        await opponents.close()

    asyncio.run(play())


async def answered(played: list[str], id: str) -> None:
    played.append(id)


def test_a_line_of_an_opponent_is_there_once_though_three_workers_watch(workers, database):
    started = workers(3, levels=("heeler",), opponent_budget=0.05)
    table = started[0].new_table(kinds=("open", "heeler", "heeler"))
    streams = [table.api(server=server).stream() for server in started]
    opened = [stream.__enter__() for stream in streams]
    rng = random.Random(2)
    for number in range(12):
        until(lambda: 1 in table.api(1).view()["awaited"])
        view = table.api(1).view()
        player = seat_at(table, 1, started[number % 3])
        until(functools.partial(is_asked, player))
        player.say(rng.choice(player.legal()), view["version"], f"{number}")
    for stream in opened:
        stream.close()
    with psycopg.connect(database) as db:
        numbers = [row[0] for row in db.execute("SELECT number FROM entries ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 20


def test_opponents_of_a_worker_that_died_are_played_on_by_another(workers):
    """Also at a table that nobody opens meanwhile."""
    here, there = workers(2, levels=("heeler",), pace=3.0, lease=1)
    table = here.new_table(kinds=("heeler", "heeler", "heeler"))
    until(lambda: table.api().view()["version"] > 3)
    here.kill()
    before = table.api(server=there).view()["version"]
    until(lambda: table.api(server=there).view()["version"] > before + 2)


def test_opponents_to_move_go_on_after_a_restart_though_nobody_looks(serve, database):
    server = serve(levels=("heeler",), pace=0.5, lease=1)
    server.new_table(kinds=("heeler", "heeler", "heeler"))
    until(lambda: entries(database) > 3)
    server.kill()
    before = entries(database)
    server.start()
    until(lambda: entries(database) > before)


def entries(database: str) -> int:
    with psycopg.connect(database) as db:
        found = db.execute("SELECT count(*) FROM entries").fetchone()
    assert found is not None
    return int(found[0])


def test_workers_that_write_at_many_tables_never_wait_for_each_other_in_a_circle(database):
    """Batches touch tables in the same order, whatever the order in which they were asked."""
    first, second = Store(database), Store(database)
    ids = [f"T{number}" for number in range(30)]
    insert = "INSERT INTO games (id, game, options, created, version, changes)"
    new = sa.text(f"{insert} VALUES (:id, '', '', 0, 0, 0)")
    change = sa.text("UPDATE games SET changes = changes + 1 WHERE id = :id")

    def write(store: Store, what: sa.TextClause, id: str) -> Awaitable[Any]:
        return store.write(lambda db: db.execute(what, {"id": id}).rowcount, id)

    async def burst(store: Store, rng: random.Random) -> None:
        for _ in range(20):
            order = rng.sample(ids, len(ids))
            await asyncio.gather(*[write(store, change, id) for id in order])

    async def both() -> None:
        await asyncio.gather(*[write(first, new, id) for id in ids])
        await asyncio.gather(burst(first, random.Random(1)), burst(second, random.Random(2)))

    asyncio.run(both())
    with psycopg.connect(database) as db:
        assert {row[0] for row in db.execute("SELECT changes FROM games")} == {40}
        circles = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert db.execute(circles).fetchone() == (0,)
    first.close()
    second.close()


@pytest.mark.parametrize("code", IN_A_CIRCLE)
def test_what_failed_only_since_workers_were_in_each_other_s_way_is_done_again(database, code):
    store = Store(database)
    fails = f"DO $$ BEGIN RAISE EXCEPTION 'once more' USING ERRCODE = '{code}'; END $$"
    tried: list[str] = []

    def work(db: sa.Connection) -> str:
        tried.append(code)
        if len(tried) < TRIES:
            db.exec_driver_sql(fails)
        return "done"

    async def write() -> list[str]:
        several = store.write(work), store.write(lambda _: "done as well")
        return [*await asyncio.gather(*several)]

    assert asyncio.run(write()) == ["done", "done as well"]
    assert len(tried) == TRIES
    store.close()


def test_of_workers_that_look_at_once_one_takes_up_an_analysis_that_was_left(database):
    """Each finds that nobody has been at work for long."""
    stores = [Store(database) for _ in range(3)]
    left = analyses.insert().values(since=0, done=0)

    async def claims(number: int) -> int:
        which = {"game": f"T{number}"}
        await stores[0].write(lambda db: db.execute(left.values(**which)).rowcount)
        workers = [Advice(store, cast(Any, None), Settings()) for store in stores]
        taken = [worker._claim(analyses, which, quiet=60) for worker in workers]
        return sum(await asyncio.gather(*taken))

    async def rounds() -> list[int]:
        return [await claims(number) for number in range(20)]

    assert asyncio.run(rounds()) == [1] * 20
    for store in stores:
        store.close()


def test_a_database_that_goes_away_and_comes_back_is_used_again(serve, postgres):
    """Nothing that was answered is missing, and streams go on."""
    server = serve()
    table = server.new_table()
    view = table.api().view()
    player = table.api(view["awaited"][0])
    version = player.say("boss 1", view["version"], "1").json()["version"]
    postgres.kill()
    started = time.monotonic()
    answer = player.say("boss 2", version, "2")
    assert answer.status_code in (500, 503)
    assert time.monotonic() - started < 20
    time.sleep(max(0.0, started + AWAY - time.monotonic()))
    postgres.start()
    until(lambda: player.say("boss 2", version, "2").status_code == 200)
    assert table.api().view()["version"] == version + 1
    assert len(server.log.read_text().splitlines()) < 2000
