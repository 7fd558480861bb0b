"""Opponents say a word at telling moments, and nothing that not everybody knows."""

from __future__ import annotations

import html
import itertools
import random

import pytest
from tests.attack.hidden import pair
from tests.server.days import Friend
from tests.tables import finished

from twohalls import read_record
from twohalls.kit.i18n import translators
from twohalls.server import identity
from twohalls.server.live import Live
from twohalls.server.remarks import APART, remarks
from twohalls.server.store import Right, Seat, Stored
from twohalls.web.remarks import said


def seated(table, kinds):
    seats = tuple(
        Seat(number, name, kind)
        for number, (name, kind) in enumerate(zip(table.names, kinds, strict=False), 1)
    )
    log = tuple(table.log)
    return Live(Stored("AAAAAAAAAAAA", table.game.name, table.options, 0, 0, None, seats, log))


@pytest.mark.parametrize(
    ("game", "moments"),
    [("tammany", {"elected", "outbid", "last"}), ("cityhall", {"elected", "outbid", "last"})],
)
def test_they_speak_of_what_befalls_them_and_not_all_the_time(game, moments):
    live = seated(read_record(finished(game, 3)), ["random"] * 3)
    spoken = remarks(live)
    assert {one.moment for one in spoken} <= moments | {"slandered"}
    assert {one.moment for one in spoken} & moments
    gaps = [later.at - one.at for one, later in itertools.pairwise(spoken)]
    assert all(gap >= APART for gap in gaps)
    assert all(said(one.moment, one.way, str) for one in spoken)


def test_people_speak_for_themselves():
    assert remarks(seated(read_record(finished("tammany", 3)), ["person"] * 3)) == []
    one = remarks(seated(read_record(finished("tammany", 3)), ["person", "random", "person"]))
    assert {remark.seat for remark in one} == {2}


@pytest.mark.parametrize("game", ["tammany", "cityhall"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_they_say_is_the_same_whatever_is_hidden(game, seed):
    one, other, _seat = pair(game, random.Random(seed))
    kinds = ["random", "random", "random"]
    assert remarks(seated(one, kinds)) == remarks(seated(other, kinds))


def test_each_reader_hears_them_in_their_language_or_not_at_all(client):
    ada = Friend(client)
    ada.post("/play", name="Ada", go="tammany solo", **{"tammany.opponents": "2"})
    store = client.app.state.services.store
    over = read_record(finished("tammany", 3))
    kinds = ("person", "random", "random")
    seats = tuple(Seat(n, f"P{n}", kind) for n, kind in enumerate(kinds, 1))
    stored = Stored("over00000000", "tammany", over.options, 0, 0, None, seats, tuple(over.log))
    holder = identity.hashed(ada.client.cookies["twohalls"])
    right = Right(stored.id, "seat", 1)
    client.portal.call(store.create, stored, [(holder, right)])
    live = client.portal.call(client.app.state.services.tables.find, stored.id)
    url = f"/t/{stored.id}"
    lines = [said(one.moment, one.way, str) for one in remarks(live)]
    ada.client.cookies.set("lang", "it")
    assert said(remarks(live)[-1].moment, remarks(live)[-1].way, translators("it")[0]) in (
        html.unescape(ada.get(f"{url}/talk").text)
    )
    ada.client.cookies.set("lang", "en")
    page = ada.get(f"{url}/talk").text
    assert lines
    assert lines[-1] in html.unescape(page)
    assert ada.post(f"{url}/talk/voice", voice="*", do="hide").status_code == 200
    assert lines[-1] not in ada.get(f"{url}/talk").text
