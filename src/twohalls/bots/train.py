"""Learning from games against itself: a valuation and leanings, with NumPy alone.

A generation plays games with what is known so far (see `bots.selfplay`), keeps what a network looks
at in quiet positions, and learns from who won and what a search found. The networks are small
enough that NumPy trains them in minutes, so nothing more is needed to repeat it.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.bots import drawing, weights
from twohalls.bots.mind import Mind, lead_from, mind_of
from twohalls.bots.search import Lead
from twohalls.bots.selfplay import Lesson, Plan, Reals, Rehearsal, Sample, duel, rehearse, study
from twohalls.games import find_game
from twohalls.kernel.errors import Malformed

HIDDEN = (48, 24)
BY_HAND = 1
"""The input that tells how far ahead a seat is, judged by hand."""

HAND_COUNTS = 0.5
QUIET_ENOUGH = 0.01
"""How quiet a position has to be for a valuation that has learned those half way, too."""
DECAY = 2e-3
BATCH = 256
GAMES_A_FILE = 250
DIVISIONS = tuple(hundredths / 100 for hundredths in range(80, 141, 2))
"""By how much opinions may be too sure of themselves."""


# --- Learning --------------------------------------------------------------------------------


class Network:
    """Two hidden layers and one opinion a seat; its gradient by hand, its steps by Adam."""

    def __init__(
        self,
        inputs: int,
        seed: int,
        begun: Lead | None = None,
        hidden: tuple[int, int] = HIDDEN,
    ) -> None:
        source = np.random.default_rng(seed)
        sizes = (inputs, *hidden, 1)
        self.layers = []
        for wide, narrow in pairwise(sizes):
            layer = source.normal(0, math.sqrt(0.5 / wide), (wide + 1, narrow)).astype(np.float32)
            layer[-1] = 0
            self.layers.append(layer)
        if begun is None:
            self._begin_by_hand()
        else:
            self._begin_with(begun)
        self.start = [layer.copy() for layer in self.layers]
        self.moments = [[np.zeros_like(layer) for layer in self.layers] for _ in range(2)]
        self.steps = 0

    def _begin_by_hand(self) -> None:
        """Two paths carry the valuation by hand through the layers: what is learned is added."""
        first, second, last = self.layers
        first[:, :2] = 0
        first[BY_HAND, :2] = 1, -1
        second[:, :2] = 0
        second[0, :2] = 1, -1
        second[1, :2] = -1, 1
        last[:] = 0
        last[:2, 0] = HAND_COUNTS, -HAND_COUNTS

    def _begin_with(self, begun: Lead) -> None:
        """What is known in the first units; the opinion of the others counts nothing yet."""
        known = (begun.net1, begun.net2, begun.net3[:, None])
        for layer, old in zip(self.layers, known, strict=True):
            wide, narrow = old.shape
            if layer is not self.layers[0]:
                layer[:, :narrow] = 0
            layer[: wide - 1, :narrow] = old[:-1]
            layer[-1, :narrow] = old[-1]

    def forward(self, x: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """What every layer makes of it, the last being opinions of shape (n, players)."""
        made = [x]
        for number, layer in enumerate(self.layers):
            x = x @ layer[:-1] + layer[-1]
            if number < len(self.layers) - 1:
                x = np.maximum(x, 0)
            made.append(x)
        return made

    def loss(self, sample: Sample) -> float:
        chances = softmax(self.forward(sample.seen)[-1][..., 0])
        return float(-(sample.won * np.log(chances + 1e-9)).sum(1).mean())

    def learn(self, sample: Sample, rate: float) -> None:
        made = self.forward(sample.seen)
        error = (softmax(made[-1][..., 0]) - sample.won)[..., None] / len(sample.seen)
        for number in range(len(self.layers) - 1, -1, -1):
            layer, x = self.layers[number], made[number]
            flat_x, flat = x.reshape(-1, x.shape[-1]), error.reshape(-1, error.shape[-1])
            slope = np.vstack([flat_x.T @ flat, flat.sum(0, keepdims=True)])
            if number:
                error = (error @ layer[:-1].T) * (x > 0)
            self._step(number, slope.astype(np.float32), rate)

    def _step(self, number: int, slope: NDArray[np.float32], rate: float) -> None:
        if number == len(self.layers) - 1:
            self.steps += 1
        first, second = self.moments[0][number], self.moments[1][number]
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        fair = math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        step = fair * first / (np.sqrt(second) + 1e-8)
        self.layers[number] -= rate * (step + DECAY * (self.layers[number] - self.start[number]))

    def temper(self, ended: Sequence[Sample]) -> float:
        """Divide the opinions so that chances come true in games that ended so; by how much."""
        sure = self.layers[-1]
        losses = {}
        for division in DIVISIONS:
            self.layers[-1] = sure / np.float32(division)
            losses[division] = _mean_loss(self, ended)
        best = min(losses, key=lambda division: losses[division])
        self.layers[-1] = sure / np.float32(best)
        return best

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "net1": self.layers[0],
            "net2": self.layers[1],
            "net3": self.layers[2][:, 0],
        }


def softmax(x: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(x - x.max(-1, keepdims=True))
    chances: NDArray[np.float32] = raised / raised.sum(-1, keepdims=True)
    return chances


def fit(
    samples: Sequence[Sample], checks: Sequence[Sample], plan: Plan, begun: Lead | None = None
) -> tuple[Network, list[tuple[float, float]]]:
    """A network for the samples, kept where it does best on the checks; and its learning curve."""
    network = Network(samples[0].seen.shape[-1], plan.seed, begun, plan.hidden)
    order = random.Random(plan.seed)
    groups = grouped(samples)
    held = grouped(checks)
    curve = []
    best, kept = math.inf, [layer.copy() for layer in network.layers]
    for epoch in range(plan.epochs):
        rate = 5e-4 * 0.5 * (1 + math.cos(math.pi * epoch / plan.epochs)) + 2e-5
        batches = [(group, low) for group in groups for low in range(0, len(group.seen), BATCH)]
        order.shuffle(batches)
        shuffled = {
            id(group): np.random.default_rng(order.getrandbits(32)).permutation(len(group.seen))
            for group in groups
        }
        for group, low in batches:
            rows = shuffled[id(group)][low : low + BATCH]
            network.learn(Sample(group.seen[rows], group.won[rows]), rate)
        curve.append((_mean_loss(network, groups), _mean_loss(network, held)))
        if curve[-1][1] < best:
            best, kept = curve[-1][1], [layer.copy() for layer in network.layers]
    network.layers = kept
    return network, curve


def grouped(samples: Sequence[Sample]) -> list[Sample]:
    """One sample a number of players."""
    by_players: dict[int, list[Sample]] = {}
    for sample in samples:
        by_players.setdefault(sample.won.shape[1], []).append(sample)
    return [
        Sample(
            np.concatenate([part.seen for part in parts]),
            np.concatenate([part.won for part in parts]),
        )
        for parts in by_players.values()
    ]


def _mean_loss(network: Network, groups: Sequence[Sample]) -> float:
    total = sum(network.loss(group) * len(group.seen) for group in groups)
    return total / sum(len(group.seen) for group in groups)


def fit_leanings(lessons: Sequence[Lesson], start: Reals) -> Reals:
    """Leanings under which the better options are the likelier ones."""
    leanings = start.copy()
    pairs = [
        (signs, wanted)
        for lesson in lessons
        for signs, wanted in zip(lesson.signs, lesson.wanted, strict=True)
    ]
    speed = np.zeros_like(leanings)
    for _ in range(150):
        slope = 0.02 * (leanings - start)
        for signs, wanted in pairs:
            likely = np.exp(np.clip(signs @ leanings, -9, 9))
            slope += signs.T @ (likely / likely.sum() - wanted) / len(pairs)
        speed = 0.9 * speed - 0.1 * slope
        leanings += speed
    return leanings


# --- A whole training ------------------------------------------------------------------------


def train(
    plan: Plan,
    folder: Path,
    cores: int,
    told: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> Path:
    """Generation after generation; what is finished in the folder is not done again."""
    folder.mkdir(parents=True, exist_ok=True)
    _same_plan(plan, folder)
    mind = mind_of(find_game(plan.game))
    _ = mind.code
    begun = mind.learned if plan.goes_on else None
    lead = begun or mind.by_hand
    kept: list[Sample] = []
    for generation in range(1, plan.generations + 1):
        file = folder / f"generation-{generation}.npz"
        started = time.monotonic()
        samples = _samples(plan, generation, lead, cores, folder, told)
        if not file.exists():
            split = max(1, len(samples) // 12)
            network, curve = fit([*kept, *samples[split:]], samples[:split], plan, begun)
            arrays = network.arrays()
            if plan.half_way is not None:
                arrays["calm"] = np.array(QUIET_ENOUGH)
            arrays["leanings"] = _leanings(plan, generation, lead, mind)
            division = network.temper(_ended(plan, generation, lead_from(mind, arrays)))
            arrays |= network.arrays()
            new = lead_from(mind, arrays)
            share = duel(plan, new, lead, plan.match, f"{plan.seed}/duel/{generation}")
            _store(file, arrays)
            facts = {
                "generation": generation,
                "games": len(samples),
                "seconds": round(time.monotonic() - started, 1),
                "loss": [[round(a, 5), round(b, 5)] for a, b in curve],
                "against_last": round(share, 3),
                "divided_by": division,
            }
            _note(folder, facts)
        kept += samples
        lead = lead_from(mind, weights.load(plan.game, file))
    (folder / "curve.svg").write_text(curve_picture(folder))
    return folder / f"generation-{plan.generations}.npz"


def _samples(
    plan: Plan,
    generation: int,
    lead: Lead,
    cores: int,
    folder: Path,
    told: Callable[[str, int, int], None],
) -> list[Sample]:
    """The games of a generation, kept in files of so many each."""
    least, most = mind_of(find_game(plan.game)).game.rules.PLAYERS
    jobs = [
        (plan, least + number % (most - least + 1), f"{plan.seed}/{generation}/{number}", lead)
        for number in range(plan.games)
    ]
    found: list[Sample] = []
    for low in range(0, plan.games, GAMES_A_FILE):
        file = folder / f"games-{generation}-{low + 1}.npz"
        if not file.exists():
            games = []
            for game in _played(jobs[low : low + GAMES_A_FILE], cores):
                games.append(game)
                told(f"Generation {generation}", low + len(games), plan.games)
            _keep(file, games)
        found += [game.sample(plan) for game in _kept(file)]
    return found


def _played(jobs: Sequence[tuple[Any, ...]], cores: int) -> Iterator[Rehearsal]:
    """The games in their order, over so many processes."""
    if cores == 1:
        yield from (rehearse(*job) for job in jobs)
        return
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield from pool.map(rehearse, *zip(*jobs, strict=True))


def _store(file: Path, arrays: dict[str, NDArray[Any]]) -> None:
    """All or nothing, should the machine stop in between."""
    part = file.with_suffix(".part.npz")
    save: Any = np.savez_compressed
    save(part, **arrays)
    part.replace(file)


def _keep(file: Path, games: Sequence[Rehearsal]) -> None:
    """A file of games as they were played, whatever is made of them later."""
    packed: dict[str, NDArray[Any]] = {}
    for number, game in enumerate(games):
        packed[f"seen{number}"] = game.seen.astype(np.float16)
        packed[f"told{number}"] = np.vstack([game.told, game.won])
        packed[f"beside{number}"] = np.array(game.beside)
    _store(file, packed)


def _kept(file: Path) -> Iterator[Rehearsal]:
    with np.load(file, allow_pickle=False) as stored:
        for number in range(len(stored.files) // 3):
            told = stored[f"told{number}"]
            seen = stored[f"seen{number}"].astype(np.float32)
            beside = int(stored[f"beside{number}"])
            yield Rehearsal(seen, told[:-1], beside, told[-1].tolist())


def _ended(plan: Plan, generation: int, lead: Lead) -> list[Sample]:
    """Games between equals one step ahead, with who won them."""
    least, most = mind_of(find_game(plan.game)).game.rules.PLAYERS
    equals = replace(plan, simulations=0, loose=0.0, stray=0.0)
    games = (
        rehearse(
            equals, least + number % (most - least + 1), f"{plan.seed}/{generation}/e{number}", lead
        )
        for number in range(plan.ended)
    )
    return grouped(
        [
            Sample(game.seen, np.tile(np.array(game.won, np.float32), (len(game.seen), 1)))
            for game in games
        ]
    )


def _leanings(plan: Plan, generation: int, lead: Lead, mind: Mind) -> Reals:
    least, most = mind.game.rules.PLAYERS
    lessons = [
        study(
            plan,
            least + number % (most - least + 1),
            f"{plan.seed}/study/{generation}/{number}",
            lead,
        )
        for number in range(max(3, plan.games // 40))
    ]
    return fit_leanings(lessons, mind.by_hand.leanings)


def _same_plan(plan: Plan, folder: Path) -> None:
    """A folder belongs to one plan, though it may be given more generations."""
    file = folder / "plan.json"
    asked = {key: value for key, value in asdict(plan).items() if key != "generations"}
    text = json.dumps(asked, indent=1)
    if file.exists() and json.loads(file.read_text()) != json.loads(text):
        raise Malformed("{folder} holds another training: choose another folder", folder=folder)
    file.write_text(text)


def _note(folder: Path, facts: dict[str, Any]) -> None:
    """What there is to say about a generation."""
    file = folder / "curve.json"
    notes = json.loads(file.read_text()) if file.exists() else []
    notes = [note for note in notes if note["generation"] != facts["generation"]]
    file.write_text(json.dumps([*notes, facts], indent=1))


def curve_picture(folder: Path) -> str:
    """Loss by epoch on games learned from and on games held back, generation after generation."""
    notes = json.loads((folder / "curve.json").read_text())
    points = [tuple(pair) for note in notes for pair in note["loss"]]
    low = min(min(pair) for pair in points)
    high = max(max(pair) for pair in points)
    wide, tall = 640, 260
    across = [40 + (wide - 60) * i / max(1, len(points) - 1) for i in range(len(points))]

    def course(column: int, colour: str) -> str:
        heights = ((high - pair[column]) / max(1e-9, high - low) for pair in points)
        there = [(x, 30 + (tall - 60) * share) for x, share in zip(across, heights, strict=True)]
        return drawing.line(there, colour)

    told = f"Loss {high:.3f} to {low:.3f}; blue: learned from, red: held back"
    shapes = [course(0, drawing.BLUE), course(1, drawing.RED), drawing.text(40, 18, told)]
    return drawing.sheet("Learning curve", wide, tall, shapes)
