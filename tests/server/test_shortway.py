"""A move takes a short way through the server; the whole way gives the same answers."""

from __future__ import annotations

import json
from typing import Any

from tests.server.conftest import Api

SHORT = "application/json"
WHOLE = "application/json; charset=utf-8"


def said(table: Api, content: str, headers: dict[str, str], body: str) -> Any:
    path = f"/api/v1/tables/{table.id}/moves"
    return table.client.post(path, content=body, headers={**headers, "Content-Type": content})


def test_both_ways_answer_the_same(table):
    seat = table.view()["awaited"][0]
    good = {"seat": seat, "version": table.view()["version"], "key": "once", "line": "boss 1"}
    bodies = [
        json.dumps(good),
        json.dumps({**good, "key": "twice"}),
        json.dumps({**good, "key": "not a key"}),
        json.dumps({**good, "seat": seat % 3 + 1}),
        json.dumps({**good, "line": 7}),
        json.dumps([good]),
        "{",
        "null",
        "",
    ]
    strange = {"Authorization": "Bearer another"}
    asked = [(table.headers(seat), body) for body in bodies]
    for headers, body in [*asked, (strange, bodies[0]), ({}, bodies[0])]:
        short, whole = (said(table, content, headers, body) for content in (SHORT, WHOLE))
        assert (short.status_code, short.json()) == (whole.status_code, whole.json()), body
        assert short.headers["content-type"] == whole.headers["content-type"]


def test_what_is_not_sent_as_json_goes_the_whole_way(table):
    seat = table.view()["awaited"][0]
    body = {"seat": seat, "version": table.view()["version"], "key": "k", "line": "boss 1"}
    answer = said(table, "text/plain", table.headers(seat), json.dumps(body))
    assert answer.status_code == 422
