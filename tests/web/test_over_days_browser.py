"""A table left for days and taken up again, in a real browser."""

from __future__ import annotations

import email
import email.policy
import http.server
import json
import re
import threading
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import expect
from tests.serving import Serving, free_port
from tests.web.conftest import PHONE, barriers, picture, problems, sit_down

import twohalls

expect.set_options(timeout=15_000)
HOUR = 3600
DAY = 24 * HOUR


class Postbox:
    """Receives letters: a real mail server, and a program behind a web-hook."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.came = threading.Condition()
        self.port = free_port()

    def keep(self, letter):
        with self.came:
            self.letters.append(letter)
            self.came.notify_all()

    async def handle_DATA(self, server, session, envelope):
        found = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.keep(found)
        return "250 kept"

    def next(self):
        """The next letter, when it comes."""
        with self.came:
            assert self.came.wait_for(lambda: self.letters, timeout=20)
            return self.letters.pop(0)


@pytest.fixture(scope="module")
def mailbox():
    kept = Postbox()
    controller = Controller(kept, hostname="127.0.0.1", port=kept.port)
    controller.start()
    yield kept
    controller.stop()


@pytest.fixture(scope="module")
def receiver():
    kept = Postbox()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(204)
            self.end_headers()
            kept.keep(json.loads(body))

        def log_message(self, *_args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", kept.port), Receiver) as server:
        threading.Thread(target=server.serve_forever).start()
        yield kept
        server.shutdown()


@pytest.fixture(scope="module")
def server(tmp_path_factory, mailbox, receiver):
    running = Serving(
        tmp_path_factory.mktemp("server") / "tables.db",
        smtp_host="127.0.0.1",
        smtp_port=str(mailbox.port),
        smtp_from="halls@example.org",
        smtp_tls="none",
        hook_internal=True,
        hook_ports=[receiver.port],
    )
    yield running
    running.close()


def turn(table, api=None):
    """Somebody plays their whole turn by the API; returns who."""
    seat = table.api().view()["awaited"][0]
    client = table.api(seat)
    for number in range(40):
        view = client.view()
        if seat not in view["awaited"]:
            return seat
        legal = client.legal()
        client.say(legal[number % len(legal)], view["version"], f"{view['version']}-{number}")
    raise AssertionError


def away(page, server):
    """Leave the page for some days; the server has heard of it."""
    with page.expect_request_finished(lambda sent: sent.url.endswith("/seen")):
        page.evaluate(
            """() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
            navigator.sendBeacon = () => true;
            }"""
        )
    page.goto("about:blank")
    server.later(3 * DAY)


# --- Left and taken up again -------------------------------------------------------------------


def test_a_table_left_for_days_is_played_back_and_goes_on(visitor, server):
    table = server.new_table()
    first = table.api().view()["awaited"][0]
    mine = first % 3 + 1
    page = sit_down(visitor(), table, mine, "Zoe")
    expect(page.locator("#since")).to_have_count(0)
    away(page, server)
    before = len(table.api().view()["lines"])
    while mine not in table.api().view()["awaited"]:
        turn(table)
    missed = len(table.api().view()["lines"]) - before
    page.goto(table.path)
    box = page.locator("#since")
    expect(box).to_be_visible()
    expect(box.locator("[data-at]")).to_have_count(missed)
    expect(page.locator("#since-title")).to_be_focused()
    picture(page, "since")
    assert not problems(page)
    page.evaluate("window.present = document.querySelector('.plan').cloneNode(true)")
    box.locator("[data-next]").click()
    expect(box.locator("[data-at]").first).to_have_attribute("aria-current", "")
    page.wait_for_function("() => !present.isEqualNode(document.querySelector('.plan'))")
    picture(page, "since-playing")
    assert not problems(page)
    for number in range(1, missed):
        box.get_by_role("button", name="Next").click()
        expect(box.locator("[data-at]").nth(number)).to_have_attribute("aria-current", "")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        box.get_by_role("button", name="Next").click()
    expect(box).to_have_count(0)
    page.wait_for_function("() => present.isEqualNode(document.querySelector('.plan'))")
    page.reload()
    expect(page.locator("#turn")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)


def test_the_recap_is_skipped_by_keyboard_and_stays_until_then(visitor, server):
    table = server.new_table()
    mine = table.api().view()["awaited"][0] % 3 + 1
    page = sit_down(visitor(), table, mine, "Zoe")
    away(page, server)
    turn(table)
    page.goto(table.path)
    expect(page.locator("#since")).to_be_visible()
    page.reload()
    expect(page.locator("#since")).to_be_visible()
    with page.expect_request_finished(lambda sent: sent.url.endswith("/seen")):
        page.keyboard.press("Escape")
    expect(page.locator("#since")).to_have_count(0)
    page.reload()
    expect(page.locator("#turn")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)


def test_a_page_left_open_out_of_sight_tells_when_it_is_looked_at_again(visitor, server):
    table = server.new_table()
    mine = table.api().view()["awaited"][0] % 3 + 1
    page = sit_down(visitor(), table, mine, "Zoe")
    look = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with page.expect_request_finished(lambda sent: sent.url.endswith("/seen")):
        page.evaluate(look, True)
    base = page.locator("#live").get_attribute("data-base")
    server.later(DAY)
    turn(table)
    expect(page.locator("#live")).not_to_have_attribute("data-base", base)
    page.evaluate(look, False)
    expect(page.locator("#since")).to_be_visible()


def test_the_recap_works_without_javascript(visitor, server):
    table = server.new_table()
    mine = table.api().view()["awaited"][0] % 3 + 1
    page = sit_down(visitor(java_script_enabled=False), table, mine, "Zoe")
    server.later(3 * DAY)
    turn(table)
    page.goto(f"{table.path}/text")
    expect(page.locator("#since li").first).to_be_visible()
    page.click("#since .present")
    expect(page.locator("#since")).to_have_count(0)
    assert page.url.endswith("/text")


def test_when_time_is_up_an_opponent_moves_and_the_page_says_so(visitor, server):
    table = server.new_table(clock=2 * DAY, stand_in="random")
    absent = table.api().view()["awaited"][0]
    page = sit_down(visitor(), table, absent % 3 + 1, "Zoe")
    expect(page.locator("#clock .left")).to_contain_text("2 days left")
    server.later(DAY)
    page.reload()
    expect(page.locator("#clock .left")).to_contain_text("1 day left")
    picture(page, "clock")
    server.later(DAY)
    expect(page.locator("#clock .notices")).to_contain_text("Time was up")
    expect(page.locator("#clock .left")).not_to_contain_text(f"{'ABC'[absent - 1]}")
    assert absent not in table.api().view()["awaited"]
    page.goto("about:blank")
    server.kill()
    server.start()
    page.goto(table.path)
    expect(page.locator("#clock .notices")).to_contain_text("Time was up")


def test_the_owner_gives_an_absent_player_s_seat_away_and_back(visitor, server):
    host = visitor("/")
    host.fill("#name", "Ada")
    host.locator("input[name='tammany.opponents'][value='2']").check(force=True)
    host.click("button[value='tammany invite']")
    host.wait_for_url("**/t/*")
    links = host.locator("#invite input").evaluate_all("all => all.map(one => one.value)")
    friend = visitor(links[0])
    friend.fill("#name", "Bert")
    friend.click("main button")
    friend.wait_for_url("**/t/*")
    path = friend.url

    def give(to):
        host.goto(path)
        host.click("#seating summary")
        row = host.locator("#seating li").nth(1)
        row.locator("select").select_option(to)
        picture(host, "seating")
        row.locator("button").click()
        host.wait_for_url("**#seating")

    give("random")
    expect(friend.locator("#clock .notices")).to_contain_text("plays for Bert now")
    expect(friend.locator("#forms input[name=seat]").first).to_have_value("")
    give("back")
    expect(friend.locator("#clock .notices")).to_contain_text("Bert has the seat back")
    expect(friend.locator("#forms input[name=seat]").first).to_have_value("2")
    give("new")
    expect(friend.locator("#forms input[name=seat]").first).to_have_value("")
    host.goto(path)
    fresh = host.locator("#invite input").evaluate_all("all => all.map(one => one.value)")
    assert fresh[0] not in links
    other = visitor(fresh[0])
    other.fill("#name", "Dora")
    other.click("main button")
    other.wait_for_url("**/t/*")
    expect(other.locator("#forms input[name=seat]").first).to_have_value("2")
    host.click("#seating summary")
    host.check("#seating [name=sure]")
    host.click("#seating .end button")
    expect(other.locator("#clock .ended")).to_be_visible()
    expect(other.locator("#forms input[name=seat]").first).to_have_value("")


# --- Being told ---------------------------------------------------------------------------------

NOTIFICATIONS = """(() => {
    window.shown = [];
    window.asked = 0;
    let now = "%s";
    class Notification {
        static get permission() { return now; }
        static async requestPermission() { window.asked += 1; return (now = "%s"); }
        constructor(title, given) { window.shown.push({ title, ...given }); }
    }
    window.Notification = Notification;
    document.hasFocus = () => false;
})();"""


def told(visitor, table, seat, before, answer):
    """Somebody at a table whose browser answers so when it is asked."""
    page = sit_down(visitor(), table, seat, "Zoe")
    page.context.add_init_script(NOTIFICATIONS % (before, answer))
    page.goto(table.path)
    return page


def waiting(server):
    table = server.new_table()
    return table, table.api().view()["awaited"][0] % 3 + 1


def until_turn_of(table, seat):
    while seat not in table.api().view()["awaited"]:
        turn(table)


def test_permission_is_asked_for_only_by_a_click_and_then_the_turn_is_told(visitor, server):
    table, mine = waiting(server)
    page = told(visitor, table, mine, "default", "granted")
    button = page.locator("#tell button")
    expect(button).to_have_text("Tell me in this browser when it is my turn")
    assert page.evaluate("asked") == 0
    button.click()
    expect(page.locator("#tell p")).to_contain_text("This browser tells you")
    assert page.evaluate("asked") == 1
    assert page.evaluate("shown") == []
    until_turn_of(table, mine)
    page.wait_for_function("() => shown.length === 1")
    (said,) = page.evaluate("shown")
    assert said["title"] == "Your turn: Tammany Hall"
    assert set(said["body"].split(", ")) <= {"Ada", "Bert", "Cleo", "Zoe"}
    expect(button).to_have_text("Stop telling me")
    button.click()
    expect(button).to_have_text("Tell me in this browser when it is my turn")
    page.reload()
    expect(button).to_have_text("Tell me in this browser when it is my turn")


def test_who_says_no_is_told_so_in_words_and_not_asked_again(visitor, server):
    table, mine = waiting(server)
    page = told(visitor, table, mine, "default", "denied")
    page.click("#tell button")
    expect(page.locator("#tell p")).to_contain_text("is set to show no notifications")
    expect(page.locator("#tell button")).to_be_hidden()
    until_turn_of(table, mine)
    expect(page).to_have_title(re.compile("^● "))
    assert page.evaluate("shown") == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (NOTIFICATIONS % ("denied", "denied"), "is set to show no notifications"),
        ("delete window.Notification", "cannot show notifications"),
        (NOTIFICATIONS % ("granted", "granted"), "This browser tells you"),
    ],
)
def test_your_games_say_how_it_stands_with_notifications(visitor, script, said):
    page = visitor()
    page.context.add_init_script(script)
    page.goto("/games")
    expect(page.locator("#tell p")).to_contain_text(said)


def test_your_games_tell_of_every_table_while_open(visitor, server):
    tables = [waiting(server) for _ in range(2)]
    page = visitor()
    for table, mine in tables:
        sit_down(page, table, mine, "Zoe")
    page.context.add_init_script(NOTIFICATIONS % ("granted", "granted"))
    page.goto("/games")
    expect(page.locator("#mine li")).to_have_count(2)
    expect(page.locator("#mine .turn")).to_have_count(0)
    for number, (table, mine) in enumerate(tables, 1):
        until_turn_of(table, mine)
        expect(page.locator("#mine .turn")).to_have_count(number)
        page.wait_for_function("count => shown.length === count", arg=number)
    server.later(2 * DAY)
    page.reload()
    expect(page.locator("#mine .turn").first).to_contain_text("for 2 days")
    picture(page, "your-games")
    page.locator("#mine .turn").first.click()
    page.wait_for_url("**/t/*")


def test_a_real_notification_is_shown(visitor, server):
    table, mine = waiting(server)
    page = sit_down(visitor(), table, mine, "Zoe")
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(
        """document.hasFocus = () => false;
        window.shown = [];
        window.Notification = class extends Notification {
            constructor(...given) { super(...given); window.shown.push(this.title); }
        };"""
    )
    page.goto(table.path)
    expect(page.locator("#tell button")).to_have_text("Stop telling me")
    until_turn_of(table, mine)
    page.wait_for_function("() => shown.length === 1")
    assert page.evaluate("shown") == ["Your turn: Tammany Hall"]


@pytest.mark.parametrize("kind", ["mail", "hook"])
def test_letters_from_leaving_an_address_to_ending_them(visitor, server, mailbox, receiver, kind):
    table, mine = waiting(server)
    page = sit_down(visitor(), table, mine, "Zoe")
    box = mailbox if kind == "mail" else receiver
    address = "zoe@example.org" if kind == "mail" else f"http://127.0.0.1:{box.port}/hall"
    page.goto("/games")
    page.fill(f"#{kind}", address)
    page.locator(f"form:has(#{kind}) button").click()
    expect(page.locator(".addresses")).to_contain_text("Waiting for you to open the link")
    page.goto(link(box.next(), "yes"))
    picture(page, f"confirm-{kind}")
    page.click("main button")
    expect(page.locator("main")).to_contain_text("is confirmed")
    until_turn_of(table, mine)
    server.later(HOUR)
    letter = box.next()
    text = letter.get_content() if kind == "mail" else letter["text"]
    assert f"{server.url}{table.path}" in text
    page.goto(f"{server.url}{table.path}")
    expect(page.locator("#turn")).to_be_visible()
    page.goto(link(letter, "no"))
    page.click("main button")
    expect(page.locator("main")).to_contain_text("forgotten")
    page.goto("/games")
    expect(page.locator(".addresses")).to_have_count(0)


def link(letter, what):
    text = json.dumps(letter) if isinstance(letter, dict) else letter.get_content()
    found = re.search(rf"http://127\.0\.0\.1:\d+/{what}/[\w.-]+", text)
    assert found, text
    return found.group(0)


# --- Another device -----------------------------------------------------------------------------


def test_a_personal_link_brings_the_games_to_a_phone(visitor, server):
    table, mine = waiting(server)
    desk = sit_down(visitor(), table, mine, "Zoe")
    desk.goto("/games")
    desk.get_by_role("button", name="Show a personal link").click()
    address = desk.locator("#personal").input_value()
    picture(desk, "personal-link")
    phone = visitor(address, viewport=PHONE)
    picture(phone, "another-device")
    phone.click("main button")
    phone.wait_for_url("**/games")
    expect(phone.locator("#mine li")).to_have_count(1)
    phone.click("#mine a")
    expect(phone.locator("#forms input[name=seat]").first).to_have_value(str(mine))
    phone.goto("about:blank")  # an open page of the table would load itself anew meanwhile
    desk.goto("/games")
    expect(desk.locator("#elsewhere")).to_contain_text("1 other device")
    desk.get_by_role("button", name="Sign them out").click()
    expect(desk.locator("#elsewhere")).not_to_contain_text("other device has")
    phone.goto(table.path)
    expect(phone.locator("h1")).to_have_text("Not found")
    assert address.rpartition("/")[2] not in server.log.read_text()


# --- For everyone -------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [None, PHONE])
@pytest.mark.parametrize("game", twohalls.GAMES)
def test_axe_finds_nothing_to_mend(visitor, server, viewport, game):
    name = f"{game}{'-phone' if viewport else ''}"
    page = visitor(f"/new/{game}", **({"viewport": viewport} if viewport else {}))
    found = {"new": barriers(page, f"new-{name}")}
    seats = twohalls.find_game(game).players[0]
    for seat in range(2, seats + 1):
        page.select_option(f"[name='kind.{seat}']", "open")
    page.select_option("[name=clock]", str(2 * DAY))
    page.locator("main form button.button").click()
    page.wait_for_url("**/t/*")
    path = page.url
    page.goto(path)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.locator("#seating").scroll_into_view_if_needed()
    picture(page, f"seating-{name}")
    page.evaluate("scrollTo(0, 0)")
    found["table"] = barriers(page, f"open-{name}")
    page.goto("/games")
    page.fill("#mail", f"{name}@example.org")
    page.locator("form:has(#mail) button").click()
    page.get_by_role("button", name="Show a personal link").click()
    page.locator("#personal").wait_for()
    found["games"] = barriers(page, f"your-games-{name}")
    if viewport:
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert not {where: what for where, what in found.items() if what}
