"""How fast the rules run here: every figure over several runs, with its middle and its spread.

`bench.report(["tammany"], bench.Effort()).to_json()` is a run over one game. What uses one core is
measured in this process's own time, so that others on the machine disturb it less; two cores and
starts by the clock on the wall.
"""

from __future__ import annotations

import itertools
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from twohalls.games import find_game
from twohalls.kernel import chance
from twohalls.kernel.batch import Batch, States
from twohalls.kernel.fast import FastGame
from twohalls.kernel.game import Game
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.sets import forbid_all, how_many, nth_action, room_for
from twohalls.source import commit

Clock = Callable[[], float]
OWN_TIME: Clock = time.process_time
ON_THE_WALL: Clock = time.perf_counter

PLAYERS = 4
TWO_CORES = 2
COMPILED = "random games, 1 core"
PLAIN = "random games, plain Python"
COPIED_AMONG = 64
FASTEST_TICK = 1e-9


@dataclass(frozen=True)
class Row:
    """One figure: what, in which unit, and the values of its runs."""

    game: str
    what: str
    unit: str
    runs: int
    median: float
    least: float
    most: float


@dataclass(frozen=True)
class Effort:
    """How long to measure: runs of each row, and how many games or steps a run has."""

    runs: int = 7
    compiled: int = 20_000
    plain: int = 30
    steps: int = 200_000
    batch: int = 4_096
    rounds: int = 60
    copies: int = 200_000
    starts: int = 5
    cold_starts: int = 1
    rivals: int = 20
    pgx: int = 1_024


QUICK = Effort(
    runs=2,
    compiled=50,
    plain=1,
    steps=500,
    batch=32,
    rounds=2,
    copies=500,
    starts=1,
    cold_starts=0,
    rivals=1,
    pgx=8,
)


@dataclass(frozen=True)
class Report:
    """All rows of one run, how many times as fast compiled play is, and what it depends on."""

    circumstances: dict[str, Any]
    rows: list[Row]
    compiled_to_plain: dict[str, float]
    not_installed: list[str]

    def to_json(self) -> dict[str, Any]:
        """Flat: the circumstances beside the rows."""
        fields = asdict(self)
        return {**fields.pop("circumstances"), **fields}


def report(
    games: Sequence[str], effort: Effort, follow: Callable[[Row], object] = lambda row: None
) -> Report:
    """Measure the games and, beside them, the other engines; `follow` hears of each row."""
    facts = circumstances()
    measured = []
    for row in itertools.chain(*(rows(name, effort) for name in games), rivals(effort)):
        follow(row)
        measured.append(row)
    return Report(facts, measured, _ratios(measured), missing_rivals())


def rows(name: str, effort: Effort) -> Iterator[Row]:
    """The rows of one game, in the order they are shown."""
    game = find_game(name)
    one, two = FastGame(game, cores=1), FastGame(game, cores=TWO_CORES)

    def row(what: str, unit: str, values: Sequence[float]) -> Row:
        return _row(game.title, what, unit, values)

    def games_a_second(fast: FastGame) -> list[float]:
        return _rates(effort.runs, effort.compiled, lambda n: _play(fast, n), _clock(fast))

    yield row(COMPILED, "games/s", games_a_second(one))
    plain = _rates(effort.runs, effort.plain, lambda n: _play_plain(game, n))
    yield row(PLAIN, "games/s", plain)
    yield row("random games, 2 cores", "games/s", games_a_second(two))
    for fast, cores in ((one, "1 core"), (two, "2 cores")):
        steps = [_batch_steps(fast, effort.batch) for _ in range(effort.runs)]
        yield row(f"batch steps, {cores}", "decisions/s", steps)
    for what, values in _in_step(one, two, effort).items():
        yield row(what, "decisions/s", values)
    asked = [_decide_from_python(one, effort.steps) for _ in range(effort.runs)]
    yield row("decisions from Python", "decisions/s", asked)
    stepped = [_step_from_python(one, effort.steps) for _ in range(effort.runs)]
    yield row("one step from Python", "µs", stepped)
    played = [_play_one(one, effort.steps) for _ in range(effort.runs)]
    yield row("decisions through `one`, checked", "decisions/s", played)
    inside = [_copy_inside(one, effort) for _ in range(effort.runs)]
    yield row("copy inside compiled code", "ns", inside)
    yield row("copy from Python", "µs", [_copy(one, effort) for _ in range(effort.runs)])
    copies = [_copy_plain(game, effort) for _ in range(effort.runs)]
    yield row("copy, plain Python", "µs", copies)
    yield from _starts(game, effort)
    yield row("size of a state", "bytes", [one.dtype.itemsize])


def circumstances() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "commit": commit(),
        "players": PLAYERS,
    }


def _ratios(measured: Sequence[Row]) -> dict[str, float]:
    """Compiled play over plain play, by the medians."""
    compiled = {row.game: row.median for row in measured if row.what == COMPILED}
    plain = {row.game: row.median for row in measured if row.what == PLAIN}
    return {game: compiled[game] / plain[game] for game in compiled}


def _row(game: str, what: str, unit: str, values: Sequence[float]) -> Row:
    middle = statistics.median(values)
    return Row(game, what, unit, len(values), middle, min(values), max(values))


def _rates(runs: int, n: int, work: Callable[[int], None], clock: Clock = OWN_TIME) -> list[float]:
    """Of each run, how many of n a second."""
    rates = []
    work(1)
    for _ in range(runs):
        rates.append(n / _seconds(lambda: work(n), clock))
    return rates


def _seconds(work: Callable[[], object], clock: Clock = OWN_TIME) -> float:
    start = clock()
    work()
    return max(clock() - start, FASTEST_TICK)


def _clock(fast: FastGame) -> Clock:
    return OWN_TIME if fast.cores == 1 else ON_THE_WALL


# --- Whole games -----------------------------------------------------------------------------


def _play(fast: FastGame, n: int) -> None:
    fast.play(n, PLAYERS, seed=7)


def _play_plain(game: Game, n: int) -> None:
    """The loop of `kernel/playout.py`, over lists."""
    rules = game.rules
    may, weights = [0] * room_for(rules.MOST_LEGAL), [0] * rules.MOST_LEGAL
    rng = chance.generator(7)
    for _ in range(n):
        state = game.new_state(PLAYERS, game.options({}))
        while (who := rules.actor(state)) != OVER:
            forbid_all(may)
            rules.legal(state, may)
            choices, choice = how_many(may), 0
            if choices > 1 and who == CHANCE:
                rules.chance_weights(state, weights)
                choice = chance.draw_weighted(rng, weights, choices)
            elif choices > 1:
                choice = chance.draw(rng, choices)
            rules.apply(state, nth_action(may, choice))


# --- Steps and copies ------------------------------------------------------------------------


def _batch_steps(fast: FastGame, n: int) -> float:
    """Decisions a second of n games played in step to their ends, each choosing at random."""
    batch = fast.new(n, PLAYERS, seed=7)
    decisions = 0
    clock = _clock(fast)
    start = clock()
    while (going := int(np.count_nonzero(batch.actors != OVER))) > 0:
        fast.step(batch, fast.choose(batch), check=False)
        decisions += going
    return decisions / max(clock() - start, FASTEST_TICK)


def _in_step(one: FastGame, two: FastGame, effort: Effort) -> dict[str, list[float]]:
    """Decisions a processor second of games long past their first ends, the rows in turn."""
    ways: dict[str, Callable[[], int]] = {
        "in step, at random inside": _walking(one, effort),
        "in step, at random inside, 2 threads": _walking(two, effort),
        "in step, chosen from Python": _stepping(one, effort, lambda batch: None),
        "in step, with packed masks": _stepping(one, effort, lambda batch: batch.packed),
    }
    if one.observed:
        ways["in step, with observations"] = _stepping(one, effort, one.observe)
        if find_spec("gymnasium"):
            ways["in step, through envs.vector"] = _through_vector(one, effort)
    found: dict[str, list[float]] = {what: [] for what in ways}
    for _ in range(effort.runs):
        for what, way in ways.items():
            start = OWN_TIME()
            decisions = way()
            found[what].append(decisions / max(OWN_TIME() - start, FASTEST_TICK))
    return found


def _long_begun(fast: FastGame, effort: Effort) -> Batch:
    """Games in all their phases."""
    batch = fast.new(effort.batch, PLAYERS, seed=7)
    fast.walk(batch, 5 * effort.rounds, restart=True)
    return batch


def _walking(fast: FastGame, effort: Effort) -> Callable[[], int]:
    batch = _long_begun(fast, effort)
    return lambda: fast.walk(batch, effort.rounds, restart=True)


def _stepping(fast: FastGame, effort: Effort, ask: Callable[[Batch], Any]) -> Callable[[], int]:
    batch = _long_begun(fast, effort)

    def way() -> int:
        for _ in range(effort.rounds):
            ask(batch)
            fast.step(batch, fast.choose(batch), restart=True, check=False)
        return effort.rounds * len(batch)

    return way


def _through_vector(fast: FastGame, effort: Effort) -> Callable[[], int]:
    """Observation, mask and check in each step, as a learner has them."""
    from twohalls import envs

    env = envs.vector(fast.game.name, PLAYERS, games=effort.batch, cores=1)
    env.reset(seed=7)
    fast.walk(env.batch, 5 * effort.rounds, restart=True)

    def way() -> int:
        for _ in range(effort.rounds):
            env.step(fast.choose(env.batch))
        return effort.rounds * effort.batch

    return way


def _decide_from_python(fast: FastGame, steps: int) -> float:
    """Decisions a second, chance included: ask what is legal, choose, step."""
    code, row = fast.code, fast.row()
    first = _first_state(fast)
    states = first.copy()
    source = random.Random(7)
    draws = [source.random() for _ in range(1009)]
    start = OWN_TIME()
    for number in range(steps):
        choices = code.choices(states, 0, row)
        code.step(states, 0, row[int(draws[number % 1009] * choices)])
        if code.whose(states, 0) == OVER:
            states = first.copy()
    return steps / max(OWN_TIME() - start, FASTEST_TICK)


def _step_from_python(fast: FastGame, steps: int) -> float:
    """Microseconds of a step alone: one game's actions, over and over."""
    first = _first_state(fast)
    actions = _actions_of_a_game(fast, first.copy())
    step = fast.code.step
    spent, taken = 0.0, 0
    while taken < steps:
        states = first.copy()
        start = OWN_TIME()
        for action in actions:
            step(states, 0, action)
        spent += OWN_TIME() - start
        taken += len(actions)
    return spent / taken * 1e6


def _play_one(fast: FastGame, steps: int) -> float:
    """Decisions a second of a game that is asked what is legal and checks what it is told."""
    one, source = fast.one(PLAYERS, seed=7), random.Random(7)
    draws = [source.random() for _ in range(1009)]
    start = OWN_TIME()
    for number in range(steps):
        legal = one.legal
        one.step(legal[int(draws[number % 1009] * len(legal))])
        if one.over:
            one.reset(number)
    return steps / max(OWN_TIME() - start, FASTEST_TICK)


def _first_state(fast: FastGame) -> States:
    states = np.zeros(1, fast.dtype)
    options = np.array(fast.game.option_codes(fast.game.options({})), np.int64)
    fast.code.begin(states, 0, PLAYERS, options)
    return states


def _actions_of_a_game(fast: FastGame, states: States) -> list[int]:
    row, source = fast.row(), random.Random(7)
    actions = []
    while fast.code.whose(states, 0) != OVER:
        choices = fast.code.choices(states, 0, row)
        actions.append(int(row[source.randrange(choices)]))
        fast.code.step(states, 0, actions[-1])
    return actions


def _copy_inside(fast: FastGame, effort: Effort) -> float:
    """Nanoseconds of a copy among a few states, as a search makes them."""
    import numba

    states = np.zeros(COPIED_AMONG, fast.dtype)
    loop: Any = numba.njit(_copy_about)
    loop(states, 1)
    times = effort.copies * 10
    return _seconds(lambda: loop(states, times)) / times * 1e9


def _copy_about(states: States, times: int) -> None:
    for i in range(times):
        states[(i * 5 + 1) % len(states)] = states[i % len(states)]


def _copy(fast: FastGame, effort: Effort) -> float:
    states = np.zeros(2, fast.dtype)
    duplicate = fast.code.duplicate

    def work() -> None:
        for _ in range(effort.copies):
            duplicate(states, 0, states, 1)

    return _seconds(work) / effort.copies * 1e6


def _copy_plain(game: Game, effort: Effort) -> float:
    state = game.new_state(PLAYERS, game.options({}))
    times = max(1, effort.copies // 20)

    def work() -> None:
        for _ in range(times):
            state.copy()

    return _seconds(work) / times * 1e6


# --- From nothing to the first game ----------------------------------------------------------


def _starts(game: Game, effort: Effort) -> Iterator[Row]:
    """Seconds from a new process to its first compiled game, without and with what is kept."""
    with tempfile.TemporaryDirectory() as folder:
        caches = [str(Path(folder) / f"cold{run}") for run in range(effort.cold_starts)]
        if caches:
            cold = [_start(game, cache) for cache in caches]
            yield _row(game.title, "cold start, compiling", "s", cold)
        cache = caches[-1] if caches else None
        warm = [_start(game, cache) for _ in range(effort.starts)]
        yield _row(game.title, "warm start", "s", warm)


def _start(game: Game, cache: str | None) -> float:
    program = f"import twohalls; twohalls.fast({game.name!r}).play(1, {PLAYERS}, seed=7)"
    environment = dict(os.environ)
    if cache is not None:
        environment["TWOHALLS_CACHE"] = cache
    command = [sys.executable, "-c", program]
    return _seconds(
        lambda: subprocess.run(command, env=environment, check=True, capture_output=True),
        ON_THE_WALL,
    )


# --- Others ----------------------------------------------------------------------------------


def rivals(effort: Effort) -> Iterator[Row]:
    """Other engines under random play on one core, those that are installed."""
    if find_spec("catanatron"):
        yield from _measured("catanatron: Catan, 4 players", _catanatron, effort)
    if find_spec("pyspiel"):
        yield from _measured("OpenSpiel: backgammon", _open_spiel, effort)
    if find_spec("pgx"):
        way = _pgx(effort)
        rates = _rates(effort.runs, effort.pgx * effort.rounds, way)
        yield _row("pgx: backgammon", f"{effort.pgx:,} games in step", "decisions/s", rates)


def missing_rivals() -> list[str]:
    return [name for name in ("catanatron", "pyspiel", "pgx") if not find_spec(name)]


def _measured(name: str, play: Callable[[int], int], effort: Effort) -> Iterator[Row]:
    games, decisions = [], []
    play(0)
    for seed in range(effort.runs):
        start = OWN_TIME()
        taken = sum(play(seed * effort.rivals + game) for game in range(effort.rivals))
        spent = max(OWN_TIME() - start, FASTEST_TICK)
        games.append(effort.rivals / spent)
        decisions.append(taken / spent)
    yield _row(name, "random games", "games/s", games)
    yield _row(name, "random games", "decisions/s", decisions)


def _catanatron(seed: int) -> int:
    """One random game of four; returns how many actions it had."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def _open_spiel(seed: int) -> int:
    """One random game, chance included, driven from Python as its users do."""
    import pyspiel

    source = random.Random(seed)
    state = pyspiel.load_game("backgammon").new_initial_state()
    taken = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, odds)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
        taken += 1
    return taken


def _pgx(effort: Effort) -> Callable[[int], None]:
    """Random games in step, compiled by JAX, each begun anew where it ended."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make("backgammon")
    step = auto_reset(game.step, game.init)

    def decide(state: Any, key: Any) -> Any:
        choice, luck = jax.random.split(key)
        action = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask))
        return step(state, action, luck)

    keys = jax.random.split(jax.random.key(7), effort.pgx)
    states = jax.jit(jax.vmap(game.init))(keys)
    decide_all = jax.jit(jax.vmap(decide))

    def way(decisions: int) -> None:
        nonlocal states, keys
        for _ in range(-(-decisions // effort.pgx)):
            keys = jax.vmap(jax.random.split)(keys)[:, 0]
            states = decide_all(states, keys)
        jax.block_until_ready(states)

    return way


# --- Where this runs -------------------------------------------------------------------------


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
