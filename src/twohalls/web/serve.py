"""`twohalls serve`: run the page on this machine."""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing
import multiprocessing.process
import signal
import socket
import threading
import webbrowser
from typing import Any

import typer
import uvicorn
from fastapi import FastAPI

from twohalls.server.logs import as_lines
from twohalls.server.opponents import end_with_parent
from twohalls.server.protocol import Prompt
from twohalls.server.settings import Settings
from twohalls.web.app import create_app

GRACE = 3
BACKLOG = 2048
LOOK = 0.5
"""Seconds between looks whether all workers are there."""
MANY_MADE = (20_000, 3, 100)
"""Objects made since the last look for some that nothing leads to any more; so many such looks
before one through what was left by them; and so many of those before one through everything, which
at a thousand open tables holds everybody up for two seconds."""
KEPT_OPEN = 75
"""Seconds for which a connection without requests stays; proxies keep theirs for a minute."""


class Server(uvicorn.Server):
    """Closes open streams first: they would otherwise hold it until the grace is over."""

    def __init__(self, app: FastAPI, **how: Any) -> None:
        settings: Settings = app.state.settings
        protocol = functools.partial(
            Prompt, head_within=settings.head_within, body_within=settings.body_within
        )
        how = {
            "timeout_graceful_shutdown": GRACE,
            "timeout_keep_alive": KEPT_OPEN,
            "server_header": False,
            "log_config": as_lines(how.get("log_level", "warning")),
            **how,
        }
        super().__init__(uvicorn.Config(app, http=protocol, **how))  # type: ignore[arg-type]
        self.app = app

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        open_all_files()
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        leave_alone_what_is_loaded()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.services.streams.close()
        await super().shutdown(sockets)


def leave_alone_what_is_loaded() -> None:
    """Modules, rules and templates stay: whoever looks for what can be forgotten need not walk
    through them again and again, nor look as often as in a small program."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*MANY_MADE)


def open_all_files() -> None:
    """Every stream is an open file: let there be as many as the system allows."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    database: str = "",
    browser: bool = True,
    thinkers: int = 1,
    debug: bool = False,
    workers: int = 1,
    hall: str = "",
) -> None:
    """Listen, say where, open the page if wanted, and serve until told to stop."""
    settings = Settings.of_host(
        database=database, opponent_processes=thinkers, debug=debug, hall=hall
    )
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as reason:
        typer.echo(f"Cannot listen on {host} port {port}: {reason.strerror}.", err=True)
        raise typer.Exit(1) from None
    address = f"http://{_named(host)}:{listening.getsockname()[1]}/"
    typer.echo(f"Two Halls is at {address}  (Ctrl-C ends it)")
    if browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    if workers > 1:
        listening.listen(BACKLOG)
        Crew(workers, settings, listening).run()
    else:
        work(settings, listening)


def work(settings: Settings, listening: socket.socket) -> None:
    """Serve in this process."""
    debug = settings.debug
    level = "info" if debug else "warning"
    server = Server(create_app(settings), log_level=level, access_log=debug)
    server.run([listening])


class Crew:
    """Several workers on one port, in processes of their own; one that dies is started anew."""

    def __init__(self, count: int, settings: Settings, listening: socket.socket) -> None:
        self.count = count
        self.given = (settings, listening)
        self.context = multiprocessing.get_context("spawn")
        self.ending = threading.Event()

    def run(self) -> None:
        """Until told to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.ending.set())
        crew = [self._start() for _ in range(self.count)]
        while not self.ending.wait(LOOK):
            for place, worker in enumerate(crew):
                if not worker.is_alive():
                    typer.echo("A worker ended and is started anew.", err=True)
                    crew[place] = self._start()
        for worker in crew:
            worker.terminate()
        for worker in crew:
            worker.join(2 * GRACE)

    def _start(self) -> multiprocessing.process.BaseProcess:
        worker = self.context.Process(target=_work_in_crew, args=self.given)
        worker.start()
        return worker


def _work_in_crew(settings: Settings, listening: socket.socket) -> None:
    """A worker never outlives its crew."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    work(settings, listening)


def _named(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
