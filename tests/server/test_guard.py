"""What every answer carries, and what is refused before anything looks at it."""

from __future__ import annotations

import logging
import re
import socket
from typing import Any

import pytest
from starlette.formparsers import MultiPartParser
from tests.server.conftest import TABLE, Api

from twohalls.server.guard import HEADERS
from twohalls.server.logs import HideTokens
from twohalls.server.settings import Rate
from twohalls.server.stream import packer

PLAY = {"go": "tammany solo", "name": "Ada", "tammany.opponents": "2"}


@pytest.fixture
def my_table(client):
    """The address of a table this client made on the start page."""
    answer = client.post("/play", data=PLAY, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/new/tammany", "/nowhere", "/t/AAAAAAAAAAAA", "/j/wrong", "/w/wrong"),
        *("/static/app.js", "/static/none", "/static/..%2fapp.py"),
        *("/api/v1/openapi.json", "/api/v1/nothing"),
    ],
)
def test_every_answer_carries_the_security_headers(client, path):
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_a_table_page_carries_them_too(client, my_table):
    for path in (my_table, f"{my_table}/text"):
        assert "'unsafe" not in client.get(path).headers["content-security-policy"]


def test_pages_hold_no_inline_script_or_style(client, my_table):
    for path in ("/", "/new/cityhall", my_table, f"{my_table}/text"):
        text = client.get(path).text
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|javascript:", text)


def test_a_failure_of_ours_tells_nobody_anything(client, monkeypatch):
    async def broken(*_args):
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(client.app.state.services.store, "newest", broken)
    client.post("/play", data={**PLAY, "go": "name"})
    answer = client.get("/")
    assert answer.status_code == 500
    assert "secret reason" not in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
def test_a_post_from_another_site_is_refused(client, headers):
    assert client.post("/play", data=PLAY, headers=headers).status_code == 403
    assert client.post("/api/v1/tables", json=TABLE, headers=headers).status_code == 403


def test_a_post_from_our_own_page_is_taken(client):
    headers = {"Origin": "http://testserver"}
    assert client.post("/play", data=PLAY, headers=headers).status_code == 200
    headers = {"Sec-Fetch-Site": "same-origin", "Origin": "http://proxied.example"}
    assert client.post("/play", data=PLAY, headers=headers).status_code == 200


def test_a_body_that_no_move_needs_is_refused(client):
    assert client.post("/play", data={"name": "x" * 20_000}).status_code == 413
    in_pieces = (b"x" * 1000 for _ in range(30))
    assert client.post("/api/v1/tables", content=in_pieces).status_code == 413


def test_creating_too_often_is_refused(make_client):
    client = make_client(create_rate=Rate(3, 0.001))
    answers = [client.post("/api/v1/tables", json=TABLE) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 1


def test_posting_too_often_is_refused(make_client):
    table = Api(make_client(post_rate=Rate(3, 0.001)))
    codes = [table.post("moves", 1, version=0, line="end").status_code for _ in range(5)]
    assert codes[3:] == [429, 429]


def test_cookies_are_kept_from_scripts_and_other_sites(client):
    answer = client.post("/play", data=PLAY, follow_redirects=False)
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)


def test_tokens_are_stored_only_as_hashes(client, tmp_path):
    table = Api(client)
    client.app.state.services.store._writing.dispose()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    secrets = [seat["token"] for seat in table.made["seats"]]
    for token in [*secrets, table.made["owner"], table.made["watch"]]:
        assert token.encode() not in stored


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/static/start.css", "/static/icon.svg"])
def test_every_text_says_its_letters(client, path):
    assert client.get(path).headers["content-type"].endswith("; charset=utf-8")


def test_of_a_field_that_is_sent_twice_the_last_counts(client):
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    client.post("/language", content="lang=fr&lang=it&next=%2F", headers=kind)
    assert '<html lang="it"' in client.get("/").text


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused(client, method):
    assert client.request(method, "/").status_code == 405
    assert client.request(method, "/api/v1/tables").status_code == 405


def test_no_other_origin_is_ever_let_in(client):
    elsewhere = {"Origin": "https://elsewhere.example"}
    for path in ("/", "/static/app.js", "/api/v1/openapi.json"):
        headers = client.get(path, headers=elsewhere).headers
        assert not [name for name in headers if name.startswith("access-control")]


def test_names_are_escaped(client):
    client.post("/play", data={**PLAY, "name": "<img src=x>"})
    assert "<img" not in client.get("/").text


def test_a_language_is_never_a_way_out_of_the_site(client):
    for away in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"):
        answer = client.post("/language", data={"next": away, "lang": "fr"}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_tokens_of_links_never_reach_a_log(caplog):
    logger = logging.getLogger("test.access")
    logger.addFilter(HideTokens())
    with caplog.at_level(logging.INFO):
        logger.info('%s - "%s %s HTTP/%s" %d', "1.2.3.4:5", "GET", "/j/SECRET?x=1", "1.1", 200)
    assert "SECRET" not in caplog.text
    assert "/j/…" in caplog.text


def test_a_running_server_logs_no_token(serve):
    import httpx2

    server = serve()
    table = server.new_table()
    httpx2.get(table.link(1), timeout=60)
    httpx2.get(table.watch_link, timeout=60)
    server.stop()
    log = server.log.read_text()
    assert "/j/…" in log
    for token in [*table.tokens, table.watch, table.owner]:
        assert token not in log


def test_lines_of_the_log_say_to_which_request_they_belong(serve):
    import httpx2

    server = serve()
    for _ in range(2):
        httpx2.get(f"{server.url}/rules", timeout=60)
    server.stop()
    asked = [line for line in server.log.read_text().splitlines() if "GET /rules" in line]
    numbers = [re.search(rf" uvicorn.access ({server.process.pid}\.\d+) ", line) for line in asked]
    assert len({found[1] for found in numbers if found}) == 2


def test_whoever_leaves_in_the_middle_of_a_post_is_no_failure(serve):
    server = serve()
    with socket.create_connection(("127.0.0.1", server.port)) as leaving:
        leaving.sendall(
            b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlanguage="
        )
    server.new_table()
    server.stop()
    assert "a request failed" not in server.log.read_text()


def form_in(letters: str, size: int = 131_000) -> dict[str, Any]:
    """A form that names its letters, as long as any that is read."""
    head = 'Content-Disposition: form-data; name="record"'
    body = f"--x\r\n{head}\r\n\r\n".encode() + b"a" * (size - 100) + b"\r\n--x--\r\n"
    kind = f"multipart/form-data; boundary=x; charset={letters}"
    return {"content": body, "headers": {"Content-Type": kind}}


@pytest.mark.parametrize("letters", ["punycode", "utf-7", "undefined", "idna", "latin-1", "UTF-16"])
def test_a_form_in_other_letters_than_utf_8_is_refused_before_it_is_read(
    client, monkeypatch, letters
):
    monkeypatch.setattr(MultiPartParser, "parse", None)
    assert client.post("/import", **form_in(letters)).status_code == 415


def test_a_form_that_says_it_is_in_utf_8_is_read(client):
    for letters in ("utf-8", '"UTF-8"', "utf8"):
        assert client.post("/import", **form_in(letters, 300)).status_code == 422


@pytest.mark.parametrize("origin", ["http://[", "http://[x]", "//", "https://testserver"])
def test_an_origin_that_is_not_this_address_is_refused(client, origin):
    answer = client.post("/play", data=PLAY, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_origin_at_the_address_that_the_host_set_is_ours(make_client):
    client = make_client(url="https://halls.example.org/")
    headers = {"Origin": "https://halls.example.org"}
    assert client.post("/play", data=PLAY, headers=headers).status_code == 200


@pytest.mark.parametrize("name", ["%00", "a%00b", "%2e%2e/app.py", "x" * 5000])
def test_a_static_file_that_is_none_is_not_found(client, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_a_failure_of_ours_does_not_say_that_nothing_was_lost(client, monkeypatch):
    table = Api(client)
    seat = table.view()["awaited"][0]
    line = table.view(seat)["legal"][0]

    async def broken(*_args):
        raise OSError("no space left on device")

    monkeypatch.setattr(client.app.state.services.store, "append", broken)
    answer = table.post("moves", seat, version=table.view()["version"], line=line)
    assert answer.status_code == 500
    assert answer.json()["message"] == (
        "something went wrong here; check whether what you just did went through"
    )


@pytest.mark.parametrize("accepts", ["gzip;q=0", "br;q=0.0, gzip; q=0", "identity"])
def test_a_coding_that_is_refused_is_not_sent(client, accepts):
    headers = {"Accept-Encoding": accepts}
    for path in ("/", "/static/app.js", "/rules/tammany"):
        assert "content-encoding" not in client.get(path, headers=headers).headers
    assert not packer(accepts).coding


def test_a_coding_is_sent_to_whoever_takes_it(client):
    answer = client.get("/", headers={"Accept-Encoding": "br;q=0, GZIP;q=0.5"})
    assert answer.headers["content-encoding"] == "gzip"


def test_head_answers_as_get_does_but_for_the_body(client, my_table):
    stream = f"{my_table}/stream?shows=1"
    for path in ("/", my_table, "/rules", "/static/app.js", "/api/v1/openapi.json", stream):
        answer = client.head(path)
        assert answer.status_code == 200
        assert answer.content == b""
    assert client.head("/nowhere").status_code == 404
    assert client.head("/play").status_code == 405
