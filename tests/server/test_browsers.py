"""What a browser is known by: a token that nobody else chose, keeps or can plant."""

from __future__ import annotations

import contextlib
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Api
from tests.server.days import Clock, Friend

from twohalls.server import identity, people

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


# --- A new token for every right -----------------------------------------------------------------


def token_of(friend):
    return friend.client.cookies["twohalls"]


def with_token(client, token):
    friend = Friend(client)
    friend.client.cookies.set("twohalls", token, domain="testserver.local")
    return friend


def test_whatever_a_browser_gains_it_gets_a_new_token_and_keeps_what_it_has(make_client):
    client = make_client(
        hall="open", url="http://testserver", smtp_host="127.0.0.1", smtp_from="a@b.org"
    )
    first, second, third = Api(client), Api(client), Api(client)
    friend = Friend(client).sit(first, 1, "Zoe")
    tokens = {token_of(friend)}
    gains = [
        lambda: friend.sit(second, 2, "Zoe"),
        lambda: friend.get(f"/w/{third.made['watch']}"),
        lambda: friend.post("/play", **PLAY),
        lambda: friend.post("/games/link"),
        lambda: friend.post("/hall/enter", name="Zoe"),
        lambda: friend.post("/games/address", kind="mail", address="zoe@example.org"),
    ]
    for number, gain in enumerate(gains, 2):
        gain()
        tokens.add(token_of(friend))
        assert len(tokens) == number
    page = friend.get("/games").text
    assert all(table.id in page for table in (first, second, third))
    assert "zoe@example.org" in page
    assert "Sign out all others" not in page, "no other device came by this"
    assert seat_on(friend.get(f"/t/{first.id}").text) == "1"
    assert seat_on(friend.get(f"/t/{second.id}").text) == "2"


def seat_on(page):
    found = re.search(r'name="seat" value="(\d)"', page)
    return found and found[1]


def test_a_token_that_somebody_planted_shows_nothing_that_was_gained_with_it(make_client):
    """Who planted it sits somewhere with it themselves; on two workers."""
    clock = Clock()
    here, there = make_client(clock=clock), make_client(clock=clock)
    theirs, mine = Api(here), Api(here)
    planted = token_of(Friend(here).sit(theirs, 1, "Eve"))
    victim = with_token(here, planted).sit(mine, 1, "Zoe")
    for worker in (here, there):
        spy = with_token(worker, planted)
        for path in (f"/t/{mine.id}", f"/t/{mine.id}/stream", f"/api/v1/tables/{mine.id}"):
            assert spy.get(path).status_code == 404
        assert spy.get(f"/t/{theirs.id}").status_code == 200, "a request under way is served"
    clock.later(people.GRACE)
    for worker in (here, there):
        assert with_token(worker, planted).get(f"/t/{theirs.id}").status_code == 404
        assert seat_on(with_token(worker, token_of(victim)).get(f"/t/{mine.id}").text) == "1"


def test_a_token_that_was_planted_is_no_way_to_the_new_one(make_client):
    client = make_client(clock=(clock := Clock()))
    theirs, mine = Api(client), Api(client)
    planted = token_of(Friend(client).sit(theirs, 1, "Eve"))
    with_token(client, planted).sit(mine, 1, "Zoe")
    for later in (0, people.GRACE):
        clock.later(later)
        spy = with_token(client, planted)
        with contextlib.suppress(httpx2.TooManyRedirects):
            spy.get(f"/w/{Api(client).made['watch']}")
        assert spy.get(f"/t/{mine.id}").status_code == 404


def test_a_move_of_another_tab_that_was_under_way_counts(client):
    table = Api(client)
    seat = table.view()["awaited"][0]
    friend = Friend(client).sit(table, seat, "Zoe")
    tab = with_token(client, token_of(friend))
    friend.sit(Api(client), 1, "Zoe")
    view = table.view(seat)
    form = {"seat": seat, "version": view["version"], "line": view["legal"][0], "key": "tab"}
    tab.post(f"/t/{table.id}/move", **form)
    assert table.view()["version"] > view["version"]
    assert token_of(friend) != token_of(tab)


def test_an_answer_that_is_lost_with_the_new_token_loses_nothing(make_client):
    client = make_client(clock=(clock := Clock()))
    first, second = Api(client), Api(client)
    friend = Friend(client).sit(first, 1, "Zoe")
    token = token_of(friend)
    for _ in range(3):
        friend.client.post(link_of(second), data={"name": "Zoe"}, follow_redirects=False)
        assert token_of(friend) != token
        friend = with_token(client, token)
        clock.later(people.ARRIVES)
        assert seat_on(friend.get(f"/t/{first.id}").text) == "1"
    friend.sit(second, 1, "Zoe")
    assert seat_on(friend.get(f"/t/{first.id}").text) == "1"
    assert seat_on(friend.get(f"/t/{second.id}").text) == "1"


def test_a_new_token_that_was_offered_shows_all_before_it_gains_anything(client):
    first, second = Api(client), Api(client)
    friend = Friend(client).sit(first, 1, "Zoe")
    friend.client.post(link_of(second), data={"name": "Zoe"}, follow_redirects=False)
    assert seat_on(friend.get(f"/t/{first.id}").text) == "1"
    assert "Use this device" not in friend.get("/games").text
    friend.post("/games/devices", do="here")
    assert friend.get(f"/t/{first.id}").status_code == 404


def test_two_tabs_that_gain_something_at_once_lose_nothing(serve):
    """Each on a worker of its own, with the cookies of one browser."""
    workers = [serve(), serve()]
    tables = [workers[0].new_table() for _ in range(4)]
    with httpx2.Client(timeout=60, follow_redirects=True) as browser:
        browser.post(tables[0].link(1), data={"name": "Zoe"})

        def sit(number):
            server = workers[number % 2]
            link = tables[number].link(1).replace(workers[0].url, server.url)
            assert browser.post(link, data={"name": "Zoe"}).status_code == 200

        with ThreadPoolExecutor() as tabs:
            list(tabs.map(sit, range(1, 4)))
        for table in tables:
            assert seat_on(browser.get(f"{workers[1].url}{table.path}").text) == "1"


def test_a_device_that_came_by_the_personal_link_gets_new_tokens_too(client):
    first, second = Api(client), Api(client)
    desk, phone = Friend(client).sit(first, 1, "Zoe"), Friend(client)
    phone.post(re.findall(r"testserver(/me/[^\"]+)", desk.post("/games/link").text)[0])
    old = token_of(phone)
    phone.sit(second, 2, "Zoe")
    assert token_of(phone) != old
    for device in (desk, phone):
        assert seat_on(device.get(f"/t/{second.id}").text) == "2"
    assert with_token(client, old).get(f"/t/{second.id}").status_code == 404
    desk.sit(Api(client), 1, "Zoe")
    assert seat_on(phone.get(f"/t/{first.id}").text) == "1", "also when the other one's is renewed"
    desk.post("/games/devices", do="others")
    assert phone.get(f"/t/{second.id}").status_code == 404


def test_signing_out_ends_the_tokens_of_before_at_once(client):
    table = Api(client)
    friend = Friend(client).sit(table, 1, "Zoe")
    old = token_of(friend)
    friend.sit(Api(client), 1, "Zoe")
    assert with_token(client, old).get(f"/t/{table.id}").status_code == 200
    friend.post("/games/devices", do="here")
    assert with_token(client, old).get(f"/t/{table.id}").status_code == 404


def test_who_was_silenced_looking_on_stays_so_with_a_new_token(client):
    owner = Friend(client)
    path = owner.post("/play", **PLAY).url.path
    [link] = re.findall(r"testserver(/w/[^\"]+)", owner.get(f"{path}/invite").text)
    watcher = Friend(client)
    watcher.get(link)
    watcher.post(f"{path}/talk", text="First.")
    id = path.rpartition("/")[2]
    talk = client.app.state.services.talk
    live = client.portal.call(client.app.state.services.tables.find, id)
    voice = client.portal.call(talk.at, live).said[0].voice
    client.portal.call(talk.silence, live, voice, True)
    watcher.sit(Api(client), 1, "Zoe")
    assert watcher.post(f"{path}/talk", text="Second.").status_code == 409
    assert [one.text for one in client.portal.call(talk.at, live).said] == ["First."]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_page_of_another_tab_goes_on_with_the_new_token(serve, workers):
    """Its stream asks for the whole, and the browser comes with what it has now."""
    servers = [serve() for _ in range(workers)]
    table, other = servers[0].new_table(), servers[0].new_table()
    here, there = servers[0].url, servers[-1].url
    with httpx2.Client(timeout=60, follow_redirects=True) as browser:
        browser.post(table.link(1), data={"name": "Zoe"})
        path = f"{there}{table.path}/stream?shows=1"
        with browser.stream("GET", path, headers={"Accept-Encoding": "identity"}) as stream:
            lines = (line for line in stream.iter_lines() if line.startswith("data:"))
            next(lines)
            browser.post(f"{here}/j/{other.tokens[0]}", data={"name": "Zoe"})
            assert list(lines)[-1] == "data:!"
        assert seat_on(browser.get(f"{there}{table.path}").text) == "1"


def test_a_form_that_is_sent_twice_by_a_new_browser_sits_down_once(serve):
    """As by a double click: the browser keeps what the last answer gave it."""
    table = serve().new_table()
    page = httpx2.get(table.link(1), timeout=60).text
    [key] = re.findall(r'name="key" value="([^"]+)"', page)
    answers = []

    def click():
        form = {"name": "Zoe", "key": key}
        answers.append(httpx2.post(table.link(1), data=form, timeout=60))

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
