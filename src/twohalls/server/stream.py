"""Server-sent events: numbered, compressed, and never held up by one slow reader.

A stream has no queue. It is told that something changed, then sends what differs from what this
reader has; a reader that was slow misses the steps between and gets the outcome.

Nor has it a compressor. An event is a block of gzip that refers back to the last few events and to
nothing else, so it is made once and fits all readers who heard those: readers of the same page soon
have, whenever they came.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from twohalls.server.away import complain
from twohalls.server.encodings import accepted
from twohalls.server.limits import TooMany, client_of
from twohalls.server.settings import Settings

Update = Callable[[], Awaitable[bytes | None]]
"""What a reader lacks: an event as it is written, or None."""

GoOn = Callable[[Receive, Send], Awaitable[None]]
"""How an answer goes on."""

REMEMBERED = 12
"""How many of the last events the next one refers back to: with three or four at a table as far as
one's own last turn, which looks much the same."""
SPARE = 128
"""Files that streams leave for everybody else; without any nobody could even be refused."""
REACH = 32_768
"""How many bytes of them; gzip reaches no further."""
GOING_ON = "twohalls.going_on"
"""Where an answer that goes on leaves how, for who called the application."""
RAW = -15
"""A deflated block without the frame around it."""
log = logging.getLogger("twohalls.stream")


class Over(Exception):
    """A reader may read no longer: the last that is said to them, if anything."""

    def __init__(self, *last: bytes) -> None:
        self.last = last


class Plain:
    """A stream as it is, event by event."""

    coding = ""
    start = b""
    keep_alive = b":\n\n"

    def pack(self, event: bytes) -> bytes:
        return event


class Gzip:
    """Every browser reads it."""

    coding = "gzip"
    start = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    keep_alive = b"\x00\x00\x00\xff\xff"
    """An empty block: something passes over the wire, nothing reaches the reader."""

    def __init__(self) -> None:
        self._heard: tuple[bytes, ...] = ()

    def pack(self, event: bytes) -> bytes:
        made = block(self._heard, event)
        self._heard = remembered((*self._heard, event))
        return made


@functools.lru_cache(maxsize=256)
def block(heard: tuple[bytes, ...], event: bytes) -> bytes:
    """An event for all who heard the same before it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=b"".join(heard)[-REACH:])
    return deflate.compress(event) + deflate.flush(zlib.Z_SYNC_FLUSH)


def remembered(heard: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The last events that are within reach, oldest first."""
    kept, length = [], 0
    for event in reversed(heard[-REMEMBERED:]):
        length += len(event)
        if length > REACH:
            break
        kept.append(event)
    return tuple(reversed(kept))


def packer(accepts: str) -> Plain | Gzip:
    """The best that a reader's `Accept-Encoding` allows."""
    return Gzip() if "gzip" in accepted(accepts) else Plain()


def files() -> float:
    """How many files this process may have open: every stream is one."""
    try:
        import resource
    except ImportError:  # a system that sets no such limit
        return math.inf
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if most == resource.RLIM_INFINITY else most


class Streams:
    """All open streams, so that they can be closed before the server goes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closing = False
        self.open: set[asyncio.Event] = set()
        self.of: Counter[str] = Counter()

    def admit(self, client: str) -> None:
        """Refuse whoever has too many streams open, or comes when there are too many."""
        most, each = self.settings.most_streams, self.settings.streams_each
        if len(self.open) >= min(most, files() - SPARE) or self.of[client] >= each:
            raise TooMany(self.settings.keep_alive)

    def close(self) -> None:
        self.closing = True
        for woken in self.open:
            woken.set()


class Watched(Protocol):
    """What a stream follows: it wakes those who watch it when it is another."""

    watchers: set[asyncio.Event]


class EventStream(Response):
    """An answer that begins in the application and goes on without it: what the framework holds
    for a request is ten times what a stream needs."""

    media_type = "text/event-stream"

    def __init__(
        self, streams: Streams, lives: Sequence[Watched], update: Update, accepts: str
    ) -> None:
        self.reader = Reader(streams, lives, update, packer(accepts))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if self.reader.packer.coding:
            headers["Content-Encoding"] = self.reader.packer.coding
        super().__init__(headers=headers)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reader.come(client_of(HTTPConnection(scope)))
        begun = False
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self.reader.begin(send)
            begun = True
        finally:
            if not begun:
                self.reader.leave()
        if GOING_ON in scope:
            scope[GOING_ON].append(self.reader.follow)
        else:
            await self.reader.follow(receive, send)


class Reader:
    """One reader of one table, or of several, or of the hall."""

    __slots__ = ("client", "lives", "packer", "streams", "update", "woken")

    def __init__(
        self, streams: Streams, lives: Sequence[Watched], update: Update, packer: Plain | Gzip
    ) -> None:
        self.streams = streams
        self.lives = lives
        self.update = update
        self.packer = packer
        self.woken = asyncio.Event()
        self.woken.set()
        self.client = ""

    def come(self, client: str) -> None:
        self.streams.admit(client)
        self.client = client
        self.streams.open.add(self.woken)
        self.streams.of[client] += 1
        for live in self.lives:
            live.watchers.add(self.woken)

    def leave(self) -> None:
        for live in self.lives:
            live.watchers.discard(self.woken)
        self.streams.open.discard(self.woken)
        self.streams.of[self.client] -= 1
        self.streams.of += Counter()  # forgets who has none

    async def begin(self, send: Send) -> None:
        await self._send(send, self.packer.start + self.packer.keep_alive)

    async def follow(self, receive: Receive, send: Send) -> None:
        """Tell what changes until the reader leaves, may read no longer or takes nothing."""
        leaving = asyncio.ensure_future(self._wait_for_leaving(receive))
        try:
            await self._run(send, leaving)
            await self._send(send, b"", more=False)
        except TimeoutError:
            log.warning("a reader that took nothing for too long is let go")
        except OSError:
            pass
        finally:
            leaving.cancel()
            self.leave()

    async def _run(self, send: Send, leaving: asyncio.Future[None]) -> None:
        while True:
            try:
                async with asyncio.timeout(self.streams.settings.keep_alive):
                    await self.woken.wait()
            except TimeoutError:
                await self._send(send, self.packer.keep_alive)
                continue
            self.woken.clear()
            if self.streams.closing or leaving.done():
                return
            try:
                event = await self.update()
            except Over as over:
                for last in over.last:
                    await self._send(send, self.packer.pack(last))
                return
            except Exception as failure:
                # A reader that comes again gets the whole, as soon as there is one.
                complain(log, "a stream failed", failure)
                return
            if event is not None:
                await self._send(send, self.packer.pack(event))

    async def _send(self, send: Send, body: bytes, more: bool = True) -> None:
        """Hand on, unless this reader takes nothing for too long: then it is let go."""
        message = {"type": "http.response.body", "body": body, "more_body": more}
        async with asyncio.timeout(self.streams.settings.slow_client):
            await send(message)

    async def _wait_for_leaving(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.woken.set()


def written(number: str, text: str) -> bytes:
    """An event as it goes over the wire."""
    lines = "".join(f"data:{line}\n" for line in text.split("\n"))
    return f"id:{number}\n{lines}\n".encode()
