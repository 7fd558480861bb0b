"""Finds what is said to readers in the source; `babel.cfg` names this for Python files."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

SAYS = {
    "_": (0,),
    "gettext": (0,),
    "Malformed": (0,),
    "Refused": (0,),
    "Illegal": (0,),
    "NotYourTurn": (0,),
    "Stale": (0,),
    "Unknown": (0,),
    "Unwelcome": (0,),
    "CrossSite": (0,),
    "WrongLetters": (0,),
    "TooLarge": (0,),
    "__init__": (0,),
    "Level": (1, 2, 3),
}
"""What translates its argument or carries a sentence to the edge, and which arguments those are."""

TABLES = ("USES",)
"""What holds sentences that are said by a name: its strings of several words."""

Found = tuple[int, str | None, str | tuple[str, ...], list[str]]


def sentences(
    file: IO[bytes],
    keywords: Mapping[str, Any],
    comment_tags: Sequence[str],
    options: Mapping[str, Any],
) -> Iterator[Found]:
    """Messages of a Python file, in the form Babel asks for."""
    tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _called(node, tree)
        elif isinstance(node, ast.Assign) and _named(node.targets[0]) in TABLES:
            for text in _strings(node.value):
                if " " in text:
                    yield node.lineno, None, text, []


def _called(call: ast.Call, tree: ast.Module) -> Iterator[Found]:
    name = _named(call.func)
    if name == "ngettext":
        one, several = (next(_choices(argument, tree), None) for argument in call.args[:2])
        if one and several:
            yield call.lineno, "ngettext", (one, several), []
        return
    for number in SAYS.get(name, ()):
        if len(call.args) > number:
            for text in _choices(call.args[number], tree):
                yield call.lineno, None, text, []


def _named(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _choices(node: ast.expr, tree: ast.Module) -> Iterator[str]:
    """The string an argument is, or those it may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _choices(node.body, tree)
        yield from _choices(node.orelse, tree)
    elif isinstance(node, ast.Name):
        for other in ast.walk(tree):
            if isinstance(other, ast.Assign) and _named(other.targets[0]) == node.id:
                yield from _choices(other.value, ast.Module([], []))


def _strings(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
