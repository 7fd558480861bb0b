"""Every route by every role: one table says whom it lets in, and no route is left out of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.attack.roles import TABLES, stored, token_of
from tests.routes import all_routes, filled
from tests.serving import quick

from twohalls.server import identity
from twohalls.web.app import create_app

ROLES = ("nobody", "member", "other", "watcher", "seat", "owner")
"""Who asks: without any right, with a name in the club's hall, the owner of another table, and at
this table who looks on, sits, or opened it and is of the club, too."""
EVERYBODY = set(ROLES)
MEMBER = {"member", "owner"}
AT_TABLE = {"watcher", "seat", "owner"}
SEAT, OWNER, NOBODY = {"seat"}, {"owner"}, set[str]()

TABLE_OF_EXPECTATIONS = {
    # Pages for all, and what is everybody's own.
    "GET /": EVERYBODY,
    "GET /api/v1/openapi.json": EVERYBODY,
    "GET /games": EVERYBODY,
    "GET /games/kept.zip": EVERYBODY,
    "GET /games/next": EVERYBODY,
    "GET /games/stream": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /import": EVERYBODY,
    "GET /manifest.webmanifest": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /new/{game}": EVERYBODY,
    "GET /rules": EVERYBODY,
    "GET /rules/{game}": EVERYBODY,
    "GET /static/{name:path}": EVERYBODY,
    "GET /worker.js": EVERYBODY,
    "POST /api/v1/tables": EVERYBODY,
    "POST /games/devices": EVERYBODY,
    "POST /games/kept": EVERYBODY,
    "POST /games/link": EVERYBODY,
    "POST /games/push": EVERYBODY,
    "POST /import": EVERYBODY,
    "POST /language": EVERYBODY,
    "POST /lesson/{game}": EVERYBODY,
    "POST /new/{game}": EVERYBODY,
    "POST /play": EVERYBODY,
    # Whoever has a right at the table.
    "GET /api/v1/tables/{id}": AT_TABLE,
    "GET /api/v1/tables/{id}/legal": AT_TABLE,
    "GET /api/v1/tables/{id}/record": AT_TABLE,
    "GET /api/v1/tables/{id}/stream": AT_TABLE,
    "GET /api/v1/tables/{id}/talk": AT_TABLE,
    "GET /t/{id}": AT_TABLE,
    "GET /t/{id}/clock": AT_TABLE,
    "GET /t/{id}/holdings": AT_TABLE,
    "GET /t/{id}/parts": AT_TABLE,
    "GET /t/{id}/since": AT_TABLE,
    "GET /t/{id}/stream": AT_TABLE,
    "GET /t/{id}/talk": AT_TABLE,
    "GET /t/{id}/talk.txt": AT_TABLE,
    "GET /t/{id}/talk/stream": AT_TABLE,
    "GET /t/{id}/text": AT_TABLE,
    "GET /{shelf}/{id}/analysis": AT_TABLE,
    "GET /{shelf}/{id}/board.png": AT_TABLE,
    "GET /{shelf}/{id}/board.svg": AT_TABLE,
    "GET /{shelf}/{id}/preview.png": AT_TABLE,
    "GET /{shelf}/{id}/record.txt": AT_TABLE,
    "GET /{shelf}/{id}/replay": AT_TABLE,
    "GET /{shelf}/{id}/replay/parts": AT_TABLE,
    "GET /{shelf}/{id}/replay/text": AT_TABLE,
    "GET /{shelf}/{id}/replay/text/parts": AT_TABLE,
    "GET /{shelf}/{id}/result": AT_TABLE,
    "POST /api/v1/tables/{id}/talk": AT_TABLE,
    "POST /t/{id}/again": AT_TABLE,
    "POST /t/{id}/seen": AT_TABLE,
    "POST /t/{id}/talk": AT_TABLE,
    "POST /t/{id}/talk/away": AT_TABLE,
    "POST /t/{id}/talk/heard": AT_TABLE,
    "POST /t/{id}/talk/links": AT_TABLE,
    "POST /t/{id}/talk/voice": AT_TABLE,
    "POST /{shelf}/{id}/analysis": AT_TABLE,
    # Whoever sits there.
    "POST /api/v1/tables/{id}/moves": SEAT,
    "POST /api/v1/tables/{id}/undo": SEAT,
    "POST /t/{id}/curtain": SEAT,
    "POST /t/{id}/hint": SEAT,
    "POST /t/{id}/lesson": SEAT,
    "POST /t/{id}/move": SEAT,
    "POST /t/{id}/name": SEAT,
    "POST /t/{id}/undo": SEAT,
    # Who opened the table.
    "GET /t/{id}/invite": OWNER,
    "POST /t/{id}/end": OWNER,
    "POST /t/{id}/hall": OWNER,
    "POST /t/{id}/seats": OWNER,
    # Members of the club.
    "GET /hall": MEMBER,
    "GET /hall/ranking": MEMBER,
    "GET /hall/stream": MEMBER,
    "GET /p/{id}": MEMBER,
    "POST /hall/enter": MEMBER,
    "POST /hall/{id}/sit": MEMBER,
    "POST /hall/{id}/watch": MEMBER,
    # Nobody without the token, the address or the board that is asked for.
    "GET /board/{game}.json": NOBODY,
    "GET /club/{token}": NOBODY,
    "GET /j/{token}": NOBODY,
    "GET /me/{token}": NOBODY,
    "GET /no/{token}": NOBODY,
    "GET /t/{id}/hint": NOBODY,
    "GET /w/{token}": NOBODY,
    "GET /yes/{token}": NOBODY,
    "POST /api/v1/tables/{id}/join": NOBODY,
    "POST /club/{token}": NOBODY,
    "POST /games/address": NOBODY,
    "POST /games/address/{id}": NOBODY,
    "POST /j/{token}": NOBODY,
    "POST /me/{token}": NOBODY,
    "POST /no/{token}": NOBODY,
    "POST /yes/{token}": NOBODY,
}

FORMS: dict[str, dict[str, str]] = {
    "POST /t/{id}/seats": {"seat": "2", "to": "random"},
    "POST /t/{id}/hint": {"seat": "1"},
    "POST /t/{id}/move": {"seat": "1", "version": "0", "line": "nonsense"},
    "POST /t/{id}/undo": {"seat": "1", "version": "0"},
    "POST /t/{id}/curtain": {"seat": "1"},
    "POST /t/{id}/talk": {"text": "Hello."},
    "POST /t/{id}/talk/heard": {"up_to": "0"},
    "POST /t/{id}/talk/voice": {"voice": "*", "do": "hide"},
    "POST /games/kept": {"do": "list"},
    "POST /language": {"lang": "fr"},
    "POST /new/{game}": {"kind.1": "person", "kind.2": "open", "kind.3": "open"},
    "POST /play": {"go": "name"},
    "POST /import": {"text": "nonsense"},
}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/v1/tables/{id}/moves": {"seat": 1, "version": 0, "key": "k", "line": "nonsense"},
    "POST /api/v1/tables/{id}/undo": {"seat": 1, "version": 0, "key": "k"},
    "POST /api/v1/tables/{id}/talk": {"text": "Hello.", "key": "k"},
    "POST /api/v1/tables/{id}/join": {"name": "Eve"},
    "POST /api/v1/tables": {"game": "nonsense", "seats": []},
}


@pytest.fixture
def hall(database):
    """A club's hall with a table in it; everybody's browser is known."""
    asyncio.run(stored(database))
    app = create_app(quick(database, hall="club", url="https://halls.example.org"))
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.portal is not None
        for role in sorted(MEMBER):
            client.portal.call(app.state.services.hall.enter, holder(app, role), role)
        live = client.portal.call(app.state.services.tables.find, TABLES[0])
        who = client.portal.call(app.state.services.hall.member, holder(app, "owner"))
        client.portal.call(app.state.services.hall.open, live, False, "en", "seat", who)
        yield client


def holder(app: Any, role: str) -> str:
    return identity.hashed(token_of(app.state.services.secret, role))


def asked(client: Any, route: str, role: str, person: str) -> int:
    """The answer to a role, in a browser of its own."""
    method, path = route.split(" ")
    client.cookies.clear()
    token = token_of(client.app.state.services.secret, role)
    headers = {} if role == "nobody" else {"Cookie": f"twohalls={token}"}
    values = {"shelf": "t", "game": "tammany", "token": "nowhere", "name": "app.js"}
    address = filled(path, {**values, "id": person if path == "/p/{id}" else TABLES[0]})
    how = {"headers": headers, "follow_redirects": False}
    if method == "GET":
        return int(client.head(address, **how).status_code)
    if route in BODIES:
        return int(client.post(address, json=BODIES[route], **how).status_code)
    return int(client.post(address, data=FORMS.get(route, {}), **how).status_code)


def test_every_route_lets_in_whom_the_table_says_and_nobody_else(hall):
    routes = [f"{method} {path}" for method, path in all_routes(hall.app)]
    assert set(routes) ^ set(TABLE_OF_EXPECTATIONS) == set(), "add it to the table above"
    found = hall.app.state.services.hall
    person = hall.portal.call(found.member, holder(hall.app, "member")).id
    wrong = []
    for route, expected in TABLE_OF_EXPECTATIONS.items():
        for role in ROLES:
            status = asked(hall, route, role, person)
            if status >= 500 or (status != 404) != (role in expected):
                wrong.append((route, role, status))
    assert wrong == []
