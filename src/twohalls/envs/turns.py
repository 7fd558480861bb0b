"""A game for PettingZoo: agents act one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv

import twohalls
from twohalls.envs import spaces
from twohalls.envs.rewards import checked, rewards


class Turns(AECEnv):  # type: ignore[misc]
    """One game; `agent_selection` is who decides, chance plays by itself.

    Sealed decisions are asked for one seat after another; nobody observes what is not revealed.
    """

    def __init__(
        self, game: str, players: int, options: Mapping[str, str] | None, reward: str
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"twohalls_{game}_v0", "is_parallelizable": False}
        self.render_mode = None
        self.reward = checked(reward)
        self.one = twohalls.fast(game).one(players, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._observations = spaces.observations(self.one.fast)
        self._actions = {agent: spaces.actions(self.one.fast) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observations

    def action_space(self, agent: str) -> Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.one.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.one.actor]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self.one.mask if self.one.actor == seat else np.zeros_like(self.one.mask)
        return {"observation": self.one.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.one.step(int(action))
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if self.one.over:
            shares = rewards(self.reward, *self.one.result())
            self.rewards = dict(zip(self.agents, shares.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.one.actor]
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn: `twohalls show` draws records."""

    def close(self) -> None:
        """Nothing is held."""
