"""Fields that the rules keep in step with the pieces, for positions that are set up by hand."""

from collections.abc import Callable, Iterable
from typing import Any


def as_bits(places: Iterable[int]) -> int:
    """A set as the rules keep it: a bit for each place."""
    return sum(1 << place for place in places)


def keep_in_step(state: Any, derived: Callable[[Any], dict[str, Any]]) -> None:
    """Find the derived fields of a position anew."""
    for field, value in derived(state).items():
        setattr(state, field, value)
