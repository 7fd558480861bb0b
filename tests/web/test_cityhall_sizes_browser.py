"""City Hall in windows of every size: nothing scrolls away, nothing covers a word."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import PHONE, Visitor, sit_down, speak
from tests.web.playing import after, moved_on, to_question, to_the_end

DESKTOPS = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))
ZOOMED = ((683, 384), (720, 450))
LINES_IN_SIGHT = """() => {
    const log = document.querySelector(".logs").getBoundingClientRect();
    const bottom = Math.min(log.bottom, innerHeight);
    return [...document.querySelectorAll(".logs li")].reduce((rows, line) => {
        const {top, bottom: end} = line.getBoundingClientRect();
        const height = Math.min(end, bottom) - Math.max(top, log.top);
        const row = parseFloat(getComputedStyle(line).lineHeight);
        return rows + Math.max(0, Math.floor((height + 1) / row));
    }, 0);
}"""
"""Rows of text that can be read; a long sentence takes two."""
ROOM_FOR_LINES = """() => {
    const log = document.querySelector(".logs").getBoundingClientRect();
    const line = document.querySelector(".logs li");
    const room = Math.min(log.bottom, innerHeight) - line.getBoundingClientRect().top;
    return Math.floor((room + 1) / line.offsetHeight);
}"""
COVERED_WORDS = """() => {
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const written = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    const doors = [...document.querySelectorAll(".office")].filter(door => {
        const words = door.querySelector(".ef");
        const pieces = [...door.querySelectorAll(".step > svg")];
        return words.scrollHeight > words.clientHeight + 1
            || written(words).some(line =>
                pieces.some(piece => meet(line, piece.getBoundingClientRect())));
    });
    const lots = [...document.querySelectorAll(".lot")].map(lot => lot.getBoundingClientRect());
    const within = ({x, y}, box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    const map = document.querySelector(".mapbox").getBoundingClientRect();
    const bridges = [...document.querySelectorAll(".ground.wide .bn")].filter(name => {
        const frame = name.getScreenCTM();
        const last = name.getNumberOfChars() - 1;
        return [name.getStartPositionOfChar(0), name.getEndPositionOfChar(last)]
            .map(end => end.matrixTransform(frame))
            .some(end => !within(end, map) || lots.some(lot => within(end, lot)));
    });
    return [...doors, ...bridges].map(one => one.id || one.textContent);
}"""


COVERED_ANSWERS = """() => {
    const answers = [...document.querySelectorAll("#turn :is(.ctl, .pickable) .go")];
    return answers.filter(go => {
        const {left, right, top, bottom} = go.getBoundingClientRect();
        const ends = [[left + 2, top + 2], [right - 2, bottom - 2]];
        return !ends.every(([x, y]) => go.contains(document.elementFromPoint(x, y)));
    }).map(go => go.textContent);
}"""
"""Answers that cannot be clicked from corner to corner."""


HINTED = """() => {
    const told = document.querySelector("#hint .told");
    if (told) told.innerHTML = `<p class="line">${"A long line of a move ".repeat(3)}</p>`
        + `<p>${"What it brings and whom it costs. ".repeat(4)}</p>`.repeat(2);
}"""
"""A hint as long as one may be, where one may be asked for."""


def four(server: Serving) -> NewTable:
    return server.new_table("cityhall", kinds=("open",) * 4, hints="all")


def resized(page: Page, width: int, height: int) -> str:
    page.set_viewport_size({"width": width, "height": height})
    return f"{width}×{height}"


def test_on_a_desktop_nothing_scrolls_away_and_six_lines_of_the_log_are_seen(
    server: Serving, visitor: Visitor
) -> None:
    """Asked for a bid with a hint shown, waiting, and after an auction that ended; four players."""
    table = four(server)
    page = sit_down(visitor(), table, to_question(table, "bid", 60), "Ada")
    for verb in ("bid", "keep", "activate"):
        least = table.api().view()["version"]
        to_question(table, verb, least)
        page.reload()
        page.evaluate(HINTED)
        for size in DESKTOPS:
            at = f"{verb}, {resized(page, *size)}"
            page.mouse.move(size[0] / 3, size[1] / 2)
            page.mouse.wheel(0, 300)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), at
            assert page.evaluate(LINES_IN_SIGHT) >= 6, at
            assert page.evaluate(COVERED_ANSWERS) == [], at


def test_when_the_game_is_over_as_much_of_the_log_is_seen_below_the_votes(
    server: Serving, visitor: Visitor
) -> None:
    table = four(server)
    to_the_end(table)
    page = visitor(table.watch_link)
    for size in DESKTOPS[1:]:
        at = resized(page, *size)
        expect(page.locator(".votes")).to_be_in_viewport(ratio=1)
        assert page.evaluate(LINES_IN_SIGHT) >= 6, at


def test_earlier_rounds_are_offered_once_there_are_any(server: Serving, visitor: Visitor) -> None:
    table = four(server)
    page = visitor(table.watch_link)
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator(".logs summary")).to_be_hidden()
    to_question(table, "bid", 120)
    page.reload()
    expect(page.locator(".logs summary")).to_be_visible()


def test_a_newcomer_who_is_asked_for_a_name_sees_as_much_of_the_log(visitor: Visitor) -> None:
    """And on a phone the whole board above the sheet."""
    page = visitor("/")
    page.click("button[value='cityhall solo']")
    page.wait_for_url("**/t/*")
    expect(page.locator("#log li").first).to_be_visible()
    for language in ("en", "fr", "it"):
        speak(page, language)
        expect(page.locator("#called")).to_be_visible()
        for size in DESKTOPS:
            at = f"{language}, {resized(page, *size)}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
            assert page.evaluate(ROOM_FOR_LINES) >= 6, at
        at = f"{language}, {resized(page, **PHONE)}"
        board, sheet = (page.locator(one).bounding_box() for one in (".mapbox", "#turn"))
        assert board, at
        assert sheet, at
        assert board["y"] + board["height"] < sheet["y"] + 1, at


def test_a_lesson_leaves_as_much_of_the_log(visitor: Visitor) -> None:
    page = visitor("/")
    page.click("button[formaction='/lesson/cityhall']")
    expect(page.locator("#lesson-do")).to_be_visible()
    for language in ("en", "fr", "it"):
        speak(page, language)
        expect(page.locator("#log li").first).to_be_visible()
        for size in DESKTOPS:
            at = f"{language}, {resized(page, *size)}"
            assert page.evaluate(ROOM_FOR_LINES) >= 6, at


def test_no_piece_covers_a_word_and_every_bridge_is_named_in_full_in_any_language(
    server: Serving, visitor: Visitor
) -> None:
    table = four(server)
    for office in ("zoning", "health", "surveyor"):
        to_question(table, "activate", table.api().view()["version"] + 1, office)
    page = sit_down(visitor(), table, to_question(table, "pass"), "Ada")
    for language in ("en", "fr", "it"):
        speak(page, language)
        for size in DESKTOPS:
            at = f"{language}, {resized(page, *size)}"
            assert page.evaluate(COVERED_WORDS) == [], at
            assert page.evaluate(COVERED_ANSWERS) == [], at


def test_on_a_phone_every_answer_is_in_sight_though_there_are_three_rows(
    server: Serving, visitor: Visitor
) -> None:
    for office, verb in (("lobbyist", "lobby"), ("zoning", "take")):
        table = server.new_table("cityhall")
        page = sit_down(
            visitor(viewport=PHONE), table, to_question(table, verb, office=office), "Ada"
        )
        for language in ("en", "fr", "it"):
            speak(page, language)
            assert page.locator("#turn :is(.ctl, .pickable) .go").count() >= 4
            assert page.evaluate(COVERED_ANSWERS) == [], (office, language)


def test_on_a_phone_a_hint_is_asked_for_in_the_sheet_and_told_above_it(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall", kinds=("open",) * 3, hints="all")
    seat = to_question(table, "take", office="zoning")
    page = sit_down(visitor(viewport=PHONE), table, seat, "Ada")
    for language in ("en", "fr", "it"):
        speak(page, language)
        assert page.evaluate(COVERED_ANSWERS) == [], language
        sheet, ask = (page.locator(at).bounding_box() for at in ("#turn", "#ask-hint"))
        assert sheet, language
        assert ask, language
        assert sheet["y"] < ask["y"] < sheet["y"] + sheet["height"] - ask["height"], language
    page.locator("#ask-hint").click(trial=True)
    page.evaluate(HINTED)
    told, sheet = (page.locator(at).bounding_box() for at in ("#hint .told", "#turn"))
    assert told
    assert sheet
    assert abs(told["y"] + told["height"] - sheet["y"]) < 1


def test_on_a_phone_what_was_touched_to_act_is_not_explained_over_the_answers(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    seat = to_question(table, "activate")
    page = sit_down(visitor(viewport=PHONE, has_touch=True, is_mobile=True), table, seat, "Ada")
    page.locator("#lot-M1 g").tap()
    expect(page.locator("#why-M1")).to_be_visible()
    after(page, page.locator("#office-tax a").tap)
    expect(page.locator("#office-tax")).to_have_class(re.compile(r"\bup\b"))
    expect(page.locator(".why:visible")).to_have_count(0)
    page.locator("#office-tax a").tap()
    expect(page.locator("#why-tax")).to_be_visible()


def test_what_is_to_be_confirmed_has_the_foot_of_the_panel_to_itself(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall", kinds=("open",) * 3, hints="all")
    page = sit_down(visitor(), table, table.api().view()["awaited"][0], "Ada")
    expect(page.locator("#ask-hint")).to_be_visible()
    page.locator("#turn-choices a").first.click()
    expect(page.locator("#turn .end")).to_be_visible()
    expect(page.locator("#ask-hint")).to_be_hidden()


def test_gold_frames_what_may_be_chosen_and_not_what_moved(
    server: Serving, visitor: Visitor
) -> None:
    """The star of the approval track is gold, too."""
    table = server.new_table("cityhall")
    page = sit_down(visitor(), table, table.api().view()["awaited"][0], "Ada")
    stroke, moved, star = page.evaluate("""() => {
        const of = (at, what) => getComputedStyle(document.querySelector(at))[what];
        document.querySelector(".lot:not(.can)").classList.add("moved");
        return [of(".can .ring", "stroke"), of(".moved .ring", "stroke"), of("#star-at", "fill")];
    }""")
    assert moved != stroke
    assert star == "rgb(255, 198, 46)"


def test_who_is_still_to_come_stands_in_sight(server: Serving, visitor: Visitor) -> None:
    page = sit_down(visitor(), four(server), 1, "Ada")
    for language in ("en", "fr", "it"):
        speak(page, language)
        for size in DESKTOPS:
            at = f"{language}, {resized(page, *size)}"
            waiting, links = (page.locator(at).bounding_box() for at in ("#waiting", ".bar nav"))
            assert waiting, at
            assert links, at
            assert waiting["y"] + waiting["height"] <= size[1], at
            assert waiting["x"] + waiting["width"] <= links["x"], at


def test_land_is_free_as_long_as_it_is_drafted(server: Serving, visitor: Visitor) -> None:
    table = server.new_table("cityhall")
    page = sit_down(visitor(), table, table.api().view()["awaited"][0], "Ada")
    offered = page.locator(".bill .py")
    expect(offered).to_have_text(["free"] * 3)
    tips = page.locator(".why", has_text="$")
    assert not [text for text in tips.all_inner_texts() if "price" in text]
    to_question(table, "build")
    page.reload()
    expect(offered.first).to_contain_text("$")


def test_undo_stands_beside_the_sun_not_across_it(server: Serving, visitor: Visitor) -> None:
    table = server.new_table("cityhall")
    seat = to_question(table, "activate")
    page = sit_down(visitor(), table, seat, "Ada")
    client = table.api(seat)
    before = client.view()["version"]
    client.say("activate tax", before, "tax")
    moved_on(page, before)
    for size in DESKTOPS:
        at = resized(page, *size)
        turn, undo = (page.locator(at).bounding_box() for at in ("#turn", "#turn .undo"))
        assert turn
        assert undo
        foot = page.evaluate(
            "parseFloat(getComputedStyle(document.body).getPropertyValue('--foot'))"
        )
        assert undo["y"] >= turn["y"] + turn["height"] - foot, at


def test_zoomed_in_the_sheet_is_one_line_until_it_is_touched(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    page = sit_down(visitor(has_touch=True), table, to_question(table, "bid"), "Ada")
    sheet = page.locator("#turn")
    for size in ZOOMED:
        at = resized(page, *size)
        page.locator("#lot-Q6").tap()
        closed = sheet.bounding_box()
        assert closed
        assert closed["height"] <= 48, at
        page.locator("#turn-title").tap()
        expect(page.locator("#turn-choices")).to_be_visible()
        opened = sheet.bounding_box()
        assert opened
        assert opened["height"] > 120, at
    after(page, page.locator("#turn [value=pass]").tap)


def test_what_is_pointed_at_is_explained_though_a_card_was_clicked(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table("cityhall")
    page = sit_down(visitor(), table, to_question(table, "build"), "Ada")
    page.locator("#hand .permit.go").first.click()
    page.hover("#lot-M1")
    expect(page.locator(".why:visible")).to_have_count(1)
    expect(page.locator("#why-M1")).to_be_visible()
    title, rule = (page.locator(f"#why-M1 h3 {part}").bounding_box() for part in ("span", "a"))
    assert title
    assert rule
    assert rule["x"] - (title["x"] + title["width"]) >= 6
