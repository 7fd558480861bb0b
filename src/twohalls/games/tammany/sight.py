"""What a seat sees of a game of Tammany Hall: all but the bids not yet revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twohalls.games.tammany import rules
from twohalls.games.tammany.board import COLOURS, OFFICE_NAMES, WARDS, ZONE_CUBES, ZONES
from twohalls.games.tammany.rules import NOBODY, Phase
from twohalls.kernel.state import State

PHASES = {
    Phase.FIRST: "draw",
    Phase.ZONE: "draw",
    Phase.ARRIVALS: "draw",
    Phase.TURN: "turn",
    Phase.BID: "bid",
    Phase.BONUS_CUBE: "settle",
    Phase.BONUS_FAVOR: "favor",
    Phase.APPOINT: "appoint",
    Phase.DONE: "over",
}
ELECTION = (Phase.BID, Phase.BONUS_CUBE, Phase.BONUS_FAVOR)


def sight(_: Any, s: State, seat: int | None, over: bool) -> dict[str, Any]:
    """A hidden state as JSON; everything in it is open to everybody."""
    seats = range(s.players)
    return {
        "phase": PHASES[s.phase],
        "year": s.year + 1,
        "term": s.year // rules.YEARS_A_TERM + 1,
        "first_player": None if s.phase == Phase.FIRST else s.first + 1,
        "player": s.player + 1 if s.phase in (Phase.TURN, Phase.ARRIVALS) else None,
        "mayor": _seat(s.mayor),
        "zones": list(ZONES[: s.zones]),
        "wards": {
            str(number): {
                "cubes": _by_colour(s.cubes[ward]),
                "bosses": {str(player + 1): s.bosses[ward][player] for player in seats},
                "locked": bool(s.locked[ward]),
                "active": ward < s.active,
                "winner": _seat(s.winner[ward]),
            }
            for ward, number in enumerate(WARDS)
        },
        "garden": _by_colour(s.garden),
        "bag": _by_colour(s.bag),
        "aside": _by_colour(_set_aside(s)),
        "supply": _by_colour(s.supply),
        "turn": _turn(s) if s.phase == Phase.TURN else None,
        "election": _election(s) if s.phase in ELECTION else None,
        "players": [
            {
                "seat": player + 1,
                "score": s.score[player],
                "favors": _by_colour(s.favors[player]),
                "slander_chips": s.slanders[player],
                "slandered": bool(s.slandered[player]),
                "office": OFFICE_NAMES[s.office[player]],
                "leads": [COLOURS[c] for c in range(rules.NCOLOURS) if s.leader[player][c]],
                "bosses_left": rules.bosses_left(s, player),
            }
            for player in seats
        ],
    }


def _by_colour(row: Sequence[int]) -> dict[str, int]:
    return dict(zip(COLOURS, row, strict=True))


def _seat(player: int) -> int | None:
    return None if player == NOBODY else player + 1


def _set_aside(s: State) -> list[int]:
    """T1: the cubes of zones not yet in play."""
    waiting = ZONE_CUBES[s.zones :]
    return [sum(zone[colour] for zone in waiting) for colour in range(rules.NCOLOURS)]


def _turn(s: State) -> dict[str, Any]:
    """How far the player in turn is."""
    return {
        "placed": ("nothing", "boss", "cube", "all")[s.placed],
        "office_used": bool(s.office_used),
        "may_spread": bool(s.spreading),
    }


def _election(s: State) -> dict[str, Any]:
    """The ward that votes, and the chips that each contestant could use there."""
    contestants = [player for player in range(s.players) if rules.contests(s, player)]
    return {
        "ward": WARDS[s.ward],
        "usable": {
            str(player + 1): {
                COLOURS[colour]: rules.usable(s, player, colour)
                for colour in range(rules.NCOLOURS)
                if s.cubes[s.ward][colour] > 0
            }
            for player in contestants
        },
    }
