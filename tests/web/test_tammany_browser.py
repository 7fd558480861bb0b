"""A Tammany Hall table in real browsers, by clicking what a person would click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.serving import Client, NewTable, Serving
from tests.web.conftest import PHONE, WIDE, Visitor, picture, problems, sit_down, speak
from tests.web.playing import after, click_ward, go_on_to, pick, to_sealed_bids, to_the_ballot

from twohalls.games.tammany.board import WARDS

expect.set_options(timeout=30_000)


@pytest.fixture
def sit(visitor: Visitor) -> Callable[..., Page]:
    """Somebody comes with a browser of their own and takes a seat, or only watches."""

    def come(table: NewTable, seat: int | None, **how: Any) -> Page:
        if seat is None:
            return visitor(table.watch_link, **how)
        return sit_down(visitor(**how), table, seat, f"Player {seat}")

    return come


def check(page: Page, name: str) -> None:
    """Accessible by day and by lamp light; a picture of each for a person to look at."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert problems(page) == [], f"{name}, {scheme}"
        picture(page, f"tammany-{name}-{scheme}")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


# --- Games and moments -----------------------------------------------------------------------


def open_game(server: Serving, sit: Callable[..., Page], **how: Any) -> tuple[NewTable, Page, Page]:
    """A table of three people: the page of the one whose turn it is, and of another."""
    table = server.new_table(kinds=("open", "open", "open"))
    first = sit(table, 1, **how)
    api = table.api(1)
    seat = api.view()["awaited"][0]
    api.http.close()
    mover = first if seat == 1 else sit(table, seat, **how)
    for other in {2, 3} - {seat}:
        httpx2.post(table.link(other), data={"name": f"Player {other}"}, timeout=60)
    return table, mover, sit(table, None)


def test_a_move_is_seen_by_others_at_once_and_can_be_taken_back(server, sit):
    _table, mover, watcher = open_game(server, sit)
    after(mover, lambda: click_ward(mover, 14))
    expect(mover.locator("#turn .end .prim")).to_have_attribute("aria-disabled", "true")
    expect(mover.locator("#open")).to_contain_text("Place one more piece first.")
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 14.")
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(1)
    after(mover, lambda: click_ward(mover, 6))
    expect(watcher.locator("#log")).to_contain_text("placed bosses in Wards 14 and 6.")
    mover.reload()
    expect(mover.locator("#pieces [id^=boss-]")).to_have_count(2)
    after(mover, mover.get_by_role("button", name="Undo step").click)
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(1)
    after(mover, lambda: click_ward(mover, 6))
    after(mover, mover.get_by_role("button", name="Undo turn").click)
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(0)


def test_a_cube_glides_from_castle_garden_under_the_same_name(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    token = mover.locator("#turn a.tok[href^='?pick=cube']").first
    colour = (token.get_attribute("href") or "").partition("+")[2]
    waiting = mover.locator(f"#pieces .free [id^=cube-{colour}]").evaluate_all(
        "all => all.map(a => a.id)"
    )
    pick(mover, token)
    after(mover, lambda: click_ward(mover, 14))
    moved = mover.locator("#pieces .each .new").get_attribute("id")
    assert moved in waiting


def test_a_ward_explains_itself_to_pointer_and_keyboard(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    box = mover.locator("#ward-14 .hit:visible").bounding_box()
    assert box is not None
    mover.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(mover.locator("#tip-14")).to_be_visible()
    expect(mover.locator("#tip-14")).to_contain_text("worth two points")
    assert mover.evaluate(POINTS, "14"), "a line leads from what is told to its ward"
    mover.mouse.move(5, 5)
    mover.locator("#ward-8 .hit:visible").focus()
    while not mover.locator("#ward-9 .hit:focus").count():
        mover.keyboard.press("Tab")
    expect(mover.locator("#tip-9")).to_be_visible()
    expect(mover.locator("#tip-9")).to_contain_text("comes into play at the start of year 5")


POINTS = """ward => {
    const line = document.querySelector(`#ward-${ward} .lead-to path`);
    const [ends, frame] = [[0, line.getTotalLength()], line.getScreenCTM()];
    const [here, there] = ends.map(at => line.getPointAtLength(at).matrixTransform(frame));
    const between = (low, at, high) => low < at && at < high;
    const within = (box, { x, y }) =>
        between(box.left, x, box.right) && between(box.top, y, box.bottom);
    const hit = document.querySelector(`#ward-${ward} .hit`).getBoundingClientRect();
    const tip = document.getElementById(`tip-${ward}`).getBoundingClientRect();
    const drawn = getComputedStyle(line.parentNode).display !== "none";
    return drawn && within(hit, here) && within(tip, there);
}"""


def test_a_turn_is_played_with_the_keyboard_alone(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    for number in (4, 7):
        mover.locator(f"#ward-{number} .hit:visible").focus()
        after(mover, lambda: mover.keyboard.press("Enter"))
    mover.get_by_role("button", name="End turn").focus()
    after(mover, lambda: mover.keyboard.press("Enter"))
    expect(mover.locator("#turn .ask")).to_contain_text("’s turn")


def test_on_a_phone_a_tap_explains_and_the_sheet_places(server, sit):
    how = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    _table, mover, watcher = open_game(server, sit, **how)
    expect(mover.locator(".past")).to_be_hidden()
    mover.locator("#ward-6 .hit:visible").tap()
    after(mover, mover.get_by_role("button", name="Place a boss in Ward 6").tap)
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 6.")
    width = mover.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    check(mover, "phone")


def test_everything_works_without_javascript(server, sit):
    _table, mover, watcher = open_game(server, sit, java_script_enabled=False)
    token = mover.locator("#turn a.tok[href^='?pick=cube']").first
    token.click()
    click_ward(mover, 14)
    expect(mover.locator("#turn .ask")).to_contain_text("Put a boss into any outlined ward.")
    click_ward(mover, 1)
    mover.get_by_role("button", name="End turn").click()
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 1 and")
    expect(mover.locator("#turn .ask")).to_contain_text("’s turn")


def test_a_move_made_for_somebody_is_marked_in_both_logs_for_them_alone(server, sit):
    table = server.new_table()
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    seat, line = bid_without_a_choice(table, clients)
    mark = "(there was no other move)"
    page, others = sit(table, seat), sit(table, None)
    # In other wards there may have been no other move, either.
    made = page.locator("#log li", has_text=mark)
    expect(made.filter(has_text=f"in Ward {line.split()[1]}.").first).to_be_attached()
    page.goto(f"{page.url.partition('?')[0]}/text")
    expect(page.locator("#log li", has_text=mark).first).to_be_visible()
    for view in (others.url, f"{others.url}/text"):
        others.goto(view)
        expect(others.locator("#log li").first).to_be_attached()
        assert mark not in others.content()


def bid_without_a_choice(table: NewTable, clients: dict[int, Client]) -> tuple[int, str]:
    """Play by the API until the server has bid for somebody without a chip that counts."""
    watching = table.api()
    said: set[tuple[int, str]] = set()
    for _ in range(3000):
        record = watching.http.get(f"{watching.url}/record").text.splitlines()
        for line in record:
            seat, _space, text = line.partition(" ")
            if text.startswith("bid ") and (int(seat), text) not in said:
                return int(seat), text
        view = watching.view()
        for seat in view["awaited"]:
            legal = clients[seat].legal()
            if len(legal) > 1 or legal[:1] == ["end"]:
                bosses = [line for line in legal if line.startswith("boss")]
                wanted = (bosses or legal)[0]
                said.add((seat, wanted))
                clients[seat].say(wanted, view["version"], f"at-{view['version']}")
                break
    raise AssertionError


@pytest.fixture(scope="module")
def appointing(server) -> tuple[NewTable, int]:
    """A table whose mayor is to give out offices, and which seat that is."""
    table = server.new_table()
    return table, to_appointing(table)


def test_the_skip_link_does_not_bring_back_an_outcome_that_was_dismissed(appointing, sit):
    table, _mayor = appointing
    page = sit(table, None)
    page.goto(f"{page.url.partition('#')[0]}#fast")
    page.locator("#outcome a[href^='#board-']").click()
    expect(page.locator("#outcome")).to_be_hidden()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_be_focused()
    expect(page.locator("#outcome")).to_be_hidden()


def test_the_mayor_gives_out_the_offices_by_day_and_by_lamp_light(appointing, sit):
    mayor = sit(*appointing)
    mayor.goto(f"{mayor.url.partition('#')[0]}#fast")
    expect(mayor.locator("#give .prim")).to_be_visible()
    check(mayor, "appoint")
    after(mayor, mayor.locator("#give .prim").click)
    expect(mayor.locator("#players")).to_contain_text("Deputy Mayor")


def test_the_mayor_of_five_sees_everybodys_points_above_the_offices(server, sit):
    table = server.new_table(kinds=("open",) * 5)
    mayor = sit(table, to_appointing(table, 5), viewport={"width": 1366, "height": 768})
    mayor.goto(f"{mayor.url.partition('#')[0]}#fast")
    for language in ("en", "fr", "it"):
        mayor.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
        mayor.reload()
        give = mayor.locator("#give").evaluate(RECT)
        assert mayor.locator(".points tr").last.evaluate(RECT)["bottom"] <= give["top"], language
        assert give["bottom"] <= 768, language


def to_appointing(table: NewTable, players: int = 3) -> Any:
    """Play by the API until a mayor is to give out offices; which seat that is."""
    clients = {seat: table.api(seat) for seat in range(1, players + 1)}
    watching = table.api()
    for number in range(600):
        view = watching.view()
        for seat in view["awaited"]:
            legal = clients[seat].legal()
            if legal and legal[0].startswith("appoint"):
                return seat
            if legal:
                clients[seat].say(legal[number % len(legal)], view["version"], f"n{number}")
                break
    raise AssertionError


# --- The page stays where it is --------------------------------------------------------------

DESKTOPS = ((1920, 1080), (1440, 900), (1366, 768), (1280, 720), (1024, 768), (960, 540))
LINES_OF_LOG = 6


def test_nothing_scrolls_under_the_board_and_the_log_stays_in_sight(server, sit):
    """At every desktop size, alone at the table or with a page of invitations beside it."""
    table = server.new_table()
    playing = {seat: table.api(seat) for seat in (1, 2, 3)}
    for number in range(24):
        view = playing[1].view()
        seat = view["awaited"][0]
        legal = playing[seat].legal()
        playing[seat].say(legal[number % len(legal)], view["version"], f"n{number}")
    page = sit(table, playing[1].view()["awaited"][0])
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(200, 300)
        page.mouse.wheel(0, 800)
        assert page.evaluate("[document.documentElement.scrollHeight - innerHeight, scrollY]") == [
            0,
            0,
        ], (width, height)
        seen = page.evaluate(LOG_SEEN)
        assert seen >= LINES_OF_LOG, (width, height, seen)
        expect(page.locator("[data-holdings]")).to_be_in_viewport(ratio=1)


LOG_SEEN = """() => {
    const box = document.querySelector(".log .scroll").getBoundingClientRect();
    const line = parseFloat(getComputedStyle(document.querySelector("#log li")).lineHeight);
    const first = document.querySelector(".log li").getBoundingClientRect().top;
    return (Math.min(box.bottom, innerHeight) - Math.max(box.top, first)) / line;
}"""


COVERED = """() => {
    const log = document.querySelector(".log").getBoundingClientRect();
    const players = document.querySelector("#players").getBoundingClientRect();
    return Math.max(0, players.bottom - log.top);
}"""


IN_LINE = """() => [".util nav a", ".terms ol li"].map(all => {
    const boxes = [...document.querySelectorAll(all)].map(one => one.getBoundingClientRect());
    const at = boxes.map(box => (box.top + box.bottom) / 2);
    return Math.max(...at) - Math.min(...at) <= 1 ? 1 : at;
})"""
"""Links and years stand in one line each."""


def to_the_board(page):
    """Away from what an election came to, which a page shows again when it is opened anew."""
    if page.locator("#outcome").count():
        board = page.locator("#outcome a[href^='#board-']")
        go_on_to(page, board)
        board.click()


HINTED = """() => {
    const told = document.querySelector("#hint .told");
    if (told) told.innerHTML = `<p class="line">${"A long line of a move ".repeat(3)}</p>`
        + `<p>${"What it brings and whom it costs. ".repeat(4)}</p>`.repeat(2);
}"""
"""A hint as long as one may be, where one may be asked for."""


def test_no_player_stands_under_the_log(server, sit, visitor):
    """Five at a table, some not there yet; a newcomer asked for a name; a turn with all it has,
    and a hint beside it."""
    newcomer = visitor("/")
    newcomer.click("button[value='tammany solo']")
    newcomer.wait_for_url("**/t/*")
    expect(newcomer.locator("#called")).to_be_visible()
    five = sit(server.new_table(kinds=("open",) * 5), 1)
    expect(five.locator("#waiting")).to_be_visible()
    turn = sit(*to_a_full_turn(server, hints="all"))
    for page in (newcomer, five, turn):
        for language in ("en", "fr", "it"):
            to_the_board(page)
            speak(page, language)
            page.evaluate(HINTED)
            for width, height in ((1280, 720), (1366, 768), (1440, 900), (1920, 1080)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(COVERED) == 0, (language, width)
                assert page.evaluate(IN_LINE) == [1, 1], (language, width)


def test_a_tab_leads_from_each_ward_to_the_next(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    mover.locator("#ward-1 .hit:visible").focus()
    met = [1]
    for _ in range(14):
        mover.keyboard.press("Tab")
        met.append(mover.evaluate("+document.activeElement.closest('.w').id.slice(5)"))
    assert met == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17]


# --- An election -----------------------------------------------------------------------------


@pytest.fixture
def bidding(server, sit) -> tuple[NewTable, dict[str, Any], Page]:
    """A table at a sealed bid before others, and the page of somebody who may bid."""
    table = server.new_table()
    view = to_sealed_bids(table)
    while not still_to_vote(view):
        view = to_sealed_bids(table, view["version"] + 1)
    page = sit(table, view["awaited"][0])
    return table, table.api(view["awaited"][0]).view(), page


def still_to_vote(view: dict[str, Any]) -> list[int]:
    """The wards with bosses that vote after this one."""
    later = WARDS[WARDS.index(view["election"]["ward"]) + 1 :]
    return [ward for ward in later if any(view["wards"][str(ward)]["bosses"].values())]


def test_from_the_bid_to_the_map_and_back(bidding):
    _table, _view, page = bidding
    to_the_ballot(page)
    way, back = page.get_by_role("link", name="Look at the map"), page.locator("#back-to-bid")
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        expect(back).to_be_hidden()
        way.click()
        expect(page.locator("#bidding")).to_be_hidden()
        expect(page.locator("#ward-14 .hit:visible")).to_be_visible()
        assert problems(page) == []
        back.click()
        expect(page.locator("#bidding")).to_be_visible()
        page.keyboard.press("Escape")
        expect(back).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#bidding")).to_be_visible()
        expect(way).to_be_focused()


def test_the_bid_shows_all_chips_and_the_wards_still_to_come(bidding):
    _table, view, page = bidding
    to_the_ballot(page)
    me = view["players"][view["seat"] - 1]
    purse = page.locator(".purse li b").all_inner_texts()
    assert [int(count) for count in purse] == list(me["favors"].values())
    for seat, chips in view["election"]["usable"].items():
        told = page.locator(".cand").nth(list(view["election"]["usable"]).index(seat))
        counts = told.locator(".chips li").all_text_contents()
        assert [int(text.split()[-1]) for text in counts] == list(chips.values())
    stood = still_to_vote(view)
    assert page.locator(".later li > b [aria-hidden]").all_inner_texts() == [str(w) for w in stood]
    for ward, told in zip(stood, page.locator(".later li").all(), strict=True):
        for seat, count in view["wards"][str(ward)]["bosses"].items():
            if count:
                expect(told).to_contain_text(f"{view['players'][int(seat) - 1]['name']} {count}")


def test_a_bid_is_made_at_sight_with_a_hint_to_ask_for_in_every_window(server, sit):
    """Nothing of the ballot is out of sight or under something else, nor where to ask."""
    table = server.new_table(hints="all")
    page = sit(table, to_sealed_bids(table)["awaited"][0])
    for language in ("en", "fr", "it"):
        page.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
        page.reload()
        to_the_ballot(page)
        for size in (WIDE, {"width": 1366, "height": 768}, PHONE, {"width": 683, "height": 384}):
            page.set_viewport_size(size)
            assert page.evaluate(OUT_OF_SIGHT) == [], (language, size)


OUT_OF_SIGHT = """() => [...document.querySelectorAll(
    "#bidding .ehead .btn, #bidding .steps *, #bidding .go .prim, #ask-hint")].filter(one => {
    const {x, y, width, height, bottom} = one.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return bottom > innerHeight || !(one.contains(seen) || seen?.contains(one));
}).map(one => one.outerHTML)"""


# --- Small windows ---------------------------------------------------------------------------

ZOOMED = {"width": 720, "height": 450}
"""1440×900 at 200 %."""
RECT = "one => one.getBoundingClientRect().toJSON()"


def test_zoomed_in_the_sheet_is_one_line_until_it_is_touched(server, sit):
    _table, mover, _watcher = open_game(server, sit, viewport=ZOOMED)
    sheet = mover.locator("#turn")
    assert sheet.evaluate(RECT)["height"] <= ZOOMED["height"] / 8
    expect(mover.locator("#ask")).to_be_in_viewport(ratio=1)
    mover.locator("#ask").click()
    expect(mover.locator("#end-not")).to_be_in_viewport(ratio=1)
    mover.locator(".mast h1").click()
    expect(mover.locator("#end-not")).not_to_be_in_viewport()
    mover.locator("#pick-boss").focus()
    expect(mover.locator("#pick-boss")).to_be_in_viewport(ratio=1)
    mover.locator(".mast h1").click()
    # A piece is chosen for the board, which must then be in sight; a second touch shuts it, too.
    mover.locator("#ask").click()
    mover.locator("#turn a.tok[href^='?pick=cube']").first.click()
    expect(mover.locator("#turn a.tok[href^='?pick=cube'][aria-current]")).to_have_count(1)
    assert sheet.evaluate(RECT)["height"] <= ZOOMED["height"] / 8
    mover.locator("#ask").click()
    expect(mover.locator("#end-not")).to_be_in_viewport(ratio=1)
    mover.locator("#ask").click()
    expect(mover.locator("#end-not")).not_to_be_in_viewport()


def test_on_a_phone_nothing_lies_over_the_sentence_and_the_end_of_the_turn(server, sit):
    table, seat = to_a_full_turn(server, hints="all")
    page = sit(table, seat, viewport=PHONE, has_touch=True, is_mobile=True)
    to_the_board(page)
    note, end = page.locator("#open span").first, page.locator("#ending")
    beyond = page.locator(".log").evaluate("log => log.scrollHeight - log.clientHeight")
    assert beyond <= 0, "what comes after the log stands over its lines"
    expect(note).to_be_in_viewport(ratio=1)
    expect(page.locator("#ask-hint")).to_be_in_viewport(ratio=1)
    assert note.evaluate(RECT)["bottom"] <= end.evaluate(RECT)["top"]
    page.locator("#ward-6 .hit:visible").tap()
    expect(page.locator("#tip-6")).to_be_visible()
    assert page.locator("#tip-6").evaluate(RECT)["bottom"] <= end.evaluate(RECT)["top"]
    page.evaluate("document.activeElement.blur()")
    page.set_viewport_size(ZOOMED)
    expect(page.locator("#ask-hint")).to_be_in_viewport(ratio=1)


def to_a_full_turn(server: Serving, **how: Any) -> tuple[NewTable, int]:
    """Play by the API until a turn may hold an office and slander as well; where, and whose it is.
    Not every game comes to one."""
    while True:
        table = server.new_table(**how)
        clients = {seat: table.api(seat) for seat in (1, 2, 3)}
        number = 0
        while (view := clients[1].view())["awaited"]:
            seat = view["awaited"][0]
            legal = clients[seat].legal()
            verbs = {line.split()[0] for line in legal}
            if {"slander", "cube"} <= verbs and verbs & {"favor", "arrest", "move", "lock"}:
                return table, seat
            if legal:
                placing = [line for line in legal if line.split()[0] in ("boss", "cube")] or legal
                line = placing[number % len(placing)]
                clients[seat].say(line, view["version"], f"n{number}")
            number += 1


# --- Pieces on their way ---------------------------------------------------------------------

WATCH_MOVES = """() => {
    window.moves = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const made = animate.call(this, frames, timing);
        moves.push([this.id || this.classList[0], frames.translate]);
        made.pause();
        return made;
    };
}"""
APART = """([piece, hand]) => {
    const [[x, y], [u, v]] = [piece, hand].map(one => {
        const box = document.querySelector(one).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    });
    return Math.hypot(x - u, y - v);
}"""


def test_a_boss_travels_from_its_owner_s_hand_and_home_again(server, sit):
    _table, mover, _watcher = open_game(server, sit, reduced_motion="no-preference")
    mover.evaluate(WATCH_MOVES)
    seat = mover.evaluate("+document.querySelector('#move [name=seat]').value")
    after(mover, lambda: click_ward(mover, 14))
    assert mover.evaluate(APART, [f"#boss-{seat}-1", f"#home-boss-{seat}"]) < 12
    mover.evaluate("document.getAnimations().forEach(way => way.finish())")
    assert mover.evaluate(APART, [f"#boss-{seat}-1", f"#home-boss-{seat}"]) > 12
    after(mover, mover.get_by_role("button", name="Undo step").click)
    mover.wait_for_selector(".leaving", state="attached")
    [(_name, way)] = mover.evaluate("moves.filter(([name]) => name === 'leaving')")
    assert way[0] == "0px 0px"
    assert way[1] != way[0]


def test_the_enlarged_ward_keeps_its_streets_and_the_sum_its_words(bidding):
    _table, _view, page = bidding
    to_the_ballot(page)
    for drawn in ("#ga rect", "#m14 use", "#czI use"):
        assert page.locator(drawn).first.evaluate("one => getComputedStyle(one).visibility") == (
            "visible"
        ), drawn
    page.locator(".sum [data-base]").evaluate("one => { one.textContent = '1'; }")
    page.locator(".stepper input").first.evaluate(
        "one => { one.value = 0; one.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    assert page.locator(".sum").inner_text().split()[-2:] == ["1", "vote"]
    page.locator(".stepper [data-step='1']").first.click()
    assert page.locator(".sum").inner_text().split()[-5:] == ["1", "chip", "=", "2", "votes"]
