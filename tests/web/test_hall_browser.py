"""The hall in a browser: tables appear as they are opened, and people have pages of their own."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect
from tests.serving import Serving
from tests.web.conftest import PHONE, ROOT, picture, problems

from twohalls.server.schema import persons, played

expect.set_options(timeout=15_000)
LATER = 86_400
TROUBLES = (ROOT / "tests" / "web" / "labels.js").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Serving(tmp_path_factory.mktemp("hall") / "tables.db", hall="open")
    yield running
    running.close()


def enter(page, name):
    page.goto("/hall")
    page.fill("#name", name)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(f"Here you are {name}.")
    return page


def remember(server, game):
    """Games that these people are said to have played."""
    engine = sa.create_engine(server.stored)
    with engine.begin() as db:
        ids = {row.name: row.id for row in db.execute(persons.select())}
        for number in range(8):
            for seat, (name, kind) in enumerate((("Ada", "person"), ("", "boss")), 1):
                db.execute(
                    played.insert().values(
                        game=game, seat=10 * number + seat, person=ids.get(name), kind=kind,
                        of="tammany", players=3, time=1_700_000_000 + number * LATER,
                        place=1 + (number + seat) % 3, points=20 + number * (3 - seat),
                        rated=int(name != ""), mu=25 + number if name else None,
                        sigma=8 - number / 2 if name else None,
                        deeds='{"offices": {"mayor": 2}, "colours": {"irish": 3, "german": 1}}',
                    )
                )  # fmt: skip
    engine.dispose()
    return ids["Ada"]


def test_a_table_appears_in_the_hall_and_a_guest_sits_down(server, visitor):
    ada, bert = enter(visitor(), "Ada"), enter(visitor(), "Bert")
    expect(bert.locator("#hall")).to_contain_text("No table has a free seat.")
    ada.goto("/new/tammany")
    for seat in (2, 3):
        ada.select_option(f"[name='kind.{seat}']", "open")
    ada.check("[name=hall]")
    ada.check("[name=rated]")
    ada.click("main .button")
    ada.wait_for_url("**/t/*")
    id = ada.url.rpartition("/")[2]

    # It comes by itself where somebody looks, and asks whether they agree.
    sit = bert.locator(f"form[action='/hall/{id}/sit']")
    expect(sit).to_be_visible()
    expect(bert.locator(".tables .marks svg.boss")).to_have_count(3)
    picture(bert, "hall")
    assert problems(bert) == []
    bert.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert bert.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(bert, "hall-phone")
    sit.locator("input").check()
    sit.locator("button").click()
    bert.wait_for_url(f"**/t/{id}")
    expect(ada.locator("#players")).to_contain_text("Bert")
    ada.locator("#hall-box summary").click()
    expect(ada.locator("#hall-box")).to_contain_text("It is rated.")

    # Rankings and a page for each person.
    own = remember(server, id)
    ada.goto("/hall/ranking?of=tammany+3")
    expect(ada.locator(".ranks")).to_contain_text("32 ± 9")
    picture(ada, "ranking")
    assert problems(ada) == []
    ada.goto(f"/p/{own}")
    expect(ada.locator("main")).to_contain_text("Offices held")
    expect(ada.locator("#chart-colours-tammany .names")).to_contain_text("Irish")
    picture(ada, "person")
    assert problems(ada) == []
    ada.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.evaluate(TROUBLES) == []
