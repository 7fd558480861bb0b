"""What opponents look at in Pushcart: what their coins may still buy."""
# mypy: allow-untyped-defs, allow-untyped-calls

import math

from pushcart.rules import (
    BID,
    MORNINGS,
    NCOINS,
    NCRATES,
    NOTHING,
    Phase,
    actor,
    holds,
    legal,
)
from twohalls.kernel.sets import forbid_all, list_actions

PLAY_ON = 1.0
LOOK_AT = 16.0
SPREAD_TIMES = 1.0

SIGN = 8
SIGNS = 3
LEANINGS = (
    1.5,  # 0 a high coin for a valuable crate
    -0.5,  # 1 a coin as such
    0.8,  # 2 a high coin saved
)


def quiet(s):
    """Between two sales."""
    return s.phase == Phase.CRATE or s.phase == Phase.SAVE


def worth(s, out, work):
    """What is earned and saved, and of the crates to come a part as large as one's coins."""
    left = 0.0
    total = 0.0
    for crate in range(NCRATES):
        if not s.gone[crate]:
            left += (crate + 1.0) * (MORNINGS - s.morning) / (NCRATES - s.morning)
    if s.crate != NOTHING:
        left += s.crate + 1.0
    for seat in range(s.players):
        work[seat] = 0.1
        for coin in range(NCOINS):
            if holds(s, seat, coin):
                work[seat] += coin + 1.0
        total += work[seat]
    for seat in range(s.players):
        saved = s.saved[seat] + 1.0 if s.saved[seat] != NOTHING else 3.5
        out[seat] = s.earned[seat] + saved + 0.8 * left * work[seat] / total


def spread_of(s):
    return 0.5 + 1.5 * (MORNINGS - s.morning)


def consider(s, options, weights, leanings, work):
    """Every legal coin."""
    forbid_all(options)
    legal(s, options)
    n = list_actions(options, options)
    for i in range(n):
        signs(s, options[i], work, work)
        lean = 0.0
        for sign in range(SIGNS):
            lean += leanings[sign] * work[SIGN + sign]
        weights[i] = math.exp(lean)
    return n


def signs(s, option, out, work):
    for sign in range(SIGNS):
        out[SIGN + sign] = 0.0
    coin = (option % NCOINS) / (NCOINS - 1.0)
    if option >= BID:
        out[SIGN] = coin * (s.crate + 1.0) / NCRATES
        out[SIGN + 1] = coin
    else:
        out[SIGN + 2] = coin


def unfold(s, option, out):
    """Every option is one action."""
    out[0] = option
    return 1


INPUTS = 5


def inputs(s, seat, worths, out, work):
    """How far ahead a seat is, what it has saved, how much is to come, and whether it decides."""
    best = -100.0
    for other in range(s.players):
        if other != seat:
            best = max(best, worths[other])
    out[0] = (worths[seat] - best) / 10.0
    out[1] = (worths[seat] - best) / (2.0 * spread_of(s))
    out[2] = (s.saved[seat] + 1.0) / NCOINS
    out[3] = s.morning / MORNINGS
    out[4] = 1.0 if actor(s) == seat else 0.0
