"""Changes build on a base: where a page has another, it asks for the whole and shows nothing wrong.

A server counts positions in the text, a browser in what it made of it; what it makes of a row
without `<tbody>`, or of a paragraph in a paragraph, is something else.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.web.playing import moved_on, version

from twohalls.web.difference import difference
from twohalls.web.fragments import changed

SHOWS = """([before, head, steps, after]) => {
  document.body.innerHTML = `<div id="live" data-base="1">${before}</div>`;
  const holder = document.createElement("template");
  holder.innerHTML = after;
  let misfit = false;
  try { patch([head, ...steps].join("\\n")); } catch { misfit = true; }
  const shown = document.getElementById("root");
  shown.normalize();
  holder.content.normalize();
  return misfit ? "asks" : shown.isEqualNode(holder.content.firstElementChild) ? "right" : "wrong";
}"""
"""What a page does with steps; `patch` is taken out of the script itself."""
KINDS = {
    "well formed": ("div", "span", "b", "section"),
    "normalised": ("table", "tr", "td", "p", "div", "ul", "li", "a", "select", "option", "h2"),
}


@pytest.fixture(scope="module")
def bench(server, browser):
    """A page with the script's own functions for changes, and nothing else of it."""
    page = browser.new_page()
    page.goto(f"{server.url}/static/app.js")
    script = page.evaluate("document.body.textContent")
    own = script[script.index("const $ =") : script.index("  const unpicked = ")]
    page.goto("about:blank")
    page.add_script_tag(content=f"{own}\nwindow.patch = patch;")
    yield page
    page.close()


def some(rng: random.Random, kinds: tuple[str, ...], depth: int) -> str:
    """Elements by chance, each within any other."""
    made = []
    for number in range(rng.randrange(1, 4)):
        kind = rng.choice(kinds)
        named = f' id="{kind}{depth}{number}{rng.randrange(9)}"' if rng.random() < 0.3 else ""
        shown = rng.choice(["", ' class="a"', ' class="b"'])
        inner = some(rng, kinds, depth - 1) if depth and rng.random() < 0.7 else rng.choice("xyz")
        made.append(f"<{kind}{named}{shown}>{inner}</{kind}>")
    return "".join(made)


def changed_a_little(rng: random.Random, html: str) -> str:
    """The same with another letter, class or element somewhere."""
    old, new = rng.choice([(">x<", ">changed<"), ('"a"', '"b"'), ("</b>", "</b><b>new</b>")])
    places = [at for at in range(len(html)) if html.startswith(old, at)]
    if not places:
        return html.replace("</", "more</", 1)
    at = rng.choice(places)
    return html[:at] + new + html[at + len(old) :]


@pytest.mark.parametrize("kinds", KINDS)
def test_a_position_that_is_counted_otherwise_never_goes_unseen(bench, kinds):
    rng, seen = random.Random(7), []
    for _ in range(400):
        before = f'<div id="root">{some(rng, KINDS[kinds], 3)}</div>'
        after = changed_a_little(rng, before)
        if len(set(ids(after))) < len(ids(after)):
            continue
        told = changed({"root": before}, {"root": after}, "1")  # type: ignore[dict-item]
        head, *steps = told.split("\n")
        seen.append(bench.evaluate(SHOWS, [before, head, steps, after]))
    assert "wrong" not in seen
    assert seen.count("right") > 20
    assert ("asks" in seen) == (kinds == "normalised")


def ids(html: str) -> list[str]:
    return [part.partition('"')[0] for part in html.split(' id="')[1:]]


def test_a_row_outside_of_a_table_body_is_found_out(bench):
    before = '<div id="root"><table><tr><td>1</td></tr><tr><td>2</td></tr></table></div>'
    after = before.replace("2", "3")
    assert difference(before, after) == ["=root/0/1 <tr><td>3</td></tr>"]
    head, *steps = changed({"root": before}, {"root": after}, "1").split("\n")  # type: ignore[dict-item]
    assert bench.evaluate(SHOWS, [before, head, steps, after]) == "asks"


def test_a_page_whose_base_is_another_asks_for_the_whole(server, browser):
    """As one would that lost a change, or was made by another release."""
    table = server.new_table()
    page = browser.new_page()
    page.goto(table.watch_link)
    told = []
    page.on("console", lambda said: told.append(said.text))
    page.evaluate("document.querySelector('#live').dataset.base = '1.0.of-another-house'")
    page.evaluate("document.querySelector('#turn').textContent = 'something old'")
    view = table.api().view()
    seat, before = view["awaited"][0], version(page)
    table.api(seat).say("boss 1", view["version"], "1")
    moved_on(page, before)
    expect(page.locator("#turn")).not_to_have_text("something old")
    assert len(told) == 1
    told.clear()
    before = version(page)
    table.api(seat).say("boss 2", view["version"] + 1, "2")
    moved_on(page, before)
    page.close()
    assert told == []
