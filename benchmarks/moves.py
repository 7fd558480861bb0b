"""The server's processor time for a move, by this source tree and by another, in turn.

    git worktree add ../before COMMIT
    python benchmarks/moves.py ../before/src

Each tree serves in a process of its own, this file again with `--serve`, on a database file of its
own; both are asked by the same client, `twohalls.web.bench` of this tree.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"
OFTEN = 1e9


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("other", type=Path, nargs="?", help="the other tree's src")
    wanted.add_argument("--runs", type=int, default=5)
    wanted.add_argument("--only", action="append", help="rows that begin so")
    wanted.add_argument("--serve", metavar="FILE", help="be one of the trees, on this database")
    given = wanted.parse_args()
    if given.serve:
        serve(given.serve)
    else:
        asyncio.run(compare(given))


def serve(database: str) -> None:
    """Serve without limits; of the settings those that this tree knows."""
    import socket

    from twohalls.server import settings
    from twohalls.web.app import create_app
    from twohalls.web.serve import Server

    often = settings.Rate(OFTEN, OFTEN)
    wanted = {
        "database": f"sqlite:///{database}",
        **dict.fromkeys(("create_rate", "post_rate", "look_rate"), often),
        **dict.fromkeys(("most_streams", "streams_each"), 2000),
        "pace": 0,
        "warm": False,
    }
    known = settings.Settings.__annotations__
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(listening.getsockname()[1], flush=True)
    of_host = settings.Settings(**{name: wanted[name] for name in wanted if name in known})
    Server(create_app(of_host), log_level="warning").run([listening])


async def compare(given: argparse.Namespace) -> None:
    from twohalls.web.bench import PROCESSOR_TIME, end_when_told, processor_time

    end_when_told()
    rows = [row for row in PROCESSOR_TIME if row.startswith(tuple(given.only or [""]))]
    trees = [given.other.resolve(), HERE] if given.other else [HERE]
    with tempfile.TemporaryDirectory() as folder:
        servers = [start(tree, f"{folder}/{n}.db") for n, tree in enumerate(trees)]
        try:
            ports = [int(said(server)) for server in servers]
            for row in rows:
                found: list[list[float]] = [[] for _ in trees]
                for run in range(given.runs + 1):
                    for times, port, server in zip(found, ports, servers, strict=True):
                        used = await processor_time(port, server.pid, row)
                        if run:  # in the first everything is loaded
                            times.append(used)
                report(row, found)
        finally:
            for server in servers:
                server.terminate()
                server.wait()


def report(row: str, found: list[list[float]]) -> None:
    told = [f"{statistics.median(t):.2f} ms ({min(t):.2f}–{max(t):.2f})" for t in found]
    if len(found) == 2:
        gains = [ours / theirs for theirs, ours in zip(*found, strict=True)]
        told.append(f"{statistics.median(gains):.2f} of it ({min(gains):.2f}–{max(gains):.2f})")
    print(f"{row}: {' → '.join(told)}", flush=True)


def start(tree: Path, database: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, __file__, "--serve", database],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


if __name__ == "__main__":
    main()
