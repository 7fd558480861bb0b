"""What decided a finished game: everybody's chances from move to move, and the turning points."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from twohalls.bots.advice import Analysis
from twohalls.kernel.table import View
from twohalls.kit.book import Book
from twohalls.kit.charts import Chart, Series
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page
from twohalls.kit.templating import render
from twohalls.server.advice import Asked
from twohalls.web.book import chapter_at, chapters
from twohalls.web.charts import TOP, Drawing, draw
from twohalls.web.thinking import percent

ROOM = 44.0
"""How far apart two names under the chart stand at least."""
FIRST = 2
"""So many sentences tell what was done at a turning point; the replay has all that followed."""
BELOW = 24.0
"""How far below its neighbour a sign stands that would cover it."""


@dataclass(frozen=True)
class Turn:
    """A line that moved the chances: where it stands, what happened, and what that changed."""

    at: int
    x: float
    y: float
    when: str
    told: str
    changed: tuple[str, ...]
    better: str


@dataclass(frozen=True)
class Course:
    """The chances of a whole game, drawn."""

    drawing: Drawing
    labels: tuple[tuple[float, str], ...]
    turns: tuple[Turn, ...]
    accuracy: tuple[tuple[int, str, int], ...]
    """Seat, name, and how close the moves were to the best."""
    rows: tuple[tuple[int, str, tuple[str, ...]], ...]


def id_of(book: Book) -> str:
    """Under what the analysis of a game is kept."""
    return book.url.rpartition("/")[2]


def section(book: Book, asked: Asked | None, _: Translate, ngettext: NTranslate) -> Markup:
    """What the analysis has come to: a button, its progress, why it failed, or the course."""
    found = asked.analysis if asked else None
    return render(
        "advice/analysis.html",
        _=_,
        ngettext=ngettext,
        book=book,
        asked=asked,
        course=course(book, found, _, ngettext) if found else None,
    )


def course(book: Book, found: Analysis, _: Translate, ngettext: NTranslate) -> Course:
    end = book.end
    parts = chapters(end, _, ngettext)
    said = {event.at: event.sentences for event in page(end.game).told(end, _, ngettext)}
    chart = Chart(
        "chances",
        "lines",
        _("Chances of winning, move by move"),
        _("Everyone’s chances after each move, as an opponent judges the board."),
        _("Move"),
        tuple(str(number) for number in range(len(found.chances))),
        tuple(
            Series(name, tuple(round(row[seat] * 1000) for row in found.chances), seat + 1)
            for seat, name in enumerate(end.names)
        ),
    )
    drawing = draw(chart)
    across = [x for x, _y in drawing.paths[0].points]
    labels: list[tuple[float, str]] = []
    for part in parts[:-1]:
        if part.is_election:
            continue
        if not labels or across[part.at] - labels[-1][0] >= ROOM:
            labels.append((across[part.at], part.short))
    better = {number: (line, chance) for number, line, chance in found.better}
    turns = tuple(
        Turn(
            number,
            across[number],
            TOP + 10 + BELOW * (n > 0 and across[number] - across[found.turning[n - 1]] < BELOW),
            chapter_at(parts[:-1], number).name,
            " ".join(said.get(number, ())[:FIRST]),
            changes(found, number, end.names, _),
            best(*better[number], end, _, ngettext) if number in better else "",
        )
        for n, number in enumerate(found.turning)
    )
    rows = tuple(
        (number, " ".join(said.get(number, ())), tuple(percent(share, _) for share in shares))
        for number, shares in enumerate(found.chances)
    )
    accuracy = tuple(
        (seat, name, share)
        for seat, (name, share) in enumerate(zip(end.names, found.accuracy, strict=False), 1)
        if share is not None
    )
    return Course(drawing, tuple(labels), turns, accuracy, rows)


def best(line: str, chance: float, view: View, _: Translate, ngettext: NTranslate) -> str:
    """What would have been better at a turning point."""
    return _("The best move was “{move}”. It would have given a chance of {chance}.").format(
        move=page(view.game).choice(line, view.names, _, ngettext), chance=percent(chance, _)
    )


def changes(found: Analysis, number: int, names: tuple[str, ...], _: Translate) -> tuple[str, ...]:
    """Who gained most by a line, and who lost most."""
    before, after = found.chances[number - 1], found.chances[number]
    moved = sorted(range(len(names)), key=lambda seat: after[seat] - before[seat])
    said = []
    for seat, sentence in (
        (moved[-1], _("{name} rose from {before} to {after}.")),
        (moved[0], _("{name} fell from {before} to {after}.")),
    ):
        values = {"before": percent(before[seat], _), "after": percent(after[seat], _)}
        said.append(sentence.format(name=names[seat], **values))
    return tuple(said)
