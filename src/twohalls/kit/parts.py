"""The parts of a game beside its rules, each loaded when it is first asked for."""

from __future__ import annotations

import functools
import logging
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from twohalls.kernel.game import Game
from twohalls.kit import templating
from twohalls.kit.features import Features
from twohalls.kit.lesson import Lesson
from twohalls.kit.page import Page, Plain
from twohalls.kit.terminal import Plain as PlainTerminal
from twohalls.kit.terminal import Terminal

PICTURED = ("table.html", "replay.html")
"""Templates of its own that a game with pictures has."""
log = logging.getLogger("twohalls.games")


@functools.cache
def page(game: Game) -> Page:
    """How a game looks in a browser; in plain words where it has no page, or a broken one."""
    templating.add_game(game.name, game.folder / "templates")
    found = getattr(_part(game, "page"), "PAGE", None)
    if not isinstance(found, Page):
        return Plain()
    missing = [name for name in PICTURED if not (game.folder / "templates" / name).is_file()]
    if found.has_board and missing:
        log.warning("page of %s is left out: has_board, but no %s", game.name, ", ".join(missing))
        return Plain()
    return found


@functools.cache
def terminal(game: Game) -> Terminal:
    """How a game looks in a terminal; in plain words where it does not say."""
    found = getattr(_part(game, "terminal"), "TERMINAL", None)
    return found if isinstance(found, Terminal) else PlainTerminal()


@functools.cache
def features(game: Game) -> Features | None:
    """What opponents look at; without it they play at random."""
    found: Any = _part(game, "features")
    if isinstance(found, Features):
        return found
    if found is not None:
        asked = (name for name in vars(Features) if not name.startswith("_"))
        missing = ", ".join(sorted(name for name in asked if not hasattr(found, name)))
        log.warning("features of %s is left out: it lacks %s", game.name, missing)
    return None


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
        file, line, *_ = traceback.extract_tb(reason.__traceback__)[-1]
        where = f"{Path(file).name}, line {line}"
        log.warning("%s of %s is left out: %s (%s)", name, game.name, reason, where)
    return None
