"""Every label has room in every language: nothing is clipped, overlaps or wraps in a button."""

from __future__ import annotations

from pathlib import Path

from tests.serving import Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.test_reveal_browser import to_a_last_bid

TROUBLES = Path(__file__).with_name("labels.js").read_text()
SIZES = ((1440, 900), (1366, 768), (390, 844))
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_no_text_is_clipped_overlaps_or_wraps_inside_a_button(visitor: Visitor, server: Serving):
    page = visitor()
    crowd = server.new_table(kinds=("open", *["random"] * 4))
    city = server.new_table("cityhall", kinds=("open", "open", "random", "random"))
    bids = server.new_table(kinds=("open", "random", "random"))
    for table in (crowd, city, bids):
        sit_down(page, table, 1, "Ada")
    page.goto("about:blank")
    to_a_last_bid(bids.api(1))
    paths = ["/", "/games", "/new/tammany", crowd.path, city.path, bids.path, city.link(2)]
    found = []
    for path in paths:
        for language in ("en", "fr", "it"):
            page.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
            page.goto("about:blank")
            page.goto(path)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                found += [(path, language, width, what) for what in page.evaluate(TROUBLES)]
    assert not found
