"""Who is asking: the browser's token, a name, a language; all in cookies."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.game import Game
from twohalls.kit import i18n
from twohalls.server import identity
from twohalls.server.services import browser_of, services
from twohalls.server.tables import neat_name

NAME, LANGUAGE = "name", "lang"
YEAR = 365 * 24 * 3600


class Person:
    """One browser, known by an unguessable token."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._secure = request.url.scheme == "https"
        given = browser_of(request)
        self.is_new = given is None
        self.token = given or identity.browser_token(services(request).secret)
        self.name = _clean(unquote(request.cookies.get(NAME, "")))
        self.language = i18n.choose(
            request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")
        )
        self._, self.ngettext = i18n.translators(self.language)

    def turn_to(self, game: Game) -> None:
        """Speak the words of a game as well, from here on."""
        self._, self.ngettext = i18n.translators(self.language, game)

    @property
    def holder(self) -> str:
        return identity.hashed(self.token)

    async def gain(self, key: str = "") -> None:
        """Before a browser that holds nothing gains something it gets a new token: whoever gave it
        the one it has, if that was not us, has no part in it. The same form gives the same."""
        found = services(self._request)
        if not await found.store.holds_anything(self.holder):
            self.token = identity.browser_token(found.secret, key)

    def forget(self, response: Response) -> None:
        """Let the browser forget its token and the name it was given."""
        for cookie in (identity.cookie_of(self._request.url.scheme), NAME):
            response.delete_cookie(
                cookie, path="/", secure=self._secure, httponly=True, samesite="lax"
            )

    def remember(self, response: Response, name: str | None = None) -> None:
        """Let the browser keep its token, and the name it was given."""
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
