"""One game at machine speed, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from twohalls.kernel import chance
from twohalls.kernel.batch import Floats, Numbers, States
from twohalls.kernel.errors import Unknown
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.state import copy_states

if TYPE_CHECKING:
    from twohalls.kernel.fast import FastGame

ROOM = ("_room", "_may", "_weights")


class One:
    """One game: who decides, what may be done, what a seat knows, how it ended.

    Chance plays by itself, unless it is explicit: then CHANCE is an actor, `legal` its outcomes
    and `odds` how likely each of them is.
    """

    def __init__(
        self,
        fast: FastGame,
        players: int,
        options: Numbers,
        seed: int | None,
        explicit_chance: bool,
    ) -> None:
        self.fast = fast
        self.players = players
        self.options = options
        self.explicit_chance = explicit_chance
        self.states: States = np.zeros(1, fast.dtype)
        self._rng: Numbers = np.zeros(4, np.int64)
        self._make_room()
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """A new game; without a seed, chance is the system's."""
        self._rng[:] = chance.generator(self.fast.seed(seed))
        self.states.view(np.int8)[:] = 0
        self.fast.code.begin(self.states, 0, self.players, self.options)
        self._draw()

    @property
    def actor(self) -> int:
        """The seat that decides, from 0; or CHANCE, or OVER."""
        who: int = self.fast.code.whose(self.states, 0)
        return who

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def legal(self) -> list[int]:
        """What the actor may do; of explicit chance, what may come of it."""
        actions: list[int] = self._listed().tolist()
        return actions

    @property
    def odds(self) -> list[float]:
        """How likely each of the outcomes in `legal` is."""
        if self.actor != CHANCE:
            raise Unknown("chance has nothing to decide now")
        weights = self._weights[: self.fast.code.odds(self.states, 0, self._weights)]
        odds: list[float] = (weights / weights.sum()).tolist()
        return odds

    @property
    def mask(self) -> NDArray[np.int8]:
        """0 or 1 for each action."""
        mask = np.zeros(self.fast.actions, np.int8)
        mask[self._listed()] = 1
        return mask

    def observe(self, seat: int | None = None) -> Floats:
        """What a seat knows (if none is named, the actor), as numbers."""
        if not self.fast.observed:
            raise Unknown("{title} offers no observation", title=self.fast.game.title)
        who = np.array([self._seat(seat)], np.int64)
        seen: Floats = np.zeros((1, self.fast.observed), np.float32)
        self.fast.code.observe_games(self.states, 0, 1, who, seen)
        return seen.reshape(-1)

    def hidden(self, seat: int | None = None) -> States:
        """The state as a seat knows it, as an array of one."""
        known = copy_states(self.states, self.fast.dtype)
        self.fast.code.conceal(known, 0, self._seat(seat))
        return known

    def step(self, action: int, check: bool = True) -> None:
        """Let the actor do an action; an illegal one is refused."""
        chosen = self.fast.action(action)
        if check and not self.fast.code.allowed(self.states, 0, chosen, self._may):
            if self.over:
                raise Unknown("the game is over")
            self.fast.refuse(self.fast.plain(self.states), chosen)
        self.fast.code.step(self.states, 0, chosen)
        self._draw()

    def play(self) -> tuple[list[int], list[int]]:
        """Play on at random to the end; returns the result."""
        self.fast.code.play_on(self.states, 0, self._rng, self._room)
        return self.result()

    def result(self) -> tuple[list[int], list[int]]:
        """Everybody's points, and 1 for who has won, as the game stands."""
        points, won = np.zeros((2, self.fast.seats), np.int64)
        self.fast.code.score(self.states, 0, points, won)
        return points[: self.players].tolist(), won[: self.players].tolist()

    def words(self, action: int) -> str:
        """An action in the words of the game."""
        return self.fast.game.words.part(self.fast.plain(self.states), self.fast.action(action))

    def copy(self) -> One:
        """The same game again, which goes on by itself, with the same luck ahead."""
        other = object.__new__(One)
        other.__dict__.update(self.__dict__)
        other.states, other._rng = copy_states(self.states, self.fast.dtype), self._rng.copy()
        other._make_room()
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> One:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name not in ROOM}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.states = copy_states(self.states, self.fast.dtype)
        self._make_room()

    def _make_room(self) -> None:
        """Rows to work with, which are no part of the game."""
        self._room = self.fast.room()
        self._may, self._weights = self._room

    def _listed(self) -> Numbers:
        """What is legal, in a row that the next question writes over."""
        listed: Numbers = self._may[: self.fast.code.choices(self.states, 0, self._may)]
        return listed

    def _draw(self) -> None:
        """Let chance play, unless it is explicit."""
        if not self.explicit_chance:
            self.fast.code.let_chance(self.states, 0, self._rng, self._room)

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.actor
        if seat not in range(self.players):
            raise Unknown(
                ("there is no seat {seat}: seats are numbered 0 to {last}"),
                seat=seat,
                last=self.players - 1,
            )
        return int(seat)
