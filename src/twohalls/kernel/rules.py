"""What a game's rules offer, by name: the contract between a game and the kernel.

A rules module is plain functions over a state `s`. It imports neither numba nor numpy, because the
same source runs over lists (people, tests) and, compiled, over NumPy records (search, learning).
Seats are counted from 0 there and from 1 wherever a person or a record speaks of them. Where a rule
does something worth telling, it says so: `tell(s, WardWon, ward, seat)` (`kernel/events.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any, NoReturn, Protocol, runtime_checkable

from twohalls.kernel.state import Fields, State

CHANCE = -1
OVER = -2

Row = MutableSequence[int]


@runtime_checkable
class Rules(Protocol):
    """All of it is needed; nothing else of a game is.

    Besides, rules may offer `observe(s, seat, out)`: write what a seat knows as numbers over a row
    of `OBSERVED` zeros, seats counted from the one who looks. `SEEN` names its parts in their
    order, each with its shape.
    """

    @property
    def FIELDS(self) -> Fields:
        """Name → shape and NumPy width: the only description of the state; all begin at zero."""

    @property
    def PLAYERS(self) -> tuple[int, int]:
        """The least and the greatest number of players."""

    @property
    def OPTIONS(self) -> Mapping[str, tuple[str, ...]]:
        """Option → its choices, the default first."""

    @property
    def ACTIONS(self) -> int:
        """How many action codes there are."""

    @property
    def MOST_LEGAL(self) -> int:
        """How many actions can be legal at once."""

    def new_game(self, s: State, players: int, options: Sequence[int]) -> None:
        """Begin a game on a state of zeros; `options[i]` is the choice of the i-th option."""

    def actor(self, s: State) -> int:
        """The seat that decides next, or CHANCE, or OVER."""

    def awaited(self, s: State, out: Row) -> int:
        """Write all seats that may answer now; return how many (several: a sealed decision)."""

    def ask(self, s: State, seat: int) -> None:
        """Of several awaited seats, let this one answer first."""

    def legal(self, s: State, may: Row) -> None:
        """Say which actions the actor may do, or what may come of chance (`kernel/sets.py`)."""

    def chance_weights(self, s: State, out: Row) -> int:
        """Write how likely each outcome of `legal` is, as whole numbers; return how many."""

    def apply(self, s: State, action: int) -> None:
        """Let the actor do a legal action, with all that follows by itself."""

    def mid_line(self, s: State) -> bool:
        """Whether the last action is part of a line of the record that more actions complete."""

    def hide(self, s: State, seat: int) -> None:
        """Wipe what a seat cannot know (-1: a spectator)."""

    def resample(self, s: State, seat: int, rng: Row) -> None:
        """Fill what is hidden from a seat with something its whole history allows."""

    def result(self, s: State, points: Row, won: Row) -> None:
        """Write each seat's points and whether (1) it has won."""


def _of_the_game(*_: Any) -> NoReturn:
    raise NotImplementedError("this name stands for a function of a game's rules")


# For modules that are compiled together with a game's rules: there each name is the game's own.
new_game = actor = awaited = ask = legal = chance_weights = apply = _of_the_game
mid_line = hide = resample = result = _of_the_game


def observe(s: Any, seat: int, out: Any) -> None:
    """Of a game that offers no observation, nothing is seen."""


OPTIONAL = ("observe",)
