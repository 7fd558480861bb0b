"""What every attack needs: a server on a folder, and browsers of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
from tests.serving import PLAIN, Serving


@contextlib.contextmanager
def serving(folder: Path, count: int = 1, **settings: Any) -> Iterator[list[Serving]]:
    """Servers on one database, ended afterwards however it went."""
    with contextlib.ExitStack() as stack:
        servers = []
        for _ in range(count):
            servers.append(Serving(folder / "tables.db", **settings))
            stack.callback(servers[-1].close)
        yield servers


@contextlib.contextmanager
def browser(server: Serving) -> Iterator[httpx2.Client]:
    with httpx2.Client(
        base_url=server.url, timeout=60, follow_redirects=True, verify=PLAIN
    ) as found:
        yield found


def complaints(server: Serving) -> list[str]:
    """What the server's log says of requests that failed for want of care."""
    lines = server.log.read_text().splitlines()
    return [line for line in lines if "a request failed" in line or "Traceback" in line]
