"""The same match over a Ray cluster, even where whoever plays a game dies."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from twohalls.bots import Budget
from twohalls.bots.arena import Match, play_match
from twohalls.bots.cluster import over_ray
from twohalls.kernel.errors import Unknown


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Two workers on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        import ray

        ray.init(
            num_cpus=2,
            _node_ip_address="127.0.0.1",
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=80_000_000,
        )
        yield
        ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_over_a_cluster_the_same_games_are_played():
    match = Match("tammany", ("captain", "random", "random"), 4, 7, Budget(simulations=5))
    alone, together = play_match(match, cores=1), play_match(match, ray=True)
    assert [game.record for game in together] == [game.record for game in alone]


@pytest.mark.usefixtures("cluster")
def test_a_killed_workers_game_is_played_again_and_counted_once(tmp_path):

    def play(number: int) -> tuple[int, int]:
        """Games 1 and 3 kill whoever plays them the first time."""
        (tmp_path / f"begun-{number}-{os.getpid()}").touch()
        times = len(list(tmp_path.glob(f"begun-{number}-*")))
        if number in (1, 3) and times == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return number, times

    played = sorted(over_ray(play, 6, 1))
    assert played == [(0, 1), (1, 2), (2, 1), (3, 2), (4, 1), (5, 1)]


def test_without_ray_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Unknown, match="Ray is not installed"):
        list(over_ray(abs, 1, 1))
