"""Games at machine speed: compiled rules over arrays of states, one at a time or in batches.

    games = twohalls.fast("tammany")
    states = games.new(1000, players=4, seed=7)      # 1000 games at their first decision
    look = games.look(states)                        # .actors, .counts, .legal[i, :counts[i]]
    games.step(states, actions)                      # one decision in each, chance included
    points, won = games.play(100_000, players=4, seed=7)

A state is one record of a NumPy array; `states[i:j].copy()` is a copy like any other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.kernel import chance
from twohalls.kernel.compile import Namespace, compiled
from twohalls.kernel.errors import Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.state import State, dtype, from_array, to_array

States = NDArray[Any]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Look:
    """Each game's actor (CHANCE never; OVER at the end), number of choices, and the choices."""

    actors: Numbers
    counts: Numbers
    legal: Numbers


class Batch:
    """States of one game with a generator each."""

    def __init__(self, states: States, rngs: Numbers) -> None:
        self.states = states
        self.rngs = rngs

    def __len__(self) -> int:
        return len(self.states)

    def copy(self) -> Batch:
        return Batch(self.states.copy(), self.rngs.copy())


class FastGame:
    """The compiled functions of one game; batches use all cores unless told otherwise."""

    def __init__(self, game: Game, cores: int | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.dtype = dtype(game.rules.FIELDS)
        self.cores = cores or os.cpu_count() or 1
        self.most_legal: int = game.rules.MOST_LEGAL
        self.seats: int = game.rules.PLAYERS[1]

    @cached_property
    def code(self) -> Namespace:
        """The compiled entries of `kernel/playout.py`, for loops that call them themselves."""
        return compiled(self.game.rules, self.game.title)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.cores)

    # --- One state (an array and an index) ----------------------------------------------------

    def state(self, known: State) -> States:
        """A list-backed state as an array of one."""
        return to_array(known)

    def plain(self, states: States, i: int = 0) -> State:
        return from_array(states[i], self.game.state_kind)

    def row(self) -> Numbers:
        """Room for the legal actions of one state."""
        return np.zeros(self.most_legal, np.int64)

    # --- Many games ---------------------------------------------------------------------------

    def new(
        self,
        n: int,
        players: int,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> Batch:
        """So many new games, each at its first decision."""
        codes = self._options(players, options)
        batch = Batch(np.zeros(n, self.dtype), _generators(seed, n))
        self._spread(
            n,
            lambda low, high: self.code.begin_games(
                batch.states, batch.rngs, low, high, players, codes, self.row(), self.row()
            ),
        )
        return batch

    def look(self, batch: Batch) -> Look:
        """Who decides in each game, and what they may do."""
        n = len(batch)
        legal = np.zeros((n, self.most_legal), np.int64)
        look = Look(np.zeros(n, np.int64), np.zeros(n, np.int64), legal)
        self._spread(
            n,
            lambda low, high: self.code.look_at_games(
                batch.states, low, high, look.actors, look.counts, look.legal
            ),
        )
        return look

    def step(self, batch: Batch, actions: Numbers) -> None:
        """One legal decision in each game that is not over, with the chance that follows."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._spread(
            len(batch),
            lambda low, high: self.code.step_games(
                batch.states, batch.rngs, low, high, chosen, self.row(), self.row()
            ),
        )

    def play(
        self,
        n: int,
        players: int,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> tuple[Numbers, Numbers]:
        """Whole uniformly random games: the points and the winners (1) of each, by seat."""
        codes = self._options(players, options)
        states, rngs = np.zeros(n, self.dtype), _generators(seed, n)
        points, won = np.zeros((n, self.seats), np.int64), np.zeros((n, self.seats), np.int64)
        self._spread(
            n,
            lambda low, high: self.code.play_games(
                states, rngs, low, high, players, codes, self.row(), self.row(), points, won
            ),
        )
        return points[:, :players], won[:, :players]

    def playout(self, states: States, i: int, rng: Numbers) -> tuple[Numbers, Numbers]:
        """Play one state to its end at random, in place: the points and winners by seat."""
        points, won = np.zeros(self.seats, np.int64), np.zeros(self.seats, np.int64)
        self.code.play_on(states, i, rng, self.row(), self.row())
        self.code.score(states, i, points, won)
        return points, won

    def _options(self, players: int, options: Mapping[str, str] | None) -> Numbers:
        if players not in self.game.players:
            self.game.seats([str(seat) for seat in range(players)])
            raise Unknown("{players} players are too many", players=players)
        codes = self.game.option_codes(self.game.options(options or {}))
        return np.array(codes, np.int64)

    def _spread(self, n: int, work: Callable[[int, int], object]) -> None:
        """Share the games out over the cores; compiled code lets go of the interpreter's lock."""
        if self.cores == 1 or n < 2 * self.cores:
            work(0, n)
            return
        _ = self.code
        edges = [n * core // self.cores for core in range(self.cores + 1)]
        list(self._pool.map(work, edges[:-1], edges[1:]))


def _generators(seed: int | None, n: int) -> Numbers:
    """Independent generators for n games, from one seed."""
    source = np.random.Generator(np.random.PCG64(seed))
    return source.integers(1, chance.LOW32, (n, 4), dtype=np.int64)
