"""A board drawn with letters and lines, on paper of so many columns."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from twohalls.kit.i18n import Translate

WIDTH = 80

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LINES = " │││─┘┐┤─└┌├─┴┬┼"


@dataclass(frozen=True)
class Word:
    """A few letters in one style; `letters` say all, the style only repeats it."""

    letters: str
    style: str = ""


class Canvas:
    """Letters and boxes by column and row; boxes that share a border share its line."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.strokes = [[0] * width for _ in range(height)]

    def box(self, left: int, top: int, right: int, bottom: int, style: str = "") -> None:
        for x in range(left, right):
            for y in (top, bottom):
                self._stroke(x, y, RIGHT, style)
                self._stroke(x + 1, y, LEFT, style)
        for y in range(top, bottom):
            for x in (left, right):
                self._stroke(x, y, DOWN, style)
                self._stroke(x, y + 1, UP, style)

    def write(self, x: int, y: int, words: Iterable[Word]) -> None:
        """Words one space apart, from column x on."""
        room = len(self.letters[y])
        for word in words:
            for letter in word.letters[: max(0, room - x)]:
                self.letters[y][x] = letter
                self.styles[y][x] = word.style
                x += 1
            x += 1

    def text(self) -> Text:
        """All rows, without spaces at their ends."""
        text = Text(no_wrap=True)
        for letters, styles in zip(self.letters, self.styles, strict=True):
            row = "".join(letters).rstrip()
            x = 0
            for style, run in groupby(styles[: len(row)]):
                end = x + len(list(run))
                text.append(row[x:end], style or None)
                x = end
            text.append("\n")
        text.right_crop()
        return text

    def _stroke(self, x: int, y: int, direction: int, style: str) -> None:
        self.strokes[y][x] |= direction
        self.letters[y][x] = LINES[self.strokes[y][x]]
        self.styles[y][x] = style or self.styles[y][x]


def rows_of(words: Sequence[Word], width: int) -> list[list[Word]]:
    """Words in as few rows of a width as hold them."""
    rows: list[list[Word]] = []
    room = 0
    for word in words:
        room -= len(word.letters) + 1
        if not rows or room < 0:
            rows.append([])
            room = width - len(word.letters)
        rows[-1].append(word)
    return rows


VOWELS = "aeiouàéèiìòù"


def abbreviated(word: str, width: int) -> str:
    """A word of a heading that takes at most so many columns: `Popul.`"""
    if len(word) <= width:
        return word
    return word[: width - 1].rstrip(VOWELS) + "."


def clipped(text: str, width: int) -> str:
    """A text that takes at most so many columns."""
    line = Text(text)
    line.truncate(width, overflow="ellipsis")
    return line.plain


SEAT_STYLES = ("bold red", "bold yellow", "bold magenta", "bold cyan", "bold green")


def seat_style(seat: int) -> str:
    """A colour for a seat; its number always stands beside."""
    return SEAT_STYLES[(seat - 1) % len(SEAT_STYLES)]


def listed(items: Sequence[str], _: Translate) -> str:
    """`Nora`, `Nora and Teo`, `Nora, Teo and Pia`."""
    if len(items) < 2:
        return "".join(items)
    return _("{several} and {last}").format(several=", ".join(items[:-1]), last=items[-1])


def in_a_row(items: Sequence[str], _: Translate) -> str:
    """`one; two; three`, with the spaces that a language puts there."""
    both = _("{one}; {other}")
    return functools.reduce(lambda one, other: both.format(one=one, other=other), items)


def after_colon(before: str, after: str, _: Translate) -> str:
    """`before: after`, with the spaces that a language puts there."""
    return _("{before}: {after}").format(before=before, after=after)


def columns(cells: Sequence[tuple[str, int, str]]) -> Text:
    """One row of a table: each cell's text, its width (negative: to the right) and its style."""
    row = Text(no_wrap=True)
    for letters, width, style in cells:
        cell = Text(clipped(letters, abs(width)), style)
        cell.align("right" if width < 0 else "left", abs(width))
        row.append_text(cell)
    row.rstrip()
    return row
