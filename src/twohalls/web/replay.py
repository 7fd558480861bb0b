"""A game watched again: moment by moment, in pictures or in words, and its end on one page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from twohalls.kernel.errors import TwoHallsError, Unknown
from twohalls.kernel.table import View
from twohalls.kit.book import Book, Chapter, Told
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.page import Fragments
from twohalls.kit.parts import page as page_of
from twohalls.kit.templating import render
from twohalls.server.advice import ADVISER, Asked
from twohalls.server.away import complain
from twohalls.server.limits import client_of
from twohalls.server.opponents import trouble
from twohalls.server.records import read_again
from twohalls.server.services import base_url, services
from twohalls.web import analysis, charts, difference, pictures, words
from twohalls.web.answer import page, zipped
from twohalls.web.book import chapter_at, chapters
from twohalls.web.fragments import NEWLINES
from twohalls.web.person import Person
from twohalls.web.shown import Rights, shown
from twohalls.web.templating import of_game
from twohalls.web.visit import number

router = APIRouter(include_in_schema=False)
log = logging.getLogger("twohalls.web")
T = TypeVar("T")
P = ParamSpec("P")
PNG_WIDTH, PREVIEW_WIDTH = 1290, 1200
A_WHILE = "private, max-age=30"
"""How long a browser may keep a moment, so that the next step is there before it is asked for."""


async def book_of(request: Request, person: Person, shelf: str, id: str) -> Book:
    """A table under `/t`, a record under `/r`.

    A running game is open to who has a right to it; a finished one, whose secrets are all told, to
    whoever has its address.
    """
    if shelf == "r":
        return Book(f"/r/{id}", await read_again(services(request).store, id), None, True)
    closed = Unknown("there is no such table, or it is not open to you: ask for a link to it")
    if shelf != "t":
        raise closed
    found = services(request)
    held = await found.store.rights_of([person.holder], id)
    try:
        live = await found.tables.find(id)
    except Unknown:
        raise closed from None
    if not held and not live.table.over:
        raise closed
    wanted = number(request.query_params.get("seat"))
    opened = number(request.cookies.get(f"seat-{id}"))
    seat = shown(live, Rights.of(held, live).seats, wanted, opened).seat
    table = live.table.copy()
    table.rename([one.name for one in words.seats(live, person._)])
    return Book(f"/t/{id}", table, seat, False)


@dataclass(frozen=True)
class Leaf:
    """One moment of a book, and the reader's way of seeing it."""

    request: Request
    person: Person
    book: Book
    moment: int
    in_words: bool

    @property
    def view(self) -> View:
        return self.book.at(self.moment)


async def open_at(request: Request, shelf: str, id: str, in_words: bool = False) -> Leaf:
    """The moment that is asked for; without one, a replay begins at the beginning."""
    person = Person(request)
    book = await book_of(request, person, shelf, id)
    person.turn_to(book.table.game)
    asked = number(request.query_params.get("at")) or 0
    return Leaf(request, person, book, min(asked, book.last), in_words)


async def aside(request: Request, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """Make something that takes a while, in the thread for that."""
    return await services(request).aside.do(client_of(request), work, *given, **more)


# --- Watching --------------------------------------------------------------------------------


@router.get("/{shelf}/{id}/replay")
async def replay(request: Request, shelf: str, id: str) -> Response:
    """A moment in pictures; if they cannot be made, in words."""
    leaf = await open_at(request, shelf, id)
    try:
        return await aside(request, whole_page, leaf)
    except TwoHallsError:
        raise
    except Exception as failure:
        complain(log, f"a replay of {leaf.book.game} is shown in words", failure)
        return RedirectResponse(f"{leaf.book.url}/replay/text?at={leaf.moment}", 303)


@router.get("/{shelf}/{id}/replay/text")
async def replay_in_words(request: Request, shelf: str, id: str) -> Response:
    return await aside(request, whole_page, await open_at(request, shelf, id, in_words=True))


@router.get("/{shelf}/{id}/replay/parts")
async def parts(request: Request, shelf: str, id: str) -> Response:
    """What another moment changes, for pages that do not reload."""
    return await aside(request, changes, await open_at(request, shelf, id))


@router.get("/{shelf}/{id}/replay/text/parts")
async def parts_in_words(request: Request, shelf: str, id: str) -> Response:
    return await aside(request, changes, await open_at(request, shelf, id, in_words=True))


def whole_page(leaf: Leaf) -> Response:
    book, person = leaf.book, leaf.person
    _, ngettext = person._, person.ngettext
    end = book.end
    found = chapters(end, _, ngettext)
    context: dict[str, Any] = {
        **common(leaf, leaf.view),
        "fragments": fragments(leaf),
        "chapters": found,
        "chapter": chapter_at(found, leaf.moment),
        "events": by_chapter(page_of(end.game).told(end, _, ngettext), found),
        "preview": preview(leaf.request, book, person),
        "here": f"{leaf.request.url.path}?at={leaf.moment}",
    }
    own = page_of(book.table.game)
    if leaf.in_words or not own.has_board:
        return page(leaf.request, person, "replay.html", **context)
    context |= own.context(leaf.view, _, ngettext)
    return page(leaf.request, person, f"{book.game}/replay.html", **context)


def changes(leaf: Leaf) -> Response:
    body = "\n".join(difference.whole(html) for html in fragments(leaf).values())
    response = zipped(leaf.request, body, "text/plain")
    response.headers["Cache-Control"] = A_WHILE
    return response


def fragments(leaf: Leaf) -> Fragments:
    """Everything that differs from moment to moment, by the ids at which it stands."""
    view, book = leaf.view, leaf.book
    _, ngettext = leaf.person._, leaf.person.ngettext
    own = page_of(book.table.game)
    if leaf.in_words or not own.has_board:
        made = in_words(view, _, ngettext)
    else:
        made = {**own.board(view, _, ngettext), **own.panels(view, _, ngettext)}
    context = common(leaf, view)
    by_line = own.told(view, _, ngettext)
    context["event"] = by_line[-1] if by_line else None
    for name in ("moment", "steps", "said"):
        made[name] = render(f"replay/{name}.html", **context)
    return {id: type(html)(NEWLINES.sub(" ", html)) for id, html in made.items()}


def common(leaf: Leaf, view: View) -> dict[str, Any]:
    _, ngettext = leaf.person._, leaf.person.ngettext
    when = page_of(view.game).moment(view, _, ngettext)
    return {
        "_": _,
        "ngettext": ngettext,
        "book": leaf.book,
        "view": view,
        "moment": leaf.moment,
        "in_words": leaf.in_words,
        "when": when,
        "winners": words.named(view, view.result.winners) if view.result else "",
        "page_title": " · ".join(part for part in (when, leaf.book.title, _("Replay")) if part),
    }


def by_chapter(lines: Sequence[Told], found: Sequence[Chapter]) -> list[tuple[Chapter, list[Told]]]:
    """Events under the chapter in which they happen; the end is no chapter of its own."""
    rows: list[tuple[Chapter, list[Told]]] = [(chapter, []) for chapter in found[:-1]]
    for event in lines:
        [row for row in rows if row[0].at <= event.at][-1][1].append(event)
    return rows


# --- The end of it all -----------------------------------------------------------------------


@router.get("/{shelf}/{id}/result")
async def result(request: Request, shelf: str, id: str) -> Response:
    """Standings and charts; of a running game, the charts as far as the reader may know."""
    leaf = await open_at(request, shelf, id)
    asked = await services(request).advice.analysis(analysis.id_of(leaf.book), leaf.book.table)
    return await aside(request, result_page, leaf, asked)


def result_page(leaf: Leaf, asked: Asked | None = None) -> Response:
    request, book, person = leaf.request, leaf.book, leaf.person
    _, ngettext = person._, person.ngettext
    end = book.end
    own = page_of(book.table.game)
    context: dict[str, Any] = {
        **common(Leaf(request, person, book, book.last, False), end),
        "standing": own.standing(end, _, ngettext),
        "tale": own.tale(end, _, ngettext),
        "charts": charts.drawn(book, _, ngettext),
        "analysis": analysis.section(book, asked, _, ngettext) if may_analyse(end) else "",
        "waiting": asked is not None and asked.is_thinking,
        "preview": preview(request, book, person),
        "page_title": headline(end, book, person),
        "share": f"{base_url(request)}{book.url}/result" if book.table.over else "",
        "fragments": own.board(end, _, ngettext) or in_words(end, _, ngettext),
        **own.context(end, _, ngettext),
    }
    return page(request, person, of_game(book.game, "result.html"), **context)


def may_analyse(view: View) -> bool:
    return view.over and trouble(ADVISER, view.game.name) is None


def in_words(view: View, _: Translate, ngettext: NTranslate) -> Fragments:
    """What is where, for a game without a picture, and for who reads it."""
    sections = page_of(view.game).sections(view, _, ngettext)
    return {"state": render("text/state.html", _=_, sections=sections)}


def headline(view: View, book: Book, person: Person) -> str:
    state = words.whose_turn(view, person._) if view.over else _so_far(view, person)
    return f"{book.title}: {state}"


def _so_far(view: View, person: Person) -> str:
    return page_of(view.game).moment(view, person._, person.ngettext)


def preview(request: Request, book: Book, person: Person) -> dict[str, str] | None:
    """What is shown where the link is shared; nothing of a running game, which stays closed."""
    if not (book.table.over or book.is_record):
        return None
    return {
        "url": f"{base_url(request)}{request.url.path}",
        "image": f"{base_url(request)}{book.url}/preview.png?lang={person.language}",
        "description": headline(book.end, book, person),
    }


# --- To take along ---------------------------------------------------------------------------


@router.get("/{shelf}/{id}/record.txt")
async def record(request: Request, shelf: str, id: str) -> Response:
    leaf = await open_at(request, shelf, id)
    text = await aside(request, lambda: leaf.book.record)
    return download(text.encode(), "text/plain; charset=utf-8", f"{leaf.book.game}.txt")


@router.get("/{shelf}/{id}/board.svg")
async def board_svg(request: Request, shelf: str, id: str) -> Response:
    leaf = await open_at(request, shelf, id)
    picture = pictures.lettered(await aside(request, drawn, leaf))
    return download(
        picture.encode(), "image/svg+xml; charset=utf-8", f"{leaf.book.game}-{leaf.moment}.svg"
    )


@router.get("/{shelf}/{id}/board.png")
async def board_png(request: Request, shelf: str, id: str) -> Response:
    leaf = await open_at(request, shelf, id)
    picture = await painter(request).png(await aside(request, drawn, leaf), PNG_WIDTH)
    return download(picture, "image/png", f"{leaf.book.game}-{leaf.moment}.png")


@router.get("/{shelf}/{id}/preview.png")
async def preview_png(request: Request, shelf: str, id: str) -> Response:
    """The last moment in the form that places for sharing show."""
    leaf = await open_at(request, shelf, id)
    end = Leaf(request, leaf.person, leaf.book, leaf.book.last, False)
    picture = await painter(request).png(await aside(request, drawn, end, True), PREVIEW_WIDTH)
    return Response(picture, media_type="image/png")


def drawn(leaf: Leaf, wide: bool = False) -> str:
    _, ngettext = leaf.person._, leaf.person.ngettext
    view = leaf.view
    return pictures.board(view, headline(view, leaf.book, leaf.person), wide, _, ngettext)


def painter(request: Request) -> pictures.Painter:
    found: pictures.Painter = request.app.state.painter
    return found


def download(body: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)
