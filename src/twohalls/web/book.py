"""A game to leaf through: a table's past as its reader may see it, or a record handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twohalls.kernel.record import write
from twohalls.kernel.table import Table, View
from twohalls.web import words
from twohalls.web.i18n import NTranslate, Translate


@dataclass(frozen=True)
class Event:
    """What one line brought, in sentences; `at` is the moment after it, chance has no seat."""

    at: int
    seat: int | None
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    """A place to jump to: its name, and in a few signs for a row of them."""

    at: int
    name: str
    short: str
    is_election: bool = False


@dataclass(frozen=True)
class Book:
    """One reader's way through a game, moment by moment."""

    url: str
    table: Table
    seat: int | None
    everything: bool

    @property
    def game(self) -> str:
        return self.table.game.name

    @property
    def title(self) -> str:
        return self.table.game.title

    @property
    def last(self) -> int:
        return len(self.table.lines)

    @property
    def is_record(self) -> bool:
        return self.everything

    def at(self, moment: int) -> View:
        return self.table.past(moment, self.seat, self.everything)

    @property
    def end(self) -> View:
        return self.at(self.last)

    @property
    def record(self) -> str:
        """The text of what this reader may see."""
        end = self.end
        return write(end, list(end.lines))


def events(view: View, _: Translate, ngettext: NTranslate) -> list[Event]:
    """Every line in sentences, the oldest first."""
    own = words.call(view.game.name, "replay", "events")
    if own is not None:
        return list(own(view, _, ngettext))
    told = []
    for number, line in enumerate(view.lines, 1):
        who = line.partition(" ")[0]
        seat = None if who == "*" else int(who)
        told.append(Event(number, seat, (words.sentence(line, view, _, ngettext),)))
    return told


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """The beginning, what the game divides itself into, and the end."""
    own = words.call(view.game.name, "replay", "chapters")
    found: Sequence[Chapter] = own(view, _, ngettext) if own is not None else ()
    last = len(view.lines)
    return [
        Chapter(0, _("The beginning"), _("start")),
        *(chapter for chapter in found if 0 < chapter.at < last),
        Chapter(last, _("The end") if view.over else _("The last move so far"), _("end")),
    ]


def chapter_at(found: Sequence[Chapter], moment: int) -> Chapter:
    return [chapter for chapter in found if chapter.at <= moment][-1]
