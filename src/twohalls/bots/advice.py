"""A hint for a person, and what decided a finished game; sentences are made at the edge."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from twohalls.bots.budget import Budget
from twohalls.bots.levels import asked, choose, trouble
from twohalls.bots.mind import Desk, mind_of, quick
from twohalls.kernel.errors import NotYourTurn
from twohalls.kernel.rules import OVER
from twohalls.kernel.state import State
from twohalls.kernel.table import Table, View

ROUNDS = 200
ROUNDS_A_MOVE = 48
ROUNDS_A_CHOICE = 4
MOST_CHOICES = 32
LEAST = 0.01
"""Nobody's chance is less, or more than the rest leave, before the end."""
TURNING_POINTS = 3
APART = 6
"""Lines between two turning points, so that they are not one and the same moment."""


@dataclass(frozen=True)
class Hint:
    """A line, everybody's win chance now and after it, and the seat it hurts most.

    `threatens` is the other seat that loses most by it (None: nobody loses), `instead` the line
    that the plainest look-ahead would say, `otherwise` the chance it would leave whoever asks.
    What one's chance is now says little beside them: it is worked out without knowing what follows.
    """

    line: str
    now: tuple[float, ...]
    after: tuple[float, ...]
    threatens: int | None
    instead: str
    otherwise: float | None = None


@dataclass(frozen=True)
class Judged:
    """Everybody's win chance after a line; and whose line it was (None: chance's), which one would
    have been best, and the win chances that one and the line itself gave whoever said it."""

    chances: tuple[float, ...]
    seat: int | None = None
    best: str = ""
    could: float = 0.0
    did: float = 0.0


@dataclass(frozen=True)
class Analysis:
    """Everybody's win chance before the first line and after each, and what decided the game.

    `turning` are the numbers of the lines (from 1) that moved the chances most, in their order.
    `accuracy` is how near the best a seat's lines were, from 0 to 100 (None: it had no choice).
    `better` has a number, a line and a chance for every turning point where another line would have
    been better, and what chance it would have given.
    """

    chances: tuple[tuple[float, ...], ...]
    turning: tuple[int, ...]
    accuracy: tuple[int | None, ...] = ()
    better: tuple[tuple[int, str, float], ...] = ()


def hint(view: View, budget: Budget, rng: random.Random) -> Hint:
    """The best line a search finds, and what it does to everybody's chances."""
    if view.seat is None or view.seat not in view.awaited:
        raise NotYourTurn("it is not this seat’s turn")
    level = "boss" if trouble("sachem", view.game.name) else "sachem"
    line = choose(level, view, budget, rng)
    known, seat = asked(view), view.seat - 1
    desk = mind_of(view.game).own_desk

    def after(said: str) -> tuple[float, ...]:
        following = known.copy()
        for action in view.game.words.read(known, said):
            view.game.rules.apply(following, action)
        return _chances(desk, following, seat, ROUNDS, random.Random(1))

    now = _chances(desk, known, seat, ROUNDS, random.Random(1))
    then = after(line)
    loss, other = min(
        (then[other] - now[other], other + 1) for other in range(len(then)) if other != seat
    )
    plain = choose("captain", view, Budget(simulations=200), random.Random(1))
    otherwise = after(plain)[seat]
    return Hint(line, now, then, other if loss < -0.005 else None, plain, otherwise)


def analyse(table: Table, told: Callable[[int, int], None] = lambda done, of: None) -> Analysis:
    """Win chances by line of a game, as a spectator would see them."""
    judged = []
    for number in range(len(table.lines) + 1):
        judged.append(judge(table, number))
        told(number, len(table.lines))
    return analysis_of(judged)


def judge(table: Table, number: int) -> Judged:
    """Everybody's win chance after so many lines, and how good the last of them was."""
    desk = mind_of(table.game).own_desk
    chances = _chances(desk, table.state_at(number), -1, ROUNDS_A_MOVE, random.Random(1))
    line = table.lines[number - 1] if number else None
    if line is None or line.seat is None:
        return Judged(chances)
    seat, played = line.seat - 1, list(line.actions)
    known = table.state_at(number - 1)
    table.game.rules.hide(known, seat)
    if len(table.game.legal(known)) < 2:
        return Judged(chances)
    best = _best_line(desk, known, seat)
    could, did = (_chance_after(desk, known, seat, said) for said in (best, played))
    if did >= could:
        best, could = played, did
    return Judged(chances, line.seat, table.game.words.write(known, best), could, did)


def analysis_of(judged: Sequence[Judged]) -> Analysis:
    """What decided a game whose every line was judged."""
    chances = tuple(one.chances for one in judged)
    turning = _turning_points(chances)
    better = tuple(
        (number, one.best, one.could)
        for number in turning
        if (one := judged[number]).could - one.did >= LEAST
    )
    return Analysis(chances, turning, _accuracy(judged), better)


def _best_line(desk: Desk, state: State, seat: int) -> list[int]:
    """The line with the best standing right after it, part by part."""
    rules, actions = desk.mind.game.rules, list[int]()
    state = state.copy()
    while not actions or rules.mid_line(state):
        desk.sit(state, random.Random(1))
        lead = quick(desk.mind.taught(1.0))
        options, values = desk.weigh(seat, ROUNDS_A_CHOICE, lead, MOST_CHOICES)
        more = desk.actions(options[max(range(len(options)), key=lambda i: values[i])])
        for action in more:
            rules.apply(state, action)
        actions += more
    return actions


def _chance_after(desk: Desk, state: State, seat: int, actions: Sequence[int]) -> float:
    """A seat's win chance after its line, the same chance following whatever the line is."""
    after = state.copy()
    for action in actions:
        desk.mind.game.rules.apply(after, action)
    return _chances(desk, after, seat, ROUNDS_A_MOVE, random.Random(1))[seat]


def _accuracy(judged: Sequence[Judged]) -> tuple[int | None, ...]:
    """Each seat's mean over its lines: 100 for no loss, about 64 for ten points of a hundred lost.

    The curve is the one Lichess uses for chess, so that a figure means what players expect.
    """
    found: list[int | None] = []
    for seat in range(1, len(judged[0].chances) + 1):
        lost = [100 * (one.could - one.did) for one in judged if one.seat == seat]
        marks = [max(0.0, 103.1668 * math.exp(-0.04354 * loss) - 3.1669) for loss in lost]
        found.append(round(sum(marks) / len(marks)) if marks else None)
    return tuple(found)


def _chances(
    desk: Desk, state: State, seat: int, rounds: int, rng: random.Random
) -> tuple[float, ...]:
    """In whole hundredths that add up; before the end nobody has won or lost for certain."""
    desk.sit(state, rng)
    shares = desk.judge(seat, rounds, desk.mind.taught(1.0))
    if desk.mind.game.rules.actor(state) == OVER:
        return tuple(shares)
    return whole_hundredths(shares)


def whole_hundredths(shares: Sequence[float]) -> tuple[float, ...]:
    """Shares as whole hundredths, each at least one, that add up to all."""
    room = 100 - len(shares)
    exact = [max(0.0, share * 100 - 1) for share in shares]
    exact = [share * room / (sum(exact) or 1.0) for share in exact]
    whole = [math.floor(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])
    for i in by_rest[: room - sum(whole)]:
        whole[i] += 1
    return tuple((share + 1) / 100 for share in whole)


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
