"""What programs can do over the JSON API."""

from __future__ import annotations

import json

import pytest
from tests.server.conftest import TABLE, Api


def test_a_table_is_opened_with_a_token_for_every_person(client):
    seats = [{"name": "Ada"}, {"name": "Nora", "kind": "random"}, {"name": "Teo"}]
    made = client.post("/api/v1/tables", json={**TABLE, "seats": seats}).json()
    assert [bool(seat["token"]) for seat in made["seats"]] == [True, False, True]


def test_a_view_lists_what_the_seat_may_say(table):
    seat = table.view()["awaited"][0]
    view = table.view(seat)
    assert view["seat"] == seat
    assert "boss 1" in view["legal"]
    assert table.get("/legal", seat).json() == view["legal"]


def test_a_spectator_may_say_nothing(table):
    assert table.view()["legal"] == []
    assert table.view()["seat"] is None


def test_a_line_is_taken_and_seen_by_all(table):
    seat = table.view()["awaited"][0]
    version = table.view(seat)["version"]
    answer = table.post("moves", seat, version=version, line="boss 1")
    assert answer.json() == {"version": version + 1}
    assert table.view()["lines"][-1] == f"{seat} boss 1"


def test_the_same_attempt_is_done_once(table):
    seat = table.view()["awaited"][0]
    version = table.view(seat)["version"]
    answers = [
        table.post("moves", seat, version=version, line="boss 1", key="once") for _ in range(3)
    ]
    assert [answer.json() for answer in answers] == [{"version": version + 1}] * 3
    assert table.view()["version"] == version + 1


def test_an_old_picture_of_the_table_is_refused(table):
    seat = table.view()["awaited"][0]
    version = table.view(seat)["version"]
    table.post("moves", seat, version=version, line="boss 1")
    answer = table.post("moves", seat, version=version, line="boss 2")
    assert answer.status_code == 409
    assert answer.json()["error"] == "Stale"


def test_a_refusal_says_its_kind_and_what_its_sentence_is_made_of(table):
    seat = table.view()["awaited"][0]
    answer = table.post("moves", seat, version=table.view()["version"], line="boss 17")
    assert answer.status_code == 409
    assert answer.json() == {
        "error": "Illegal",
        "message": "ward 17 is not in play yet",
        "template": "ward {ward} is not in play yet",
        "values": {"ward": 17},
    }


def test_a_step_is_taken_back(table):
    seat = table.view()["awaited"][0]
    version = table.view(seat)["version"]
    table.post("moves", seat, version=version, line="boss 1")
    assert table.view(seat)["can_undo"]
    assert table.post("undo", seat, version=version + 1).json() == {"version": version + 2}
    assert table.view()["lines"][-1].startswith("*")


def test_another_seats_token_moves_nothing(table):
    seat = table.view()["awaited"][0]
    other = seat % 3 + 1
    body = {"seat": seat, "key": "k", "version": table.view()["version"], "line": "boss 1"}
    path = f"/api/v1/tables/{table.id}/moves"
    answer = table.client.post(path, json=body, headers=table.headers(other))
    assert answer.status_code == 404
    assert answer.json()["message"] == "this seat is not yours"


NO_JSON = (
    b"",
    b"{",
    b"\xff\xfe\xfd",
    b"[" * 10_000,
    b'{"version": ' + b"9" * 5000 + b"}",
    b"null",
)


@pytest.mark.parametrize("what", NO_JSON, ids=range(len(NO_JSON)))
@pytest.mark.parametrize("content", ["application/json", "application/json; charset=utf-8"])
def test_a_move_that_cannot_be_read_is_refused_on_either_way(table, what, content):
    seat = table.view()["awaited"][0]
    headers = {**table.headers(seat), "Content-Type": content}
    path = f"/api/v1/tables/{table.id}/moves"
    answer = table.client.post(path, content=what, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["message"]


def test_without_a_right_a_table_is_as_if_it_were_not(table):
    path = f"/api/v1/tables/{table.id}"
    there = table.client.get(path)
    nowhere = table.client.get("/api/v1/tables/AAAAAAAAAAAA")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content


def test_a_post_takes_only_the_fields_that_are_described(client):
    mine = {"owner": "x" * 43, "watch": "y" * 43, "id": "AAAAAAAAAAAA", "version": 7}
    made = client.post("/api/v1/tables", json={**TABLE, **mine}).json()
    assert made["id"] != mine["id"]
    assert {made["owner"], made["watch"]}.isdisjoint(mine.values())


def test_the_same_key_opens_one_table(client):
    body = {**TABLE, "key": "k" * 22}
    first, second = (client.post("/api/v1/tables", json=body).json() for _ in range(2))
    assert first == second


def test_a_person_sits_down_under_a_name(table):
    path = f"/api/v1/tables/{table.id}/join"
    answer = table.client.post(path, json={"name": "Zoe"}, headers=table.headers(2))
    assert answer.status_code == 200
    assert [player["name"] for player in table.view()["players"]] == ["Ada", "Zoe", "Cleo"]


def test_names_are_cleaned_and_told_apart(client):
    seats = [{"name": " Ada,\u202e x "}, {"name": "Ada x"}, {"name": "<b>"}]
    made = Api(client, seats=seats).made
    assert [seat["name"] for seat in made["seats"]] == ["Ada x", "Ada x 2", "<b>"]


def test_the_record_is_exported(table):
    table.play()
    text = table.get("/record").text
    assert text.startswith("twohalls 1\ngame tammany\nplayers Ada, Bert, Cleo\n")


def test_a_game_is_played_to_its_end(client):
    import random

    rng = random.Random(4)
    table = Api(client)
    for _ in range(2000):
        public = table.view()
        if public["over"]:
            break
        seat = rng.choice(public["awaited"])
        view = table.view(seat)
        if not view["legal"]:
            continue  # the only move there was has been made for the seat
        line = rng.choice(view["legal"])
        answer = table.post("moves", seat, version=view["version"], line=line)
        assert answer.status_code == 200 or answer.json()["error"] in ("Stale", "NotYourTurn")
    assert public["result"]["winners"]
    assert "winner" in table.get("/record").text.splitlines()[-1]


def test_the_description_has_an_example_for_every_post(client):
    described = client.get("/api/v1/openapi.json").json()
    assert all(path.startswith("/api/v1/") for path in described["paths"])
    assert "boss 1" in json.dumps(described)


def test_a_refusal_is_of_the_kind_that_is_described(table):
    described = table.client.get("/api/v1/openapi.json").json()["paths"]
    for what in ("", "/legal", "/record", "/stream"):
        answer = table.client.get(f"/api/v1/tables/AAAAAAAAAAAA{what}")
        said = described[f"/api/v1/tables/{{id}}{what}"]["get"]["responses"]["404"]["content"]
        assert answer.status_code == 404
        assert answer.headers["content-type"] in said


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada\u3164", "Ada"),
        ("A\u2800da", "A da"),
        ("\u115fAda\uffa0", "Ada"),
        ("\u3164\u2800", None),
        ("\ufe0f\u0301", None),
        ("A\u0301da", "A\u0301da"),
    ],
)
def test_a_name_has_no_letters_that_nobody_sees(client, name, shown):
    body = {**TABLE, "seats": [{"name": name}, {"name": "Bert"}, {"name": "Cleo"}]}
    answer = client.post("/api/v1/tables", json=body)
    assert answer.status_code == (201 if shown else 422)
    assert shown is None or answer.json()["seats"][0]["name"] == shown
