"""Connections: whoever has one says what they want soon, and makes room for others if not.

A head and a body have a deadline each. Of connections that have not said anything complete yet
only so many are kept, the newest, so that however many somebody opens, newcomers are served.

One that becomes a stream stays for long and asks for nothing more: all that was there to read
requests is let go.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import weakref
from collections import OrderedDict
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from twohalls.server.stream import CARRY, Reader

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
        # By weak references: a request that knew its connection would be freed late.
        self.scope[CARRY] = functools.partial(  # type: ignore[literal-required]
            carry, weakref.ref(self), weakref.ref(self.cycle)
        )

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


class Line(asyncio.Protocol):
    """A connection that carries a stream, in the pieces that HTTP says, and is read no more."""

    __slots__ = ("_lines", "_reader", "_transport")

    def __init__(self, transport: asyncio.Transport, reader: Reader, lines: set[Any]) -> None:
        self._transport = transport
        self._reader = reader
        self._lines = lines
        lines.add(self)

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    def end(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"0\r\n\r\n")
            self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def pause_writing(self) -> None:
        self._reader.hold()

    def resume_writing(self) -> None:
        self._reader.free()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lines.discard(self)
        self._reader.leave()

    def shutdown(self) -> None:
        """The server is about to go."""
        self.end()


def carry(
    of: weakref.ref[Prompt], asked_by: weakref.ref[RequestResponseCycle], reader: Reader
) -> None:
    """Let a connection carry the stream that answers a request."""
    connection, request = of(), asked_by()
    if connection is None or request is None or request.disconnected:
        reader.leave()
        return
    request.disconnected = True  # lets it end without a word
    connection.connections.discard(connection)
    connection.flow.resume_reading()
    line = Line(connection.transport, reader, connection.connections)
    connection.transport.set_protocol(line)
    if connection.flow.write_paused:
        reader.hold()
    reader.follow(line)
