"""Whether something simple beats a table full of sachems: fixed strategies, each alone.

    python benchmarks/strategies.py tammany --games 200 --budget 400sims --seed 1

A strategy thinks as the sachem does, with the same simulations, and breaks in only where it knows
better: so it wins its fair share if what it insists on does no harm, and more if it helps.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import Any

from twohalls.bots.arena import wilson
from twohalls.bots.budget import Budget, parse_budget
from twohalls.bots.levels import decide
from twohalls.bots.mind import Choice, Desk, mind_of
from twohalls.bots.selfplay import begin, outcome, to_decide
from twohalls.games import find_game
from twohalls.games.cityhall import rules as cityhall
from twohalls.games.tammany import rules as tammany
from twohalls.kernel.rules import OVER

Strategy = Callable[[Any, int, list[Choice]], list[Choice]]
"""Of a view, its seat and the choices: those that the strategy allows (none: all)."""


# --- Tammany Hall ----------------------------------------------------------------------------


def chips_in(s: Any, seat: int, ward: int) -> int:
    """Chips a seat could bid in a ward."""
    return sum(int(s["favors"][seat][c]) for c in range(4) if s["cubes"][ward][c] > 0)


def sure(s: Any, seat: int) -> int:
    """The fewest chips that win the ward whatever the others bid."""
    ward = int(s["ward"])
    others = [
        int(s["bosses"][ward][other]) + chips_in(s, other, ward)
        for other in range(int(s["players"]))
        if other != seat and s["bosses"][ward][other] > 0
    ]
    return max(0, max(others, default=-1) + 1 - int(s["bosses"][ward][seat]))


def bids(choices: list[Choice]) -> dict[int, Choice]:
    return {choice.option - tammany.BID: choice for choice in choices}


def only_sure_bids(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    if s["phase"] != tammany.Phase.BID:
        return []
    needed = sure(s, seat)
    return [bids(choices)[needed if needed in bids(choices) else 0]]


def hoard(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    """No chip before the last election, then whatever wins."""
    if s["phase"] != tammany.Phase.BID:
        return []
    if s["year"] // tammany.YEARS_A_TERM < 3:
        return [bids(choices)[0]]
    return [bids(choices)[min(sure(s, seat), max(bids(choices)))]]


def spend(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    """The mayoralty whatever it costs: all it takes in every ward."""
    if s["phase"] != tammany.Phase.BID:
        return []
    return [bids(choices)[min(sure(s, seat), max(bids(choices)))]]


def late_slander(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    """No slander but in a term's last year."""
    last = s["year"] % tammany.YEARS_A_TERM == tammany.YEARS_A_TERM - 1
    if last or s["phase"] != tammany.Phase.TURN:
        return []
    return [choice for choice in choices if not tammany.SLANDER <= choice.option < tammany.SPREAD]


def no_slander(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    return [choice for choice in choices if not tammany.SLANDER <= choice.option < tammany.SPREAD]


# --- City Hall -------------------------------------------------------------------------------


def one_office(office: int) -> Strategy:
    """One office whatever it costs: taken up, bid for with all one has, kept."""

    def allowed(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
        if s["phase"] == cityhall.Phase.ACTIVATE:
            return [one for one in choices if one.option == cityhall.ACTIVATE + office]
        if s["office"] != office:
            return []
        if s["phase"] == cityhall.Phase.BID:
            return [max(choices, key=lambda one: one.option)]
        return [one for one in choices if one.option == cityhall.KEEP]

    return allowed


def hoard_influence(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    """No bid before the last round, then whatever is highest."""
    if s["phase"] != cityhall.Phase.BID:
        return []
    if s["final"]:
        return [max(choices, key=lambda one: one.option)]
    return [one for one in choices if one.option == cityhall.PASS]


def rush(s: Any, seat: int, choices: list[Choice]) -> list[Choice]:
    """To the end as fast as may be: campaigns first, and the most spaces a campaign gives."""
    if s["phase"] == cityhall.Phase.ACTIVATE:
        wanted = cityhall.ACTIVATE + cityhall.Office.CAMPAIGN
        return [one for one in choices if one.option == wanted]
    if s["phase"] == cityhall.Phase.USE and s["office"] == cityhall.Office.CAMPAIGN:
        dearest = [one for one in choices if one.option < cityhall.CAMPAIGN_NONE]
        return [max(dearest, key=lambda one: one.option)] if dearest else []
    return []


STRATEGIES: dict[str, dict[str, Strategy]] = {
    "tammany": {
        "bid only what wins for certain": only_sure_bids,
        "hoard, and outbid in the last election": hoard,
        "outbid everywhere": spend,
        "slander only in last years": late_slander,
        "never slander": no_slander,
    },
    "cityhall": {
        "hoard, and outbid in the last round": hoard_influence,
        "rush the end": rush,
    }
    | {
        f"{office.name.lower()} whatever it costs": one_office(office) for office in cityhall.Office
    },
}


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game", choices=STRATEGIES)
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument("--games", type=int, default=200)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--budget", default="400sims")
    wanted.add_argument("--only", default="", help="a part of the strategy's name")
    given = wanted.parse_args()
    print("| strategy | games | won | interval | fair |\n|---|---|---|---|---|")
    for name, strategy in STRATEGIES[given.game].items():
        if given.only in name:
            match(name, strategy, given)


def match(name: str, strategy: Strategy, given: argparse.Namespace) -> None:
    mind, budget = mind_of(find_game(given.game)), parse_budget(given.budget)
    real, desk, wins = mind.desk(16), mind.desk(), 0.0
    for number in range(given.games):
        rng = random.Random(f"{given.seed}/{number}")
        alone = number % given.players
        begin(real, given.players, rng)
        while (seat := to_decide(real)) != OVER:
            options, _ = real.propose(mind.by_hand)
            option = options[0]
            if len(options) > 1:
                mind.code.root_of(real.papers, real.tree)
                view, own = real.papers.hidden[0].copy(), random.Random(rng.getrandbits(48))
                option = choose(desk, view, seat, strategy if seat == alone else None, budget, own)
            real.play(option)
        wins += outcome(real)[alone]
    low, high = wilson(wins, given.games)
    print(
        f"| {name} | {given.games} | {wins / given.games:.1%} | {low:.1%}–{high:.1%}"
        f" | {1 / given.players:.0%} |",
        flush=True,
    )


def choose(
    desk: Desk, view: Any, seat: int, strategy: Strategy | None, budget: Budget, rng: random.Random
) -> int:
    desk.forget()
    desk.sit(view, rng)
    desk.think(seat, budget.simulations, None, desk.mind.learned)
    sealed, choices = desk.choices()
    allowed = strategy(view, seat, choices) if strategy is not None else []
    return decide(sealed, allowed or choices, rng).option


if __name__ == "__main__":
    main()
