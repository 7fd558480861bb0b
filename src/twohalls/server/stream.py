"""Server-sent events: numbered, compressed, and never held up by one slow reader.

A stream has no queue. It is told that something changed, then sends what differs from what this
reader has; a reader that was slow misses the steps between and gets the outcome.

Nor has it a task: one is there while something is told. What the framework and the HTTP server hold
for a request is ten times what a stream needs, so it leaves them behind (`server/protocol.py`).

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
from contextvars import copy_context
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

REMEMBERED = 12
"""How many of the last events the next one refers back to: with three or four at a table as far as
one's own last turn, which looks much the same."""
SPARE = 128
"""Files that streams leave for everybody else; without any nobody could even be refused."""
REACH = 32_768
"""How many bytes of them; gzip reaches no further."""
CARRY = "twohalls.carry"
"""Where a connection says how it goes on as a stream alone (`Carry`)."""
TOGETHER = 100
"""So many silent readers hear that the stream is alive before others have their turn."""
RAW = -15
"""A deflated block without the frame around it."""
log = logging.getLogger("twohalls.stream")


class Over(Exception):
    """A reader may read no longer: the last that is said to them, if anything."""

    def __init__(self, *last: bytes) -> None:
        self.last = last


class Plain:
    """A stream as it is, event by event."""

    __slots__ = ()
    coding = ""
    start = b""
    keep_alive = b":\n\n"

    def pack(self, event: bytes) -> bytes:
        return event


class Gzip:
    """Every browser reads it."""

    __slots__ = ("_heard",)
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
    deflate = zlib.compressobj(9, zlib.DEFLATED, RAW, zdict=b"".join(heard)[-REACH:])
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
        self.open: set[Reader] = set()
        self.of: Counter[str] = Counter()
        self._reminding: asyncio.Task[None] | None = None

    def admit(self, client: str) -> None:
        """Refuse whoever has too many streams open, or comes when there are too many."""
        most, each = self.settings.most_streams, self.settings.streams_each
        if len(self.open) >= min(most, files() - SPARE) or self.of[client] >= each:
            raise TooMany(self.settings.keep_alive)

    def come(self, reader: Reader) -> None:
        self.open.add(reader)
        self.of[reader.client] += 1
        if self._reminding is None or self._reminding.done():
            self._reminding = asyncio.ensure_future(self._remind())

    def leave(self, reader: Reader) -> None:
        if reader in self.open:
            self.open.discard(reader)
            self.of[reader.client] -= 1
            self.of += Counter()  # forgets who has none

    async def _remind(self) -> None:
        """Something passes over every stream before a proxy takes it for dead."""
        while self.open:
            await asyncio.sleep(self.settings.keep_alive / 2)
            for number, reader in enumerate(list(self.open)):
                reader.remind()
                if not number % TOGETHER:
                    await asyncio.sleep(0)

    def close(self) -> None:
        self.closing = True
        for reader in list(self.open):
            reader.set()


class Watcher(Protocol):
    """Who is to be woken when something that is watched is another."""

    def set(self) -> None: ...


class Watched(Protocol):
    """What a stream follows: it wakes those who watch it when it is another."""

    watchers: set[Watcher]


class Outlet(Protocol):
    """Where a stream is written: it takes what it is given, and tells the reader when that begins
    to pile up (`hold`), when it is gone (`free`), and when nobody is there any more (`leave`)."""

    def write(self, data: bytes) -> None: ...

    def end(self) -> None: ...

    def abort(self) -> None: ...


Carry = Callable[["Reader"], None]
"""Lets a connection carry a stream from here on, and nothing else."""


class EventStream(Response):
    """An answer that begins in the application and goes on without it.

    Where nothing can carry it on it says what there is, and ends; who follows comes again.
    """

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
        reader: Reader = self.reader
        carry: Carry | None = scope.get(CARRY)
        reader.come(client_of(HTTPConnection(scope)))
        carried = False
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            begun = reader.packer.start + reader.packer.keep_alive
            await send({"type": "http.response.body", "body": begun, "more_body": True})
            if carry is not None:
                carry(reader)
                carried = True
            else:
                await send({"type": "http.response.body", "body": await reader.lacks()})
        finally:
            if not carried:
                reader.leave()


class Reader:
    """One reader of one table, or of several, or of the hall."""

    __slots__ = (
        "_context",
        "_held",
        "_lives",
        "_out",
        "_spoke",
        "_streams",
        "_telling",
        "_update",
        "_woken",
        "client",
        "packer",
    )

    def __init__(
        self, streams: Streams, lives: Sequence[Watched], update: Update, packer: Plain | Gzip
    ) -> None:
        self._streams = streams
        self._lives = lives
        self._update = update
        self.packer = packer
        self.client = ""
        self._woken = True
        self._spoke = True
        self._out: Outlet | None = None
        self._telling: asyncio.Task[None] | None = None
        self._held: asyncio.TimerHandle | None = None
        self._context = copy_context()

    def come(self, client: str) -> None:
        self._streams.admit(client)
        self.client = client
        self._streams.come(self)
        for live in self._lives:
            live.watchers.add(self)

    def leave(self) -> None:
        self._out = None
        self.free()
        for live in self._lives:
            live.watchers.discard(self)
        self._streams.leave(self)

    def follow(self, out: Outlet) -> None:
        """Tell what changes until the reader leaves, may read no longer or takes nothing."""
        self._out = out
        self.set()

    def set(self) -> None:
        """Something is another: tell what, as soon as there is room for it."""
        self._woken = True
        if self._out is not None and self._held is None and self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.create_task(self._tell(), context=self._context)

    def remind(self) -> None:
        """Let something pass over the wire if nothing has for a while."""
        if not self._spoke and self._out is not None and self._held is None:
            self._out.write(self.packer.keep_alive)
        self._spoke = False

    def hold(self) -> None:
        """Nothing is written for now; one who takes nothing for too long is let go."""
        if self._held is None:
            loop = asyncio.get_running_loop()
            self._held = loop.call_later(self._streams.settings.slow_client, self._let_go)

    def free(self) -> None:
        """There is room again for what came meanwhile."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
        if self._woken:
            self.set()

    async def lacks(self) -> bytes:
        """What there is to say to one who does not stay."""
        try:
            event = await self._update()
        except Over as over:
            return b"".join(map(self.packer.pack, over.last))
        return b"" if event is None else self.packer.pack(event)

    async def _tell(self) -> None:
        try:
            while self._woken and self._out is not None and self._held is None:
                self._woken = False
                if self._streams.closing:
                    raise Over
                event = await self._update()
                if event is not None:
                    self._say(event)
        except Over as over:
            for last in over.last:
                self._say(last)
            self._end()
        except Exception as failure:
            # A reader that comes again gets the whole, as soon as there is one.
            complain(log, "a stream failed", failure)
            self._end()
        finally:
            self._telling = None

    def _say(self, event: bytes) -> None:
        self._spoke = True
        if self._out is not None:
            self._out.write(self.packer.pack(event))

    def _end(self) -> None:
        if self._out is not None:
            self._out.end()

    def _let_go(self) -> None:
        log.warning("a reader that took nothing for too long is let go")
        if self._out is not None:
            self._out.abort()


def written(number: str, text: str) -> bytes:
    """An event as it goes over the wire."""
    lines = "".join(f"data:{line}\n" for line in text.split("\n"))
    return f"id:{number}\n{lines}\n".encode()
