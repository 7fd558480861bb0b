"""What a game's page says in sentences, with plain words where the game has none of its own."""

from __future__ import annotations

import functools
from importlib import import_module
from types import ModuleType
from typing import Any

from twohalls import bots
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.table import View
from twohalls.server.lessons import LESSON
from twohalls.web.i18n import NTranslate, Translate


@functools.cache
def part(game: str, name: str) -> ModuleType | None:
    """A module of a game's page, if it has one."""
    module = f"twohalls.web.{game}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is not None and module.startswith(missing.name):
            return None
        raise


def call(game: str, name: str, function: str) -> Any:
    return getattr(part(game, name), function, None)


def sentence(line: str, view: View, _: Translate, ngettext: NTranslate) -> str:
    """A line of the record as a sentence."""
    said = call(view.game.name, "sentences", "sentence")
    if said is not None:
        return str(said(line, view.names, _, ngettext))
    seat, _space, text = line.partition(" ")
    return text if seat == "*" else f"{view.names[int(seat) - 1]}: {text}"


def choice(line: str, view: View, _: Translate, ngettext: NTranslate) -> str:
    """A legal line as the words of a button."""
    said = call(view.game.name, "sentences", "choice")
    return str(said(line, view.names, _, ngettext)) if said is not None else line


def moment(view: View, _: Translate, ngettext: NTranslate) -> str:
    """Where in the game we are: “Year 7 of 16”."""
    said = call(view.game.name, "sentences", "moment")
    return str(said(view, _, ngettext)) if said is not None else ""


def prompt(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What is to be done now, in one sentence."""
    said = call(view.game.name, "sentences", "prompt")
    return str(said(view, _, ngettext)) if said is not None else whose_turn(view, _)


def whose_turn(view: View, _: Translate) -> str:
    if view.over:
        assert view.result is not None
        return _("{names} won.").format(names=named(view, view.result.winners))
    if view.seat in view.awaited:
        return _("It is your turn.")
    return _("Waiting for {names}.").format(names=named(view, view.awaited))


def refusal(refused: TwoHallsError, _: Translate) -> str:
    """Why something was refused; words of the record in it are the reader's, too."""
    known = {
        "irish": _("irish"),
        "english": _("english"),
        "german": _("german"),
        "italian": _("italian"),
        "housing": _("Housing"),
        "tower": _("Tower"),
        "factory": _("Factory"),
        "park": _("Park"),
        "mayor": _("Mayor"),
        "deputy": _("Deputy Mayor"),
        "police": _("Chief of Police"),
        "council": _("Council President"),
        "precinct": _("Precinct Chairman"),
        "Tax Assessor": _("Tax Assessor"),
        "Surveyor": _("Surveyor"),
        "Campaign Manager": _("Campaign Manager"),
        "Lobbyist": _("Lobbyist"),
        "Zoning Board": _("Zoning Board"),
        "Deputy Mayor": _("Deputy Mayor"),
        "Health Commissioner": _("Health Commissioner"),
        "ward": _("ward"),
        "colour": _("colour"),
        "seat": _("seat"),
        "land": _("land"),
        "permit": _("permit"),
        "building": _("building"),
        "office": _("office"),
        "price": _("price"),
        "bonus": _("bonus"),
        "nothing": _("nothing"),
    }
    values = {
        name: known.get(value, value) if isinstance(value, str) else value
        for name, value in refused.values.items()
    }
    return _(refused.template).format(**values)


def named(view: View, seats: tuple[int, ...]) -> str:
    return ", ".join(view.names[seat - 1] for seat in seats)


def level(kind: str, _: Translate) -> str:
    """The name of an opponent's level."""
    if kind == LESSON:
        return _("in the lesson")
    return _(bots.LEVELS[kind].name) if kind in bots.LEVELS else kind
