"""What is kept of a person: to stay unlisted, to take it along, to be forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import Malformed
from twohalls.server.services import services
from twohalls.web.forms import posted
from twohalls.web.games import question
from twohalls.web.person import Person

router = APIRouter(include_in_schema=False)


@router.get("/games/kept.zip")
async def taken_along(request: Request) -> Response:
    """Everything of this person, as JSON and records."""
    made = await services(request).privacy.taken_along(Person(request).holder)
    name = 'attachment; filename="two-halls.zip"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(made, media_type="application/zip", headers=headers)


@router.post("/games/kept")
async def change(request: Request) -> Response:
    person, found = Person(request), services(request)
    form = await posted(request)
    what = form.get("do")
    if what in ("list", "unlist"):
        await found.hall.set_unlisted(person.holder, what == "unlist")
        return RedirectResponse("/games#kept", 303)
    if what != "forget" or not form.get("sure"):
        raise Malformed("tick the box to confirm")
    await found.privacy.forget(person.holder)
    said = person._("Nothing about you is kept here any more.")
    response = question(request, person, person._("Forgotten"), said)
    person.forget(response)
    return response
