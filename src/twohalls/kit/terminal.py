"""What a game's `terminal` module offers: `TERMINAL`, how it looks in letters.

It draws what a view shows, in a reader's language. What a game leaves out is said in the words of
its page, which also tells what happened and what may be done: nothing is worded twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from rich.text import Text

from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate


@runtime_checkable
class Terminal(Protocol):
    """How a game looks in a terminal."""

    def moves(self, _: Translate) -> Mapping[str, tuple[str, str]]:
        """Verb → the form of its line, and what it does."""
        return {}

    def board_text(self, view: View, width: int, _: Translate, ngettext: NTranslate) -> Text:
        """The table as it stands, drawn."""
        return self.list_text(view, _, ngettext)

    def list_text(self, view: View, _: Translate, ngettext: NTranslate) -> Text:
        """The same line by line; nothing: as the page says it in words."""
        return Text()

    def scene(self, view: View) -> tuple[object, ...]:
        """What must have changed for the table to be drawn again."""
        return (view.version,)

    def hides_hands(self, view: View) -> bool:
        """Whether a seat sees something that another must not."""
        return True

    def task(self, view: View, _: Translate, ngettext: NTranslate) -> str:
        """What the seat is to do now; nothing: as the page asks it."""
        return ""

    def done(
        self,
        lines: Sequence[Happened],
        names: Sequence[str],
        _: Translate,
        ngettext: NTranslate,
    ) -> Sequence[str]:
        """What a seat did in a row, in sentences; nothing: line by line, as the page tells it."""
        return ()


class Plain(Terminal):
    """A game that says nothing of how it looks."""
