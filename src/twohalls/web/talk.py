"""Talk on the page of a table, and on a page of its own that needs no script."""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from babel.dates import format_datetime
from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from twohalls.kernel.errors import Malformed, TwoHallsError, Unknown
from twohalls.kit.i18n import LANGUAGES, Translate, translators
from twohalls.kit.parts import page as page_of
from twohalls.kit.templating import render
from twohalls.server import talk
from twohalls.server.live import Live
from twohalls.server.remarks import OPPONENTS, Remark, remarks
from twohalls.server.store import Right
from twohalls.server.stream import EventStream, Over
from twohalls.server.talk import Hall, Reader, Said, state
from twohalls.web import words
from twohalls.web.answer import page, status_of
from twohalls.web.forms import posted
from twohalls.web.fragments import NEWLINES
from twohalls.web.remarks import said as words_of_opponents
from twohalls.web.visit import Visit, is_script, number, visit

router = APIRouter(include_in_schema=False)
Part = tuple[str, tuple[str, ...]]
"""A piece of a message, and what it names on the board."""
LINK = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)
ENDING = ".,;:!?)]}»”’"
"""What may stand behind a link without being part of it."""


@dataclass(frozen=True)
class Line:
    """A message as it is shown."""

    id: int | str
    name: str
    picture: Markup
    mine: bool
    watching: bool
    stamp: str
    clock: str
    sign: Markup | None
    parts: tuple[tuple[str, tuple[str, ...], bool], ...]
    """Pieces of the message: what each names on the board, and whether it is a link to follow."""


@dataclass(frozen=True)
class Shown:
    """The talk of a table as one reader sees it."""

    said: list[Line]
    unread: int
    last: int
    seats: list[tuple[int, str]]
    watching: bool
    signs: list[tuple[str, Markup, str]]
    key: str


@dataclass(frozen=True)
class Heard:
    """Somebody who spoke, and whether this reader, or anybody, hears them still."""

    code: str
    name: str
    picture: Markup
    hidden: bool
    silenced: bool


@dataclass
class Ear:
    """One reader at one table: what they may read, and as whom they speak."""

    found: Visit
    rights: list[Right]
    hall: Hall
    reader: Reader

    @property
    def live(self) -> Live:
        return self.found.live

    @property
    def mine(self) -> frozenset[str]:
        return talk.my_voices(self.live, self.rights, self.reader.main)

    @property
    def said(self) -> list[Said]:
        return talk.readable(self.hall.said, talk.channels(self.live, self.rights), self.reader)

    @property
    def seats(self) -> list[tuple[int, str]]:
        return [(seat, self.live.seat(seat).name) for seat in talk.seats_of(self.rights)]


async def ear(found: Visit) -> Ear:
    services, holder, id = found.services, found.person.holder, found.live.id
    rights = await services.store.rights_of([holder], id)
    reader = await services.talk.reader(holder, id)
    return Ear(found, rights, await services.talk.at(found.live), reader)


async def beside(found: Visit) -> Shown | None:
    """What stands beside the board; a lesson is nobody's company."""
    return None if found.live.is_lesson else shown(await ear(found), talk.SHOWN)


def shown(one: Ear, most: int | None = None) -> Shown:
    said, person = one.said, one.found.person
    mine, names = one.mine, places(one.live)
    language, links = person.language, one.reader.links
    timed = [(this.time, line(this, one.live, mine, names, language, links)) for this in said]
    if OPPONENTS not in one.reader.hidden:
        timed += [(this.time, remark(this, one.live, language)) for this in remarks(one.live)]
    timed.sort(key=lambda this: this[0])
    return Shown(
        [made for _time, made in timed][-(most or 0) :],
        talk.unread(said, one.reader, mine),
        said[-1].id if said else 0,
        one.seats,
        not one.seats,
        [(code, sign(code), word) for code, word in words_of(person._).items()],
        secrets.token_urlsafe(12),
    )


def line(
    one: Said,
    live: Live,
    mine: frozenset[str],
    names: Mapping[str, tuple[str, ...]],
    language: str,
    links: bool,
) -> Line:
    _, _ngettext = translators(language)
    at = datetime.fromtimestamp(one.time, UTC)
    said = Markup("{} {}").format(sign(one.sign), words_of(_)[one.sign]) if one.sign else None
    return Line(
        one.id,
        one.name or _("Somebody"),
        picture(live, one.seat),
        one.voice in mine,
        one.seat is None,
        at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        format_datetime(at, "d MMM HH:mm", locale=language) + " UTC",
        said,
        tuple(pieces(one.text, names, links)),
    )


def remark(one: Remark, live: Live, language: str) -> Line:
    """What an opponent says, as a message of its seat."""
    _, _ngettext = translators(language)
    at = datetime.fromtimestamp(one.time, UTC)
    return Line(
        f"r{one.at}",
        words.called(live.seat(one.seat).name, one.seat, _),
        picture(live, one.seat),
        False,
        False,
        at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        format_datetime(at, "d MMM HH:mm", locale=language) + " UTC",
        None,
        ((words_of_opponents(one.moment, one.way, _), (), False),),
    )


def words_of(_: Translate) -> dict[str, str]:
    """What each sign says."""
    return {
        "bravo": _("Well played!"),
        "thanks": _("Thank you!"),
        "sorry": _("Sorry!"),
        "really": _("Really?"),
        "laugh": _("Ha!"),
        "wait": _("One moment, please."),
    }


@functools.cache
def sign(code: str) -> Markup:
    return render("talk/sign.html", code=code)


def picture(live: Live, seat: int | None) -> Markup:
    """By what a sender is known: the colour and sign of their seat, or an eye."""
    if seat is None:
        return render("talk/eye.html")
    return render("talk/tile.html", game=live.game, seat=seat)


# --- Places that are named -----------------------------------------------------------------------


def places(live: Live) -> Mapping[str, tuple[str, ...]]:
    """What stands on the board, by all its names in every language, in small letters."""
    found: dict[str, tuple[str, ...]] | None = live.made.get("named")
    if found is None:
        view, own = live.view(None), page_of(live.table.game)
        found = live.made["named"] = {}
        for language in LANGUAGES:
            named = own.named(view, *translators(language, live.table.game))
            found |= {name.lower(): tuple(ids) for name, ids in named.items()}
    return found


def pieces(
    text: str, names: Mapping[str, tuple[str, ...]], links: bool
) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """A message in pieces, with its links for a reader who wants to follow them."""
    at = 0
    for match in LINK.finditer(text) if links else ():
        link = match[0].rstrip(ENDING)
        if not leads_somewhere(link):
            continue
        yield from ((*part, False) for part in split(text[at : match.start()], names))
        yield link, (), True
        at = match.start() + len(link)
    yield from ((*part, False) for part in split(text[at:], names))


def leads_somewhere(link: str) -> bool:
    """Whether a link names a host, and nothing before it that could be taken for one."""
    try:
        found = urlsplit(link)
    except ValueError:
        return False
    return bool(found.hostname) and "@" not in found.netloc


def split(text: str, names: Mapping[str, tuple[str, ...]]) -> Iterator[Part]:
    """A message in pieces, those that name something on the board with where it stands."""
    at = 0
    for match in _finder(tuple(sorted(names, key=len, reverse=True))).finditer(text):
        where = names.get(match[0].lower())
        if where is None or not match[0]:
            continue
        if match.start() > at:
            yield text[at : match.start()], ()
        yield match[0], where
        at = match.end()
    if at < len(text):
        yield text[at:], ()


@functools.lru_cache(maxsize=256)
def _finder(names: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)


# --- The stream ----------------------------------------------------------------------------------


async def news(found: Visit) -> bytes:
    """The event that shows a reader all that stands beside the board."""
    context = {"_": found.person._, "talk": shown(await ear(found), talk.SHOWN)}
    return f"event:talk\ndata:{NEWLINES.sub(' ', render('talk/said.html', **context))}\n\n".encode()


@router.get("/t/{id}/talk/stream")
async def stream(request: Request, id: str) -> Response:
    """What is said, as it is said, for the page that shows nothing else."""
    found = await listening(request, id)
    heard, changes = "", found.live.changes

    async def update() -> bytes | None:
        nonlocal heard, changes
        try:
            found.live = await found.services.tables.find(id)
        except Unknown:
            raise Over from None
        if found.live.changes != changes:
            changes = found.live.changes
            if not await found.look_at_rights():
                raise Over
        if state(found.live) == heard:
            return None
        heard = state(found.live)
        return await news(found)

    accepts = request.headers.get("accept-encoding", "")
    found.stay()
    return EventStream(found.services.streams, [found.live], update, accepts)


# --- Pages and posts -----------------------------------------------------------------------------


@router.get("/t/{id}/talk")
async def all_of_it(request: Request, id: str) -> Response:
    found = await listening(request, id)
    return await show(found)


async def show(found: Visit, refused: TwoHallsError | None = None) -> Response:
    one = await ear(found)
    made = shown(one)
    if made.last > one.reader.heard:
        await found.services.talk.hear(found.person.holder, found.live.id, made.last)
    return page(
        found.request,
        found.person,
        "talk.html",
        status_of(refused),
        live=found.live,
        url=found.url,
        here=f"{found.url}/talk",
        seat=None,
        mode="talk",
        owner=found.rights.owner,
        talk=made,
        voices=voices(one),
        opponents=any(seat.is_opponent for seat in found.live.seats),
        quiet=OPPONENTS in one.reader.hidden,
        tells=found.services.settings.sends_hooks,
        told=one.reader.told,
        links=one.reader.links,
        notice=words.refusal(refused, found.person.language) if refused else "",
        waiting=True,
    )


def voices(one: Ear) -> list[Heard]:
    """Everybody who spoke here, but for oneself: each by the name they had last.

    Who opened the table is told who speaks among those who look on, though not what they say.
    """
    mine = one.mine
    hears_of_all = one.found.rights.owner
    read = talk.CHANNELS if hears_of_all else talk.channels(one.live, one.rights)
    latest = {
        said.voice: said
        for said in one.hall.said
        if said.channel in read and said.voice not in mine
    }
    return [
        Heard(
            code,
            said.name or one.found.person._("Somebody"),
            picture(one.live, said.seat),
            code in one.reader.hidden,
            code in one.hall.silenced,
        )
        for code, said in latest.items()
    ]


@router.post("/t/{id}/talk")
async def say(request: Request, id: str) -> Response:
    found = await listening(request, id)
    form = await posted(request)
    one = await ear(found)
    key = str(form.get("key") or secrets.token_urlsafe(12))[:60]
    try:
        voice = talk.voice_of(
            found.live, one.rights, one.reader.main, found.person.name, number(form.get("seat"))
        )
        chosen = str(form["sign"]) if "sign" in form else None
        await found.services.talk.say(found.live, voice, str(form.get("text", "")), chosen, key)
    except TwoHallsError as refused:
        if is_script(request):
            raise
        return await show(found, refused)
    if is_script(request):
        return await answered(found)
    here = str(form.get("next", ""))
    known = {f"{found.url}{end}" for end in ("/text", "/talk")}
    return RedirectResponse(f"{here if here in known else found.url}#talk", 303)


async def answered(found: Visit) -> Response:
    """What a page shows that said something: all of it at once, and a name for its next attempt."""
    made = shown(await ear(found), talk.SHOWN)
    html = render("talk/said.html", _=found.person._, talk=made)
    return Response(html, media_type="text/html", headers={"X-Key": made.key})


@router.post("/t/{id}/talk/heard")
async def heard(request: Request, id: str) -> Response:
    found = await listening(request, id)
    form = await posted(request)
    up_to, one = number(form.get("up_to")), await ear(found)
    if up_to is None or up_to > max((said.id for said in one.hall.said), default=0):
        raise Malformed("say which message you read last")
    await found.services.talk.hear(found.person.holder, id, up_to)
    return Response(status_code=204)


@router.post("/t/{id}/talk/voice")
async def voice(request: Request, id: str) -> Response:
    """A reader hides somebody, or the owner of the table silences them; and both undone."""
    found = await listening(request, id)
    form = await posted(request)
    code, what = str(form.get("voice", "")), str(form.get("do", ""))
    if what in ("silence", "speak") and not found.rights.owner:
        raise Unknown("only the person who opened the table can do that")
    known = {one.code for one in voices(await ear(found))}
    if code not in (known | {OPPONENTS} if what in ("hide", "hear") else known):
        raise Unknown("nobody by that name has spoken here")
    if what in ("silence", "speak"):
        await found.services.talk.silence(found.live, code, what == "silence")
    elif what in ("hide", "hear"):
        await found.services.talk.hide(found.live, found.person.holder, code, what == "hide")
    else:
        raise Malformed("say whether to hide or show them")
    return RedirectResponse(f"{found.url}/talk#voices-title", 303)


@router.post("/t/{id}/talk/away")
async def away(request: Request, id: str) -> Response:
    """A reader wants to be told of talk here while they are away, or no more."""
    found = await listening(request, id)
    form = await posted(request)
    await found.services.talk.tell_away(found.person.holder, id, form.get("do") == "tell")
    return RedirectResponse(f"{found.url}/talk#voices-title", 303)


@router.post("/t/{id}/talk/links")
async def links(request: Request, id: str) -> Response:
    """A reader wants to follow links in what is said here, or no more."""
    found = await listening(request, id)
    form = await posted(request)
    await found.services.talk.follow_links(found.person.holder, id, form.get("do") == "follow")
    return RedirectResponse(f"{found.url}/talk#voices-title", 303)


@router.get("/t/{id}/talk.txt")
async def taken_along(request: Request, id: str) -> Response:
    """All that this reader may read, as text."""
    found = await listening(request, id)
    said = words_of(found.person._)
    lines = [
        f"{datetime.fromtimestamp(one.time, UTC):%Y-%m-%d %H:%M} "
        f"{one.name or found.person._('Somebody')}"
        f"{' (' + found.person._('watching') + ')' if one.seat is None else ''}: "
        f"{said[one.sign] if one.sign else one.text}\n"
        for one in (await ear(found)).said
    ]
    name = f'attachment; filename="talk-{id}.txt"'
    return PlainTextResponse("".join(lines), headers={"Content-Disposition": name})


async def listening(request: Request, id: str) -> Visit:
    found = await visit(request, id)
    if found.live.is_lesson:
        raise Unknown("there is no table talk in a lesson")
    return found
