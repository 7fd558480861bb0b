"""One random generator for both speeds: xoshiro128**, kept in four whole numbers below 2**32.

Nothing here leaves 63 bits, so plain Python and compiled code draw the same numbers.
"""

import os
import random
import struct

LOW32 = 0xFFFFFFFF


def draw(rng, n):
    """A whole number from 0 to n - 1."""
    x = (rng[1] * 5) & LOW32
    x = ((x << 7) | (x >> 25)) & LOW32
    x = (x * 9) & LOW32
    shifted = (rng[1] << 9) & LOW32
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = ((rng[3] << 11) | (rng[3] >> 21)) & LOW32
    return (x * n) >> 32


def draw_weighted(rng, weights, n):
    """An index below n, each as likely as its weight."""
    total = 0
    for i in range(n):
        total += weights[i]
    drawn = draw(rng, total)
    below = 0
    index = 0
    for i in range(n - 1):
        below += weights[i]
        index += 1 if drawn >= below else 0
    return index


def generator(seed: int | None = None) -> list[int]:
    """A generator of its own for a seed; without one, out of the system's entropy."""
    if seed is None:
        return [number | 1 for number in struct.unpack("4I", os.urandom(16))]
    source = random.Random(seed)
    return [source.getrandbits(32) | 1 for _ in range(4)]
