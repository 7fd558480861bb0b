"""Web-hooks: a letter posted to an address that a person left, never to one inside our network.

The name is resolved once, every address it has is checked, and the connection goes to a checked
address itself, so that no second answer of the name server can lead elsewhere.
"""

from __future__ import annotations

import contextlib
import html
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Mapping
from email.header import Header
from typing import Any
from urllib.parse import SplitResult, urlsplit

from twohalls.kernel.errors import Malformed
from twohalls.server.settings import Settings

LONGEST = 500
FORMS = ("discord", "slack", "matrix", "ntfy")
"""Whose web-hooks are written to in a form of their own."""
MOST_DISCORD = 2000
SECONDS = 10.0
MOST_READ = 4096
NOT_PUBLIC = [
    ipaddress.ip_network(network) for network in ("192.88.99.0/24", "3fff::/20", "fec0::/10")
]
"""Relays of old, documentation and sites: not reserved everywhere, but never somebody's hook."""


class NotDelivered(Exception):
    """Why a letter did not arrive, as a short code that the page puts into words."""

    @property
    def told(self) -> str:
        """The same for a host, without an address: the code, and what kind of failure it was."""
        cause = self.__cause__
        return f"{self} ({type(cause).__name__})" if cause is not None else str(self)


def parsed(text: str, settings: Settings) -> SplitResult:
    """An address of the right form, or a refusal in words; nothing is asked of the network."""
    try:
        url = urlsplit(text)
        port, host = url.port or _usual_port(url), url.hostname
    except ValueError:
        raise Malformed("this is not a web address") from None
    if url.scheme not in ("http", "https") or not host or len(text) > LONGEST:
        raise Malformed("a web-hook begins with {one} or {other}", one="https://", other="http://")
    if url.username is not None or url.password is not None:
        raise Malformed("a web-hook’s address cannot contain a user name")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise Malformed("this is not a web address")
    if port not in settings.hook_ports:
        ports = ", ".join(map(str, settings.hook_ports))
        raise Malformed("a web-hook’s port must be one of these: {ports}", ports=ports)
    return url


def post(text: str, letter: dict[str, Any], settings: Settings, form: str = "") -> None:
    """Deliver a letter in a form that its reader knows; to be called in a thread."""
    body, headers = shaped(letter, form)
    deliver(text, body, headers, settings)


def shaped(letter: dict[str, Any], form: str) -> tuple[bytes, dict[str, str]]:
    """A letter as Discord, Slack, Matrix (its hookshot) or ntfy reads it; others get all of it."""
    told = f"{letter['subject']}\n{letter['text']}" if form else ""
    if form == "ntfy":
        title = Header(letter["subject"], "utf-8", maxlinelen=LONGEST).encode()
        headers = {"Content-Type": "text/plain; charset=utf-8", "Title": title}
        return letter["text"].encode(), {**headers, "Click": letter["link"]}
    shapes: dict[str, dict[str, Any]] = {
        "discord": {"content": told[:MOST_DISCORD], "allowed_mentions": {"parse": []}},
        "slack": {"text": html.escape(told, quote=False)},
        "matrix": {"text": told, "username": "Two Halls"},
    }
    body = json.dumps(shapes.get(form, letter), ensure_ascii=False).encode()
    return body, {"Content-Type": "application/json"}


def deliver(text: str, body: bytes, headers: Mapping[str, str], settings: Settings) -> None:
    """Post something; to be called in a thread. `NotDelivered` says what went wrong."""
    try:
        url = parsed(text, settings)
    except Malformed:
        raise NotDelivered("address") from None
    where = resolved(url, settings)
    try:
        status = _posted(url, where, body, headers)
    except (OSError, http.client.HTTPException):
        raise NotDelivered("silent") from None
    if 300 <= status < 400:
        raise NotDelivered("redirect")
    if not 200 <= status < 300:
        raise NotDelivered(f"status {status}")


def resolved(url: SplitResult, settings: Settings) -> tuple[str, int]:
    """The address to connect to, if all that the name has are on the public network."""
    port = url.port or _usual_port(url)
    try:
        found = socket.getaddrinfo(url.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotDelivered("unknown") from None
    hosts = [str(where[0]) for *_, where in found]
    if not hosts or not (settings.hook_internal or all(map(is_public, hosts))):
        raise NotDelivered("internal")
    return hosts[0], port


def is_public(host: str) -> bool:
    """Whether an address is one of the public network.

    IPv6 addresses that wrap one of IPv4 are reserved ones, but for those of 6to4.
    """
    if "%" in host:
        return False
    found = ipaddress.ip_address(host)
    if isinstance(found, ipaddress.IPv6Address) and found.sixtofour is not None:
        return False
    inward = found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback
    listed = any(found in network for network in NOT_PUBLIC)
    return found.is_global and not inward and not listed


def host_of(text: str) -> str:
    """The host of a web-hook's address."""
    return (urlsplit(text).hostname or "").rstrip(".")


def _posted(
    url: SplitResult, where: tuple[str, int], body: bytes, headers: Mapping[str, str]
) -> int:
    """The status of the answer. Redirects are not followed, and nobody is waited for long."""
    assert url.hostname is not None
    connection = http.client.HTTPConnection(url.hostname, where[1], timeout=SECONDS)
    sock = socket.create_connection(where, SECONDS)
    if url.scheme == "https":
        sock = ssl.create_default_context().wrap_socket(
            sock, server_hostname=url.hostname, do_handshake_on_connect=False
        )
    connection.sock = sock
    too_long = threading.Timer(SECONDS, _hang_up, [sock])
    too_long.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        ours = {"User-Agent": "TwoHalls", "Host": url.netloc}
        connection.request("POST", path, body, {**headers, **ours})
        answer = connection.getresponse()
        answer.read(MOST_READ)
        return answer.status
    finally:
        too_long.cancel()
        sock.close()


def _hang_up(sock: socket.socket) -> None:
    """End a connection on which the other side dawdles, from outside its thread."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _usual_port(url: SplitResult) -> int:
    return 443 if url.scheme == "https" else 80
