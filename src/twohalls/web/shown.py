"""Which seat a browser is shown: its own, or at a shared screen the one whose turn it is.

Where several seats share a browser and something is secret, a curtain stays closed until the
person says who is looking.
"""

from __future__ import annotations

from dataclasses import dataclass

from twohalls.server.live import Live
from twohalls.server.store import Right, Seat


@dataclass(frozen=True)
class Shown:
    """The seat whose view is shown, or None for a spectator's, and a curtain before it."""

    seat: int | None
    curtain: Seat | None = None

    @property
    def code(self) -> str:
        return f"{self.seat or 0}{'c' if self.curtain else ''}"


@dataclass(frozen=True)
class Rights:
    """What one browser may do at one table."""

    seats: tuple[int, ...]
    owner: bool

    @classmethod
    def of(cls, rights: list[Right], live: Live) -> Rights:
        held = sorted({right.seat for right in rights if right.role == "seat" and right.seat})
        persons = tuple(seat for seat in held if live.seat(seat).kind == "person")
        return cls(persons, any(right.role == "owner" for right in rights))


def shown(live: Live, mine: tuple[int, ...], wanted: int | None, opened: int | None) -> Shown:
    """`wanted` is the seat asked for, `opened` the one for which the curtain was opened last."""
    if not mine or live.ended is not None:
        return Shown(None)
    if len(mine) == 1:
        return Shown(mine[0])
    if live.table.over:
        return Shown(None)
    seat = _whose(live, mine, wanted, opened)
    if seat == opened or not is_secret(live, seat):
        return Shown(seat)
    return Shown(None, live.seat(seat))


def _whose(live: Live, mine: tuple[int, ...], wanted: int | None, opened: int | None) -> int:
    """The seat to be served: one that is awaited, best the one that is looking already."""
    awaited = [seat for seat in mine if seat in live.view(None).awaited]
    if wanted in mine and (not awaited or wanted in awaited):
        return wanted
    if opened in awaited or (opened in mine and not awaited):
        return opened
    return (awaited or list(mine))[0]


def is_secret(live: Live, seat: int) -> bool:
    """Whether a seat knows, or is about to decide, something that others must not see."""
    view, public = live.view(seat).shown, live.view(None).shown
    several = len(live.view(seat).game.awaited(live.view(seat).known)) > 1
    return several or any(public[name] != view[name] for name in view if name != "seat")
