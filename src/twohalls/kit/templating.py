"""Jinja with escaping always on: shared templates by their name, a game's under the game's name."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import FunctionType, MethodType, ModuleType, NoneType
from typing import Any, ParamSpec, TypeVar, cast

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
)
from markupsafe import Markup

_shared: list[BaseLoader] = []
_games: dict[str, BaseLoader] = {}

ADDRESS = re.compile(
    r'((?:href|src|action|formaction|data-(?:url|stream|again|at|hall))=")(/(?!/)[^"]*)'
)
_under = [""]

_PLAIN = frozenset({str, int, NoneType})
"""What is a key as it is."""

MOST_KEPT = 8192
_kept: dict[Any, Any] = {}
_keepers: list[Callable[[], None]] = [_kept.clear]

Given = ParamSpec("Given")
Made = TypeVar("Made")

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
    for forget in _keepers:
        forget()


def kept(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function of plain values, whose outcome is kept for whoever is shown the same.

    It is asked before anything is worked out of the values, which `render` is not. They are
    numbers, words and tuples of them; what is True in one call may not be 1 in another.
    """
    remembered = functools.lru_cache(maxsize=MOST_KEPT)(make)
    _keepers.append(remembered.cache_clear)
    return functools.update_wrapper(cast("Callable[Given, Made]", remembered), make)


def render(template: str, **context: Any) -> Markup:
    """A template as text that is safe to place in a page.

    Where all it is given are values, it is made once for whoever is shown the same, and again
    when one of them has changed.
    """
    try:
        which = (template, frozen(context))
    except Unfrozen:
        return made(template, context)
    return once(which, lambda: made(template, context))


def region(
    template: str, macro: str, known: Callable[..., Mapping[str, Any]], words: Any, *shown: Any
) -> Markup:
    """The same of one macro of a template, all of which know what is `known` in some words."""

    def make() -> Markup:
        module = once((template, words), lambda: _module(template, known(*words)))
        return finished(getattr(module, macro)(*shown))

    return once((template, macro, words, *_each(shown)), make)


def once(which: Any, make: Callable[[], Made]) -> Made:
    """What stands under values that tell all that it depends on; made if it is not there."""
    found: Made | None = _kept.get(which)
    if found is None:
        found = _kept[which] = make()
        if len(_kept) > MOST_KEPT and not environment.auto_reload:
            for old in list(itertools.islice(_kept, MOST_KEPT // 4)):
                del _kept[old]
    return found


def _module(template: str, context: Mapping[str, Any]) -> Any:
    return template_of(template).make_module({**context})


def made(template: str, context: Mapping[str, Any]) -> Markup:
    return finished(template_of(template).render(context))


def finished(html: str) -> Markup:
    """What a template made, as it is placed in a page."""
    # Whatever is done with marked text marks it again, which takes ten times as long.
    html = str(html).strip()
    return Markup(_put_under(html, _under[0]) if _under[0] else html)


def _put_under(html: str, path: str) -> str:
    """Parts that stand in a larger one come by here again, and are left as they are."""

    def address(found: re.Match[str]) -> str:
        is_there = found[2] == path or found[2].startswith(f"{path}/")
        return found[0] if is_there else f"{found[1]}{path}{found[2]}"

    return ADDRESS.sub(address, html)


def template_of(name: str) -> Template:
    """A template, looked for once unless it may be edited while the server runs."""
    return environment.get_template(name) if environment.auto_reload else _found(name)


@functools.cache
def _found(name: str) -> Template:
    return environment.get_template(name)


class Unfrozen(Exception):
    """Something that may change while it stays the same, as a table does."""


def frozen(value: Any) -> Any:
    """A value as a key: two are equal if nothing that is shown of them can differ."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in (list, tuple):
        return (kind, *_each(value))
    if kind is dict:
        return (kind, *value, *_each(value.values()))
    # 1, 1.0 and True are equal and read differently; so are marked and plain text.
    if kind in (bool, float, Markup, range, FunctionType, MethodType, ModuleType):
        return (kind, value)
    if kind in (set, frozenset):
        return (kind, frozenset(_each(value)))
    if is_dataclass(kind):
        return (kind, *_each(vars(value).values()))
    raise Unfrozen(kind)


def _each(values: Iterable[Any]) -> list[Any]:
    return [inner if type(inner) in _PLAIN else frozen(inner) for inner in values]
