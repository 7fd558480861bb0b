"""A game's rules to read at the table: its rulebook, section by section."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich.markdown import Markdown

from twohalls.cli import language
from twohalls.kernel.game import Game
from twohalls.kit import links
from twohalls.kit.i18n import DEFAULT
from twohalls.kit.parts import has_rules

HEADING = re.compile(r"^(#+) (.+?)(?: \{#([a-z0-9-]+)\})?$")
DRAWN = re.compile(r"^```.*?^```\n?", re.MULTILINE | re.DOTALL)
"""What the page draws: pictures, tables of the board, examples to leaf through."""
POINT = re.compile(rf"\[({links.POINT.pattern})\](?!\() ?")
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; what begins the rules has no name."""

    id: str
    level: int
    title: str
    text: str

    @property
    def shown(self) -> Markdown:
        return Markdown(f"{'#' * self.level} {self.title}\n{self.text}", hyperlinks=False)


def sections(game: Game) -> list[Section]:
    """The rules of a game in the language that is spoken, or else in English; none: not written."""
    if not has_rules(game):
        return []
    folder = game.folder / "rulebook"
    file = folder / f"{language.spoken.get()}.md"
    source = file if file.is_file() else folder / f"{DEFAULT}.md"
    return list(_divided(source.read_text("utf-8")))


def _divided(text: str) -> Iterator[Section]:
    bare = LINK.sub(r"\1", POINT.sub("", DRAWN.sub("", text)))
    found: list[tuple[str, int, str, list[str]]] = []
    for line in bare.splitlines():
        heading = HEADING.match(line)
        if heading:
            found.append((heading[3] or "", len(heading[1]), heading[2], []))
        elif found:
            found[-1][3].append(line)
    for id, level, title, lines in found:
        yield Section(id, level, title, "\n".join(lines).strip())


def chapters(found: list[Section]) -> list[Section]:
    """The sections that have a number."""
    return [section for section in found if section.level == 2]


def looked_up(found: list[Section], asked: str) -> list[Section]:
    """A section by its number or a word of its title, with all that stands under it."""
    wanted = asked.casefold()
    tops = chapters(found)
    if wanted.isascii() and wanted.isdigit():
        named = tops[int(wanted[:6]) - 1 : int(wanted[:6])]
    else:
        named = [one for one in found if one.id and wanted in (one.id, one.title.casefold())]
        named = named or [one for one in found if one.id and wanted in one.title.casefold()]
    if not named:
        return []
    start = found.index(named[0])
    under = itertools.takewhile(lambda one: one.level > named[0].level, found[start + 1 :])
    return [named[0], *under]
