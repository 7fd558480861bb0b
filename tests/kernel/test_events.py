"""What the rules tell is told in a reader's numbers, also where it may be unknown."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Annotated

import pytest

from twohalls.bots.weights import NoWeights
from twohalls.kernel.errors import BadRecord, Malformed, TwoHallsError
from twohalls.kernel.events import As, Event, Seat, told_as

Number = Annotated[int, As(lambda number: number + 1)]
Row = Annotated[tuple[int, ...], As(tuple)]


@dataclass(frozen=True)
class Drawn(Event):
    """A card came up."""

    seat: Seat
    card: Number | None
    left: Row | None


def test_what_may_be_unknown_is_told_like_what_is_known() -> None:
    assert Drawn.of(0, 3, [1, 2]) == Drawn(1, 4, (1, 2))
    assert Drawn.of(0, None, None) == Drawn(1, None, None)


def test_fields_are_found_by_how_they_are_told() -> None:
    assert told_as(Drawn(2, 4, None), Seat) == (2,)


@pytest.mark.parametrize(
    "refused",
    [NoWeights("{game} has none", game="whist"), BadRecord(3, Malformed("no {what}", what="seat"))],
)
def test_a_refusal_reaches_another_process(refused: TwoHallsError) -> None:
    refused.game = "whist"
    there = pickle.loads(pickle.dumps(refused))
    assert type(there) is type(refused)
    assert (str(there), there.game) == (str(refused), "whist")
