"""From the start page to a running table, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PHONE, barriers, picture, sit_down, speak
from tests.web.playing import to_sealed_bids

expect.set_options(timeout=15_000)
MY_TURN = re.compile("^● ")


def start(page, go, name="Ada", opponents=None, game="tammany"):
    """Begin on the start page with one click."""
    page.fill("#name", name)
    if opponents is not None:
        page.locator(f"input[name='{game}.opponents'][value='{opponents}']").check(force=True)
    page.click(f"button[value='{go}']")
    page.wait_for_url("**/t/*")
    return page


def in_words(page):
    """The same table as a page of words, whose buttons are alike in every game."""
    page.goto(page.url.split("?")[0].removesuffix("/text") + "/text")
    return page


def choose(page, number=0):
    """Click one of the legal moves and wait until the page shows that it was taken."""
    before = page.locator("#log li").count()
    page.locator(".choices button").nth(number).click()
    expect(page.locator("#log li").nth(before)).to_be_attached()


def my_turn(page):
    expect(page.locator(".choices button").first).to_be_visible(timeout=30_000)


def test_one_click_plays_against_opponents(visitor):
    page = start(visitor("/"), "tammany solo", opponents=2)
    in_words(page)
    my_turn(page)
    expect(page).to_have_title(MY_TURN)
    choose(page)
    page.goto("/")
    expect(page.locator("#name")).to_have_value("Ada")
    expect(page.locator(".mine li")).to_have_count(1)
    picture(page, "start")


def test_a_friend_comes_by_link_and_sees_moves_as_they_are_made(visitor):
    host = start(visitor("/"), "tammany invite", opponents=2)
    links = host.locator("#invite input").evaluate_all("all => all.map(one => one.value)")
    assert len(links) == 3
    friend, third, watcher = map(visitor, links)
    for page, name in ((friend, "Bert"), (third, "Cleo")):
        page.fill("#name", name)
        page.click("main button")
        page.wait_for_url("**/t/*")
        in_words(page)
    in_words(host)
    in_words(watcher)
    expect(host.locator("#seats")).to_contain_text("Bert")
    expect(host.locator("#seats")).to_contain_text("Cleo")
    mover = next(p for p in (host, friend, third) if p.locator(".choices button").count())
    others = [p for p in (host, friend, third, watcher) if p is not mover]
    choose(mover)
    said = mover.locator("#log li").first.inner_text()
    assert said.startswith("You ")
    for page in others:
        expect(page.locator("#log li").first).to_contain_text(said.removeprefix("You"))
        assert not page.locator(".choices button").count()
    assert not watcher.locator("#invite").count()


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(visitor):
    page = in_words(start(visitor("/"), "tammany solo", opponents=2))
    my_turn(page)
    choose(page)
    said = page.locator("#log li").first.inner_text()
    page.reload()
    expect(page.locator("#log li").first).to_have_text(said)


def test_a_step_is_taken_back_at_every_page(visitor, server):
    table = server.new_table()
    seat = table.api().view()["awaited"][0]
    page = in_words(sit_down(visitor(), table, seat, "Ada"))
    watcher = in_words(visitor(table.watch_link))
    before = watcher.locator("#log li").count()
    choose(page)
    expect(watcher.locator("#log li")).to_have_count(before + 1)
    page.click("text=Undo step")
    expect(watcher.locator("#log li")).to_have_count(before)
    expect(page.locator("#log li")).to_have_count(before)


def test_two_tabs_of_one_person_do_not_move_twice(visitor, server):
    table = server.new_table()
    view = table.api().view()
    page = in_words(sit_down(visitor(), table, view["awaited"][0], "Ada"))
    other = page.context.new_page()
    other.route("**/stream*", lambda route: route.abort())
    other.goto(page.url)
    both = [page.locator("button[value='boss 1']"), other.locator("button[value='boss 1']")]
    for button in both:
        button.dblclick(no_wait_after=True)
    expect(page.locator("button[value='boss 2']")).to_be_visible()
    assert table.api().view()["version"] == view["version"] + 1


def test_what_is_refused_is_said_in_words(visitor, server):
    table = server.new_table()
    view = table.api().view()
    page = in_words(sit_down(visitor(), table, view["awaited"][0], "Ada"))
    page.locator("button[value='boss 1']").evaluate("button => button.value = 'boss 17'")
    page.click("button[value='boss 17']")
    expect(page.locator("#notice")).to_have_text("Ward 17 is not in play yet")
    picture(page, "refused")


def test_a_spectator_is_sent_no_secret(visitor, server):
    """Nothing that reaches the watcher's browser tells a bid before all are in."""
    table = server.new_table()
    bids = to_sealed_bids(table)
    bidders = bids["awaited"]
    watcher = visitor(table.watch_link)
    sent: list[str] = []
    watcher.on("response", lambda answer: sent.append(answer.url))
    wire = watcher.context.new_cdp_session(watcher)
    wire.send("Network.enable")
    wire.on("Network.eventSourceMessageReceived", lambda event: sent.append(event["data"]))
    watcher.reload()
    bidder = table.api(bidders[0])
    line = bidder.legal()[-1]
    assert bidder.say(line, bids["version"], "bid").status_code == 200
    expect(watcher.locator("#said")).not_to_contain_text(table.id)
    watcher.wait_for_function("() => document.querySelector('#live').dataset.base.length > 0")
    for _ in range(400):
        if any("<" in text for text in sent):
            break
        watcher.wait_for_timeout(25)
    assert any("<" in text for text in sent)
    assert not any(line in text for text in [*sent, watcher.content()])
    assert table.api(bidders[0]).view()["answer"] == line


def test_a_shared_screen_has_a_curtain_when_something_is_secret(visitor):
    page = start(visitor("/"), "cityhall hotseat", opponents=1, game="cityhall")
    expect(page.locator("#handover")).to_be_visible()
    picture(page, "curtain")
    assert not page.locator(".choices").count()
    first = page.locator("#handover-title").inner_text()
    page.click("#handover button")
    expect(page.locator("#handover")).to_have_count(0)
    in_words(page)
    curtain = page.locator("#handover")
    choice = page.locator(".choices button").filter(visible=True)
    for _ in range(12):
        expect(curtain.or_(choice).first).to_be_visible()
        if curtain.count():
            break
        before = page.locator("#turn").inner_text()
        choice.first.click()
        page.wait_for_function(
            "before => document.querySelector('#handover')"
            " || document.querySelector('#turn')?.innerText !== before",
            arg=before,
        )
    expect(curtain).to_be_visible()
    assert page.locator("#handover-title").inner_text() != first
    assert not page.locator(".choices button:visible").count()


def test_a_shared_screen_needs_no_curtain_where_all_is_open(visitor):
    page = visitor("/")
    told = page.locator("[value='tammany hotseat'] small span").filter(visible=True)
    expect(told).to_have_text("4 players here")
    start(page, "tammany hotseat", "", opponents=2)
    expect(page.locator("#players h3 b")).to_have_text(["Player 1", "Player 2", "Player 3"])
    assert not page.locator("#handover").count()
    my_turn(in_words(page))


def test_the_keyboard_alone_starts_and_plays(visitor):
    page = visitor("/")
    page.locator("#name").focus()
    page.keyboard.type("Ada")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "tammany solo":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    in_words(page)
    my_turn(page)
    before = page.locator("#log li").count()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.form?.id") == "move":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#log li").nth(before)).to_be_attached()


def test_it_works_without_javascript(visitor):
    page = visitor("/", java_script_enabled=False)
    start(page, "tammany solo", opponents=2)
    in_words(page)
    for _ in range(80):
        if page.locator(".choices button").count():
            break
        page.wait_for_timeout(200)
        page.reload()
    before = page.locator("#log li").count()
    page.locator(".choices button").first.click()
    expect(page.locator("#log li")).to_have_count(before + 1)
    assert page.url.endswith("/text")


@pytest.mark.parametrize(
    ("code", "play", "words"),
    [
        ("fr", "Jouer maintenant", "Le plateau en mots"),
        ("it", "Gioca ora", "Il tabellone a parole"),
    ],
)
def test_each_person_reads_their_own_language(visitor, server, code, play, words):
    table = server.new_table()
    english = visitor(table.watch_link)
    page = visitor(table.watch_link, locale=code)
    assert page.locator("html").get_attribute("lang") == code
    assert english.locator("html").get_attribute("lang") == "en"
    speak(english, code)
    speak(english, "en")


@pytest.mark.parametrize("viewport", [None, PHONE])
def test_axe_finds_nothing_to_mend(visitor, server, viewport):
    page = visitor("/", **({"viewport": viewport} if viewport else {}))
    size = "phone" if viewport else "wide"
    found = {}
    table = server.new_table(kinds=("open", "open", "random"))
    pages = {"start": "/", "unknown": "/nowhere", "seat": table.link(1)}
    pages |= {f"new-{game}": f"/new/{game}" for game in ("tammany", "cityhall")}
    for name, path in pages.items():
        page.goto(path)
        found[name] = barriers(page, f"{name}-{size}")
    start_path = "cityhall hotseat"
    page.goto("/")
    start(page, start_path, opponents=1, game="cityhall")
    found["curtain"] = barriers(page, f"curtain-{size}")
    page.click("#handover button")
    in_words(page)
    found["in words"] = barriers(page, f"words-{size}")
    assert not {name: what for name, what in found.items() if what}


@pytest.mark.parametrize("path", ["/", "/new/tammany", "/nowhere"])
def test_nothing_is_wider_than_a_phone(visitor, path):
    page = visitor(path, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture(page, f"phone-{path.strip('/').replace('/', '-') or 'start'}")
