"""Hints that only their seat sees, and analyses that are made once and survive."""

from __future__ import annotations

import asyncio
import random
import re
import time

import pytest
from tests.server.conftest import Api
from tests.serving import until
from tests.tables import finished

from twohalls import GAMES, bots, new_table, read_record
from twohalls.bots.advice import analyse
from twohalls.server import advice
from twohalls.server.opponents import think
from twohalls.server.settings import Rate
from twohalls.server.store import Seat, Stored

SEATS = [{"name": "Ada"}, {"name": "Nora", "kind": "random"}, {"name": "Teo", "kind": "random"}]
PEOPLE = [{"name": "Ada"}, {"name": "Bert"}, {"name": "Cleo"}]
KEY = re.compile(r'name="key" value="[^"]*"')
"""What makes sending a form twice harmless: another on each page."""
NOON = 1_700_000_000.0


@pytest.fixture
def make(make_client):
    """A server whose processes are this one; what they are asked is kept."""

    def start(**settings):
        client = make_client(clock=lambda: NOON, **settings)
        client.asked = asked = []

        async def ask(work, *given, limit, asker):
            if work is not think:
                asked.append((work, given))
            if work is advice.find_hint:
                view, _, _ = given
                return hint_of(view)
            return await asyncio.to_thread(work, limit, *given)

        client.app.state.services.opponents.ask = ask
        return client

    return start


def hint_of(view):
    chances = [[0.25, 0.5, 0.25], [0.31, 0.45, 0.24]]
    return {
        "line": view.legal[0],
        "now": chances[0],
        "after": chances[1],
        "threatens": 2,
        "instead": view.legal[1],
        "otherwise": 0.28,
    }


class Browser:
    """One of several people at the same server, with cookies of their own."""

    def __init__(self, client, cookies=None):
        self.client = client
        self.cookies = dict(cookies or {})

    def get(self, path, **given):
        return self._as_me(self.client.get, path, given)

    def post(self, path, **given):
        return self._as_me(self.client.post, path, given)

    def _as_me(self, send, path, given):
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        answer = send(path, **given)
        self.cookies = dict(self.client.cookies)
        self.client.cookies.clear()
        return answer


def sit(client, table, seat):
    """The browser of a seat."""
    browser = Browser(client)
    token = table.made["seats"][seat - 1]["token"]
    browser.post(f"/j/{token}", data={"name": f"Person {seat}"}, follow_redirects=False)
    return browser


def my_turn(table, seat=1):
    """Others play until a seat is awaited that has a choice."""
    for _ in range(400):
        awaited = table.view()["awaited"]
        if seat in awaited and len(table.view(seat)["legal"]) > 1:
            return
        other = next((one for one in awaited if table.made["seats"][one - 1]["token"]), None)
        if other is None:
            time.sleep(0.02)
        else:
            view = table.view(other)
            table.post("moves", other, version=view["version"], line=view["legal"][0])
    raise AssertionError


def ask(browser, table, seat=1, **headers):
    given = {"X-Script": "1", **headers}
    return browser.post(f"/t/{table.id}/hint", data={"seat": seat}, headers=given)


def told(browser, table, seat=1, patience=20.0, **headers):
    """The hint, once it is there."""
    end = time.monotonic() + patience
    while True:
        answer = browser.get(f"/t/{table.id}/hint?seat={seat}", headers=headers)
        if "data-again" not in answer.text:
            return answer.text
        assert time.monotonic() < end
        time.sleep(0.02)


# --- Hints -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "winning: 31% after it, 28% after the obvious move, “",
                "costs Nora most",
            ],
        ),
        (
            "fr",
            [
                "gagner : 31 % après ce coup, 28 % après le coup évident, « ",
                "Nora y perd le plus",
            ],
        ),
        (
            "it",
            [
                "vincere: 31% dopo questa mossa, 28% dopo quella ovvia, “",
                "perde di più è Nora",
            ],
        ),
    ],
)
def test_a_hint_gives_its_reason_in_the_readers_language(make, language, sentences):
    client = make()
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    lines = table.view(1)["lines"]
    assert ask(browser, table).status_code == 200
    text = told(browser, table, **{"Accept-Language": language})
    for sentence in sentences:
        assert sentence in text.replace("\u00a0", " ").replace("\u202f", " ")
    assert 'class="line"' in text
    assert table.view(1)["lines"] == lines


def test_without_a_script_the_page_comes_back_with_the_hint(make):
    client = make()
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    for page in ("", "/text"):
        data = {"seat": 1, "next": page}
        answer = browser.post(f"/t/{table.id}/hint", data=data, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/t/{table.id}{page}"
        told(browser, table)
        assert "31% after it" in browser.get(f"/t/{table.id}{page}").text


def test_at_one_moment_there_is_one_hint_which_survives_a_restart(make):
    client = make()
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    for _ in range(3):
        assert ask(browser, table).status_code == 200
    text = told(browser, table)
    assert len(client.asked) == 1
    other = make()
    again = Browser(other, browser.cookies)
    assert told(again, table) == text
    assert ask(again, table).text == text
    assert not other.asked


def test_a_hint_goes_when_the_table_moves_on(make):
    client = make()
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    ask(browser, table)
    assert "31%" in told(browser, table)
    table.play()
    assert "31%" not in browser.get(f"/t/{table.id}").text
    assert "31%" not in browser.get(f"/t/{table.id}/hint?seat=1").text


def test_nobody_else_is_shown_anything_of_a_hint(make):
    """No byte of another seat's page, fragment or view changes, nor the stamp of the stream."""
    client = make()
    table = Api(client, seats=PEOPLE, hints="all")
    browsers = {seat: sit(client, table, seat) for seat in (1, 2, 3)}
    watcher = Browser(client)
    watcher.get(f"/w/{table.made['watch']}")
    seat = table.view()["awaited"][0]
    others = {n: browser for n, browser in browsers.items() if n != seat} | {None: watcher}
    live = client.app.state.services.tables._live[table.id]

    def all_others_get():
        texts = [live.stamp]
        for number, other in others.items():
            texts += [other.get(f"/t/{table.id}{part}").text for part in ("", "/text", "/parts")]
            texts += [other.get(f"/t/{table.id}/replay").text, table.get("", number).text]
        return [KEY.sub("", text) for text in texts]

    before = all_others_get()
    ask(browsers[seat], table, seat)
    asked = all_others_get()
    assert "Your chance of winning" in told(browsers[seat], table, seat)
    assert before == asked == all_others_get()
    for other in others.values():
        assert ask(other, table, seat).status_code == 404
        assert other.get(f"/t/{table.id}/hint?seat={seat}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_what_is_thought_about_is_the_view_of_the_seat(make, game):
    client = make()
    table = Api(client, game=game, seats=PEOPLE, hints="all")
    seat = table.view()["awaited"][0]
    ask(sit(client, table, seat), table, seat)
    [(work, (view, _, _))] = client.asked
    assert work is advice.find_hint
    assert view.seat == seat
    assert not hasattr(view, "_rng")


@pytest.mark.parametrize(
    ("seats", "hints", "allowed"),
    [
        (SEATS, "alone", True),
        (SEATS, "none", False),
        (PEOPLE, "alone", False),
        (PEOPLE, "all", True),
    ],
)
def test_who_may_ask_is_the_tables_choice(make, seats, hints, allowed):
    client = make()
    table = Api(client, seats=seats, hints=hints)
    browser = sit(client, table, 1)
    my_turn(table)
    assert ask(browser, table).status_code == (200 if allowed else 409)
    page = browser.get(f"/t/{table.id}").text
    assert ('id="ask-hint"' in page) == allowed
    assert ("Everybody at this table may ask for hints." in page) == (hints == "all")


def test_a_hint_is_for_who_is_awaited(make):
    client = make()
    table = Api(client, seats=PEOPLE, hints="all")
    seat = table.view()["awaited"][0] % 3 + 1
    assert ask(sit(client, table, seat), table, seat).status_code == 409


def test_asking_too_often_is_refused_but_the_same_hint_is_free(make):
    client = make(hint_rate=Rate(1, 1e-9))
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    assert ask(browser, table).status_code == 200
    assert ask(browser, table).status_code == 200
    table.play()
    my_turn(table)
    assert ask(browser, table).status_code == 429


def test_a_hint_that_fails_is_said_and_can_be_asked_for_again(make):
    client = make()
    table = Api(client, seats=SEATS)
    browser = sit(client, table, 1)
    my_turn(table)
    found = client.app.state.services.opponents
    works = found.ask

    async def fails(work, *given, limit, asker):
        raise RuntimeError

    found.ask = fails
    ask(browser, table)
    assert "No hint came. Please try again." in told(browser, table)
    found.ask = works
    ask(browser, table)
    assert "31%" in told(browser, table)


# --- Analyses --------------------------------------------------------------------------------


def over(client, game="cityhall", players=2):
    """A finished table, put into the database."""
    table = read_record(finished(game, players))
    seats = tuple(Seat(n, name, "person") for n, name in enumerate(table.names, 1))
    id = f"finished{game[:4]}"
    stored = Stored(id, game, table.options, 0, 0, None, seats, tuple(table.log))
    client.portal.call(client.app.state.services.store.create, stored, [("x", _right(id))])
    return f"/t/{id}", table


def _right(id):
    from twohalls.server.store import Right

    return Right(id, "watch", None)


def analysed(client, url, patience=240.0):
    end = time.monotonic() + patience
    while "data-again" in (text := client.get(f"{url}/analysis").text):
        assert time.monotonic() < end
        time.sleep(0.02)
    return text


def stored_analysis(client, url):
    advisor = client.app.state.services.advice
    table = client.portal.call(client.app.state.services.tables.find, url[3:]).table
    return client.portal.call(advisor.analysis, url[3:], table)


@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2)])
def test_an_analysis_is_what_the_opponents_find_line_by_line(make, game, players):
    client = make()
    url, table = over(client, game, players)
    assert 'id="analyse"' in client.get(f"{url}/result").text
    begun = client.post(f"{url}/analysis", headers={"X-Script": "1"}).text
    assert "<progress" in begun
    assert f'max="{len(table.lines)}"' in begun
    text = analysed(client, url)
    found = analyse(table)
    assert stored_analysis(client, url).analysis == found
    for number in found.turning:
        assert f'{url}/replay?at={number}"' in text
    cell = f"{found.chances[found.turning[0]][0]:.0%}"
    assert f"<td>{cell}</td>" in text
    assert 'class="turnings"' in client.get(f"{url}/result").text


def test_an_analysis_is_made_once_also_by_two_workers(make):
    one, two = make(), make()
    url, _ = over(one)
    for client in (one, two, one):
        answer = client.post(f"{url}/analysis", follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == f"{url}/result"
    assert analysed(one, url) == analysed(two, url)
    begun = [given for client in (one, two) for _, given in client.asked if given[1] == 0]
    assert len(begun) == 1
    one.post(f"{url}/analysis")
    assert len([given for _, given in one.asked if given[1] == 0]) <= 1


def test_a_stopped_server_leaves_its_analysis_to_the_next(make):
    client = make()
    url, _ = over(client)

    async def never(work, *given, limit, asker):
        await asyncio.Event().wait()

    client.app.state.services.opponents.ask = never
    client.post(f"{url}/analysis")
    assert "data-again" in client.get(f"{url}/analysis").text
    client.portal.call(client.app.state.services.advice.close)
    other = make()
    assert 'class="turnings"' in analysed(other, url)


def test_an_analysis_goes_on_where_another_worker_left_it(make):
    client = make()
    url, _ = over(client)
    found = client.app.state.services.opponents
    works, asked = found.ask, []

    async def once(work, *given, limit, asker):
        asked.append(given)
        if len(asked) > 1:
            await asyncio.Event().wait()
        return await works(work, *given, limit=limit, asker=asker)

    found.ask = once
    client.post(f"{url}/analysis")
    until(lambda: len(asked) == 2)
    client.portal.call(client.app.state.services.advice.close)
    other = make()
    assert 'class="turnings"' in analysed(other, url)
    assert next(given[1:] for _, given in other.asked) == asked[1][1:]
    again = make()
    table = client.portal.call(client.app.state.services.tables.find, url[3:]).table
    assert stored_analysis(again, url).analysis == analyse(table)


def test_an_analysis_that_fails_is_said_and_can_be_tried_again(make):
    client = make()
    url, _ = over(client)
    found = client.app.state.services.opponents
    works = found.ask

    async def fails(work, *given, limit, asker):
        raise RuntimeError

    found.ask = fails
    client.post(f"{url}/analysis")
    text = analysed(client, url)
    assert "The analysis was interrupted." in text
    assert "Try again" in text
    found.ask = works
    client.post(f"{url}/analysis")
    assert 'class="turnings"' in analysed(client, url)


def test_a_running_game_is_not_analysed(make):
    client = make()
    table = Api(client, seats=PEOPLE)
    browser = sit(client, table, 1)
    assert browser.post(f"/t/{table.id}/analysis").status_code == 409
    assert 'id="analyse"' not in browser.get(f"/t/{table.id}/result").text
    assert Browser(client).post(f"/t/{table.id}/analysis").status_code == 404


# --- In the process --------------------------------------------------------------------------


def test_the_process_finds_a_hint_within_its_seconds():
    table = new_table("cityhall", ["A", "B"], seed=2)
    view = table.view(table.awaited[0])
    found = advice.find_hint(0.05, view, 30.0, 1)
    assert found["line"] in view.legal


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_does_not_depend_on_what_its_seat_cannot_know(game):
    from tests.server.test_secrets import copy, hidden_pairs

    compared = 0
    for seed in range(6):
        rng = random.Random(seed)
        table = new_table(game, ["Ada", "Bert", "Cleo"], seed=seed)
        for _ in range(300):
            if table.over or compared == 3:
                break
            seat, line, other_line, _ = hidden_pairs(table, rng)
            if other_line is not None:
                one, two = copy(table), copy(table)
                one.submit(seat, line)
                two.submit(seat, other_line)
                for viewer in set(one.awaited) & set(two.awaited) - {seat}:
                    hints = [
                        bots.advice.hint(
                            found.view(viewer), bots.Budget(simulations=30), random.Random(seed)
                        )
                        for found in (one, two)
                    ]
                    assert hints[0] == hints[1]
                    compared += 1
            table.submit(seat, line)
    assert compared
