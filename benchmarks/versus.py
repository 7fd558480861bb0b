"""The sachem of this source tree alone against a table full of another source tree's.

    git worktree add ../before COMMIT
    python benchmarks/versus.py tammany ../before/src --games 200 --budget 400sims
    python benchmarks/versus.py tammany src --games 100 --alone 4000sims --budget 400sims

Both get the view of their seat and the same simulations, or with a budget in seconds the same
processor time, on one thread; with `--alone` the one alone has another budget. The rules of both
trees must have the same actions, and what the other's states hold must be in this one's. The other
tree's opponents run in a process of their own, this file again with `--answer`.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from twohalls.bots import levels
from twohalls.bots import mind as minds
from twohalls.bots.budget import Budget, parse_budget
from twohalls.bots.mind import Choice, Desk, Mind, mind_of
from twohalls.games import find_game
from twohalls.kernel.rules import OVER


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("other", type=Path, nargs="?", help="the other tree's src")
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument("--games", type=int, default=200)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--budget", default="400sims")
    wanted.add_argument("--alone", help="the budget of the one alone, if it is another")
    wanted.add_argument("--answer", action="store_true", help="be the other tree")
    given = wanted.parse_args()
    mind = mind_of(find_game(given.game))
    budget = parse_budget(given.budget)
    minds.time = SimpleNamespace(monotonic=time.process_time)  # type: ignore[assignment]
    if given.answer:
        answer(mind, budget)
    else:
        match(mind, parse_budget(given.alone or given.budget), given)


def think(desk: Desk, seat: int, budget: Budget, rng: random.Random) -> int:
    """The option a sachem takes at a desk where a view lies."""
    deadline = None
    if budget.seconds is not None:
        deadline = time.process_time() + budget.seconds
    desk.think(seat, budget.simulations, deadline, desk.mind.learned)
    sealed, choices = desk.choices()
    decide = getattr(levels, "decide", before_there_was_decide)
    option: int = decide(sealed, choices, rng).option
    return option


def before_there_was_decide(sealed: bool, choices: list[Choice], rng: random.Random) -> Choice:
    """What older trees take."""
    if not sealed:
        return max(choices, key=lambda choice: (choice.tried, choice.value))
    total = sum(choice.part for choice in choices) or 1.0
    parts = [choice.part if choice.part >= levels.SELDOM * total else 0.0 for choice in choices]
    if not any(parts):
        parts = [float(choice.tried) for choice in choices]
    return rng.choices(choices, parts)[0]


def answer(mind: Mind, budget: Budget) -> None:
    """Answer questions line by line; the first line says where the fields of a view lie."""
    desk = mind.desk()
    places = json.loads(sys.stdin.readline())
    own = np.zeros(1, mind.dtype)
    for line in sys.stdin:
        seat, seed, view = json.loads(line)
        rng = random.Random(seed)
        seen = base64.b64decode(view)
        for name in mind.dtype.names or ():
            part = mind.dtype[name]
            own[name][0] = np.frombuffer(seen, part, 1, places[name])[0]
        desk.forget()
        desk.sit(own[0], rng)
        print(think(desk, seat, budget, rng), flush=True)


def match(mind: Mind, budget: Budget, given: argparse.Namespace) -> None:
    from twohalls.bots.arena import wilson
    from twohalls.bots.selfplay import begin, outcome, to_decide

    other = subprocess.Popen(
        [sys.executable, __file__, given.game, "--answer", "--budget", given.budget],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(given.other)},
    )
    assert other.stdin is not None
    assert other.stdout is not None
    places = {name: place[1] for name, place in (mind.dtype.fields or {}).items()}
    print(json.dumps(places), file=other.stdin, flush=True)
    real, desk = mind.desk(16), mind.desk()
    wins = 0.0
    for number in range(given.games):
        rng = random.Random(f"{given.seed}/{number}")
        alone = number % given.players
        begin(real, given.players, rng)
        while (seat := to_decide(real)) != OVER:
            options, _ = real.propose(mind.by_hand)
            option = options[0]
            if len(options) > 1:
                mind.code.root_of(real.papers, real.tree)
                view, seed = real.papers.hidden[0], rng.getrandbits(48)
                if seat == alone:
                    desk.forget()
                    desk.sit(view, random.Random(seed))
                    option = think(desk, seat, budget, random.Random(seed))
                else:
                    seen = base64.b64encode(view.tobytes()).decode()
                    print(json.dumps([seat, seed, seen]), file=other.stdin, flush=True)
                    option = int(other.stdout.readline())
            real.play(option)
        wins += outcome(real)[alone]
        low, high = wilson(wins, number + 1)
        print(f"{wins:g} of {number + 1}: {wins / (number + 1):.1%} ({low:.1%}–{high:.1%})")
    other.stdin.close()


if __name__ == "__main__":
    main()
