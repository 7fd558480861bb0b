"""Who sits in a seat: a person (`me`), or an opponent by its level."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twohalls import bots
from twohalls.bots import RANDOM
from twohalls.cli.manners import Refused
from twohalls.kernel.table import View
from twohalls.kit.i18n import Translate

if TYPE_CHECKING:
    from twohalls.bots.advice import Hint

PERSON = "me"
SECONDS_TO_THINK = 0.5
SECONDS_FOR_A_HINT = 1.0
NAMES = ("Teo", "Pia", "Walt", "Ida", "Vera")


@dataclass(frozen=True)
class Seating:
    """Who sits where: for each seat `me` or a level, and a name."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def persons(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.kinds, 1) if kind == PERSON]


def levels() -> tuple[str, ...]:
    """The opponents there are."""
    return tuple(bots.LEVELS)


def level(kind: str, _: Translate) -> str:
    """The name of an opponent's level."""
    return _(bots.LEVELS[kind].name)


def introduced(game: str, _: Translate) -> list[tuple[str, str, str]]:
    """Id, name with strength, and sentence of the opponents a person may choose, weakest first."""
    known = [bots.LEVELS[level] for level in bots.levels_of(game)]
    return [
        (level.id, f"{_(level.name)} ({_(level.strength)})", _(level.sentence))
        for level in known
        if level.id != RANDOM
    ]


def choose(level: str, view: View, rng: random.Random) -> str:
    """An opponent's line; it knows what its seat sees and has a generator of its own."""
    return bots.choose(level, view, SECONDS_TO_THINK, rng)


def advice(view: View, rng: random.Random) -> Hint | None:
    """A hint for a person, or None where nobody can think about the game."""
    from twohalls.bots.advice import hint

    if bots.levels_of(view.game.name) == (RANDOM,):
        return None
    return hint(view, bots.Budget(seconds=SECONDS_FOR_A_HINT), rng)


def seating(kinds: str, names: str | None, person: str) -> Seating:
    """Seats as `me:Nora,random,random`, or with the names apart; the rest get names."""
    chosen, called = [], []
    for place in kinds.split(","):
        kind, colon, name = place.strip().partition(":")
        if kind != PERSON and kind not in levels():
            raise Refused(
                "--seats: there is no opponent “{kind}”; a seat is {person} (a person) or one of "
                "{levels}",
                kind=kind,
                person=PERSON,
                levels=", ".join(levels()),
            )
        if colon and not name.strip():
            raise Refused("--seats: a name belongs after “{kind}”", kind=f"{kind}:")
        chosen.append(kind)
        called.append(name.strip())
    if names is not None:
        called = _names_apart(names, called)
    return Seating(tuple(chosen), tuple(_completed(chosen, called, person)))


def _names_apart(names: str, called: Sequence[str]) -> list[str]:
    listed = [name.strip() for name in names.split(",")]
    if any(called):
        raise Refused("Names go in --seats or in --names, not in both")
    if len(listed) != len(called):
        raise Refused(
            "--names: {given} given, but --seats has {seats}",
            given=len(listed),
            seats=len(called),
        )
    if not all(listed):
        raise Refused("--names: a name is empty")
    return listed


def _completed(kinds: Sequence[str], called: Sequence[str], person: str) -> list[str]:
    """A name for everybody, none twice among those not chosen."""
    taken = {name.casefold() for name in called if name}
    numbers = iter(range(2, len(kinds) + 2))
    complete = []
    for kind, name in zip(kinds, called, strict=True):
        if not name and kind == PERSON:
            name = person if person.casefold() not in taken else f"{person} {next(numbers)}"
        elif not name:
            name = next(other for other in NAMES if other.casefold() not in taken)
        taken.add(name.casefold())
        complete.append(name)
    return complete
