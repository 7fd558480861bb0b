"""What the rules of City Hall tell, line by line (see `kernel/events.py`).

Every payment is open, so money and influence are told; which permit was returned at set-up is not,
until the game is over. A row by seats has the figure of seat 1 first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from twohalls.games.cityhall.board import FIGURES, OFFICES, PERMITS, SPACES
from twohalls.kernel.events import As, Event, Seat, Somebody, Yes

Land = Annotated[str, As(SPACES.__getitem__)]
Permit = Annotated[str, As(PERMITS.__getitem__)]
Office = Annotated[str, As(OFFICES.__getitem__)]
Figure = Annotated[str, As(FIGURES.__getitem__)]
Space = Annotated[int, As(lambda space: space + 1)]
"""A space of the approval track, counted from 1 as everywhere outside the rules."""
Seats = Annotated[tuple[int, ...], As(lambda seats: tuple(seat + 1 for seat in seats))]
Row = Annotated[tuple[int, ...], As(tuple)]


# --- Set-up ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnOrderDrawn(Event):
    """Who comes first and last; the last begins with more influence."""

    seats: Seats
    last: Seat
    influence: int


@dataclass(frozen=True)
class LandRevealed(Event):
    """A land card came up and is on offer."""

    land: Land


@dataclass(frozen=True)
class LandDrafted(Event):
    """A land went to a player with the money on it."""

    seat: Seat
    land: Land
    money: int


@dataclass(frozen=True)
class MoneyPut(Event):
    """Money was put on a land that stays on offer; `lying` is all that lies there now."""

    land: Land
    money: int
    lying: int


@dataclass(frozen=True)
class PermitReturned(Event):
    """A permit went unseen under the deck; None: it is not for the reader to know."""

    seat: Seat
    permit: Annotated[str | None, As(PERMITS.__getitem__)]

    def seen_by(self, seat: int | None) -> PermitReturned:
        return self if seat == self.seat else replace(self, permit=None)


# --- Rounds and turns ------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundBegan(Event):
    """A round, who is first and who follows, and the influence that everyone took."""

    round: int
    seats: Seats
    influence: int
    final: Yes


@dataclass(frozen=True)
class DeputySeated(Event):
    """Whoever controlled the Deputy Mayor moved to first place."""

    seat: Seat


@dataclass(frozen=True)
class InfluencePut(Event):
    """Influence was put on an office that nobody had activated; `lying` is all of it."""

    office: Office
    influence: int
    lying: int


@dataclass(frozen=True)
class OfficeActivated(Event):
    """A staffer was placed, and the influence lying there taken."""

    seat: Seat
    office: Office
    influence: int


@dataclass(frozen=True)
class DeckSearched(Event):
    """For influence a land card was chosen out of the deck, and is on offer."""

    seat: Seat
    land: Land
    influence: int


@dataclass(frozen=True)
class TopRevealed(Event):
    """The top card of the land deck is to be revealed."""

    seat: Seat


@dataclass(frozen=True)
class PermitRevealed(Event):
    """A permit came up for the Zoning Board."""

    permit: Permit


# --- The auction -----------------------------------------------------------------------------


@dataclass(frozen=True)
class BidMade(Event):
    """A bid, which matches the highest or is higher."""

    seat: Seat
    office: Office
    influence: int


@dataclass(frozen=True)
class BidPassed(Event):
    """No bid."""

    seat: Seat
    office: Office


@dataclass(frozen=True)
class OfficeKept(Event):
    """The activating player paid the highest bid to the bank and controls the office."""

    seat: Seat
    office: Office
    influence: int


@dataclass(frozen=True)
class OfficeGiven(Event):
    """A highest bidder paid the activating player and controls the office."""

    seat: Seat
    office: Office
    to: Seat
    influence: int


# --- The offices -----------------------------------------------------------------------------


@dataclass(frozen=True)
class TaxesCollected(Event):
    """Taxes once, twice or three times over; the parts are for once, the money is all of it."""

    seat: Seat
    times: int
    people: int
    towers: int
    factories: int
    money: int


@dataclass(frozen=True)
class Campaigned(Event):
    """Money for approval."""

    seat: Seat
    money: int


@dataclass(frozen=True)
class NotCampaigned(Event):
    """The Campaign Manager was not used."""

    seat: Seat


@dataclass(frozen=True)
class ApprovalMoved(Event):
    """Spaces up or down the approval track, as far as it goes, and where that led."""

    seat: Seat
    spaces: int
    space: Space
    rating: int


@dataclass(frozen=True)
class LandBought(Event):
    """A land was bought; what was paid is less than nothing if more lay on it than the price."""

    seat: Seat
    land: Land
    paid: int


@dataclass(frozen=True)
class NothingBought(Event):
    """The Surveyor bought no land."""

    seat: Seat


@dataclass(frozen=True)
class RatingTaken(Event):
    """The Lobbyist brought as much influence as the approval rating."""

    seat: Seat
    influence: int


@dataclass(frozen=True)
class InfluenceBought(Event):
    """Influence for money."""

    seat: Seat
    influence: int
    money: int


@dataclass(frozen=True)
class InfluenceSold(Event):
    """Money for influence."""

    seat: Seat
    influence: int
    money: int


@dataclass(frozen=True)
class NothingTraded(Event):
    """Influence was neither bought nor sold."""

    seat: Seat


@dataclass(frozen=True)
class DeputyNamed(Event):
    """Somebody will be first in the turn order."""

    seat: Seat


@dataclass(frozen=True)
class StarsCounted(Event):
    """The Health Commissioner counts; who controls it, if anybody, counts more, by `bonus`."""

    seat: Somebody
    doubled: Yes
    bonus: int


@dataclass(frozen=True)
class PeopleGained(Event):
    """A player's stars, what they count, the rank among all, and the people that it brought."""

    seat: Seat
    stars: int
    total: int
    rank: Space
    people: int


# --- Permits ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class PermitTaken(Event):
    """A revealed permit went to a hand."""

    seat: Seat
    permit: Permit


@dataclass(frozen=True)
class PermitPutUnder(Event):
    """A revealed permit that nobody took went under the deck."""

    seat: Seat
    permit: Permit


@dataclass(frozen=True)
class PermitBuilt(Event):
    """A permit stands on a land; a building with its stars."""

    seat: Seat
    permit: Permit
    land: Land
    stars: int


@dataclass(frozen=True)
class StarMoved(Event):
    """The star climbed one space."""

    space: Space


# --- The election ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Endorsed(Event):
    """An endorsement went to whoever had the most, alone; to nobody in a tie."""

    most: Figure
    figures: Row
    seat: Somebody


@dataclass(frozen=True)
class VotesCounted(Event):
    """A player's votes: rating × people make the `own`, endorsements bring `more`."""

    seat: Seat
    rating: int
    people: int
    own: int
    endorsements: int
    more: int
    votes: int


@dataclass(frozen=True)
class MayorElected(Event):
    """Who won, with how many votes; `tied` are all who had as many, if turn order decided."""

    seat: Seat
    votes: int
    tied: Seats
