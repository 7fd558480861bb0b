"""Pages as answers, and refusals in words."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from twohalls.kernel.errors import (
    BadRecord,
    Illegal,
    Malformed,
    NotYourTurn,
    Stale,
    TwoHallsError,
    Unknown,
    Unwelcome,
)
from twohalls.kit.i18n import LANGUAGES
from twohalls.kit.templating import made
from twohalls.server.encodings import accepted
from twohalls.server.guard import CrossSite, WrongLetters
from twohalls.server.limits import TooLarge, TooMany
from twohalls.web import words
from twohalls.web.person import Person

STATUS = {
    Malformed: 422,
    BadRecord: 422,
    Illegal: 409,
    Unwelcome: 409,
    NotYourTurn: 409,
    Stale: 409,
    Unknown: 404,
    CrossSite: 403,
    WrongLetters: 415,
    TooMany: 429,
    TooLarge: 413,
}
WORTH_ZIPPING = 500


def status_of(refused: TwoHallsError | None) -> int:
    return 200 if refused is None else STATUS.get(type(refused), 400)


def page(
    request: Request, person: Person, template: str, status: int = 200, **context: Any
) -> Response:
    """A template as an answer."""
    given = {
        "_": person._,
        "ngettext": person.ngettext,
        "lang": person.language,
        "languages": LANGUAGES,
        "here": request.url.path,
        "person": person,
        **context,
    }
    return zipped(request, made(template, given), "text/html", status)


def zipped(request: Request, text: str, media_type: str, status: int = 200) -> Response:
    """A text as an answer, compressed where that pays."""
    body = text.encode()
    response = Response(body, status, media_type=media_type)
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    accepts = request.headers.get("accept-encoding", "")
    if "gzip" in accepted(accepts) and len(body) > WORTH_ZIPPING:
        response.body = gzip.compress(body, 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def refusal(request: Request, refused: TwoHallsError) -> Response:
    """Why something was refused: as a page, as a sentence for a script, or as JSON."""
    status = status_of(refused)
    headers = {"Retry-After": str(refused.seconds)} if isinstance(refused, TooMany) else {}
    if request.url.path.startswith("/api/"):
        return JSONResponse(described(refused), status, headers)
    person = Person(request)
    reason = words.refusal(refused, person.language)
    if request.headers.get("x-script") == "1":
        response = Response(begun(reason), status, headers, "text/plain")
        response.headers["X-Refused"] = type(refused).__name__
        return response
    heading = {404: person._("Not found"), 429: person._("One moment")}.get(
        status, person._("That is not possible")
    )
    made = trouble(request, person, status, heading, reason)
    made.headers.update(headers)
    return made


def trouble(request: Request, person: Person, status: int, heading: str, reason: str) -> Response:
    """A page that says in a whole sentence what is the matter."""
    sentence = f"{begun(reason).rstrip('.')}."
    return page(request, person, "error.html", status, heading=heading, sentence=sentence)


def begun(reason: str) -> str:
    """As a sentence begins."""
    return reason[:1].upper() + reason[1:]


def described(refused: TwoHallsError) -> dict[str, Any]:
    """A refusal for programs: its kind, the sentence, and what the sentence is made of."""
    values = {
        name: value if isinstance(value, str | int | float | bool | None) else str(value)
        for name, value in refused.values.items()
    }
    return {
        "error": type(refused).__name__,
        "message": str(refused),
        "template": refused.template,
        "values": values,
    }
