"""What a worker appended to a table, as it tells the others, so that they need not ask for it.

It passes through the database, where others may listen and speak who may not read what is stored:
only who knows the secret of this database's workers can read it, or say it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from cryptography.fernet import Fernet, InvalidToken

from twohalls.kernel.table import Entry


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
    """Closed by one worker and opened by another."""

    def __init__(self, secret: str) -> None:
        key = hashlib.sha256(secret.encode()).digest()
        self._letter = Fernet(base64.urlsafe_b64encode(key))

    def closed(self, said: Appended) -> str:
        log = [astuple(entry) for entry in said.log]
        text = json.dumps({**vars(said), "log": log})
        return self._letter.encrypt(text.encode()).decode()

    def opened(self, text: str, table: str) -> Appended | None:
        """What was said of a table, if a worker of this database said it."""
        try:
            said = json.loads(self._letter.decrypt(text))
        except InvalidToken:
            return None
        if said["table"] != table:
            return None
        log = tuple(Entry(*entry) for entry in said["log"])
        return Appended(table, said["after"], log, said["at"], said["waits"])
