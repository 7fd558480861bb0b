"""A server that a proxy shows under a path: everything leads there, and nothing beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx2
import pytest
from tests.serving import Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.playing import click_ward, moved_on, open_wards, version

ADDRESS = re.compile(r'(?:href|src|action|formaction|data-(?:url|stream|again|at|hall))="(/[^"]*)"')


class Below(Serving):
    """A server of which everything is asked under its path."""

    @property
    def url(self) -> str:
        return f"{super().url}/halls"


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    running = Below(
        tmp_path_factory.mktemp("below") / "tables.db", url="https://games.example.org/halls/"
    )
    yield running
    running.close()


def test_every_address_leads_under_the_path(below: Serving) -> None:
    top = below.url.removesuffix("/halls")
    with httpx2.Client(base_url=top, follow_redirects=True, timeout=60) as client:
        assert client.get("/").url.path == "/halls/"
        table = client.post("/halls/play", data={"go": "tammany solo", "name": "Ada"})
        assert table.url.path.startswith("/halls/t/")
        path = table.url.path
        seen = set()
        for page in ("/halls/", "/halls/games", "/halls/rules/tammany", "/halls/new/cityhall"):
            seen.add(client.get(page).text)
        for page in ("", "/text", "/replay", "/result"):
            answer = client.get(f"{path}{page}")
            assert answer.status_code == 200
            seen.add(answer.text)
        found = {address for text in seen for address in ADDRESS.findall(text)}
        assert len(found) > 30
        assert [address for address in found if not address.startswith("/halls/")] == []
        for address in sorted(found):
            if "/static/" in address or "/rules" in address:
                assert client.get(address.replace("&amp;", "&")).status_code == 200, address
        assert client.get("/t/nowhere").status_code == 404
        assert client.get("/healthz").status_code == 200


def test_a_turn_is_played_under_the_path(below: Serving, visitor: Visitor) -> None:
    table = below.new_table("tammany")
    page = sit_down(visitor(), table, table.api().view()["awaited"][0], "Ada")
    assert page.url.startswith(f"{below.url}/t/")
    before = version(page)
    click_ward(page, open_wards(page)[0])
    moved_on(page, before)
