"""Thinking, hints and analyses as people meet them, in a real browser."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect
from tests.serving import Serving
from tests.tables import finished
from tests.web.conftest import PHONE, barriers, picture, problems, sit_down

from twohalls import read_record
from twohalls.bots.advice import analyse
from twohalls.server.store import Right, Seat, Store, Stored

expect.set_options(timeout=60_000)
LONG = 120_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Opponents that take a moment, so that one can see them think."""
    folder = tmp_path_factory.mktemp("server")
    running = Serving(folder / "tables.db", pace=1.5, levels=["random", "heeler"])
    yield running
    running.close()


def my_turn(page):
    expect(page.locator("#ask-hint")).to_be_visible(timeout=LONG)


def version(page):
    return int(page.locator("#move [name=version]").get_attribute("value"))


@pytest.mark.parametrize("text", [False, True])
def test_an_opponent_is_seen_thinking_until_it_has_moved(visitor, server, text):
    table = server.new_table(kinds=("open", "random", "random"))
    page = sit_down(visitor(), table, 1, "Ada")
    page.goto(f"{table.path}/text" if text else table.path)
    me = table.api(1)
    expect(page.locator("#ask-hint")).to_be_visible(timeout=LONG)
    for number in range(8):
        view = me.view()
        if 1 not in view["awaited"]:
            break
        wanted = [line for line in view["legal"] if line == "end"] or view["legal"]
        me.say(wanted[0], view["version"], f"n{number}")
    thinking = page.locator("#thinking")
    expect(thinking).to_be_visible()
    expect(thinking).to_contain_text("is thinking, for 0.02 s at most.")
    expect(page.locator("#said")).to_contain_text("is thinking")
    expect(page.locator("#hint")).to_be_hidden()
    assert problems(page) == []
    expect(page.locator("#ask-hint")).to_be_visible(timeout=LONG)
    expect(thinking).to_be_hidden()


@pytest.mark.parametrize(("game", "kinds"), [("tammany", 3), ("cityhall", 2)])
def test_a_hint_is_thought_out_and_shown_without_moving(visitor, server, game, kinds):
    table = server.new_table(game, ("open", *["random"] * (kinds - 1)))
    page = sit_down(visitor(), table, 1, "Ada")
    watcher = visitor(table.watch_link)
    my_turn(page)
    before = version(page)
    page.focus("#ask-hint")
    page.keyboard.press("Enter")
    expect(page.locator("#hint .told")).not_to_be_empty()
    expect(page.locator("#hint .line")).to_be_visible(timeout=LONG)
    expect(page.locator("#hint .told")).to_contain_text("Your chance of winning:")
    expect(page.locator("#ask-hint")).to_be_focused()
    named = page.locator("#hint .told").get_attribute("data-places")
    assert named
    for id in named.split():
        expect(page.locator(f"#{id}")).to_contain_class("hinted")
    assert version(page) == before
    said = page.locator("#hint .line").inner_text()
    assert said not in watcher.content()
    assert "Your chance" not in watcher.content()
    assert barriers(page, f"hint-{game}") == []
    page.reload()
    expect(page.locator("#hint .line")).to_have_text(said)


def test_a_hint_stays_while_one_picks_and_goes_with_the_move(visitor, server):
    table = server.new_table(kinds=("open", "random", "random"))
    page = sit_down(visitor(viewport=PHONE), table, 1, "Ada")
    my_turn(page)
    page.click("#ask-hint")
    expect(page.locator("#hint .line")).to_be_visible(timeout=LONG)
    page.locator("#turn a.tok[href^='?pick=cube']").first.click()
    expect(page.locator("#turn a.tok[href^='?pick=cube'][aria-current]")).to_be_visible()
    expect(page.locator("#hint .line")).to_be_visible()
    picture(page, "hint-phone")
    me = table.api(1)
    me.say("boss 1", me.view()["version"], "moved")
    expect(page.locator("#hint .line")).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)


def test_without_script_a_hint_comes_by_itself(visitor, server):
    table = server.new_table(kinds=("open", "random", "random"))
    page = sit_down(visitor(java_script_enabled=False, locale="fr-FR"), table, 1, "Ada")
    page.goto(f"{table.path}/text")
    my_turn(page)
    page.click("#ask-hint")
    expect(page.locator("#hint .line")).to_be_visible(timeout=LONG)
    expect(page.locator("#hint .told")).to_contain_text("Vos chances de gagner")


def over(server, game, players):
    """A finished game at this server, put into its database."""
    table = read_record(finished(game, players))
    id = f"over{players}{game}"[:12].ljust(12, "0")
    seats = tuple(Seat(n, name, "person") for n, name in enumerate(table.names, 1))
    stored = Stored(id, game, table.options, 0, 0, None, seats, tuple(table.log))
    store = Store(f"sqlite:///{server.database}")
    with ThreadPoolExecutor(1) as beside:  # Playwright has a loop of its own in this thread
        put = store.create(stored, [("nobody", Right(id, "watch", None))])
        beside.submit(asyncio.run, put).result()
    store.close()
    return f"/t/{id}", table


@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2)])
def test_an_analysis_is_certain_of_nobody_before_the_end_and_leads_into_the_replay(
    visitor, server, game, players
):
    url, table = over(server, game, players)
    page = visitor(f"{url}/result")
    assert page.locator(".tale ~ .charts").count(), "told before it is shown in figures"
    assert page.locator(".tale li").count() == 5
    page.click("#analyse")
    progress = page.locator("#analysis progress")
    expect(progress).to_have_attribute("max", str(len(table.lines)))
    page.reload()
    expect(page.locator(".turnings li")).to_have_count(3, timeout=LONG)
    found = analyse(table)
    page.locator("#chart-chances summary").click()
    cells = page.locator("#chart-chances tbody tr").evaluate_all(
        f"rows => rows.map(row => [...row.cells].slice(1, {players + 1})"
        ".map(cell => parseFloat(cell.textContent)))"
    )
    assert cells == [[round(share * 1000) / 10 for share in row] for row in found.chances]
    figures = page.locator(".accuracy li b").all_inner_texts()
    assert figures == [str(share) for share in found.accuracy]
    chart, beside = (page.locator(at).bounding_box() for at in ("#chart-chances", ".turnings"))
    assert chart
    assert beside
    assert beside["y"] < chart["y"] + chart["height"], "turning points stand beside the chart"
    *before, _end = cells
    assert all(1 <= share <= 99 and share == int(share) for row in before for share in row)
    assert barriers(page, f"analysis-{game}") == []
    links = page.locator(".turnings a")
    for number in range(3):
        assert links.nth(number).get_attribute("href") == (
            f"{url}/replay?at={found.turning[number]}"
        )
    links.first.click()
    expect(page.locator(f"#moment[data-at='{found.turning[0]}']")).to_be_visible()


def test_without_script_an_analysis_comes_by_itself(visitor, server):
    url, _ = over(server, "cityhall", 3)
    page = visitor(f"{url}/result", java_script_enabled=False, locale="it-IT", viewport=PHONE)
    page.click("#analyse")
    expect(page.locator(".turnings li")).to_have_count(3, timeout=LONG)
    expect(page.locator("#analysis-title")).to_have_text("Che cosa ha deciso la partita")
    picture(page, "analysis-phone")
