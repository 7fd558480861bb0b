"""What is made of a game line by line: read on from the longest beginning that is still known.

A log is long and grows by a line. What was made of all but its end, for the same reader in the same
words, is there already.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Generic, TypeVar

from twohalls.kernel.events import Happened

MOST_KEPT = 1024
LOOK_BACK = 40
"""How many lines may have been added since anybody looked."""


Made = TypeVar("Made")
Which = tuple[int, Hashable, frozenset[int]]


class Growing(Generic[Made]):
    """`new` makes one of nothing, `copy` another like it; `take(one, line, is_marked, *given)`
    reads one more line into it.

    A moment is named by the first event of its last line: an event is made once, whoever is told of
    it, and another after something was taken back.
    """

    def __init__(
        self,
        new: Callable[[], Made],
        copy: Callable[[Made], Made],
        take: Callable[..., None],
    ) -> None:
        self._new = new
        self._copy = copy
        self._take = take
        self._kept: OrderedDict[Which, tuple[object, Made]] = OrderedDict()

    def of(
        self, happened: Sequence[Happened], *given: Hashable, marked: Collection[int] = ()
    ) -> Made:
        """What is made of these lines, some of them `marked`, counted from 0; `given` is all else
        that it depends on."""
        known, found = self._known(happened, given, marked)
        if known < len(happened):
            found = self._copy(found)
            for line in happened[known:]:
                self._take(found, line, line.at - 1 in marked, *given)
            last = happened[-1]
            # With its event, which keeps its address from being given to another.
            self._kept[which(last, given, marked)] = (last.events[0], found)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def _known(
        self, happened: Sequence[Happened], given: Hashable, marked: Collection[int]
    ) -> tuple[int, Made]:
        """The longest beginning of which something is known, and that."""
        for line in reversed(happened[-LOOK_BACK:]):
            name = which(line, given, marked)
            first, made = self._kept.get(name, (None, None))
            if made is not None and first is line.events[0]:
                self._kept.move_to_end(name)
                return line.at, made
        return 0, self._new()


def which(line: Happened, given: Hashable, marked: Collection[int]) -> Which:
    """The beginning that ends with a line, as it is told to somebody."""
    return id(line.events[0]), given, frozenset(one for one in marked if one < line.at)
