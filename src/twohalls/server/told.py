"""What a worker appended to a table, as it tells the others, so that they need not ask for it.

It passes through the database, where others may listen and speak who may not read what is stored:
only who knows the secret of this database's workers can read it, or say it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from twohalls.kernel.table import Entry

SALT = 12


@dataclass(frozen=True)
class Appended:
    """Entries that follow the first `after` of a table's log, and who is awaited with them, if
    that changed: which seat, since when, and whether they know it."""

    table: str
    after: int
    log: tuple[Entry, ...]
    at: int | None
    waits: Sequence[tuple[int, int, int]] | None


class Envelope:
    """Closed by one worker and opened by another, in a way that stays safe however many are closed,
    and takes a microsecond or two."""

    def __init__(self, secret: str) -> None:
        self._cipher = AESGCMSIV(hashlib.sha256(secret.encode()).digest())

    def closed(self, said: Appended) -> str:
        text = json.dumps([said.after, [astuple(entry) for entry in said.log], said.at, said.waits])
        salt = os.urandom(SALT)
        letter = salt + self._cipher.encrypt(salt, text.encode(), said.table.encode())
        return base64.b64encode(letter).decode()

    def opened(self, text: str, table: str) -> Appended | None:
        """What was said of a table, if a worker of this database said it."""
        try:
            letter = base64.b64decode(text, validate=True)
            said = self._cipher.decrypt(letter[:SALT], letter[SALT:], table.encode())
        except (ValueError, InvalidTag):
            return None
        after, log, at, waits = json.loads(said)
        entries = tuple(Entry(*entry) for entry in log)
        others = None if waits is None else [(seat, since, to) for seat, since, to in waits]
        return Appended(table, after, entries, at, others)
