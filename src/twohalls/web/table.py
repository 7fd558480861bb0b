"""The pages of one table: the board, the board in words, moves, and the stream of changes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import Malformed, TwoHallsError, Unknown
from twohalls.server import identity
from twohalls.server.services import Services, services
from twohalls.server.store import Seat
from twohalls.server.stream import EventStream
from twohalls.server.tables import Live
from twohalls.web import difference, static, words
from twohalls.web import fragments as parts
from twohalls.web.answer import page, status_of
from twohalls.web.person import Person
from twohalls.web.shown import Rights, Shown, shown

router = APIRouter(include_in_schema=False)
RELOAD = "!"
"""Said to a page that shows another seat now: it asks for itself again."""


@dataclass
class Visit:
    """One request to one table: who asks, and what they may see."""

    request: Request
    person: Person
    live: Live
    rights: Rights
    wanted: int | None
    opened: int | None
    text: bool = False

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
        return identity.owner_token(self.person.token, self.live.id)

    @property
    def pick(self) -> str | None:
        return self.request.query_params.get("pick", "")[: parts.LONGEST_PICK] or None

    def fragments(self, pick: str | None = None) -> parts.Fragments:
        language = self.person.language
        return parts.fragments(self.live, self.shown.seat, language, pick, self.text)


async def visit(request: Request, id: str, text: bool = False) -> Visit:
    """Refused in the same words whether there is no such table or no right to see it."""
    person = Person(request)
    found = services(request)
    rights = await found.store.rights_of([person.holder], id)
    if not rights:
        raise Unknown("there is no such table, or it is not open to you: ask for a link to it")
    live = await found.tables.find(id)
    return Visit(
        request,
        person,
        live,
        Rights.of(rights, live),
        number(request.query_params.get("seat")),
        number(request.cookies.get(f"seat-{id}")),
        text,
    )


@router.get("/t/{id}")
async def board(request: Request, id: str) -> Response:
    return show(await visit(request, id))


@router.get("/t/{id}/text")
async def in_words(request: Request, id: str) -> Response:
    return show(await visit(request, id, text=True))


@router.get("/t/{id}/parts")
async def picked(request: Request, id: str) -> Response:
    """The page's fragments with something picked, for pages that do not reload."""
    found = await visit(request, id)
    made = found.fragments(found.pick)
    body = "\n".join(
        difference.whole(html) for name, html in made.items() if name not in ("forms", "said")
    )
    return Response(body, media_type="text/plain")


@router.post("/t/{id}/move")
async def move(request: Request, id: str) -> Response:
    form = await request.form()
    line = composed(form)
    return await act(request, id, form, "move", line)


@router.post("/t/{id}/undo")
async def undo(request: Request, id: str) -> Response:
    form = await request.form()
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
            await tables.submit(id, seat, line, version, key)
        elif what == "undo":
            await tables.undo(id, seat, version, key)
        else:
            await tables.undo_turn(id, seat, version, key)
    except TwoHallsError as refused:
        if is_script(request):
            raise
        async with found.live.lock:
            return show(found, refused)
    if is_script(request):
        return Response(status_code=204)
    return RedirectResponse(back_to(found, form), 303)


@router.post("/t/{id}/curtain")
async def open_curtain(request: Request, id: str) -> Response:
    """The person says who is looking at a shared screen."""
    form = await request.form()
    found = await visit(request, id)
    seat = number(form.get("seat"))
    if seat not in found.rights.seats:
        raise Unknown("this seat is not yours")
    response = RedirectResponse(back_to(found, form), 303)
    found.person.keep(response, f"seat-{id}", str(seat), path=found.url)
    return response


@router.post("/t/{id}/again")
async def again(request: Request, id: str) -> Response:
    """A new table with the same seats; whoever asks second is led to the first one's."""
    found = await visit(request, id)
    live, tables = found.live, found.services.tables
    if live.again is None:
        seats = [(seat.name, _kind_again(seat, found.rights)) for seat in live.seats]
        options = dict(live.table.options)
        made = await tables.create(
            live.game,
            seats,
            options,
            found.person.token,
            f"again {id}",
            found.rights.seats,
            again_of=id,
        )
        return RedirectResponse(f"/t/{made.id}", 303)
    return RedirectResponse(f"/t/{live.again}", 303)


@router.get("/t/{id}/stream")
async def stream(request: Request, id: str) -> Response:
    """What changes on this page, as it changes; all of it if the page is not of this moment."""
    found = await visit(request, id, text=request.query_params.get("mode") == "text")
    query = request.query_params
    has = request.headers.get("last-event-id") or query.get("stamp", "")
    shows = query.get("shows", "")
    before: parts.Fragments = found.fragments() if has == found.live.stamp else {}
    sent = has

    async def update() -> tuple[str, str] | None:
        nonlocal before, sent
        live = await found.services.tables.find(id)
        found.live = live
        stamp = live.stamp
        if found.shown.code != shows:
            return stamp, RELOAD
        if stamp == sent:
            return None
        made = found.fragments()
        which = (
            "steps",
            sent if before else "",
            found.shown.seat,
            found.person.language,
            found.text,
        )
        body: str | None = live.made.get(which)
        if body is None:
            body = live.made[which] = parts.changed(before, made)
        before, sent = made, stamp
        return stamp, body

    accepts = request.headers.get("accept-encoding", "")
    return EventStream(found.services.streams, found.live, update, accepts)


def show(found: Visit, refused: TwoHallsError | None = None) -> Response:
    """The whole page of a table."""
    person, live, now = found.person, found.live, found.shown
    _, ngettext = person._, person.ngettext
    view = live.view(now.seat)
    context: dict[str, Any] = {
        **parts.common(live, view, _, ngettext),
        "json": view.to_json(),
        "table": {"id": live.id, "url": found.url, "title": live.table.game.title},
        "fragments": found.fragments(found.pick),
        "me": found.rights.seats,
        "pick": found.pick,
        "mode": "text" if found.text else "live",
        "curtain": now.curtain,
        "waiting": not view.over and now.seat not in view.awaited and now.curtain is None,
        "stream": address(found, now),
        "owner_links": links(found) if found.rights.owner else [],
        "invite_open": found.rights.owner and any(seat.kind == "open" for seat in live.seats),
        "seat_query": "",
        "has_style": f"{live.game}.css" in static.names(),
        "page_title": parts.title(live, view, _),
        "notice": words.refusal(refused, _) if refused else "",
        "here": found.url + ("/text" if found.text else ""),
    }
    own = words.call(live.game, "page", "context")
    if own is not None and not found.text:
        context |= own(view, _, ngettext, found.pick)
    has_page = words.part(live.game, "page") is not None and not found.text
    template = f"{live.game}/table.html" if has_page else "text.html"
    return page(found.request, person, template, status_of(refused), **context)


def address(found: Visit, now: Shown) -> str:
    mode = "&mode=text" if found.text else ""
    seat = f"&seat={found.wanted}" if found.wanted else ""
    return f"{found.url}/stream?shows={now.code}{seat}{mode}"


def links(found: Visit) -> list[dict[str, str]]:
    """The addresses to hand out, which only the owner sees."""
    base = str(found.request.base_url).rstrip("/")
    _ = found.person._
    invited = [seat for seat in found.live.seats if not seat.is_opponent]
    made = [
        {"label": seat.name, "address": f"{base}/j/{identity.seat_token(found.owner, seat.number)}"}
        for seat in invited
    ]
    watch = f"{base}/w/{identity.watch_token(found.owner)}"
    return [*made, {"label": _("To watch"), "address": watch}]


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


def back_to(found: Visit, form: FormData) -> str:
    return found.url + ("/text" if str(form.get("next", "")).endswith("/text") else "")


def is_script(request: Request) -> bool:
    return request.headers.get("x-script") == "1"


def number(text: Any) -> int | None:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 10 else None


def _kind_again(seat: Seat, rights: Rights) -> str:
    if seat.is_opponent:
        return seat.kind
    return "person" if seat.number in rights.seats else "open"


def new_key() -> str:
    return secrets.token_urlsafe(16)
