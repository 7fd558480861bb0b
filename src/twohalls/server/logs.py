"""The log, a line for each thing: when, how grave, of what, at which request, and no secret."""

from __future__ import annotations

import itertools
import logging
import os
import re
from contextvars import ContextVar
from typing import Any

TOKEN_IN_PATH = re.compile(r"(/(?:j|w|me|yes|no|club)/)[^/?\s\"]+")
LINE = "%(asctime)s %(levelname)s %(name)s %(request)s %(message)s"
NONE = "-"
"""Stands where a line belongs to no request."""
_count = itertools.count(1)
_request: ContextVar[str] = ContextVar("request", default=NONE)


def number_request() -> None:
    """From here on, lines are of a new request; its number tells it from those of all workers."""
    _request.set(f"{os.getpid()}.{next(_count)}")


class HideTokens(logging.Filter):
    """Keeps the tokens of links out of every log."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(hidden(arg) for arg in record.args)
        record.msg = hidden(record.msg)
        return True


def hidden(value: object) -> object:
    return TOKEN_IN_PATH.sub(r"\1…", value) if isinstance(value, str) else value


def hide_tokens() -> None:
    for name in ("uvicorn.access", "uvicorn.error", "uvicorn", "twohalls"):
        logger = logging.getLogger(name)
        if not any(isinstance(found, HideTokens) for found in logger.filters):
            logger.addFilter(HideTokens())


class Numbered(logging.Filter):
    """Says in every line to which request it belongs."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = _request.get()
        return True


def as_lines(level: str) -> dict[str, Any]:
    """How a server that runs by itself writes its log; `level` and what is graver."""
    whose = {"handlers": ["lines"], "level": level.upper(), "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"hidden": {"()": HideTokens}, "numbered": {"()": Numbered}},
        "formatters": {"line": {"format": LINE}},
        "handlers": {
            "lines": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["hidden", "numbered"],
            }
        },
        "loggers": {"twohalls": whose, "uvicorn": whose},
    }
