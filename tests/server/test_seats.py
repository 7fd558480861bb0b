"""A seat belongs to who sits there: links are spent, devices signed out, and nobody looks in."""

from __future__ import annotations

import re
import threading

import httpx2
import pytest
from tests.server.conftest import Api
from tests.server.days import Friend, settled
from tests.serving import PLAIN

TAKEN = "somebody sits here already"


def owner_of_an_open_table(client):
    """Who opened a table for two others, its address, and the links of their seats."""
    owner = Friend(client)
    made = owner.post("/play", **{"go": "cityhall invite", "name": "Ada", "cityhall.opponents": 2})
    return owner, made.url.path, invitations(made.text)


def invitations(page):
    return re.findall(r'value="http://testserver(/j/[^"]+)"', page)


def bearer(link):
    return {"Authorization": f"Bearer {link.rpartition('/')[2]}"}


def seat_on(page):
    found = re.search(r'name="seat" value="(\d)"', page)
    return found and int(found[1])


# --- The link of a seat ------------------------------------------------------------------------


def test_the_link_of_a_taken_seat_leads_nobody_else_to_it(client):
    owner, path, [link, _] = owner_of_an_open_table(client)
    friend = Friend(client)
    friend.post(link, name="Bert")
    for spy in (owner, Friend(client)):
        for answer in (spy.get(link), spy.post(link, name="Spy")):
            assert answer.status_code == 409
            assert TAKEN in answer.text.lower()
    assert seat_on(owner.get(path).text) == 1
    assert seat_on(friend.get(path).text) == 2


def test_the_token_of_a_taken_seat_shows_no_hand(client):
    _, path, [link, _] = owner_of_an_open_table(client)
    api = f"/api/v1/tables/{path.rpartition('/')[2]}"
    assert client.get(api, headers=bearer(link)).json()["seat"] == 2
    Friend(client).post(link, name="Bert")
    for what in ("", "/legal", "/record", "/stream"):
        assert client.get(f"{api}{what}", headers=bearer(link)).status_code == 404
    join = client.post(f"{api}/join", json={"name": "Spy"}, headers=bearer(link))
    assert join.status_code == 404


def test_who_sat_down_by_a_link_may_open_it_again(client):
    _, path, [link, _] = owner_of_an_open_table(client)
    friend = Friend(client)
    for answer in (friend.post(link, name="Bert"), friend.get(link), friend.post(link, name="B")):
        assert answer.url.path == path
        assert seat_on(answer.text) == 2


def test_the_owner_is_shown_no_link_of_a_seat_that_is_taken(client):
    owner, path, links = owner_of_an_open_table(client)
    assert len(links) == 2
    Friend(client).post(links[0], name="Bert")
    assert invitations(owner.get(path).text) == links[1:]


def test_seats_at_the_owners_own_screen_have_no_links(client):
    owner = Friend(client)
    made = owner.post("/play", **{"go": "cityhall hotseat", "cityhall.opponents": 2})
    assert not invitations(made.text)


def test_of_two_who_open_a_link_at_once_one_sits_down(serve):
    table = serve().new_table()
    answers = []

    def come(name):
        with httpx2.Client(timeout=60, verify=PLAIN) as browser:
            answers.append(browser.post(table.link(1), data={"name": name}).status_code)

    threads = [threading.Thread(target=come, args=(name,)) for name in ("Bert", "Cleo", "Dora")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, 409, 409]


def test_a_program_that_sits_down_gets_a_token_that_nobody_else_knows(client):
    table = Api(client)
    given = {"Authorization": f"Bearer {table.made['seats'][1]['token']}"}
    path = f"/api/v1/tables/{table.id}"
    answer = client.post(f"{path}/join", json={"name": "Zoe"}, headers=given)
    assert answer.status_code == 200
    own = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert client.get(path, headers=own).json()["seat"] == 2
    assert client.get(path, headers=given).status_code == 404


def test_a_seat_given_to_somebody_new_is_told_to_everybody(client):
    owner, path, links = owner_of_an_open_table(client)
    friends = [Friend(client) for _ in links]
    for friend, link, name in zip(friends, links, ("Bert", "Cleo"), strict=True):
        friend.post(link, name=name)
    owner.post(f"{path}/seats", seat=2, to="new")
    [link] = invitations(owner.get(path).text)
    assert owner.post(link, name="Ada").status_code == 200
    for reader in (owner, *friends):
        assert "Bert’s seat is waiting for somebody new." in reader.get(path).text


def test_who_comes_from_the_game_before_spends_the_link_of_their_seat(client):
    owner, path, [link, _] = owner_of_an_open_table(client)
    friend = Friend(client)
    friend.post(link, name="Bert")
    again = owner.post(f"{path}/again")
    [new, _] = invitations(again.text)
    friend.post(f"{path}/again")
    assert owner.get(new).status_code == 409
    assert seat_on(friend.get(again.url.path).text) == 2


# --- Seats that are lent, tables that are ended ------------------------------------------------


def test_a_lent_seat_comes_back_only_through_the_owner(client):
    owner, path, [link, _] = owner_of_an_open_table(client)
    owner.post(f"{path}/seats", seat=2, to="random")
    friend = Friend(client)
    for answer in (friend.get(link), friend.post(link, name="Bert")):
        assert answer.status_code == 409
        assert "An opponent is playing this seat" in answer.text
    id = path.rpartition("/")[2]
    assert settled(client, id).seat(2).kind == "random"
    owner.post(f"{path}/seats", seat=2, to="back")
    assert friend.post(link, name="Bert").status_code == 200


def test_nobody_sits_down_at_an_ended_table(client):
    owner, path, [link, _] = owner_of_an_open_table(client)
    owner.post(f"{path}/end", sure=1)
    assert Friend(client).post(link, name="Bert").status_code == 409
    assert settled(client, path.rpartition("/")[2]).seat(2).kind == "open"


@pytest.mark.parametrize("what", ["move", "sit down", "give", "end"])
def test_a_table_that_another_worker_ended_is_ended(make_client, what):
    first, second = make_client(look_around=1e9), make_client(look_around=1e9)
    owner, path, [link, _] = owner_of_an_open_table(first)
    id = path.rpartition("/")[2]
    there = Friend(second)
    there.client.cookies = owner.client.cookies
    there.get(path)
    live = second.app.state.services.tables._live[id]
    owner.post(f"{path}/end", sure=1)
    [seat] = live.table.awaited
    services = second.app.state.services
    seating = services.seating
    if what == "move":
        line = live.view(seat).legal[0]
        act = lambda: services.tables.submit(id, seat, line, live.table.version, "k")  # noqa: E731
    elif what == "sit down":
        act = lambda: seating.sit_down(live, 2, "Bert", "b" * 43, link.rpartition("/")[2])  # noqa: E731
    elif what == "give":
        act = lambda: seating.lend_seat(live, 2, "random")  # noqa: E731
    else:
        act = lambda: seating.end(live)  # noqa: E731
    version = live.table.version
    with pytest.raises(Exception, match="opened this table has ended it"):
        second.portal.call(act)
    assert settled(second, id).table.version == version


# --- Devices that are signed out ---------------------------------------------------------------


class Browser:
    """A browser of its own at a server of its own process."""

    def __init__(self, server):
        self.url = server.url
        self.http = httpx2.Client(
            follow_redirects=True, timeout=60, headers={"Origin": self.url}, verify=PLAIN
        )

    def post(self, path, **form):
        return self.http.post(f"{self.url}{path}", data=form)

    def stream(self, path):
        return self.http.stream("GET", f"{self.url}{path}", headers={"Accept-Encoding": "identity"})


def said(stream):
    """What is said on a stream, without signs of life."""
    return (line for line in stream.iter_lines() if line.startswith("data:"))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("leaves", [True, False])
def test_a_device_that_is_signed_out_loses_its_open_streams(serve, workers, leaves):
    servers = [serve(keep_alive=0.2) for _ in range(workers)]
    table = servers[0].new_table("cityhall")
    desk, phone = Browser(servers[0]), Browser(servers[-1])
    desk.post(f"/j/{table.tokens[0]}", name="Zoe")
    page = desk.post("/games/link").text
    phone.post(re.findall(r"(/me/[^\"]+)\"", page)[0])
    api = f"/api/v1/tables/{table.id}/stream"
    with phone.stream(f"{table.path}/stream?shows=1") as board, phone.stream(api) as told:
        changes, views = said(board), said(told)
        next(changes)
        assert '"seat":1' in next(views)
        (phone if leaves else desk).post("/games/devices", do="leave" if leaves else "others")
        assert list(changes)[-1] == "data:!"
        assert not list(views)
    for browser in (desk, phone):
        browser.http.close()
