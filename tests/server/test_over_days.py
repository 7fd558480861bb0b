"""A table that is played over days: clocks, seats that change hands, what was missed."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from tests.server.conftest import Api
from tests.server.days import DAY, HOUR, Clock, Friend, look, settled, to_sealed

from twohalls.server.database import url_of
from twohalls.server.logs import hidden
from twohalls.server.schema import metadata


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(make_client, clock):
    """The looks at the clocks are taken by the tests themselves."""
    return make_client(clock=clock, look_at_clocks=1e9, levels=("random",))


@pytest.fixture
def table(client):
    return Api(client)


def waits(client, table):
    live = client.portal.call(client.app.state.services.tables.find, table.id)
    return {seat: wait.since for seat, wait in live.waits.items()}


def found(pattern, text, *flags):
    match = re.search(pattern, text, *flags)
    assert match
    return match


# --- Who is awaited, and since when ------------------------------------------------------------


def test_it_is_known_who_is_awaited_and_since_when(client, clock, table):
    first = table.view()["awaited"][0]
    begun = int(clock())
    assert waits(client, table) == {first: begun}
    clock.later(DAY)
    while table.view()["awaited"] == [first]:
        table.play()
    (second,) = table.view()["awaited"]
    assert waits(client, table) == {second: begun + DAY}


def test_a_sealed_answer_of_another_leaves_the_time_of_who_is_still_awaited(client, clock, table):
    awaited = to_sealed(table)["awaited"]
    since = waits(client, table)
    assert sorted(since) == awaited
    clock.later(HOUR)
    table.play()
    rest = awaited[1:]
    assert waits(client, table) == {seat: since[seat] for seat in rest}


def test_it_is_known_after_a_restart(client, make_client, clock, table):
    before = waits(client, table)
    clock.later(DAY)
    again = make_client(clock=clock, look_at_clocks=1e9, levels=("random",))
    assert waits(again, table) == before


def test_the_time_each_player_used_is_counted(client, clock, table):
    first = table.view()["awaited"][0]
    clock.later(2 * HOUR)
    while table.view()["awaited"] == [first]:
        table.play()
    (second,) = table.view()["awaited"]
    clock.later(3 * DAY)
    table.play()
    live = client.portal.call(client.app.state.services.tables.find, table.id)
    third = ({1, 2, 3} - {first, second}).pop()
    assert live.times_used() == {first: 2 * HOUR, second: 3 * DAY, third: 0}
    page = client.get(f"/w/{table.made['watch']}").text
    assert "3 days" in page
    assert "2 hours" in page


def test_while_bids_are_sealed_everybody_takes_their_own_time(client, clock, table):
    awaited = to_sealed(table)["awaited"]
    live = client.portal.call(client.app.state.services.tables.find, table.id)
    before = live.times_used()
    for _ in awaited:
        clock.later(HOUR)
        table.play()
    live = client.portal.call(client.app.state.services.tables.find, table.id)
    took = {seat: live.times_used()[seat] - before[seat] for seat in awaited}
    assert took == {seat: HOUR * n for n, seat in enumerate(awaited, 1)}


# --- The clock ----------------------------------------------------------------------------------


@pytest.fixture
def timed(client):
    """A table with two days for a move; three people came by their links."""
    owner = Friend(client)
    answer = owner.client.post(
        "/new/tammany",
        data={
            **{f"kind.{n}": "open" for n in (1, 2, 3)},
            **{f"name.{n}": name for n, name in enumerate(("Ada", "Bert", "Cleo"), 1)},
            "clock": str(2 * DAY),
            "stand_in": "random",
        },
    )
    assert answer.status_code == 200
    return owner, answer.url.path


def links(page):
    return re.findall(r'value="http://testserver(/[jw]/[^"]+)"', page)


def friends_of(client, owner, path):
    people = []
    for link, name in zip(links(owner.get(path).text), ("Ada", "Bert", "Cleo"), strict=False):
        friend = Friend(client)
        friend.post(link, name=name)
        people.append(friend)
    return people


def test_when_time_is_up_an_opponent_makes_that_move_and_no_other(client, clock, timed):
    owner, path = timed
    id = path.rpartition("/")[2]
    live = settled(client, id)
    (absent,) = live.waits
    assert "2 days left" in owner.get(path).text
    clock.later(2 * DAY - 1)
    look(client)
    assert settled(client, id).table.version == live.table.version
    clock.later(1)
    look(client)
    after = settled(client, id)
    (present,) = after.waits
    assert present != absent
    assert after.waits[present].since == int(clock())
    keys = [entry.key or "" for entry in after.table.log if entry.seat == absent]
    assert keys
    assert all(key.startswith("absent ") for key in keys)
    name = after.seat(absent).name
    said = f"Time was up: an opponent (Random) moved for {name}."
    assert owner.get(f"{path}/clock").text.count(said) == 1
    assert after.seat(absent).kind == "open"


def test_a_clock_that_ran_out_while_the_server_was_down_is_seen_after_it(
    client, make_client, clock, timed
):
    _, path = timed
    id = path.rpartition("/")[2]
    (absent,) = settled(client, id).waits
    clock.later(30 * DAY)
    again = make_client(clock=clock, look_at_clocks=1e9, levels=("random",))
    look(again)
    assert absent not in settled(again, id).waits


def test_who_moves_has_time_anew_within_the_turn(client, clock, timed):
    owner, path = timed
    id = path.rpartition("/")[2]
    friends = friends_of(client, owner, path)
    live = settled(client, id)
    (seat,) = live.waits
    clock.later(DAY)
    page = friends[seat - 1].get(f"{path}/text").text
    line = found(r'name="line" value="([^"]+)"', page)[1]
    friends[seat - 1].post(f"{path}/move", line=line, seat=seat, version=live.table.version)
    live = settled(client, id)
    assert live.waits[seat].since == int(clock())
    clock.later(2 * DAY - 1)
    look(client)
    assert settled(client, id).table.version == live.table.version


def test_without_a_clock_nobody_is_replaced(client, clock, table):
    version = table.view()["version"]
    clock.later(1000 * DAY)
    look(client)
    assert settled(client, table.id).table.version == version


def test_a_clock_nobody_offers_is_refused(client):
    form = {"kind.1": "open", "kind.2": "open", "kind.3": "open", "clock": "1"}
    assert client.post("/new/tammany", data=form).status_code == 422


# --- Seats that change hands --------------------------------------------------------------------


def test_an_opponent_plays_for_a_seat_until_it_goes_back(client, clock, timed):
    owner, path = timed
    id = path.rpartition("/")[2]
    friends = friends_of(client, owner, path)
    (seat,) = settled(client, id).waits
    friend = friends[seat - 1]
    assert 'id="move"' in friend.get(path).text
    owner.post(f"{path}/seats", seat=seat, to="random")
    live = settled(client, id)
    assert live.seat(seat).kind == "random"
    assert seat not in live.waits
    assert any(entry.seat == seat for entry in live.table.log)
    answer = friend.post(f"{path}/move", line="end", seat=seat, version=live.table.version)
    assert "seat is not yours" in answer.text
    name = live.seat(seat).name
    for reader in (owner, *friends):
        assert f"An opponent (Random) plays for {name} now." in reader.get(path).text
    owner.post(f"{path}/seats", seat=seat, to="back")
    assert settled(client, id).seat(seat).kind == "person"
    assert f"{name} has the seat back." in friend.get(path).text
    assert re.search(r'name="seat" value="' + str(seat), friend.get(path).text)


def test_a_new_person_gets_a_new_link_and_the_old_one_sees_no_secret_any_more(client, timed):
    owner, path = timed
    id = path.rpartition("/")[2]
    old_links = links(owner.get(path).text)
    friends = friends_of(client, owner, path)
    owner.post(f"{path}/seats", seat=2, to="new")
    new_link, watch = links(owner.get(path).text)
    assert new_link not in old_links
    assert watch == old_links[-1]
    assert friends[1].get(old_links[1]).status_code == 404
    newcomer = Friend(client)
    newcomer.post(new_link, name="Dora")
    live = settled(client, id)
    assert live.seat(2).name == "Dora"
    assert re.search(r'name="seat" value="2"', newcomer.get(path).text)
    assert not re.search(r'name="seat" value="2"', friends[1].get(path).text)
    token = old_links[1].rpartition("/")[2]
    answer = client.get(f"/api/v1/tables/{id}", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 404


def test_an_ended_table_is_ended_for_everybody(client, timed):
    owner, path = timed
    id = path.rpartition("/")[2]
    (seat,) = settled(client, id).waits
    token = links(owner.get(path).text)[seat - 1].rpartition("/")[2]
    friends = [Friend(client) for _ in range(2)]
    other = links(owner.get(path).text)[seat % 3]
    for friend in friends:
        friend.post(other, name="Bert")
        friend.get(links(owner.get(path).text)[-1])
    assert friends[0].post(f"{path}/end", sure="1").status_code == 404
    assert owner.post(f"{path}/end").status_code == 422
    owner.post(f"{path}/end", sure="1")
    live = settled(client, id)
    assert live.ended
    assert not live.waits
    assert "opened the table has ended it" in friends[1].get(path).text
    body = {"seat": seat, "version": live.table.version, "key": "k", "line": "boss 1"}
    answer = client.post(
        f"/api/v1/tables/{id}/moves", json=body, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 409
    assert owner.post(f"{path}/seats", seat=2, to="random").status_code == 409


def test_only_the_owner_gives_seats(client, timed):
    owner, path = timed
    friends = friends_of(client, owner, path)
    for form in ({"seat": 2, "to": "random"}, {"seat": 2, "to": "new"}):
        assert friends[0].post(f"{path}/seats", **form).status_code == 404
    assert "Who sits where" not in friends[0].get(path).text
    for form in ({"seat": 9, "to": "new"}, {"seat": 2, "to": "nobody"}):
        assert owner.post(f"{path}/seats", **form).status_code == 404
    assert owner.post(f"{path}/seats", seat=2, to="back").status_code == 409


# --- Since you were last here -------------------------------------------------------------------

AWAY = "Since you were last here"


@pytest.fixture
def returning(client, table):
    """Somebody who is not to move first."""
    seat = table.view()["awaited"][0] % 3 + 1
    friend = Friend(client).sit(table, seat, "Zoe")
    friend.get(f"/t/{table.id}")
    return friend


def test_who_comes_back_is_told_what_happened(clock, table, returning):
    page = f"/t/{table.id}"
    assert AWAY not in returning.get(page).text
    clock.later(DAY)
    before = len(table.view()["lines"])
    table.play()
    text = returning.get(page).text
    assert AWAY in text
    assert f'href="{page}/replay?at={before}"' in text
    told = found(r'<section id="since".*?</section>', text, re.S)[0]
    assert told.count("<li data-at=") == len(table.view()["lines"]) - before
    assert AWAY in returning.get(page).text, "it stays until it is seen"
    returning.post(f"{page}/seen", version=table.view()["version"], next=page)
    assert AWAY not in returning.get(page).text


def test_what_a_page_sees_by_its_own_moves_is_noted_together(client, clock, table):
    """And by all who come back, before they are told what happened."""
    page, seat = f"/t/{table.id}", table.view()["awaited"][0]
    friend = Friend(client).sit(table, seat, "Zoe")
    friend.get(page)
    written: list[str] = []

    @sa.event.listens_for(client.app.state.services.store._writing, "before_cursor_execute")
    def note(_db, _cursor, statement, *_):
        written.append(statement)

    clock.later(HOUR)
    for line in ("boss 1", "boss 2", "end"):
        form = {"seat": seat, "version": table.view()["version"], "line": line}
        answer = friend.client.post(f"{page}/move", data=form, headers={"X-Script": "1"})
        assert answer.status_code == 204
    assert not [one for one in written if "UPDATE rights" in one]
    before = len(table.view()["lines"])
    clock.later(DAY)
    table.play()
    told = found(r'<section id="since".*?</section>', friend.get(page).text, re.S)[0]
    assert told.count("<li data-at=") == len(table.view()["lines"]) - before


def test_who_only_reloads_is_not_told(clock, table, returning):
    clock.later(60)
    table.play()
    assert AWAY not in returning.get(f"/t/{table.id}").text
    clock.later(DAY)
    assert AWAY not in returning.get(f"/t/{table.id}").text


def test_a_first_visit_has_missed_nothing(client, clock, table):
    table.play()
    clock.later(DAY)
    assert AWAY not in Friend(client).get(f"/w/{table.made['watch']}").text


def test_what_was_taken_back_is_not_told(clock, table, returning):
    clock.later(DAY)
    seat = table.view()["awaited"][0]
    table.play()
    table.post("undo", seat, version=table.view()["version"])
    assert AWAY not in returning.get(f"/t/{table.id}").text


def test_what_is_sealed_is_not_told(client, clock, table):
    awaited = to_sealed(table)["awaited"]
    friend = Friend(client).sit(table, awaited[1], "Zoe")
    page = f"/t/{table.id}"
    friend.get(page)
    clock.later(DAY)
    table.play()
    assert AWAY not in friend.get(page).text
    before = len(table.view()["lines"])
    while len(table.view()["lines"]) == before:
        table.play()
    clock.later(DAY)
    assert AWAY in friend.get(page).text


def test_a_version_that_is_not_there_yet_cannot_be_seen(table, returning):
    assert returning.post(f"/t/{table.id}/seen", version=10**6).status_code == 422


# --- Your games, here and elsewhere -------------------------------------------------------------


def test_your_games_say_whose_turn_it_is_and_since_when(client, clock, table):
    first = table.view()["awaited"][0]
    one, other = Friend(client).sit(table, first, "Zoe"), Friend(client)
    other.sit(table, first % 3 + 1, "Yan")
    clock.later(3 * DAY)
    for page in ("/", "/games"):
        mine = found(r'<ul id="mine">.*?</ul>', one.get(page).text, re.S)[0]
        assert "Your turn" in mine
        assert "for 3 days" in mine
        theirs = found(r'<ul id="mine">.*?</ul>', other.get(page).text, re.S)[0]
        assert "Your turn" not in theirs
        assert "Waiting for Zoe" in theirs


def personal_link(friend):
    page = friend.post("/games/link").text
    return found(r'value="http://testserver(/me/[^"]+)"', page)[1]


def test_a_personal_link_brings_ones_games_to_another_device(client, table):
    first = table.view()["awaited"][0]
    phone = Friend(client)
    desk = Friend(client).sit(table, first, "Zoe")
    link = personal_link(desk)
    assert "/me/" not in desk.get("/games").text, "it is shown once"
    assert phone.get(f"/t/{table.id}").status_code == 404
    assert phone.get(link).status_code == 200
    assert phone.get(f"/t/{table.id}").status_code == 404, "looking at it changes nothing"
    phone.post(link)
    page = phone.get(f"/t/{table.id}").text
    assert re.search(rf'name="seat" value="{first}"', page)
    second = Api(client)
    phone.sit(second, 1, "Zoe")
    assert desk.get(f"/t/{second.id}").status_code == 200, "what begins there is here too"


def test_a_new_personal_link_ends_the_old_one(client, table):
    desk, phone = Friend(client).sit(table, 1, "Zoe"), Friend(client)
    old = personal_link(desk)
    new = personal_link(desk)
    assert phone.get(old).status_code == 404
    assert phone.post(old).status_code == 404
    assert phone.get(new).status_code == 200


def test_devices_can_be_signed_out_and_can_leave(client, table):
    desk = Friend(client).sit(table, 1, "Zoe")
    link = personal_link(desk)
    phone, tablet = Friend(client), Friend(client)
    for device in (phone, tablet):
        device.post(link)
        assert device.get(f"/t/{table.id}").status_code == 200
    tablet.post("/games/devices", do="leave")
    assert tablet.get(f"/t/{table.id}").status_code == 404
    desk.post("/games/devices", do="others")
    assert phone.get(f"/t/{table.id}").status_code == 404
    assert phone.get(link).status_code == 404
    assert desk.get(f"/t/{table.id}").status_code == 200


def test_what_a_device_held_itself_stays_its_own(client, table):
    """A link that somebody is tricked into opening does not take their seats away."""
    victim, stranger = Friend(client).sit(table, 1, "Zoe"), Friend(client)
    stranger.get("/")
    victim.post(personal_link(stranger))
    assert victim.get(f"/t/{table.id}").status_code == 200
    assert stranger.get(f"/t/{table.id}").status_code == 404


def test_the_owner_sees_and_makes_links_on_another_device(client, timed):
    owner, path = timed
    phone = Friend(client)
    phone.post(personal_link(owner))
    before = links(phone.get(path).text)
    assert before == links(owner.get(path).text)
    phone.post(f"{path}/seats", seat=2, to="new")
    (link,) = set(links(phone.get(path).text)) - set(before)
    assert Friend(client).get(link).status_code == 200


def test_a_personal_link_is_stored_hashed_and_its_page_keeps_quiet(client, table, tmp_path):
    desk = Friend(client).sit(table, 1, "Zoe")
    answer = desk.post("/games/link")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "same-origin"
    token = found(r"/me/([^\"]+)", answer.text)[1]
    client.app.state.services.store._writing.dispose()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert token.encode() not in stored


@pytest.mark.parametrize("path", ["/me/SECRET", "/yes/SECRET", "/no/SECRET"])
def test_the_tokens_of_these_links_reach_no_log(path):
    assert hidden(f"GET {path} HTTP") == f"GET {path.replace('SECRET', '…')} HTTP"


# --- What was there before ----------------------------------------------------------------------


def test_the_steps_make_the_tables_that_the_code_expects(client):
    def differences(db):
        made = compare_metadata(MigrationContext.configure(db), metadata)
        return [one for one in made if one[0] != "remove_index"]

    assert not client.portal.call(client.app.state.services.store.read, differences)


def test_a_table_from_before_times_were_noted_goes_on(make_client, clock, database):
    client = make_client(clock=clock, look_at_clocks=1e9)
    table = Api(client)
    awaited = table.view()["awaited"]
    engine = sa.create_engine(url_of(database))
    with engine.begin() as db:
        db.execute(sa.text("update entries set time = null"))
        db.execute(sa.text("delete from waits"))
    engine.dispose()
    clock.later(DAY)
    again = make_client(clock=clock, look_at_clocks=1e9)
    assert waits(again, table) == {awaited[0]: int(clock())}
    later = Api(again)
    later.made, later.id = table.made, table.id
    clock.later(HOUR)
    later.play()
    live = again.portal.call(again.app.state.services.tables.find, table.id)
    assert sum(live.times_used().values()) == 0
    assert again.get(f"/w/{table.made['watch']}").status_code == 200
