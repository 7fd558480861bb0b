"""The levels, weakest first, and the one door to them."""

from __future__ import annotations

import math
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twohalls.bots.budget import Budget
from twohalls.games import find_game
from twohalls.kernel.errors import NotYourTurn, TwoHallsError, Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.state import State
from twohalls.kernel.table import View
from twohalls.kit.parts import features

if TYPE_CHECKING:
    from twohalls.bots.mind import Choice, Desk
    from twohalls.bots.search import Lead


@dataclass(frozen=True)
class Level:
    """An opponent as it introduces itself."""

    id: str
    name: str
    sentence: str
    strength: str = ""


RANDOM = "random"
LEVELS = {
    level.id: level
    for level in (
        Level(RANDOM, "Random", "Plays any legal move, for tests and comparison."),
        Level(
            "heeler",
            "Heeler",
            "A friendly beginner who knows the rules and makes mistakes.",
            "easy",
        ),
        Level("captain", "Captain", "Weighs every move by where it leaves everyone.", "fair"),
        Level("boss", "Boss", "Thinks ahead through thousands of imagined games.", "strong"),
        Level(
            "sachem",
            "Sachem",
            "Thinks ahead, guided by countless games against itself.",
            "expert",
        ),
    )
}

MISTAKES = 0.15
"""How often a heeler says just anything plausible."""

MOST_ROUNDS = 8
"""How often a captain imagines what follows each of its choices."""

HEAT = 0.004
HEAT_SEALED = 0.02
"""How much win chance a captain gives up so as not to be predictable."""

BOSS_IS_TAUGHT = 0.25
"""The part of a boss's valuation that self-play taught; the rest is by hand."""

SELDOM = 0.04
"""A part of a mix smaller than this is not played."""

DOUBT = 0.1
"""How much win chance one try leaves in doubt; many tries, by their square root less."""

TABLES_REMEMBERED = 4

PLAIN_TAKES = 0.05
"""Seconds to keep for an answer in plain Python."""


def choose(level: str, view: View, budget: Budget | float, rng: random.Random) -> str:
    """The line an opponent says, one of `view.legal`; seconds may stand for a budget."""
    if level not in LEVELS:
        raise Unknown(
            "there is no opponent “{level}”: choose from {levels}",
            level=level,
            levels=", ".join(LEVELS),
        )
    if view.seat is None or view.seat not in view.awaited:
        raise NotYourTurn("it is not this seat’s turn")
    if level == RANDOM:
        return rng.choice(view.legal)
    if not isinstance(budget, Budget):
        budget = Budget(seconds=float(budget))
    return _whole_line(_PLAYERS[level], view, budget, rng)


def levels_of(game: str) -> tuple[str, ...]:
    """The levels that play a game: all of them where it says how a position looks."""
    return tuple(LEVELS) if features(find_game(game)) is not None else (RANDOM,)


def prepare(game: str) -> None:
    """Compile or load a game's search, so that the first move need not wait for it."""
    from twohalls.bots.mind import mind_of

    if levels_of(game) != (RANDOM,):
        _ = mind_of(find_game(game)).code


def in_haste(level: str, view: View, rng: random.Random) -> str:
    """A plausible line at once and in plain Python, where there is no time to think."""
    from twohalls.bots import plain
    from twohalls.bots.mind import mind_of

    if level == RANDOM:
        return rng.choice(view.legal)
    own = mind_of(view.game).features

    def answer(question: Question) -> list[int]:
        return plain.one_step(view.game, own, question.state, question.seat, rng)

    return _whole_line(answer, view, Budget(simulations=1), rng)


def trouble(level: str, game: str) -> TwoHallsError | None:
    """Why a level cannot play a game: there is nothing to think with, or its learned weights are
    missing or spoilt."""
    from twohalls.bots import weights

    if level in LEVELS and level not in levels_of(game):
        return only_random(find_game(game))
    if level == "sachem":
        try:
            weights.load(game)
        except weights.NoWeights as missing:
            return missing
    return None


def only_random(game: Game) -> Unknown:
    """Why nobody thinks about a game."""
    return Unknown("{title} has only opponents that play at random", title=game.title)


# --- A line of several actions ---------------------------------------------------------------

Answer = Callable[["Question"], list[int]]


@dataclass(frozen=True)
class Question:
    """A decision as a seat knows it, until when it is to be answered, and by whose dice."""

    view: View
    state: State
    seat: int
    budget: Budget
    deadline: float | None
    rng: random.Random


def _whole_line(answer: Answer, view: View, budget: Budget, rng: random.Random) -> str:
    """Decide until the line is complete; its parts share the time."""
    assert view.seat is not None
    rules, seat = view.game.rules, view.seat - 1
    started = time.monotonic()
    known = asked(view)
    state = known.copy()
    actions: list[int] = []
    part = 0.7
    while not actions or rules.mid_line(state):
        legal = view.game.legal(state)
        if len(legal) == 1:
            more = legal
        else:
            deadline = None
            if budget.seconds is not None:
                begun = time.monotonic()
                left = budget.seconds - (begun - started)
                several = _takes_several(view, state)
                deadline = begun + max(0.0, left) * (part if several else 0.97)
            more = _in_time(answer, Question(view, state, seat, budget, deadline, rng))
        for action in more:
            rules.apply(state, action)
        actions += more
    return view.game.words.write(known, actions)


def _in_time(answer: Answer, question: Question) -> list[int]:
    """The answer; under a clock a plain one as long as the search is not compiled yet."""
    from twohalls.bots import plain
    from twohalls.bots.mind import mind_of

    mind = mind_of(question.view.game)
    if question.deadline is None or mind.is_ready(question.deadline - PLAIN_TAKES):
        return answer(question)
    return plain.one_step(
        question.view.game, mind.features, question.state, question.seat, question.rng
    )


def asked(view: View) -> State:
    """What a seat knows, with itself to answer."""
    assert view.seat is not None
    known = view.known.copy()
    if len(view.game.awaited(known)) > 1:
        view.game.rules.ask(known, view.seat - 1)
    return known


def _takes_several(view: View, state: State) -> bool:
    """Whether an action now would leave the line to be completed."""
    action = view.game.legal(state)[0]
    if view.game.words.verb_of(action):
        return False
    after = state.copy()
    view.game.rules.apply(after, action)
    return bool(view.game.rules.mid_line(after))


# --- Heeler and captain ----------------------------------------------------------------------


def _heeler(question: Question) -> list[int]:
    """Plausible moves by leanings alone, now and then just anything."""
    from twohalls.bots.mind import mind_of

    mind = mind_of(question.view.game)
    desk = mind.own_desk
    desk.sit(question.state, question.rng)
    options, likely = desk.propose(mind.by_hand)
    if question.rng.random() < MISTAKES:
        likely = [1.0] * len(options)
    return desk.actions(question.rng.choices(options, likely)[0])


def _captain(question: Question) -> list[int]:
    """The option with the best position after it; several nearly as good are mixed."""
    from twohalls.bots.mind import mind_of, quick

    mind = mind_of(question.view.game)
    desk = mind.own_desk
    desk.sit(question.state, question.rng)
    lead = quick(mind.by_hand)
    rounds = MOST_ROUNDS
    most = question.budget.simulations or 1024
    options, _ = desk.propose(lead)
    if question.budget.simulations is not None:
        rounds = max(1, min(MOST_ROUNDS, question.budget.simulations // len(options)))
    elif question.deadline is not None and question.deadline - time.monotonic() < 0.02:
        rounds = 1
    options, values = desk.weigh(question.seat, rounds, lead, most)
    heat = HEAT_SEALED if len(question.view.awaited) > 1 else HEAT
    best = max(values)
    mix = [math.exp((value - best) / heat) for value in values]
    return desk.actions(question.rng.choices(options, mix)[0])


# --- Boss and sachem -------------------------------------------------------------------------


def _boss(question: Question) -> list[int]:
    from twohalls.bots.mind import mind_of

    return search_for(question, mind_of(question.view.game).taught(BOSS_IS_TAUGHT), "boss")


def _sachem(question: Question) -> list[int]:
    from twohalls.bots.mind import mind_of

    return search_for(question, mind_of(question.view.game).learned, "sachem")


def search_for(question: Question, lead: Lead, level: str) -> list[int]:
    """Think, then decide."""
    from twohalls.bots.mind import merged, think_together

    desks = _desks(question, level)
    for desk in desks:
        desk.sit(question.state, question.rng)
    think_together(desks, question.seat, question.budget, question.deadline, lead)
    return desks[0].actions(decide(*merged(desks), question.rng).option)


def decide(sealed: bool, choices: Sequence[Choice], rng: random.Random) -> Choice:
    """What was tried most; of a sealed decision, one out of what is not clearly bad of the mix."""
    if not sealed:
        return max(choices, key=lambda choice: (choice.tried, choice.value))
    total = sum(choice.part for choice in choices)
    mix = [choice for choice in choices if 0.0 < choice.part >= SELDOM * total]
    if not mix:
        return rng.choices(choices, [float(choice.tried) for choice in choices])[0]
    best = max(mix, key=lambda choice: choice.value)
    good = [choice for choice in mix if best.value - choice.value <= _doubt(best) + _doubt(choice)]
    return rng.choices(good, [choice.part for choice in good])[0]


def _doubt(choice: Choice) -> float:
    return DOUBT / math.sqrt(max(1, choice.tried))


_MEMORY: OrderedDict[tuple[object, ...], list[Desk]] = OrderedDict()


def _desks(question: Question, level: str) -> list[Desk]:
    """A desk a thread. Under a clock the tree of the last move is kept; else it begins anew."""
    from twohalls.bots.mind import mind_of

    view = question.view
    mind = mind_of(view.game)
    if question.budget.seconds is None:
        key: tuple[object, ...] = (view.game.name, view.game.board)
    else:
        key = (view.game.name, view.game.board, level, view.seat, view.names, view.lines[:4])
    desks = _MEMORY.pop(key, [])[: question.budget.threads]
    while len(desks) < question.budget.threads:
        desks.append(mind.desk())
    _MEMORY[key] = desks
    while len(_MEMORY) > TABLES_REMEMBERED:
        _MEMORY.popitem(last=False)
    for desk in desks:
        if question.budget.seconds is None or desk.used[0] > len(desk.keys) // 4:
            desk.forget()
    return desks


_PLAYERS: dict[str, Answer] = {
    "heeler": _heeler,
    "captain": _captain,
    "boss": _boss,
    "sachem": _sachem,
}
