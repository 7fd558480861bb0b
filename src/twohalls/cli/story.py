"""Events of the record as sentences, what one seat did in a row in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from twohalls.cli.face import Face
from twohalls.kernel.canvas import seat_style

CHANCE = "*"


def story(face: Face, lines: Iterable[str], names: Sequence[str]) -> Iterator[Text]:
    """Record lines, each with its seat, in words."""
    said = (line.split(" ", 1) for line in lines)
    for who, together in groupby(said, key=lambda words: words[0]):
        told = [told for _, line in together if (told := face.predicate(line, names))]
        if who == CHANCE:
            yield from (Text(sentence) for sentence in told)
        elif told:
            yield by_seat(int(who), names).append(f" {', '.join(told)}.", "not bold default")


def by_seat(seat: int, names: Sequence[str]) -> Text:
    return Text(names[seat - 1], seat_style(seat))
