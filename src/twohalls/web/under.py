"""The whole site under a path, as a host may want it: `TWOHALLS_URL=https://example.org/halls`.

Everything inside speaks of addresses as if there were no such path. It is taken off a request on
its way in; on the way out it is put before where an answer leads, and templates put it before the
addresses in what they make.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_THE_TOP = ("/healthz", "/metrics")
"""Asked for by the machine itself, past any proxy."""


def path_of(url: str) -> str:
    """The path of the address at which a server is reached; nothing, where it has none."""
    return urlsplit(url).path.rstrip("/")


class Under:
    """Stands around the application of a server that is reached under a path."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in AT_THE_TOP:
            await self.app(scope, receive, send)
        elif scope["path"] in ("/", self.path):
            await RedirectResponse(f"{self.path}/", 307)(scope, receive, send)
        elif not scope["path"].startswith(f"{self.path}/"):
            await PlainTextResponse("Not here.", 404)(scope, receive, send)
        else:
            raw = scope.get("raw_path", b"").removeprefix(self.path.encode())
            inside = {**scope, "path": scope["path"].removeprefix(self.path), "raw_path": raw}
            await self.app(inside, receive, self._led(send))

    def _led(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                where = headers.get("location", "")
                if where.startswith("/") and not where.startswith("//"):
                    headers["location"] = f"{self.path}{where}"
                message["headers"] = [
                    (name, self._kept(value) if name == b"set-cookie" else value)
                    for name, value in message["headers"]
                ]
            await send(message)

        return sending

    def _kept(self, cookie: bytes) -> bytes:
        """A cookie of one table belongs to its address; that of a browser to the whole host."""
        return cookie.replace(b"Path=/t/", b"Path=" + self.path.encode() + b"/t/")
