"""What the end of a game is worth to each seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.kernel.errors import Unknown

WIN = "win"
POINTS = "points"


def checked(reward: str) -> str:
    if reward not in (WIN, POINTS):
        raise Unknown("a reward is one of {rewards}", rewards=f"{WIN}, {POINTS}")
    return reward


def rewards(reward: str, points: Any, won: Any) -> NDArray[np.float32]:
    """The win shared among winners less everybody's equal chance, or the points; a row a game."""
    if reward == POINTS:
        return np.asarray(points, np.float32)
    shares: NDArray[np.float32] = np.asarray(won, np.float32)
    shares = shares / shares.sum(axis=-1, keepdims=True)
    shares -= np.float32(1 / shares.shape[-1])
    return shares
