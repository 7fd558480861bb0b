"""Pushcart's moves in words: `save 4`, `* crate 6`, `bid 2`."""

from __future__ import annotations

from typing import Any, NoReturn

from pushcart import rules
from twohalls.kernel.errors import Illegal
from twohalls.kernel.state import State
from twohalls.kernel.words import Kind, Verb, Words

COIN = Kind("coin", tuple(str(coin + 1) for coin in range(rules.NCOINS)))
NUMBER = Kind("crate", tuple(str(crate + 1) for crate in range(rules.NCRATES)))

VERBS = (
    Verb("save", rules.SAVE, (COIN,)),
    Verb("bid", rules.BID, (COIN,)),
    Verb("crate", rules.CRATE, (NUMBER,)),
)


class PushcartWords(Words):
    """The grammar above."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules, VERBS)

    def refuse(self, s: State, action: int) -> NoReturn:
        if action >= rules.CRATE:
            raise Illegal("this crate is gone")
        if action < rules.BID and s.phase != rules.Phase.SAVE:
            raise Illegal("a coin is saved before the first morning")
        if action >= rules.BID and s.phase != rules.Phase.BID:
            raise Illegal("no crate stands on the street")
        raise Illegal("you do not have this coin any more")

    def seen(self, line: str, seat: int | None, viewer: int | None) -> str:
        return "save ?" if line.startswith("save") and seat != viewer else line
