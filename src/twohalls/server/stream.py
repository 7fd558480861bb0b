"""Server-sent events: numbered, compressed, and never held up by one slow reader.

A stream has no queue. It is told that something changed, then sends what differs from what this
reader has; a reader that was slow misses the steps between and gets the outcome.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from twohalls.server.settings import Settings
from twohalls.server.tables import Live

Update = Callable[[], Awaitable[tuple[str, str] | None]]
"""What a reader lacks: a number and the text of an event, or None."""

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
KEEP_ALIVE = b":\n\n"


class Packer:
    """Compresses a stream event by event; costs no memory until there is something to say."""

    def __init__(self, zipped: bool) -> None:
        self.zipped = zipped
        self._deflate: zlib._Compress | None = None

    def start(self) -> bytes:
        return GZIP_HEADER if self.zipped else b""

    def pack(self, text: bytes) -> bytes:
        if not self.zipped:
            return text
        if self._deflate is None:
            self._deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 8)
        return self._deflate.compress(text) + self._deflate.flush(zlib.Z_SYNC_FLUSH)

    def keep_alive(self) -> bytes:
        """A sign of life; as a stored block as long as no compressor exists."""
        if not self.zipped or self._deflate is not None:
            return self.pack(KEEP_ALIVE)
        return b"\x00" + struct.pack("<HH", len(KEEP_ALIVE), len(KEEP_ALIVE) ^ 0xFFFF) + KEEP_ALIVE


class Streams:
    """All open streams, so that they can be closed before the server goes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closing = False
        self.open: set[asyncio.Event] = set()

    def close(self) -> None:
        self.closing = True
        for woken in self.open:
            woken.set()


class EventStream(Response):
    """One reader of one table."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, live: Live, update: Update, accepts: str) -> None:
        self.streams = streams
        self.live = live
        self.update = update
        self.packer = Packer("gzip" in accepts)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if self.packer.zipped:
            headers["Content-Encoding"] = "gzip"
        super().__init__(headers=headers)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        woken = asyncio.Event()
        woken.set()
        self.streams.open.add(woken)
        self.live.watchers.add(woken)
        leaving = asyncio.ensure_future(self._wait_for_leaving(receive, woken))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send(send, self.packer.start() + self.packer.keep_alive())
            await self._run(send, woken, leaving)
            await self._send(send, b"", more=False)
        except (TimeoutError, OSError):
            pass
        finally:
            leaving.cancel()
            self.live.watchers.discard(woken)
            self.streams.open.discard(woken)

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
            event = await self.update()
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
