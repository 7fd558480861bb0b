"""Who is asking: the browser's token, a name, a language; all in cookies."""

from __future__ import annotations

import asyncio
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.game import Game
from twohalls.kit import i18n
from twohalls.server import identity
from twohalls.server.names import neat_name
from twohalls.server.people import Renewal
from twohalls.server.services import browser_of, services

NAME, LANGUAGE = "name", "lang"
YEAR = 365 * 24 * 3600


PAUSE = 0.2
"""Seconds before a browser comes again whose new token is on its way."""


class ComeAgain(Exception):
    """The browser is to send the same again, with the token that it is offered or will have."""

    def __init__(self, person: Person, token: str | None) -> None:
        self.person = person
        self.token = token

    async def answer(self) -> Response:
        """Browsers send a form again by themselves when they are told so in this way."""
        response = RedirectResponse(self.person.here, 307, {"Cache-Control": "no-store"})
        if self.token is None:
            await asyncio.sleep(PAUSE)
        else:
            self.person.token = self.token
            self.person.remember(response)
        return response


class Person:
    """One browser, known by an unguessable token."""

    __slots__ = (
        "_",
        "_given",
        "_request",
        "_secure",
        "is_new",
        "language",
        "name",
        "ngettext",
        "token",
    )

    def __init__(self, request: Request) -> None:
        self._request = request
        self._secure = request.url.scheme == "https"
        self._given = given = browser_of(request)
        self.is_new = given is None
        self.token = given or identity.browser_token(services(request).secret)
        self.name = _clean(unquote(request.cookies.get(NAME, "")))
        self.language = i18n.choose(
            request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")
        )
        self._, self.ngettext = i18n.translators(self.language)

    def stay(self, request: Request) -> None:
        """Forget what was asked, in favour of a request of nobody."""
        self._request = request

    def turn_to(self, game: Game) -> None:
        """Speak the words of a game as well, from here on."""
        self._, self.ngettext = i18n.translators(self.language, game)

    @property
    def holder(self) -> str:
        return identity.hashed(self.token)

    @property
    def here(self) -> str:
        """The address that was asked for."""
        url = self._request.url
        return url.path + (f"?{url.query}" if url.query else "")

    async def gain(self, key: str = "") -> None:
        """Before a browser gains something it gets a new token: whoever knows the one it has has no
        part in it. If it holds something already it comes again with the new one first; if not,
        the same form gives the same."""
        found = services(self._request)
        offered = identity.browser_token(found.secret)
        renewal = Renewal.FRESH
        if not self.is_new:
            holder, now = identity.hashed(offered), found.tables.now
            renewal = await found.people.renew(self.holder, holder, now)
        if renewal is Renewal.FRESH:
            self.token = identity.browser_token(found.secret, key)
        elif renewal is not Renewal.DONE:
            raise ComeAgain(self, offered if renewal is Renewal.OFFERED else None)

    def forget(self, response: Response) -> None:
        """Let the browser forget its token and the name it was given."""
        for cookie in (identity.cookie_of(self._request.url.scheme), NAME):
            response.delete_cookie(
                cookie, path="/", secure=self._secure, httponly=True, samesite="lax"
            )

    def remember(self, response: Response, name: str | None = None) -> None:
        """Let the browser keep its token, if it is a new one, and the name it was given.

        The one it came with is not set again: it may have a newer one meanwhile."""
        if self.token != self._given:
            self.keep(response, identity.cookie_of(self._request.url.scheme), self.token)
        if name:
            self.keep(response, NAME, quote(name))

    def keep(self, response: Response, cookie: str, value: str, path: str = "/") -> None:
        response.set_cookie(
            cookie,
            value,
            max_age=YEAR,
            path=path,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def _clean(name: str) -> str:
    try:
        return neat_name(name)
    except TwoHallsError:
        return ""
