"""One request to one table: who asks, and what they may see."""

from __future__ import annotations

import functools
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from starlette.datastructures import FormData

from twohalls.kernel.errors import Unknown
from twohalls.kit.page import Fragments
from twohalls.server.limits import client_of
from twohalls.server.live import Live
from twohalls.server.services import Services, services
from twohalls.web import fragments as parts
from twohalls.web.person import Person
from twohalls.web.shown import Rights, Shown, shown


@dataclass(slots=True)
class Visit:
    """One request to one table: who asks, and what they may see."""

    request: Request
    person: Person
    live: Live
    rights: Rights
    wanted: int | None
    opened: int | None
    text: bool = False

    def stay(self) -> None:
        """Go on without the request, for a page that is followed for long."""
        self.request = unasked(self.request.app)
        self.person.stay(self.request)

    @property
    def shown(self) -> Shown:
        return shown(self.live, self.rights.seats, self.wanted, self.opened)

    @property
    def services(self) -> Services:
        return services(self.request)

    @property
    def url(self) -> str:
        return f"/t/{self.live.id}"

    @property
    def owner(self) -> str:
        return self.services.seating.owner_of(self.live.id)

    @property
    def pick(self) -> str | None:
        return self.request.query_params.get("pick", "")[: parts.LONGEST_PICK] or None

    async def look_at_rights(self) -> bool:
        """A seat may have gone to somebody else since the page was opened, or this browser may
        have been signed out; says whether any right is left."""
        store, holder = self.services.store, self.person.holder
        held = await store.rights_of([holder], self.live.id, grace=False)
        self.rights = Rights.of(held, self.live)
        return bool(held)

    def go_on(self, version: int) -> Awaitable[None]:
        """The person has seen the table up to a version; opponents wait for who sits here."""
        store, now = self.services.store, self.services.tables.now
        return store.see(self.person.holder, self.live.id, version, now, self._lets_play(version))

    def moved(self, version: int) -> None:
        """The same of whoever moved: noted soon, unless somebody waits for it."""
        if not is_script(self.request) or (self.rights.seats and self.live.has_opponents):
            self.go_on(version)
            return
        self._lets_play(version)
        store, now = self.services.store, self.services.tables.now
        store.see_soon(self.person.holder, self.live.id, version, now)

    def _lets_play(self, version: int) -> bool:
        """Whether opponents wait for whoever has seen the table up to here."""
        live, plays = self.live, bool(self.rights.seats)
        if plays:
            live.go_on(version)
        if plays and is_script(self.request):
            live.attend()
        return plays and live.has_opponents

    def fragments(self, pick: str | None = None) -> Fragments:
        language = self.person.language
        return parts.fragments(self.live, self.shown.seat, language, pick, self.text)

    def base(self) -> parts.Base:
        """What a page of this visit shows now, with nothing picked."""
        return parts.base(self.live, self.shown.seat, self.person.language, self.text)


async def visit(request: Request, id: str, text: bool = False) -> Visit:
    """Refused in the same words whether there is no such table or no right to see it."""
    person = Person(request)
    found = services(request)
    rights = await found.store.rights_of([person.holder], id)
    if not rights:
        raise Unknown("there is no such table, or it is not open to you: ask for a link to it")
    live = await found.tables.find(id)
    live.visit(client_of(request))
    person.turn_to(live.table.game)
    return Visit(
        request,
        person,
        live,
        Rights.of(rights, live),
        number(request.query_params.get("seat")),
        number(request.cookies.get(f"seat-{id}")),
        text,
    )


@functools.lru_cache(maxsize=1)
def unasked(app: FastAPI) -> Request:
    """A request of nobody, for what goes on when the one that began it has been answered."""
    return Request({"type": "http", "app": app, "headers": [], "query_string": b""})


def back_to(found: Visit, form: FormData) -> str:
    return found.url + ("/text" if str(form.get("next", "")).endswith("/text") else "")


def is_script(request: Request) -> bool:
    return request.headers.get("x-script") == "1"


def number(text: Any) -> int | None:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 10 else None
