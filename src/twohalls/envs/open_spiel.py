"""The games for OpenSpiel: `pyspiel.load_game("twohalls_tammany", {"players": 4})`.

Chance is explicit. Sealed decisions are asked for one seat after another, and what the others have
answered is in nobody's information state before it is revealed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

import twohalls
from twohalls.envs.rewards import WIN, checked, rewards
from twohalls.games import GAMES
from twohalls.kernel.one import One
from twohalls.kernel.rules import CHANCE, OVER

LONGEST = 20_000
MOST_POINTS = 10_000.0


def facts(name: str) -> Any:
    game = twohalls.find_game(name)
    return pyspiel.GameType(
        short_name=f"twohalls_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.players[0], "reward": WIN},
    )


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
        self.one.step(action, check=False)
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


def _game_class(name: str) -> type[Any]:
    """A game as OpenSpiel makes it from its parameters."""
    kind = facts(name)

    class Spiel(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, given: dict[str, Any] | None = None) -> None:
            given = given or {}
            self.fast = twohalls.fast(name)
            self.players = int(given.get("players", self.fast.game.players[0]))
            self.reward = checked(given.get("reward", WIN))
            most = 1.0 if self.reward == WIN else MOST_POINTS
            info = pyspiel.GameInfo(
                num_distinct_actions=self.fast.actions,
                max_chance_outcomes=self.fast.actions,
                num_players=self.players,
                min_utility=-most,
                max_utility=most,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self, _: str | None = None) -> Position:
            return Position(self, self.fast.one(self.players, explicit_chance=True))

        def make_py_observer(self, kind: Any = None, _: Any = None) -> Seen:
            return Seen(self, kind or pyspiel.IIGObservationType(perfect_recall=False))

    return Spiel


def _register() -> None:
    known = pyspiel.registered_names()
    for name in GAMES:
        if f"twohalls_{name}" not in known:
            pyspiel.register_game(facts(name), _game_class(name))


_register()
