"""Small positions whose best answer can be computed, and the computing."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from tests.games.derived import keep_in_step
from tests.games.tammany.facts import derived

from twohalls.games import find_game
from twohalls.games.tammany import rules as tammany
from twohalls.games.tammany.rules import Office, Phase
from twohalls.kernel.rules import OVER

IRISH = 0
LAST_WARD = tammany.NWARDS - 1


def last_ward(bosses: tuple[int, int], chips: tuple[int, int], wards: tuple[int, int]) -> Any:
    """The last ward of the last election between seats 0 and 1; seat 2 has no chance to win."""
    state: Any = find_game("tammany").new_state(3, {"locks": "all"})
    state.year = tammany.YEARS - 1
    state.zones = 3
    state.active = tammany.NWARDS
    state.mayor = 2
    state.office = [Office.DEPUTY, Office.POLICE, Office.MAYOR, 0, 0]
    for ward in range(tammany.NWARDS):
        state.cubes[ward][IRISH] = 1
    ward = 0
    for seat in (0, 1):
        for _ in range(wards[seat]):
            state.winner[ward] = seat
            state.bosses[ward][seat] = 1
            state.on_wards[seat] += 1
            ward += 1
        state.bosses[LAST_WARD][seat] = bosses[seat]
        state.on_wards[seat] += bosses[seat]
        state.favors[seat][IRISH] = chips[seat]
        state.supply[IRISH] -= chips[seat]
        state.score[seat] = 20
    keep_in_step(state, derived)
    state.slanders = [0] * tammany.NSEATS
    state.ward = LAST_WARD
    state.phase = Phase.BID
    tammany.open_bidding(state)
    return state


def bid_matrix(state: Any) -> Any:
    """Seat 0's win for every pair of bids."""
    chips = [state.favors[seat][IRISH] for seat in (0, 1)]
    matrix = np.zeros((chips[0] + 1, chips[1] + 1))
    for mine in range(chips[0] + 1):
        for theirs in range(chips[1] + 1):
            after = state.copy()
            tammany.apply(after, tammany.BID + mine)
            tammany.apply(after, tammany.BID + theirs)
            assert tammany.actor(after) == OVER
            won = [0] * tammany.NSEATS
            tammany.result(after, [0] * tammany.NSEATS, won)
            matrix[mine][theirs] = won[0] / sum(won)
    return matrix


def equilibrium(matrix: Any) -> tuple[float, Any]:
    """The value of a zero-sum game and a best mix for the rows, by linear programming."""
    rows, columns = matrix.shape
    answer = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(answer.x[-1]), answer.x[:-1]


def last_office(seed: int) -> Any:
    """A City Hall game of three at random, up to the answer in the auction of the last office.

    None if that office is one that draws cards, or if there is no auction worth the name.
    """
    import random

    from twohalls.games.cityhall import rules
    from twohalls.kernel.rules import CHANCE

    game = find_game("cityhall")
    rng = random.Random(seed)
    state: Any = game.new_state(3, {"open_hands": "off"})
    while rules.actor(state) != OVER:
        last = state.final and state.turn == rules.NOFFICES - 1
        if last and state.phase == rules.Phase.KEEP and state.office not in (1, 4, 5):
            return state
        legal = game.legal(state)
        weights = [1] * len(legal)
        if rules.actor(state) == CHANCE:
            rules.chance_weights(state, weights)
        if state.phase == rules.Phase.BID:
            legal, weights = legal[:4], weights[:4]
        rules.apply(state, rng.choices(legal, weights)[0])
    return None


def outcomes(state: Any, seat: int) -> dict[int, set[float]]:
    """By exhaustive search: what each legal action can bring a seat, all playing for their win."""
    game = find_game("cityhall")
    found = {}
    for action in game.legal(state):
        after = state.copy()
        game.rules.apply(after, action)
        found[action] = {winners[seat] for winners in _best(after)}
    return found


def _best(state: Any) -> set[tuple[float, ...]]:
    """The ends that can come of best play; several if somebody does not care."""
    game = find_game("cityhall")
    if game.rules.actor(state) == OVER:
        won = [0] * 4
        game.rules.result(state, [0] * 4, won)
        return {tuple(float(share) for share in won)}
    seat = game.rules.actor(state)
    ends: list[set[tuple[float, ...]]] = []
    for action in game.legal(state):
        after = state.copy()
        game.rules.apply(after, action)
        ends.append(_best(after))
    best = max(min(end[seat] for end in found) for found in ends)
    return set().union(*(found for found in ends if max(end[seat] for end in found) >= best))
