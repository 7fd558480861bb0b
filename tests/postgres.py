"""A PostgreSQL of the tests' own, in a folder that goes with it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

ROOT = Path(__file__).parents[1]
NOT_ROOT = "postgres"
"""Who runs it where the tests run as root, as which PostgreSQL refuses to."""

PATIENCE = 600.0
"""Seconds within which it is to be there; where much else runs, it takes some."""


class Postgres:
    """One server; every test has a database of its own in it."""

    def __init__(self, *settings: str) -> None:
        self.settings = settings
        script = ROOT / "scripts" / "postgres"
        found = subprocess.run([script], capture_output=True, text=True, check=True)
        self.programs = Path(found.stdout.split()[-1])
        self.folder = Path(tempfile.mkdtemp(prefix="twohalls-pg-"))
        self.user = NOT_ROOT if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self.count = 0
        if os.getuid() == 0:
            shutil.chown(self.folder, NOT_ROOT)
        self._run("initdb", "-D", self.data, "-U", "club", "-A", "trust", "-N", "-E", "UTF8")
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Also right after a kill, when processes of the one before may still hold its memory."""
        end = time.monotonic() + PATIENCE
        self._start()
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.1)
                if self.process.poll() is not None:
                    self._start()

    def _start(self) -> None:
        command = [str(self.programs / "postgres"), "-D", self.data, "-k", str(self.folder)]
        for setting in ("listen_addresses=", "max_connections=80", *self.settings):
            command += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                user=self._user(),
                cwd=self.folder,
                start_new_session=True,
            )

    def new_database(self) -> str:
        """The URL of an empty database."""
        self.count += 1
        name = f"club{os.getpid()}x{self.count}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://club@/{name}?host={self.folder}"

    def kill(self) -> None:
        """As by a power cut."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Nothing in it is needed any more: it does not write down what it has, nor wait."""
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *given: str) -> None:
        command = [str(self.programs / program), *given]
        subprocess.run(
            command, check=True, user=self._user(), cwd=self.folder, stdout=subprocess.DEVNULL
        )

    def _user(self) -> str | None:
        return self.user if os.getuid() == 0 else None
