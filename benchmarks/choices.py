"""What the choices of one way of searching are worth beside another's, decision by decision.

    python benchmarks/choices.py cityhall --games 20 400 4000 "400 EXPLORE=0.3"

Each way is so many simulations, and knobs of the search turned (`bots.search`), led by what was
learned. All choose at the same open decisions of the same games. Where they differ, each choice is
made and a search of its own, from the view of whoever is next, says what it was worth, several
times with the chance that may follow, the same for all. A table of differences to the first way, in
hundredths of a win chance, is far less noisy than matches; but what every search believes alike,
this believes too. Sealed decisions are left out, since they are mixed.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from twohalls.bots import search
from twohalls.bots.levels import decide
from twohalls.bots.mind import Desk, mind_of, tuned
from twohalls.bots.search import Lead
from twohalls.bots.selfplay import begin, outcome, to_decide
from twohalls.games import find_game
from twohalls.kernel.rules import OVER

PLAYED_WITH = 60
"""Simulations a decision of the games themselves."""


@dataclass(frozen=True)
class Way:
    """How to search."""

    name: str
    simulations: int
    lead: Lead


@dataclass(frozen=True)
class Judge:
    """Who says what a choice was worth: a desk to play it at, one to think at, and how long."""

    real: Desk
    own: Desk
    times: int
    simulations: int

    def worth(self, state: Any, seat: int, option: int, seed: int) -> float:
        total = 0.0
        for number in range(self.times):
            self.real.sit(state, random.Random(f"{seed}/{number}"))
            self.real.play(option)
            if (after := to_decide(self.real)) == OVER:
                total += outcome(self.real)[seat]
                continue
            self.own.forget()
            self.own.sit(self.real.states[0], random.Random(f"{seed}/{number}/judge"))
            lead = self.own.mind.learned
            total += self.own.ponder(after, self.simulations, lead)[seat]
        return total / self.times


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("ways", nargs="+", help="as 400 or “4000 EXPLORE=0.3”; the first is 0")
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument("--games", type=int, default=20)
    wanted.add_argument("--part", type=float, default=0.06, help="of a game's decisions")
    wanted.add_argument("--times", type=int, default=16, help="each choice is judged")
    wanted.add_argument("--simulations", type=int, default=800, help="the judge thinks")
    wanted.add_argument("--seed", default="1")
    given = wanted.parse_args()
    mind = mind_of(find_game(given.game))
    ways = [way_of(text, mind.learned) for text in given.ways]
    judge = Judge(mind.desk(16), mind.desk(), given.times, given.simulations)
    rows: list[list[float]] = []
    for number in range(given.games):
        rows += game(mind.desk(16), ways, judge, given, f"{given.seed}/{number}")
    gained = 100 * np.array(rows)
    alike = int((gained == 0).all(axis=1).sum())
    print(f"{len(rows)} decisions, in {alike} all choices were worth the same")
    print("| way | worth more, in hundredths | ± |\n|---|---|---|")
    for way, column in zip(ways, gained.T, strict=True):
        print(f"| {way.name} | {column.mean():+.3f} | {column.std() / len(rows) ** 0.5:.3f} |")


def way_of(text: str, lead: Lead) -> Way:
    simulations, *knobs = text.split()
    for knob in knobs:
        name, value = knob.split("=")
        lead = tuned(lead, getattr(search, name), float(value))
    return Way(text, int(simulations), lead)


def game(
    real: Desk, ways: list[Way], judge: Judge, given: argparse.Namespace, seed: str
) -> list[list[float]]:
    """A row for each decision looked at: what each way's choice is worth beside the first's."""
    rng, rows = random.Random(seed), []
    begin(real, given.players, rng)
    while (seat := to_decide(real)) != OVER:
        options, _ = real.propose(real.mind.learned)
        option = options[0]
        if len(options) > 1:
            real.mind.code.root_of(real.papers, real.tree)
            view, mark = real.papers.hidden[0].copy(), rng.getrandbits(40)
            is_sealed, option = found(judge.own, view, seat, PLAYED_WITH, real.mind.learned, mark)
            if rng.random() < given.part and not is_sealed:
                rows.append(compared(real.states[0].copy(), view, seat, ways, judge, mark))
        real.play(option)
    return rows


def compared(
    state: Any, view: Any, seat: int, ways: list[Way], judge: Judge, seed: int
) -> list[float]:
    """What the choices of all ways are worth at one decision, beside that of the first."""
    picks = [found(judge.own, view, seat, way.simulations, way.lead, seed)[1] for way in ways]
    if len(set(picks)) == 1:
        return [0.0] * len(picks)
    worth = {pick: judge.worth(state, seat, pick, seed) for pick in set(picks)}
    return [worth[pick] - worth[picks[0]] for pick in picks]


def found(
    desk: Desk, view: Any, seat: int, simulations: int, lead: Lead, seed: int
) -> tuple[bool, int]:
    """Whether the decision is sealed, and what a search chooses."""
    rng = random.Random(seed)
    desk.forget()
    desk.sit(view, rng)
    desk.think(seat, simulations, None, lead)
    is_sealed, choices = desk.choices()
    return is_sealed, decide(is_sealed, choices, rng).option


if __name__ == "__main__":
    main()
