"""Talk at a table: stored, limited, silenced, hidden, taken along, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest
from starlette.testclient import TestClient
from tests.server.days import Clock, Friend

from twohalls.kernel.errors import Malformed
from twohalls.server import talk
from twohalls.web.talk import split


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(make_client, clock):
    return make_client(clock=clock)


@pytest.fixture
def people(client, table):
    """Two who sit, and one who looks on."""
    ada = Friend(client).sit(table, 1, "Ada")
    bert = Friend(client).sit(table, 2, "Bert")
    watcher = Friend(client)
    watcher.client.cookies.set("name", "Wanda")
    watcher.get(f"/w/{table.made['watch']}")
    return ada, bert, watcher


@pytest.fixture
def owner(client):
    """Somebody with a table of three, made on the page, and the second to sit down there."""
    host, guest = Friend(client), Friend(client)
    answer = host.post("/play", name="Olga", go="tammany invite", **{"tammany.opponents": "2"})
    url = answer.url.path
    links = host.get(url).text.split('readonly value="')[1:]
    address = links[0].partition('"')[0]
    guest.post("/j/" + address.rpartition("/j/")[2], name="Gus")
    return host, guest, url


def say(person, table, text, **more):
    return person.post(f"/t/{table.id}/talk", text=text, **more)


def heard(person, table):
    return person.get(f"/t/{table.id}/talk").text


def test_players_hear_each_other_and_who_looks_on_reads_them(table, people):
    ada, _bert, _watcher = people
    assert say(ada, table, "Ward 8 is mine.").status_code == 200
    for person in people:
        page = heard(person, table)
        assert "Ada" in page
        assert 'data-places="ward-8"' in page


def test_who_looks_on_speaks_apart_until_the_game_is_over(client, table, people):
    ada, _bert, watcher = people
    say(watcher, table, "She will win.")
    assert "She will win." in heard(watcher, table)
    assert "She will win." not in heard(ada, table)
    assert "She will win." not in ada.get(f"/t/{table.id}").text
    assert "She will win." not in table.get("/talk", 1).text
    seating = client.app.state.services.seating
    client.portal.call(seating.end, client.portal.call(seating.tables.find, table.id))
    assert "She will win." in heard(ada, table)
    assert "Wanda" in heard(ada, table)


def test_unread_messages_are_counted_until_they_are_read(table, people):
    ada, bert, _watcher = people
    say(ada, table, "One.")
    say(ada, table, "Two.")
    assert 'data-unread="2"' in bert.get(f"/t/{table.id}").text
    assert 'data-unread="0"' in ada.get(f"/t/{table.id}").text
    heard(bert, table)
    assert 'data-unread="0"' in bert.get(f"/t/{table.id}/text").text


def test_the_same_attempt_is_said_once(table, people):
    ada, bert, _watcher = people
    for _ in range(2):
        say(ada, table, "Only once.", key="k")
    assert heard(bert, table).count("Only once.") == 1


def test_a_sign_is_read_in_the_language_of_its_reader(table, people):
    ada, bert, _watcher = people
    say(ada, table, "", sign="bravo")
    bert.client.cookies.set("lang", "it")
    assert "Ben giocato!" in heard(bert, table).partition('id="say"')[0]
    assert say(ada, table, "", sign="nonsense").status_code == 404


def test_a_flood_is_dammed_and_others_still_speak(table, people, clock):
    ada, bert, _watcher = people
    answers = [say(ada, table, f"Flood {number}.").status_code for number in range(12)]
    assert answers == [200] * 5 + [429] * 7
    assert say(bert, table, "I am here.").status_code == 200
    clock.later(11)
    assert say(ada, table, "And so am I.").status_code == 200


def test_many_who_look_on_cannot_flood_either(client, table):
    codes = []
    for number in range(25):
        friend = Friend(client)
        friend.get(f"/w/{table.made['watch']}")
        codes.append(say(friend, table, f"Hello {number}.").status_code)
    assert codes.count(200) == 20


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "\u202eright to left\u202c",
        "a" + "\u0301" * 2000,
        "null\0byte",
        '"><img src=x onerror=1>',
        "{{ 7 * 7 }}",
        "https://example.org/click",
    ],
)
def test_hostile_text_is_shown_as_text(table, people, text):
    ada, bert, _watcher = people
    assert say(ada, table, text).status_code == 200
    page = heard(bert, table)
    said = page.partition('<p dir="auto">')[2].partition("</p>")[0]
    assert said
    assert "<" not in said
    assert "49" not in said
    assert "\u202e" not in page
    assert "\0" not in page
    assert page.count("\u0301") <= 3


@pytest.mark.parametrize("text", ["", "   ", "\u200d\u034f", "x" * 501])
def test_what_says_nothing_or_too_much_is_refused_in_words(table, people, text):
    answer = say(people[0], table, text)
    assert answer.status_code == 422
    assert 'role="alert">' in answer.text


def test_marks_pile_up_no_further_than_letters_need():
    assert talk.neat("e\u0301\u0302\u0303\u0304\u0305") == "é\u0302\u0303\u0304"
    assert talk.neat("a" + "\u0301" * 10_000) == "á\u0301\u0301\u0301"
    with pytest.raises(Malformed):
        talk.neat("\0")


def test_names_of_places_are_found_whole_and_in_any_case():
    names = {"ward 1": ("ward-1",), "ward 14": ("ward-14",), "ada": ("player-1",)}
    found = list(split("WARD 14, ada; wards 1, Adana, ward 1!", names))
    assert [part for part in found if part[1]] == [
        ("WARD 14", ("ward-14",)),
        ("ada", ("player-1",)),
        ("ward 1", ("ward-1",)),
    ]
    assert "".join(text for text, _ in found) == "WARD 14, ada; wards 1, Adana, ward 1!"
    assert list(split("nothing", {})) == [("nothing", ())]


def test_the_owner_silences_a_seat_and_lets_it_speak_again(owner):
    host, guest, url = owner
    guest.post(f"{url}/talk", text="First.")
    assert guest.post(f"{url}/talk/voice", voice="1.0", do="silence").status_code == 404
    assert host.post(f"{url}/talk/voice", voice="2.0", do="silence").status_code == 200
    assert guest.post(f"{url}/talk", text="Second.").status_code == 409
    assert guest.post(f"{url}/talk", sign="bravo").status_code == 409
    host.post(f"{url}/talk/voice", voice="2.0", do="speak")
    assert guest.post(f"{url}/talk", text="Third.").status_code == 200
    page = host.get(f"{url}/talk").text
    assert "First." in page
    assert "Second." not in page
    assert "Third." in page


def test_the_owner_silences_one_who_looks_on_without_reading_them(owner):
    """Also who sits at the table themselves, before the end."""
    host, guest, url = owner
    watcher = Friend(host.client)
    watcher.client.cookies.set("name", "Wanda")
    link = host.get(url).text.partition("/w/")[2].partition('"')[0]
    watcher.get(f"/w/{link}")
    watcher.post(f"{url}/talk", text="He holds the red chip.")
    assert "Wanda" not in guest.get(f"{url}/talk").text
    page = host.get(f"{url}/talk").text
    assert "Wanda" in page
    assert "red chip" not in page
    code = page.partition('name="voice" value="w')[2].partition('"')[0]
    assert host.post(f"{url}/talk/voice", voice=f"w{code}", do="silence").status_code == 200
    assert watcher.post(f"{url}/talk", text="And the green one.").status_code == 409


def test_links_are_text_until_a_reader_wants_to_follow_them(table, people):
    ada, bert, _watcher = people
    url = "https://example.org/a?b=1&c=2"
    say(ada, table, f"See ({url}), javascript:alert(1) and http://bank@example.net/ in ward 5.")
    assert "<a href" not in said_in(heard(bert, table)).replace('<a class="place"', "")
    bert.post(f"/t/{table.id}/talk/links", do="follow")
    for page in (heard(bert, table), bert.get(f"/t/{table.id}").text):
        said = said_in(page)
        [link] = re.findall('<a href="([^"]*)" target="_blank" rel="([^"]*)">', said)
        assert link == (url.replace("&", "&amp;"), "noopener noreferrer nofollow")
        assert 'data-places="ward-5"' in said
    assert url not in re.findall('href="([^"]*)"', heard(ada, table)), "each reader for themselves"
    bert.post(f"/t/{table.id}/talk/links", do="plain")
    assert "noopener" not in said_in(heard(bert, table))


def said_in(page):
    return page.partition('<p dir="auto">')[2].partition("</p>")[0]


def test_a_reader_hides_anyone_from_themselves_alone(table, people):
    ada, bert, watcher = people
    say(ada, table, "Can you hear me?")
    bert.post(f"/t/{table.id}/talk/voice", voice="1.0", do="hide")
    assert "Can you hear me?" not in heard(bert, table)
    assert "Can you hear me?" not in bert.get(f"/t/{table.id}/talk.txt").text
    assert 'data-unread="0"' in bert.get(f"/t/{table.id}").text
    assert "Can you hear me?" in heard(watcher, table)
    bert.post(f"/t/{table.id}/talk/voice", voice="1.0", do="hear")
    assert "Can you hear me?" in heard(bert, table)


def test_the_table_page_needs_no_script_for_it(table, people):
    ada, _bert, _watcher = people
    page = ada.get(f"/t/{table.id}/text").text
    assert f'action="/t/{table.id}/talk"' in page
    assert f'href="/t/{table.id}/talk"' in page
    answer = say(ada, table, "From the words.", next=f"/t/{table.id}/text")
    assert answer.url.path == f"/t/{table.id}/text"
    assert "From the words." in answer.text
    assert say(ada, table, "Away?", next="https://example.org/").url.path == f"/t/{table.id}"


def test_talk_is_taken_along_apart_from_the_record(table, people):
    ada, _bert, _watcher = people
    say(ada, table, "Off the record.")
    text = ada.get(f"/t/{table.id}/talk.txt")
    assert text.text.endswith("Ada: Off the record.\n")
    assert "attachment" in text.headers["content-disposition"]
    assert "Off the record." not in table.get("/record", 1).text
    assert "Off the record." not in table.get("", 1).text


def test_nothing_that_is_said_stands_in_a_log(table, people, caplog):
    caplog.set_level(logging.DEBUG)
    ada, bert, _watcher = people
    say(ada, table, "Strictly between us.")
    say(ada, table, "y" * 600)
    heard(bert, table)
    assert "between us" not in caplog.text
    assert "yyyy" not in caplog.text


def test_strangers_neither_hear_nor_speak(client, table, people):
    say(people[0], table, "Among ourselves.")
    stranger = Friend(client)
    for path in ("/talk", "/talk.txt", "/talk/stream"):
        assert stranger.get(f"/t/{table.id}{path}").status_code == 404
    assert say(stranger, table, "Hello?").status_code == 404


def test_nobody_speaks_for_another_seat(table, people):
    assert say(people[0], table, "I am Bert.", seat="2").status_code == 404


def test_who_comes_to_a_seat_anew_has_a_voice_of_their_own(owner):
    host, guest, url = owner
    guest.post(f"{url}/talk", text="Farewell.")
    host.post(f"{url}/talk/voice", voice="2.0", do="silence")
    host.post(f"{url}/seats", seat="2", to="new")
    link = host.get(url).text.split('readonly value="')[1].partition('"')[0]
    newcomer = Friend(host.client)
    newcomer.post("/j/" + link.rpartition("/j/")[2], name="Nell")
    assert newcomer.post(f"{url}/talk", text="Hello.").status_code == 200
    assert guest.post(f"{url}/talk", text="Still here.").status_code == 200
    assert "Still here." not in newcomer.get(f"{url}/talk").text


def test_programs_talk_too(client, table):
    path = f"/api/v1/tables/{table.id}/talk"
    body = {"text": "From a program.", "key": "a"}
    for _ in range(2):
        assert client.post(path, json=body, headers=table.headers(1)).status_code == 201
    said = client.get(path, headers=table.headers(None)).json()
    assert [(one["seat"], one["text"], one["channel"]) for one in said] == [
        (1, "From a program.", "table")
    ]
    assert TestClient(client.app).get(path).status_code == 404


def test_a_lesson_is_nobodys_company(client):
    friend = Friend(client)
    url = friend.post("/lesson/tammany", name="Ada").url.path
    assert 'id="talk"' not in friend.get(url).text
    assert friend.get(f"{url}/talk").status_code == 404


def test_what_is_said_at_one_worker_is_heard_at_another(make_client, clock, table, people):
    other = make_client(clock=clock)
    services = other.app.state.services
    live = other.portal.call(services.tables.find, table.id)
    woken = asyncio.Event()
    live.watchers.add(woken)
    say(people[0], table, "Across the street.")
    other.portal.call(services.tables.look_around, True)
    assert woken.is_set()
    hall = other.portal.call(services.talk.at, live)
    assert [one.text for one in hall.said] == ["Across the street."]
