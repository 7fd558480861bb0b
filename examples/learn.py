"""A policy that learns by playing against itself, in NumPy alone, in minutes on two cores.

python examples/learn.py tammany --players 3 --rounds 40 --out curve.csv

Each round plays whole games in step, then follows the policy gradient: what a seat did in a game
that went well for it (the win, and the lead in points) becomes likelier, the rest less likely. The
curve is the share of wins of the policy, at one seat, against others that play anything: a row for
every five rounds, with the games and decisions it has learned from.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import twohalls
from twohalls.kernel.rules import OVER

HIDDEN = 64
RATE = 3e-3
BATCH = 4096
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

    def learn(self, seen: Any, mask: Any, done: Any, gained: Any) -> None:
        """One step along the gradient."""
        _, _, outer, _, judge = self.parts
        hidden, chances, worth = self.look(seen, mask)
        better = gained - worth
        better_by = (better / (better.std() + 1e-3))[:, None]
        surprise = np.log(chances + 1e-9)
        evenness = chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
        slope = chances * better_by + BONUS * evenness
        slope[np.arange(len(done)), done] -= better_by[:, 0]
        slope /= len(done)
        miss = (-better / len(done))[:, None]
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
    while (going := np.flatnonzero(batch.actors != OVER)).size:
        actions = games.choose(batch).copy()
        own = going[batch.actors[going] == going % players] if alone else going
        if own.size:
            seen, mask = tamed(games.observe(batch)[own]), batch.mask[own] != 0
            actions[own] = drawn(policy.look(seen, mask)[1], rng)
            told.append((seen.astype(np.float16), mask, actions[own], own, batch.actors[own]))
        games.step(batch, actions)
    shares = batch.won / batch.won.sum(axis=1, keepdims=True)
    ahead = batch.points - batch.points.mean(axis=1, keepdims=True)
    gained = shares - 1 / players + ahead / (ahead.std() + 1e-9)
    return [np.concatenate(column) for column in zip(*told, strict=True)], shares, gained


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
        told, _, gains = play(games, policy, asked.games, asked.players, asked.seed + number, False)
        seen, mask, done, where, who = told
        gained = gains[where, who].astype(np.float32)
        decisions += len(done)
        order = rng.permutation(len(done))
        for part in np.array_split(order, max(1, len(done) // BATCH)):
            policy.learn(seen[part].astype(np.float32), mask[part], done[part], gained[part])
    if asked.out:
        asked.out.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
