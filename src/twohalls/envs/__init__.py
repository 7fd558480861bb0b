"""The games as the tools of the field know them: PettingZoo, Gymnasium, OpenSpiel.

    envs.aec("tammany", players=4)                          # PettingZoo, a turn at a time
    envs.single("tammany", players=4, opponents="captain")  # Gymnasium, one seat against others
    envs.vector("tammany", players=4, games=1024)           # Gymnasium, many games in step

`import twohalls.envs.open_spiel` makes `pyspiel.load_game("twohalls_tammany")` known. A reward is
given at the end of a game: each seat's share of the win less everybody's equal chance, or with
`reward="points"` the points. Needs `pip install twohalls[rl]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gymnasium.envs.registration import register, registry

from twohalls.envs.rewards import WIN
from twohalls.games import GAMES

if TYPE_CHECKING:
    from twohalls.envs.many import Many
    from twohalls.envs.seat import Seat
    from twohalls.envs.turns import Turns

__all__ = ["aec", "single", "vector"]

Options = Mapping[str, str] | None


def aec(game: str, players: int, options: Options = None, reward: str = WIN) -> Turns:
    """The game for PettingZoo: agents act one after another, chance plays by itself."""
    from twohalls.envs.turns import Turns

    return Turns(game, players, options, reward)


def single(
    game: str,
    players: int,
    opponents: str = "random",
    seat: int | None = None,
    options: Options = None,
    reward: str = WIN,
) -> Seat:
    """One seat for Gymnasium, the others played by a level; without a seat, it is drawn anew."""
    from twohalls.envs.seat import Seat

    return Seat(game, players, opponents, seat, options, reward)


def vector(
    game: str,
    players: int,
    games: int,
    opponents: str | None = None,
    options: Options = None,
    reward: str = WIN,
    cores: int | None = None,
) -> Many:
    """Many games in step for Gymnasium: against itself, or one seat of each against a level."""
    from twohalls.envs.many import Many

    return Many(game, players, games, opponents, options, reward, cores)


def _register() -> None:
    """`gymnasium.make("twohalls/tammany-v0", players=4)`, and `make_vec` likewise."""
    for game in GAMES:
        name = f"twohalls/{game}-v0"
        if name not in registry:
            register(
                name,
                "twohalls.envs:single",
                vector_entry_point="twohalls.envs.many:made",
                kwargs={"game": game},
                disable_env_checker=True,
            )


_register()
