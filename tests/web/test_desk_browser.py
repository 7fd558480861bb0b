"""At hand beside the board: keys, what others moved, the rules in a tab of their own, sounds."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.serving import Serving, until
from tests.web.conftest import Visitor, problems, sit_down
from tests.web.playing import after, click_ward, to_question

expect.set_options(timeout=15_000)
LONG = ("Ada", "Bartholomew Featherstone", "Maximiliano d’Alessandro")
BEYOND = "box => box.scrollWidth - box.clientWidth"


def test_keys_marks_sounds_and_the_next_game(visitor: Visitor, server: Serving):
    table = server.new_table(kinds=("open", "random", "random"), names=LONG)
    page = sit_down(visitor(), table, 1, "Ada")
    me = table.api(1)
    expect(page).to_have_title(re.compile("^● "))
    assert not page.evaluate("localStorage.getItem('sounds')"), "off until asked for"
    page.locator("body").press("s")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")

    page.locator("body").press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator("body").press("i")
    expect(page.locator("#holdings tbody tr").first).to_have_text(re.compile(r"^Points\s*0"))
    assert page.locator("#held").evaluate(BEYOND) <= 0, "who has what is seen whole"
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".opponents .face")).to_have_count(2)

    after(page, lambda: click_ward(page, 14))
    expect(page.locator("#log li").first).to_contain_text("You placed a boss in Ward 14.")
    after(page, lambda: page.locator("body").press("u"))
    after(page, lambda: click_ward(page, 14))
    after(page, lambda: click_ward(page, 6))
    page.locator("body").press("e")
    until(lambda: me.view()["awaited"] == [1] and me.view()["phase"] == "turn")
    expect(page).to_have_title(re.compile("^● "))
    expect(page.locator("#live")).to_have_attribute("data-played", "turn")
    expect(page.locator(".w.moved").first).to_be_attached()
    expect(page.locator("#log li.unseen").first).to_be_visible()
    expect(page.locator("#meanwhile li")).to_have_text(
        [
            re.compile("^Bartholomew "),
            re.compile("^Maximiliano "),
        ]
    )
    assert not page.locator("#log li.unseen", has_text="You ").count()

    line = page.locator("#log li.unseen[data-at*=ward]").first
    ward, *_more = (line.get_attribute("data-at") or "").split()
    line.hover()
    expect(page.locator(f"#{ward}")).to_have_class(re.compile(r"\blit\b"))
    page.locator("body").press("l")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at")
    expect(page.locator(".lit").first).to_be_attached()

    with page.expect_popup() as opened:
        page.locator("body").press("r")
    rules = opened.value
    expect(rules.get_by_role("link", name="To the table")).to_have_attribute("href", table.path)
    rules.close()

    after(page, lambda: click_ward(page, 14))
    expect(page.locator(".moved")).to_have_count(0)
    expect(page.locator("#meanwhile")).to_be_hidden()
    other = server.new_table("cityhall", kinds=("open", "random"))
    sit_down(page, other, 1, "Ada")
    page.goto(table.path)
    page.locator("body").press("n")
    page.wait_for_url(f"**{other.path}")
    for key, there in (("w", "/text"), ("w", ""), ("p", "/replay")):
        page.locator("body").press(key)
        page.wait_for_url(f"**{other.path}{there}")


def test_the_last_move_is_marked_where_it_was_made(visitor: Visitor, server: Serving):
    table = server.new_table("cityhall")
    mover = table.api(to_question(table, "draft"))
    line = mover.legal()[0]
    watcher = visitor(table.watch_link)
    corners = watcher.locator(f"#lot-{line.split()[-1]} .ring")
    expect(corners).to_have_css("visibility", "hidden")
    mover.say(line, mover.view()["version"], "draft")
    expect(corners).to_have_css("visibility", "visible")
