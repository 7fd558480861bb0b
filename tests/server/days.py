"""Days that pass in a test, and people with browsers of their own."""

from __future__ import annotations

import asyncio

from starlette.testclient import TestClient

HOUR = 3600
DAY = 24 * HOUR


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += seconds


def look(client):
    """What a server does from time to time."""
    found = client.app.state.services

    async def looks():
        await found.opponents.stand_in()
        await found.notify.once()
        await found.notify.settled()

    client.portal.call(looks)


class Friend:
    """Somebody with a browser of their own."""

    def __init__(self, client: TestClient) -> None:
        self.client = TestClient(client.app, raise_server_exceptions=False)
        self.client.portal = client.portal

    def sit(self, table, seat, name):
        self.client.post(f"/j/{table.made['seats'][seat - 1]['token']}", data={"name": name})
        return self

    def get(self, path):
        return self.client.get(path)

    def post(self, path, **form):
        return self.client.post(path, data=form)

    def send(self, path, **form):
        """The first answer, once the browser has come with the token that it is to have."""
        while True:
            answer = self.client.post(path, data=form, follow_redirects=False)
            if answer.status_code != 307:
                return answer


def to_sealed(table):
    """Play until an election asks several seats at once."""
    for number in range(3000):
        view = table.view()
        if len(view["awaited"]) > 1:
            return view
        legal = table.view(view["awaited"][0])["legal"]
        wanted = [n for n, line in enumerate(legal) if line.startswith("cube")] or [0]
        table.play(wanted[number % len(wanted)])
    raise AssertionError


def settled(client, id):
    """Wait until opponents have nothing to do."""

    async def until():
        opponents = client.app.state.services.opponents
        while opponents._playing:
            await asyncio.gather(*opponents._playing.values())

    client.portal.call(until)
    return client.portal.call(client.app.state.services.tables.find, id)
