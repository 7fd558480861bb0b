"""Tells people that they are awaited, by e-mail or web-hook, with patience where it fails.

Letters are sent in threads of their own, e-mail and web-hooks apart, so that a slow other side
holds up nobody here; no address and no host is sent more than a few at once, or too often.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from twohalls.server import hooks, mail, push
from twohalls.server.hooks import NotDelivered
from twohalls.server.limits import Buckets, TooMany
from twohalls.server.live import Live
from twohalls.server.outbox import AT_ONCE, DAY, Letter, Outbox
from twohalls.server.settings import Settings
from twohalls.server.tables import Tables

FOR_GOOD = ("address", "internal", "redirect")
"""Troubles that no second try mends."""

T = TypeVar("T")
P = ParamSpec("P")
THREADS = {"mail": 4, "hook": 8, "push": 4, "look": 4}
"""Threads in which letters are sent, and in which the names of new web-hooks are looked up."""
EACH_HOST = 2
"""Letters on their way to one host at once."""
SOON = 5
"""Seconds after which a letter is tried whose host was busy."""
LOOKED_UP_IN = 10.0

Told = Sequence[tuple[Live, int]]
Compose = Callable[[Letter, Told, dict[str, str]], dict[str, str]]
"""A letter in words: about these seats at these tables, with these links."""

log = logging.getLogger("twohalls.notify")


class Notify:
    """Writes what is to be told into the outbox, and delivers what is due."""

    def __init__(self, outbox: Outbox, tables: Tables, settings: Settings) -> None:
        self.outbox = outbox
        self.tables = tables
        self.settings = settings
        self.compose: Compose = lambda letter, told, links: links
        self._threads = {kind: ThreadPoolExecutor(most, kind) for kind, most in THREADS.items()}
        self._sending: set[asyncio.Task[None]] = set()
        self._busy: Counter[str] = Counter()
        self._to_address = Buckets(settings.letter_rate)
        self._to_host = Buckets(settings.hook_rate)
        self.push_key = push.private_key(outbox.store)

    async def once(self) -> None:
        """Write what is to be told, and begin to send what is due."""
        now = self.tables.now
        await self.outbox.collect(now, self.settings.tell_after, self.settings.tell_later)
        if (free := AT_ONCE - len(self._sending)) <= 0:
            return
        for letter in await self.outbox.take(now, free):
            task = asyncio.get_running_loop().create_task(self._in_turn(letter))
            self._sending.add(task)
            task.add_done_callback(self._sent)

    async def settled(self) -> None:
        """Wait for what is on its way."""
        while self._sending:
            await asyncio.gather(*self._sending)

    async def close(self) -> None:
        """What is on its way is left to the next worker."""
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def look_up(self, address: str) -> None:
        """Whether a web-hook is known and outside our network; `NotDelivered` says why not."""
        url = hooks.parsed(address, self.settings)
        try:
            asked = self._in_thread("look", hooks.resolved, url, self.settings)
            await asyncio.wait_for(asked, LOOKED_UP_IN)
        except TimeoutError:
            raise NotDelivered("unknown") from None

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("a letter was not looked after", exc_info=failure)

    async def _in_turn(self, letter: Letter) -> None:
        """Send a letter, or put it off where its host or its address had too much of late."""
        to = letter.to
        host = hooks.host_of(to.address) if to.kind == "hook" else to.name
        if self._busy[host] >= EACH_HOST:
            await self.outbox.put_off(letter, self.tables.now + SOON)
            return
        try:
            self._to_address.take(letter.to.address)
            if letter.to.kind != "mail":
                self._to_host.take(host)
        except TooMany as refused:
            # However rarely a host may be told: what is stored is a time that a calendar has.
            await self.outbox.put_off(letter, self.tables.now + min(refused.seconds, DAY))
            return
        self._busy[host] += 1
        try:
            await self._deliver(letter)
        finally:
            self._busy[host] -= 1
            self._busy += Counter()  # forgets hosts that are not busy

    def _in_thread(
        self, kind: str, work: Callable[P, T], *given: P.args, **more: P.kwargs
    ) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._threads[kind], lambda: work(*given, **more))

    async def _deliver(self, letter: Letter) -> None:
        told = await self._told(letter)
        if letter.kind != "confirm" and not told:
            await self.outbox.finish(letter, "needless")
            return
        composed = self.compose(letter, told, await self._links(letter))
        try:
            await self._in_thread(letter.to.kind, self._send, letter, composed)
        except NotDelivered as trouble:
            if letter.to.kind == "push" and push.is_gone(trouble):
                await self.outbox.remove(letter.to.id)
                return
            log.warning("a letter by %s did not arrive: %s", letter.to.kind, trouble.told)
            await self.outbox.fail(letter, str(trouble), self._again(letter, str(trouble)))
        except Exception:
            log.exception("a letter could not be sent")
            await self.outbox.fail(letter, "failed", self._again(letter, "failed"))
        else:
            await self.outbox.finish(letter, "sent")

    async def _told(self, letter: Letter) -> Told:
        if letter.kind == "confirm":
            return []
        turns = await self.outbox.turns(letter)
        lives = {live.id: live for live in await self.tables.find_all(id for id, _ in turns)}
        return [(lives[id], seat) for id, seat in turns if id in lives]

    async def _links(self, letter: Letter) -> dict[str, str]:
        url = self.settings.url.rstrip("/")
        return {
            "url": url,
            "yes": f"{url}/yes/{await self.outbox.token('yes', letter.to.id)}",
            "stop": f"{url}/no/{await self.outbox.token('no', letter.to.id)}",
        }

    def _send(self, letter: Letter, composed: dict[str, str]) -> None:
        if letter.to.kind == "mail":
            name = f"{letter.id}.{letter.to.id}.{letter.since}"
            mail.send(letter.to.address, composed, name, self.settings)
        elif letter.to.kind == "push":
            push.send(letter.to.address, composed, self.push_key, self.settings)
        else:
            fields = {name: text for name, text in composed.items() if name != "brief"}
            hooks.post(letter.to.address, fields, self.settings, letter.to.form)

    def _again(self, letter: Letter, trouble: str) -> int | None:
        """When to try again: each time after twice as long."""
        if trouble in FOR_GOOD or letter.tries + 1 >= self.settings.most_tries:
            return None
        return self.tables.now + int(self.settings.retry_after * 2**letter.tries)
