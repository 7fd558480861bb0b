"""Sentences that meet their reader: “You placed a boss”, where others are called by their names."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.i18n import Translate


class You(str):
    """How a reader is called in what is told to them alone."""

    __slots__ = ()


def with_you(view: View, _: Translate) -> tuple[str, ...]:
    """Everybody's name as the log says it to its reader."""
    if view.seat is None:
        return view.names
    before, after = view.names[: view.seat - 1], view.names[view.seat :]
    return (*before, You(_("You")), *after)


def said_of(name: str, of_them: str, to_you: str) -> str:
    """What is said of somebody: in words of its own if they read it themselves."""
    return to_you if isinstance(name, You) else of_them


def since_your_turn(view: View) -> dict[int, list[Happened]]:
    """What each opponent did since the reader's last decision, as long as the reader is awaited."""
    done: dict[int, list[Happened]] = {}
    if view.seat not in view.awaited or view.over:
        return done
    for line in reversed(view.happened):
        if line.seat == view.seat:
            return {seat: lines[::-1] for seat, lines in sorted(done.items())}
        if line.seat is not None:
            done.setdefault(line.seat, []).append(line)
    return {}


def in_one_line(name: str, sentences: Iterable[str], _: Translate) -> str:
    """Sentences about somebody as one: “Ada placed a boss in Ward 3; locked Ward 5.”"""
    first, *others = (text.removesuffix(".") for text in sentences)
    rest = (text.removeprefix(name).lstrip(" :") for text in others)
    both = _("{one}; {other}")
    return functools.reduce(lambda one, other: both.format(one=one, other=other), rest, first) + "."
