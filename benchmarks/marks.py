"""Where opponents stand on the scale of ratings, measured by matches.

    python benchmarks/marks.py --games 100 --budget 0.05s --cores 1

One opponent of each level against three of the one below it, in every game that has them all, seats
rotated. A mark is as far above the one below as gives that share of wins in the model by which
people are rated; the captain's is where people begin.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise

from twohalls.bots.arena import Match, play_match, standings
from twohalls.bots.budget import parse_budget
from twohalls.bots.levels import LEVELS, levels_of
from twohalls.games import GAMES
from twohalls.server.ratings import MODEL, SURE

SEATS = 4


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--budget", default="1s")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--cores", type=int, default=None)
    asked.add_argument("--only", default="", help="levels, by the higher one, as heeler,captain")
    wanted = asked.parse_args()
    for lower, higher in pairwise(LEVELS):
        if wanted.only and higher not in wanted.only.split(","):
            continue
        wins, games = 0.0, 0
        for game in (one for one in GAMES if set(LEVELS) <= set(levels_of(one))):
            bots = (higher, *[lower] * (SEATS - 1))
            match = Match(game, bots, wanted.games, wanted.seed, parse_budget(wanted.budget))
            first = standings(play_match(match, wanted.cores))[0]
            low, high = first.interval
            print(f"{higher}, three of {lower}, {game}: {first.wins:g} of {first.games}", end=" ")
            print(f"({low:.1%}–{high:.1%}), {told(first.win_share)} above", flush=True)
            wins, games = wins + first.wins, games + first.games
        print(f"{higher} stands {told(wins / games)} above {lower}, by {games} games")


def told(share: float) -> str:
    return f"{distance(share):.1f}" if 0 < share < 1 else "far"


def distance(share: float) -> float:
    """How far above three others somebody stands who wins such a share of games."""
    spread = math.sqrt(SEATS * (MODEL.beta**2 + SURE**2))
    return spread * math.log(share * (SEATS - 1) / (1 - share))


if __name__ == "__main__":
    main()
