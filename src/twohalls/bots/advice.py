"""A hint for a person, and what decided a finished game; sentences are made at the edge."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from twohalls.bots.budget import Budget
from twohalls.bots.levels import asked, choose
from twohalls.bots.mind import Desk, mind_of
from twohalls.kernel.errors import NotYourTurn
from twohalls.kernel.state import State
from twohalls.kernel.table import Table, View

LEVEL = "boss"
ROUNDS = 200
ROUNDS_A_MOVE = 48
TURNING_POINTS = 3
APART = 6
"""Lines between two turning points, so that they are not one and the same moment."""


@dataclass(frozen=True)
class Hint:
    """A line, everybody's win chance now and after it, and the seat it hurts most.

    `threatens` is the other seat that loses most by it (None: nobody loses), `instead` the line
    that the plainest look-ahead would say.
    """

    line: str
    now: tuple[float, ...]
    after: tuple[float, ...]
    threatens: int | None
    instead: str


@dataclass(frozen=True)
class Analysis:
    """Everybody's win chance before the first line and after each, and what decided the game.

    `turning` are the numbers of the lines (from 1) that moved the chances most, in their order.
    """

    chances: tuple[tuple[float, ...], ...]
    turning: tuple[int, ...]


def hint(view: View, budget: Budget, rng: random.Random) -> Hint:
    """The best line a search finds, and what it does to everybody's chances."""
    if view.seat is None or view.seat not in view.awaited:
        raise NotYourTurn("it is not this seat's turn")
    line = choose(LEVEL, view, budget, rng)
    known = asked(view)
    after = known.copy()
    for action in view.game.words.read(known, line):
        view.game.rules.apply(after, action)
    seat = view.seat - 1
    desk = mind_of(view.game).own_desk
    now_chances = _chances(desk, known, seat, ROUNDS, random.Random(1))
    then = _chances(desk, after, seat, ROUNDS, random.Random(1))
    losses = [
        (then[other] - now_chances[other], other + 1) for other in range(len(then)) if other != seat
    ]
    loss, other = min(losses)
    plain = choose("captain", view, Budget(simulations=200), random.Random(1))
    return Hint(line, now_chances, then, other if loss < -0.005 else None, plain)


def analyse(table: Table, told: Callable[[int, int], None] = lambda done, of: None) -> Analysis:
    """Win chances by line of a game, as a spectator would see them."""
    chances = []
    for number in range(len(table.lines) + 1):
        chances.append(chances_at(table, number))
        told(number, len(table.lines))
    return analysis_of(chances)


def chances_at(table: Table, line: int) -> tuple[float, ...]:
    """Everybody's win chance after so many lines."""
    desk = mind_of(table.game).own_desk
    return _chances(desk, table.state_at(line), -1, ROUNDS_A_MOVE, random.Random(1))


def analysis_of(chances: Sequence[tuple[float, ...]]) -> Analysis:
    """What decided a game whose every line was judged."""
    return Analysis(tuple(chances), _turning_points(chances))


def _chances(
    desk: Desk, state: State, seat: int, rounds: int, rng: random.Random
) -> tuple[float, ...]:
    desk.sit(state, rng)
    return tuple(round(share, 4) for share in desk.judge(seat, rounds, desk.mind.taught(1.0)))


def _turning_points(chances: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    """The lines that moved the chances most, not too near each other."""
    moved = [
        (sum(abs(b - a) for a, b in zip(before, after, strict=True)), number)
        for number, (before, after) in enumerate(pairwise(chances), 1)
    ]
    found: list[int] = []
    for _, number in sorted(moved, reverse=True):
        if all(abs(number - other) >= APART for other in found):
            found.append(number)
        if len(found) == TURNING_POINTS:
            break
    return tuple(sorted(found))
