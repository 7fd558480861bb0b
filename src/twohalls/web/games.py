"""“Your games”: whose turn, since when, how to be told, and the same on another device."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import Illegal, Malformed, Unknown
from twohalls.kit.i18n import Translate, translators
from twohalls.kit.templating import render
from twohalls.server import mail, push
from twohalls.server.hooks import FORMS, NotDelivered
from twohalls.server.live import Live
from twohalls.server.outbox import Address
from twohalls.server.services import base_url, services
from twohalls.server.store import Seat
from twohalls.server.stream import EventStream, written
from twohalls.web import times, words
from twohalls.web.answer import page
from twohalls.web.forms import posted
from twohalls.web.fragments import NEWLINES
from twohalls.web.person import Person

router = APIRouter(include_in_schema=False)
MOST_GAMES = 60


@dataclass(frozen=True)
class Mine:
    """A table of this person, as it is listed."""

    live: Live
    seats: list[Seat]
    moment: str
    state: str
    my_turn: bool
    since: str
    left: str
    wait: str
    """Names this wait, so that a page tells of each once."""


async def mine(request: Request, person: Person, most: int = MOST_GAMES) -> list[Mine]:
    """The tables of a person; first those that wait for them, longest first."""
    if person.is_new:
        return []
    found = services(request)
    now = found.tables.now
    games = []
    for live in await found.tables.find_all(await found.store.newest(person.holder, most)):
        rights = await found.store.rights_of([person.holder], live.id)
        seats = {right.seat for right in rights if right.role == "seat"}
        async with live.lock:
            games.append(listed(live, seats, now, person))
    return [game for *_, game in sorted(games, key=lambda one: one[:2])]


def listed(
    live: Live, seats: set[int | None], now: int, person: Person
) -> tuple[tuple[bool, bool], int, Mine]:
    language = person.language
    _, ngettext = translators(language, live.table.game)
    view = words.seen(live, None, _)
    waits = [live.waits[seat] for seat in sorted(live.waits) if seat in seats]
    since = min((wait.since for wait in waits or live.waits.values()), default=0)
    over = view.over or live.ended is not None
    state = words.whose_turn(view, _)
    if live.ended is not None:
        state = _("Whoever opened the table has ended it.")
    elif live.is_lesson and not over:
        state = _("A first game")
    made = Mine(
        live,
        words.seats(live, _),
        words.moment(view, _, ngettext),
        state,
        bool(waits),
        times.ago(since, now, language, _) if since else "",
        times.left(since + live.clock, now, language, _) if since and live.clock else "",
        f"{live.id} {since}" if waits else "",
    )
    return (over, not waits), since, made


@router.get("/games")
async def your_games(request: Request) -> Response:
    return await show(request, Person(request))


@router.get("/games/next")
async def next_game(request: Request, after: str = "") -> Response:
    """The table, other than this one, that has waited longest for this person."""
    person = Person(request)
    found = await services(request).store.awaited_at(person.holder, after)
    return RedirectResponse(f"/t/{found}" if found else "/games", 303)


@router.get("/games/stream")
async def stream(request: Request) -> Response:
    """The list again, whenever something happens at one of its tables."""
    person = Person(request)
    found = services(request)
    lives = [game.live for game in await mine(request, person)]
    sent = ""

    async def update() -> bytes | None:
        nonlocal sent
        games = await mine(request, person)
        stamp = "-".join(game.live.stamp for game in games)
        if stamp == sent:
            return None
        sent = stamp
        made = render("parts/mine.html", games=games, _=person._)
        return written(stamp, NEWLINES.sub(" ", made))

    accepts = request.headers.get("accept-encoding", "")
    return EventStream(found.streams, lives, update, accepts)


async def show(request: Request, person: Person, link: str | None = None) -> Response:
    found = services(request)
    now = found.tables.now
    addresses = await found.outbox.of(person.holder)
    return page(
        request,
        person,
        "games.html",
        games=await mine(request, person),
        has_hall=found.hall.is_on,
        devices=await found.people.devices_of(person.holder),
        addresses=[(address, standing(address, now, person)) for address in addresses],
        settings=found.settings,
        member=await found.hall.member(person.holder) if found.hall.is_on else None,
        push_key=push.public_key(found.notify.push_key) if found.settings.sends_hooks else "",
        link=link,
        here="/games",
    )


def standing(address: Address, now: int, person: Person) -> tuple[str, bool]:
    """How it stands with an address, in words, and whether something is wrong."""
    _ = person._
    if address.trouble is not None:
        said = trouble(address.trouble, _)
        if address.again is None:
            return said, True
        wait = times.lasting(address.again - now, person.language)
        return _("{trouble} Next try in {time}.").format(trouble=said, time=wait), True
    if not address.confirmed:
        return _("Waiting for you to open the link sent there."), False
    if address.daily:
        return _("Gets at most one letter a day."), False
    return _("Gets a letter whenever it is your turn."), False


def trouble(code: str, _: Translate) -> str:
    """What went wrong with a letter."""
    known = {
        "address": _("This address cannot be used."),
        "unknown": _("The host of this address is unknown."),
        "internal": _("This address is not on the public network; nothing is sent there."),
        "redirect": _("This address redirects to another, which is not followed."),
        "silent": _("Nobody answers at this address."),
        "mail": _("The mail server cannot be reached."),
    }
    what, _space, status = code.partition(" ")
    if what == "status":
        return _("The other side refused the letter (answer {status}).").format(status=status)
    return known.get(code, _("The letter could not be sent."))


# --- Another device ----------------------------------------------------------------------------


@router.post("/games/link")
async def make_link(request: Request) -> Response:
    """A new personal link, shown this once; an earlier one ends."""
    person = Person(request)
    await person.gain()
    token = await services(request).people.new_link(person.holder)
    response = await show(request, person, link=f"{base_url(request)}/me/{token}")
    response.headers["Cache-Control"] = "no-store"
    person.remember(response)
    return response


@router.post("/games/devices")
async def devices(request: Request) -> Response:
    person = Person(request)
    form = await posted(request)
    people = services(request).people
    if form.get("do") == "here":
        await people.sign_out(person.holder)
        response = RedirectResponse("/", 303)
        person.forget(response)
        return response
    if form.get("do") == "leave":
        await people.leave(person.holder)
    else:
        await people.sign_out_others(person.holder)
    return RedirectResponse("/games", 303)


@router.get("/me/{token}")
async def another_device(request: Request, token: str) -> Response:
    person = Person(request)
    main = await services(request).people.whose(token)
    if main == await services(request).people.main_of(person.holder):
        return RedirectResponse("/games", 303)
    _ = person._
    return question(
        request,
        person,
        _("Your games on this device"),
        _("Your seats and tables will be here too, and games you start here will be there."),
        _("Use this device"),
    )


@router.post("/me/{token}")
async def join_device(request: Request, token: str) -> Response:
    person, people = Person(request), services(request).people
    await people.whose(token)
    await person.gain()
    await people.join(person.holder, token)
    response = RedirectResponse("/games", 303)
    person.remember(response)
    return response


# --- Being told --------------------------------------------------------------------------------


@router.post("/games/address")
async def leave_address(request: Request) -> Response:
    """An e-mail address or a web-hook; nothing but a question goes there until it is confirmed."""
    person = Person(request)
    form = await posted(request)
    found = services(request)
    kind, text = str(form.get("kind", "")), str(form.get("address", "")).strip()
    if kind == "mail" and found.settings.sends_mail:
        text = mail.neat_address(text)
    elif kind == "hook" and found.settings.sends_hooks:
        try:
            await found.notify.look_up(text)
        except NotDelivered:
            raise Illegal(
                "this web-hook cannot be found, or is not on the public network"
            ) from None
    else:
        raise Unknown("this server does not send such letters")
    shape = str(form.get("form", ""))
    if shape and (kind != "hook" or shape not in FORMS):
        raise Malformed("there is no such web-hook format")
    daily = form.get("daily") is not None
    outbox, now = found.outbox, found.tables.now
    await person.gain()
    await outbox.add(person.holder, kind, text, person.language, daily, now, shape)
    response = RedirectResponse("/games#told", 303)
    person.remember(response)
    return response


@router.post("/games/address/{id}")
async def change_address(request: Request, id: str) -> Response:
    person = Person(request)
    form = await posted(request)
    outbox = services(request).outbox
    if form.get("do") == "remove":
        await outbox.remove(id, person.holder)
    else:
        await outbox.set_daily(person.holder, id, form.get("do") == "daily")
    return RedirectResponse("/games#told", 303)


@router.get("/yes/{token}")
async def may_we(request: Request, token: str) -> Response:
    person = Person(request)
    found = await to_confirm(request, token)
    _ = person._
    said = _("Two Halls may write to {address}.").format(address=found.address)
    return question(request, person, _("Confirm this address"), said, _("Yes, write to me there"))


@router.post("/yes/{token}")
async def confirmed(request: Request, token: str) -> Response:
    person = Person(request)
    found = await to_confirm(request, token)
    await services(request).outbox.confirm(found.id, services(request).tables.now)
    said = person._("{address} is confirmed.").format(address=found.address)
    return question(request, person, person._("Thank you"), said)


async def to_confirm(request: Request, token: str) -> Address:
    found = await services(request).outbox.by_token("yes", token)
    if found is None:
        raise Unknown("this address is no longer kept here: leave it again under “Your games”")
    return found


@router.get("/no/{token}")
async def no_more(request: Request, token: str) -> Response:
    person = Person(request)
    if await services(request).outbox.by_token("no", token) is None:
        return stopped_page(request, person)
    _ = person._
    said = _("Stop writing to this address?")
    return question(request, person, _("No more letters"), said, _("Stop writing"))


@router.post("/no/{token}")
async def stopped(request: Request, token: str) -> Response:
    """Also what a mail program posts by itself when its reader wants no more."""
    outbox = services(request).outbox
    found = await outbox.by_token("no", token)
    if found is not None:
        await outbox.remove(found.id)
    return stopped_page(request, Person(request))


def stopped_page(request: Request, person: Person) -> Response:
    said = person._("This address has been forgotten.")
    return question(request, person, person._("No more letters"), said)


def question(
    request: Request, person: Person, heading: str, said: str, button: str = ""
) -> Response:
    """A page that says one thing and, with a button, asks whether to do it."""
    response = page(request, person, "question.html", heading=heading, said=said, button=button)
    response.headers["Cache-Control"] = "no-store"
    return response
