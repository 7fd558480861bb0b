"""The hall: tables to sit down at or to watch, who plays here and how well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData, QueryParams
from starlette.responses import RedirectResponse, Response

from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import Illegal, Unknown
from twohalls.kit.i18n import LANGUAGES, Translate
from twohalls.kit.templating import render
from twohalls.server.hall import CLUB, LEAVING, SHOWN, Entry, Hall, Member, Wanted
from twohalls.server.live import Live
from twohalls.server.services import services
from twohalls.server.store import Seat
from twohalls.server.stream import EventStream, written
from twohalls.web import times, words
from twohalls.web.answer import page
from twohalls.web.days import owned
from twohalls.web.forms import posted
from twohalls.web.fragments import NEWLINES
from twohalls.web.person import Person
from twohalls.web.templating import of_game
from twohalls.web.visit import Visit, back_to

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Card:
    """A table of the hall as it is listed."""

    entry: Entry
    title: str
    names: list[tuple[str, str]]
    """Who sits there, with their page where they have one; nobody's name who stays unlisted."""
    pace: str
    language: str
    mine: bool
    since: str

    @property
    def tile(self) -> str:
        """The template that draws the sign of a seat."""
        return of_game(self.entry.game, "tile.html") if self.entry.game in GAMES else "tile.html"


@dataclass(frozen=True)
class Lists:
    """What the hall shows: tables with free seats, games that go on, and finished ones."""

    free: list[Card]
    running: list[Card]
    finished: list[Card]


@dataclass(frozen=True)
class Guest:
    """Somebody who looks into the hall, and the name they have there, if any."""

    request: Request
    person: Person
    member: Member | None

    @property
    def hall(self) -> Hall:
        return services(self.request).hall

    def named(self) -> Member:
        if self.member is None:
            raise Illegal("choose a name in the hall first")
        return self.member


async def guest(request: Request) -> Guest:
    """Whoever may come in; others of a club are told to ask for its link, and nothing else."""
    found, person = services(request), Person(request)
    if not found.hall.is_on:
        raise Unknown("there is nothing at this address")
    member = None if person.is_new else await found.hall.member(person.holder)
    if member is None and found.settings.hall == CLUB:
        raise Unknown("this hall belongs to a club: ask for its link")
    return Guest(request, person, member)


# --- Tables --------------------------------------------------------------------------------------


@router.get("/hall")
async def hall(request: Request) -> Response:
    one = await guest(request)
    wanted = filters(request.query_params)
    return page(
        request,
        one.person,
        "hall.html",
        lists=await lists(one, wanted),
        member=one.member,
        wanted=wanted,
        choices=choices(one.person._),
        stream=f"/hall/stream?{request.url.query}",
        here="/hall",
    )


@router.get("/hall/stream")
async def stream(request: Request) -> Response:
    """The lists again, whenever something happens in the hall."""
    one = await guest(request)
    wanted, sent = filters(request.query_params), ""

    async def update() -> bytes | None:
        nonlocal sent
        context = {"_": one.person._, "ngettext": one.person.ngettext, "member": one.member}
        made = render("hall/lists.html", lists=await lists(one, wanted), **context)
        if made == sent:
            return None
        sent = made
        return written("1", NEWLINES.sub(" ", made))

    accepts = request.headers.get("accept-encoding", "")
    return EventStream(services(request).streams, [one.hall], update, accepts)


def filters(query: QueryParams) -> Wanted:
    def one_of(name: str, known: Sequence[str]) -> str:
        return query.get(name, "") if query.get(name) in known else ""

    return Wanted(
        one_of("game", list(GAMES)),
        one_of("language", list(LANGUAGES)),
        one_of("pace", ("live", "days")),
        one_of("rated", ("yes", "no")),
    )


def choices(_: Translate) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What tables can be chosen by."""
    return [
        ("game", _("Game"), [(name, find_game(name).title) for name in GAMES]),
        ("language", _("Language"), list(LANGUAGES.items())),
        ("pace", _("Pace"), [("live", _("at one sitting")), ("days", _("over days"))]),
        ("rated", _("Rated"), [("yes", _("rated")), ("no", _("for fun"))]),
    ]


async def lists(one: Guest, wanted: Wanted) -> Lists:
    entries = await one.hall.entries(wanted)
    now = services(one.request).tables.now
    cards = [card(entry, one, now) for entry in entries]
    return Lists(
        [this for this in cards if this.entry.free and this.entry.finished is None][:SHOWN],
        [this for this in cards if not this.entry.free and this.entry.finished is None][:SHOWN],
        sorted(
            (this for this in cards if this.entry.finished is not None),
            key=lambda this: -(this.entry.finished or 0),
        )[:SHOWN],
    )


def card(entry: Entry, one: Guest, now: int) -> Card:
    _, language = one.person._, one.person.language
    pace = times.lasting(entry.clock, language) if entry.clock else ""
    return Card(
        entry,
        find_game(entry.game).title if entry.game in GAMES else entry.game,
        [name_of(seat, entry.members.get(seat.number), _) for seat in entry.seats],
        _("{time} for a move").format(time=pace) if pace else _("at one sitting"),
        LANGUAGES.get(entry.language, ""),
        any(one.member and this.id == one.member.id for this in entry.members.values()),
        times.ago(entry.finished or entry.listed, now, language, _),
    )


def name_of(seat: Seat, who: Member | None, _: Translate) -> tuple[str, str]:
    """How a seat is named to whoever looks into the hall."""
    name, kind = words.called(seat.name, seat.number, _), seat.kind
    if kind == "open":
        return _("free"), ""
    if kind not in ("person", "open"):
        return f"{name} ({words.level(kind, _)})", ""
    if who is not None and who.unlisted:
        return _("Somebody"), ""
    return name, f"/p/{who.id}" if who else ""


@router.post("/hall/enter")
async def enter(request: Request) -> Response:
    """Take a name in the hall, or another one."""
    one = await guest(request)
    form = await posted(request)
    return await named(one, form)


async def named(one: Guest, form: FormData) -> Response:
    await one.person.gain(str(form.get("key", "")))
    name = str(form.get("name", "")) or one.person.name
    await one.hall.enter(one.person.holder, name)
    response = RedirectResponse("/hall", 303)
    one.person.remember(response, name)
    return response


@router.post("/hall/{id}/sit")
async def sit(request: Request, id: str) -> Response:
    one = await guest(request)
    form = await posted(request)
    who, entry = one.named(), await one.hall.listed(id)
    await one.person.gain()
    await one.hall.sit(entry, who, one.person.token, bool(form.get("agreed")))
    response = RedirectResponse(f"/t/{id}", 303)
    one.person.remember(response)
    return response


@router.post("/hall/{id}/watch")
async def watch(request: Request, id: str) -> Response:
    one = await guest(request)
    entry = await one.hall.listed(id)
    await one.person.gain()
    await one.hall.watch(entry, one.person.holder)
    response = RedirectResponse(f"/t/{id}", 303)
    one.person.remember(response)
    return response


@router.get("/club/{token}")
async def club(request: Request, token: str) -> Response:
    """The club's link: whoever takes a name here is a member."""
    one = await welcomed(request, token)
    response = page(request, one.person, "club.html", here=request.url.path, member=one.member)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/club/{token}")
async def come_in(request: Request, token: str) -> Response:
    return await named(await welcomed(request, token), await posted(request))


async def welcomed(request: Request, token: str) -> Guest:
    found, person = services(request), Person(request)
    if found.settings.hall != CLUB or not await found.hall.is_club_token(token):
        raise Unknown("this link leads nowhere: it may have been copied only in part")
    member = None if person.is_new else await found.hall.member(person.holder)
    return Guest(request, person, member)


# --- On the page of a table ----------------------------------------------------------------------


@router.post("/t/{id}/hall")
async def open_or_close(request: Request, id: str) -> Response:
    """The owner opens a table to the hall, or takes it out again."""
    found = await owned(request, id)
    form = await posted(request)
    if form.get("do") == "close":
        await found.services.hall.close(found.live)
    else:
        await opened(request, found.person, form, found.live)
    return RedirectResponse(back_to(found, form), 303)


async def opened(request: Request, person: Person, form: FormData, live: Live) -> None:
    """A table as its owner wants it in the hall."""
    one = await guest(request)
    member = await one.hall.member(person.holder)
    if member is None:
        raise Illegal("choose a name in the hall first")
    language = str(form.get("language", person.language))
    leaving = str(form.get("leaving", LEAVING[0]))
    known = language if language in LANGUAGES else person.language
    await one.hall.open(live, bool(form.get("rated")), known, leaving, member)


async def beside(found: Visit) -> Mapping[str, Any] | None:
    """What the owner of a table is told about the hall; nothing where there is none."""
    hall, live = found.services.hall, found.live
    if not (hall.is_on and found.rights.owner) or live.is_lesson or live.table.over:
        return None
    member = await hall.member(found.person.holder)
    return offer(found.person, member, live.listed is not None, live.rated)


async def offered(request: Request, person: Person) -> Mapping[str, Any] | None:
    """What can be chosen about the hall for a table that is being made."""
    hall = services(request).hall
    member = await hall.member(person.holder) if hall.is_on and not person.is_new else None
    return offer(person, member, False, False) if member else None


def offer(person: Person, member: Member | None, listed: bool, rated: bool) -> Mapping[str, Any]:
    _ = person._
    return {
        "member": member,
        "listed": listed,
        "rated": rated,
        "languages": list(LANGUAGES.items()),
        "language": person.language,
        "leaving": [("seat", _("as their seat finishes")), ("last", _("as last place"))],
    }
