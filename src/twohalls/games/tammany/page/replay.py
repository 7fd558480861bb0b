"""What a replay of Tammany Hall divides itself into: years and elections."""

from __future__ import annotations

from twohalls.games.tammany.page.story import story_of
from twohalls.kernel.table import View
from twohalls.kit.book import Chapter
from twohalls.kit.i18n import NTranslate, Translate


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """Each year as it begins, and each election as its first ward votes."""
    story = story_of(view)
    years: dict[int, int] = {}
    elections: dict[int, int] = {}
    for said in story.said:
        years.setdefault(said.year, said.at)
    for vote in story.votes:
        elections.setdefault(vote.year, vote.at)
    found = [
        Chapter(at, _("Year {year}").format(year=year), str(year)) for year, at in years.items()
    ]
    for year, at in elections.items():
        name = _("Election of year {year}").format(year=year)
        found.append(Chapter(at, name, "☒", is_election=True))
    return sorted(found, key=lambda chapter: (chapter.at, chapter.is_election))
