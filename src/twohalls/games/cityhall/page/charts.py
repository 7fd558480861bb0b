"""City Hall in figures, each as the reader's view of that moment has it."""

from __future__ import annotations

from typing import Any

from twohalls.games.cityhall.page.replay import chapters
from twohalls.games.cityhall.page.stage import election
from twohalls.games.cityhall.page.terms import NTranslate, Translate
from twohalls.kernel.table import View
from twohalls.kit.book import Book
from twohalls.kit.charts import Chart, Row, Series, Standing


def charts(book: Book, _: Translate, ngettext: NTranslate) -> list[Chart]:
    end = book.end
    rounds = [(chapter.short, chapter.at) for chapter in chapters(end, _, ngettext)]
    last = _("end") if end.over else _("now")
    moments = [*rounds, (last, book.last)]
    shown = [book.at(at).to_json()["players"] for _name, at in moments]
    columns = tuple(name for name, _at in moments)
    found = [
        _by_round("population", "population", _("Population"), columns, shown, _),
        _by_round("approval", "approval", _("Approval rating"), columns, shown, _),
        _by_round("stars", "stars", _("Stars"), columns, shown, _),
        _by_round("influence", "influence", _("Influence"), columns, shown, _),
        _by_round("money", "money", _("Money"), columns, shown, _),
    ]
    return [*([_votes(end, _)] if end.over else []), *found]


def _by_round(
    id: str,
    figure: str,
    title: str,
    columns: tuple[str, ...],
    shown: list[list[dict[str, Any]]],
    _: Translate,
) -> Chart:
    """A figure as it stood when each round began; None where it is behind a screen."""
    seats = range(len(shown[0]))
    series = [
        Series(shown[0][seat]["name"], tuple(row[seat][figure] for row in shown), seat + 1)
        for seat in seats
    ]
    return Chart(
        id,
        "lines",
        title,
        _("At the start of each round, and at the end."),
        _("Round"),
        columns,
        tuple(one for one in series if None not in one.values),
    )


def _votes(view: View, _: Translate) -> Chart:
    rows = election(view, _).votes
    return Chart(
        "votes",
        "stacks",
        _("How the votes add up"),
        _("Rating times people, with the votes for endorsements on top."),
        _("Player"),
        tuple(view.names[row.seat - 1] for row in rows),
        (
            Series(_("Rating × people"), tuple(row.own for row in rows), kind=1),
            Series(_("Endorsements"), tuple(row.more for row in rows), kind=2),
        ),
    )


def standing(view: View, _: Translate, ngettext: NTranslate) -> Standing | None:
    """What everybody's votes are made of."""
    if view.result is None:
        return None
    held = election(view, _)
    note = ""
    if held.mayor.tied:
        note = _("A tie: the player nearest the front of the turn order wins.")
    return Standing(
        (_("Rating"), _("People"), _("Rating × people"), _("Endorsements")),
        _("Votes"),
        tuple(
            Row(
                row.seat,
                view.names[row.seat - 1],
                (
                    str(row.rating),
                    str(row.people),
                    str(row.own),
                    f"{row.endorsements} → {row.more}",
                ),
                row.votes,
                row.seat == held.mayor.seat,
            )
            for row in held.votes
        ),
        note,
    )
