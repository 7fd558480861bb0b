"""The hall: who may come in, tables to sit down at, rated games from the hall to the ranking."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from tests.server.days import Clock, Friend

from twohalls.kernel.errors import NotYourTurn, Stale
from twohalls.server import admin
from twohalls.server.hall import CLUB_KEY, club_token
from twohalls.server.ratings import MARKS, Rating, placed, rated

NAMES = ("Ada", "Bert", "Cleo", "Dora")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(make_client, clock):
    return make_client(clock=clock, hall="open")


def friend(client, name):
    found = Friend(client)
    assert found.post("/hall/enter", name=name).status_code == 200
    return found


def opened(person, seats=4, **more):
    """A table of Pushcart, made on the page and open to the hall; returns its id."""
    kinds = {f"kind.{n}": "open" for n in range(2, seats + 1)}
    form = {"kind.1": "person", "name.1": "Host", **kinds, "hall": "1", **more}
    answer = person.post("/new/pushcart", **form)
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix("/t/")


def play(client, id, seed=1):
    """The game to its end, as its seats decide at random."""
    services, dice = client.app.state.services, random.Random(seed)

    async def run():
        while True:
            live = await services.tables.find(id)
            awaited = live.table.awaited
            if live.table.over:
                return
            line = dice.choice(live.view(awaited[0]).legal)
            # What has no alternative may be played by itself meanwhile.
            with suppress(Stale, NotYourTurn):
                await services.tables.submit(id, awaited[0], line, live.table.version, None)

    client.portal.call(run)
    client.portal.call(services.ratings.once)


def test_there_is_no_hall_unless_the_host_wants_one(make_client):
    closed = Friend(make_client())
    for path in ("/hall", "/hall/stream", "/hall/ranking", "/p/0123", "/club/x"):
        assert closed.get(path).status_code == 404
    assert closed.post("/hall/enter", name="Ada").status_code == 404
    assert "/hall" not in closed.get("/").text


def test_a_name_in_the_hall_is_one_persons_alone(client):
    friend(client, "Ada")
    other = Friend(client)
    assert other.post("/hall/enter", name="aDA").status_code == 409
    assert other.post("/hall/enter", name="Adam").status_code == 200
    assert "Here you are Adam." in other.get("/hall").text
    assert other.post("/hall/enter", name="Eve").status_code == 200
    assert friend(client, "Adam")


def test_who_has_no_name_looks_and_cannot_sit_down(client):
    id = opened(friend(client, "Ada"))
    stranger = Friend(client)
    page = stranger.get("/hall").text
    assert "Pushcart" in page
    assert f"/hall/{id}/sit" not in page
    assert stranger.post(f"/hall/{id}/sit").status_code == 409


def test_free_seats_are_taken_from_the_hall_until_none_is_left(client):
    host, bert, cleo = (friend(client, name) for name in NAMES[:3])
    id = opened(host, seats=2)
    assert f"/hall/{id}/sit" in bert.get("/hall").text
    assert bert.post(f"/hall/{id}/sit").url.path == f"/t/{id}"
    assert "Bert" in bert.get(f"/t/{id}").text
    assert cleo.post(f"/hall/{id}/sit").status_code == 409
    assert bert.post(f"/hall/{id}/sit").status_code == 409
    assert cleo.get(f"/t/{id}").status_code == 404
    assert cleo.post(f"/hall/{id}/watch").url.path == f"/t/{id}"


def test_a_table_is_opened_later_and_taken_out_again_by_its_owner_alone(client):
    host, bert = (friend(client, name) for name in NAMES[:2])
    answer = host.post("/new/pushcart", **{"kind.1": "person", "kind.2": "open"})
    id = answer.url.path.removeprefix("/t/")
    assert id not in bert.get("/hall").text
    assert bert.post(f"/hall/{id}/sit").status_code == 404
    assert bert.post(f"/t/{id}/hall").status_code == 404
    assert host.post(f"/t/{id}/hall", language="fr").status_code == 200
    assert f"/hall/{id}/sit" in bert.get("/hall").text
    bert.post(f"/hall/{id}/sit")
    assert bert.post(f"/t/{id}/hall", do="close").status_code == 404
    host.post(f"/t/{id}/hall", do="close")
    assert id not in bert.get("/hall").text


def test_tables_are_chosen_by_game_language_pace_and_rating(client):
    host, guest = friend(client, "Ada"), friend(client, "Bert")
    id = opened(host, language="it", rated="1", clock="86400")
    for query, there in (
        ("", True),
        ("game=pushcart&language=it&pace=days&rated=yes", True),
        ("game=tammany", False),
        ("language=fr", False),
        ("pace=live", False),
        ("rated=no", False),
        ("game=nonsense&rated=2", True),
    ):
        assert (id in guest.get(f"/hall?{query}").text) == there, query


def test_rated_is_agreed_on_when_sitting_down(client):
    host, guest = friend(client, "Ada"), friend(client, "Bert")
    id = opened(host, seats=2, rated="1")
    assert guest.post(f"/hall/{id}/sit").status_code == 409
    assert guest.post(f"/hall/{id}/sit", agreed="1").status_code == 200
    assert host.post(f"/t/{id}/end", sure="1").status_code == 409


def test_a_game_that_others_sat_down_to_does_not_become_rated(client):
    host, guest = friend(client, "Ada"), friend(client, "Bert")
    id = opened(host, seats=2)
    guest.post(f"/hall/{id}/sit")
    assert host.post(f"/t/{id}/hall", rated="1").status_code == 409


def test_a_rated_evening_of_four_leads_from_the_hall_to_the_ranking(client):
    people = [friend(client, name) for name in NAMES]
    for evening in range(2):
        id = opened(people[0], rated="1")
        for guest in people[1:]:
            assert guest.post(f"/hall/{id}/sit", agreed="1").status_code == 200
        play(client, id, evening)
    page = people[1].get("/hall/ranking?of=pushcart+4").text
    assert all(name in page for name in NAMES)
    assert "±" in page
    assert "opponent: Captain" in page
    own = page.partition("/p/")[2].partition('"')[0]
    page = people[2].get(f"/p/{own}").text
    assert "Pushcart, 4 players" in page
    assert "Against whom" in page
    assert page.count("chart-points-pushcart-4") == 1
    assert f"/t/{id}/replay" in people[3].get("/hall").text
    assert people[3].get("/hall/ranking?name=ERT").text.count(">Bert</a>") == 2


@pytest.mark.parametrize("leaving", ["seat", "last"])
def test_a_game_that_somebody_left_counts_as_the_table_says(client, leaving):
    """As their seat ended, whoever played it on; or as last place, though the seat won."""
    host, *guests = [friend(client, name) for name in NAMES]
    id = opened(host, rated="1", leaving=leaving)
    for guest in guests:
        guest.post(f"/hall/{id}/sit", agreed="1")
    services = client.app.state.services
    live = client.portal.call(services.tables.find, id)
    left = next(seat.number for seat in live.seats if seat.name == "Dora")
    assert host.post(f"/t/{id}/seats", seat=left, to="random").status_code == 200
    play(client, id)
    members = {one.name: one for one in client.portal.call(services.hall.find, "")}
    rows = {}
    for name in ("Ada", "Bert", "Cleo", "Dora"):
        [rows[name]] = client.portal.call(services.ratings.of, members[name].id)
    dora = rows["Dora"]
    assert dora.kind == "person"
    rank = 5 if leaving == "last" else dora.place
    places = {name: row.place for name, row in rows.items()} | {"Dora": rank}
    expected = rated([Rating() for _ in places], list(places.values()))
    for name, rating in zip(places, expected, strict=True):
        assert rows[name].rating.mu == pytest.approx(rating.mu), (name, places)


def test_a_game_is_settled_once_and_a_friendly_one_moves_no_rating(client):
    host, guest = friend(client, "Ada"), friend(client, "Bert")
    id = opened(host, seats=2)
    guest.post(f"/hall/{id}/sit")
    play(client, id)
    services = client.app.state.services
    client.portal.call(services.ratings.once)
    member = client.portal.call(services.hall.find, "Ada")[0]
    [played] = client.portal.call(services.ratings.of, member.id)
    assert (played.players, played.rating) == (2, None)
    assert "No rated game" in guest.get("/hall/ranking").text


def test_who_stays_unlisted_is_found_nowhere(client):
    host, guest = friend(client, "Ada"), friend(client, "Bert")
    id = opened(host, seats=2, rated="1")
    guest.post(f"/hall/{id}/sit", agreed="1")
    play(client, id)
    services = client.app.state.services
    member = client.portal.call(services.hall.find, "Bert")[0]
    assert host.get(f"/p/{member.id}").status_code == 200
    client.portal.call(services.hall.set_unlisted, member.holder, True)
    assert host.get(f"/p/{member.id}").status_code == 404
    assert guest.get(f"/p/{member.id}").status_code == 200
    for path in ("/hall", "/hall/ranking", "/hall/ranking?name=Bert"):
        assert ">Bert<" not in host.get(path).text, path
    ada = client.portal.call(services.hall.find, "Ada")[0]
    page = guest.get(f"/p/{ada.id}").text
    assert "Bert" not in page
    assert "Somebody" in page


def test_a_clubs_link_lets_people_in_and_ends_when_it_is_renewed(make_client):
    client = make_client(hall="club")
    services = client.app.state.services
    stranger, guest = Friend(client), Friend(client)
    assert stranger.get("/hall").status_code == 404
    assert stranger.post("/hall/enter", name="Eve").status_code == 404
    link = f"/club/{club_token(services.store)}"
    assert guest.get(link).status_code == 200
    assert guest.post(link, name="Ada").url.path == "/hall"
    admin.renew(services.store, CLUB_KEY)
    assert stranger.get(link).status_code == 404
    assert stranger.post(link, name="Eve").status_code == 404
    assert guest.get("/hall").status_code == 200
    assert stranger.post(f"/club/{club_token(services.store)}", name="Eve").status_code == 200


def test_places_are_by_winners_then_points():
    assert placed((10, 12, 10, 3), (2,)) == [2, 1, 2, 4]
    assert placed((7, 7, 5), (1,)) == [1, 2, 3]
    assert placed((7, 7, 5), (1, 2)) == [1, 1, 3]


def test_opponents_are_marks_that_do_not_move():
    boss = Rating(MARKS["boss"], 0.1)
    won, same = rated([Rating(), boss], [1, 2])
    assert same == boss
    assert won.mu > Rating().mu
    assert won.sigma < Rating().sigma
    lost, _ = rated([Rating(), boss], [2, 1])
    assert Rating().mu - lost.mu < won.mu - Rating().mu
