"""How the command speaks: sentences, no tracebacks; nothing that the terminal cannot show."""

from __future__ import annotations

import codecs
import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import combining, normalize

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from twohalls.cli import language
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.game import Game
from twohalls.kit.canvas import WIDTH
from twohalls.kit.i18n import DEFAULT

BAD_INPUT = 1
INTERRUPTED = 130
LONGEST_SENTENCE = 600

IN_ASCII = str.maketrans("│─┌┐└┘├┤┬┴┼×·–…“”«»’█★", '|-+++++++++x.-.""""\'#*')
UNBROKEN = str.maketrans("\u00a0\u202f", "\ue000\ue001")
BROKEN = str.maketrans("\ue000\ue001", "\u00a0\u202f")
"""Spaces at which no row ends, for a while as letters: Rich ends rows at any space."""


class Refused(TwoHallsError):
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
        language.spoken.set(DEFAULT)
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except (typer.TyperException, TwoHallsError) as problem:
            code = complain(sentence(problem))
        except (KeyboardInterrupt, typer.Abort):
            complain(language.gettext("Stopped."))
            code = INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has gone; nothing more can be flushed into it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BAD_INPUT
        except OSError as problem:
            code = complain(
                language.gettext("That does not work: {why}.").format(why=reason(problem))
            )
        except Exception as problem:
            if os.environ.get("TWOHALLS_TRACEBACK"):
                raise
            mistake = language.gettext(
                "A mistake in the program ({place}); please report what you did. "
                "TWOHALLS_TRACEBACK=1 shows all of it."
            )
            code = complain(mistake.format(place=place(problem)))
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


def sentence(problem: typer.TyperException | TwoHallsError, game: Game | None = None) -> str:
    """A problem as a sentence; one of ours may begin with a file's name and keeps its letter."""
    if isinstance(problem, TwoHallsError):
        said = language.told(problem, game)
    else:
        said = problem.format_message()
    text = said.strip() or "that is not understood"
    first = text[0] if isinstance(problem, Refused) else text[0].upper()
    return f"{first}{text[1:]}{'' if text[-1] in '.!?' else '.'}"


def reason(problem: OSError) -> str:
    """A failure of the system, to stand inside a sentence; what is rare in the system's words."""
    _, _ngettext = language.translators()
    usual = {
        errno.ENOENT: _("no such file or directory"),
        errno.EISDIR: _("is a directory"),
        errno.EACCES: _("permission denied"),
        errno.ENOSPC: _("no space left on device"),
    }
    words = usual.get(problem.errno or 0) or problem.strerror or str(problem)
    return words[:1].lower() + words[1:]


def printable(text: str) -> str:
    """Somebody's text without anything that could steer a terminal."""
    kept = {chr(space) for space in UNBROKEN}
    return "".join(letter if letter.isprintable() or letter in kept else "?" for letter in text)


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
    letters = "".join(char for char in normalize("NFKD", letters) if not combining(char))
    return "".join(letter if letter.isascii() else "?" for letter in letters), problem.end


class Screen(Console):
    """A terminal that keeps together what its language keeps together, as « 5 $ »."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Text row by row, everything else as it comes."""
        shown = (self._rows(one) if isinstance(one, str | Text) else one for one in objects)
        super().print(*shown, **how)

    def _rows(self, said: str | Text) -> Text:
        if isinstance(said, Text) and said.no_wrap:
            return said
        return Text("\n", no_wrap=True).join(wrapped(said, self, self.width))


def wrapped(said: str | Text, console: Console, width: int) -> list[Text]:
    """A text in rows of a width."""
    text = Text(said) if isinstance(said, str) else said.copy()
    text.plain = text.plain.translate(UNBROKEN)
    rows = list(text.wrap(console, width))
    for row in rows:
        row.plain = row.plain.translate(BROKEN)
    return rows


def terminal() -> Console:
    """The terminal to draw on: never wider than a classic one, no markup out of names."""
    console = Screen(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDTH)
    return console
