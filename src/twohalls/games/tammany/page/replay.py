"""A game of Tammany Hall moment by moment: every line in sentences, years and elections."""

from __future__ import annotations

from twohalls.games.tammany.page.sentences import of_closing, of_line, of_outcome, of_vote
from twohalls.games.tammany.page.story import Outcome, Said, Vote, tell
from twohalls.games.tammany.page.terms import Terms
from twohalls.kernel.table import View
from twohalls.kit.book import Chapter, Told
from twohalls.kit.i18n import NTranslate, Translate


def events(view: View, _: Translate, ngettext: NTranslate) -> list[Told]:
    terms = Terms(_, ngettext, view.names)
    said: dict[int, list[str]] = {}
    seats: dict[int, int | None] = {}
    for happening in tell(view).happened:
        sentences = said.setdefault(happening.at + 1, [])
        if isinstance(happening, Said):
            seats[happening.at + 1] = happening.seat
            sentences.append(of_line(happening, terms))
        elif isinstance(happening, Vote):
            sentences.append(of_vote(happening, terms))
        elif isinstance(happening, Outcome):
            sentences += [text for _seat, text in of_outcome(happening, terms)]
        else:
            sentences += [text for _seat, text in of_closing(happening, terms)]
    return [Told(at, seats[at], tuple(sentences)) for at, sentences in said.items()]


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """Each year as it begins, and each election as its first ward votes."""
    years: dict[int, int] = {}
    elections: dict[int, int] = {}
    for happening in tell(view).happened:
        if isinstance(happening, Said):
            years.setdefault(happening.year, happening.at + 1)
        elif isinstance(happening, Vote):
            elections.setdefault(happening.year, happening.at + 1)
    found = [
        Chapter(at, _("Year {year}").format(year=year), str(year)) for year, at in years.items()
    ]
    for year, at in elections.items():
        name = _("Election of year {year}").format(year=year)
        found.append(Chapter(at, name, "☒", is_election=True))
    return sorted(found, key=lambda chapter: (chapter.at, chapter.is_election))
