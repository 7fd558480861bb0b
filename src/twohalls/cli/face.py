"""What a game shows in a terminal: each game package has a module `terminal` of this form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from rich.text import Text

from twohalls.kernel.canvas import WIDTH
from twohalls.kernel.game import Game

Seen = Mapping[str, Any]


class Face(Protocol):
    """How a game looks and speaks, out of nothing but `view.to_json()` and lines of the record."""

    RULES: str
    MOVES: Mapping[str, tuple[str, str]]
    """Verb → the form of its line, and what it does."""

    def board_text(self, seen: Seen, width: int = WIDTH, rules: Any = None) -> Text: ...

    def list_text(self, seen: Seen, rules: Any = None) -> Text: ...

    def scene(self, seen: Seen) -> tuple[object, ...]: ...

    def hides_hands(self, seen: Seen) -> bool: ...

    def task(self, seen: Seen, seat: int, legal: Sequence[str]) -> str: ...

    def predicate(self, line: str, names: Sequence[str]) -> str: ...

    def news(self, before: Seen, after: Seen) -> list[str]: ...


def face_of(game: Game) -> Face:
    return cast(Face, import_module(f"twohalls.{game.name}.terminal"))
