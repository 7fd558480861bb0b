"""Games to watch again: readers of a book without a server, and finished games on one."""

from __future__ import annotations

import gzip
import random
import re
from types import SimpleNamespace as Namespace

import httpx2
from starlette.requests import Request
from tests.serving import NewTable, Serving, quick
from tests.tables import new_table, play_on

from twohalls.kernel.table import Table
from twohalls.kit.book import Book
from twohalls.web import replay
from twohalls.web.person import Person

LANGUAGES = ("en", "fr", "it")


def leaf(
    table: Table, seat: int | None, at: int, language: str = "en", in_words: bool = False
) -> replay.Leaf:
    """A moment as a seat's browser would ask for it."""
    found = Namespace(settings=quick("sqlite://"), secret="s" * 22)
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "path": "/t/AAAAAAAAAAAA/replay",
        "query_string": f"at={at}".encode(),
        "headers": [(b"accept-language", language.encode())],
        "app": Namespace(state=Namespace(services=found)),
    }
    request = Request(scope)
    book = Book("/t/AAAAAAAAAAAA", table, seat, False)
    return replay.Leaf(request, Person(request), book, at, in_words)


def text_of(response) -> str:
    body = response.body
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


def played(game: str, players: int, seed: int = 2, lines: int | None = None) -> Table:
    table = new_table(game, players)
    play_on(table, random.Random(seed), lines)
    return table


def hand_in(http, text: str | bytes):
    """Send a record as a browser's form does."""
    body = text.encode() if isinstance(text, str) else text
    return http.post("/import", files={"record": ("game.txt", body)}, follow_redirects=False)


def play_to_the_end(table: NewTable, seats: int, most: int = 3000) -> None:
    """Let the seats of a served table play at random until its game is over."""
    rng = random.Random(5)
    clients = {seat: table.api(seat) for seat in range(1, seats + 1)}
    watcher = table.api()
    for number in range(most):
        view = watcher.view()
        if view["over"]:
            return
        seat = view["awaited"][0]
        legal = clients[seat].legal()
        if legal:
            clients[seat].say(rng.choice(legal), view["version"], f"n{number}")
    raise AssertionError("the game does not end")


def new_record(server: Serving, game: str, players: int) -> str:
    """Where a whole game can be watched."""
    text = played(game, players).record()
    with httpx2.Client(base_url=server.url, timeout=60) as http:
        return str(hand_in(http, text).headers["location"]).removesuffix("/replay")


def numbers(html: str, chart: str) -> dict[str, list[str]]:
    """A chart's table: the row's name and its figures; under `""` the names of the columns."""
    table = re.search(rf'id="chart-{chart}".*?<table>(.*?)</table>', html, re.S)
    assert table is not None
    rows = re.findall(r"<tr>(.*?)</tr>", table[1], re.S)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows]
    return {"": cells[0][1:], **{row[0]: row[1:] for row in cells[1:]}}
