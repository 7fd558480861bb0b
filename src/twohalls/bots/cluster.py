"""A match over a Ray cluster: the same games, on as many machines as there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from twohalls.kernel.errors import Unknown

T = TypeVar("T")
TRIES = 10
"""How often a game is begun again because the process that played it is gone."""


def over_ray(play: Callable[[int], T], games: int, cores: int) -> Iterator[T]:
    """Play games 0, 1, …, each on so many cores; whoever plays one may die, it still counts once.

    `RAY_ADDRESS` names the cluster; without it one is started on this machine and ended again.
    """
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    task = ray.remote(num_cpus=cores, max_retries=TRIES)(_one)
    open_games = [task.remote(play, number) for number in range(games)]
    try:
        while open_games:
            [done], open_games = ray.wait(open_games, num_returns=1)
            yield ray.get(done)
    finally:
        if started:
            ray.shutdown()


def _one(play: Callable[[int], T], number: int) -> T:
    return play(number)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise Unknown("Ray is not installed: pip install 'twohalls[ray]' brings it") from None
    return ray
