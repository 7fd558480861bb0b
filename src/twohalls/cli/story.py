"""Events of the record as sentences, what one seat did in a row in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from twohalls.cli.face import Face
from twohalls.kernel.events import Happened
from twohalls.kit.canvas import seat_style
from twohalls.kit.you import You, in_one_line


def story(face: Face, lines: Iterable[Happened], names: Sequence[str]) -> Iterator[Text]:
    """What happened, and in italics what the rules made of it."""
    for seat, together in groupby(lines, key=lambda happened: happened.seat):
        done: list[Happened] = []
        for happened in together:
            done.append(happened)
            followed = face.followed(happened, names)
            if followed:
                yield from _told(face, seat, done, names)
                yield from (Text(text, "italic") for text in followed)
                done = []
        yield from _told(face, seat, done, names)


def _told(
    face: Face, seat: int | None, lines: Sequence[Happened], names: Sequence[str]
) -> Iterator[Text]:
    """What a seat did, in one line; draws line by line."""
    done = face.done(lines, names)
    if seat is None or not done:
        yield from (Text(sentence) for sentence in done)
        return
    name = names[seat - 1]
    if isinstance(name, You):
        # A verb may say who did it, as in Italian: nothing can be left out.
        yield by_seat(" ".join(done), seat, name)
    else:
        yield by_seat(in_one_line(name, done, face.gettext), seat, name)


def by_seat(sentence: str, seat: int, name: str) -> Text:
    """A sentence about somebody, whose name has the colour of the seat."""
    text = Text(sentence)
    start = sentence.find(name)
    if start >= 0:
        text.stylize(seat_style(seat), start, start + len(name))
    return text
