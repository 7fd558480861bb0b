"""A table played over days: what happened meanwhile, whose time runs, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import Malformed, Unknown
from twohalls.kit.i18n import Translate
from twohalls.kit.parts import page
from twohalls.kit.templating import render
from twohalls.kit.you import with_you
from twohalls.server import identity
from twohalls.server.live import Live
from twohalls.server.opponents import offered
from twohalls.server.services import base_url
from twohalls.server.store import Notice, Seat
from twohalls.web import times, words
from twohalls.web.forms import posted
from twohalls.web.visit import Visit, back_to, is_script, number, visit

router = APIRouter(include_in_schema=False)
MOST_NOTICES = 6
NEW, BACK = "new", "back"


@dataclass(frozen=True)
class Since:
    """What a person missed: sentences, and the number of the line before the first."""

    before: int
    told: list[tuple[int, str]]
    notices: list[str]


@dataclass(frozen=True)
class Around:
    """What stands around the board of a table in play."""

    since: Since | None
    awaited: list[tuple[str, str, str]]
    """Names of people who are awaited: since when, and with a clock how long they still have."""
    used: list[tuple[Seat, str]]
    notices: list[str]
    seats: list[tuple[Seat, list[tuple[str, str]]]]
    """For the owner: each seat and to whom it can be given."""
    stand_in: str | None


async def around(found: Visit, may_recap: bool = True) -> Around:
    live, person = found.live, found.person
    _ = person._
    now = found.services.tables.now
    language = person.language
    notices = await found.services.store.notices(live.id)
    used = live.times_used()
    awaited = [
        (
            words.called(live.seat(seat).name, seat, _),
            times.ago(wait.since, now, language, _),
            times.left(wait.since + live.clock, now, language, _) if live.clock else "",
        )
        for seat, wait in sorted(live.waits.items())
    ]
    return Around(
        await since(found, notices) if may_recap else None,
        awaited,
        [(seat, times.used(used[seat.number], language, _)) for seat in words.seats(live, _)],
        [notice(one, _) for one in reversed(notices)][:MOST_NOTICES],
        choices(found) if found.rights.owner and is_running(live) and not live.is_lesson else [],
        words.level(live.stand_in, _) if live.clock and live.stand_in else None,
    )


async def since(found: Visit, notices: list[Notice]) -> Since | None:
    """What happened since somebody was last here, if they were away for a while.

    It stays until they say they have seen it, or move. Who comes for the first time, or was here
    only just now, has seen what there is.
    """
    live, store = found.live, found.services.store
    now, holder = found.services.tables.now, found.person.holder
    seen = await store.last_seen(holder, live.id)
    if seen is not None and found.shown.curtain is None:
        version, here = seen
        was_away = now - here >= found.services.settings.same_visit
        missed = [line for line, at in enumerate(live.line_versions()) if at > version]
        news = [one for one in notices if one.time > here]
        if was_away and (missed or news):
            _, ngettext = found.person._, found.person.ngettext
            view = words.seen(live, found.shown.seat, _)
            sentences, names = page(view.game).sentences, with_you(view, _)
            told = [
                (line + 1, " ".join(sentences(view.happened[line], names, _, ngettext)))
                for line in missed
            ]
            before = missed[0] if missed else len(view.lines)
            return Since(before, told, [notice(one, _) for one in news])
    if seen is None or seen[0] < live.table.version or now - seen[1] > times.MINUTE:
        await store.see(holder, live.id, live.table.version, now)
    return None


def is_running(live: Live) -> bool:
    return live.ended is None and not live.table.over


def choices(found: Visit) -> list[tuple[Seat, list[tuple[str, str]]]]:
    """To whom the owner can give each seat."""
    _ = found.person._
    levels = offered(found.services.settings, found.live.game)
    rows = []
    for seat in words.seats(found.live, _):
        ways = [
            (level, _("opponent: {level}").format(level=words.rated(level, _)))
            for level in levels
            if level != seat.kind
        ]
        if seat.was is not None:
            ways.insert(0, (BACK, _("back to {name}").format(name=seat.name)))
        rows.append((seat, [*ways, (NEW, _("somebody new, by link"))]))
    return rows


def notice(one: Notice, _: Translate) -> str:
    """What happened at the table that is no move."""
    level = words.level(one.level, _) if one.level else ""
    sentence = {
        "opponent": _("An opponent ({level}) plays for {name} now."),
        "new": _("{name}’s seat is waiting for somebody new."),
        "back": _("{name} has the seat back."),
        "absent": _("Time was up: an opponent ({level}) moved for {name}."),
        "ended": _("Whoever opened the table has ended it."),
    }[one.kind]
    name = words.called(one.name, one.seat, _) if one.seat is not None else one.name
    return sentence.format(name=name, level=level)


# --- What is asked and posted ------------------------------------------------------------------


@router.get("/t/{id}/clock")
async def clock(request: Request, id: str) -> Response:
    """The part of the page that changes with time."""
    found = await visit(request, id)
    context = {"_": found.person._, "live": found.live, "url": found.url}
    made = render("parts/clock.html", around=await around(found, may_recap=False), **context)
    return Response(made, media_type="text/html")


@router.get("/t/{id}/invite")
async def invitations(request: Request, id: str) -> Response:
    """The links that still lead to a free seat, for a page on which they are shown."""
    found = await owned(request, id)
    shown = {"owner_links": await links(found), "invite_open": True}
    made = render("parts/invite.html", _=found.person._, **shown)
    return Response(made, media_type="text/html", headers={"Cache-Control": "no-store"})


@router.post("/t/{id}/name")
async def called(request: Request, id: str) -> Response:
    """Somebody who came without a name says it, or stays what they are called."""
    found = await visit(request, id)
    form = await posted(request)
    if not found.rights.seats:
        raise Unknown("this seat is not yours")
    seat = found.live.seat(found.rights.seats[0])
    name = str(form.get("name", "")).strip() or seat.name
    if name != seat.name:
        await found.services.seating.rename_seat(found.live, seat.number, name)
    response = RedirectResponse(back_to(found, form), 303)
    found.person.remember(response, found.live.seat(seat.number).name)
    return response


def asks_name(found: Visit) -> str:
    """What somebody is called who never said a name, and sits at a table of their own."""
    if found.person.name or len(found.rights.seats) != 1 or not is_running(found.live):
        return ""
    return "" if found.live.is_lesson else found.live.seat(found.rights.seats[0]).name


@router.get("/t/{id}/since")
async def missed(request: Request, id: str) -> Response:
    """What happened, for a page that was left open out of sight."""
    found = await visit(request, id, text=request.query_params.get("mode") == "text")
    told = await since(found, await found.services.store.notices(id))
    context = {"_": found.person._, "url": found.url, "live": found.live, "since": told}
    in_words = "/text" if found.text else ""
    made = render("parts/since.html", here=found.url + in_words, **context) if told else ""
    return Response(made, media_type="text/html")


@router.post("/t/{id}/seen")
async def seen(request: Request, id: str) -> Response:
    """Somebody has seen the table up to a version."""
    found = await visit(request, id)
    form = await posted(request)
    version = number(form.get("version"))
    if version is None or version > found.live.table.version:
        raise Malformed("say which version of the table you saw")
    await found.go_on(version)
    if is_script(request) or "next" not in form:
        return Response(status_code=204)
    return RedirectResponse(back_to(found, form), 303)


@router.post("/t/{id}/seats")
async def give(request: Request, id: str) -> Response:
    """The owner gives a seat to an opponent or a new person, or back to who held it."""
    found = await owned(request, id)
    form = await posted(request)
    seat, to = number(form.get("seat")), str(form.get("to", ""))
    if seat is None or seat not in found.live.table.seats:
        raise Unknown("there is no such seat at this table")
    seating = found.services.seating
    if to == NEW:
        await seating.give_seat(found.live, seat)
    elif to == BACK:
        await seating.return_seat(found.live, seat)
    elif to in offered(found.services.settings, found.live.game):
        await seating.lend_seat(found.live, seat, to)
    else:
        raise Unknown("say who gets the seat")
    return RedirectResponse(back_to(found, form) + "#seating", 303)


@router.post("/t/{id}/end")
async def end(request: Request, id: str) -> Response:
    """The owner ends the table, having ticked that they mean it."""
    found = await owned(request, id)
    form = await posted(request)
    if not form.get("sure"):
        raise Malformed("tick the box to confirm")
    await found.services.seating.end(found.live)
    return RedirectResponse(back_to(found, form), 303)


async def owned(request: Request, id: str) -> Visit:
    found = await visit(request, id)
    if not found.rights.owner:
        raise Unknown("only the person who opened the table can do that")
    return found


async def links(found: Visit) -> list[dict[str, str]]:
    """The addresses to hand out, which only the owner sees: they are kept nowhere. That of a seat
    ends when somebody sits down."""
    base = base_url(found.request)
    owner = found.owner
    made = [
        (str(seat.number), seat.name, "j", identity.seat_token(owner, seat.number, seat.round))
        for seat in words.seats(found.live, found.person._)
        if seat.kind == "open"
    ]
    made.append(("watch", found.person._("To watch"), "w", identity.watch_token(owner)))
    known = await found.services.store.known([identity.hashed(token) for *_, token in made])
    return [
        {"id": id, "label": label, "address": f"{base}/{path}/{token}"}
        for id, label, path, token in made
        if identity.hashed(token) in known
    ]
