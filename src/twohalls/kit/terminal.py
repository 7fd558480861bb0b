"""What a game's `terminal` module offers: `TERMINAL`, how it looks and speaks in letters.

It comes out of `view.to_json()` and of what happened; what a game leaves out is said plainly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from rich.text import Text

from twohalls.kernel.events import Happened
from twohalls.kernel.rules import Rules

Seen = Mapping[str, Any]


@runtime_checkable
class Terminal(Protocol):
    """How a game looks in a terminal."""

    RULES: str = "The rules of this game are not told here."
    """The game in short."""

    MOVES: Mapping[str, tuple[str, str]] = {}
    """Verb → the form of its line, and what it does."""

    def board_text(self, seen: Seen, width: int, rules: Rules) -> Text:
        """The table as it stands, drawn."""
        return self.list_text(seen, rules)

    def list_text(self, seen: Seen, rules: Rules) -> Text:
        """The same line by line."""
        rows = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in seen.items())
        return Text("\n".join(rows))

    def scene(self, seen: Seen) -> tuple[object, ...]:
        """What must have changed for the table to be drawn again."""
        return (seen["version"],)

    def hides_hands(self, seen: Seen) -> bool:
        """Whether a seat sees something that another must not."""
        return True

    def task(self, seen: Seen, seat: int, legal: Sequence[str]) -> str:
        """What the seat is to do now."""
        return "your move."

    def predicate(self, happened: Happened, names: Sequence[str]) -> str:
        """What a seat did, as what follows its name; a draw as a sentence; nothing: not told."""
        return happened.text

    def outcome(self, happened: Happened, names: Sequence[str]) -> Sequence[str]:
        """What the rules made of a line, in sentences, told from its events."""
        return ()


class Plain(Terminal):
    """A game that says nothing of how it looks."""
