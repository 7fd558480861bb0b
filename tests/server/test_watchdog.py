"""No request holds the event loop for long, whatever it asks and however much it sends."""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests import watchdog
from tests.routes import all_routes, filled
from tests.server.conftest import Api

from twohalls import new_table
from twohalls.kernel.table import Table
from twohalls.server.schema import entries
from twohalls.server.store import Store

SIZES = {"tammany": 5, "cityhall": 4}
TIMES = 3
"""How often something is asked: the first time fills caches, and the quickest counts."""


def played(game: str) -> Table:
    """A whole game by chance, as long as they get."""
    rng = random.Random(3)
    table = new_table(game, [f"Player {n}" for n in range(SIZES[game])], seed=3)
    while not table.over:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


async def written(store: Store, work: Any) -> None:
    await store.write(work)


class Hall:
    """A table in the last tenth of a long game, and a record of all of it."""

    def __init__(self, client: Any, game: str) -> None:
        self.client = client
        whole = played(game)
        self.record = whole.record()
        kept = client.post("/import", data={"record": self.record}, follow_redirects=False)
        seats = [{"name": f"P{n}"} for n in range(SIZES[game])]
        self.table = Api(client, game=game, seats=seats)
        services = client.app.state.services
        live = services.tables._live[self.table.id]
        client.post(f"/j/{self.table.made['seats'][0]['token']}", data={"name": "Ada"})
        forget = entries.delete().where(entries.c.game == live.id)
        client.portal.call(written, services.store, lambda db: db.execute(forget))
        log = whole.log[: len(whole.log) * 9 // 10]
        client.portal.call(services.store.append, live.id, 0, log, 0)
        assert client.get(f"/t/{live.id}").status_code == 200
        link = re.findall(r"/me/([^\"]+)", client.post("/games/link").text)[0]
        self.values = {
            "game": game,
            "id": live.id,
            "shelf": "t",
            "token": link,
            "name": "app.js",
            "record": kept.headers["location"].split("/")[2],
        }


@pytest.fixture(params=SIZES)
def hall(make_client, request) -> Hall:
    return Hall(make_client(levels=("random",)), request.param)


def gets(hall: Hall) -> Iterator[str]:
    """Everything that can be looked at, by who may, with the longest that can be asked."""
    far = f"at={len(hall.record.splitlines())}&seat=1&pick={'x' * 3000}&q={'ward ' * 400}"
    record = {**hall.values, "shelf": "r", "id": hall.values["record"]}
    for method, path in all_routes(hall.client.app):
        if method == "GET" and not path.endswith(".png"):
            yield f"{filled(path, hall.values)}?{far}"
            if path.startswith("/{shelf}"):
                yield f"{filled(path, record)}?{far}"


def quickest(dog: watchdog.Watchdog, work: Callable[[], Any], name: object) -> None:
    """Do something, again if it held the loop: what is read once and kept counts only once."""
    times: list[float] = []
    while len(times) < TIMES:
        dog.begin()
        assert work().status_code < 500, name
        times.append(dog.longest)
        if min(times) < watchdog.limit():
            return
    raise AssertionError(f"{name} held the loop for {min(times):.3f} s")


def test_looking_at_anything_holds_nobody_up(hall):
    with watchdog.watching() as dog:
        for path in gets(hall):
            headers = hall.table.headers(2) if path.startswith("/api/v1/tables/") else {}
            # A stream begins and ends as any other answer to HEAD.
            quickest(dog, functools.partial(hall.client.head, path, headers=headers), path)


def test_a_table_is_read_from_the_database_without_holding_anybody_up(hall):
    tables = hall.client.app.state.services.tables

    def look() -> Any:
        tables._live.clear()
        return hall.client.head("/games")

    with watchdog.watching() as dog:
        quickest(dog, look, "/games")


# --- The largest bodies ------------------------------------------------------------------------

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"


def part(name: str, value: str, more: str = "") -> str:
    return f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'


def bodies(size: int, record: str) -> Iterator[tuple[str, str]]:
    """Forms and JSON as large as they may be, of every awkward shape."""
    yield FORM, ("a=&" * size)[:size]
    yield FORM, ("line=" + "%00" * size)[:size]
    yield FORM, ("record=" + "a%0A" * size)[: size // 4 * 4]
    yield FORM, ("name." + "1" * (size // 2) + "=" + "x" * size)[:size]
    yield PARTS, (part("a", "") * (size // 56))[: size - 10]
    yield PARTS, part("record", "\r\n" * (size // 2 - 60)) + "--x--\r\n"
    yield PARTS, part("record", "\r\n--" * (size // 4 - 60)) + "--x--\r\n"
    yield PARTS, part("record", "x", "; a=" + "\\" * (size - 150)) + "--x--\r\n"
    yield PARTS, f"--x\r\n{'A: b' * 20}\r\n".ljust(size, "A")
    yield PARTS, part("record", record[: size - 200], '; filename="a"') + "--x--\r\n"
    yield "application/json", "[" * size
    yield "application/json", '{"a":' * (size // 5)
    yield "application/json", "1" * size
    yield "application/json", json.dumps({"line": "x" * (size - 20)})


def test_posting_the_largest_bodies_holds_nobody_up(hall):
    settings = hall.client.app.state.services.settings
    with watchdog.watching() as dog:
        for method, path in all_routes(hall.client.app):
            if method != "POST" or path.endswith("/end"):
                continue
            size = settings.largest_record if path == "/import" else settings.largest_body
            for number, (kind, body) in enumerate(bodies(size - 8, hall.record)):
                post = functools.partial(
                    hall.client.post,
                    filled(path, hall.values),
                    content=body.encode(),
                    headers={"Content-Type": kind, **hall.table.headers(2)},
                    follow_redirects=False,
                )
                quickest(dog, post, (path, number))
