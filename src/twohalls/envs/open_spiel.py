"""The games for OpenSpiel: `pyspiel.load_game("twohalls_tammany", {"players": 4})`.

Chance is explicit. Sealed decisions are asked for one seat after another, and what the others have
answered is in nobody's information state before it is revealed.
"""

from __future__ import annotations

from typing import Any

import pyspiel

import twohalls
from twohalls.envs.position import Position, Seen
from twohalls.envs.rewards import WIN, checked
from twohalls.games import GAMES

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


def load(said: str) -> Any:
    """The game that OpenSpiel calls so; whoever asks here has it registered."""
    return pyspiel.load_game(said)


def _game_class(name: str) -> type[Any]:
    """A game as OpenSpiel makes it from its parameters."""
    kind = facts(name)

    class Spiel(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, given: dict[str, Any] | None = None) -> None:
            given = given or {}
            self.fast = twohalls.fast(name)
            self.players = int(given.get("players", self.fast.game.players[0]))
            self.beginning = self.fast.one(self.players, explicit_chance=True)
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

        def __reduce__(self) -> tuple[Any, ...]:
            return load, (str(self),)

        def new_initial_state(self, _: str | None = None) -> Position:
            return Position(self, self.beginning.copy())

        def make_py_observer(self, kind: Any = None, _: Any = None) -> Seen:
            return Seen(self, kind or pyspiel.IIGObservationType(perfect_recall=False))

    return Spiel


def _register() -> None:
    known = pyspiel.registered_names()
    for name in GAMES:
        if f"twohalls_{name}" not in known:
            pyspiel.register_game(facts(name), _game_class(name))


_register()
