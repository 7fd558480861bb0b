"""`python -m tests.attack --minutes 30`: every attack in turn until the time is over."""

from __future__ import annotations

import argparse
import functools
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.attack import ATTACKS, Attack, crashes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to go on")
    parser.add_argument("--kills", type=int, default=1, help="of crashes, how many of each a round")
    parser.add_argument("--only", choices=ATTACKS, action="append", help="this attack alone")
    parser.add_argument("--seed", type=int, help="one round with the dice of an earlier one")
    given = parser.parse_args()
    names = given.only or list(ATTACKS)
    # Who is told to end takes along the servers that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    attacks: dict[str, Attack] = {**ATTACKS}
    attacks["crashes"] = functools.partial(crashes.attack, times=given.kills)
    end = time.monotonic() + given.minutes * 60
    rounds: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    while True:
        for name in names:
            seed = random.SystemRandom().getrandbits(32) if given.seed is None else given.seed
            try:
                with tempfile.TemporaryDirectory() as folder:
                    tried[name] += attacks[name](Path(folder), random.Random(seed))
            except Exception:
                traceback.print_exc()
                print(f"{name} gave way: --only {name} --seed {seed}")
                return 1
            rounds[name] += 1
        said = ", ".join(f"{name} {rounds[name]} × {tried[name] // rounds[name]}" for name in names)
        print(f"held: {said}", flush=True)
        if given.seed is not None or time.monotonic() >= end:
            return 0


if __name__ == "__main__":
    sys.exit(main())
