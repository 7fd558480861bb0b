"""Whole random games by this source tree and by another, in turn, in processor time.

    git worktree add ../before COMMIT
    python benchmarks/trees.py tammany ../before/src

Each tree plays in a process of its own, this file again with `--play`, and says what the points of
all games come to: where both list legal actions in the same order, they play the same games.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import twohalls

HERE = Path(__file__).resolve().parents[1] / "src"


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("other", type=Path, nargs="?", help="the other tree's src")
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument("--games", type=int, default=4000)
    wanted.add_argument("--runs", type=int, default=7)
    wanted.add_argument("--play", action="store_true", help="be one of the trees")
    given = wanted.parse_args()
    if given.play:
        play(given)
    else:
        compare(given)


def play(given: argparse.Namespace) -> None:
    """Play a run for each line."""
    fast = twohalls.fast(given.game, cores=1)
    fast.play(100, given.players, seed=1)
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.process_time()
        points, _ = fast.play(given.games, given.players, seed=7)
        print(time.process_time() - start, int(points.sum()), flush=True)


def compare(given: argparse.Namespace) -> None:
    trees = [given.other.resolve(), HERE]
    processes = [start(tree, given) for tree in trees]
    found: list[list[float]] = [[], []]
    for _ in range(given.runs):
        for rates, process in zip(found, processes, strict=True):
            assert process.stdin is not None
            print(file=process.stdin, flush=True)
            seconds, points = said(process).split()
            rates.append(given.games / float(seconds))
            print(f"{rates[-1]:10,.0f} games/s, {points} points in all")
    for tree, rates in zip(trees, found, strict=True):
        middle = statistics.median(rates)
        print(f"{tree}: {middle:,.0f} games/s ({min(rates):,.0f} to {max(rates):,.0f})")
    gains = [ours / theirs for theirs, ours in zip(*found, strict=True)]
    print(f"{statistics.median(gains):.2f} times as fast ({min(gains):.2f} to {max(gains):.2f})")


def start(tree: Path, given: argparse.Namespace) -> subprocess.Popen[str]:
    numbers = ["--players", str(given.players), "--games", str(given.games)]
    process = subprocess.Popen(
        [sys.executable, __file__, given.game, "--play", *numbers],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )
    assert said(process) == "ready"
    return process


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


if __name__ == "__main__":
    main()
