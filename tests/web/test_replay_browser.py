"""Watching a game again in a real browser: keys, slider, links, files, and what it looks like."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.serving import until
from tests.web.conftest import PHONE, barriers, picture, problems, sit_down, speak
from tests.web.replaying import new_record, play_to_the_end, played

expect.set_options(timeout=20_000)
SHAPES = """board => [...board.querySelectorAll("*")].map((one) =>
    [one.nodeName, ...[...one.attributes].map((a) => `${a.name}=${a.value}`).sort()].join(" "))"""
GAMES = ("tammany", "cityhall")


@pytest.fixture(scope="module")
def records(server):
    return {game: new_record(server, game, 3) for game in GAMES}


def is_at(page: Page, moment: int) -> None:
    expect(page.locator("#moment")).to_have_attribute("data-at", str(moment))
    expect(page).to_have_url(re.compile(rf"[?&]at={moment}$"))


def last(page: Page) -> int:
    return int(page.locator("#at").get_attribute("max") or 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_leads_through_a_game(visitor, records, game):
    page = visitor(f"{records[game]}/replay")
    expect(page.locator("#moment")).to_have_attribute("data-at", "0")
    for moment in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        is_at(page, moment)
    page.keyboard.press("ArrowLeft")
    is_at(page, 2)
    page.keyboard.press("End")
    is_at(page, last(page))
    expect(page.locator(".victor")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    expect(page.locator("#moment")).not_to_have_attribute("data-at", str(last(page)))
    page.keyboard.press("Home")
    is_at(page, 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_slider_leads_through_a_game(visitor, records, game):
    page = visitor(f"{records[game]}/replay")
    slider = page.locator("#at")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in (0.2, 0.4, 0.5):
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
    page.mouse.up()
    half = last(page) / 2
    chosen = int(slider.input_value())
    assert half * 0.9 < chosen < half * 1.1
    is_at(page, chosen)
    slider.press("ArrowRight")
    is_at(page, chosen + 1)
    expect(slider).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_a_link_leads_to_its_moment(visitor, records, game):
    first = visitor(f"{records[game]}/replay")
    first.keyboard.press("PageDown")
    first.wait_for_function("() => document.querySelector('#moment').dataset.at > 0")
    moment = int(first.locator("#moment").get_attribute("data-at") or 0) + 1
    first.keyboard.press("ArrowRight")
    is_at(first, moment)
    expect(first).to_have_url(re.compile(rf"at={moment}$"))
    other = visitor(f"{records[game]}/replay?at={moment}")
    is_at(other, moment)
    assert other.locator("#moment").inner_text() == first.locator("#moment").inner_text()
    board = {"tammany": "#pieces", "cityhall": ".lots"}[game]
    shapes = other.locator(board).evaluate(SHAPES)
    until(lambda: first.locator(board).evaluate(SHAPES) == shapes)


@pytest.mark.parametrize(("game", "name"), [("tammany", "Year 7"), ("cityhall", "Round 3")])
def test_a_chapter_is_jumped_to(visitor, records, game, name):
    page = visitor(f"{records[game]}/replay")
    chapter = page.locator(".chapters").get_by_role("link", name=name, exact=True)
    moment = int(chapter.get_attribute("data-at") or 0)
    chapter.click()
    is_at(page, moment)
    expect(page.locator(".when")).to_contain_text(name)
    expect(chapter).to_have_attribute("aria-current", "true")


def test_an_election_is_jumped_to(visitor, records):
    page = visitor(f"{records['tammany']}/replay")
    page.locator(".chapters").get_by_role("link", name="Election of year 8").click()
    expect(page.locator(".when")).to_contain_text("Year 8")
    expect(page.locator("#moment")).to_contain_text(re.compile("Ward|bid"))


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_of_the_log_leads_to_its_moment(visitor, records, game):
    page = visitor(f"{records[game]}/replay")
    event = page.locator("#event-20")
    said = event.inner_text()
    event.click()
    is_at(page, 20)
    expect(event).to_have_attribute("aria-current", "true")
    expect(page.locator("#moment .what")).to_contain_text(said.split(".")[0])
    expect(page.locator("#said")).to_contain_text(said.split(".")[0])


def test_it_plays_by_itself_and_stops(visitor, records):
    page = visitor(f"{records['tammany']}/replay")
    page.select_option("#speed", "350")
    page.click("#play")
    expect(page.locator("#play")).to_have_text("Pause")
    page.wait_for_function("() => Number(document.querySelector('#moment').dataset.at) >= 3")
    page.click("#play")
    expect(page.locator("#play")).to_have_text("Play")
    page.goto(f"{records['tammany']}/replay?at={last(page) - 1}")
    page.click("#play")
    is_at(page, last(page))
    expect(page.locator("#play")).to_have_text("Play")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_watched_without_javascript(visitor, records, game):
    page = visitor(f"{records[game]}/replay?at=10", java_script_enabled=False)
    page.click("#step-next")
    is_at(page, 11)
    page.click("#step-prev")
    is_at(page, 10)
    page.click("#step-last")
    is_at(page, last(page))
    page.click("#step-first")
    is_at(page, 0)
    page.locator("#at").fill("30")
    page.click(".slide button")
    is_at(page, 30)
    page.click("#event-5")
    is_at(page, 5)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_watched_in_words(visitor, records, game):
    page = visitor(f"{records[game]}/replay?at=30")
    page.click("text=Board in words")
    is_at(page, 30)
    before = page.locator("#state").inner_text()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    is_at(page, 36)
    assert page.locator("#state").inner_text() != before
    page.locator("nav .keeps").click()
    is_at(page, 36)
    expect(page.locator({"tammany": "#pieces", "cityhall": ".lots"}[game])).to_be_visible()


# --- Files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_taken_along_and_handed_in_again(visitor, records, game, tmp_path):
    page = visitor(f"{records[game]}/replay")
    with page.expect_download() as loading:
        page.click("a[href$='record.txt']")
    file = tmp_path / "game.txt"
    loading.value.save_as(file)
    assert file.read_text("utf-8") == played(game, 3).record()
    page.goto("/import")
    page.set_input_files("#record", file)
    page.click("main button")
    page.wait_for_url("**/replay")
    assert page.url.endswith(f"{records[game]}/replay")


def test_a_broken_record_is_refused_at_its_line(visitor, tmp_path):
    lines = played("tammany", 3).record().split("\n")
    lines[20] = "1 <b>boss</b> <script>document.title='taken'</script>"
    file = Path(tmp_path / "broken.txt")
    file.write_text("\n".join(lines), "utf-8")
    page = visitor("/")
    page.click("footer a[href='/import']")
    page.set_input_files("#record", file)
    page.click("main button")
    expect(page.locator(".refused")).to_contain_text("Refused at line 21.")
    expect(page.locator(".refused pre")).to_contain_text("<b>boss</b>")
    expect(page).to_have_title("Watch a recorded game · Two Halls")
    assert problems(page) == []
    picture(page, "import-refused")


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_taken_along(visitor, records, game):
    page = visitor(f"{records[game]}/replay?at=40")
    page.keyboard.press("ArrowRight")
    is_at(page, 41)
    heights = page.locator(".takes a").evaluate_all(
        "all => all.map(a => a.getBoundingClientRect().height)"
    )
    assert all(height >= 24 for height in heights)
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download(timeout=60_000) as loading:
            page.click(f".takes a[href*='board.{kind}?at=41']")
        assert loading.value.suggested_filename == f"{game}-41.{kind}"
        assert Path(loading.value.path()).read_bytes().startswith(begins)


def test_a_browser_draws_the_picture_as_it_is(visitor, records):
    page = visitor(f"{records['tammany']}/result")
    drawn = page.evaluate(
        """async (url) => {
            const picture = new Image();
            picture.src = url;
            await picture.decode();
            return [picture.naturalWidth, picture.naturalHeight];
        }""",
        f"{records['tammany']}/board.svg?at=60",
    )
    assert drawn == [860, 996]


# --- A table's own -----------------------------------------------------------------------------


MOVING = """[...document.querySelectorAll(".victory *")]
    .filter(one => getComputedStyle(one).animationName !== "none").length"""
"""What of the victory moment is drawn moving."""


def test_from_the_table_to_its_end_and_to_whoever_has_the_link(visitor, server):
    table = server.new_table(kinds=("open", "open", "open"))
    player = sit_down(visitor(), table, 1, "Ada")
    player.click("nav a[href$='/replay']")
    player.wait_for_url("**/replay")
    stranger = visitor(f"{table.path}/replay")
    expect(stranger.locator("h1")).to_have_text("Not found")
    play_to_the_end(table, 3)
    player.goto(f"{table.path}#fast")
    expect(player.locator(".victory")).to_be_visible()
    assert player.evaluate(MOVING) == 0, "still, where motion is not wanted"
    player.emulate_media(reduced_motion="no-preference")
    assert player.evaluate(MOVING) > 0
    player.locator(".after a[href$='/result']").click()
    player.wait_for_url("**/result")
    link = player.locator("#share").input_value()
    stranger.goto(link)
    expect(stranger.locator("h1")).to_contain_text("won")
    expect(stranger.locator(".chart")).to_have_count(player.locator(".chart").count())
    stranger.click("text=Watch it again")
    stranger.wait_for_url("**/replay")
    stranger.keyboard.press("End")
    expect(stranger.locator(".victor")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_whole_result_is_in_sight(visitor, records, game):
    page = visitor(f"{records[game]}/result", viewport=PHONE)
    for language in ("en", "fr", "it"):
        speak(page, language)
        assert page.locator(".scroll:has(.standing)").evaluate(BEYOND) <= 0, language


BEYOND = "table => table.scrollWidth - table.clientWidth"


# --- Looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_to_mend(visitor, records, game, size):
    page = visitor(**({"viewport": PHONE} if size == "phone" else {}))
    found: dict[str, list[Any]] = {}
    for place in ("replay?at=70", "replay/text?at=70", "result"):
        page.goto(f"{records[game]}/{place}")
        for details in page.locator(".chart details").all():
            details.evaluate("box => box.open = true")
        name = place.partition("?")[0].replace("/", "-")
        found[place] = barriers(page, f"{name}-{game}-{size}")
        if size == "phone":
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[f"{place} is {wide} wide"] = [] if wide <= 390 else ["too wide"]
    page.goto("/import")
    found["import"] = barriers(page, f"import-{size}")
    assert not {place: what for place, what in found.items() if what}
