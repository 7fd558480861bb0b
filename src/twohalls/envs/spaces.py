"""What is seen and what can be done, as Gymnasium's spaces."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from twohalls.kernel.errors import Unknown
from twohalls.kernel.fast import FastGame

LEAST, MOST = -64.0, 2.0**31
"""Nothing that is seen lies outside of these."""


def observations(fast: FastGame) -> spaces.Dict:
    """What a seat knows, and a mask of what it may do."""
    if not fast.observed:
        raise Unknown("{title} offers no observation", title=fast.game.title)
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, (fast.observed,), np.float32),
            "action_mask": spaces.Box(0, 1, (fast.actions,), np.int8),
        }
    )


def actions(fast: FastGame) -> spaces.Discrete:
    return spaces.Discrete(fast.actions)
