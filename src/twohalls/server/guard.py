"""What every answer carries and every request must be: headers, sizes, origins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from twohalls.kernel.errors import TwoHallsError
from twohalls.server.away import complain, is_away
from twohalls.server.limits import TooLarge
from twohalls.server.logs import number_request
from twohalls.server.settings import Settings
from twohalls.server.stream import CARRY

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
YEAR = 365 * 24 * 3600
OURS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
STRICT = (b"strict-transport-security", f"max-age={YEAR}".encode())
NOT_KEPT = (b"cache-control", b"private, no-cache")
AGAIN = "5"
"""Seconds after which to ask again when the database was away."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
log = logging.getLogger("twohalls")


class CrossSite(TwoHallsError):
    """A post that another site's page sent."""


class WrongLetters(TwoHallsError):
    """A body in letters that are not read here."""


class Guard:
    """Stands around the whole application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, failed: Callable[[Request], Response]
    ) -> None:
        self.app = app
        self.settings = settings
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number_request()
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, without_body(send)
            scope.pop(CARRY, None)

        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = with_ours(message["headers"], scope["scheme"])
            await send(message)

        try:
            scope["state"] = {**scope.get("state", {}), "refused": self._refusal(scope)}
            await self.app(scope, self._limited(receive, largest(self.settings, scope)), sending)
        except ClientDisconnect:
            log.info("whoever asked has left")
        except Exception as failure:
            complain(log, "a request failed", failure)
            if not started:
                await self._failed(failure, scope)(scope, receive, sending)

    def _failed(self, failure: Exception, scope: Scope) -> Response:
        response = self.failed(Request(scope))
        if is_away(failure):
            response.status_code = 503
            response.headers["Retry-After"] = AGAIN
        return response

    def _refusal(self, scope: Scope) -> TwoHallsError | None:
        if scope["method"] in SAFE_METHODS:
            return None
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        most = largest(self.settings, scope)
        if not length.isdigit() or int(length) > most:
            return too_large(most)
        if not is_from_here(headers, scope["scheme"], self.settings.url):
            return CrossSite("this came from another site’s page")
        if not is_in_utf8(headers):
            return WrongLetters("only UTF-8 is accepted here")
        return None

    @staticmethod
    def _limited(receive: Receive, most: int) -> Receive:
        """Stop reading a body that is too large, whatever its header said."""
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise too_large(most)
            return message

        return receiving


def with_ours(headers: Sequence[tuple[bytes, bytes]], scheme: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and those that all answers have."""
    found = [*headers, *OURS]
    if all(name != NOT_KEPT[0] for name, _ in headers):
        found.append(NOT_KEPT)
    if scheme == "https":
        found.append(STRICT)
    return found


def without_body(send: Send) -> Send:
    """Answer as to a GET, but end with the headers: a stream would never end by itself."""
    ended = False

    async def sending(message: Message) -> None:
        nonlocal ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return sending


def largest(settings: Settings, scope: Scope) -> int:
    """A record to be watched may be longer than anything else that is sent here."""
    return settings.largest_record if scope["path"] == "/import" else settings.largest_body


def too_large(most: int) -> TooLarge:
    return TooLarge("this is too long: {most} bytes is the limit", most=most)


def is_from_here(headers: Headers, scheme: str, url: str) -> bool:
    """Whether a post comes from this site's own pages, or from no browser at all."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    told = urlsplit(url)
    configured = f"{told.scheme}://{told.netloc}" if told.netloc else None
    return origin in (None, f"{scheme}://{headers.get('host')}", configured)


def is_in_utf8(headers: Headers) -> bool:
    """Of other letters some take minutes to read; asked by what would read them."""
    _, told = parse_options_header(headers.get("content-type"))
    return told.get(b"charset", b"utf-8").lower() in (b"utf-8", b"utf8")
