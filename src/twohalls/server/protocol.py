"""Connections: whoever has one says what they want soon, and makes room for others if not.

A head and a body have a deadline each. Of connections that have not said anything complete yet
only so many are kept, the newest, so that however many somebody opens, newcomers are served.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HALF = 500
LONGEST_HEAD = 65_536
log = logging.getLogger("twohalls")


class Prompt(HttpToolsProtocol):
    """One connection, with deadlines for what it says."""

    half: ClassVar[OrderedDict[Prompt, None]] = OrderedDict()
    """Those from which a whole head is awaited, the oldest first."""

    def __init__(self, *given: Any, head_within: float, body_within: float, **more: Any) -> None:
        super().__init__(*given, **more)
        self.head_within = head_within
        self.body_within = body_within
        self._timer: asyncio.TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self in self.half:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._let_go()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(self.body_within, self._let_go)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._timer = self.loop.call_later(self.head_within, self._let_go)
        self.half[self] = None
        if len(self.half) > MOST_HALF:
            next(iter(self.half))._let_go()

    def _stop_waiting(self) -> None:
        self.half.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _let_go(self) -> None:
        """Close the connection of somebody who takes too long."""
        self._stop_waiting()
        log.info("somebody who said nothing whole in time is let go")
        self.transport.close()
