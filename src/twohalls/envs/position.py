"""One game as OpenSpiel asks for it: a state, and what a player knows of it."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from twohalls.envs.rewards import rewards
from twohalls.kernel.one import One
from twohalls.kernel.rules import CHANCE, OVER


class Position(pyspiel.State):  # type: ignore[misc]
    """One game; what a seat has seen of it is a chain of hashes of all it knew, step by step."""

    def __init__(self, game: Any, one: One) -> None:
        super().__init__(game)
        self.one = one
        self.reward = game.reward
        self.chains = [""] * one.players
        self._look()

    def current_player(self) -> int:
        who = self.one.actor
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(who, who))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.one.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(zip(self.one.legal, self.one.odds, strict=True))

    def _apply_action(self, action: int) -> None:
        self.one.step(action)
        self._look()

    def _look(self) -> None:
        for seat, chain in enumerate(self.chains):
            known = self.one.hidden(seat).tobytes()
            self.chains[seat] = hashlib.blake2b(chain.encode() + known, digest_size=12).hexdigest()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.one.words(action)

    def is_terminal(self) -> bool:
        return self.one.over

    def returns(self) -> list[float]:
        if not self.one.over:
            return [0.0] * self.one.players
        gained: list[float] = rewards(self.reward, *self.one.result()).tolist()
        return gained

    def __str__(self) -> str:
        return str(self.one.fast.plain(self.one.states))


class Seen:
    """What a player knows: numbers, and for the information state all it has seen so far."""

    def __init__(self, game: Any, kind: Any) -> None:
        self.tensor = np.zeros(game.fast.observed, np.float32)
        self.dict = {"observation": self.tensor}
        self.perfect_recall = kind.perfect_recall

    def set_from(self, state: Position, player: int) -> None:
        self.tensor[:] = state.one.observe(player)

    def string_from(self, state: Position, player: int) -> str:
        known = str(state.one.fast.plain(state.one.hidden(player)))
        return f"{known}\nseen = {state.chains[player]}" if self.perfect_recall else known
