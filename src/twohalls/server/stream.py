"""Server-sent events: numbered, compressed, and never held up by one slow reader.

A stream has no queue. It is told that something changed, then sends what differs from what this
reader has; a reader that was slow misses the steps between and gets the outcome.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import struct
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import brotli
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from twohalls.server.encodings import accepted
from twohalls.server.limits import TooMany, client_of
from twohalls.server.settings import Settings
from twohalls.server.tables import Live

Update = Callable[[], Awaitable[tuple[str, str] | None]]
"""What a reader lacks: a number and the text of an event, or None."""

KEEP_ALIVE = b":\n\n"


class Over(Exception):
    """A reader may read no longer: the last that is said to them, if anything."""

    def __init__(self, *last: tuple[str, str]) -> None:
        self.last = last


log = logging.getLogger("twohalls.stream")


class Packer:
    """A stream as it is, event by event."""

    coding = ""

    def start(self) -> bytes:
        """What a stream begins with."""
        return b""

    def pack(self, text: bytes) -> bytes:
        return text

    def keep_alive(self) -> bytes:
        """A sign of life."""
        return KEEP_ALIVE


class Gzip(Packer):
    """Every browser reads it; it refers back over 32 KB.

    Like the other it costs no memory until there is something to say.
    """

    coding = "gzip"

    def __init__(self) -> None:
        self._deflate: zlib._Compress | None = None

    def start(self) -> bytes:
        return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

    def pack(self, text: bytes) -> bytes:
        if self._deflate is None:
            self._deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 8)
        return self._deflate.compress(text) + self._deflate.flush(zlib.Z_SYNC_FLUSH)

    def keep_alive(self) -> bytes:
        """As a stored block as long as no compressor exists."""
        if self._deflate is not None:
            return self.pack(KEEP_ALIVE)
        return b"\x00" + struct.pack("<HH", len(KEEP_ALIVE), len(KEEP_ALIVE) ^ 0xFFFF) + KEEP_ALIVE


class Brotli(Packer):
    """Browsers read it over a safe connection; it refers back over 2 MB, more than a game.

    It can begin with phrases to refer back to. Gzip cannot: they are soon out of its reach.
    """

    coding = "br"

    def __init__(self, phrases: bytes) -> None:
        self._phrases = phrases
        self._compressor: brotli.Compressor | None = None

    def start(self) -> bytes:
        return _opening(self._phrases)

    def pack(self, text: bytes) -> bytes:
        if self._compressor is None:
            self._compressor, _ = _brotli(self._phrases)
        packed: bytes = self._compressor.process(text) + self._compressor.flush()
        return packed

    def keep_alive(self) -> bytes:
        """An empty block: something passes over the wire, nothing reaches the reader."""
        return b"\x06"


def _brotli(phrases: bytes) -> tuple[brotli.Compressor, bytes]:
    """A compressor that has said the phrases, and how it said them."""
    compressor = brotli.Compressor(mode=brotli.MODE_TEXT, quality=6, lgwin=21)
    return compressor, compressor.process(phrases) + compressor.flush()


@functools.cache
def _opening(phrases: bytes) -> bytes:
    """The first bytes of a stream, made once for all of a game and a language."""
    return _brotli(phrases)[1]


def packer(accepts: str, phrases: bytes = b"") -> Packer:
    """The best that a reader's `Accept-Encoding` allows."""
    codings = accepted(accepts)
    return Brotli(phrases) if "br" in codings else Gzip() if "gzip" in codings else Packer()


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
        if len(self.open) >= most or self.of[client] >= each:
            raise TooMany(self.settings.keep_alive)

    def close(self) -> None:
        self.closing = True
        for woken in self.open:
            woken.set()


class EventStream(Response):
    """One reader of one table, or of several."""

    media_type = "text/event-stream"

    def __init__(
        self,
        streams: Streams,
        lives: Sequence[Live],
        update: Update,
        accepts: str,
        phrases: bytes = b"",
    ) -> None:
        self.streams = streams
        self.lives = lives
        self.update = update
        self.packer = packer(accepts, phrases)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if self.packer.coding:
            headers["Content-Encoding"] = self.packer.coding
        super().__init__(headers=headers)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(HTTPConnection(scope))
        self.streams.admit(client)
        woken = asyncio.Event()
        woken.set()
        self.streams.open.add(woken)
        self.streams.of[client] += 1
        for live in self.lives:
            live.watchers.add(woken)
        leaving = asyncio.ensure_future(self._wait_for_leaving(receive, woken))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send(send, self.packer.start() + self.packer.keep_alive())
            await self._run(send, woken, leaving)
            await self._send(send, b"", more=False)
        except TimeoutError:
            log.warning("a reader that took nothing for too long is let go")
        except OSError:
            pass
        finally:
            leaving.cancel()
            for live in self.lives:
                live.watchers.discard(woken)
            self.streams.open.discard(woken)
            self.streams.of[client] -= 1
            self.streams.of += Counter()  # forgets who has none

    async def _run(self, send: Send, woken: asyncio.Event, leaving: asyncio.Future[None]) -> None:
        while True:
            try:
                await asyncio.wait_for(woken.wait(), self.streams.settings.keep_alive)
            except TimeoutError:
                await self._send(send, self.packer.keep_alive())
                continue
            woken.clear()
            if self.streams.closing or leaving.done():
                return
            try:
                event = await self.update()
            except Over as over:
                for event in over.last:
                    await self._send(send, self.packer.pack(written(*event)))
                return
            if event is not None:
                await self._send(send, self.packer.pack(written(*event)))

    async def _send(self, send: Send, body: bytes, more: bool = True) -> None:
        """Hand on, unless this reader takes nothing for too long: then it is let go."""
        message = {"type": "http.response.body", "body": body, "more_body": more}
        await asyncio.wait_for(send(message), self.streams.settings.slow_client)

    @staticmethod
    async def _wait_for_leaving(receive: Receive, woken: asyncio.Event) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        woken.set()


def written(number: str, text: str) -> bytes:
    """An event as it goes over the wire."""
    lines = "".join(f"data:{line}\n" for line in text.split("\n"))
    return f"id:{number}\n{lines}\n".encode()
