"""Opponents for every game: five levels, one interface.

    line = bots.choose("captain", view, bots.Budget(seconds=1.0), random.Random(7))

An opponent gets the view of its seat and nothing else. With a budget in simulations its choice
depends only on the view and on the generator. `hint` and `analyse` are in `bots.advice`, matches in
`bots.arena`, learning in `bots.train`. The first time on a machine the search is compiled, which
takes a minute: `prepare` does it ahead; without it an opponent under a clock plays plainly so long.
"""

from twohalls.bots.budget import Budget, parse_budget
from twohalls.bots.levels import (
    LEVELS,
    RANDOM,
    Level,
    choose,
    in_haste,
    levels_of,
    prepare,
    trouble,
)

__all__ = [
    "LEVELS",
    "RANDOM",
    "Budget",
    "Level",
    "choose",
    "in_haste",
    "levels_of",
    "parse_budget",
    "prepare",
    "trouble",
]
