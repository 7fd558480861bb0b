"""Many games in step for Gymnasium, over a batch: against itself, or a seat of each against others.

What a step returns stays as it is until the step after the next one; copy what is kept longer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import twohalls
from twohalls.bots import alone
from twohalls.envs import spaces
from twohalls.envs.opponents import let_play
from twohalls.envs.rewards import checked, rewards
from twohalls.kernel.batch import Batch, Numbers

Seen = dict[str, NDArray[Any]]


class Many(VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """Games that begin anew in the step in which they end.

    Against itself every decision of every game is a step, `info["actor"]` says whose; the reward is
    that of who acted, all seats' are `info["rewards"]`. With opponents one sits in game i at seat
    i % players. Nothing is seen of a game that is over: its `final_obs` is all zeros.
    """

    def __init__(
        self,
        game: str,
        players: int,
        games: int,
        opponents: str | None,
        options: Mapping[str, str] | None,
        reward: str,
        cores: int | None,
    ) -> None:
        self.fast = twohalls.fast(game, cores)
        self.batch: Batch = self.fast.new(games, players, options, seed=0)
        self.players, self.num_envs, self.options = players, games, options
        self.level = None if opponents is None else alone.checked(opponents)
        self.reward = checked(reward)
        self.seen = spaces.observations(self.fast)
        self.single_observation_space = self.seen
        self.single_action_space = spaces.actions(self.fast)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.seats: Numbers = np.arange(games) % players
        self._rng = random.Random()
        self._kept: list[Seen] = []
        self._row = {name: np.zeros(space.shape, space.dtype) for name, space in self._parts()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        self.batch = self.fast.new(self.num_envs, self.players, self.options, seed)
        self._rng = random.Random(seed[0] if isinstance(seed, list) else seed)
        self._kept = [
            {name: np.zeros((self.num_envs, *space.shape), space.dtype) for name, space in parts}
            for parts in (self._parts(), self._parts())
        ]
        self._let_others_play()
        return self._seen(), self._told()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not self._kept:
            raise ResetNeeded("games begin with reset()")
        acted = self.batch.actors.copy()
        self.fast.step(self.batch, actions, restart=True)
        over = self.batch.over | self._let_others_play()
        info = self._told()
        gained = np.zeros(self.num_envs, np.float32)
        if over.any():
            shares = np.zeros((self.num_envs, self.players), np.float32)
            shares[over] = rewards(self.reward, self.batch.points[over], self.batch.won[over])
            gained[over] = shares[over, acted[over]]
            last = {"rewards": shares, "_rewards": over}
            info |= {**last, "final_info": last, "_final_info": over, "_final_obs": over}
            info["final_obs"] = np.array([self._row if ended else None for ended in over])
        return self._seen(), gained, over, np.zeros(self.num_envs, np.bool_), info

    def _told(self) -> dict[str, Any]:
        """Who decides in each game; which games know that is all of them, as Gymnasium asks."""
        return {"actor": self.batch.actors.copy(), "_actor": np.ones(self.num_envs, np.bool_)}

    def _let_others_play(self) -> NDArray[np.bool_]:
        """Until every game waits for the learner; which games ended meanwhile."""
        if self.level is None:
            return np.zeros(self.num_envs, np.bool_)
        return let_play(self.batch, self.seats, self.level, self._rng)

    def _seen(self) -> Seen:
        seen = self._kept.pop(0)
        self._kept.append(seen)
        self.fast.observe(self.batch, out=seen["observation"])
        self.batch.mask_into(seen["action_mask"])
        return seen

    def _parts(self) -> Any:
        return self.seen.spaces.items()


def made(num_envs: int, game: str, players: int, **more: Any) -> Many:
    """What `gymnasium.make_vec` asks for."""
    given = {"opponents": None, "options": None, "reward": "win", "cores": None, **more}
    return Many(game, players, num_envs, **given)
