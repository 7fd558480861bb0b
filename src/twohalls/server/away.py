"""A database that is away, full or locked: said now and then in one line, and tried again."""

from __future__ import annotations

import logging
import sqlite3
import time

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

AWAY = (InterfaceError, OperationalError, NoConnection, sqlite3.OperationalError)
SILENCE = 10.0
"""Seconds in which it is said once."""
log = logging.getLogger("twohalls.database")
_said = {"last": float("-inf")}


def is_away(failure: BaseException) -> bool:
    """Whether nothing is wrong with what was asked, but with the database."""
    return isinstance(failure, AWAY)


def complain(of: logging.Logger, what: str, failure: Exception) -> None:
    """Log a failure: with all that is known of it, or of a database that is away one line."""
    if not is_away(failure):
        of.error(what, exc_info=failure)
    elif time.monotonic() - _said["last"] >= SILENCE:
        _said["last"] = time.monotonic()
        reason = str(getattr(failure, "orig", None) or failure).strip().partition("\n")[0]
        log.error("the database does not answer: %s", reason)
