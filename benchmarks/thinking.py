"""Simulations a second of the opponents that think ahead, on one core, early in a game of four.

    python benchmarks/thinking.py

Each run thinks about the decisions of one game's first two rounds, a new tree for each, in the
process's own time; the table gives the median, the least and the most of the runs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import twohalls
from twohalls.bots.levels import BOSS_IS_TAUGHT, asked
from twohalls.bots.mind import Mind, mind_of, tuned
from twohalls.bots.search import PEEK, Lead
from twohalls.games import GAMES, find_game

PLAYERS = 4


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--runs", type=int, default=5)
    wanted.add_argument("--simulations", type=int, default=4000, help="for each decision")
    given = wanted.parse_args()
    print("| | simulations/s | least–most |\n|---|---|---|")
    for game in GAMES:
        mind = mind_of(find_game(game))
        boss = mind.taught(BOSS_IS_TAUGHT)
        leads = {
            "by hand alone": mind.by_hand,
            "by hand alone, without the look one step ahead": tuned(mind.by_hand, PEEK, 0.0),
            "boss": boss,
            "sachem": mind.learned,
        }
        for name, lead in leads.items():
            rates = [rate(mind, lead, given.simulations, run) for run in range(given.runs)]
            spread = f"{min(rates):,.0f}–{max(rates):,.0f}"
            print(f"| {mind.game.title}, {name} | {statistics.median(rates):,.0f} | {spread} |")


def rate(mind: Mind, lead: Lead, simulations: int, seed: int) -> float:
    names = [f"Seat {number}" for number in range(1, PLAYERS + 1)]
    table = twohalls.new_table(mind.game.name, names, seed=seed)
    rng = random.Random(seed)
    desk = mind.desk()
    done, taken = 0, 0.0
    while done < 2 * PLAYERS * simulations:
        seat = table.awaited[0]
        view = table.view(seat)
        if len(view.legal) > 1:
            desk.forget()
            desk.sit(asked(view), rng)
            begun = time.process_time()
            desk.think(seat - 1, simulations, None, lead)
            taken += time.process_time() - begun
            done += simulations
        table.submit(seat, rng.choice(view.legal))
    return done / taken


if __name__ == "__main__":
    main()
