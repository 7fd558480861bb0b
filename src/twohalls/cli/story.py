"""Events of the record as sentences, what one seat did in a row in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from twohalls.kernel.events import Happened
from twohalls.kit.canvas import named, seat_style
from twohalls.kit.terminal import Terminal


def story(face: Terminal, lines: Iterable[Happened], names: Sequence[str]) -> Iterator[Text]:
    """What happened, line by line, in words."""
    for seat, together in groupby(lines, key=lambda happened: happened.seat):
        told = [told for happened in together if (told := face.predicate(happened, names))]
        if seat is None:
            yield from (Text(sentence) for sentence in told)
        elif told:
            yield by_seat(seat, names).append(f" {named(told)}.", "not bold default")


def by_seat(seat: int, names: Sequence[str]) -> Text:
    return Text(names[seat - 1], seat_style(seat))
