"""One seat of a game for Gymnasium, the others played by opponents of a level."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

import twohalls
from twohalls.bots import alone as others
from twohalls.envs import spaces
from twohalls.envs.rewards import checked, rewards
from twohalls.kernel.errors import Unknown


class Seat(gymnasium.Env[dict[str, Any], np.int64]):
    """A game from one seat: an illegal action is refused, a reward comes at the end.

    `info["seat"]` is where one sits, from 0.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int,
        opponents: str,
        seat: int | None,
        options: Mapping[str, str] | None,
        reward: str,
    ) -> None:
        self.one = twohalls.fast(game).one(players, options)
        if seat is not None and seat not in range(players):
            raise Unknown(
                ("there is no seat {seat}: seats are numbered 0 to {last}"),
                seat=seat,
                last=players - 1,
            )
        self.fixed_seat = seat
        self.level = others.checked(opponents)
        self.reward = checked(reward)
        self.observation_space = spaces.observations(self.one.fast)
        self.action_space = spaces.actions(self.one.fast)
        self.rng = random.Random()
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = random.Random(int(self.np_random.integers(2**62)))
        self.seat = self.rng.randrange(self.one.players)
        if self.fixed_seat is not None:
            self.seat = self.fixed_seat
        self.one.reset(self.rng.getrandbits(62))
        self._let_others_play()
        return self._seen(), {"seat": self.seat}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self.one.step(int(action))
        self._let_others_play()
        over = self.one.over
        reward = 0.0
        if over:
            reward = float(rewards(self.reward, *self.one.result())[self.seat])
        return self._seen(), reward, over, False, {"seat": self.seat}

    def _let_others_play(self) -> None:
        fast = self.one.fast
        while not self.one.over and self.one.actor != self.seat:
            actor = self.one.actor
            if self.level == others.RANDOM:
                self.one.step(self.rng.choice(self.one.legal), check=False)
                continue
            state = fast.plain(self.one.states)
            for action in others.decide(self.level, fast.game, state, actor, self.rng):
                self.one.step(action)

    def _seen(self) -> dict[str, Any]:
        mask = np.zeros(self.one.fast.actions, np.int8) if self.one.over else self.one.mask
        return {"observation": self.one.observe(self.seat), "action_mask": mask}
