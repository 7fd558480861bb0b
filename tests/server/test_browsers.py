"""What a browser is known by: a token that nobody else chose, keeps or can plant."""

from __future__ import annotations

import re
import threading

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Api
from tests.server.days import Friend

from twohalls.server import identity

SAFE = "__Host-twohalls"
PLAY = {"go": "tammany solo", "name": "Ada", "tammany.opponents": "2"}


def link_of(table, seat=1):
    return f"/j/{table.made['seats'][seat - 1]['token']}"


@pytest.mark.parametrize("chosen", ["a" * 43, "x" * 22 + "." + "y" * 43, "é" * 43, "." * 60])
def test_a_browser_cannot_choose_its_token(client, chosen):
    cookie = {"Cookie": f"twohalls={chosen}".encode("latin-1")}
    answer = client.post("/play", data=PLAY, headers=cookie)
    given = client.cookies["twohalls"]
    assert answer.status_code == 200
    assert given != chosen
    assert identity.is_browser(client.app.state.services.secret, given)


def test_the_token_of_a_link_is_no_browsers_token(client):
    table = Api(client)
    for token in (table.made["owner"], table.made["watch"], table.made["seats"][0]["token"]):
        client.cookies.clear()
        cookie = {"Cookie": f"twohalls={token}"}
        assert client.get(f"/t/{table.id}", headers=cookie).status_code == 404
        assert client.get(f"/api/v1/tables/{table.id}", headers=cookie).status_code == 404


def test_a_token_that_somebody_planted_gains_nothing(client):
    """It was given out by this server, but to somebody else."""
    secret = client.app.state.services.secret
    planted = identity.browser_token(secret)
    table = Api(client)
    for path in (link_of(table), "/play"):
        victim = Friend(client)
        victim.client.cookies["twohalls"] = planted
        victim.post(path, **PLAY)
        cookie = {"Cookie": f"twohalls={planted}"}
        assert "No game yet" in Friend(client).client.get("/games", headers=cookie).text


def test_a_browser_that_holds_something_keeps_its_token(client):
    friend = Friend(client).sit(Api(client), 1, "Zoe")
    token = friend.client.cookies["twohalls"]
    friend.sit(Api(client), 2, "Zoe")
    friend.post("/play", **PLAY)
    assert friend.client.cookies["twohalls"] == token


def test_a_form_that_is_sent_twice_by_a_new_browser_sits_down_once(serve):
    """As by a double click: the browser keeps what the last answer gave it."""
    table = serve().new_table()
    page = httpx2.get(table.link(1)).text
    [key] = re.findall(r'name="key" value="([^"]+)"', page)
    answers = []

    def click():
        form = {"name": "Zoe", "key": key}
        answers.append(httpx2.post(table.link(1), data=form, timeout=20))

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [303] * 4
    assert len({answer.cookies["twohalls"] for answer in answers}) == 1


# --- Behind HTTPS --------------------------------------------------------------------------------


@pytest.fixture
def safe(client):
    found = TestClient(client.app, base_url="https://testserver", raise_server_exceptions=False)
    found.portal = client.portal
    return found


def test_behind_https_the_cookie_is_this_hosts_alone(safe):
    answer = safe.post("/play", data=PLAY, follow_redirects=False)
    cookies = {one.partition("=")[0]: one for one in answer.headers.get_list("set-cookie")}
    assert "twohalls" not in cookies
    assert all(part in cookies[SAFE] for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"))
    assert "Domain" not in cookies[SAFE]
    assert safe.get(answer.headers["location"]).status_code == 200


def test_behind_https_a_cookie_that_a_plain_page_set_is_not_read(client, safe):
    plain = client.post("/play", data=PLAY, follow_redirects=False)
    token = client.cookies["twohalls"]
    path = plain.headers["location"]
    assert safe.get(path, headers={"Cookie": f"twohalls={token}"}).status_code == 404
    assert safe.get(path, headers={"Cookie": f"{SAFE}={token}"}).status_code == 200


def test_behind_https_browsers_are_told_to_stay_there(client, safe):
    for path in ("/", "/nowhere", "/static/app.js", "/api/v1/nothing"):
        assert safe.get(path).headers["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in client.get(path).headers


# --- What is kept where --------------------------------------------------------------------------


def test_pages_that_carry_links_are_kept_by_nobody(client):
    owner = Friend(client)
    made = owner.post("/play", **{**PLAY, "go": "tammany invite"})
    assert made.headers["cache-control"] == "no-store"
    [link, *_] = re.findall(r"http://testserver(/j/[^\"]+)", made.text)
    assert Friend(client).get(link).headers["cache-control"] == "no-store"
    assert owner.post("/games/link").headers["cache-control"] == "no-store"


def test_links_follow_the_address_that_the_host_set(make_client):
    owner = Friend(make_client(url="https://halls.example.org/"))
    made = owner.post("/play", **{**PLAY, "go": "tammany invite"})
    assert 'value="https://halls.example.org/j/' in made.text
    assert 'value="https://halls.example.org/me/' in owner.post("/games/link").text


# --- Signing out ---------------------------------------------------------------------------------


def test_a_browser_that_is_signed_out_holds_nothing_even_if_its_cookie_was_copied(client):
    table = Api(client)
    friend = Friend(client).sit(table, 1, "Zoe")
    copied = {"Cookie": f"twohalls={friend.client.cookies['twohalls']}"}
    answer = friend.client.post("/games/devices", data={"do": "here"}, follow_redirects=False)
    assert answer.status_code == 303
    assert "twohalls" not in friend.client.cookies
    assert "name" not in friend.client.cookies
    assert friend.get(f"/t/{table.id}").status_code == 404
    assert Friend(client).client.get(f"/t/{table.id}", headers=copied).status_code == 404


def test_who_signed_out_comes_back_by_their_personal_link(client):
    table = Api(client)
    friend, phone = Friend(client).sit(table, 1, "Zoe"), Friend(client)
    link = re.findall(r"testserver(/me/[^\"]+)", friend.post("/games/link").text)[0]
    phone.post(link)
    friend.post("/games/devices", do="here")
    assert phone.get(f"/t/{table.id}").status_code == 200, "other devices stay"
    assert friend.get(f"/t/{table.id}").status_code == 404
    friend.post(link)
    assert 'name="seat" value="1"' in friend.get(f"/t/{table.id}").text


def test_only_who_holds_something_is_offered_to_sign_out(client):
    assert "Sign out of this browser" not in Friend(client).get("/games").text
    friend = Friend(client).sit(Api(client), 1, "Zoe")
    assert "Sign out of this browser" in friend.get("/games").text
