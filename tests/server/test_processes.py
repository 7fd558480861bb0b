"""Processes that think: whatever happens to them, games go on and none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx2
import pytest
from tests.serving import PLAIN, until


def children(parent: int) -> list[int]:
    """The processes that think, without the one that only watches over shared resources."""
    return [pid for pid, above, command in running() if above == parent and "spawn_main" in command]


def alive(pids: list[int]) -> list[int]:
    return [pid for pid, _, command in running() if pid in pids and "spawn_main" in command]


def running() -> list[tuple[int, int, str]]:
    """Every process: its number, its parent's, its command."""
    told = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    lines = (line.split(maxsplit=2) for line in told.stdout.splitlines())
    return [(int(pid), int(above), "".join(command)) for pid, above, *command in lines]


def play_until(table, version: int) -> None:
    """The person at the first seat plays anything until the table is that far."""
    person = table.api(1)
    end = time.monotonic() + 60
    while (view := person.view())["version"] < version:
        assert time.monotonic() < end, view
        if view["awaited"] == [1]:
            person.say(person.legal()[0], view["version"], str(view["version"]))
        else:
            time.sleep(0.02)


def test_a_process_that_is_killed_is_started_anew_and_the_game_goes_on(serve):
    server = serve(levels=("heeler",))
    table = server.new_table(kinds=("open", "heeler", "heeler"))
    play_until(table, 15)
    first = children(server.process.pid)
    assert first
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    play_until(table, 40)
    assert children(server.process.pid)
    assert not set(first) & set(children(server.process.pid))


def test_no_process_outlives_a_server_that_was_killed(serve):
    server = serve(levels=("heeler",))
    table = server.new_table(kinds=("open", "heeler", "heeler"))
    play_until(table, 15)
    found = children(server.process.pid)
    assert found
    server.kill()
    until(lambda: not alive(found))


def test_a_server_with_open_streams_ends_at_once_when_asked(serve):
    server = serve(levels=("heeler",))
    table = server.new_table(kinds=("open", "heeler", "heeler"))
    play_until(table, 15)
    found = children(server.process.pid)
    with table.api().stream() as first, table.api(1).stream() as second:
        assert next(first.iter_lines()) is not None
        server.stop()
        assert [line for line in second.iter_lines() if line.startswith("id:")]
    assert server.process.returncode is not None
    until(lambda: not alive(found))


@pytest.fixture
def crew(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`twohalls serve --workers 2`, and where it says that it listens."""
    command = [sys.executable, "-c", "from twohalls.cli import main; main()"]
    options = ["--workers", "2", "--port", "0", "--no-browser", "--database", database]
    quiet = {**os.environ, "TWOHALLS_WARM": "false", "PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(
        [*command, "serve", *options], env=quiet, stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    yield running, running.stdout.readline().split()[4]
    running.terminate()
    running.wait()
    running.stdout.close()


def test_several_workers_serve_one_port_and_one_that_dies_is_started_anew(crew):
    process, url = crew
    until(lambda: len(children(process.pid)) == 2 and is_well(url))
    first = children(process.pid)
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(set(children(process.pid)) - set(first)) == 1)
    assert is_well(url), "the other goes on"
    process.terminate()
    assert process.wait(timeout=60) == 0
    until(lambda: not alive([*first, *children(process.pid)]))


def is_well(url: str) -> bool:
    try:
        return httpx2.get(f"{url}healthz", timeout=20, verify=PLAIN).status_code == 200
    except httpx2.TransportError:
        return False
