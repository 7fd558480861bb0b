"""What a page says in sentences: a game's own words, with plain ones around them."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace

from twohalls import bots
from twohalls.games import find_game
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.table import View
from twohalls.kit import i18n, refusals
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page
from twohalls.server.lessons import LESSON
from twohalls.server.live import Live
from twohalls.server.store import Seat

log = logging.getLogger("twohalls.web")


def prompt(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What is to be done now, in one sentence."""
    return page(view.game).prompt(view, _, ngettext) or whose_turn(view, _)


def moment(view: View, _: Translate, ngettext: NTranslate) -> str:
    """Where in a game we are, for lists of several: one that cannot say it stops no other."""
    try:
        return page(view.game).moment(view, _, ngettext)
    except Exception:
        log.exception("the moment of a table of %s is not told", view.game.name)
        return ""


def whose_turn(view: View, _: Translate) -> str:
    if view.over:
        assert view.result is not None
        return _("{names} won.").format(names=named(view, view.result.winners))
    if view.seat in view.awaited:
        return _("It is your turn.")
    return _("Waiting for {names}.").format(names=named(view, view.awaited))


def refusal(refused: TwoHallsError, language: str) -> str:
    """Why something was refused; words of a game's record in it are the reader's, too."""
    game = find_game(refused.game) if refused.game is not None else None
    _, _ngettext = i18n.translators(language, game)
    return refusals.told(refused, game, _)


def called(name: str, number: int, _: Translate) -> str:
    """A seat's name; of one that nobody has named yet in the reader's words, whoever made it."""
    return unnamed(number, _) if name in _unnamed(number) else name


def unnamed(number: int, _: Translate) -> str:
    """What a seat is called before anybody has named it."""
    return _("Player {number}").format(number=number)


@functools.cache
def _unnamed(number: int) -> frozenset[str]:
    languages = (i18n.translators(language)[0] for language in i18n.LANGUAGES)
    return frozenset(unnamed(number, _) for _ in languages)


def seats(live: Live, _: Translate) -> list[Seat]:
    """Who sits at a table, as its reader calls them."""
    return [called_seat(seat, _) for seat in live.seats]


def called_seat(seat: Seat, _: Translate) -> Seat:
    name = called(seat.name, seat.number, _)
    return seat if name == seat.name else replace(seat, name=name)


def seen(live: Live, seat: int | None, _: Translate) -> View:
    """What a seat knows now, with everybody called as the reader calls them."""
    view = live.view(seat)
    names = tuple(called(name, number, _) for number, name in enumerate(view.names, 1))
    if names == view.names:
        return view
    made: View | None = live.made.get(("view", seat, names))
    if made is None:
        made = live.made["view", seat, names] = view.with_names(names)
    return made


def named(view: View, seats: tuple[int, ...]) -> str:
    return ", ".join(view.names[seat - 1] for seat in seats)


def level(kind: str, _: Translate) -> str:
    """The name of an opponent's level."""
    if kind == LESSON:
        return _("in the lesson")
    return _(bots.LEVELS[kind].name) if kind in bots.LEVELS else kind


def strength(kind: str, _: Translate) -> str:
    """How strong a level is, where that can be said."""
    known = bots.LEVELS.get(kind)
    return _(known.strength) if known and known.strength else ""


def opponents(live: Live, _: Translate) -> list[tuple[Seat, str, str]]:
    """The opponents at a table, each with its level and the manner in which it plays."""
    return [
        (seat, rated(seat.kind, _), _(bots.LEVELS[seat.kind].sentence))
        for seat in seats(live, _)
        if seat.kind in bots.LEVELS
    ]


def rated(kind: str, _: Translate) -> str:
    """The name of a level and, in brackets, how strong it is."""
    name, how = level(kind, _), strength(kind, _)
    return f"{name} ({how})" if how else name
