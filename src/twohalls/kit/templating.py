"""Jinja with escaping always on: shared templates by their name, a game's under the game's name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from markupsafe import Markup

_shared: list[BaseLoader] = []
_games: dict[str, BaseLoader] = {}

environment = Environment(
    loader=ChoiceLoader([PrefixLoader(_games), ChoiceLoader(_shared)]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def add_shared(folder: Path) -> None:
    """Let every page use the templates of a folder."""
    _shared.append(FileSystemLoader(folder))


def add_game(name: str, folder: Path) -> None:
    """Let `NAME/board.html` be the template `board.html` of a game."""
    _games[name] = FileSystemLoader(folder)


def render(template: str, **context: Any) -> Markup:
    """A template as text that is safe to place in a page."""
    return Markup(environment.get_template(template).render(**context).strip())
