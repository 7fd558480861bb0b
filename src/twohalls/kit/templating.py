"""Jinja with escaping always on: shared templates by their name, a game's under the game's name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import FunctionType, MethodType, ModuleType, NoneType
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

ADDRESS = re.compile(
    r'((?:href|src|action|formaction|data-(?:url|stream|again|at|hall))=")(/(?!/)[^"]*)'
)
_under = [""]

MOST_KEPT = 4096
_kept: dict[tuple[str, Any], Markup] = {}

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


def put_under(path: str) -> None:
    """Let all addresses in what is made begin with a path."""
    _under[0] = path
    _kept.clear()


def render(template: str, **context: Any) -> Markup:
    """A template as text that is safe to place in a page.

    Where all it is given are values, it is made once for whoever is shown the same, and again
    when one of them has changed.
    """
    try:
        shown = frozen(context)
    except Unfrozen:
        return made(template, context)
    which = (template, shown)
    found = _kept.get(which)
    if found is None:
        found = _kept[which] = made(template, context)
        if len(_kept) > MOST_KEPT and not environment.auto_reload:
            for old in list(itertools.islice(_kept, MOST_KEPT // 4)):
                del _kept[old]
    return found


def made(template: str, context: Mapping[str, Any]) -> Markup:
    html = environment.get_template(template).render(context).strip()
    return Markup(_put_under(html, _under[0]) if _under[0] else html)


def _put_under(html: str, path: str) -> str:
    """Parts that stand in a larger one come by here again, and are left as they are."""

    def address(found: re.Match[str]) -> str:
        is_there = found[2] == path or found[2].startswith(f"{path}/")
        return found[0] if is_there else f"{found[1]}{path}{found[2]}"

    return ADDRESS.sub(address, html)


class Unfrozen(Exception):
    """Something that may change while it stays the same, as a table does."""


def frozen(value: Any) -> Any:
    """A value as a key: two are equal if nothing that is shown of them can differ."""
    kind = type(value)
    if kind in (str, int, NoneType):
        return value
    if kind in (list, tuple):
        return (kind, *[frozen(inner) for inner in value])
    if kind is dict:
        return (kind, *[(name, frozen(inner)) for name, inner in value.items()])
    # 1, 1.0 and True are equal and read differently; so are marked and plain text.
    if kind in (bool, float, Markup, range, FunctionType, MethodType, ModuleType):
        return (kind, value)
    if kind in (set, frozenset):
        return (kind, frozenset(frozen(inner) for inner in value))
    if is_dataclass(kind):
        return (kind, *[frozen(inner) for inner in vars(value).values()])
    raise Unfrozen(kind)
