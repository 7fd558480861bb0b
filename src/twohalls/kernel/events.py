"""What the rules tell: typed events beside the line that caused them.

A rule says `tell(s, WardWon, ward, seat)` where it does it. At a table that is an event in the
game's own words; in compiled code the statement is taken out and costs nothing.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from twohalls.kernel.state import State


@dataclass(frozen=True)
class As:
    """How a number or a row of the rules is told."""

    told: Callable[[Any], Any]


Seat = Annotated[int, As(lambda seat: seat + 1)]
"""A seat, counted from 1 as everywhere outside the rules."""
Somebody = Annotated[int | None, As(lambda seat: None if seat < 0 else seat + 1)]
"""A seat or nobody."""
Yes = Annotated[bool, As(bool)]
"""Whether something is so."""

Kind = TypeVar("Kind", bound="Event")


class Event:
    """Something that happened: a frozen dataclass whose fields say how they are told."""

    @classmethod
    def of(cls: type[Kind], *values: Any) -> Kind:
        """The event for values as the rules have them."""
        kind: Any = cls
        return cls(*(tell(value) for tell, value in zip(_tellers(kind), values, strict=True)))

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or with None a spectator, may know it while the game goes on."""
        return self

    def to_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {"event": name_of(type(self)), **values}


@functools.cache
def _tellers(kind: Any) -> tuple[Callable[[Any], Any], ...]:
    hints = _hints(kind)
    return tuple(_teller(hints[field.name]) for field in fields(kind))


def _teller(hint: Any) -> Callable[[Any], Any]:
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, As):
            return part.told
    # `Number | None`: told like a number, where there is something to tell.
    for inner in get_args(hint):
        if any(isinstance(part, As) for part in getattr(inner, "__metadata__", ())):
            told = _teller(inner)
            return lambda value: None if value is None else told(value)
    return _as_it_is


def told_as(event: Event, kind: object) -> tuple[Any, ...]:
    """What an event tells in the fields that are annotated so: its wards, its offices."""
    told: Any = type(event)
    return tuple(getattr(event, name) for name in _fields_told_as(told, kind))


@functools.cache
def _fields_told_as(event: Any, kind: object) -> tuple[str, ...]:
    return tuple(name for name, hint in _hints(event).items() if hint == kind)


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _as_it_is(value: Any) -> Any:
    return value


def name_of(kind: type[Event]) -> str:
    """`WardWon` as `ward_won`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def tell(s: State, kind: type[Event], *values: Any) -> None:
    """Say that something happened, to a table that listens."""
    if s.told is not None:
        s.told.append(kind.of(*values))


@dataclass(frozen=True)
class Happened:
    """One line of the record as somebody may know it; `at` is the moment after it, from 1."""

    at: int
    seat: int | None
    text: str
    events: tuple[Event, ...] = ()

    def __str__(self) -> str:
        return f"{self.seat or '*'} {self.text}"

    def to_json(self) -> dict[str, Any]:
        events = [event.to_json() for event in self.events]
        return {"at": self.at, "seat": self.seat, "line": self.text, "events": events}
