"""What a game's `features` module offers the opponents, by name; without one they play at random.

Like rules, these are plain functions over a state `s`, compiled together with the rules. `work` is
working space: at least WORK real numbers that may be overwritten.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NoReturn, Protocol, runtime_checkable

from twohalls.kernel.rules import Row
from twohalls.kernel.state import State

WORK = 512
MOST_OPTIONS = 48

Reals = MutableSequence[float]


@runtime_checkable
class Features(Protocol):
    """How a position looks to a player."""

    @property
    def INPUTS(self) -> int:
        """How many numbers `inputs` writes, at most 512."""

    @property
    def SIGNS(self) -> int:
        """How many signs an option has."""

    @property
    def SIGN(self) -> int:
        """Where in `out` the signs begin that `signs` writes."""

    @property
    def LEANINGS(self) -> Sequence[float]:
        """The weight of each sign as a person would set it."""

    @property
    def PLAY_ON(self) -> float:
        """How many decisions of cheap play come before a position is valued; found by measuring."""

    @property
    def LOOK_AT(self) -> float:
        """How many options of a new position what was learned looks at; found by measuring."""

    @property
    def SPREAD_TIMES(self) -> float:
        """By how much `spread_of` is widened; found by measuring."""

    def quiet(self, s: State) -> float:
        """Whether a position can be valued as it stands, nothing being half done.

        Between no (0) and yes (1): only by a valuation that has learned from such positions.
        """

    def worth(self, s: State, out: Reals, work: Reals) -> None:
        """Write the points each seat may expect at the end."""

    def spread_of(self, s: State) -> float:
        """How many points of difference are still a matter of luck."""

    def consider(
        self, s: State, options: Row, weights: Reals, leanings: Sequence[float], work: Reals
    ) -> int:
        """Write the choices worth a thought and how likely each seems; return how many.

        `leanings` are the weights of the signs of a good choice.
        """

    def signs(self, s: State, option: int, out: Reals, work: Reals) -> None:
        """Write the signs of one option; `work` is as `consider` left it."""

    def unfold(self, s: State, option: int, out: Row) -> int:
        """Write the actions an option stands for, the first of a line; return how many."""

    def inputs(self, s: State, seat: int, worths: Reals, out: Reals, work: Reals) -> None:
        """Write what a learned valuation looks at of one seat; `work` is as `worth` left it."""


def _of_the_game(*_: Any) -> NoReturn:
    raise NotImplementedError("this name stands for a function of a game's features")


# For modules that are compiled together with a game's features: there each name is the game's own.
quiet = worth = spread_of = consider = signs = unfold = inputs = _of_the_game
