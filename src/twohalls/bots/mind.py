"""The compiled search of one game, seen from Python: desks to think at, and what is tuned."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.bots import search, weights
from twohalls.bots.budget import Budget
from twohalls.bots.levels import only_random
from twohalls.bots.search import Lead, Papers, Tree
from twohalls.kernel.compile import Namespace, compiled
from twohalls.kernel.game import Game
from twohalls.kernel.state import State, dtype, to_array
from twohalls.kit.parts import features as features_of

PLACES = 1 << 16
CHUNK = 0.004
"""Seconds between two looks at the clock."""
BY_HAND_LOOKS_AT = 16.0
CATCH_UP = 0.2
"""The part of all further simulations by which a second choice may still overtake the first."""

Reals = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Choice:
    """One option at the root: how often it was tried, its value, its part in the mix."""

    option: int
    tried: int
    value: float
    part: float


class Desk:
    """Everything one thread needs to think: states, working rows, and a tree of its own."""

    def __init__(self, mind: Mind, places: int) -> None:
        kind = mind.dtype
        self.mind = mind
        self.states = np.zeros(3, kind)
        words: Numbers = np.zeros(-(-kind.itemsize // 8), np.int64)
        hidden = words.view(np.uint8)[: kind.itemsize].view(kind)
        self.rng: Numbers = np.ones(4, np.int64)
        self.rows: Numbers = np.zeros((9, 1024), np.int64)
        self.reals: Reals = np.zeros((search.HELD + mind.game.rules.PLAYERS[1], 1024))
        self.papers = Papers(self.states, hidden, words, self.rng, self.rows, self.reals)
        self.used: Numbers = np.array([0, 1024], np.int64)
        self.keys: Numbers = np.zeros(places, np.int64)
        self.nodes: Numbers = np.zeros((places, search.FACTS), np.int64)
        self.figures: Reals = np.zeros((places, search.FIGURES), np.float64)
        self.tree = Tree(self.used, self.keys, self.nodes, self.figures)

    def sit(self, state: State | NDArray[Any], rng: random.Random) -> None:
        """Put a state before this desk and take a generator from another."""
        self.states[0] = to_array(state)[0] if isinstance(state, State) else state
        for part in range(4):
            self.rng[part] = rng.getrandbits(32) | 1

    def run(self, job: int, seat: int, rounds: int, lead: Lead) -> int:
        return int(self.mind.code.run(job, self.papers, self.tree, lead, seat, rounds))

    def propose(self, lead: Lead) -> tuple[list[int], list[float]]:
        """The options and how likely each seems."""
        n = self.mind.code.propose(self.papers, lead)
        return self.rows[search.OPTIONS, :n].tolist(), self.reals[search.LIKELY, :n].tolist()

    def weigh(
        self, seat: int, rounds: int, lead: Lead, most: int = 1024
    ) -> tuple[list[int], list[float]]:
        """The likeliest options and the win chance after each."""
        self.used[1] = most
        n = self.run(search.WEIGH, seat, rounds, lead)
        return self.rows[search.ANSWER, :n].tolist(), self.reals[search.ANSWERS, :n].tolist()

    def judge(self, seat: int, rounds: int, lead: Lead) -> list[float]:
        """Everybody's win chance."""
        self.run(search.JUDGE, seat, rounds, lead)
        return self._told()

    def ponder(self, seat: int, simulations: int, lead: Lead) -> list[float]:
        """Simulate so many times; everybody's win chance in the mean of them."""
        self.run(search.THINK, seat, simulations, lead)
        return self._told()

    def _told(self) -> list[float]:
        players = int(self.states[0]["players"])
        return [float(share) for share in self.reals[search.ANSWERS, :players]]

    def play(self, option: int) -> None:
        """Do an option to the state at the desk, with the chance that follows."""
        self.mind.code.play(self.papers, option)

    def actions(self, option: int) -> list[int]:
        n = self.mind.code.line_of(self.papers, option)
        return [int(action) for action in self.rows[search.LINE, :n]]

    def forget(self) -> None:
        self.keys.fill(0)
        self.used[0] = 0

    def think(self, seat: int, simulations: int | None, deadline: float | None, lead: Lead) -> None:
        """Simulate until the number is done, the time has come or, under a clock, it is clear."""
        chunk = 1
        done = 0
        begun = time.monotonic()
        while simulations is None or done < simulations:
            now = time.monotonic()
            if deadline is not None and done > 0:
                to_come = done / (now - begun) * (deadline - now)
                if to_come <= 0 or self._is_clear(CATCH_UP * to_come):
                    return
            if simulations is not None:
                chunk = min(chunk, simulations - done)
            self.run(search.THINK, seat, chunk, lead)
            done += chunk
            taken = time.monotonic() - now
            chunk = max(1, min(512, int(chunk * CHUNK / max(taken, 1e-6)), chunk * 4))
            if simulations is not None and deadline is None:
                chunk = 256

    def _is_clear(self, within: float) -> bool:
        """Whether one open choice is ahead of every other by more than that many simulations."""
        node = self.nodes[self._root()]
        if node[search.SEALED] or node[search.COUNT] < 2:
            return False
        tried = np.sort(node[search.TRIED : search.TRIED + node[search.COUNT]])
        return bool(tried[-1] - tried[-2] > within)

    def _root(self) -> int:
        return int(self.mind.code.root_of(self.papers, self.tree))

    def choices(self) -> tuple[bool, list[Choice]]:
        """Whether the root is a sealed decision, and what was found out about its options."""
        place = self._root()
        node, figures = self.nodes[place], self.figures[place]
        n = int(node[search.COUNT])
        tried = node[search.TRIED : search.TRIED + n]
        totals = figures[search.TOTAL : search.TOTAL + n]
        averages = figures[search.AVERAGE : search.AVERAGE + n]
        return bool(node[search.SEALED]), [
            Choice(
                int(node[search.OPTION + i]),
                int(tried[i]),
                float(totals[i]) / max(1, int(tried[i])),
                float(averages[i]),
            )
            for i in range(n)
        ]


class Mind:
    """One game's compiled search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        features = features_of(game)
        if features is None:
            raise only_random(game)
        self.features = features
        self.dtype = dtype(game.rules.FIELDS)
        self._code: Namespace | None = None
        self._compiling = threading.Lock()
        self._compiler: threading.Thread | None = None

    @property
    def code(self) -> Namespace:
        """The compiled search; the first time ever on a machine it takes a minute."""
        if self._code is None:
            with self._compiling:
                if self._code is None:
                    title = f"{self.game.title} for opponents"
                    self._code = compiled(self.game.rules, title, self.features, search)
        return self._code

    def is_ready(self, deadline: float) -> bool:
        """Whether the search is compiled by then; if not, that goes on by itself."""
        if self._code is not None:
            return True
        if self._compiler is None:
            self._compiler = threading.Thread(target=lambda: self.code, daemon=True)
            self._compiler.start()
        self._compiler.join(max(0.0, deadline - time.monotonic()))
        return self._code is not None

    def desk(self, places: int = PLACES) -> Desk:
        return Desk(self, places)

    @cached_property
    def own_desk(self) -> Desk:
        """A desk for what is done at once, without a tree."""
        return Desk(self, 16)

    @cached_property
    def by_hand(self) -> Lead:
        """The valuation written by hand."""
        return Lead(
            default_knobs(self.features, learned=False),
            np.array(self.features.LEANINGS, np.float64),
            np.zeros((1, 1)),
            np.zeros((1, 1)),
            np.zeros(1),
        )

    @cached_property
    def learned(self) -> Lead:
        """What self-play taught."""
        return lead_from(self, weights.load(self.game.name))

    def taught(self, part: float) -> Lead:
        """Led by hand; the valuation too but for a part. Without weights all of it is by hand."""
        try:
            learned = self.learned
        except weights.NoWeights:
            return self.by_hand
        lead = learned._replace(leanings=self.by_hand.leanings)
        if part < 1.0:
            lead = lead._replace(knobs=self.by_hand.knobs)
        return tuned(lead, search.LEARNED, part)


def quick(lead: Lead) -> Lead:
    """The same without play-outs."""
    return tuned(lead, search.HORIZON, 0.0)


def tuned(lead: Lead, knob: int, value: float) -> Lead:
    """The same with one knob turned."""
    knobs = lead.knobs.copy()
    knobs[knob] = value
    return lead._replace(knobs=knobs)


def lead_from(mind: Mind, arrays: dict[str, Reals]) -> Lead:
    leanings = arrays.get("leanings", np.array(mind.features.LEANINGS, np.float64))
    return Lead(
        default_knobs(mind.features, learned=True, calm=float(arrays.get("calm", 1.0))),
        np.ascontiguousarray(leanings, np.float64),
        np.ascontiguousarray(arrays["net1"], np.float64),
        np.ascontiguousarray(arrays["net2"], np.float64),
        np.ascontiguousarray(arrays["net3"], np.float64),
    )


def default_knobs(features: Any, learned: bool, calm: float = 1.0) -> Reals:
    """How the search is tuned, by measurement (see docs/opponents.md)."""
    knobs = np.zeros(search.KNOBS)
    knobs[search.EXPLORE] = 0.6
    knobs[search.WIDEN] = 1.0
    knobs[search.CALM] = calm
    knobs[search.HORIZON] = features.PLAY_ON if calm == 1.0 else 0.0
    knobs[search.FIRST_GUESS] = 0.05
    knobs[search.STRAY] = 0.1
    knobs[search.LEARNED] = 1.0 if learned else 0.0
    knobs[search.FLATTEN] = 0.8
    knobs[search.PEEK] = features.LOOK_AT if learned else BY_HAND_LOOKS_AT
    knobs[search.TRUST] = 0.02
    knobs[search.LUCK] = features.SPREAD_TIMES
    knobs[search.RECENT] = 0.1
    return knobs


_MINDS: dict[tuple[str, str | None], Mind] = {}


def mind_of(game: Game) -> Mind:
    """The one mind of a game in this process."""
    key = (game.name, game.board)
    if key not in _MINDS:
        _MINDS[key] = Mind(game)
    return _MINDS[key]


def think_together(
    desks: list[Desk], seat: int, budget: Budget, deadline: float | None, lead: Lead
) -> None:
    """All desks at once, each with a share of the simulations."""
    if len(desks) == 1:
        desks[0].think(seat, budget.simulations, deadline, lead)
        return
    each = None if budget.simulations is None else -(-budget.simulations // len(desks))
    with ThreadPoolExecutor(len(desks)) as pool:
        list(pool.map(lambda desk: desk.think(seat, each, deadline, lead), desks))


def merged(desks: list[Desk]) -> tuple[bool, list[Choice]]:
    """What all desks found out, option by option."""
    sealed, choices = desks[0].choices()
    if len(desks) == 1:
        return sealed, choices
    found = {choice.option: [choice] for choice in choices}
    for desk in desks[1:]:
        for choice in desk.choices()[1]:
            found.setdefault(choice.option, []).append(choice)
    together = []
    for option, parts in found.items():
        tried = sum(part.tried for part in parts)
        total = sum(part.value * part.tried for part in parts)
        together.append(
            Choice(option, tried, total / max(1, tried), sum(part.part for part in parts))
        )
    return sealed, together
