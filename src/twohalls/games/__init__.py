"""The games there are: the folders beside this file, and what other packages bring along.

A package offers a game of its own under the entry point group `twohalls.games`, by the name of the
module that has `GAME`. A game that cannot be loaded is left out, and the log says why.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from twohalls.kernel.errors import Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.rules import Rules
from twohalls.kernel.words import clip

GROUP = "twohalls.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")

log = logging.getLogger("twohalls.games")


class Broken(Exception):
    """Why a game is left out."""


def _modules() -> Iterator[str]:
    for folder in sorted(Path(__file__).parent.iterdir(), reverse=True):
        if (folder / "__init__.py").exists():
            yield f"{__name__}.{folder.name}"
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield point.value


def _load(module: str) -> Game:
    game = getattr(import_module(module), "GAME", None)
    if not isinstance(game, Game):
        raise Broken("it has no GAME")
    if not NAME.fullmatch(game.name):
        raise Broken(f"its name “{clip(game.name)}” is not a short word of small letters")
    missing = [part for part in sorted(_asked_of_rules()) if not hasattr(game.rules, part)]
    if missing:
        raise Broken(f"its rules lack {', '.join(missing)}")
    return game


def _asked_of_rules() -> set[str]:
    return {name for name in vars(Rules) if not name.startswith("_")}


def _found() -> dict[str, Game]:
    games: dict[str, Game] = {}
    for module in _modules():
        try:
            game = _load(module)
            if game.name in games:
                raise Broken(f"there is a game “{game.name}” already")
            games[game.name] = game
        except Exception as reason:
            log.warning("the game in %s is left out: %s", module, reason)
    return games


_games = _found()
GAMES = tuple(_games)


def find_game(name: str) -> Game:
    """A game by its name."""
    if name not in _games:
        raise Unknown(
            "there is no game “{name}”: choose from {games}",
            name=clip(str(name)),
            games=", ".join(GAMES),
        )
    return _games[name]
