"""A page that was changed step by step reads like one that was just opened."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.web.playing import VERSION, moved_on, version

expect.set_options(timeout=30_000)


@pytest.mark.parametrize(
    ("game", "box", "gone"),
    [("tammany", ".log", "#past #year-1"), ("cityhall", ".logs", "#round-0")],
)
def test_what_goes_to_the_earlier_years_and_rounds_is_moved_there(server, visitor, game, box, gone):
    """It is not sent again, so the page itself has to put it there."""
    table = server.new_table(game=game)
    page = visitor(table.watch_link)
    warnings = []
    page.on("console", lambda told: warnings.append(told.text) if told.type == "warning" else None)
    chance = random.Random(1)
    players = {seat: table.api(seat) for seat in (1, 2, 3)}
    earlier = page.locator(f"details {gone}")
    for number in range(300):
        view = players[1].view()
        if earlier.count():
            break
        player = players[chance.choice(view["awaited"])]
        before = version(page)
        answer = player.say(chance.choice(player.legal()), view["version"], f"{number}")
        assert answer.status_code == 200, answer.text
        moved_on(page, before)
    expect(page.locator(gone)).to_have_count(1)
    reached = players[1].view()["version"]
    page.wait_for_function(f"reached => {VERSION} >= reached", arg=reached)
    live = page.locator(box).text_content()
    page.reload()
    assert page.locator(box).text_content() == live
    assert warnings == []
