"""Tammany Hall in figures, all of them counted from the events that a reader may know."""

from __future__ import annotations

from twohalls.games.tammany.events import ChipsGained, ChipsPaid, PointsScored, WardVoted
from twohalls.games.tammany.page.stage import scene
from twohalls.games.tammany.page.story import of_kind, story_of
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.rules import YEARS_A_TERM
from twohalls.kernel.table import View
from twohalls.kit.book import Book
from twohalls.kit.charts import Chart, Row, Series, Standing
from twohalls.kit.i18n import NTranslate, Translate


def charts(book: Book, _: Translate, ngettext: NTranslate) -> list[Chart]:
    view = book.end
    return [_points(view, _), _wards(view, _), _chips(view, _), _bids(view, _)]


def _seats(view: View, values: list[list[int]]) -> tuple[Series, ...]:
    """A series for each seat, from rows of everybody's figures."""
    return tuple(
        Series(name, tuple(row[seat] for row in values), seat + 1)
        for seat, name in enumerate(view.names)
    )


def _points(view: View, _: Translate) -> Chart:
    by_year: dict[int, list[int]] = {}
    points = [0] * len(view.names)
    for said in story_of(view).said:
        for scored in of_kind(said.line, PointsScored):
            points[scored.seat - 1] += scored.points
        by_year[said.year] = list(points)
    return Chart(
        "points",
        "lines",
        _("Points by year"),
        _("Points at the end of each year."),
        _("Year"),
        tuple(map(str, by_year)),
        _seats(view, list(by_year.values())),
    )


def _wards(view: View, _: Translate) -> Chart:
    outcomes = story_of(view).outcomes
    seats = range(1, len(view.names) + 1)
    terms = [_("Term {term}").format(term=one.year // YEARS_A_TERM) for one in outcomes]
    return Chart(
        "wards",
        "bars",
        _("Wards won by term"),
        _("Wards won in each election."),
        _("Term"),
        tuple(terms),
        _seats(view, [[one.mayor.wards.get(seat, 0) for seat in seats] for one in outcomes]),
    )


def _chips(view: View, _: Translate) -> Chart:
    gained, spent = [0] * len(view.names), [0] * len(view.names)
    for line in view.happened:
        for gain in of_kind(line, ChipsGained):
            gained[gain.seat - 1] += gain.chips
        for paid in of_kind(line, ChipsPaid):
            spent[paid.seat - 1] += paid.chips
    return Chart(
        "chips",
        "bars",
        _("Favor chips gained and spent"),
        _("Favor chips gained, and those spent on bids and slander."),
        _("Player"),
        tuple(view.names),
        (Series(_("Gained"), tuple(gained), kind=1), Series(_("Spent"), tuple(spent), kind=2)),
    )


def _bids(view: View, _: Translate) -> Chart:
    own, winning = [0] * len(view.names), [0] * len(view.names)
    for line in view.happened:
        for vote in of_kind(line, WardVoted):
            won = sum(vote.bids.get(vote.winner or 0, {}).values())
            for seat in vote.bosses:
                own[seat - 1] += sum(vote.bids.get(seat, {}).values())
                winning[seat - 1] += won
    return Chart(
        "bids",
        "bars",
        _("Bids against winning bids"),
        _("Chips bid, beside the winning bids in the same wards."),
        _("Player"),
        tuple(view.names),
        (
            Series(_("Own bids"), tuple(own), kind=1),
            Series(_("Winning bids in the same wards"), tuple(winning), kind=2),
        ),
    )


def standing(view: View, _: Translate, ngettext: NTranslate) -> Standing | None:
    """What everybody's points are made of."""
    if view.result is None:
        return None
    final = scene(view, view.to_json(), story_of(view), Terms(_, ngettext, view.names)).final
    assert final is not None
    elections = len(final["rows"][0]["terms"])
    return Standing(
        (
            *(_("Term {term}").format(term=n) for n in range(1, elections + 1)),
            _("Mayor"),
            _("Most chips"),
            _("Slander chips"),
        ),
        _("Points"),
        tuple(
            Row(
                row["seat"],
                row["name"],
                tuple(map(str, (*row["terms"], row["mayor"], row["favors"], row["slander"]))),
                row["score"],
                row["won"],
            )
            for row in final["rows"]
        ),
        final["tie"],
    )
