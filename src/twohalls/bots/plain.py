"""Judgement without machine code: one step ahead in plain Python, while the search is compiled."""

from __future__ import annotations

import random
from typing import Any

from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.state import State

LIKELIEST = 24
LONG = 1024


def one_step(game: Any, features: Any, state: State, seat: int, rng: random.Random) -> list[int]:
    """The likeliest options by leanings; of these the one with the best standing right after it."""
    options, likely, work, line = [0] * LONG, [0.0] * LONG, [0.0] * LONG, [0] * 64
    known = state.copy()
    game.rules.resample(known, seat, [rng.getrandbits(32) | 1 for _ in range(4)])
    n = features.consider(known, options, likely, features.LEANINGS, work)
    ranked = sorted(range(n), key=lambda i: -likely[i])[:LIKELIEST]
    standings = {}
    for i in ranked:
        after = known.copy()
        count = features.unfold(after, options[i], line)
        for action in line[:count]:
            game.rules.apply(after, action)
        who = game.rules.actor(after)
        if who in (CHANCE, OVER) or (features.quiet(after) >= 1 and not _half_done(game, after)):
            standings[i] = _standing(features, after, seat)
    if len(standings) == len(ranked):
        best = max(standings, key=lambda i: standings[i])
    else:
        best = rng.choices(ranked, [likely[i] for i in ranked])[0]
    count = features.unfold(state, options[best], line)
    return line[:count]


def _half_done(game: Any, state: State) -> bool:
    return bool(game.rules.mid_line(state))


def _standing(features: Any, state: State, seat: int) -> float:
    """How far a seat is ahead of the best other."""
    worths, work = [0.0] * 16, [0.0] * LONG
    features.worth(state, worths, work)
    others = [worths[other] for other in range(state.players) if other != seat]
    return float(worths[seat] - max(others))
