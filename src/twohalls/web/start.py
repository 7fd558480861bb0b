"""The start page, tables made from it, and the links by which others come."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import FileResponse, RedirectResponse, Response

from twohalls import bots
from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import Illegal, Malformed, TwoHallsError, Unknown
from twohalls.kernel.game import Game
from twohalls.kit.i18n import LANGUAGES, Translate, translators
from twohalls.kit.page import Card as About
from twohalls.kit.parts import lesson
from twohalls.kit.parts import page as page_of
from twohalls.server import identity
from twohalls.server.boards import Board, read_board
from twohalls.server.live import ALONE, HINTS, Live
from twohalls.server.names import neat_name
from twohalls.server.opponents import offered
from twohalls.server.seating import not_open
from twohalls.server.services import services
from twohalls.server.store import Right
from twohalls.web import hall, times, words
from twohalls.web.answer import page
from twohalls.web.forms import posted, posted_with_file
from twohalls.web.games import mine
from twohalls.web.person import LANGUAGE, Person
from twohalls.web.table import new_key
from twohalls.web.thinking import missing, said_seconds
from twohalls.web.visit import number

router = APIRouter(include_in_schema=False)
log = logging.getLogger("twohalls")
MOST_GAMES = 3
"""So many of one’s games stand above the others, on the start page."""
OPPONENTS = ("Nora", "Teo", "Pia", "Walt", "Clara", "Bruno", "Dev", "Ines", "Otto", "Lucia")


@dataclass(frozen=True)
class Offered:
    """The levels to choose from, and how each introduces itself."""

    ids: Sequence[str]
    _: Translate

    @property
    def preset(self) -> str:
        return preset_level(self.ids)

    @property
    def named(self) -> list[tuple[str, str, str]]:
        """Each with its name and how strong it is."""
        _ = self._
        return [(level, words.level(level, _), words.strength(level, _)) for level in self.ids]

    @property
    def rated(self) -> list[tuple[str, str]]:
        """Each in words for a list to choose from."""
        return [(level, words.rated(level, self._)) for level in self.ids]

    @property
    def sentences(self) -> list[tuple[str, str, str]]:
        return [(level, name, self._(bots.LEVELS[level].sentence)) for level, name in self.rated]


@dataclass(frozen=True)
class Card:
    """A game on the start page."""

    game: Game
    about: About
    has_lesson: bool
    opponents: range
    preset: int
    levels: Offered

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def choices(self) -> list[tuple[int, int, str]]:
        return [(count, count, "") for count in self.opponents]


def cards(request: Request, person: Person) -> list[Card]:
    found = []
    for game in map(find_game, GAMES):
        _, _ngettext = translators(person.language, game)
        others = range(game.players[0] - 1, game.players[-1])
        preset = others[min(1, len(others) - 1)]
        ours = Offered(levels(request, game.name), person._)
        found.append(Card(game, about(game, _), lesson(game) is not None, others, preset, ours))
    return found


def about(game: Game, _: Translate) -> About:
    """How a game introduces itself, or nothing where it fails to."""
    try:
        return page_of(game).card(game, _)
    except Exception:
        log.exception("the card of %s is left empty", game.name)
        return About("")


@router.get("/")
async def start(request: Request) -> Response:
    person = Person(request)
    await services(request).store.answers()
    games = await mine(request, person, MOST_GAMES)
    return page(
        request,
        person,
        "start.html",
        cards=cards(request, person),
        card_styles=[f"{game}/card.css" for game in GAMES],
        games=games,
        key=new_key(),
        has_hall=services(request).hall.is_on,
    )


@router.post("/play")
async def play(request: Request) -> Response:
    """One click: against opponents, with friends by link, or at one screen."""
    person = Person(request)
    form = await posted(request)
    name = my_name(form, person)
    game, _, mode = str(form.get("go", "")).partition(" ")
    if mode not in ("solo", "invite", "hotseat"):
        return saved(person, given_name(form, person))
    found = find_game(game)
    others = number(form.get(f"{game}.opponents")) or found.players[0] - 1
    level = str(form.get(f"{game}.level", ""))
    if mode == "solo":
        known = levels(request, found.name)
        kind = level if level in known else preset_level(known)
        seats = [(name, "person"), *((other, kind) for other in opponent_names(others, name))]
    else:
        kind = "open" if mode == "invite" else "person"
        if mode == "hotseat":
            name = given_name(form, person) or player(person, 1)
        seats = [(name, "person"), *((player(person, n), kind) for n in range(2, others + 2))]
    return await make(request, person, form, game, seats, {})


@router.get("/new/{game}")
async def choose(request: Request, game: str) -> Response:
    """Every seat and every option of a new table."""
    person = Person(request)
    found = find_game(game)
    return page(
        request,
        person,
        "new.html",
        game=found,
        options=options_of(found, translators(person.language, found)[0]),
        levels=Offered(levels(request, found.name), person._),
        limits=[(said_seconds(limit), limit) for limit in limits(request)],
        limit=services(request).settings.opponent_budget,
        hints=hint_choices(person._),
        missing=missing(levels(request, found.name), game, person._),
        hall=await hall.offered(request, person),
        key=new_key(),
        clocks=[(seconds, times.lasting(seconds, person.language)) for seconds in times.CLOCKS],
        stand_in=stand_in(levels(request, found.name)),
        names=[person.name or player(person, 1)]
        + [player(person, n) for n in range(2, found.players[-1] + 1)],
    )


@router.post("/new/{game}")
async def choose_made(request: Request, game: str) -> Response:
    person = Person(request)
    found = find_game(game)
    form, board = await posted_with_file(request, "board")
    options = {
        name.removeprefix("option."): str(value)
        for name, value in form.multi_items()
        if name.startswith("option.")
    }
    seats = []
    known = levels(request, found.name)
    spare = opponent_names(found.players[-1], my_name(form, person))
    for n in range(1, found.players[-1] + 1):
        kind = str(form.get(f"kind.{n}", "none"))
        typed = str(form.get(f"name.{n}", "")).strip()
        if kind in known:
            seats.append((spare.pop(), kind))
        elif kind in ("person", "open"):
            seats.append((typed or player(person, n), kind))
    clock = number(form.get("clock"))
    if clock is not None and clock not in times.CLOCKS:
        raise Malformed("there is no such clock")
    level = str(form.get("stand_in", ""))
    level = level if level in known else stand_in(known)
    wanted = str(form.get("thinking", ""))
    thinking = next((found for found in limits(request) if said_seconds(found) == wanted), None)
    hints = str(form.get("hints", ALONE))
    if hints not in HINTS:
        raise Malformed("hints are for whoever plays alone, for everybody or for nobody")
    return await make(
        request,
        person,
        form,
        game,
        seats,
        options,
        clock,
        level,
        thinking,
        hints,
        read_board(board),
    )


@router.get("/board/{game}.json")
async def board_file(game: str) -> Response:
    """The board that a game comes with, to be corrected and handed in with a new table."""
    found = find_game(game)
    if found.another_board is None:
        raise Unknown("{title} is played on one board only", title=found.title)
    return FileResponse(found.folder / "board.json", media_type="application/json")


async def make(
    request: Request,
    person: Person,
    form: FormData,
    game: str,
    seats: list[tuple[str, str]],
    options: dict[str, str],
    clock: int | None = None,
    stand_in: str | None = None,
    thinking: float | None = None,
    hints: str = ALONE,
    board: Board | None = None,
) -> Response:
    mine = [n for n, (_, kind) in enumerate(seats, 1) if kind == "person"]
    key = str(form.get("key", ""))
    if not identity.KEY.fullmatch(key):
        key = new_key()
    seating = services(request).seating
    mine_already = Right(seating.id_of(key), "owner", None)
    if await holds(request, person, mine_already):
        return RedirectResponse(f"/t/{mine_already.game}", 303)
    await person.gain(key)
    live = await seating.create(
        game,
        seats,
        options,
        person.token,
        key,
        mine,
        clock=clock,
        stand_in=stand_in,
        thinking=thinking,
        hints=hints,
        board=board,
    )
    if not await holds(request, person, mine_already):
        raise Illegal("this form has already opened a table for somebody else: open the page again")
    if form.get("hall") and live.listed is None:
        await hall.opened(request, person, form, live)
    response = RedirectResponse(f"/t/{live.id}", 303)
    person.remember(response, given_name(form, person))
    return response


@router.post("/language")
async def language(request: Request) -> Response:
    person = Person(request)
    form = await posted(request)
    here = str(form.get("next", "/"))
    local = here.startswith("/") and not here.startswith(("//", "/\\"))
    response = RedirectResponse(here if local and here.isprintable() else "/", 303)
    if (chosen := str(form.get("lang", ""))) in LANGUAGES:
        person.keep(response, LANGUAGE, chosen)
    return response


@router.get("/j/{token}")
async def invited(request: Request, token: str) -> Response:
    person = Person(request)
    live, right = await by_link(request, token, "seat")
    if await holds(request, person, right):
        return RedirectResponse(f"/t/{live.id}", 303)
    assert right.seat is not None
    if live.seat(right.seat).kind != "open":
        raise not_open(live.seat(right.seat))
    game = live.table.game
    person.turn_to(game)
    host = next((seat.name for seat in live.seats if seat.kind == "person"), "")
    if host in {translators(language)[0]("Guest") for language in LANGUAGES}:
        host = person._("A friend")
    response = page(
        request,
        person,
        "join.html",
        game=game,
        about=about(game, person._),
        has_lesson=lesson(game) is not None,
        host=host,
        seats=words.seats(live, person._),
        clock=times.lasting(live.clock, person.language) if live.clock else "",
        rated=lambda kind: words.rated(kind, person._),
        name=person.name,
        key=new_key(),
        seat=live.seat(right.seat),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/j/{token}")
async def sit_down(request: Request, token: str) -> Response:
    person = Person(request)
    live, right = await by_link(request, token, "seat")
    form = await posted(request)
    name = neat_name(str(form.get("name", "")) or person.name or person._("Guest"))
    assert right.seat is not None
    if not await holds(request, person, right):
        await person.gain(str(form.get("key", "")))
        seating = services(request).seating
        try:
            await seating.sit_down(live, right.seat, name, person.token, token)
        except Illegal:
            # A form that is sent twice, as by a double click, sits down once.
            if not await holds(request, person, right):
                raise
    response = RedirectResponse(f"/t/{live.id}", 303)
    person.remember(response, name)
    return response


@router.get("/w/{token}")
async def watch(request: Request, token: str) -> Response:
    person = Person(request)
    live, right = await by_link(request, token, "watch")
    await person.gain()
    await services(request).store.grant(person.holder, right)
    response = RedirectResponse(f"/t/{live.id}", 303)
    person.remember(response)
    return response


async def holds(request: Request, person: Person, right: Right) -> bool:
    """Whether this browser has a right already, as of a link that is opened again."""
    return right in await services(request).store.rights_of([person.holder], right.game)


async def by_link(request: Request, token: str, role: str) -> tuple[Live, Right]:
    """The table and place to which a link leads, or led before somebody sat down by it."""
    found = services(request)
    if len(token) <= identity.LONGEST:
        link = identity.hashed(token)
        for right in (*await found.store.rights_of([link]), await found.store.taken_by(link)):
            if right is not None and right.role == role:
                return await found.tables.find(right.game), right
    raise Unknown("this link leads nowhere: it may have been copied only in part")


def saved(person: Person, name: str) -> Response:
    response = RedirectResponse("/", 303)
    person.remember(response, name)
    return response


def my_name(form: FormData, person: Person) -> str:
    return given_name(form, person) or person._("Guest")


def given_name(form: FormData, person: Person) -> str:
    """The name that somebody chose; nothing as long as they did not."""
    try:
        return neat_name(str(form.get("name") or form.get("name.1") or person.name))
    except TwoHallsError:
        return ""


def player(person: Person, number: int) -> str:
    return words.unnamed(number, person._)


def opponent_names(count: int, mine: str) -> list[str]:
    names = [name for name in OPPONENTS if name != mine]
    return random.SystemRandom().sample(names, min(count, len(names)))


def limits(request: Request) -> list[float]:
    """The seconds for an opponent's move that a table chooses from."""
    settings = services(request).settings
    offered = {*settings.limits, settings.opponent_budget}
    return sorted(limit for limit in offered if limit <= settings.longest_thinking)


def hint_choices(_: Translate) -> list[tuple[str, str]]:
    said = {
        ALONE: _("whoever plays alone"),
        "all": _("everybody at the table"),
        "none": _("nobody"),
    }
    return [(choice, said[choice]) for choice in HINTS]


def levels(request: Request, game: str) -> list[str]:
    return offered(services(request).settings, game)


@dataclass(frozen=True)
class Option:
    """An option of a game in words."""

    name: str
    label: str
    choices: list[tuple[str, str]]


def options_of(game: Game, _: Translate) -> list[Option]:
    say = page_of(game).option
    return [
        Option(name, say(name, None, _), [(value, say(name, value, _)) for value in choices])
        for name, choices in game.rules.OPTIONS.items()
    ]


def preset_level(known: Sequence[str]) -> str:
    """One below the middle: no walk-over, and no wall."""
    return known[(len(known) - 1) // 2]


def stand_in(known: Sequence[str]) -> str:
    """The level that moves for the absent unless another is chosen."""
    return "captain" if "captain" in known else preset_level(known)
