"""The log of a table: round by round in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from twohalls.games.cityhall.page.advice import places
from twohalls.games.cityhall.page.regions import region
from twohalls.games.cityhall.page.sentences import sentence
from twohalls.games.cityhall.page.story import passages_of
from twohalls.games.cityhall.page.terms import NTranslate, Translate
from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.growing import Growing
from twohalls.kit.you import with_you


@dataclass
class Log:
    """What happened as one reader is told it, by rounds; in a round the oldest first."""

    rounds: list[Markup] = field(default_factory=list)
    number: int = 0
    lines: list[Markup] = field(default_factory=list)
    """Of the last round."""

    def copy(self) -> Log:
        return Log(list(self.rounds), self.number, list(self.lines))

    def take(self, line: Happened, forced: bool, reader: Reader) -> None:
        """One more line, and what followed from it by itself; one that was `forced`, made for a
        player who had no other, is marked."""
        words = reader.gettext, reader.ngettext
        for passage in passages_of(line, self.number):
            if passage.round != self.number or not self.rounds:
                self.number, self.lines = passage.round, []
                self.rounds.append(Markup())
            seat = passage.seat
            where = "" if seat is None else " ".join(places(line))
            marks = seat is not None and seat == reader.seat, seat is not None and forced
            text = sentence(passage.events, reader.names, *words)
            self.lines.append(region("told", *words, text, seat, where, *marks))
            self.rounds[-1] = region("round", *words, self.number, tuple(self.lines[::-1]))


@dataclass(frozen=True)
class Reader:
    """Who is told: by which names, in which words, and whether nothing is hidden any more."""

    seat: int | None
    names: tuple[str, ...]
    gettext: Translate
    ngettext: NTranslate
    all_is_told: bool


_logs = Growing(Log, Log.copy, Log.take)


def rounds_of(
    view: View, forced: frozenset[int], _: Translate, ngettext: NTranslate
) -> list[Markup]:
    """The rounds as the reader of a view is told them, the newest first."""
    reader = Reader(view.seat, with_you(view, _), _, ngettext, view.all_is_told)
    return _logs.of(view.happened, reader, marked=forced).rounds[::-1]
