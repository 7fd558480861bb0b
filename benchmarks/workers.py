"""What more workers give, and what the database allows: `python -m benchmarks.workers [--short]`.

Tables on which people place bosses, each post waiting for its answer, at one worker and at several
of one PostgreSQL; where a table has a home, and where each move goes to another worker than the
last. All servers run from the beginning and are measured in turn. What counts on a machine that is
not alone is processor time; what one worker spends more among others than alone says how far more
of them would carry on free cores.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import re
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.postgres import Postgres

from twohalls.web.bench import (
    Http,
    Play,
    end_when_told,
    new_play,
    processor_seconds,
    served,
    unlimited,
)

NOTHING = "CREATE TABLE IF NOT EXISTS commits (text TEXT)"
ONE_ROW = "INSERT INTO commits (text) VALUES ('boss 1');"

QUIET = 0.2
"""Seconds in which workers with nothing to do spend less than a tick of their clocks."""
A_TICK = 1.5 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Hall:
    """Workers on one database, by their ports and processes."""

    name: str
    ports: tuple[int, ...]
    pids: tuple[int, ...]
    of_database: Callable[[], float]
    """The processor seconds that its database used so far, beside the workers."""


@dataclass(frozen=True)
class Run:
    """What a number of moves took: a second by the clock, and milliseconds of processors a move."""

    moves_a_second: float
    workers: float
    database: float
    clients: float


async def played(hall: Hall, tables: int, at_home: bool) -> Run:
    """Every table is played through its years, all at once.

    The years are three dozen moves, a game is some hundred; so that opening a table, as each worker
    does once, does not count ten times as much as in life, all are open before. What the moves make
    a worker do by itself, as to answer for who has nothing to choose, counts to its end.
    """
    count = len(hall.ports)
    plays = [await new_play(hall.ports[n % count]) for n in range(tables)]
    reached = [await _reach(hall, play, n, at_home) for n, play in enumerate(plays)]
    before, own = _seconds(hall), _own_seconds()
    started = time.perf_counter()
    moves = sum(await asyncio.gather(*map(_play, plays, reached)))
    took = time.perf_counter() - started
    await _until_quiet(hall)
    workers, database = (after - was for after, was in zip(_seconds(hall), before, strict=True))
    spent = (1000 * seconds / moves for seconds in (workers, database, _own_seconds() - own))
    return Run(moves / took, *spent)


async def _reach(hall: Hall, play: Play, number: int, at_home: bool) -> list[Http]:
    """Connections to the workers at which a table will be asked, and opened for each seat."""
    first = number % len(hall.ports)
    order = hall.ports[first:] + hall.ports[:first]
    reached = [await Http(port).open() for port in order[: 1 if at_home else None]]
    for http in reached:
        for token in play.tokens:
            bearer = f"Bearer {token}"
            await http.ask("GET", f"/api/v1/tables/{play.id}", Authorization=bearer)
    play.http.close()
    return reached


async def _until_quiet(hall: Hall) -> None:
    """Wait until the workers have nothing left to do."""
    spent, before = sum(_seconds(hall)), -1.0
    while spent - before > A_TICK:
        await asyncio.sleep(QUIET)
        before, spent = spent, sum(_seconds(hall))


async def _play(play: Play, reached: list[Http]) -> int:
    moves = 0
    for play.http in itertools.cycle(reached):
        if not await play.move():
            break
        moves += 1
    for http in reached:
        http.close()
    return moves


def _seconds(hall: Hall) -> tuple[float, float]:
    return sum(map(processor_seconds, hall.pids)), hall.of_database()


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def seconds_of(postgres: Postgres) -> float:
    """What all processes of PostgreSQL used so far, those that ended, too."""
    first = postgres.process.pid
    ended = Path(f"/proc/{first}/stat").read_text().rpartition(")")[2].split()[13:15]
    tick = os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    running = (processor_seconds(pid) for pid in (first, *map(int, children)))
    return sum(running) + sum(map(int, ended)) / tick


def commits_a_second(postgres: Postgres, clients: int, seconds: int) -> float:
    """What the database itself does for so many who each wait for their commit."""
    url = postgres.new_database()
    subprocess.run([postgres.programs / "psql", "-q", "-c", NOTHING, url], check=True)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(ONE_ROW)
        script.flush()
        command = [str(postgres.programs / "pgbench"), "-n", "-f", script.name, "-T", f"{seconds}"]
        command += ["-c", f"{clients}", "-j", "2", url]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(re.findall(r"tps = ([\d.]+)", said)[-1])


@contextlib.contextmanager
def halls(postgres: Postgres, counts: tuple[int, ...]) -> Iterator[list[Hall]]:
    """One worker on a file, and so many on databases of one PostgreSQL."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        started = []
        for kind, count in (("SQLite", 1), *(("PostgreSQL", count) for count in counts)):
            file = f"sqlite:///{folder}/tables.db"
            url = file if kind == "SQLite" else postgres.new_database()
            servers = [stack.enter_context(served(unlimited(url))) for _ in range(count)]
            spent = (lambda: 0.0) if kind == "SQLite" else lambda: seconds_of(postgres)
            ports, pids = zip(*servers, strict=True)
            started.append(Hall(f"{kind}, {count}", ports, pids, spent))
        yield started


def measure(counts: tuple[int, ...], tables: int, runs: int, seconds: int) -> None:
    postgres = Postgres()
    found: dict[str, list[Run]] = {}
    commits: dict[int, list[float]] = {}
    try:
        with halls(postgres, counts) as started:
            for hall in started:  # what only the first move of a process costs
                asyncio.run(played(hall, len(hall.ports), at_home=False))
            for _ in range(runs):
                for hall in started:
                    for at_home in (True, False) if len(hall.ports) > 1 else (True,):
                        name = hall.name + ("" if at_home else ", spread")
                        run = asyncio.run(played(hall, tables, at_home))
                        found.setdefault(name, []).append(run)
                for clients in sorted({1, *counts, tables}):
                    rate = commits_a_second(postgres, clients, seconds)
                    commits.setdefault(clients, []).append(rate)
    finally:
        postgres.close()
    _tell(found, commits, tables, runs)


def _tell(
    found: dict[str, list[Run]], commits: dict[int, list[float]], tables: int, runs: int
) -> None:
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{tables} tables at once, {runs} runs in turn, {os.cpu_count()} cores, load {load}\n")
    print("| workers | moves/s | workers ms | database ms | clients ms | workers' ms to one's |")
    print("|---|---|---|---|---|---|")
    alone = found["PostgreSQL, 1"]
    for name, of in found.items():
        ratios = [run.workers / one.workers for run, one in zip(of, alone, strict=True)]
        columns = [
            spread([run.moves_a_second for run in of], 0),
            *(spread([getattr(run, part) for run in of], 2) for part in PARTS),
            spread(ratios, 2),
        ]
        print(f"| {name} | {' | '.join(columns)} |")
    print("\n| clients that each wait for a commit | commits/s of PostgreSQL itself |\n|---|---|")
    for clients, rates in commits.items():
        print(f"| {clients} | {spread(rates, 0)} |")


PARTS = ("workers", "database", "clients")


def spread(values: list[float], digits: int) -> str:
    """Median, least and most."""
    middle, least, most = (
        f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values))
    )
    return f"{middle} ({least}–{most})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--short", action="store_true", help="only show that it works")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    end_when_told()
    if given.short:
        measure((1, 2), tables=4, runs=1, seconds=1)
    else:
        measure((1, 2, 4), tables=24, runs=given.runs, seconds=3)


if __name__ == "__main__":
    main()
