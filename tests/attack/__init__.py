"""Attacks on a running server: short in every run of the tests, longer by hand.

`python -m tests.attack --minutes 30` goes on with other dice each time; `--seed` repeats a round.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.attack import crashes, fuzz, hidden, kills, races, roles, slow

Attack = Callable[[Path, random.Random], int]
"""One round in an empty folder; returns how much was tried, and fails where something gave way."""

ATTACKS: dict[str, Attack] = {
    "kills": kills.attack,
    "crashes": crashes.attack,
    "races": races.attack,
    "hidden": hidden.attack,
    "roles": roles.attack,
    "fuzz": fuzz.attack,
    "slow": slow.attack,
}
