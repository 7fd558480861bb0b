"""What a seat sees of a game of City Hall: not the others' money, influence and permits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twohalls.games.cityhall.board import FIGURES, OFFICES, PERMITS, SPACES
from twohalls.games.cityhall.rules import IN_DECK, NO_BID, NO_PERMIT, ON_OFFER, Figure, Phase
from twohalls.kernel.state import State

PHASES = {
    Phase.ORDER: "draw",
    Phase.LAND: "draw",
    Phase.PERMITS: "draw",
    Phase.DRAFT: "draft",
    Phase.FIRST_BUILD: "build",
    Phase.RETURN: "return",
    Phase.ACTIVATE: "activate",
    Phase.SURVEY: "survey",
    Phase.BID: "bid",
    Phase.KEEP: "keep",
    Phase.USE: "use",
    Phase.BOTTOM: "bottom",
    Phase.DONE: "over",
}
AUCTION = (Phase.BID, Phase.KEEP)


def sight(rules: Any, s: State, seat: int | None, over: bool) -> dict[str, Any]:
    """A hidden state as JSON, without what the players hold behind their screens."""
    seats = range(s.players)
    shown = [over or bool(s.open_hands) or player == seat for player in seats]
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "final_round": bool(s.final),
        "turn_order": [player + 1 for player in s.order if player >= 0],
        "star_space": s.star + 1,
        "offices": {
            name: {"staffer": _seat(s.staffer[office]), "influence": s.office_influence[office]}
            for office, name in enumerate(OFFICES)
        },
        "office": OFFICES[s.office] if s.office >= 0 else None,
        "controller": _seat(s.controller),
        "deputy": _seat(s.deputy),
        "lands": {
            land: {
                "owner": _seat(s.owner[space]),
                "permit": None if s.permit[space] == NO_PERMIT else PERMITS[s.permit[space]],
                "stars": s.stars[space],
                "money": s.land_money[space],
                "offered": _offered(s, space),
                "left_to_pay": max(0, rules.left_to_pay(s, space)) if _offered(s, space) else None,
                "left_over": max(0, -rules.left_to_pay(s, space)) if _offered(s, space) else None,
            }
            for space, land in enumerate(SPACES)
        },
        "decks": {"land": s.owner.count(IN_DECK), "permits": rules.permits_left(s)},
        "revealed_permits": _listed(s.revealed),
        "auction": _auction(rules, s) if s.phase in AUCTION else None,
        "endorsements": {
            name: _endorsement(rules, s, number, shown)
            for number, name in enumerate(rules.ENDORSEMENTS)
        },
        "players": [
            {
                "seat": player + 1,
                "approval_space": s.approval[player] + 1,
                "approval": rules.rating(s, player),
                "population": s.population[player],
                "own_votes": rules.own_votes(s, player),
                "stars": s.totals[player],
                "money": s.money[player] if shown[player] else None,
                "influence": s.influence[player] if shown[player] else None,
                "permits": _hand(rules, s, player) if over or player == seat else None,
                "permit_count": rules.permits_held(s, player),
            }
            for player in seats
        ],
    }


def _offered(s: State, space: int) -> bool:
    return bool(s.owner[space] == ON_OFFER)


def _seat(player: int) -> int | None:
    return player + 1 if player >= 0 else None


def _listed(row: Sequence[int]) -> list[str]:
    return [permit for permit, cards in zip(PERMITS, row, strict=True) for _ in range(cards)]


def _hand(rules: Any, s: State, player: int) -> dict[str, int]:
    return {
        name: s.hand[player][permit] + (s.kept[player] == permit)
        for permit, name in enumerate(PERMITS)
    }


def _auction(rules: Any, s: State) -> dict[str, Any]:
    """The bids so far: a number, or null for a pass."""
    activating = s.staffer[s.office]
    bids = {}
    player = rules.next_clockwise(s, activating)
    while player not in (activating, s.bidder):
        bids[str(player + 1)] = None if s.bids[player] == NO_BID else s.bids[player]
        player = rules.next_clockwise(s, player)
    return {
        "activating": activating + 1,
        "bids": bids,
        "highest": s.high,
        "bidder": _seat(s.bidder),
    }


def _endorsement(rules: Any, s: State, number: int, shown: Sequence[bool]) -> dict[str, Any]:
    """What is counted, each seat's figure, and who would have it now; null where it is hidden."""
    kind = rules.ENDORSED_FOR[number]
    figures = [
        rules.figure(s, player, kind) if shown[player] or kind >= Figure.BUILT else None
        for player in range(s.players)
    ]
    return {
        "most": FIGURES[kind],
        "figures": figures,
        "leader": None if None in figures else _seat(rules.endorsed(s, number)),
    }
