"""Records and boards in files: read with limits, written whole or not at all."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from twohalls.cli import language
from twohalls.cli.manners import Refused, printable, reason
from twohalls.kernel.table import Table

MEGABYTE = 1_000_000
LONGEST = 20 * MEGABYTE
STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """A text file, or with “-” standard input."""
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LONGEST + 1)
    except (OSError, ValueError) as problem:
        raise Refused("{file} cannot be read: {why}", file=shown(name), why=_why(problem)) from None
    if len(data) > LONGEST:
        raise Refused("{file} is longer than {most} MB", file=shown(name), most=LONGEST // MEGABYTE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Refused(
            "{file} is not text: byte {number} is not UTF-8",
            file=shown(name),
            number=problem.start + 1,
        ) from None
    if "\0" in text:
        raise Refused("{file} is not text: it contains zero bytes", file=shown(name))
    return text


def read_board(name: str | None) -> dict[str, Any] | None:
    """A board file; whether the board makes sense is for the game to say."""
    if name is None:
        return None
    text = read_text(name)
    try:
        board = json.loads(text)
    except RecursionError:
        raise Refused("{file} is nested too deeply for a board", file=shown(name)) from None
    except ValueError as problem:
        raise Refused("{file} is not JSON: {why}", file=shown(name), why=problem) from None
    if not isinstance(board, dict):
        raise Refused("{file} is not a board, which is a JSON object", file=shown(name))
    return board


def event_lines(table: Table) -> int:
    """How many event lines a record had that was read to its end."""
    sealed = itertools.takewhile(lambda entry: entry.kind == "sealed", reversed(table.log))
    return len(table.lines) + len(list(sealed))


def write_text(path: Path, text: str) -> None:
    """A file appears complete or stays as it was."""
    draft = None
    try:
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".twohalls-")
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(draft, 0o666 & ~_umask())
        os.replace(draft, path)
    except (OSError, ValueError) as problem:
        if draft is not None and os.path.exists(draft):
            os.unlink(draft)
        raise Refused(
            "{file} cannot be written: {why}", file=shown(str(path)), why=_why(problem)
        ) from None


def shown(name: str) -> str:
    """A file's name in a sentence."""
    return language.gettext("standard input") if name == STANDARD_INPUT else printable(name)


def _why(problem: OSError | ValueError) -> str:
    if isinstance(problem, OSError):
        return reason(problem)
    return language.gettext("that is not a file name")


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask
