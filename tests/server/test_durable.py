"""What was acknowledged is there after a crash, once, whoever else was writing."""

from __future__ import annotations

import asyncio
import random
import threading
from functools import partial

import httpx2
import pytest
import sqlalchemy as sa
from tests.serving import quick

from twohalls.server.database import FEW, PART, Gone, url_of
from twohalls.server.schema import entries
from twohalls.server.seating import Seating
from twohalls.server.store import Store
from twohalls.server.tables import Tables


def play(table, acknowledged, stop, seed):
    """Say legal lines as fast as they are taken, and note every one that was acknowledged."""
    rng = random.Random(seed)
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    number = 0
    try:
        while not stop.is_set():
            view = clients[1].view()
            if view["over"]:
                return
            seat = view["awaited"][0]
            legal = clients[seat].legal()
            if not legal:
                continue
            number += 1
            line = rng.choice(legal)
            answer = clients[seat].say(line, view["version"], f"{seed}-{number}")
            if answer.status_code == 200:
                acknowledged.append((seat, line))
    except httpx2.TransportError:
        return


def test_nothing_acknowledged_is_lost_or_doubled_by_kill_9(serve):
    server = serve()
    tables = [server.new_table() for _ in range(3)]
    notes: list[list[tuple[int, str]]] = [[] for _ in tables]
    stop = threading.Event()
    threads = [
        threading.Thread(target=play, args=(table, note, stop, n))
        for n, (table, note) in enumerate(zip(tables, notes, strict=True))
    ]
    for thread in threads:
        thread.start()
    while min(map(len, notes)) < 25 and all(thread.is_alive() for thread in threads):
        stop.wait(0.02)
    server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    server.start()
    for table, note in zip(tables, notes, strict=True):
        assert len(note) >= 25
        assert_kept(table, note, server)


def assert_kept(table, note, server):
    """What was acknowledged is there, once and in its order.

    At most one line was on its way when the lights went out; forced ones come on top.
    """
    found, forced = all_of_it(table, server)
    said = [f"{seat} {line}" for seat, line in note]
    assert in_order(said, found)
    assert len(found) - len(said) - forced in (0, 1)


def all_of_it(table, server):
    """The lines of a table, with sealed answers that wait for others, and how many were forced:
    all of one moment, since whoever has no other move is moved for as soon as a server looks."""
    spectator = table.api(server=server)
    while True:
        view = spectator.view()
        found = [line for line in view["lines"] if not line.startswith("*")]
        answers = [(seat, table.api(seat, server).view()["answer"]) for seat in (1, 2, 3)]
        found += [f"{seat} {line}" for seat, line in answers if line]
        forced = forced_lines(server.stored, table.id)
        if spectator.view()["version"] == view["version"]:
            return found, forced


def forced_lines(database, table):
    engine = sa.create_engine(url_of(database))
    is_forced = entries.c.key.like("forced %")
    forced = sa.select(sa.func.count()).where(entries.c.game == table, is_forced)
    with engine.connect() as db:
        found = db.execute(forced).scalar_one()
    engine.dispose()
    return found


def in_order(said, found):
    """Every line that was acknowledged stands in the record, in the same order."""
    rest = iter(found)
    return all(line in rest for line in said)


@pytest.mark.parametrize("same_key", [True, False])
def test_two_workers_on_one_database_take_one_of_two_answers(serve, same_key):
    first, second = serve(), serve()
    table = first.new_table()
    view = table.api().view()
    seat, version = view["awaited"][0], view["version"]
    answers = {}

    def post(server, line, key):
        answers[server.port] = table.api(seat, server).say(line, version, key)

    lines = ("boss 1", "boss 1") if same_key else ("boss 1", "boss 2")
    keys = ("k", "k") if same_key else ("k1", "k2")
    threads = [
        threading.Thread(target=post, args=(server, line, key))
        for server, line, key in zip((first, second), lines, keys, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    codes = sorted(answer.status_code for answer in answers.values())
    assert codes == ([200, 200] if same_key else [200, 409])
    for server in (first, second):
        assert table.api(server=server).view()["version"] == version + 1


def test_a_stream_of_one_worker_shows_what_another_stored(serve):
    first, second = serve(), serve()
    table = first.new_table()
    view = table.api().view()
    seat = view["awaited"][0]
    with table.api(server=second).stream() as stream:
        events = (line for line in stream.iter_lines() if line.startswith("data:"))
        assert f"{seat} boss 1" not in next(events)
        assert table.api(seat).say("boss 1", view["version"], "k").status_code == 200
        assert f"{seat} boss 1" in next(events)


def test_a_stopped_server_lets_its_streams_go_at_once(serve):
    server = serve()
    table = server.new_table()
    with table.api().stream() as stream:
        next(stream.iter_lines())
        server.stop()
    assert "graceful shutdown exceeded" not in server.log.read_text()


def test_a_double_click_is_one_move(serve):
    table = serve().new_table()
    view = table.api().view()
    seat = view["awaited"][0]
    answers = []

    def click():
        answers.append(table.api(seat).say("boss 1", view["version"], "click").status_code)

    threads = [threading.Thread(target=click) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 6
    assert table.api().view()["version"] == view["version"] + 1


def test_whoever_looks_while_a_move_is_stored_sees_the_table_without_it(database, monkeypatch):
    async def scene() -> None:
        settings = quick(database)
        store = Store(settings.database)
        tables = Tables(store, settings)
        seats = [(name, "person") for name in ("Ada", "Bert", "Cleo")]
        live = await Seating(tables).create("tammany", seats, {}, "secret", "key")
        [seat] = live.table.awaited
        seen = []

        async def append(*entries: object) -> None:
            seen.append((live.stamp, live.view(seat).version))

        before = live.stamp, live.table.version
        monkeypatch.setattr(store, "append", append)
        reached = await tables.submit(live.id, seat, live.view(seat).legal[0], before[1], "once")
        assert seen == [before]
        assert live.view(seat).version == reached > before[1]
        store.close()

    asyncio.run(scene())


def test_what_many_store_at_once_is_answered_in_pieces(database, monkeypatch):
    """So that whoever was first need not wait for the last of a crowd."""
    pieces: list[int] = []
    came: list[int] = []

    def note(number: int, _db: sa.Connection) -> None:
        came.append(number)

    async def scene() -> None:
        store = Store(database)
        committed = store.news.committed

        def count() -> None:
            committed()
            pieces.append(len(came) - sum(pieces))

        monkeypatch.setattr(store.news, "committed", count)
        await asyncio.gather(*(store.write(partial(note, n)) for n in range(50)))
        store.close()

    asyncio.run(scene())
    assert came == list(range(50))
    assert sum(pieces) == 50
    assert max(pieces) <= max(FEW, 50 // PART)


def test_two_who_play_again_at_once_come_to_one_table(database):
    settings = quick(database)

    async def scene() -> None:
        store = Store(settings.database)
        tables = Tables(store, settings)
        seats = [(name, "open") for name in ("Ada", "Bert", "Cleo")]
        first = await Seating(tables).create("tammany", seats, {}, "a" * 22, "first")
        following = await asyncio.gather(
            *(
                Seating(tables).create(
                    "tammany", seats, {}, secret * 22, "again", again_of=first.id
                )
                for secret in "abab"
            )
        )
        assert len({table.id for table in following}) == 1
        assert (await tables.find(first.id)).again == following[0].id
        store.close()

    asyncio.run(scene())


def test_what_is_stored_never_stands_in_a_log(database, caplog):
    """A database that fails names no parameters: they are names, moves, hashes of tokens."""

    async def scene() -> None:
        store = Store(database)
        query = sa.text("insert into nowhere values (:token)")
        with pytest.raises(sa.exc.DBAPIError) as failure:
            await store.write(lambda db: db.execute(query, {"token": "SECRET"}))
        assert "SECRET" not in str(failure.value)
        store.close()

    asyncio.run(scene())


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_when_the_database_file_is_no_longer_there(tmp_path, replaced):
    async def scene() -> None:
        file = tmp_path / "tables.db"
        settings = quick(f"sqlite:///{file}")
        store = Store(settings.database)
        tables = Tables(store, settings)
        seats = [(name, "person") for name in ("Ada", "Bert", "Cleo")]
        live = await Seating(tables).create("tammany", seats, {}, "secret", "key")
        [seat] = live.table.awaited
        line = live.view(seat).legal[0]
        other = tmp_path / "other.db"
        other.write_bytes(file.read_bytes())
        file.unlink()
        if replaced:
            other.rename(file)
        for number in range(2):
            with pytest.raises(Gone):
                await tables.submit(live.id, seat, line, live.table.version, f"{number}")
        store.close()

    asyncio.run(scene())


def test_one_worker_plays_for_the_opponents_of_a_table_until_its_time_is_over(database):
    new = "INSERT INTO games (id, game, options, created, version, changes)"

    async def claims() -> list[bool]:
        one, other = Store(database), Store(database)
        try:
            await one.write(lambda db: db.execute(sa.text(f"{new} VALUES ('T','','',0,0,0)")))
            asked = [(one, 100), (other, 101), (one, 102), (other, 120), (one, 121)]
            return [await store.claim("T", now, now + 10) for store, now in asked]
        finally:
            one.close()
            other.close()

    assert asyncio.run(claims()) == [True, False, True, True, False]
