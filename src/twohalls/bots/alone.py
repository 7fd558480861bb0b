"""Opponents of a level in games that lie on no table."""

from __future__ import annotations

import random

from twohalls.bots.budget import Budget
from twohalls.bots.levels import LEVELS, choose
from twohalls.kernel.errors import Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.state import State
from twohalls.kernel.table import View

RANDOM = "random"
BUDGET = Budget(simulations=200)
"""So many simulations a line, so that the same seed gives the same game on every machine."""


def checked(level: str) -> str:
    if level not in LEVELS:
        raise Unknown(
            "there is no opponent “{level}”: choose from {levels}",
            level=level,
            levels=", ".join(LEVELS),
        )
    return level


def decide(level: str, game: Game, state: State, seat: int, rng: random.Random) -> list[int]:
    """The actions of the line that an opponent says, knowing what its seat may know."""
    view = View.of_state(game, state, seat)
    return game.words.read(view.known, choose(level, view, BUDGET, rng))
