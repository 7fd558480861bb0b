"""Beginning a lesson, going on with it, and leaving it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from twohalls.games import find_game
from twohalls.kernel.errors import Unknown
from twohalls.server.lessons import LEARNER, LESSON, script_of
from twohalls.server.services import services
from twohalls.web.forms import posted
from twohalls.web.person import Person
from twohalls.web.start import levels, make, my_name
from twohalls.web.visit import back_to, visit

router = APIRouter(include_in_schema=False)
MOST_LOOKED_AT = 30


@router.post("/lesson/{game}")
async def begin(request: Request, game: str) -> Response:
    """The lesson of a game: the one this browser has begun, or a new one."""
    person = Person(request)
    form = await posted(request)
    found = find_game(game)
    begun = await unfinished(request, person, found.name)
    if begun is not None:
        return RedirectResponse(f"/t/{begun}", 303)
    script = script_of(found.name)
    name = my_name(form, person)
    seats = [(name, "person"), *((other, LESSON) for other in script.players[1:])]
    return await make(request, person, form, found.name, seats, dict(script.options))


@router.post("/t/{id}/lesson")
async def leave(request: Request, id: str) -> Response:
    """The lesson is left or over: opponents decide for the others, and the game goes on."""
    form = await posted(request)
    found = await visit(request, id)
    if LEARNER not in found.rights.seats:
        raise Unknown("this seat is not yours")
    level = levels(request, found.live.game)[0]
    for seat in found.live.seats:
        if seat.kind == LESSON:
            await found.services.seating.lend_seat(found.live, seat.number, level)
    return RedirectResponse(back_to(found, form), 303)


async def unfinished(request: Request, person: Person, game: str) -> str | None:
    """The table at which this browser is in the middle of a lesson."""
    if person.is_new:
        return None
    found = services(request)
    for id in await found.store.newest(person.holder, MOST_LOOKED_AT):
        live = await found.tables.find(id)
        if live.game == game and live.is_lesson and not live.table.script_is_over:
            return id
    return None
