"""A policy that learns by playing against itself, in NumPy alone, in minutes on two cores.

python examples/learn.py tammany --players 3 --rounds 40 --out curve.csv

Each round plays whole games in step, then learns from them several times over (proximal policy
optimisation): what turned out better for a seat than it expected becomes likelier, the rest less
likely, and nothing by much at once. A game is worth the win, and the lead in points. The curve is
the share of wins of the policy, at one seat, against others that play anything: a row for every
five rounds, with the games and decisions it has learned from.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

# The same sums, hence the same curve, on any number of cores.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

import twohalls
from twohalls.kernel.rules import OVER

HIDDEN = 64
RATE = 1e-3
BATCH = 1024
TIMES = 3
FAR = 0.95
CLIP = 0.2
BONUS = 0.01


class Policy:
    """One hidden layer, and from it how likely each action is and what a position is worth."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = [(inputs, HIDDEN), (1, HIDDEN), (HIDDEN, actions), (1, actions), (HIDDEN, 1)]
        scales = [inputs**-0.5, 0, 0.01, 0, 0.01]
        self.parts = [
            (rng.standard_normal(size) * scale).astype(np.float32)
            for size, scale in zip(sizes, scales, strict=True)
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def look(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Hidden layer, chances of actions, worth."""
        inner, inner_bias, outer, outer_bias, judge = self.parts
        hidden = np.tanh(seen @ inner + inner_bias)
        scores = np.where(mask, hidden @ outer + outer_bias, -1e9)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), (hidden @ judge)[:, 0]

    def learn(self, seen: Any, mask: Any, done: Any, likely: Any, better: Any, aim: Any) -> None:
        """One step along the gradient; what is already much likelier than it was is left alone."""
        _, _, outer, _, judge = self.parts
        hidden, chances, worth = self.look(seen, mask)
        rows = np.arange(len(done))
        grown = chances[rows, done] / likely
        enough = np.where(better > 0, grown > 1 + CLIP, grown < 1 - CLIP)
        pull = np.where(enough, 0, better * grown)
        surprise = np.log(chances + 1e-9)
        evenness = chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
        slope = chances * pull[:, None] + BONUS * evenness
        slope[rows, done] -= pull
        slope /= len(done)
        miss = ((worth - aim) / len(done))[:, None]
        back = (slope @ outer.T + miss @ judge.T) * (1 - hidden**2)
        self._move(
            [
                seen.T @ back,
                back.sum(axis=0, keepdims=True),
                hidden.T @ slope,
                slope.sum(axis=0, keepdims=True),
                hidden.T @ miss,
            ]
        )

    def _move(self, slopes: list[Any]) -> None:
        """Adam."""
        self.steps += 1
        for part, slope, mean, square in zip(
            self.parts, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = square / (1 - 0.999**self.steps)
            part -= RATE * (mean / (1 - 0.9**self.steps)) / (np.sqrt(fair) + 1e-8)


def tamed(seen: Any) -> Any:
    """Large numbers brought near to 1."""
    return np.sign(seen) * np.log1p(np.abs(seen))


def drawn(chances: Any, rng: np.random.Generator) -> Any:
    """An action for each row, as likely as its chance."""
    return (np.cumsum(chances, axis=1) > rng.random((len(chances), 1))).argmax(axis=1)


def play(games: Any, policy: Policy, n: int, players: int, seed: int, alone: bool) -> Any:
    """Whole games; alone: only seat i % players of game i is the policy's, others do anything."""
    rng = np.random.default_rng(seed)
    batch = games.new(n, players, seed=seed)
    told: list[tuple[Any, ...]] = []
    while (batch.actors != OVER).any():
        actions = games.choose(batch).copy()
        asked = batch.counts > 1  # who has no choice need not think
        own = np.flatnonzero(asked & (batch.actors == np.arange(n) % players) if alone else asked)
        if own.size:
            seen, mask = tamed(games.observe(batch)[own]), batch.mask[own] != 0
            _, chances, worth = policy.look(seen, mask)
            actions[own] = done = drawn(chances, rng)
            likely = chances[np.arange(len(own)), done]
            told.append((seen, mask, done, likely, worth, own, batch.actors[own]))
        games.step(batch, actions)
    shares = batch.won / batch.won.sum(axis=1, keepdims=True)
    ahead = batch.points - batch.points.mean(axis=1, keepdims=True)
    return told, shares, shares - 1 / players + ahead / (ahead.std() + 1e-9)


def credited(told: list[tuple[Any, ...]], gained: Any) -> Any:
    """How much better each decision was than expected: by what was expected of the seat's next,
    and less and less by what came after that."""
    coming, trace = gained.astype(np.float32), np.zeros(gained.shape, np.float32)
    better = []
    for *_, worth, where, who in reversed(told):
        trace[where, who] = coming[where, who] - worth + FAR * trace[where, who]
        coming[where, who] = worth
        better.append(trace[where, who])
    return np.concatenate(better[::-1])


def study(policy: Policy, told: list[tuple[Any, ...]], gained: Any, rng: Any) -> int:
    """Learn from games, several times over; of how many decisions."""
    better = credited(told, gained)
    seen, mask, done, likely, worth = (
        np.concatenate(column) for column in list(zip(*told, strict=True))[:5]
    )
    aim, by = worth + better, (better - better.mean()) / (better.std() + 1e-3)
    for _ in range(TIMES):
        order = rng.permutation(len(done))
        for part in np.array_split(order, max(1, len(done) // BATCH)):
            policy.learn(seen[part], mask[part], done[part], likely[part], by[part], aim[part])
    return len(done)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a game by playing against oneself.")
    parser.add_argument("game", choices=list(twohalls.GAMES))
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=128, help="games a round")
    parser.add_argument("--matches", type=int, default=300, help="games against chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the curve as CSV")
    asked = parser.parse_args()
    games = twohalls.fast(asked.game)
    policy = Policy(games.observed, games.actions, asked.seed)
    rng = np.random.default_rng(asked.seed)
    rows, decisions = ["games,decisions,wins"], 0
    for number in range(asked.rounds + 1):
        if number % 5 == 0:
            _, shares, _ = play(games, policy, asked.matches, asked.players, 10**6 + number, True)
            wins = shares[np.arange(len(shares)), np.arange(len(shares)) % asked.players].mean()
            rows.append(f"{number * asked.games},{decisions},{wins:.3f}")
            print(rows[-1], flush=True)
        if number == asked.rounds:
            break
        told, _, gained = play(
            games, policy, asked.games, asked.players, asked.seed + number, False
        )
        decisions += study(policy, told, gained, rng)
    if asked.out:
        asked.out.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
