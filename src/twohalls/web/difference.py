"""What changed between two forms of a fragment, as small as it can be said.

An element is named by the nearest id above it and the numbers of the children down to it:
`players/2/0`. Four things are said of one: `=` it becomes this, `*` it gets these attributes,
`-` it goes, `+` this comes before it. A page applies them in order. What comes may stand on the
page elsewhere, still untouched; then it is said by its id, as `#year-5`, and copied from there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
ID = re.compile(r"\sid=\"([^\"]+)\"")
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Unreadable(ValueError):
    """Not one well-formed element."""


@dataclass
class Element:
    """An element: its opening tag, its children, and the texts before, between and after them."""

    tag: str
    id: str | None
    html: str = ""
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return re.split(r"[\s/>]", self.tag, maxsplit=1)[0]

    @property
    def is_a_list_of_named(self) -> bool:
        """Whether all children have an id and nothing stands between them."""
        return not any(text.strip() for text in self.texts) and all(
            child.id for child in self.children
        )


@functools.lru_cache(maxsize=512)
def parsed(html: str) -> Element:
    """The tree of one element."""
    outer = Element("", None)
    path, starts, end = [outer], [0], 0
    for found in TAG.finditer(html):
        closes, name, rest = found.groups()
        path[-1].texts.append(html[end : found.start()])
        end = found.end()
        if closes:
            if len(path) < 2 or not path[-1].tag.startswith(f"<{name}"):
                raise Unreadable(name)
            path.pop().html = html[starts.pop() : end]
            continue
        identity = ID.search(rest)
        element = Element(found.group(), identity and identity.group(1))
        path[-1].children.append(element)
        if rest.endswith("/") or name in VOID:
            element.html = found.group()
            element.texts.append("")
        else:
            path.append(element)
            starts.append(found.start())
    if len(path) != 1 or len(outer.children) != 1 or not outer.children[0].id:
        raise Unreadable
    return outer.children[0]


def difference(old: str, new: str) -> list[str]:
    """The steps from one form of a fragment to another."""
    try:
        before, after = parsed(old), parsed(new)
    except Unreadable:
        return [whole(new)]
    if before.id != after.id:
        return [whole(new)]
    steps = list(_steps(before, after, after.id or ""))
    return steps if sum(map(len, steps)) < len(new) else [whole(new)]


def whole(html: str) -> str:
    found = ID.search(html)
    return f"={found.group(1) if found else ''} {html}"


def copied(step: str, standing: Iterable[str]) -> str:
    """A step by which something comes, said by its id if it stands in one of these fragments."""
    place, _, html = step.partition(" ")
    found = ID.search(html, 0, html.find(">"))
    if step[0] != "+" or not found or not any(html in fragment for fragment in standing):
        return step
    return f"{place} #{found.group(1)}"


def _steps(old: Element, new: Element, name: str) -> Iterator[str]:
    """Steps for an element that stands at the same place before and after."""
    if old.html == new.html:
        return
    inside = _inside(old, new, name) if old.kind == new.kind else None
    steps = [] if old.tag == new.tag else [f"*{name} {new.tag}"]
    if inside is None or sum(map(len, [*steps, *inside])) > len(new.html):
        yield f"={name} {new.html}"
    else:
        yield from steps
        yield from inside


def _inside(old: Element, new: Element, name: str) -> list[str] | None:
    """Steps for the children, or None if the element is better said as a whole."""
    same = [child.id for child in old.children] == [child.id for child in new.children]
    if same and old.texts == new.texts:
        pairs = zip(old.children, new.children, strict=True)
        return [
            step
            for number, (before, after) in enumerate(pairs)
            for step in _steps(before, after, after.id or f"{name}/{number}")
        ]
    if new.children and old.is_a_list_of_named and new.is_a_list_of_named:
        return _named(old, new, name)
    return _spliced(old, new, name)


def _named(old: Element, new: Element, name: str) -> list[str] | None:
    """Children that go, come, or change, each known by its id.

    Those that go are named by their place: one may have come elsewhere already under the same id.
    """
    stays = {child.id for child in new.children}
    before = {child.id: child for child in old.children}
    common = [child.id for child in old.children if child.id in stays]
    if common != [child.id for child in new.children if child.id in before]:
        return None
    gone = [number for number, child in enumerate(old.children) if child.id not in stays]
    steps = [f"-{name}/{number}" for number in reversed(gone)]
    for number, child in enumerate(new.children):
        if child.id in before:
            steps += _steps(before[child.id], child, str(child.id))
        else:
            steps.append(f"+{name}/{number} {child.html}")
    return steps


def _spliced(old: Element, new: Element, name: str) -> list[str] | None:
    """Children that differ in the middle of a list whose ends are the same."""
    if any(text.strip() for text in [*old.texts, *new.texts]):
        return None
    ours, theirs = old.children, new.children
    most = min(len(ours), len(theirs))
    front = 0
    while front < most and ours[front].html == theirs[front].html:
        front += 1
    back = 0
    while back < most - front and ours[-1 - back].html == theirs[-1 - back].html:
        back += 1
    if not front and not back:
        return None
    gone = range(len(ours) - back - 1, front - 1, -1)
    come = range(front, len(theirs) - back)
    return [f"-{name}/{number}" for number in gone] + [
        f"+{name}/{number} {theirs[number].html}" for number in come
    ]
