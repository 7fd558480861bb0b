"""Tokens: unguessable, derived from secrets of the server, and stored only as hashes.

A table's id follows from a secret and the key of the form that made it, and every link from a
secret and the id, so that the owner can be shown the links again without their being kept.

A browser's token is made here and proves it: nobody can choose one, or use that of a link as one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

LONGEST = 100
BROWSER = "twohalls"
"""The cookie of a browser's token."""
KEY = re.compile(r"[A-Za-z0-9_-]{20,50}")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """How a token is stored; it is long and random, so a plain hash keeps it safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def derived(secret: str, *purpose: object) -> str:
    """A token that only who knows the secret can make."""
    message = "\0".join(map(str, purpose)).encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def browser_token(secret: str, key: str = "") -> str:
    """A new token for a browser, the same for the same key, as of a form that is sent twice."""
    if not KEY.fullmatch(key):
        key = secrets.token_urlsafe(16)
    return f"{key}.{derived(secret, 'browser', key)}"


def is_browser(secret: str, token: str) -> bool:
    """Whether a token was given to a browser by this server."""
    key = token.partition(".")[0]
    right = browser_token(secret, key)
    return hmac.compare_digest(right.encode(), token.encode("utf-8", "replace"))


def cookie_of(scheme: str) -> str:
    """Under HTTPS the name says that no other host and no plain page can have set the cookie."""
    return f"__Host-{BROWSER}" if scheme == "https" else BROWSER


def table_id(secret: str, key: str) -> str:
    """A table's public name; the same key names the same table, so one is made once."""
    return derived(secret, "table", key).replace("-", "x").replace("_", "y")[:12]


def owner_token(secret: str, table: str) -> str:
    """The token from which all links of a table follow."""
    return derived(secret, "owner", table)


def seat_token(owner: str, seat: int, round: int = 0) -> str:
    """The token of a seat's link; each new person who is to sit there gets another."""
    return derived(owner, "seat", seat, *([round] if round else []))


def watch_token(owner: str) -> str:
    return derived(owner, "watch")
