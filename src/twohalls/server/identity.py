"""Tokens: unguessable, derived from one secret of the owner, and stored only as hashes.

Whoever makes a table has a secret (their browser's cookie and the form's key); the table's id and
every link follow from it, so that the owner can be shown the links again without their being kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

LONGEST = 100


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


def table_id(secret: str, key: str) -> str:
    """A table's public name; the same secret and key name the same table, so one is made once."""
    return derived(secret, "table", key).replace("-", "x").replace("_", "y")[:12]


def owner_token(secret: str, table: str) -> str:
    """The token from which all links of a table follow."""
    return derived(secret, "owner", table)


def seat_token(owner: str, seat: int, round: int = 0) -> str:
    """The token of a seat's link; each new person who is to sit there gets another."""
    return derived(owner, "seat", seat, *([round] if round else []))


def watch_token(owner: str) -> str:
    return derived(owner, "watch")
