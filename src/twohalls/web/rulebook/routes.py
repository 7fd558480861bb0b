"""The pages of the rules."""

from __future__ import annotations

import functools
import re
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from twohalls.games import find_game
from twohalls.kernel.errors import Unknown
from twohalls.web.answer import page
from twohalls.web.person import Person
from twohalls.web.rulebook.book import games_with_rules, read
from twohalls.web.rulebook.search import LONGEST_QUERY, find, words_of

router = APIRouter(include_in_schema=False)
TABLE = re.compile(r"/t/[\w-]{1,24}(/text)?", re.ASCII)


@router.get("/rules")
def all_rules(request: Request, q: str = "") -> Response:
    """The rules of every game, and a search through all of them."""
    person = Person(request)
    q = q[:LONGEST_QUERY].strip()
    books = [read(game, person.language) for game in games_with_rules()]
    hits = [(book, find(book.sections, q)) for book in books]
    return page(request, person, "rulebook/start.html", here=here(request), q=q, hits=hits)


@router.get("/rules/{game}")
def rules(request: Request, game: str, q: str = "", example: str = "", step: str = "1") -> Response:
    """The rules of a game, with what was looked for marked and an example at one of its steps."""
    if find_game(game).name not in games_with_rules():
        raise Unknown("the rules of this game are not written down here")
    person = Person(request)
    book = read(game, person.language)
    q = q[:LONGEST_QUERY].strip()
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 3 else 1
    example = example if example in book.examples else ""
    return page(
        request,
        person,
        "rulebook/page.html",
        here=here(request),
        book=book,
        others=[read(other, person.language) for other in games_with_rules() if other != game],
        q=q,
        hits=find(book.sections, q),
        table=table_before(request),
        text=_text(game, person.language, words_of(q), example, number),
    )


def here(request: Request) -> str:
    """This page with what was looked for and shown in it, for whoever changes the language."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def table_before(request: Request) -> str:
    """The table from which somebody came to the rules, to lead back there."""
    came = urlsplit(request.headers.get("referer", ""))
    return came.path if TABLE.fullmatch(came.path) and came.netloc == request.url.netloc else ""


@functools.lru_cache(maxsize=128)
def _text(game: str, language: str, words: tuple[str, ...], example: str, step: int) -> Markup:
    return read(game, language).html(words, example, step)
