"""Work that takes a while, done in a thread of its own: leafing through games, drawing boards.

One thread does it all, so that however many ask, everybody else's pages are held up by one; and
nobody has more than a few things waiting there.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from twohalls.server.limits import TooMany

T = TypeVar("T")
P = ParamSpec("P")
MOST_EACH = 12
MOST = 60
SECONDS_EACH = 0.1


class Aside:
    """The thread, and who waits for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "aside")
        self._waiting: Counter[str] = Counter()

    async def do(self, client: str, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Let the thread do some work for a client, unless too much of theirs waits already."""
        waiting = self._waiting.total()
        if waiting >= MOST or self._waiting[client] >= MOST_EACH:
            raise TooMany(waiting * SECONDS_EACH)
        self._waiting[client] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: work(*given, **more))
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # forgets who waits for nothing

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
