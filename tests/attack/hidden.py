"""Tables that differ only in what is hidden: over HTTP and on streams nobody tells them apart."""

from __future__ import annotations

import asyncio
import io
import random
import re
import time
import zipfile
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx2
import sqlalchemy as sa
from tests.attack.halls import serving
from tests.routes import all_routes, filled
from tests.serving import PLAIN, Serving, quick

from twohalls import find_game
from twohalls.kernel import chance
from twohalls.kernel.table import Table
from twohalls.server import identity
from twohalls.server.schema import games, talk
from twohalls.server.store import Right, Seat, Store, Stored, Wait
from twohalls.web.app import create_app

NAMES = ("Ada", "Bert", "Cleo")
PAIRS = 1
HOUR = 3600
DAYS_AGO = 10 * 24 * HOUR
GAMES = ("cityhall", "tammany")
METRICS = "/metrics"
TABLE_STREAM = "/t/{id}/stream"
"""Counts of the server itself, which no two have alike."""
CHANGING = re.compile(r'(?:name="key" value|data-key)="[^"]*"|"(?:owner|watch|token)": ?"[^"]*"')


def attack(folder: Path, rng: random.Random) -> int:
    """Two servers with the same tables, but for what is hidden at each."""
    pairs = [pair(rng.choice(GAMES), rng) for _ in range(PAIRS)]
    folders = (folder / "one", folder / "other")
    secrets = [
        asyncio.run(stored(folders[0], [(one, seat) for one, _, seat in pairs])),
        asyncio.run(stored(folders[1], [(other, seat) for _, other, seat in pairs])),
    ]
    app = create_app(quick("sqlite://"))
    routes = [path for method, path in all_routes(app) if method == "GET" and path != METRICS]
    compared = 0
    with serving(folders[0]) as [one], serving(folders[1]) as [other]:
        for number, (table, _, seat) in enumerate(pairs):
            for viewer in (None, *(other for other in range(1, 4) if other != seat)):
                for path in routes:
                    if "{token}" in path or "{name" in path or path.endswith(".png"):
                        continue
                    found = [
                        answer(server, path, table.game.name, number, secret, viewer)
                        for server, secret in zip((one, other), secrets, strict=True)
                    ]
                    assert found[0] == found[1], (path, viewer, first_difference(*found))
                    compared += 1
    return compared


def first_difference(one: str, other: str) -> tuple[str, str]:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[at - 60 : at + 60], other[at - 60 : at + 60]


def pair(game: str, rng: random.Random) -> tuple[Table, Table, int]:
    """Two tables at which one seat decided something else, unseen by the others."""
    while True:
        table = Table(find_game(game), NAMES, {}, rng.getrandbits(32))
        for _ in range(rng.randrange(400)):
            if table.over:
                break
            seat = rng.choice(table.awaited)
            legal = table.view(seat).legal
            sealed = len(table.game.awaited(table._state)) > 1
            if len(legal) > 1 and (not sealed or len(table.awaited) > 1):
                first, second = rng.sample(legal, 2)
                seen = [table.game.words.seen(line, seat, None) for line in (first, second)]
                one, other = both(table, seat, first, second)
                if (sealed or seen[0] == seen[1]) and stays(one) and stays(other):
                    return one, other, seat
            table.submit(seat, rng.choice(legal))


def both(table: Table, seat: int, first: str, second: str) -> tuple[Table, Table]:
    found = []
    for line in (first, second):
        found.append(Table.from_log(table.game, table.names, table.options, table.log))
        found[-1]._rng = chance.generator(0)
        found[-1].submit(seat, line, key="k")
    return found[0], found[1]


def stays(table: Table) -> bool:
    """Whether nothing happens by itself, so that both tables wait while they are looked at."""
    return not table.over and all(len(table.view(seat).legal) > 1 for seat in table.awaited)


async def stored(folder: Path, tables: list[tuple[Table, int]]) -> str:
    """Tables with a browser for every place, at which people talk and an opponent says a word;
    returns the server's secret."""
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'tables.db'}")
    secret = store.secret("browsers")
    created = int(time.time() // HOUR * HOUR) - DAYS_AGO
    for number, (table, decided) in enumerate(tables):
        id = table_id(number)
        kinds = ["person"] * len(NAMES)
        if decided not in table.awaited:
            kinds[decided - 1] = "random"
        seats = tuple(Seat(n, NAMES[n - 1], kind) for n, kind in enumerate(kinds, 1))
        waits = {seat: Wait(created) for seat in table.awaited}
        given = (id, table.game.name, table.options, created, 0, None, seats, tuple(table.log))
        holders = [
            (
                identity.hashed(token_of(secret, id, viewer)),
                Right(id, "seat" if viewer else "watch", viewer),
            )
            for viewer in (None, 1, 2, 3)
        ]
        await store.create(Stored(*given, waits=waits), holders)
        await store.write(partial(say, id=id, at=created))
    store.close()
    return secret


def say(db: sa.Connection, id: str, at: int) -> None:
    """Everybody says something, and so does one who looks on."""
    for number in range(len(NAMES) + 1):
        seat = number or None
        row: dict[str, Any] = {
            "game": id,
            "channel": "table" if seat else "watch",
            "holder": f"{number:064}",
        }
        row |= {"voice": f"{number}.0", "seat": seat, "name": NAMES[number - 1], "sign": None}
        row |= {"text": f"Ward {number + 1} is mine, Bert.", "time": at + number, "key": "k"}
        db.execute(talk.insert().values(row))
    db.execute(games.update().where(games.c.id == id).values(talked=len(NAMES) + 1))


def table_id(number: int) -> str:
    return f"pair{number:08}"


def token_of(secret: str, id: str, viewer: int | None) -> str:
    return identity.browser_token(secret, f"browser-{id}-{viewer or 0:08}")


def answer(
    server: Serving,
    path: str,
    game: str,
    number: int,
    secret: str,
    viewer: int | None,
) -> str:
    """What is answered, or said first on a stream, without what is the server's own."""
    id = table_id(number)
    headers = {"Cookie": f"twohalls={token_of(secret, id, viewer)}"}
    address = f"{server.url}{filled(path, {'id': id, 'shelf': 't', 'game': game})}"
    params = {"at": "99999"}
    if path == TABLE_STREAM:
        page = address.removesuffix("/stream")
        params |= follows(httpx2.get(page, headers=headers, timeout=60, verify=PLAIN))
    with httpx2.stream(
        "GET", address, params=params, headers=headers, timeout=60, verify=PLAIN
    ) as response:
        if path.endswith("stream"):
            text = ""
            for line in response.iter_lines():
                text += f"{line}\n"
                all_of_it = path != TABLE_STREAM or "event:talk" in text
                if not line and "data:" in text and all_of_it:
                    break
        else:
            text = read(response.read())
    return CHANGING.sub("", f"{response.status_code} {text}".replace(server.url, "SERVER"))


def follows(page: httpx2.Response) -> dict[str, str]:
    """With what a page asks for its stream, as if it showed nothing of what was said."""
    found = re.search(r'id="live" data-stream="[^"?]*\?([^"]*)"', page.text)
    assert found
    return dict(parse_qsl(unescape(found[1]))) | {"talk": ""}


def read(body: bytes) -> str:
    """A body as text; of an archive, every file in it with its name."""
    if not body.startswith(b"PK"):
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return "\n".join(f"{name}\n{archive.read(name).decode()}" for name in archive.namelist())
