"""Tells people that they are awaited, by e-mail or web-hook, with patience where it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from twohalls.kernel.errors import Unknown
from twohalls.server import hooks, mail
from twohalls.server.hooks import NotDelivered
from twohalls.server.outbox import Letter, Outbox
from twohalls.server.settings import Settings
from twohalls.server.tables import Live, Tables

FOR_GOOD = ("address", "internal", "redirect")
"""Troubles that no second try mends."""

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

    async def once(self) -> None:
        now = self.tables.now
        await self.outbox.collect(now, self.settings.tell_after, self.settings.tell_later)
        letters = await self.outbox.take(now)
        await asyncio.gather(*map(self._deliver, letters))

    async def _deliver(self, letter: Letter) -> None:
        told = await self._told(letter)
        if letter.kind != "confirm" and not told:
            await self.outbox.finish(letter, "needless")
            return
        composed = self.compose(letter, told, await self._links(letter))
        try:
            await asyncio.to_thread(self._send, letter, composed)
        except NotDelivered as trouble:
            await self.outbox.fail(letter, str(trouble), self._again(letter, str(trouble)))
        except Exception:
            log.exception("a letter could not be sent")
            await self.outbox.fail(letter, "failed", self._again(letter, "failed"))
        else:
            await self.outbox.finish(letter, "sent")

    async def _told(self, letter: Letter) -> Told:
        if letter.kind == "confirm":
            return []
        found = []
        for game, seat in await self.outbox.turns(letter):
            try:
                found.append((await self.tables.find(game), seat))
            except Unknown:
                continue
        return found

    async def _links(self, letter: Letter) -> dict[str, str]:
        url = self.settings.url.rstrip("/")
        return {
            "url": url,
            "yes": f"{url}/yes/{await self.outbox.token('yes', letter.to.id)}",
            "stop": f"{url}/no/{await self.outbox.token('no', letter.to.id)}",
        }

    def _send(self, letter: Letter, composed: dict[str, str]) -> None:
        if letter.to.kind == "mail":
            mail.send(letter.to.address, composed, letter.id, self.settings)
        else:
            hooks.post(letter.to.address, composed, self.settings)

    def _again(self, letter: Letter, trouble: str) -> int | None:
        """When to try again: each time after twice as long."""
        if trouble in FOR_GOOD or letter.tries + 1 >= self.settings.most_tries:
            return None
        return self.tables.now + int(self.settings.retry_after * 2**letter.tries)
