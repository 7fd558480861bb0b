"""Who sits in a seat: a person (`me`), or an opponent by its level."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from twohalls.cli.manners import Refused
from twohalls.kernel.table import View

PERSON = "me"
RANDOM = "random"
BOTS = "twohalls.bots"
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
    if find_spec(BOTS) is None:
        return (RANDOM,)
    return tuple(dict.fromkeys((RANDOM, *import_module(BOTS).LEVELS)))


def introduced() -> list[tuple[str, str, str]]:
    """Id, name and sentence of the opponents a person may choose, weakest first."""
    if find_spec(BOTS) is None:
        return []
    known = import_module(BOTS).LEVELS.values()
    return [(level.id, level.name, level.sentence) for level in known if level.id != RANDOM]


def choose(level: str, view: View, rng: random.Random) -> str:
    """An opponent's line; it knows what its seat sees and has a generator of its own."""
    if level == RANDOM:
        return rng.choice(view.legal)
    line: str = import_module(BOTS).choose(level, view, SECONDS_TO_THINK, rng)
    return line


def advice(view: View, rng: random.Random) -> Any:
    """A hint for a person, or None where there are no opponents to give one."""
    if find_spec(BOTS) is None:
        return None
    budget = import_module(BOTS).Budget(seconds=SECONDS_FOR_A_HINT)
    return import_module(f"{BOTS}.advice").hint(view, budget, rng)


def seating(kinds: str, names: str | None, person: str) -> Seating:
    """Seats as `me:Nora,random,random`, or with the names apart; the rest get names."""
    chosen, called = [], []
    for place in kinds.split(","):
        kind, colon, name = place.strip().partition(":")
        if kind not in (PERSON, RANDOM) and kind not in levels():
            raise Refused(
                f"--seats: there is no opponent “{kind}”; a seat is {PERSON} (a person) or "
                f"{' or '.join(levels())}"
            )
        if colon and not name.strip():
            raise Refused(f"--seats: after “{kind}:” stands a name")
        chosen.append(kind)
        called.append(name.strip())
    if names is not None:
        called = _names_apart(names, called)
    return Seating(tuple(chosen), tuple(_completed(chosen, called, person)))


def _names_apart(names: str, called: Sequence[str]) -> list[str]:
    listed = [name.strip() for name in names.split(",")]
    if any(called):
        raise Refused("Names stand in --seats or in --names, not in both")
    if len(listed) != len(called):
        raise Refused(f"--names has {len(listed)} names for {len(called)} seats")
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
