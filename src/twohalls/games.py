"""The games there are, each loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from twohalls.kernel.errors import Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.words import clip

GAMES = ("tammany", "cityhall")


def find_game(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise Unknown(
            "there is no game “{name}”: choose {games}",
            name=clip(str(name)),
            games=" or ".join(GAMES),
        )
    game: Game = import_module(f"twohalls.{name}").GAME
    return game
