"""The parts of a game beside its rules, each loaded when it is first asked for."""

from __future__ import annotations

import functools
import logging
from importlib import import_module
from types import ModuleType

from twohalls.kernel.game import Game
from twohalls.kit import templating
from twohalls.kit.features import Features
from twohalls.kit.lesson import Lesson
from twohalls.kit.page import Page, Plain
from twohalls.kit.terminal import Plain as PlainTerminal
from twohalls.kit.terminal import Terminal

log = logging.getLogger("twohalls.games")


@functools.cache
def page(game: Game) -> Page:
    """How a game looks in a browser; in plain words where it has no page, or a broken one."""
    templating.add_game(game.name, game.folder / "templates")
    found = getattr(_part(game, "page"), "PAGE", None)
    return found if isinstance(found, Page) else Plain()


@functools.cache
def terminal(game: Game) -> Terminal:
    """How a game looks in a terminal; in plain words where it does not say."""
    found = getattr(_part(game, "terminal"), "TERMINAL", None)
    return found if isinstance(found, Terminal) else PlainTerminal()


@functools.cache
def features(game: Game) -> Features | None:
    """What opponents look at; without it they play at random."""
    found = _part(game, "features")
    return found if isinstance(found, Features) else None


@functools.cache
def lesson(game: Game) -> Lesson | None:
    """A first game, if there is one."""
    found = getattr(_part(game, "lesson"), "LESSON", None)
    return found if isinstance(found, Lesson) and (game.folder / "lesson.txt").exists() else None


def has_rules(game: Game) -> bool:
    """Whether its rules can be read here."""
    return (game.folder / "rulebook" / "en.md").is_file()


def _part(game: Game, name: str) -> ModuleType | None:
    module = f"{game.package}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name == module:
            return None
        log.warning("%s of %s is left out: %s", name, game.name, missing)
    except Exception as reason:
        log.warning("%s of %s is left out: %s", name, game.name, reason)
    return None
