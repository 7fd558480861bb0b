"""A record is handed in as a file and watched; a bad one is refused at its line."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import BadRecord, TwoHallsError
from twohalls.kernel.words import clip
from twohalls.server import records
from twohalls.server.services import services
from twohalls.web import words
from twohalls.web.answer import page, status_of
from twohalls.web.person import Person

router = APIRouter(include_in_schema=False)
FIELDS = 4


@router.get("/import")
async def choose(request: Request) -> Response:
    return page(request, Person(request), "import.html", refused=None)


@router.post("/import")
async def hand_in(request: Request) -> Response:
    person = Person(request)
    async with request.form(max_files=1, max_fields=FIELDS) as form:
        file = form.get("record")
        body = await file.read() if isinstance(file, UploadFile) else str(file or "").encode()
    try:
        id = await records.keep(services(request).store, body)
    except BadRecord as refused:
        told = why(refused, body, person.language)
        return page(request, person, "import.html", status_of(refused), refused=told)
    return RedirectResponse(f"/r/{id}/replay", 303)


def why(refused: BadRecord, body: bytes, language: str) -> dict[str, Any]:
    """The line that is refused, the reason in the reader's language, and what stands there."""
    reason = refused.values["reason"]
    assert isinstance(reason, TwoHallsError)
    told = words.refusal(reason, language)
    lines = body.split(b"\n")
    text = lines[refused.line - 1] if refused.line <= len(lines) else b""
    shown = text.decode("utf-8", "replace").strip("\ufeff\r")
    return {
        "line": refused.line,
        "reason": told[:1].upper() + told[1:],
        "text": clip("".join(sign if sign.isprintable() else "�" for sign in shown)),
    }
