"""What is secret reaches nobody else's browser: not by page, parts or stream, nor by a curtain."""

from __future__ import annotations

import re
from contextlib import nullcontext, suppress

from playwright.sync_api import Error, Page, Response, expect
from tests.serving import NewTable, Serving
from tests.web.conftest import Visitor, sit_down
from tests.web.playing import after, to_sealed_bids, to_the_ballot, version

UNSEEN = re.compile(r"return (housing|tower|factory|park)|slips? a (Housing|Tower|Factory|Park)")
CHOICES = re.compile(r'(?:value|data-say)="return \w+"')
"""What somebody may return is on their own page, as answers to choose from."""


class Wire:
    """Everything that reaches a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answers: list[tuple[int, Response]] = []
        self.messages: list[str] = []
        self.document = 0
        page.on("response", lambda answer: self.answers.append((self.document, answer)))
        page.on("framenavigated", self._loaded)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.eventSourceMessageReceived", self._heard)

    def _heard(self, event: dict[str, str]) -> None:
        self.messages.append(event["data"])

    def _loaded(self, _: object) -> None:
        self.document += 1

    def told(self) -> str:
        """All of it as one text, with the page as it stands now.

        The browser may have thrown away what it fetched for a document that has gone since.
        """
        bodies = []
        for document, answer in self.answers:
            if answer.ok and "/stream" not in answer.url and ".woff2" not in answer.url:
                with suppress(Error) if document < self.document else nullcontext():
                    bodies.append(answer.text())
        return "\n".join([*bodies, *self.messages, self.page.content()])


def at_version(page: Page, reached: int) -> None:
    page.wait_for_function(
        "reached => +document.querySelector('#move [name=version]').value >= reached", arg=reached
    )


def test_a_sealed_bid_is_the_same_to_everybody_else_whatever_it_is(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table()
    bids = to_sealed_bids(table)
    mine, other, *_ = bids["awaited"]
    bidder = table.api(mine)
    seen_by = [
        sit_down(visitor(), table, other, "Bert"),
        visitor(table.watch_link),
        visitor(table.watch_link),
    ]
    seen_by[2].goto(f"{table.path}/text")
    wires = [Wire(page) for page in seen_by]
    lines = [bidder.legal()[0], bidder.legal()[-1], bidder.legal()[0]]
    assert lines[0] != lines[1]
    for number, line in enumerate(lines):
        reached = bidder.say(line, bids["version"] + number, f"b{number}").json()["version"]
        for page in seen_by:
            at_version(page, reached)
    for wire in wires:
        assert len(wire.messages) == 3
        # Versions differ, and with them the name of what a change builds on.
        first, again = (re.sub(r"^@\S+|\b\d+\b", "", told) for told in wire.messages[1:])
        assert first == again
        assert lines[1] not in wire.told()
    assert bidder.view()["answer"] == lines[2]


def test_nobody_is_told_which_permit_was_returned(server: Serving, visitor: Visitor) -> None:
    table = server.new_table("cityhall")
    clients = {seat: table.api(seat) for seat in (1, 2, 3)}
    people = {seat: sit_down(visitor(), table, seat, f"Player {seat}") for seat in clients}
    people[0] = visitor(table.watch_link)
    people[4] = visitor(f"{table.watch_link}")
    people[4].goto(f"{table.path}/text")
    wires = {seat: Wire(page) for seat, page in people.items()}
    reached = 0
    returned: set[int] = set()
    while len(returned) < 3:
        view = table.api().view()
        [seat] = view["awaited"]
        line = clients[seat].legal()[-1]
        if line.startswith("return "):
            returned.add(seat)
        reached = clients[seat].say(line, view["version"], f"n{reached}").json()["version"]
    for seat, wire in wires.items():
        at_version(people[seat], reached)
        if seat in returned:
            found = UNSEEN.findall(CHOICES.sub("", wire.told()))
            assert len(set(found)) == 1, "one's own, and in one form"
        else:
            assert not UNSEEN.findall(wire.told())


def test_a_shared_screen_hides_sealed_bids_behind_its_curtain(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table()
    bids = to_sealed_bids(table)
    page = visitor()
    for seat in (1, 2, 3):
        page.goto(table.link(seat))
        page.fill("#name", f"Player {seat}")
        page.click("main button")
        page.wait_for_url(f"**{table.path}")
    wire = Wire(page)
    first, second, *_ = bids["awaited"]
    open_the_curtain(page, first)
    to_the_ballot(page)
    page.locator(".stepper [data-step='1']").first.click()
    page.click(".ballot .go .prim")
    expect(page.locator("#handover-title")).to_contain_text(name(table, second))
    line = table.api(first).view()["answer"]
    assert "=1" in line
    shown = {"after": page.content()}
    wire.answers.clear()
    wire.messages.clear()
    open_the_curtain(page, second)
    to_the_ballot(page)
    for told in (*shown.values(), wire.told()):
        assert line not in told
        assert 'value="1" min' not in told
        assert not re.search(r'type="number"[^>]*value="[1-9]', told)


def open_the_curtain(page: Page, seat: int) -> None:
    expect(page.locator("#handover [name=seat]")).to_have_value(str(seat))
    assert not page.locator(".stepper").count(), "nothing secret stands behind the curtain"
    page.click("#handover button")
    expect(page.locator("#handover")).to_have_count(0)


def name(table: NewTable, seat: int) -> str:
    found: str = table.api().view()["players"][seat - 1]["name"]
    return found


def test_a_sealed_bid_is_shown_to_its_seat_after_a_reload_and_can_be_changed(
    server: Serving, visitor: Visitor
) -> None:
    table = server.new_table()
    mine = to_sealed_bids(table)["awaited"][0]
    page = sit_down(visitor(), table, mine, "Ada")
    to_the_ballot(page)
    field = page.locator(".stepper input").first
    page.locator(".stepper [data-step='1']").first.click()
    expect(page.locator("[data-chips]")).to_have_text("1")
    after(page, lambda: page.click(".ballot .go .prim"))
    sealed = version(page)
    page.reload()
    assert version(page) == sealed
    expect(field).to_have_value("1")
    expect(page.locator("[data-chips]")).to_have_text("1")
    page.locator(".stepper [data-step='-1']").first.click()
    after(page, lambda: page.get_by_role("button", name="Change my bid").click())
    assert table.api(mine).view()["answer"].endswith(" 0")
