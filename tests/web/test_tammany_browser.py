"""A Tammany Hall table in real browsers, by clicking what a person would click."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Response, expect, sync_playwright
from tests.serving import NewTable, Serving

from twohalls.tammany import picture

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "tests" / "pictures"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 30_000
HASTE = 450
"""Milliseconds between two clicks; sooner, the second is taken for a double click."""
expect.set_options(timeout=PATIENCE)
last_click: dict[Page, float] = {}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    running = Serving(tmp_path_factory.mktemp("tammany") / "tables.db")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    command = [ROOT / "scripts" / "chromium"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Somebody comes with a browser of their own and takes a seat, or only watches."""
    contexts = []

    def come(table: NewTable, seat: int | None, **how: Any) -> Page:
        options = {"viewport": WIDE, "reduced_motion": "reduce", "locale": "en-GB", **how}
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if seat is None:
            page.goto(table.watch_link)
        else:
            page.goto(table.link(seat))
        if page.locator("#name").count():
            page.fill("#name", f"Player {seat}")
            page.click("main button")
        page.wait_for_selector("#turn", state="attached")
        return page

    yield come
    for context in contexts:
        context.close()


# --- What a person does ----------------------------------------------------------------------


def version(page: Page) -> str:
    return page.locator("#move [name=version]").input_value()


def after(page: Page, click: Callable[[], None]) -> None:
    """Do something, no sooner than a person would, and wait until the table has moved on."""
    before = version(page)
    rest(page)
    picked = "pick=" in page.url
    with page.expect_response(_drawn_anew) if picked else nullcontext():
        click()
    last_click[page] = time.monotonic()
    page.wait_for_function(
        "before => document.querySelector('#move [name=version]').value !== before", arg=before
    )
    if picked:
        page.wait_for_timeout(60)


def rest(page: Page) -> None:
    """Wait until a click is no longer taken for a double click."""
    page.wait_for_timeout(max(0, HASTE - (time.monotonic() - last_click.get(page, 0)) * 1000))


def _drawn_anew(answer: Response) -> bool:
    """What was drawn for a pick is asked for once more after every change."""
    return "/parts" in answer.url


def ward(page: Page, number: int) -> None:
    """Click a ward where its pieces stand."""
    hit = page.locator(f"#ward-{number} .hit:visible")
    box = hit.bounding_box()
    assert box is not None
    x, y, width, height = picture.frame(number, 0)
    ax, ay = picture.PLACES[number].anchor
    across, down = (ax - x) / width * box["width"], (ay - y) / height * box["height"]
    hit.click(position={"x": across, "y": down})


def open_wards(page: Page) -> list[int]:
    found: list[str] = page.locator(".w.ok").evaluate_all("all => all.map(one => one.id)")
    return [int(id.removeprefix("ward-")) for id in found]


THINGS = {
    "reveal": ".reveal .res .prim",
    "appoint": ".give select",
    "bid": ".floor:has(.cap.open) .stepper",  # a bid without a choice is made by the server
    "outcome": ".full .ehead a[href^='#board-']",
    "end": "#turn .end .prim:not([aria-disabled])",
    "turn": "#turn .acts li:first-child a.tok[href^='?pick=boss']",
    "bonus": "#turn .acts .tok",
}
FIND = """things => {
    const seen = one => one.checkVisibility({visibilityProperty: true});
    const there = ([, selector]) => [...document.querySelectorAll(selector)].some(seen);
    if (document.querySelector(".final")) return "over";
    return (Object.entries(things).find(there) ?? [""])[0];
}"""


def asked(page: Page) -> str:
    """What this person is to do now, told by what can be seen."""
    found: str = page.evaluate(FIND, THINGS)
    return found


def act(page: Page, what: str, number: int) -> None:
    """Do it, as somebody would who wants the game to go on."""
    if what == "reveal":
        page.click(THINGS["reveal"] if number % 2 else ".reveal a[href='#fast']")
    elif what == "appoint":
        after(page, lambda: page.click("#give .prim"))
    elif what == "bid":
        more = page.locator(".ballot [data-step='1']")
        if number % 2 and more.count():
            more.first.click()
        after(page, lambda: page.click(".ballot .go .prim"))
    elif what == "outcome":
        page.click(THINGS["outcome"])
    elif what == "end":
        if page.locator("#turn .end a.prim").count():
            page.click("#turn .end a.prim")
            page.wait_for_url("**pick=end**")
            page.wait_for_selector("#turn .end button.prim")
        after(page, lambda: page.click("#turn .end button.prim"))
    elif what == "turn":
        cubes = page.locator("#turn a.tok[href^='?pick=cube']")
        if number % 3 == 0 and cubes.count():
            pick(page, cubes.first)
        place(page, number)
    elif page.locator("#turn .acts button.tok").count():
        after(page, lambda: page.locator("#turn .acts button.tok").first.click())
    else:
        pick(page, page.locator("#turn .acts a.tok").first)
        place(page, number)


def pick(page: Page, token: Locator) -> None:
    address = token.get_attribute("href")
    token.click()
    page.wait_for_selector(f'#turn a.tok[href="{address}"][aria-current]')


AGREED = """() => {
    const token = document.querySelector("#turn a.tok[aria-current]");
    const picked = new URLSearchParams(token?.search).get("pick") + " ";
    const wards = [...document.querySelectorAll(".w.ok .aim")];
    return token && wards.length && wards.every(ward => ward.value.startsWith(picked));
}"""


def place(page: Page, number: int) -> None:
    """Put what is picked into a ward, once the map is drawn for it."""
    page.wait_for_function(AGREED)
    wards = open_wards(page)
    after(page, lambda: ward(page, wards[number % len(wards)]))


def check(page: Page, name: str) -> None:
    """Accessible by day and by lamp light; a picture of each for a person to look at."""
    PICTURES.mkdir(exist_ok=True)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page)
        assert found.violations_count == 0, f"{name}, {scheme}\n{found.generate_report()}"
        page.screenshot(path=PICTURES / f"tammany-{name}-{scheme}.png")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


# --- Games and moments -----------------------------------------------------------------------


def open_game(server: Serving, sit: Callable[..., Page], **how: Any) -> tuple[NewTable, Page, Page]:
    """A table of three people: the page of the one whose turn it is, and of another."""
    table = server.new_table(kinds=("open", "open", "open"))
    for seat in (2, 3):
        sit(table, seat).close()
    first = sit(table, 1, **how)
    api = table.api(1)
    seat = api.view()["awaited"][0]
    api.http.close()
    mover = first if seat == 1 else sit(table, seat, **how)
    return table, mover, sit(table, None)


def test_a_move_is_seen_by_others_at_once_and_can_be_taken_back(server, sit):
    _table, mover, watcher = open_game(server, sit)
    after(mover, lambda: ward(mover, 14))
    expect(mover.locator("#turn .end .prim")).to_have_attribute("aria-disabled", "true")
    expect(mover.locator("#open")).to_contain_text("Place one more piece first.")
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 14.")
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(1)
    after(mover, lambda: ward(mover, 6))
    expect(watcher.locator("#log")).to_contain_text("placed bosses in Wards 14 and 6.")
    mover.reload()
    expect(mover.locator("#pieces [id^=boss-]")).to_have_count(2)
    after(mover, mover.get_by_role("button", name="Undo step").click)
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(1)
    after(mover, lambda: ward(mover, 6))
    after(mover, mover.get_by_role("button", name="Undo turn").click)
    expect(watcher.locator("#pieces [id^=boss-]")).to_have_count(0)


def test_a_cube_glides_from_castle_garden_under_the_same_name(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    token = mover.locator("#turn a.tok[href^='?pick=cube']").first
    colour = (token.get_attribute("href") or "").partition("+")[2]
    waiting = mover.locator(f"#pieces > [id^=cube-{colour}]").evaluate_all(
        "all => all.map(a => a.id)"
    )
    pick(mover, token)
    after(mover, lambda: ward(mover, 14))
    moved = mover.locator("#pieces .each .new").get_attribute("id")
    assert moved in waiting


def test_a_ward_explains_itself_to_pointer_and_keyboard(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    box = mover.locator("#ward-14 .hit:visible").bounding_box()
    assert box is not None
    mover.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(mover.locator("#tip-14")).to_be_visible()
    expect(mover.locator("#tip-14")).to_contain_text("worth two points")
    mover.mouse.move(5, 5)
    mover.locator("#ward-9 .hit:visible").focus()
    mover.keyboard.press("Shift+Tab")
    mover.keyboard.press("Tab")
    expect(mover.locator("#tip-9")).to_be_visible()
    expect(mover.locator("#tip-9")).to_contain_text("comes into play at the start of year 5")


def test_a_turn_is_played_with_the_keyboard_alone(server, sit):
    _table, mover, _watcher = open_game(server, sit)
    for number in (4, 7):
        mover.locator(f"#ward-{number} .hit:visible").focus()
        after(mover, lambda: mover.keyboard.press("Enter"))
    mover.get_by_role("button", name="End turn").focus()
    after(mover, lambda: mover.keyboard.press("Enter"))
    expect(mover.locator("#turn .ask")).to_contain_text("is at it")


def test_on_a_phone_a_tap_explains_and_the_sheet_places(server, sit):
    how = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    _table, mover, watcher = open_game(server, sit, **how)
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
    ward(mover, 14)
    expect(mover.locator("#turn .ask")).to_contain_text("Put a boss into any outlined ward.")
    ward(mover, 1)
    mover.get_by_role("button", name="End turn").click()
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 1 and")
    expect(mover.locator("#turn .ask")).to_contain_text("is at it")
