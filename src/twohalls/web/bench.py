"""How the server does on this machine: `python -m twohalls.web.bench [--short]`."""

from __future__ import annotations

import asyncio
import html
import json
import multiprocessing
import os
import re
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from twohalls import games
from twohalls.server.settings import Rate, Settings
from twohalls.web.weights import weigh

SHORT = "--short" in sys.argv
TABLES = 10 if SHORT else 100
WATCHERS = 10 if SHORT else 100
IDLE = 100 if SHORT else 1000
PLAYS = 2 if SHORT else 6
GAMES = 1 if SHORT else 6
BROWSER = "gzip, deflate, br, zstd"
"""What a browser says it can read."""
SEATS = [{"name": name} for name in ("Ada", "Bert", "Cleo")]
TURN = ("boss 1", "boss 2", "end")
YEARS = 4
SHOWN = re.compile(r'data-stream="([^"]+)" data-(base|stamp)="([^"]+)"')
"""Where a page says what it shows: by its base, or in earlier releases by the table's stamp."""


@dataclass
class Report:
    """All figures of one run; rates a second, times in milliseconds, weights in bytes."""

    commits_a_second: float = 0
    moves_a_second: float = 0
    processor_time_a_move: dict[str, float] | None = None
    post_to_last_watcher_median: float = 0
    post_to_last_watcher_worst: float = 0
    bytes_of_a_change: dict[str, dict[str, float]] | None = None
    bytes_of_a_first_load: dict[str, int] | None = None
    memory_of_an_idle_stream: float = 0
    memory_of_a_speaking_stream: float = 0


class Http:
    """One kept connection, with as much of HTTP as is needed here."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> Http:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Status, headers and body of an answer."""
        status, found = await self.begin(method, path, body, **headers)
        length = int(found.get("content-length", 0))
        return status, found, await self.reader.readexactly(length)

    async def begin(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        given = {"Host": "localhost", **{k.replace("_", "-"): v for k, v in headers.items()}}
        content = b""
        if isinstance(body, bytes):
            content = body
            given["Content-Type"] = "application/x-www-form-urlencoded"
        elif body is not None:
            content = json.dumps(body).encode()
            given["Content-Type"] = "application/json"
        if body is not None:
            given["Content-Length"] = str(len(content))
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        found: dict[str, str] = {}
        for line in head[1:]:
            name, _, value = line.partition(": ")
            found.setdefault(name.lower(), value)
        return int(head[0].split()[1]), found

    async def chunk(self) -> bytes:
        """The next piece of a stream."""
        size = int((await self.reader.readline()).strip(), 16)
        piece = await self.reader.readexactly(size)
        await self.reader.readexactly(2)
        return piece

    def close(self) -> None:
        self.writer.close()


class Play:
    """A table on which three people place bosses, turn after turn."""

    def __init__(self, http: Http, made: dict[str, Any], first: int) -> None:
        self.http = http
        self.id = made["id"]
        self.watch = made["watch"]
        self.version = made["version"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.cookies: list[str] = []
        self.lines = self._lines(first)

    def _lines(self, first: int) -> Iterator[tuple[int, str]]:
        for _ in range(YEARS):
            for turn in range(len(SEATS)):
                for line in TURN:
                    yield (first - 1 + turn) % len(SEATS) + 1, line

    async def move(self) -> bool:
        """One accepted line; False when the years without an election are over."""
        step = next(self.lines, None)
        if step is None:
            return False
        seat, line = step
        body = {"seat": seat, "version": self.version, "key": f"{self.version}", "line": line}
        status, _, answer = await self.http.ask(
            "POST",
            f"/api/v1/tables/{self.id}/moves",
            body,
            **self._rights(seat),
        )
        if status != 200:
            raise RuntimeError(answer.decode())
        self.version = json.loads(answer)["version"]
        return True

    def _rights(self, seat: int) -> dict[str, str]:
        """A seat's token; once somebody sat down, what their browser was given for it."""
        if self.cookies:
            return {"Cookie": self.cookies[seat - 1]}
        return {"Authorization": f"Bearer {self.tokens[seat - 1]}"}

    async def sit_down(self) -> None:
        """Let each of the three have a browser."""
        for token in self.tokens:
            _, found, _ = await self.http.ask("POST", f"/j/{token}", b"name=Ada")
            self.cookies.append(found["set-cookie"].partition(";")[0])

    async def move_on_the_page(self) -> bool:
        """The same as a page's script posts it."""
        step = next(self.lines, None)
        if step is None:
            return False
        seat, line = step
        body = urlencode({"seat": seat, "version": self.version, "line": line}).encode()
        status, found, answer = await self.http.ask(
            "POST", f"/t/{self.id}/move", body, Cookie=self.cookies[seat - 1], X_Script="1"
        )
        if status != 204:
            raise RuntimeError(answer.decode())
        self.version = int(found["x-version"])
        return True


async def new_play(port: int) -> Play:
    http = await Http(port).open()
    status, _, answer = await http.ask(
        "POST", "/api/v1/tables", {"game": games.GAMES[0], "seats": SEATS}
    )
    assert status == 201, answer
    made = json.loads(answer)
    token = f"Bearer {made['watch']}"
    _, _, view = await http.ask("GET", f"/api/v1/tables/{made['id']}", Authorization=token)
    return Play(http, made, json.loads(view)["awaited"][0])


async def moves_a_second(port: int) -> float:
    """Over many tables at once, each post waiting for its answer."""
    plays = [await new_play(port) for _ in range(TABLES)]

    async def run(play: Play) -> int:
        moves = 0
        while await play.move():
            moves += 1
        play.http.close()
        return moves

    started = time.perf_counter()
    moves = sum(await asyncio.gather(*map(run, plays)))
    return moves / (time.perf_counter() - started)


async def watch(port: int, play: Play, count: int) -> list[Http]:
    """Open streams of the table's page, as spectators' browsers do."""
    http = await Http(port).open()
    _, found, _ = await http.ask("GET", f"/w/{play.watch}")
    http.close()
    return await streams_of(port, play, found["set-cookie"].partition(";")[0], count)


async def streams_of(port: int, play: Play, cookie: str, count: int) -> list[Http]:
    http = await Http(port).open()
    _, _, page = await http.ask("GET", f"/t/{play.id}", Cookie=cookie)
    http.close()
    [[stream, name, shown]] = SHOWN.findall(page.decode())
    path = f"{html.unescape(stream)}&{name}={shown}"
    streams = []
    for _ in range(count):
        opened = await Http(port).open()
        status, _ = await opened.begin("GET", path, Cookie=cookie, Accept_Encoding=BROWSER)
        assert status == 200
        await opened.chunk()
        streams.append(opened)
    return streams


Say = Callable[[Play], Awaitable[bool]]
PROCESSOR_TIME: dict[str, tuple[int, int, Say]] = {
    "api, nobody watches": (0, 0, Play.move),
    "api, three watch": (3, 0, Play.move),
    "page, three watch": (3, 0, Play.move_on_the_page),
    f"api, {WATCHERS} watch": (0, WATCHERS, Play.move),
}
"""How many of those who sit there watch, how many others, and how moves are made."""


async def processor_time(port: int, pid: int, row: str) -> float:
    """Milliseconds of the server's processor for one accepted move."""
    sitting, looking, move = PROCESSOR_TIME[row]
    plays = [await new_play(port) for _ in range(1 if looking else PLAYS)]
    streams = []
    for play in plays:
        await play.sit_down()
        for cookie in play.cookies[:sitting]:
            streams += await streams_of(port, play, cookie, 1)
        if looking:
            streams += await watch(port, play, looking)
    reading = [asyncio.ensure_future(read_on(stream)) for stream in streams]
    moves, before = 0, processor_seconds(pid)
    for play in plays:
        play.http = await Http(port).open()
        while await move(play):
            moves += 1
            if looking:
                await asyncio.sleep(0.05)  # until all have heard of it
    await asyncio.sleep(0.2)
    used = processor_seconds(pid) - before
    for task in reading:
        task.cancel()
    for stream in streams:
        stream.close()
    return round(1000 * used / moves, 2)


async def read_on(stream: Http) -> None:
    while True:
        await stream.chunk()


def processor_seconds(pid: int) -> float:
    """What a process has used so far; 0 where the system does not say."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


async def watchers(port: int, pid: int, report: Report) -> None:
    play = await new_play(port)
    before = resident(pid)
    streams = await watch(port, play, WATCHERS)
    times = []
    while True:
        waiting = [asyncio.ensure_future(stream.chunk()) for stream in streams]
        started = time.perf_counter()
        if not await play.move():
            break
        await asyncio.gather(*waiting)
        times.append(1000 * (time.perf_counter() - started))
        await asyncio.sleep(0.05)
    report.memory_of_a_speaking_stream = (resident(pid) - before) / WATCHERS
    for task in waiting:
        task.cancel()
    for stream in streams:
        stream.close()
    report.post_to_last_watcher_median = statistics.median(times)
    report.post_to_last_watcher_worst = max(times)


async def idle_memory(port: int, pid: int) -> float:
    play = await new_play(port)
    streams = await watch(port, play, IDLE // 50)  # with the first the page itself is loaded
    await asyncio.sleep(0.5)
    before = resident(pid)
    streams += await watch(port, play, IDLE)
    await asyncio.sleep(0.5)
    used = resident(pid) - before
    for stream in streams:
        stream.close()
    return used / IDLE


async def first_load(port: int, game: str) -> int:
    """Page, styles, script and icon, as they travel."""
    http = await Http(port).open()
    status, found, answer = await http.ask("POST", "/api/v1/tables", {"game": game, "seats": SEATS})
    made = json.loads(answer)
    status, found, _ = await http.ask("GET", f"/w/{made['watch']}")
    cookie = found["set-cookie"].partition(";")[0]
    path = f"/t/{made['id']}"
    status, found, plain = await http.ask("GET", path, Cookie=cookie)
    assert status == 200
    links = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', plain.decode()))
    total = 0
    for address in (path, *links):
        _, _, body = await http.ask("GET", address, Cookie=cookie, Accept_Encoding=BROWSER)
        total += len(body)
    http.close()
    return total


def commits_a_second(folder: Path) -> float:
    """What the disk allows: one row a commit, as safe as the server's own."""
    db = sqlite3.connect(folder / "raw.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)")
    commits, started = 0, time.perf_counter()
    while time.perf_counter() - started < 1:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO entries (text) VALUES ('boss 1')")
        db.execute("COMMIT")
        commits += 1
    db.close()
    return commits / (time.perf_counter() - started)


def resident(pid: int) -> int:
    """Bytes in memory; 0 where the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def serve(settings: Settings, pipe: Any) -> None:
    """A server in a process of its own, which tells where it listens."""
    import socket
    import threading

    from twohalls.server.opponents import end_with_parent
    from twohalls.web.app import create_app
    from twohalls.web.serve import Server

    threading.Thread(target=end_with_parent, daemon=True).start()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    pipe.send(listening.getsockname()[1])
    Server(create_app(settings), log_level="warning").run([listening])


def end_when_told() -> None:
    """Whoever is told to end takes along the servers that it started."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def unlimited(database: str, **changes: Any) -> Settings:
    """Settings for clients that ask as often as they can."""
    often = Rate(1e9, 1e9)
    rates = dict.fromkeys(("create_rate", "post_rate", "look_rate"), often)
    many = dict.fromkeys(("most_streams", "streams_each"), 2 * IDLE)
    return Settings(database=database, pace=0, warm=False, **{**rates, **many, **changes})


@contextmanager
def served(settings: Settings) -> Iterator[tuple[int, int]]:
    """The port and the process of a server that runs meanwhile."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(settings, theirs))
    process.start()
    try:
        yield ours.recv(), process.pid or 0
    finally:
        process.terminate()
        process.join()


def measure() -> Report:
    report = Report(bytes_of_a_change=weigh(GAMES))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report.commits_a_second = commits_a_second(folder)
        with served(unlimited(f"sqlite:///{folder / 'tables.db'}")) as (port, pid):
            asyncio.run(_measure(port, pid, report))
    return report


async def _measure(port: int, pid: int, report: Report) -> None:
    report.bytes_of_a_first_load = {game: await first_load(port, game) for game in games.GAMES}
    report.moves_a_second = await moves_a_second(port)
    report.processor_time_a_move = {
        row: await processor_time(port, pid, row) for row in PROCESSOR_TIME
    }
    await watchers(port, pid, report)
    report.memory_of_an_idle_stream = await idle_memory(port, pid)


if __name__ == "__main__":
    end_when_told()
    print(json.dumps(asdict(measure()), indent=1))
