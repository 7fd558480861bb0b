"""A Tammany Hall table in real browsers, by clicking what a person would click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.serving import Client, NewTable, Serving
from tests.web.conftest import PHONE, Visitor, picture, problems, sit_down
from tests.web.playing import after, click_ward, pick

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
        httpx2.post(table.link(other), data={"name": f"Player {other}"}, timeout=20)
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
    mover.mouse.move(5, 5)
    mover.locator("#ward-8 .hit:visible").focus()
    while not mover.locator("#ward-9 .hit:focus").count():
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
    click_ward(mover, 14)
    expect(mover.locator("#turn .ask")).to_contain_text("Put a boss into any outlined ward.")
    click_ward(mover, 1)
    mover.get_by_role("button", name="End turn").click()
    expect(watcher.locator("#log")).to_contain_text("placed a boss in Ward 1 and")
    expect(mover.locator("#turn .ask")).to_contain_text("is at it")


def test_a_move_made_for_somebody_is_marked_in_both_logs_for_them_alone(server, sit):
    table = server.new_table()
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    seat, line = bid_without_a_choice(table, clients)
    mark = "(there was no other move)"
    page, others = sit(table, seat), sit(table, None)
    expect(page.locator("#log li", has_text=mark)).to_contain_text(f"in Ward {line.split()[1]}.")
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


def test_the_mayor_gives_out_the_offices_by_day_and_by_lamp_light(server, sit):
    table = server.new_table()
    mayor = sit(table, to_appointing(table))
    mayor.goto(f"{mayor.url.partition('#')[0]}#fast")
    expect(mayor.locator("#give .prim")).to_be_visible()
    check(mayor, "appoint")
    after(mayor, mayor.locator("#give .prim").click)
    expect(mayor.locator("#players")).to_contain_text("Deputy Mayor")


def to_appointing(table: NewTable) -> Any:
    """Play by the API until a mayor is to give out offices; which seat that is."""
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
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
