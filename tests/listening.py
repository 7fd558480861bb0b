"""Who listens on this machine: web-hooks, and a push service whose devices read what comes."""

from __future__ import annotations

import base64
import contextlib
import http.server
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


@dataclass(frozen=True)
class Got:
    """One request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Listening(http.server.ThreadingHTTPServer):
    """Keeps what comes, and answers as it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Keeper)
        self.got: list[Got] = []
        self.answer: tuple[int, dict[str, str]] = (201, {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Keeper(http.server.BaseHTTPRequestHandler):
    server: Listening

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(Got(self.path, dict(self.headers), body))
        status, headers = self.server.answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@contextlib.contextmanager
def listening() -> Iterator[Listening]:
    server = Listening()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Device:
    """A browser's side of a push: its keys, and how it reads what comes."""

    def __init__(self, service: Listening, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.path = f"/push/{name}"
        self.endpoint = f"{service.url}{self.path}"

    @property
    def subscription(self) -> str:
        form = serialization.PublicFormat.UncompressedPoint
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, form)
        keys = {"p256dh": written(point), "auth": written(self.auth)}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        found: dict[str, str] = json.loads(text)
        return found


def written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
