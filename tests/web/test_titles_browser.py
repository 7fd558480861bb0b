"""Titles of City Hall's offices and permits are read whole, in any language, width and font."""

from __future__ import annotations

import pytest
from tests.web.conftest import PHONE, WIDE, sit_down

CUT = """() => [...document.querySelectorAll(".office i, .permit i, .turns h3")]
  .filter((one) => one.offsetParent)
  .filter((one) => {
    const own = document.createRange();
    own.selectNodeContents(one);
    const text = own.getBoundingClientRect();
    const box = one.closest("li, .permit, .turns").getBoundingClientRect();
    return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible"
      || text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1;
  })
  .map((one) => one.textContent)"""
WIDER = "* { font-family: monospace !important; }"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_no_title_is_cut(visitor, server, language, size):
    table = server.new_table("cityhall", kinds=("open", "open", "open", "open"))
    page = visitor(locale=language, viewport=size, bypass_csp=True)
    sit_down(page, table, 1, "Ada")
    assert page.locator(".office").count() == 7
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.add_style_tag(content=WIDER)
    assert page.evaluate(CUT) == []


def test_a_phone_shows_the_turn_order_and_the_population(visitor, server):
    table = server.new_table("cityhall", kinds=("open", "open"))
    page = sit_down(visitor(viewport=PHONE), table, 1, "Ada")
    for part in ("#order", "#population"):
        assert page.locator(part).is_visible()
