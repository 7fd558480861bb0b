"""What changed between two forms of a fragment, as small as it can be said.

An element is named by the nearest id above it and the numbers of the children down to it:
`players/2/0`. Four things are said of one: `=` it becomes this, `*` it gets these attributes,
`-` it goes, `+` this comes before it. A page applies them in order. What comes may stand on the
page elsewhere, still untouched; then it is said by its id, as `#year-5`, and copied from there.

Positions are counted here in the text and there in what a browser made of it, which may be another
tree: a row outside of `<tbody>` gets one. So every part that is changed inside is sent with the
shape it has here, and a page that finds another takes nothing but the whole.
"""

from __future__ import annotations

import functools
import re
import zlib
from collections.abc import Iterable
from itertools import islice

TAG = re.compile(r"<([a-zA-Z][\w:-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>(?:([^<]*+)</\1>)?")
"""An opening tag; and where nothing but a text stands in the element, all of it."""
ID = re.compile(r"\sid=\"([^\"]+)\"")
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
BLANK = " \t\n\r\f"
DIGITS = 36
LITTLE = 1 / 3
"""Of a fragment so little of which was there before, or is left, no parts are looked for."""
MOST_TREES = 1024
_trees: dict[str, Element] = {}


class Unreadable(ValueError):
    """Not one well-formed element."""


class Element:
    """An element: its opening tag, its children, and the texts before, between and after them."""

    __slots__ = ("children", "html", "id", "kind", "outline", "speaks", "tag", "texts")

    def __init__(self, tag: str, kind: str, id: str | None) -> None:
        self.tag = tag
        self.kind = kind
        self.id = id
        self.html = tag
        self.children: list[Element] = []
        self.texts: list[str] = []
        self.outline = ""
        """Its elements, how they are nested, and between which of them something is said."""
        self.speaks = False
        """Whether any of its own texts says something."""

    @property
    def is_a_list_of_named(self) -> bool:
        """Whether all children have an id and nothing stands between them."""
        return not self.speaks and all(child.id for child in self.children)


def parsed(html: str, like: Element | None = None) -> Element:
    """The tree of one element; what stands in the tree of an earlier form is taken from there."""
    found = _trees.get(html)
    if found is None:
        # A slice of marked text is marked text again, which takes ten times as long.
        text = str(html)
        found, end = _element(text, 0, like)
        if not found.id or end != len(text):
            raise Unreadable
        _trees[html] = found
        if len(_trees) > MOST_TREES:
            for old in list(islice(_trees, MOST_TREES // 4)):
                del _trees[old]
    return found


def _element(html: str, start: int, like: Element | None) -> tuple[Element, int]:
    """The element that begins at a place, and where it ends."""
    opening = TAG.match(html, start)
    if opening is None:
        raise Unreadable
    kind, rest, text = opening.groups()
    ends = opening.end(2) + 1
    identity = ID.search(rest) if "id=" in rest else None
    element = Element(html[start:ends], kind, identity and identity[1])
    if rest[-1:] == "/" or kind in VOID:
        element.texts.append("")
    elif text is not None:
        element.texts.append(text)
        ends = opening.end()
    else:
        ends = _content(element, html, ends, like.children if like else [])
    element.html = html[start:ends]
    said = ["." if text and text.strip(BLANK) else "" for text in element.texts]
    element.speaks = "." in said
    inside = [child.outline + s for child, s in zip(element.children, said[1:], strict=True)]
    element.outline = f"<{kind}#{element.id or ''}{said[0]}{''.join(inside)}>"
    return element, ends


def _content(element: Element, html: str, at: int, earlier: list[Element]) -> int:
    """Read children and texts up to the closing tag; `earlier` are children of an earlier form."""
    next_earlier = 0
    while True:
        begins = html.find("<", at)
        if begins < 0:
            raise Unreadable
        element.texts.append(html[at:begins])
        if html.startswith("</", begins):
            closing = f"</{element.kind}>"
            if not html.startswith(closing, begins):
                raise Unreadable
            return begins + len(closing)
        # One that stood there before may stand there still, or its neighbour if it has gone.
        for number, same in enumerate(earlier[next_earlier : next_earlier + 2], next_earlier):
            if html.startswith(same.html, begins):
                child, at, next_earlier = same, begins + len(same.html), number + 1
                break
        else:
            like = earlier[next_earlier] if next_earlier < len(earlier) else None
            child, at = _element(html, begins, like)
            if like is not None and not html.startswith(like.html, at):
                next_earlier += 1
        element.children.append(child)


@functools.lru_cache(maxsize=MOST_TREES)
def shape(html: str) -> str:
    """A short name of how a fragment is built, without what it says."""
    number, name = zlib.adler32(parsed(html).outline.lower().encode()), ""
    while number:
        number, digit = divmod(number, DIGITS)
        name = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + name
    return name


@functools.lru_cache(maxsize=MOST_TREES)
def difference(old: str, new: str) -> list[str]:
    """The steps from one form of a fragment to another, found once for all who lack them."""
    if not LITTLE < len(new) / len(old) < 1 / LITTLE:
        return [whole(new)]
    try:
        before = parsed(old)
        after = parsed(new, before)
    except Unreadable:
        return [whole(new)]
    if before.id != after.id:
        return [whole(new)]
    steps = _steps(before, after, after.id or "")
    return steps if sum(map(len, steps)) < len(new) else [whole(new)]


def whole(html: str) -> str:
    found = ID.search(html)
    return f"={found.group(1) if found else ''} {html}"


def is_whole(steps: list[str], id: str) -> bool:
    """Whether a fragment is only said anew, so that it does not matter what stood there."""
    return len(steps) == 1 and steps[0].startswith(f"={id} ")


def copied(step: str, standing: Iterable[str]) -> str:
    """A step by which something comes, said by its id if it stands in one of these fragments."""
    place, _, html = step.partition(" ")
    found = ID.search(html, 0, html.find(">"))
    if step[0] != "+" or not found or not any(html in fragment for fragment in standing):
        return step
    return f"{place} #{found.group(1)}"


def _steps(old: Element, new: Element, name: str) -> list[str]:
    """Steps for an element that stands at the same place before and after."""
    if old is new or old.html == new.html:
        return []
    inside = _inside(old, new, name) if old.kind == new.kind else None
    steps = [] if old.tag == new.tag else [f"*{name} {new.tag}"]
    if inside is None or sum(map(len, [*steps, *inside])) > len(new.html):
        return [f"={name} {new.html}"]
    return [*steps, *inside]


def _inside(old: Element, new: Element, name: str) -> list[str] | None:
    """Steps for the children, or None if the element is better said as a whole."""
    same = [child.id for child in old.children] == [child.id for child in new.children]
    if same and old.texts == new.texts:
        steps = []
        pairs = zip(old.children, new.children, strict=True)
        for number, (before, after) in enumerate(pairs):
            if before is not after and before.html != after.html:
                steps += _steps(before, after, after.id or f"{name}/{number}")
        return steps
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
    if old.speaks or new.speaks:
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
