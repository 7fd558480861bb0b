"""How the command speaks: sentences, no tracebacks; nothing that the terminal cannot show."""

from __future__ import annotations

import codecs
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console
from typer.core import TyperGroup

from twohalls.kernel.errors import TwoHallsError
from twohalls.kit.canvas import WIDTH

BAD_INPUT = 1
INTERRUPTED = 130
LONGEST_SENTENCE = 600

IN_ASCII = str.maketrans("│─┌┐└┘├┤┬┴┼×·–…“”’█★", '|-+++++++++x.-.""\'#*')


class Refused(Exception):
    """Something a person asked for that cannot be; the sentence says what and where."""


class Manners(TyperGroup):
    """A command that answers whatever is wrong with one sentence and exit code 1."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command line to its exit code."""
        encode_kindly()
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except (typer.TyperException, TwoHallsError, Refused) as problem:
            code = complain(sentence(problem))
        except (KeyboardInterrupt, typer.Abort):
            complain("Stopped.")
            code = INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has gone; nothing more can be flushed into it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BAD_INPUT
        except OSError as problem:
            code = complain(f"That does not work: {reason(problem)}.")
        except Exception as problem:
            if os.environ.get("TWOHALLS_TRACEBACK"):
                raise
            code = complain(
                f"A mistake in the program ({place(problem)}); please report what you did. "
                "TWOHALLS_TRACEBACK=1 shows all of it."
            )
        sys.exit(code if isinstance(code, int) else 0)


def place(problem: Exception) -> str:
    """What kind of mistake, and the last line of code that it went through."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} in {Path(last.filename).name}, line {last.lineno}"


def complain(text: str) -> int:
    """Say on the error stream what was wrong; returns the exit code for it."""
    short = text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE]} …"
    print(f"twohalls: {printable(short)}", file=sys.stderr)
    return BAD_INPUT


def sentence(problem: Exception) -> str:
    """A problem as a sentence; one of ours may begin with a file's name and keeps its letter."""
    said = problem.format_message() if isinstance(problem, typer.TyperException) else str(problem)
    text = said.strip() or "that is not understood"
    first = text[0] if isinstance(problem, Refused) else text[0].upper()
    return f"{first}{text[1:]}{'' if text[-1] in '.!?' else '.'}"


def reason(problem: OSError) -> str:
    """The system's words for a failure, to stand inside a sentence."""
    words = problem.strerror or str(problem)
    return words[:1].lower() + words[1:]


def printable(text: str) -> str:
    """Somebody's text without anything that could steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def encode_kindly() -> None:
    """Where the output cannot take a letter, let it take the nearest one; read whatever comes."""
    codecs.register_error("twohalls", _nearest_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="twohalls")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _nearest_letters(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    letters = problem.object[problem.start : problem.end].translate(IN_ASCII)
    return "".join(letter if letter.isascii() else "?" for letter in letters), problem.end


def terminal() -> Console:
    """The terminal to draw on: never wider than a classic one, no markup out of names."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDTH)
    return console
