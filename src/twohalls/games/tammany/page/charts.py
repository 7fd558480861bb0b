"""Tammany Hall in figures, all of them counted from the lines that a reader may see."""

from __future__ import annotations

from collections.abc import Iterator

from twohalls.games.tammany import GAME, rules
from twohalls.games.tammany.page.stage import scene
from twohalls.games.tammany.page.story import Outcome, Vote, tell
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.rules import YEARS_A_TERM
from twohalls.kernel.state import State
from twohalls.kernel.table import View
from twohalls.kit.book import Book
from twohalls.kit.charts import Chart, Row, Series, Standing
from twohalls.kit.i18n import NTranslate, Translate


def charts(book: Book, _: Translate, ngettext: NTranslate) -> list[Chart]:
    view = book.end
    return [_points(view, _), _wards(view, _), _chips(view, _), _bids(view, _)]


def walk(view: View) -> Iterator[tuple[State, State]]:
    """The state before and after every line that the reader sees."""
    before = GAME.new_state(len(view.names), view.options)
    for line in view.lines:
        after = before.copy()
        for action in GAME.words.read(before, line.partition(" ")[2]):
            rules.apply(after, action)
        yield before, after
        before = after


def _seats(view: View, values: list[list[int]]) -> tuple[Series, ...]:
    """A series for each seat, from rows of everybody's figures."""
    return tuple(
        Series(name, tuple(row[seat] for row in values), seat + 1)
        for seat, name in enumerate(view.names)
    )


def _points(view: View, _: Translate) -> Chart:
    by_year: dict[int, list[int]] = {}
    for before, after in walk(view):
        by_year[before.year + 1] = list(after.score[: after.players])
    return Chart(
        "points",
        "lines",
        _("Points by year"),
        _("Everybody’s points at the end of each year."),
        _("Year"),
        tuple(map(str, by_year)),
        _seats(view, list(by_year.values())),
    )


def _wards(view: View, _: Translate) -> Chart:
    outcomes: list[Outcome] = tell(view).of_kind(Outcome)
    terms = [_("Term {term}").format(term=one.year // YEARS_A_TERM) for one in outcomes]
    return Chart(
        "wards",
        "bars",
        _("Wards won by term"),
        _("How many wards everybody won in each election."),
        _("Term"),
        tuple(terms),
        _seats(view, [[len(wards) for wards in one.won.values()] for one in outcomes]),
    )


def _chips(view: View, _: Translate) -> Chart:
    gained, spent = [0] * len(view.names), [0] * len(view.names)
    for before, after in walk(view):
        for seat in range(len(view.names)):
            for had, has in zip(before.favors[seat], after.favors[seat], strict=True):
                gained[seat] += max(0, has - had)
                spent[seat] += max(0, had - has)
    return Chart(
        "chips",
        "bars",
        _("Favor chips gained and spent"),
        _("All favor chips everybody took, and those they bid or slandered with."),
        _("Player"),
        tuple(view.names),
        (Series(_("Gained"), tuple(gained), kind=1), Series(_("Spent"), tuple(spent), kind=2)),
    )


def _bids(view: View, _: Translate) -> Chart:
    own, winning = [0] * len(view.names), [0] * len(view.names)
    for vote in tell(view).of_kind(Vote):
        won = sum(vote.bids.get(vote.winner, {}).values())
        for seat, bid in vote.bids.items():
            own[seat - 1] += sum(bid.values())
            winning[seat - 1] += won
    return Chart(
        "bids",
        "bars",
        _("Bids against winning bids"),
        _("The chips everybody bid, and what the winners of the same wards bid."),
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
    final = scene(view, view.to_json(), tell(view), Terms(_, ngettext, view.names)).final
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
