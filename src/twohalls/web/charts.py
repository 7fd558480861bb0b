"""Charts: figures by seat or by kind, worked out here to the last line, drawn by a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from twohalls.kit.book import Book
from twohalls.kit.charts import Chart
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 14, 34
MOST_TICKS = 5
MOST_LABELS = 16
LETTER = 11
"""How wide a letter is drawn on a phone, where letters are largest beside the chart."""
BAR_SHARE = 0.78
"""How much of a column its bars take."""


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    css: str
    value: int


@dataclass(frozen=True)
class Path:
    """A line through its points, with where it ends."""

    points: tuple[tuple[float, float], ...]
    css: str
    seat: int | None

    @property
    def d(self) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Drawing:
    """A chart with everything where it stands."""

    chart: Chart
    ticks: tuple[tuple[float, int], ...]
    labels: tuple[tuple[float, str], ...]
    bars: tuple[Bar, ...] = ()
    paths: tuple[Path, ...] = ()
    left: int = field(default=LEFT, init=False)
    right: int = field(default=WIDTH - RIGHT, init=False)
    floor: int = field(default=HEIGHT - BOTTOM, init=False)
    window: str = field(default=f"0 0 {WIDTH} {HEIGHT}", init=False)


def drawn(book: Book, _: Translate, ngettext: NTranslate) -> list[Drawing]:
    """The charts of a game, as far as the reader may know; a game brings its own."""
    found = page(book.table.game).charts(book, _, ngettext)
    return [draw(chart) for chart in found if chart.columns and chart.has_figures]


def draw(chart: Chart) -> Drawing:
    scale = _Scale(_highest(chart))
    step = (WIDTH - LEFT - RIGHT) / len(chart.columns)
    middles = [LEFT + step * (n + 0.5) for n in range(len(chart.columns))]
    if chart.form == "lines":
        labels = _labels(middles, chart.columns)
        return Drawing(chart, scale.ticks, labels, paths=_paths(chart, scale, middles))
    names = tuple(_fitting(name, step) for name in chart.columns)
    labels = tuple((round(x, 1), name) for x, name in zip(middles, names, strict=True))
    return Drawing(chart, scale.ticks, labels, bars=_bars(chart, scale, middles, step))


def _labels(middles: Sequence[float], columns: Sequence[str]) -> tuple[tuple[float, str], ...]:
    """As many names as have room; the last one always."""
    longest = max(map(len, columns))
    # Of many short names a phone leaves out every other by itself.
    wide = (longest + 1) * LETTER if longest > 2 else 0
    room = int((WIDTH - LEFT - RIGHT) // wide) if wide else MOST_LABELS
    every, last = -(-len(columns) // max(1, min(room, MOST_LABELS))), len(columns) - 1
    kept = [n for n in range(len(columns)) if n == last or (n % every == 0 and last - n >= every)]
    return tuple((round(middles[n], 1), columns[n]) for n in kept)


def _fitting(name: str, room: float) -> str:
    """A name as far as there is room for it."""
    most = max(4, int(room // LETTER))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _highest(chart: Chart) -> int:
    if chart.form == "stacks":
        return max(
            sum(one.values[n] or 0 for one in chart.series) for n in range(len(chart.columns))
        )
    return max(value or 0 for one in chart.series for value in one.values)


class _Scale:
    """Heights for figures from 0 up, with round numbers beside them."""

    def __init__(self, highest: int) -> None:
        step = next(
            step
            for power in range(9)
            for step in (10**power, 2 * 10**power, 5 * 10**power)
            if step * MOST_TICKS >= highest
        )
        self.top: int = max(step, -(-highest // step) * step)
        self.ticks = tuple((self.y(value), value) for value in range(0, self.top + 1, step))

    def y(self, value: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / self.top, 1)


def _paths(chart: Chart, scale: _Scale, middles: Sequence[float]) -> tuple[Path, ...]:
    paths = []
    for one in chart.series:
        points = [
            (round(x, 1), scale.y(value))
            for x, value in zip(middles, one.values, strict=True)
            if value is not None
        ]
        if points:
            paths.append(Path(tuple(points), one.css, one.seat))
    return tuple(paths)


def _bars(chart: Chart, scale: _Scale, middles: Sequence[float], step: float) -> tuple[Bar, ...]:
    stacked = chart.form == "stacks"
    count = 1 if stacked else len(chart.series)
    width = min(46.0, step * BAR_SHARE / count)
    bars = []
    for column, middle in enumerate(middles):
        below = 0
        for n, one in enumerate(chart.series):
            value = one.values[column]
            if value is None:
                continue
            x = middle - width * count / 2 + (0 if stacked else n * width)
            top, foot = scale.y(below + value), scale.y(below)
            bars.append(
                Bar(round(x, 1), top, round(width - 2, 1), round(foot - top, 1), one.css, value)
            )
            below += value if stacked else 0
    return tuple(bars)
