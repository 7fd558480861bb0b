"""A club's evening: by its link into the hall, four at a rated table, the ranking, and goodbye."""

from __future__ import annotations

import io
import json
import random
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect
from tests.server.test_privacy import everything
from tests.serving import Serving
from tests.web.conftest import picture, problems

from twohalls.server import admin
from twohalls.server.hall import CLUB_KEY, club_token
from twohalls.server.store import Store

expect.set_options(timeout=15_000)
NAMES = ("Ada", "Bert", "Cleo", "Dorothea")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Serving(tmp_path_factory.mktemp("club") / "tables.db", hall="club")
    yield running
    running.close()


@pytest.fixture
def store(server):
    found = Store(server.stored)
    yield found
    found.close()


def enter(page: Page, link: str, name: str) -> Page:
    page.goto(link)
    page.fill("#name", name)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(f"Here you are {name}.")
    return page


def play(pages: dict[int, Page], id: str) -> None:
    """Everybody decides at random, each with the cookies of their own browser."""
    dice, path = random.Random(5), f"/api/v1/tables/{id}"
    while not (view := pages[1].request.get(path).json())["over"]:
        seat = view["awaited"][0]
        mine = pages[seat].request.get(path).json()
        if seat in mine["awaited"] and mine["legal"]:
            line, version = dice.choice(mine["legal"]), mine["version"]
            body = {"seat": seat, "version": version, "line": line, "key": f"{seat}.{version}"}
            answer = pages[seat].request.post(f"{path}/moves", data=body)
            assert answer.status in (200, 409), answer.text()


def test_a_clubs_evening_from_the_hall_to_the_ranking_and_out_again(server, store, visitor):
    link = f"/club/{club_token(store)}"
    ada, bert, cleo, dora = people = [enter(visitor(), link, name) for name in NAMES]

    # A renewed link lets nobody in by the old one, and nobody who is in out.
    with ThreadPoolExecutor() as aside:  # it has a loop of its own, as the command has
        aside.submit(admin.renew, store, CLUB_KEY).result()
    stranger = visitor(link)
    expect(stranger.locator("main")).to_contain_text("leads nowhere")
    stranger.goto("/hall")
    expect(stranger.locator("main")).not_to_contain_text("free seat")
    bert.reload()
    expect(bert.locator("main")).to_contain_text("Here you are Bert.")
    enter(stranger, f"/club/{club_token(store)}", "Newcomer")

    # A rated table of four, opened on the page, fills from the hall as it is seen there.
    ada.goto("/new/pushcart")
    for seat in range(2, 5):
        ada.select_option(f"[name='kind.{seat}']", "open")
    ada.check("[name=hall]")
    ada.check("[name=rated]")
    ada.click("main .button")
    ada.wait_for_url("**/t/*")
    id = ada.url.rpartition("/")[2]
    for guest in people[1:]:
        sit = guest.locator(f"form[action='/hall/{id}/sit']")
        sit.locator("input").check()
        sit.locator("button").click()
        guest.wait_for_url(f"**/t/{id}")
    for page in people:
        expect(page.locator("main")).to_contain_text("Dorothea")
    path = f"/api/v1/tables/{id}"
    play({page.request.get(path).json()["seat"]: page for page in people}, id)

    # Everybody stands in the ranking, with how sure that is, and has a page.
    ranking = "/hall/ranking?of=pushcart+4"
    stranger.goto(ranking)
    for _ in range(100):
        if stranger.locator(".ranks").count():
            break
        stranger.wait_for_timeout(100)
        stranger.goto(ranking)
    for name in NAMES:
        rating, games = stranger.locator(".ranks tr", has_text=name).locator("td.figure").all()
        expect(rating).to_contain_text("±")
        expect(games).to_have_text("1")
        assert rating.is_visible()
        assert games.is_visible()
    picture(stranger, "ranking-evening")
    assert problems(stranger) == []
    stranger.click(".ranks >> text=Dorothea")
    expect(stranger.locator("main")).to_contain_text("Against whom")
    own = stranger.url

    # Unlisted, Dorothea is found nowhere by others.
    dora.goto("/games")
    dora.click("text=Stay unlisted")
    expect(dora.locator("#kept")).to_contain_text("nobody can find you there")
    assert problems(dora) == []
    stranger.goto(ranking)
    expect(stranger.locator(".ranks")).not_to_contain_text("Dorothea")
    assert stranger.request.get(own).status == 404

    # She takes everything along, and is forgotten: in the whole database.
    with dora.expect_download() as saving:
        dora.click("#kept >> text=Download it")
    with zipfile.ZipFile(io.BytesIO(saving.value.path().read_bytes())) as file:
        assert json.loads(file.read("kept.json"))["person"][0]["name"] == "Dorothea"
        [record] = [name for name in file.namelist() if name.startswith("records/")]
        assert "Dorothea" in file.read(record).decode()
    assert "Dorothea" in everything(server.stored)
    dora.check("#kept [name=sure]")
    dora.click("text=Forget me")
    expect(dora.locator("main")).to_contain_text("Nothing about you is kept here any more.")
    picture(dora, "forgotten")
    assert "Dorothea" not in everything(server.stored)
    assert dora.request.get("/hall").status == 404
    ada.goto(f"/t/{id}/replay/text")
    expect(ada.locator("main")).to_contain_text("Somebody")
    cleo.goto(ranking)
    expect(cleo.locator(".ranks")).to_contain_text("Ada")
