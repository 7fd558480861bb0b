"""The log of a table: year by year in sentences, a turn's placements in one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from twohalls.games.tammany.events import BossPlaced, CubePlaced, YearBegun
from twohalls.games.tammany.page.advice import places
from twohalls.games.tammany.page.sentences import goes_without_saying, of_both, of_line, of_rest
from twohalls.games.tammany.page.terms import Terms, shape
from twohalls.kernel.events import Happened
from twohalls.kit.growing import Growing
from twohalls.kit.i18n import Translate
from twohalls.kit.templating import kept, render


@dataclass(frozen=True)
class Told:
    """A sentence of the log; the seat whose sign stands before it."""

    year: int
    seat: int | None
    text: str
    forced: bool = False
    places: tuple[str, ...] = ()


@dataclass
class Log:
    """All that is told to one reader, the oldest first; ends of turns and bids are left out."""

    told: list[Told] = field(default_factory=list)
    years: list[Markup] = field(default_factory=list)
    """The same drawn, year by year."""
    year: int = 1
    placed: Happened | None = None
    """The first piece of a placement that may become two."""
    lines: list[Markup] = field(default_factory=list)
    """What is drawn of the last year."""

    def copy(self) -> Log:
        return Log(list(self.told), list(self.years), self.year, self.placed, list(self.lines))

    def take(self, line: Happened, forced: bool, terms: Terms, reader: int | None) -> None:
        """One more line; one that was `forced`, made for a player, is told and marked."""
        is_piece = isinstance(line.events[0], BossPlaced | CubePlaced)
        before, self.placed = self.placed, line if is_piece and not forced else None
        if before and self.placed and line.seat == before.seat:
            self.placed = None
            both = (*places(before), *places(line))
            year = self._take_back().year
            told = [(line.seat, of_both(before, line, terms), False, both)]
        else:
            year, told = self.year, []
            if forced or not goes_without_saying(line):
                told.append((line.seat, of_line(line, terms), forced, tuple(places(line))))
            told += ((seat, text, False, ()) for seat, text in of_rest(line, terms))
        for seat, text, made, where in told:
            self._tell(Told(year, seat, text, made, where), reader, terms.gettext)
        self.year = next((e.year for e in line.events if isinstance(e, YearBegun)), self.year)

    def _take_back(self) -> Told:
        self.lines.pop()
        if not self.lines:
            self.years.pop()
        return self.told.pop()

    def _tell(self, told: Told, reader: int | None, _: Translate) -> None:
        if not self.told or self.told[-1].year != told.year:
            self.years.append(Markup())
            self.lines = []
        self.told.append(told)
        self.lines.append(_drawn(told, told.seat == reader, _))
        self.years[-1] = _year(told.year, tuple(self.lines[::-1]), _)


@kept
def _drawn(told: Told, is_mine: bool, _: Translate) -> Markup:
    return render("tammany/told.html", _=_, told=told, shape=shape(told.seat), is_mine=is_mine)


@kept
def _year(year: int, told: tuple[Markup, ...], _: Translate) -> Markup:
    """A year, the newest sentence first."""
    return render("tammany/year.html", _=_, year=year, told=told)


_logs = Growing(Log, Log.copy, Log.take)


def log_of(
    happened: Sequence[Happened],
    terms: Terms,
    forced: Collection[int] = (),
    reader: int | None = None,
) -> Log:
    """What a reader is told; `forced` are lines made for a player who had no other, from 0."""
    return _logs.of(happened, terms, reader, marked=forced)
