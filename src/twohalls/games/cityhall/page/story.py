"""What happened at a table, put in order for the page: passages of the log, the last auction.

Everything is read off the events that the rules told; only the newest lines are looked at where
that will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twohalls.games.cityhall.events import (
    BidMade,
    BidPassed,
    OfficeActivated,
    OfficeGiven,
    OfficeKept,
    PeopleGained,
    RoundBegan,
    StarsCounted,
)
from twohalls.kernel.events import Event, Happened


@dataclass(frozen=True)
class Passage:
    """What a seat did or chance drew, or, of no seat, what followed by itself."""

    at: int
    seat: int | None
    round: int
    events: tuple[Event, ...]


def passages(happened: Iterable[Happened]) -> list[Passage]:
    """The log: every line, and what followed from it by itself, the oldest first."""
    found: list[Passage] = []
    for line in happened:
        found += passages_of(line, found[-1].round if found else 0)
    return found


def passages_of(line: Happened, number: int) -> list[Passage]:
    """A line of a round, and what followed from it."""
    did, followed = divided(line)
    found = [Passage(line.at, line.seat, number, did)]
    if followed:
        number = next((e.round for e in followed if isinstance(e, RoundBegan)), number)
        found.append(Passage(line.at, None, number, followed))
    return found


def divided(line: Happened) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """What a line did itself, and what followed: a new round, or the election."""
    for number, event in enumerate(line.events):
        if isinstance(event, RoundBegan) or (isinstance(event, StarsCounted) and not event.seat):
            return line.events[:number], line.events[number:]
    return line.events, ()


@dataclass(frozen=True)
class Auction:
    """The bidding of a turn, clockwise from the activating seat; None is a pass."""

    office: str
    activating: int
    seats: tuple[int, ...]
    bids: dict[int, int | None]
    end: OfficeKept | OfficeGiven | None

    @property
    def highest(self) -> int:
        return max((bid for bid in self.bids.values() if bid is not None), default=0)

    @property
    def controller(self) -> int | None:
        if isinstance(self.end, OfficeGiven):
            return self.end.to
        return self.end.seat if self.end else None


def auction(happened: Sequence[Happened], players: int) -> Auction | None:
    """The bidding of the last turn in these lines."""
    bids: dict[int, int | None] = {}
    end: OfficeKept | OfficeGiven | None = None
    for line in reversed(happened):
        match line.events[0]:
            case BidMade(seat=seat, influence=influence):
                bids[seat] = influence
            case BidPassed(seat=seat):
                bids[seat] = None
            case OfficeKept() | OfficeGiven() as end:
                pass
            case OfficeActivated(seat=seat, office=office):
                seats = tuple((seat - 1 + i) % players + 1 for i in range(players))
                return Auction(office, seat, seats, dict(reversed(bids.items())), end)
    return None


def sold(happened: Sequence[Happened], reader: int | None) -> Happened | None:
    """The line that ended the last auction, until the reader has decided something since."""
    for line in reversed(happened):
        if isinstance(line.events[0], OfficeKept | OfficeGiven):
            return line
        if line.seat is not None and line.seat == reader:
            return None
    return None


def ranks(events: Iterable[Event]) -> list[PeopleGained]:
    """What the Health Commissioner brought, the first in rank first."""
    gains = [event for event in events if isinstance(event, PeopleGained)]
    return sorted(gains, key=lambda gain: (gain.rank, gain.seat))
