"""What a seat sees of Pushcart: all but what others saved, and with it what they hold."""
# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from pushcart import rules
from twohalls.kernel.state import State

PHASES = ("save", "crate", "bid", "over")


def sight(_: Any, s: State, seat: int | None, over: bool) -> dict[str, Any]:
    """A hidden state as JSON."""
    return {
        "phase": PHASES[s.phase],
        "morning": min(s.morning + 1, rules.MORNINGS),
        "crate": s.crate + 1 or None,
        "left": [crate + 1 for crate in range(rules.NCRATES) if not s.gone[crate]],
        "players": [_player(s, player, over or player == seat) for player in range(s.players)],
    }


def _player(s: State, player: int, open: bool) -> dict[str, Any]:
    coins = range(rules.NCOINS)
    saved = s.saved[player] + 1 if open else None
    return {
        "seat": player + 1,
        "earned": s.earned[player],
        "spent": [coin + 1 for coin in coins if s.spent[player][coin]],
        "saved": saved or None,
        "coins": [coin + 1 for coin in coins if rules.holds(s, player, coin)] if open else None,
    }
