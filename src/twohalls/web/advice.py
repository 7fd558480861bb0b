"""A hint, only ever shown to the seat that asked, and the analysis of a finished game."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import TwoHallsError, Unknown
from twohalls.server.checks import costly
from twohalls.server.limits import client_of
from twohalls.server.services import services
from twohalls.web import analysis, thinking, words
from twohalls.web.answer import zipped
from twohalls.web.forms import posted
from twohalls.web.fragments import NEWLINES
from twohalls.web.replay import Leaf, aside, open_at
from twohalls.web.table import show
from twohalls.web.visit import Visit, back_to, is_script, number, visit

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}/hint")
async def hint(request: Request, id: str) -> Response:
    """What came of asking so far, for pages that do not reload."""
    found = await visit(request, id)
    return await answered(found, own_seat(found, request.query_params.get("seat")))


@router.post("/t/{id}/hint")
async def ask_hint(request: Request, id: str) -> Response:
    """Begin to think about a hint and answer at once; asked again, it is the same hint."""
    form = await posted(request)
    found = await visit(request, id, text=form.get("next") == "/text")
    seat = own_seat(found, form.get("seat"))
    try:
        await found.services.advice.ask_hint(found.live, seat, client_of(request))
    except TwoHallsError as refused:
        if is_script(request):
            raise
        return await show(found, refused)
    if is_script(request):
        return await answered(found, seat)
    return RedirectResponse(back_to(found, form), 303)


def own_seat(found: Visit, text: object) -> int:
    seat = number(text)
    if seat is None or seat not in found.rights.seats:
        raise Unknown("this seat is not yours")
    return seat


async def answered(found: Visit, seat: int) -> Response:
    """The one element with the hint, or nothing where the table has moved on."""
    asked = await found.services.advice.hint(found.live, seat)
    _, ngettext = found.person._, found.person.ngettext
    view = words.seen(found.live, seat, _)
    if not thinking.may_ask(found.live, view):
        return Response(status_code=204)
    made = thinking.answer(found.live, view, _, ngettext, asked)
    return zipped(found.request, NEWLINES.sub(" ", made), "text/html")


@router.get("/{shelf}/{id}/analysis", dependencies=[Depends(costly)])
async def analysed(request: Request, shelf: str, id: str) -> Response:
    """How far the analysis is, for pages that do not reload."""
    return await told(await open_at(request, shelf, id))


@router.post("/{shelf}/{id}/analysis")
async def analyse(request: Request, shelf: str, id: str) -> Response:
    """Begin an analysis and answer at once; it is made once for everybody who looks."""
    leaf = await open_at(request, shelf, id)
    book = leaf.book
    await services(request).advice.ask_analysis(analysis.id_of(book), book.table)
    if is_script(request):
        return await told(leaf)
    return RedirectResponse(f"{book.url}/result", 303)


async def told(leaf: Leaf) -> Response:
    book, person = leaf.book, leaf.person
    asked = await services(leaf.request).advice.analysis(analysis.id_of(book), book.table)
    section = (book, asked, person._, person.ngettext)
    made = await aside(leaf.request, analysis.section, *section)
    return zipped(leaf.request, made, "text/html")
