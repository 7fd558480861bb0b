"""What the command line draws: one sheet as an SVG file, with a title and shapes on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

BLUE, RED, INK, GREY = "#2f6f9f", "#b3452c", "#111", "#888"


def sheet(title: str, wide: float, high: float, shapes: Iterable[str]) -> str:
    """A whole file."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img"'
            ' font-family="sans-serif" font-size="14">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide:g}" height="{high:g}" fill="#fff"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def text(x: float, y: float, said: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{escape(said)}</text>'


def bar(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:g}" fill="{BLUE}"/>'


def line(points: Sequence[tuple[float, float]], colour: str = INK, dashed: bool = False) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = ' stroke-dasharray="4 4"' if dashed else ""
    return f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashes} points="{path}"/>'
