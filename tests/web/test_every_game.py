"""Every game is played on the page from the start page to its result, whatever it brings along."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.serving import quick, until
from tests.tables import finished
from tests.web.replaying import hand_in

import twohalls
from twohalls.bots import LEVELS
from twohalls.kernel import record
from twohalls.kit.i18n import LANGUAGES
from twohalls.kit.parts import page
from twohalls.web.app import create_app

EVERY_GAME = pytest.mark.parametrize("game", twohalls.GAMES)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(quick(f"sqlite:///{tmp_path_factory.mktemp('games') / 'tables.db'}"))
    with TestClient(app) as made:
        yield made


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_has_a_card_for_it(client: TestClient, game: str, language: str) -> None:
    start = client.get("/", headers={"Accept-Language": language}).text
    assert f'<article class="game {game}"' in start
    assert f'value="{game} solo"' in start
    assert client.get(f"/new/{game}", headers={"Accept-Language": language}).status_code == 200


def test_a_level_says_how_strong_it_is_beside_its_name(tmp_path: Path) -> None:
    app = create_app(quick(f"sqlite:///{tmp_path / 'tables.db'}", levels=tuple(LEVELS)))
    with TestClient(app) as client:
        start = client.get("/").text
    for level in LEVELS.values():
        said = f"<span>{level.name} <small>{level.strength}</small></span>"
        assert level.strength == "" or start.count(said) >= 2, level.name


@EVERY_GAME
def test_it_is_played_in_pictures_and_in_words_by_forms_alone(
    client: TestClient, game: str
) -> None:
    table = client.post("/play", data={"go": f"{game} solo", "name": "Ada"}).url.path
    for _ in range(3):
        until(lambda: bool(answers(client, table)))
        assert client.get(table).status_code == 200
        line, version = answers(client, table)
        said = client.post(f"{table}/move", data={"line": line, "version": version, "seat": "1"})
        assert said.status_code == 200


def answers(client: TestClient, table: str) -> tuple[str, ...]:
    """What the page in words offers first, and the version it is of; nothing: others decide."""
    shown = client.get(f"{table}/text").text
    line = re.search(r'name="line" value="([^"]+)"', shown)
    version = re.search(r'name="version" value="(\d+)"', shown)
    return (line[1], version[1]) if line and version else ()


@EVERY_GAME
def test_a_finished_game_is_watched_again_with_result_and_pictures(
    client: TestClient, game: str
) -> None:
    text = finished(game, twohalls.find_game(game).players[0])
    there = hand_in(client, text).headers["location"].removesuffix("/replay")
    for path in ("/replay?at=3", "/replay/text?at=3", "/replay/parts?at=4", "/result"):
        assert client.get(f"{there}{path}").status_code == 200, path
    assert client.get(f"{there}/record.txt").text == text
    assert client.get(f"{there}/board.svg?at=5").text.startswith("<svg")
    assert client.get(f"{there}/preview.png").content.startswith(b"\x89PNG")


@EVERY_GAME
def test_it_can_be_played_over_the_json_api(client: TestClient, game: str) -> None:
    least = twohalls.find_game(game).players[0]
    seats = [{"name": name} for name in ("Ada", "Bert", "Cleo", "Dora")[:least]]
    made = client.post("/api/v1/tables", json={"game": game, "seats": seats}).json()
    path = f"/api/v1/tables/{made['id']}"
    for number in range(3):
        watcher = client.get(path, headers=bearer(made["watch"])).json()
        seat = watcher["awaited"][0]
        mine = bearer(made["seats"][seat - 1]["token"])
        body = {"seat": seat, "version": watcher["version"], "key": str(number)}
        line = client.get(f"{path}/legal", headers=mine).json()[0]
        answer = client.post(f"{path}/moves", json={**body, "line": line}, headers=mine)
        assert answer.status_code == 200, answer.text
    assert client.get(path, headers=bearer(made["watch"])).json()["events"] is not None


@EVERY_GAME
def test_what_happened_has_its_place_on_the_board(client: TestClient, game: str) -> None:
    text = finished(game, twohalls.find_game(game).players[0])
    there = hand_in(client, text).headers["location"]
    view = record.read(text, twohalls.find_game).view(None)
    places = {place for line in view.happened for place in page(view.game).places(line)}
    shown = set(re.findall(r'id="([^"]+)"', client.get(there).text))
    assert places
    assert places <= shown


def test_a_table_that_its_rules_refuse_today_stops_nobody(tmp_path: Path) -> None:
    settings = quick(f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(create_app(settings)) as client:
        new = {"go": f"{twohalls.GAMES[0]} solo", "name": "Ada"}
        spoilt, stays = (client.post("/play", data=new).url.path for _ in range(2))
        cookies = client.cookies
    with sqlite3.connect(tmp_path / "tables.db") as database:
        id = spoilt.removeprefix("/t/")
        changed = database.execute("UPDATE entries SET text = 'spin' WHERE game = ?", (id,))
        assert changed.rowcount
    with TestClient(create_app(settings)) as client:
        client.cookies = cookies
        start = client.get("/")
        assert start.status_code == 200
        assert stays in start.text


def test_the_tables_of_a_game_that_is_gone_stop_nobody(
    tmp_path: Path,
) -> None:
    settings = quick(f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(create_app(settings)) as client:
        new = {"go": f"{twohalls.GAMES[0]} solo", "name": "Ada"}
        gone, stays = (client.post("/play", data=new).url.path for _ in range(2))
        cookies = client.cookies
    with sqlite3.connect(tmp_path / "tables.db") as database:
        id = gone.removeprefix("/t/")
        database.execute("UPDATE games SET game = 'whist' WHERE id = ?", (id,))
    with TestClient(create_app(settings)) as client:
        client.cookies = cookies
        start = client.get("/")
        assert start.status_code == 200
        assert stays in start.text
        assert gone not in start.text
        assert client.get(gone).status_code == 404


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
