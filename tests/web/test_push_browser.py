"""A device asks to be told, is told, and shows what it was told and nothing else."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tests.listening import Device, listening
from tests.serving import Serving, until
from tests.web.conftest import problems, sit_down

expect.set_options(timeout=15_000)

SUBSCRIBES = """(subscription) => {
  const known = JSON.parse(sessionStorage.getItem("subscribed") ?? "null");
  PushManager.prototype.getSubscription = async () => known;
  PushManager.prototype.subscribe = async (asked) => {
    if (!asked.userVisibleOnly || asked.applicationServerKey.length !== 65) throw new Error("key");
    sessionStorage.setItem("subscribed", subscription);
    return JSON.parse(subscription);
  };
}"""
"""What a browser's own push service would answer; a browser of tests has none."""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data.link]);
}"""


@pytest.fixture(scope="module")
def service():
    with listening() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory, service):
    running = Serving(
        tmp_path_factory.mktemp("push") / "tables.db",
        hook_ports=[service.server_port],
        hook_internal=True,
        tell_after=0.0,
    )
    yield running
    running.close()


def test_a_click_subscribes_a_device_which_is_told_and_shows_it(server, service, visitor):
    device = Device(service, "phone")
    table = server.new_table()
    page = visitor(permissions=["notifications"])
    page.add_init_script(f"({SUBSCRIBES})({json.dumps(device.subscription)})")
    known: list[str] = []
    browser = page.context.new_cdp_session(page)
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    seat = table.api().view()["awaited"][0] % 3 + 1
    sit_down(page, table, seat, "Ada")
    page.goto("/games")
    expect(page.locator("#push p")).to_contain_text(
        "can be notified even when its browser is closed"
    )
    assert problems(page) == []
    page.click("#push button")
    expect(page.locator("#push p")).to_contain_text("This device is notified")
    expect(page.locator("#push button")).to_be_hidden()
    expect(page.locator("main")).to_contain_text("A device")

    while seat not in (view := table.api().view())["awaited"]:
        player = table.api(view["awaited"][0])
        player.say(player.legal()[0], view["version"], f"{view['version']}")

    # What the push service gets only the device can read; there its service worker shows it.
    until(lambda: service.got)
    assert service.got[0].path == device.path
    told = device.read(service.got[0].body)
    assert told == {
        "title": "Your turn: Tammany Hall",
        "body": "It is your turn to play.",
        "link": f"{server.url}{table.path}",
    }
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # before, it hears nothing
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": known[-1], "data": json.dumps(told)},
    )
    until(lambda: page.evaluate(SHOWN) == [list(told.values())])


def test_a_device_that_is_not_allowed_to_says_so(server, visitor):
    page = visitor("/games")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.click("#push button")
    expect(page.locator("#push p")).to_contain_text("This device cannot be notified")
