"""A table on a board of one's own: opened, kept, played on and refused."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import twohalls
from twohalls import bots
from twohalls.games import find_game
from twohalls.server.seating import Seating
from twohalls.server.settings import Settings
from twohalls.server.store import Store
from twohalls.server.tables import Tables

CITYHALL = find_game("cityhall")
OWN = json.loads((CITYHALL.folder / "board.json").read_text("utf-8"))
CORRECTED = {**OWN, "bridges": OWN["bridges"][1:]}
SEATS = {"kind.1": "person", "name.1": "Ada", "kind.2": "person", "name.2": "Bert"}


def opened(client, board, game="cityhall"):
    file = {"board": ("board.json", json.dumps(board).encode(), "application/json")}
    return client.post(f"/new/{game}", data=SEATS, files=file)


def record_of(client, answer):
    return client.get(f"{answer.url.path}/record.txt").text


def test_a_table_is_opened_on_a_corrected_board_and_its_record_says_so(client):
    answer = opened(client, CORRECTED)
    assert answer.status_code == 200
    assert f"board {CITYHALL.with_board(CORRECTED).board}" in record_of(client, answer)
    name = OWN["bridges"][0]["name"]
    assert name not in answer.text


def test_the_games_own_board_makes_an_ordinary_table(client):
    assert "board " not in record_of(client, opened(client, OWN))


def test_without_a_file_a_table_has_the_games_own_board(client):
    answer = client.post("/new/cityhall", data=SEATS)
    assert answer.status_code == 200
    nothing = client.post("/new/cityhall", data=SEATS, files={"board": ("", b"")})
    assert nothing.status_code == 200
    assert "board " not in record_of(client, nothing)


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ({**OWN, "approval_track": [3, 1]}, "falls somewhere"),
        ({"spaces": {}}, "lacks"),
        ([], "one JSON object"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_a_sentence(client, board, reason):
    answer = opened(client, board)
    assert answer.status_code in (404, 422)
    assert reason in answer.text


def test_what_is_no_json_is_refused(client):
    answer = client.post("/new/cityhall", data=SEATS, files={"board": ("b.json", b"{")})
    assert answer.status_code == 422
    assert "not JSON" in answer.text


def test_a_game_with_one_board_only_takes_no_other(client):
    answer = client.post(
        "/new/tammany",
        data={**SEATS, "kind.3": "person"},
        files={"board": ("b.json", json.dumps(OWN).encode())},
    )
    assert answer.status_code in (404, 422)
    assert "one board only" in answer.text


def test_the_board_file_can_be_downloaded_where_another_may_be_handed_in(client):
    assert client.get("/board/cityhall.json").json() == OWN
    assert "/board/cityhall.json" in client.get("/new/cityhall").text
    assert client.get("/board/tammany.json").status_code == 404
    assert "/board/" not in client.get("/new/tammany").text


def test_the_json_api_takes_a_board_and_refuses_a_bad_one(client):
    new = {"game": "cityhall", "seats": [{"name": "Ada", "kind": "open"}] * 2, "board": CORRECTED}
    made = client.post("/api/v1/tables", json=new).json()
    token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    text = client.get(f"/api/v1/tables/{made['id']}/record", headers=token).text
    assert f"board {CITYHALL.with_board(CORRECTED).board}" in text
    refused = client.post("/api/v1/tables", json={**new, "board": {**OWN, "bridges": 1}})
    assert refused.status_code == 404
    assert "bridges" in refused.text


def test_a_table_on_another_board_goes_on_there_after_a_restart(database):
    async def go() -> None:
        store = Store(database)
        tables = Tables(store, Settings(database=database))
        seats = [("Ada", "person"), ("Bert", "person")]
        first = await Seating(tables).create(
            "cityhall", seats, {}, "s" * 22, "key", board=CORRECTED
        )
        store.close()
        store = Store(database)
        found = await Tables(store, Settings(database=database)).find(first.id)
        store.close()
        assert found.table.game.board == CITYHALL.with_board(CORRECTED).board
        assert found.table.game.board_file == CORRECTED
        assert found.table.lines == first.table.lines
        assert not found.hints_allowed

    asyncio.run(go())


def test_an_opponent_at_a_table_on_another_board_answers_in_plain_python():
    table = twohalls.new_table("cityhall", ["Ada", "Bert"], board=CORRECTED, seed=1)
    view = table.view(table.awaited[0])
    assert bots.in_haste("captain", view, random.Random(1)) in view.legal
