"""Opponents of a level in many games in step."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from twohalls.bots import alone
from twohalls.kernel.batch import Batch, Numbers
from twohalls.kernel.fast import WAIT

Flags = NDArray[np.bool_]


def let_play(batch: Batch, seats: Numbers, level: str, rng: random.Random) -> Flags:
    """Until every game waits for its seat; which games ended, and began anew, meanwhile."""
    ended = np.zeros(len(batch), np.bool_)
    while not (waiting := batch.actors == seats).all():
        if level == alone.RANDOM:
            _step(batch, np.where(waiting, WAIT, batch.fast.choose(batch)), ended)
        else:
            _say(batch, _lines(batch, np.flatnonzero(~waiting), level, rng), ended)
    return ended


def _lines(batch: Batch, asked: Numbers, level: str, rng: random.Random) -> dict[int, list[int]]:
    """What the opponents to move say, each knowing what its seat may know."""
    fast = batch.fast
    return {
        i: alone.decide(level, fast.game, fast.plain(batch.states, i), int(batch.actors[i]), rng)
        for i in asked.tolist()
    }


def _say(batch: Batch, lines: dict[int, list[int]], ended: Flags) -> None:
    """Each line action by action, all games in step."""
    while any(lines.values()):
        actions = np.full(len(batch), WAIT, np.int64)
        for i, line in lines.items():
            if line:
                actions[i] = line.pop(0)
        _step(batch, actions, ended)


def _step(batch: Batch, actions: Numbers, ended: Flags) -> None:
    batch.fast.step(batch, actions, restart=True, check=False)
    ended |= batch.over
