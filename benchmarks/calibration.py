"""Whether chances come true: what was told at moments of many games, beside how often it came so.

    python benchmarks/calibration.py tammany --games 500 --seed 7

The games are played by the sachem's valuation one step ahead, all numbers of players in turn. At
about one decision in twenty everybody's chance is told as a hint tells it; the table puts what was
told into ten bins, with the share of those seats that won.
"""

from __future__ import annotations

import argparse
import random

from twohalls.bots.advice import ROUNDS_A_MOVE, whole_hundredths
from twohalls.bots.arena import wilson
from twohalls.bots.mind import Mind, mind_of
from twohalls.bots.selfplay import Plan, begin, outcome, step_ahead, to_decide
from twohalls.games import find_game
from twohalls.kernel.rules import OVER

BINS = 10
EVERY = 20


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("--games", type=int, default=500)
    wanted.add_argument("--seed", type=int, default=7)
    given = wanted.parse_args()
    mind = mind_of(find_game(given.game))
    told: list[tuple[float, float]] = []
    for number in range(given.games):
        told += play(mind, number, given.seed)
    print("| told | moments | mean told | won | interval | off by |\n|---|---|---|---|---|---|")
    for low in range(BINS):
        print(row(low, [pair for pair in told if int(pair[0] * BINS) == low]))


def play(mind: Mind, number: int, seed: int) -> list[tuple[float, float]]:
    """A game's chances told, each with what became of it."""
    rng = random.Random(f"{seed}/{number}")
    least, most = mind.game.rules.PLAYERS
    players = least + number % (most - least + 1)
    desk, plan = mind.own_desk, Plan(mind.game.name, stray=0.0)
    begin(desk, players, rng)
    told: list[tuple[float, ...]] = []
    while (seat := to_decide(desk)) != OVER:
        if rng.randrange(EVERY) == 0:
            told.append(whole_hundredths(desk.judge(-1, ROUNDS_A_MOVE, mind.taught(1.0))))
        step_ahead(desk, seat, plan, rng, mind.learned)
    won = outcome(desk)
    return [pair for chances in told for pair in zip(chances, won, strict=True)]


def row(low: int, pairs: list[tuple[float, float]]) -> str:
    named = f"{low * 100 // BINS}–{(low + 1) * 100 // BINS} %"
    if not pairs:
        return f"| {named} | 0 | | | | |"
    mean = sum(chance for chance, _ in pairs) / len(pairs)
    won = sum(share for _, share in pairs)
    least, most = wilson(won, len(pairs))
    share = won / len(pairs)
    return (
        f"| {named} | {len(pairs)} | {mean:.1%} | {share:.1%} | {least:.1%}–{most:.1%}"
        f" | {share - mean:+.1%} |"
    )


if __name__ == "__main__":
    main()
