"""A message that is pushed to a device is shown by its service worker, and nothing else of it."""

from __future__ import annotations

import json

from tests.serving import until
from tests.web.conftest import problems

REGISTER = """async () => {
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data.link]);
}"""


def test_the_service_worker_shows_what_is_pushed(server, visitor):
    page = visitor("/games", permissions=["notifications"])
    assert page.locator("#push").is_visible()
    assert problems(page) == []
    known: list[str] = []
    browser = page.context.new_cdp_session(page)
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    page.evaluate(REGISTER)
    message = {"title": "Your turn", "body": "You are awaited.", "link": f"{server.url}/games"}
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": known[0], "data": json.dumps(message)},
    )
    until(lambda: page.evaluate(SHOWN) == [list(message.values())])
