"""The live parts of a table page, by the ids at which they stand."""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate, translators
from twohalls.kit.links import address
from twohalls.kit.page import Fragments
from twohalls.kit.parts import page
from twohalls.kit.templating import render
from twohalls.kit.you import with_you
from twohalls.server.live import Live
from twohalls.server.screens import screen_of
from twohalls.server.stream import written
from twohalls.web import thinking, words
from twohalls.web.difference import copied, difference, is_whole, shape, whole
from twohalls.web.lessons.band import band

LONGEST_PICK = 100
NEWLINES = re.compile(r"\s*\n\s*")

WRITTEN_IN = ("hint",)
"""Fragments in which a page writes something of its own: they are sent whole."""


def fragments(
    live: Live, seat: int | None, language: str, pick: str | None, in_words: bool = False
) -> Fragments:
    """Everything that can change on the page of a seat, made once for all who see the same."""
    which = (seat, language, in_words)
    if pick is None and which in live.made:
        made: Fragments = live.made[which]
        return made
    _, ngettext = translators(language, live.table.game)
    view = words.seen(live, seat, _)
    own = text(live, view, _, ngettext) if in_words else of_game(live, view, _, ngettext, pick)
    parts = {**band(live, view, _, in_words), **shell(live, view, _, ngettext, in_words), **own}
    made = {id: in_one_line(html) for id, html in parts.items()}
    if pick is None:
        live.made[which] = made
    return made


@functools.lru_cache(maxsize=4096)
def in_one_line(html: Markup) -> Markup:
    return Markup(NEWLINES.sub(" ", html))


def shell(live: Live, view: View, _: Translate, ngettext: NTranslate, in_words: bool) -> Fragments:
    """The parts that every game has: who sits where, what is announced."""
    url, seat = f"/t/{live.id}", view.seat
    around = words.seats(live, _)
    thinkers = thinking.thinkers(live, view, _, ngettext)
    kinds = {one.kind for one in live.seats if one.is_opponent}
    return {
        "thinking": render("advice/thinking.html", **thinkers),
        "hint": thinking.asking(live, view, _, ngettext, in_words, None),
        "said": render(
            "parts/said.html",
            title=title(live, view, _),
            screen=screen(live),
            newest=newest(view, _, ngettext),
            then=thinkers["told"] or words.whose_turn(view, _),
        ),
        "seats": render(
            "parts/seats.html",
            _=_,
            seats=around,
            seat=seat,
            levels={kind: words.rated(kind, _) for kind in sorted(kinds)},
            thinking=None if live.is_lesson else live.thinking,
        ),
        "meanwhile": render(
            "parts/meanwhile.html",
            _=_,
            game=live.game,
            meanwhile=page(view.game).meanwhile(view, _, ngettext),
        ),
        "waiting": render(
            "parts/waiting.html",
            _=_,
            ngettext=ngettext,
            game=live.game,
            seats=around,
            seat=seat,
            missing=missing(live, view),
        ),
        "after": render(
            "parts/after.html", _=_, url=url, over=view.over, again=live.again is not None
        ),
    }


def of_game(
    live: Live, view: View, _: Translate, ngettext: NTranslate, pick: str | None
) -> Fragments:
    own = page(view.game)
    if own.has_board:
        return own.fragments(view, _, ngettext, pick, forced(live, view))
    return text(live, view, _, ngettext)


def text(live: Live, view: View, _: Translate, ngettext: NTranslate) -> Fragments:
    """The table in words; also the page of a game that has no pictures."""
    context = common(live, view, _, ngettext)
    own = page(view.game)
    sections = own.sections(view, _, ngettext)
    return {
        "turn": render(
            "text/turn.html",
            **context,
            choices=choices(view, _, ngettext),
            asked=address(live.game, own.links, own.asked(view)),
        ),
        "state": render("text/state.html", **context, sections=sections),
        "log": render("text/log.html", **context, said=said(live, view, _, ngettext)),
    }


def common(live: Live, view: View, _: Translate, ngettext: NTranslate) -> dict[str, Any]:
    return {
        "_": _,
        "ngettext": ngettext,
        "view": view,
        "live": live,
        "seat": view.seat,
        "url": f"/t/{live.id}",
        "prompt": words.prompt(view, _, ngettext),
        "moment": words.moment(view, _, ngettext),
        "whose_turn": words.whose_turn(view, _),
        "newest": newest(view, _, ngettext),
        "title": title(live, view, _),
        "screen": screen(live),
    }


def screen(live: Live) -> int | None:
    """The line that brought what people look at now, the same for everybody."""
    if "screen" not in live.made:
        live.made["screen"] = screen_of(live.view(None))
    at: int | None = live.made["screen"]
    return at


def missing(live: Live, view: View) -> int:
    """How many seats still wait for somebody to come."""
    idle = view.over or live.ended is not None
    return 0 if idle else sum(seat.kind == "open" for seat in live.seats)


def title(live: Live, view: View, _: Translate) -> str:
    """What a tab is called: a dot says from afar that it is one's turn."""
    dot = "● " if view.seat in view.awaited else ""
    return f"{dot}{words.whose_turn(view, _)} · {live.table.game.title}"


def newest(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What the last seat did, for those who listen."""
    if not view.happened:
        return ""
    names = with_you(view, _)
    return " ".join(page(view.game).sentences(view.happened[-1], names, _, ngettext))


def said(
    live: Live, view: View, _: Translate, ngettext: NTranslate
) -> list[tuple[Happened, str, bool]]:
    """The log in sentences, the newest first: of which line, what, and whether it was forced."""
    made_for_them = forced(live, view)
    sentences = page(view.game).sentences
    names = with_you(view, _)
    return [
        (line, " ".join(sentences(line, names, _, ngettext)), line.at - 1 in made_for_them)
        for line in reversed(view.happened)
    ]


def forced(live: Live, view: View) -> frozenset[int]:
    """The lines made for the reader, who had no other: of somebody else's that can be a secret."""
    made = live.forced_lines()
    mine = (number for number in made if view.happened[number].seat == view.seat)
    return frozenset(made if view.over else mine)


def choices(view: View, _: Translate, ngettext: NTranslate) -> list[tuple[str, str]]:
    say = page(view.game).choice
    return [(line, say(line, view.names, _, ngettext)) for line in view.legal]


@dataclass(frozen=True)
class Base:
    """What a page shows at one moment, under a name that tells it from everything else.

    The name says the stamp of the table, and by a digest which reader, in which language, made
    by which release: a page made elsewhere has another.
    """

    name: str
    parts: Fragments


NOTHING = Base("", {})


def base(live: Live, seat: int | None, language: str, in_words: bool = False) -> Base:
    """Everything that can change on the page of a seat, made once for all who see the same."""
    which = ("base", seat, language, in_words)
    found: Base | None = live.made.get(which)
    if found is None:
        parts = fragments(live, seat, language, None, in_words)
        found = live.made[which] = Base(f"{live.stamp}.{digest(parts)}", parts)
    return found


def digest(parts: Fragments) -> str:
    of_all = hashlib.blake2b(digest_size=6)
    for html in parts.values():
        of_all.update(_digest(html))
    return of_all.hexdigest()


@functools.lru_cache(maxsize=4096)
def _digest(html: str) -> bytes:
    return hashlib.blake2b(html.encode(), digest_size=16).digest()


def change(live: Live, old: Base, new: Base) -> bytes:
    """The event that leads from one base to another, made once for all who lack it."""
    which = ("event", old.name, new.name)
    event: bytes | None = live.made.get(which)
    if event is None:
        told = changed(old.parts, new.parts, old.name)
        event = live.made[which] = written(new.name, told)
    return event


def changed(old: Fragments, new: Fragments, base: str) -> str:
    """What a page that has one set of fragments needs to show another, one step a line.

    The first line says on what the steps build: the name of the base, if any, and the shape of
    each part that is changed inside.
    """
    steps = [f"-{id}" for id in old if id not in new]
    standing = {id: html for id, html in old.items() if id in new}
    shapes = []
    for id, html in new.items():
        before = standing.pop(id, None)
        if before is None:
            steps.append(whole(html))
        elif before is not html and before != html:
            found = [whole(html)] if id in WRITTEN_IN else difference(before, html)
            steps += (copied(step, standing.values()) for step in found)
            if not is_whole(found, id):
                shapes.append(f"{id}:{shape(before)}")
    return "\n".join([" ".join([f"@{base}", *shapes]), *steps])
