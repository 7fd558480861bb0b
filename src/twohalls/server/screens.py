"""What people look at before they go on: opponents wait for them, but not for long.

Whether they wait, and how long, follows from what everybody knows and from what people click.
"""

from __future__ import annotations

from time import monotonic

from twohalls.kernel.table import View
from twohalls.kit.parts import page
from twohalls.server.live import Live


def screen_of(public: View) -> int | None:
    """The line that brought something to look at, if nobody has decided anything since."""
    shows = page(public.game).shows
    for line in reversed(public.happened):
        if shows(line):
            return line.at
        if line.seat is not None:
            return None
    return None


def is_looked_at(live: Live, longest: float) -> bool:
    """Whether somebody has the table open and may still look at what was opened there."""
    at = screen_of(live.view(None))
    if at is None or not (live.watchers or monotonic() - live.attended < longest):
        return False
    if live.screen[0] != at:
        live.screen = (at, monotonic() + longest)
    return live.line_versions()[at - 1] > live.gone_on and monotonic() < live.screen[1]
