"""Everything of a person is taken along or forgotten: looked for in the whole database."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
import sqlalchemy as sa
from tests.server.days import Friend

from twohalls import read_record
from twohalls.server.database import url_of
from twohalls.server.outbox import Outbox
from twohalls.server.schema import HELD, metadata

NAME, MAIL = "Zebedee", "zebedee@example.org"


@pytest.fixture
def client(make_client):
    return make_client(hall="open", url="https://halls.example.org", smtp_host="localhost",
                       smtp_from="halls@example.org", look_at_clocks=1e9)  # fmt: skip


@pytest.fixture
def person(client):
    """Somebody who did a little of everything, and a friend who names them."""
    zebedee, friend = Friend(client), Friend(client)
    zebedee.post("/hall/enter", name=NAME)
    friend.post("/hall/enter", name="Ada")
    form = {"kind.1": "person", "name.1": NAME, "kind.2": "open", "hall": "1"}
    url = zebedee.post("/new/pushcart", **form).url.path
    friend.post(f"/hall/{url.removeprefix('/t/')}/sit")
    zebedee.post(f"{url}/talk", text="My secret plan is simple.")
    friend.post(f"{url}/talk", text=f"Oh {NAME.lower()}, really?")
    zebedee.post(f"{url}/talk/voice", voice="2.0", do="hide")
    zebedee.post("/games/address", kind="mail", address=MAIL)
    zebedee.post("/games/link")
    zebedee.post(f"{url}/seats", seat="1", to="random")
    zebedee.post(f"{url}/seats", seat="1", to="back")
    return zebedee, friend, url


def everything(database):
    """All that the database holds, as text."""
    engine = sa.create_engine(url_of(database))
    found = sa.MetaData()
    with engine.connect() as db:
        found.reflect(db)
        tables = found.sorted_tables
        rows = [str(tuple(row)) for table in tables for row in db.execute(table.select())]
    engine.dispose()
    return "\n".join(rows)


def holder_of(client):
    member = client.portal.call(client.app.state.services.hall.find, NAME)[0]
    return member.holder


def test_everything_is_taken_along(person):
    zebedee, _friend, url = person
    with zipfile.ZipFile(io.BytesIO(zebedee.get("/games/kept.zip").content)) as file:
        kept = json.loads(file.read("kept.json"))
        [record] = [name for name in file.namelist() if name.startswith("records/")]
        again = read_record(file.read(record).decode())
    assert kept["person"][0]["name"] == NAME
    assert kept["addresses"][0]["address"] == MAIL
    assert [one["text"] for one in kept["talk"]] == ["My secret plan is simple."]
    assert {one["role"] for one in kept["rights"]} == {"owner", "seat"}
    assert again.names[0] == NAME
    assert "holder" not in json.dumps(kept)
    assert url.removeprefix("/t/") in record


def test_every_column_that_can_name_a_browser_is_said_to_be_somebodys_or_not():
    """So that a new table is neither left behind by a new token nor kept of who is forgotten."""
    nobodys = {"devices.device", "devices.renews", "worn.holder", "links.token", "keys.value"}
    hashes = {
        str(column)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, sa.String) and column.type.length == 64
    }
    assert hashes == nobodys | {str(column) for column in HELD}


def test_nobody_takes_along_what_is_anothers(person):
    _zebedee, friend, _url = person
    with zipfile.ZipFile(io.BytesIO(friend.get("/games/kept.zip").content)) as file:
        kept = file.read("kept.json").decode()
    assert MAIL not in kept
    assert "secret plan" not in kept


def test_nothing_is_left_of_who_is_forgotten(client, database, person):
    zebedee, friend, url = person
    holder = holder_of(client)
    before = everything(database)
    assert all(text in before for text in (NAME, MAIL, "secret plan", holder))
    assert zebedee.post("/games/kept", do="forget").status_code == 422
    answer = zebedee.post("/games/kept", do="forget", sure="1")
    assert "Nothing about you is kept" in answer.text
    after = everything(database)
    for text in (NAME, NAME.lower(), MAIL, "secret plan", holder):
        assert text not in after, text
    page = friend.get(url).text + friend.get(f"{url}/talk").text + friend.get("/hall").text
    assert NAME not in page
    assert "Somebody" in page
    assert zebedee.get(url).status_code == 404


def test_a_game_of_somebody_who_is_forgotten_goes_on(client, person):
    zebedee, _friend, url = person
    zebedee.post("/games/kept", do="forget", sure="1")
    tables = client.app.state.services.tables
    live = client.portal.call(tables.find, url.removeprefix("/t/"))
    assert live.seat(1).is_opponent
    assert live.seat(1).was is None
    assert live.seat(2).name == "Ada"


def test_staying_unlisted_is_ones_own_choice(person):
    zebedee, friend, _url = person
    assert NAME in friend.get("/hall/ranking?name=zeb").text
    zebedee.post("/games/kept", do="unlist")
    assert f">{NAME}<" not in friend.get("/hall/ranking?name=zeb").text
    zebedee.post("/games/kept", do="list")
    assert f">{NAME}<" in friend.get("/hall/ranking?name=zeb").text


def test_letters_that_wait_are_forgotten_too(client, person):
    zebedee, _friend, _url = person
    outbox: Outbox = client.app.state.services.outbox
    now = client.app.state.services.tables.now
    zebedee.post("/games/kept", do="forget", sure="1")
    assert client.portal.call(outbox.take, now + 10) == []
