"""Processor time to make what three readers are shown after a move, over whole random games.

    python benchmarks/pages.py cityhall
    PYTHONPATH=../before/src python benchmarks/pages.py cityhall

No server and no database: views, fragments, and what leads from one page to the next.
"""

from __future__ import annotations

import argparse
import random
import secrets
import time

import twohalls.web.app  # noqa: F401  its templates know what pages ask for
from twohalls.games import find_game
from twohalls.kernel.table import Table
from twohalls.kit.templating import environment
from twohalls.server.store import Seat, Stored
from twohalls.server.tables import Live
from twohalls.web.fragments import base, change

NAMES = ("Ada", "Bert", "Cleo")


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("--games", type=int, default=2)
    given = wanted.parse_args()
    environment.auto_reload = False
    play(given.game, 0, most=50)  # in the first everything is loaded
    for seed in range(1, given.games + 1):
        seconds, moves = play(given.game, seed)
        print(f"{1000 * seconds / moves:.2f} ms a move over {moves}", flush=True)


def play(game: str, seed: int, most: int = 10_000) -> tuple[float, int]:
    """The seconds that pages took, and the number of moves."""
    rng = random.Random(seed)
    table = Table(find_game(game), NAMES, {}, seed=seed)
    _ = table.awaited  # lets chance play what comes before the first decision
    seats = tuple(Seat(number, name, "person") for number, name in enumerate(NAMES, 1))
    id, log = secrets.token_hex(6), tuple(table.log)
    live = Live(Stored(id, game, table.options, 0, 0, None, seats, log))
    shown = {seat: base(live, seat, "en") for seat in table.seats}
    seconds, moves = 0.0, 0
    while not table.over and moves < most:
        table = table.copy()
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        live.table, moves = table, moves + 1
        started = time.process_time()
        live.made.clear()
        for reader, before in shown.items():
            now = shown[reader] = base(live, reader, "en")
            change(live, before, now)
        seconds += time.process_time() - started
    return seconds, moves


if __name__ == "__main__":
    main()
