"""The pages of one table: the board, the board in words, moves, and the stream of changes."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import Illegal, Malformed, TwoHallsError, Unknown
from twohalls.kit.parts import page as page_of
from twohalls.server.away import complain, is_away
from twohalls.server.shortway import ShortWay
from twohalls.server.store import Right, Seat
from twohalls.server.stream import EventStream, Over, written
from twohalls.server.talk import state as state_of_talk
from twohalls.web import days, difference, hall, talk, thinking, words
from twohalls.web import fragments as parts
from twohalls.web.answer import page, status_of
from twohalls.web.forms import posted
from twohalls.web.lessons.band import explained
from twohalls.web.shown import Rights, Shown
from twohalls.web.visit import Visit, back_to, is_script, number, visit

router = APIRouter(include_in_schema=False)
log = logging.getLogger("twohalls.web")
NOT_PICKED = ("said", "hint")
"""Fragments that no pick changes, and in which something may have been written meanwhile."""
RELOAD = "!"
"""Said to a page that shows another seat now: it asks for itself again."""


@router.get("/t/{id}")
async def board(request: Request, id: str) -> Response:
    """The table in pictures; if they cannot be made, in words."""
    found = await visit(request, id)
    try:
        return await show(found)
    except TwoHallsError:
        raise
    except Exception as failure:
        if is_away(failure):
            raise
        complain(
            log, f"a table of {found.live.game} cannot be drawn and is shown in words", failure
        )
        return RedirectResponse(f"{found.url}/text", 303)


@router.get("/t/{id}/text")
async def in_words(request: Request, id: str) -> Response:
    return await show(await visit(request, id, text=True))


@router.get("/t/{id}/holdings")
async def holdings(request: Request, id: str) -> Response:
    """What everybody has, in one table."""
    found = await visit(request, id)
    person, live = found.person, found.live
    view = words.seen(live, found.shown.seat, person._)
    held = page_of(live.table.game).holdings(view, person._, person.ngettext)
    context: dict[str, Any] = {"live": live, "view": view, "url": found.url, "holdings": held}
    return page(request, person, "holdings.html", **context)


@router.get("/t/{id}/parts")
async def picked(request: Request, id: str) -> Response:
    """The page's fragments with something picked, for pages that do not reload."""
    found = await visit(request, id)
    made = found.fragments(found.pick)
    body = "\n".join(
        difference.whole(html) for name, html in made.items() if name not in NOT_PICKED
    )
    return Response(body, media_type="text/plain")


@router.post("/t/{id}/move")
async def move(request: Request, id: str) -> Response:
    form = await posted(request)
    line = composed(form)
    return await act(request, id, form, "move", line)


MOVING = ShortWay("/t/{id}/move", b"application/x-www-form-urlencoded", move)


@router.post("/t/{id}/undo")
async def undo(request: Request, id: str) -> Response:
    form = await posted(request)
    return await act(request, id, form, "turn" if form.get("all") else "undo", "")


async def act(request: Request, id: str, form: FormData, what: str, line: str) -> Response:
    """Post one thing; what is refused is answered with the reason, on the page itself."""
    found = await visit(request, id, text=form.get("next") == "/text")
    tables = found.services.tables
    seat = number(form.get("seat"))
    version = number(form.get("version"))
    key = f"{str(form.get('key') or version)[:60]} {what} {line}"[:200]
    try:
        if seat is None or seat not in found.rights.seats:
            raise Unknown("this seat is not yours")
        if version is None:
            raise Malformed("a move says which version of the table it answers")
        if what == "move":
            reached = await tables.submit(id, seat, line, version, key)
        elif what == "undo":
            reached = await tables.undo(id, seat, version, key)
        else:
            reached = await tables.undo_turn(id, seat, version, key)
        found.moved(reached)
    except TwoHallsError as reason:
        async with found.live.lock:
            refused = explained(reason, found.live, found.person._)
            if is_script(request):
                raise refused from None
            return await show(found, refused)
    if is_script(request):
        return Response(status_code=204, headers={"X-Version": str(reached)})
    return RedirectResponse(back_to(found, form), 303)


@router.post("/t/{id}/curtain")
async def open_curtain(request: Request, id: str) -> Response:
    """The person says who is looking at a shared screen."""
    form = await posted(request)
    found = await visit(request, id)
    seat = number(form.get("seat"))
    if seat not in found.rights.seats:
        raise Unknown("this seat is not yours")
    response = RedirectResponse(back_to(found, form), 303)
    found.person.keep(response, f"seat-{id}", str(seat), path=found.url)
    return response


@router.post("/t/{id}/again")
async def again(request: Request, id: str) -> Response:
    """A new table with the same seats; whoever asks later is led to it, each to their own seat."""
    found = await visit(request, id)
    live, seating = found.live, found.services.seating
    if live.again is None and not (found.rights.seats or found.rights.owner):
        raise Illegal("only those who sat here can start the next game")
    await found.person.gain()
    following = await (
        seating.tables.find(live.again)
        if live.again is not None
        else seating.create(
            live.game,
            [(seat.name, _kind_again(seat, found.rights)) for seat in live.seats],
            dict(live.table.options),
            found.person.token,
            f"again {id}",
            found.rights.seats,
            again_of=id,
            clock=live.clock,
            stand_in=live.stand_in,
            thinking=live.thinking,
            hints=live.hints,
            board=live.table.game.board_file,
        )
    )
    await found.services.store.grant(found.person.holder, Right(following.id, "watch", None))
    for seat in found.rights.seats:
        if following.seat(seat).kind == "open":
            await seating.sit_down(following, seat, live.seat(seat).name, found.person.token)
    return RedirectResponse(f"/t/{following.id}", 303)


@router.get("/t/{id}/stream")
async def stream(request: Request, id: str) -> Response:
    """What changes on this page, as it changes; all of it if the page is not of this moment."""
    found = await visit(request, id, text=request.query_params.get("mode") == "text")
    query = request.query_params
    has = request.headers.get("last-event-id") or query.get("base", "")
    shows = query.get("shows", "")
    before = found.base() if has == found.base().name else parts.NOTHING
    changes = found.live.changes
    talked = query.get("talk", "")

    async def update() -> bytes | None:
        nonlocal before, changes, talked
        try:
            live = await found.services.tables.find(id)
        except Unknown:
            raise Over(written(found.live.stamp, RELOAD)) from None
        found.live = live
        while live.changes != changes:
            changes = live.changes
            if not await found.look_at_rights():
                raise Over(written(live.stamp, RELOAD))
        if found.shown.code != shows:
            return written(live.stamp, RELOAD)
        said = b""
        if state_of_talk(live) != talked and not live.is_lesson:
            talked = state_of_talk(live)
            said = await talk.news(found)
        now = found.base()
        if now.name == before.name:
            return said or None
        event = parts.change(live, before, now)
        before = now
        return event + said

    accepts = request.headers.get("accept-encoding", "")
    found.stay()
    return EventStream(found.services.streams, [found.live], update, accepts)


async def show(found: Visit, refused: TwoHallsError | None = None) -> Response:
    """The whole page of a table."""
    invites = found.rights.owner and not found.live.is_lesson
    owner_links = await days.links(found) if invites else []
    around = await days.around(found, is_navigation(found.request))
    elsewhere = await found.services.store.awaited_at(found.person.holder, found.live.id)
    asking = found.shown.seat
    asked = asking and await found.services.advice.hint(found.live, asking)
    said = await talk.beside(found)
    in_hall = await hall.beside(found)
    # From here on nothing is awaited: the page is of one moment.
    person, live, now = found.person, found.live, found.shown
    _, ngettext = person._, person.ngettext
    view = words.seen(live, now.seat, _)
    hint = thinking.asking(live, view, _, ngettext, found.text, asked or None)
    context: dict[str, Any] = {
        **parts.common(live, view, _, ngettext),
        "json": view.to_json(),
        "table": {"id": live.id, "url": found.url, "title": live.table.game.title},
        "fragments": {**found.fragments(found.pick), "hint": hint},
        "missing": thinking.missing((seat.kind for seat in live.seats), live.game, _),
        "me": found.rights.seats,
        "pick": found.pick,
        "mode": "text" if found.text else "live",
        "curtain": now.curtain and words.called_seat(now.curtain, _),
        "waiting": bool(asked and asked.is_thinking)
        or (not view.over and now.seat not in view.awaited and now.curtain is None),
        "stream": address(found, now),
        "base_name": found.base().name,
        "owner_links": owner_links,
        "around": around,
        "talk": said,
        "hall": in_hall,
        "ask_name": days.asks_name(found),
        "next_game": elsewhere,
        "opponents": words.opponents(live, _),
        "invite_open": found.rights.owner and any(seat.kind == "open" for seat in live.seats),
        "seat_query": "",
        "page_title": parts.title(live, view, _),
        "notice": words.refusal(refused, person.language) if refused else "",
        "here": found.url + ("/text" if found.text else ""),
    }
    own = page_of(live.table.game)
    in_words = found.text or not own.has_board
    if not in_words:
        context |= own.context(view, _, ngettext)
    template = "text.html" if in_words else f"{live.game}/table.html"
    response = page(found.request, person, template, status_of(refused), **context)
    if owner_links:
        response.headers["Cache-Control"] = "no-store"
    return response


def address(found: Visit, now: Shown) -> str:
    mode = "&mode=text" if found.text else ""
    seat = f"&seat={found.wanted}" if found.wanted else ""
    return f"{found.url}/stream?shows={now.code}{seat}{mode}&talk={state_of_talk(found.live)}"


def is_navigation(request: Request) -> bool:
    """Whether somebody comes to a page, and not the page asks for itself again."""
    return request.headers.get("sec-fetch-dest", "document") == "document"


def composed(form: FormData) -> str:
    """One line out of the fields of a form: `line` as it is, `line.irish` = 2 as `irish=2`."""
    said = [str(value) for name, value in form.multi_items() if name == "line" and value]
    pairs = [
        (name.removeprefix("line."), str(value).strip())
        for name, value in form.multi_items()
        if name.startswith("line.")
    ]
    given = [f"{name}={value.lstrip('0')}" for name, value in pairs if value.strip("0")]
    return " ".join([*said, *(given or (["0"] if pairs else []))])


def _kind_again(seat: Seat, rights: Rights) -> str:
    if seat.is_opponent:
        return seat.kind
    return "person" if seat.number in rights.seats else "open"


def new_key() -> str:
    return secrets.token_urlsafe(16)
