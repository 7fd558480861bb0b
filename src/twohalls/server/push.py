"""Web Push: a line to a device whose browser is closed, encrypted for it alone.

The message names a table and that somebody is awaited there, and nothing that anybody hides. It is
delivered over the same checked connection as a web-hook.
"""

from __future__ import annotations

import base64
import json
import secrets
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from twohalls.kernel.errors import Illegal, Malformed
from twohalls.server import hooks
from twohalls.server.hooks import NotDelivered
from twohalls.server.schema import addresses
from twohalls.server.settings import Settings
from twohalls.server.store import Store, main_of

KEY = "vapid"
LASTS = 24 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""
LONGEST = 2000
MOST_DEVICES = 10
NOBODY = "mailto:nobody@localhost"
"""Who sends, where the server has no address that a push service would take for a sender's."""
GONE = ("status 404", "status 410")
"""What a push service answers when a device wants no more."""


def private_key(store: Store) -> str:
    """The server's own key, made at the first start and kept."""
    number = secrets.randbelow(2**250) + 1
    made = base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
    return store.secret(KEY, made)


def public_key(private: str) -> str:
    """By which browsers know this server, as a page hands it to them."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point: Any = Vapid02.from_raw(private.encode()).public_key
    raw: bytes = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def neat_subscription(text: str, settings: Settings) -> str:
    """What a browser says of itself: where to push, and the keys to encrypt by."""
    try:
        given = json.loads(text)
        endpoint = str(given["endpoint"])
        own = {name: str(given["keys"][name]) for name in ("p256dh", "auth")}
        encrypted({"endpoint": endpoint, "keys": own}, "-")
    except Exception:
        raise Malformed("this device cannot be notified") from None
    if len(endpoint) > LONGEST or any(len(one) > 200 for one in own.values()):
        raise Malformed("this device cannot be notified")
    url = hooks.parsed(endpoint, settings)
    if url.scheme != "https" and not settings.hook_internal:
        raise Malformed("this device cannot be notified")
    return json.dumps({"endpoint": endpoint, "keys": own}, sort_keys=True)


async def subscribe(store: Store, holder: str, subscription: str, language: str, now: int) -> None:
    """A device wants to be told; it asked itself, so nobody else need be asked."""

    def work(db: sa.Connection) -> bool:
        main = main_of(db, holder)
        this = (addresses.c.kind == "push") & (addresses.c.address == subscription)
        db.execute(addresses.delete().where(this, addresses.c.holder != main))
        mine = addresses.select().where(addresses.c.holder == main, addresses.c.kind == "push")
        found = db.execute(mine).all()
        if any(row.address == subscription for row in found):
            return True
        if len(found) >= MOST_DEVICES:
            return False
        db.execute(
            addresses.insert().values(
                id=secrets.token_hex(8),
                holder=main,
                kind="push",
                address=subscription,
                language=language,
                daily=0,
                created=now,
                confirmed=now,
            )
        )
        return True

    if not await store.write(work):
        raise Illegal("you have enough devices: remove one first")


def send(subscription: str, letter: dict[str, str], private: str, settings: Settings) -> None:
    """Deliver a line; to be called in a thread."""
    given = json.loads(subscription)
    endpoint = str(given["endpoint"])
    message = {"title": letter["subject"], "body": letter["brief"], "link": letter["link"]}
    body = encrypted(given, json.dumps(message))
    url = urlsplit(endpoint)
    sender = settings.url if settings.url.startswith("https:") else NOBODY
    claims = {"aud": f"{url.scheme}://{url.netloc}", "sub": sender}
    signed = authorised(private, claims)
    headers = {
        **signed,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LASTS),
        "Urgency": "normal",
    }
    hooks.deliver(endpoint, body, headers, settings)


def encrypted(subscription: Any, text: str) -> bytes:
    """A text that only the device with these keys can read."""
    from pywebpush import WebPusher  # brings much along that only a push needs

    made: Any = WebPusher(subscription).encode(text.encode(), "aes128gcm")
    return bytes(made["body"])


def authorised(private: str, claims: dict[str, str]) -> dict[str, str]:
    """The header by which a push service knows that it is this server that asks."""
    from py_vapid import Vapid02

    return dict(Vapid02.from_raw(private.encode()).sign(claims))


def is_gone(trouble: NotDelivered) -> bool:
    return str(trouble) in GONE
