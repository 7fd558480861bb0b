"""Many games in step: their states, and what can be asked of all of them at once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from twohalls.kernel.playout import Games
from twohalls.kernel.rules import OVER
from twohalls.kernel.sets import BITS_OF_A_WORD, room_for_runs, runs_fitting
from twohalls.kernel.state import copy_states

if TYPE_CHECKING:
    from twohalls.kernel.fast import FastGame

States = NDArray[Any]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


class Batch:
    """Games of one kind with a generator each.

    `actors` says who decides in each game (OVER: nobody), `over` which games ended with the last
    step, `points` and `won` how. `counts` and `legal`, `mask` and `packed` tell what may be done;
    each is found when it is asked for. All are the batch's own arrays and change with its steps:
    what is to be kept is copied.
    """

    def __init__(
        self, fast: FastGame, states: States, rngs: Numbers, players: int, options: Numbers
    ) -> None:
        n = len(states)
        self.fast = fast
        self.players = players
        self.states = states
        self.actors: Numbers = np.full(n, OVER, np.int64)
        self.over: Flags = np.zeros(n, np.bool_)
        self.points: Numbers = np.zeros((n, players), np.int64)
        self.won: Numbers = np.zeros((n, players), np.int64)
        self.games = Games(
            states,
            np.zeros(1, states.dtype),
            rngs,
            options,
            self.actors,
            self.over,
            self.points,
            self.won,
        )
        self._fresh: set[str] = set()

    def __len__(self) -> int:
        return len(self.states)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.fast, self.players, tuple(self.games))

    def copy(self) -> Batch:
        """The same games again, which go on by themselves."""
        return _again(self.fast, self.players, self.games)

    @property
    def sets(self) -> Numbers:
        """What may be done in each game, as runs (`kernel/sets.py`): all else is made of them."""
        if self._is_stale("sets"):
            runs = self._find()
            if runs > runs_fitting(self._sets[0]):
                self.__dict__["_sets"] = self._rows(runs)
                self._find()
        return self._sets

    @property
    def is_found(self) -> bool:
        """Whether the sets are there for this decision."""
        return "sets" in self._fresh

    @property
    def counts(self) -> Numbers:
        """How many actions are legal in each game."""
        return self._listed[0]

    @property
    def legal(self) -> NDArray[np.int16]:
        """The legal actions: `legal[i, :counts[i]]`; what stands behind them says nothing."""
        return self._listed[1]

    @property
    def mask(self) -> NDArray[np.int8]:
        """A row of 0 and 1 for each game, an action a column."""
        if self._is_stale("mask"):
            self._make(self.fast.code.mask_games, self._mask)
        return self._mask

    def mask_into(self, out: NDArray[np.int8]) -> None:
        """Let the mask lie in another array from now on, and fill it."""
        self.__dict__["_mask"] = out
        self._make(self.fast.code.mask_games, out)
        self._fresh.add("mask")

    @property
    def packed(self) -> NDArray[np.uint64]:
        """The mask as bits: action a is bit a % 64 of word a // 64."""
        if self._is_stale("packed"):
            self._make(self.fast.code.pack_games, self._packed)
        return self._packed.view(np.uint64)

    @cached_property
    def chosen(self) -> Numbers:
        """What `choose` chose last."""
        return np.zeros(len(self), np.int64)

    @cached_property
    def observation(self) -> Floats:
        """What `observe` saw last."""
        return np.zeros((len(self), self.fast.observed), np.float32)

    @cached_property
    def known(self) -> States:
        """What `hidden` left last."""
        return np.zeros_like(self.states)

    def refresh(self) -> None:
        """Look again at states that were changed from outside."""
        self.forget()
        self.fast._spread(
            len(self),
            lambda low, high: self.fast.code.refresh_games(
                self.states, low, high, self.actors, self.over
            ),
        )

    def forget(self) -> None:
        """Another decision: what was found for the last one is no longer so."""
        self._fresh.clear()

    def part(self, low: int, high: int) -> tuple[Any, ...]:
        """What the compiled functions need for the games from low to high."""
        return self.games, low, high, self.players, self.fast.room()

    @property
    def _listed(self) -> tuple[Numbers, NDArray[np.int16]]:
        if self._is_stale("legal"):
            self._make(self.fast.code.list_games, *self._lists)
        return self._lists

    @cached_property
    def _sets(self) -> Numbers:
        return self._rows(runs=0)

    def _rows(self, runs: int) -> Numbers:
        return np.zeros((len(self), room_for_runs(runs)), np.int64)

    @cached_property
    def _lists(self) -> tuple[Numbers, NDArray[np.int16]]:
        n = len(self)
        return np.zeros(n, np.int64), np.zeros((n, self.fast.most_legal), np.int16)

    @cached_property
    def _mask(self) -> NDArray[np.int8]:
        return np.zeros((len(self), self.fast.actions), np.int8)

    @cached_property
    def _packed(self) -> Numbers:
        words = -(-self.fast.actions // BITS_OF_A_WORD)
        return np.zeros((len(self), words), np.int64)

    def _is_stale(self, what: str) -> bool:
        stale = what not in self._fresh
        self._fresh.add(what)
        return stale

    def _find(self) -> int:
        """Find the sets; returns how many runs a game has at most."""
        runs: list[int] = self.fast._spread(
            len(self),
            lambda low, high: self.fast.code.find_games(
                self.games, low, high, self._sets, self.fast.room()
            ),
        )
        return max(runs)

    def _make(self, entry: Any, *rows: NDArray[Any]) -> None:
        """Make something of the sets."""
        sets = self.sets
        self.fast._spread(len(self), lambda low, high: entry(low, high, sets, *rows))


def _again(fast: FastGame, players: int, parts: tuple[NDArray[Any], ...]) -> Batch:
    """A batch of copied parts; what can be found again is not among them."""
    games = Games(*parts)
    states = copy_states(games.states, fast.dtype)
    batch = Batch(fast, states, games.rngs.copy(), players, games.options)
    for own, given in zip(batch.games[4:], games[4:], strict=True):
        own[...] = given
    return batch
