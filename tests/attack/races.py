"""Several at once at one or two servers: one wins, and everybody sees the same afterwards."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
from tests.attack.halls import browser, serving
from tests.serving import NewTable, Serving

ROUNDS = 2


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Everybody begins at the same moment; returns what each came to."""
    ready = threading.Barrier(len(works))
    found: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        ready.wait()
        found[number] = works[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def attack(folder: Path, rng: random.Random) -> int:
    races = (moves, sitting_down, ending, taking_back)
    with serving(folder, rng.choice((1, 2))) as servers:
        for _ in range(ROUNDS):
            for race in races:
                race(servers, servers[0].new_table(), rng)
    return ROUNDS * len(races)


def moves(servers: list[Serving], table: NewTable, rng: random.Random) -> None:
    """Of several different lines for one moment, one is taken."""
    view = table.api().view()
    [seat] = view["awaited"]
    clients = [table.api(seat, rng.choice(servers)) for _ in range(4)]
    lines = rng.sample(clients[0].legal(), 4)
    answers = at_once(
        [
            partial(client.say, line, view["version"], f"{number}")
            for number, (client, line) in enumerate(zip(clients, lines, strict=True))
        ]
    )
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [200, 409, 409, 409], codes
    seen = {table.api(server=server).view()["version"] for server in servers}
    assert len(seen) == 1


def sitting_down(servers: list[Serving], table: NewTable, rng: random.Random) -> None:
    """Of several who open one link, one sits down, and nobody else holds the seat."""
    link = f"/j/{table.tokens[0]}"

    def come(name: str) -> int:
        with browser(rng.choice(servers)) as found:
            answer = found.post(link, data={"name": name}, follow_redirects=False)
            found.get(table.path)
            return answer.status_code

    codes = at_once([partial(come, name) for name in ("Ada", "Bert", "Cleo", "Dora")])
    assert sorted(codes) == [303, 409, 409, 409], codes


def ending(servers: list[Serving], table: NewTable, rng: random.Random) -> None:
    """A table is ended while people move and sit down: nothing happens after it."""
    with browser(servers[0]) as owner:
        made = owner.post("/play", data={"go": "tammany invite", "name": "Ada"})
        path = made.url.path
        links = [one.split('"')[0] for one in made.text.split(f"{servers[0].url}/j/")[1:]]

        def sit() -> int:
            with httpx2.Client(timeout=60) as friend:
                url = f"{rng.choice(servers).url}/j/{links[0]}"
                return friend.post(url, data={"name": "Bert"}).status_code

        def end() -> int:
            return owner.post(f"{path}/end", data={"sure": "1"}).status_code

        at_once([sit, end, sit])
        assert "opened the table has ended it" in owner.get(path).text
        assert sit() == 409


def taking_back(servers: list[Serving], table: NewTable, rng: random.Random) -> None:
    """The same line taken back by several clicks is taken back once."""
    view = table.api().view()
    [seat] = view["awaited"]
    clients = [table.api(seat, rng.choice(servers)) for _ in range(4)]
    version = clients[0].say("boss 1", view["version"], "first").json()["version"]
    body = {"seat": seat, "version": version, "key": "back"}
    answers = at_once([partial(one.http.post, f"{one.url}/undo", json=body) for one in clients])
    assert [answer.status_code for answer in answers] == [200] * 4
    assert table.api().view()["version"] == version + 1
