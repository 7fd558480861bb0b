"""Every route in every role, at tables that run, are over and are ended: nobody gets too far."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.routes import all_routes, filled
from tests.serving import quick
from tests.tables import finished

from twohalls import read_record
from twohalls.server import identity
from twohalls.server.store import Notice, Right, Seat, Store, Stored
from twohalls.web.app import create_app

ROLES = ("stranger", "other", "watcher", "seat", "owner")
TABLES = ("running00000", "over00000000", "ended0000000", "other0000000")
FORMS: tuple[dict[str, str], ...] = (
    {},
    {"seat": "1", "version": "3", "line": "boss 1", "key": "k", "sure": "1", "to": "new"},
    {"seat": "2", "version": "99", "line": "end", "to": "random", "name": "Spy"},
)
BEGUN = 6
OWNERS_ALONE = ("/seats", "/end")


def attack(folder: Path, rng: random.Random) -> int:
    database = f"sqlite:///{folder / 'tables.db'}"
    asyncio.run(stored(database))
    app = create_app(quick(database))
    tried = 0
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.portal is not None
        secret = app.state.services.secret
        before = [client.portal.call(lines_of, app, id) for id in TABLES[1:3]]
        for role in ROLES:
            cookie = {"Cookie": f"twohalls={token_of(secret, role)}"}
            for id in TABLES[:3]:
                for method, path in rng.sample(routes := all_routes(app), len(routes)):
                    tried += 1
                    values = {"id": id, "shelf": "t", "game": "tammany"}
                    values |= {"token": "nowhere", "name": "app.js"}
                    answer = ask(client, method, filled(path, values), cookie, rng)
                    assert answer.status_code < 500, (role, id, method, path)
                    check(role, id, method, path, answer)
        assert before == [client.portal.call(lines_of, app, id) for id in TABLES[1:3]]
    return tried


def check(role: str, id: str, method: str, path: str, answer: Any) -> None:
    """Strangers find nothing of a table that is not over; only owners give seats and end."""
    where = (role, id, method, path, answer.status_code)
    of_table = path.startswith(("/t/{id}", "/api/v1/tables/{id}", "/{shelf}"))
    if of_table and role in ("stranger", "other") and (id != TABLES[1] or "{shelf}" not in path):
        assert answer.status_code in (404, 422), where
    if path.endswith(OWNERS_ALONE) and method == "POST" and role != "owner":
        assert answer.status_code == 404, where
    if id != TABLES[0] and path.endswith(("/move", "/moves", "/undo", *OWNERS_ALONE)):
        assert answer.status_code in (404, 409, 422), where


def ask(client: TestClient, method: str, path: str, cookie: Any, rng: random.Random) -> Any:
    """As a page or a program would; a stream is only begun."""
    client.cookies.clear()
    if method == "GET":
        return client.head(path, headers=cookie, follow_redirects=False)
    form = rng.choice(FORMS)
    if path.startswith("/api/"):
        body = {name: int(value) if value.isdigit() else value for name, value in form.items()}
        return client.post(path, json=body, headers=cookie, follow_redirects=False)
    return client.post(path, data=form, headers=cookie, follow_redirects=False)


def token_of(secret: str, role: str) -> str:
    return identity.browser_token(secret, f"browser-of-the-{role:-<12}")


async def lines_of(app: Any, id: str) -> int:
    return len((await app.state.services.tables.find(id)).table.lines)


async def stored(database: str) -> None:
    """A table that runs, one that is over, one that was ended, and one of somebody else."""
    store = Store(database)
    secret = store.secret("browsers")
    over = read_record(finished("tammany", 3))
    seats = tuple(Seat(number, name, "person") for number, name in enumerate(over.names, 1))
    for id in TABLES:
        held = (
            {"other": Right(id, "owner", None)}
            if id == TABLES[3]
            else {
                "watcher": Right(id, "watch", None),
                "seat": Right(id, "seat", 1),
                "owner": Right(id, "owner", None),
            }
        )
        holders = [(identity.hashed(token_of(secret, role)), right) for role, right in held.items()]
        log = over.log if id == TABLES[1] else over.log[:BEGUN]
        made = Stored(id, "tammany", over.options, 0, 0, None, seats, tuple(log))
        await store.create(made, holders)
        if id == TABLES[2]:
            await store.end(id, Notice(1, "ended", None, ""))
    store.close()
