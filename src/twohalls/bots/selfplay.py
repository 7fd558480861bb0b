"""Games against itself to learn from: one step ahead, or with a little search for every decision.

Whoever decides gets what its seat knows. Positions are kept with what they turned out to be worth.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from twohalls.bots.levels import decide
from twohalls.bots.mind import Choice, Desk, Mind, mind_of, quick
from twohalls.bots.search import Lead
from twohalls.games import find_game
from twohalls.kernel.errors import Illegal
from twohalls.kernel.rules import OVER
from twohalls.kernel.state import from_array

Reals = NDArray[np.float64]

QUIET_PART = 0.125
OPEN_PART = 0.4
"""What part of the search a decision gets that is not kept: in a quiet position, and in bidding."""
RARE = 1
"""How quiet a position is of which each is kept, so that the network gets to know them."""
BEST = 0.7
"""How often what seems best is played instead of anything that was tried."""
ASIDE = 0.5
"""How often a position beside the game is learned, too."""


@dataclass(frozen=True)
class Plan:
    """How a generation is played and learned."""

    game: str
    games: int = 1000
    generations: int = 3
    epochs: int = 12
    seed: int = 1
    most: int = 16
    heat: float = 0.01
    stray: float = 0.08
    keep: float = 0.12
    match: int = 200
    ended: int = 600
    """How many games say whether chances come true."""
    loose: float = 0.12
    """How often a seat is a guest who plays by leanings or just anything for a whole game."""
    trust: float = 0.9
    """How much the later course of a game counts in what a position is taken to be worth."""
    simulations: int = 0
    """How long a kept position is searched, other decisions for a part of it; 0: one step ahead."""
    half_way: float | None = None
    """How often a position is kept that only who has learned such ones can value as it stands, and
    from then on it is; None: each is kept, and play goes on from there as before."""
    hidden: tuple[int, int] = (48, 24)
    """How wide the network's hidden layers are."""
    goes_on: bool = False
    """Whether learning begins with the shipped weights instead of the valuation by hand."""


@dataclass(frozen=True)
class Sample:
    """Positions of games of as many players: a look a seat, and how they turned out."""

    seen: NDArray[np.float32]
    won: NDArray[np.float32]


@dataclass(frozen=True)
class Rehearsal:
    """One game: positions of it and, after those, beside it; what was told of each; who won."""

    seen: NDArray[np.float32]
    told: NDArray[np.float32]
    beside: int
    won: list[float]

    def sample(self, plan: Plan) -> Sample:
        """What each position turned out to be worth; beside the game, what the search told."""
        own = len(self.seen) - self.beside
        told = self.told[:own] if plan.simulations else self.told[1:own]
        worth = hindsight(told, self.won, plan.trust)[:own]
        return Sample(self.seen, np.concatenate([worth, self.told[own:]]))


@dataclass(frozen=True)
class Lesson:
    """Decisions: the signs of each option and how good it turned out."""

    signs: list[Reals]
    wanted: list[Reals]


def to_decide(desk: Desk) -> int:
    """Who decides at a desk."""
    return int(desk.mind.code.whose(desk.papers))


def begin(desk: Desk, players: int, rng: random.Random) -> None:
    game = desk.mind.game
    desk.sit(game.new_state(players, game.options({})), rng)
    desk.play(-1)


def step_ahead(desk: Desk, seat: int, plan: Plan, rng: random.Random, lead: Lead) -> None:
    """One decision by the valuation, softened; sometimes by leanings alone."""
    if rng.random() < plan.stray:
        options, likely = desk.propose(lead)
    else:
        options, values = desk.weigh(seat, 1, lead, plan.most)
        best = max(values)
        likely = [math.exp((value - best) / plan.heat) for value in values]
    desk.play(rng.choices(options, likely)[0])


def rehearse(plan: Plan, players: int, seed: str, lead: Lead) -> Rehearsal:
    """One game against itself and a guest now and then, so that weak play is known too."""
    mind = mind_of(find_game(plan.game))
    desk, rng, lead = mind.own_desk, random.Random(seed), quick(lead)
    begin(desk, players, rng)
    guests = {seat: rng.choice((0.0, 1.0)) for seat in range(players) if rng.random() < plan.loose}
    looks: list[NDArray[np.float32]] = []
    chances: list[list[float]] = []
    aside: list[tuple[NDArray[np.float32], list[float]]] = []
    while (seat := to_decide(desk)) != OVER:
        options, likely = desk.propose(lead)
        if plan.simulations and len(options) == 1:
            desk.play(options[0])
            continue
        how_quiet = mind.code.how_quiet(desk.papers)
        often = plan.keep
        if how_quiet == RARE:
            often = 1.0 if plan.half_way is None else plan.half_way
        kept = how_quiet and (not looks or rng.random() < often)
        found = None
        if kept:
            looks.append(what_is_seen(desk))
        if plan.simulations and (kept or seat not in guests):
            part = 1.0 if kept else QUIET_PART if how_quiet > RARE else OPEN_PART
            found = look_into(desk, seat, int(part * plan.simulations), lead, rng)
        if kept:
            chances.append(found.chances if found else desk.judge(-1, 1, lead))
            if found and rng.random() < ASIDE:
                aside += step_aside(desk, plan, rng, lead)
        if seat in guests:
            desk.play(rng.choices(options, [weight ** guests[seat] for weight in likely])[0])
        elif found and rng.random() >= plan.stray / 2:
            desk.play(found.pick(rng))
        else:
            step_ahead(desk, seat, plan, rng, lead)
    if not looks:
        raise Illegal(
            "nothing can be learned of {game}: no position where a seat decides is `quiet`",
            game=plan.game,
        )
    return Rehearsal(
        np.stack([*looks, *(seen for seen, _ in aside)]),
        np.array([*chances, *(found for _, found in aside)], np.float32),
        len(aside),
        outcome(desk),
    )


def what_is_seen(desk: Desk) -> NDArray[np.float32]:
    """What the network looks at, a row a seat."""
    room = np.zeros((desk.mind.game.rules.PLAYERS[1], 1024))
    desk.mind.code.look(desk.papers, room)
    players = int(desk.states[0]["players"])
    return room[:players, : desk.mind.features.INPUTS].astype(np.float32)


@dataclass(frozen=True)
class Found:
    """What a search found out about a position."""

    chances: list[float]
    sealed: bool
    choices: list[Choice]

    def pick(self, rng: random.Random) -> int:
        """Mostly what was tried most; a mix where the decision is sealed, and now and then else."""
        tried = [max(0, choice.tried - 1) for choice in self.choices]
        if self.sealed or rng.random() < BEST or not any(tried):
            return decide(self.sealed, self.choices, rng).option
        return rng.choices(self.choices, tried)[0].option


def look_into(desk: Desk, seat: int, simulations: int, lead: Lead, rng: random.Random) -> Found:
    """Search a position at a desk as the one to decide knows it."""
    own = _desk_to_search_at(desk.mind)
    own.forget()
    own.sit(desk.states[0], rng)
    chances = own.ponder(seat, max(1, simulations), lead)
    sealed, choices = own.choices()
    return Found(chances, sealed, choices)


@lru_cache(2)
def _desk_to_search_at(mind: Mind) -> Desk:
    return mind.desk(1 << 12)


def step_aside(
    desk: Desk, plan: Plan, rng: random.Random, lead: Lead
) -> list[tuple[NDArray[np.float32], list[float]]]:
    """A position beside the game, after a plausible choice: what not to do is learned by it too."""
    here = desk.states[0].copy()
    options, likely = desk.propose(lead)
    desk.play(rng.choices(options, [math.sqrt(weight) for weight in likely])[0])
    found = []
    if (seat := to_decide(desk)) != OVER and desk.mind.code.how_quiet(desk.papers):
        chances = look_into(desk, seat, 2 * plan.simulations // 3, lead, rng).chances
        found = [(what_is_seen(desk), chances)]
    desk.states[0] = here
    return found


def hindsight(
    chances: Sequence[Sequence[float]] | NDArray[np.float32], won: Sequence[float], trust: float
) -> NDArray[np.float32]:
    """What each position turned out to be worth: the chances told later and the end, mixed.

    One row for each of the chances, which counts in its own row and those before, and the end.
    """
    worth = np.array(won)
    found = [worth]
    for told in reversed(chances):
        worth = trust * worth + (1 - trust) * np.array(told)
        found.append(worth)
    return np.stack(found[::-1]).astype(np.float32)


def outcome(desk: Desk) -> list[float]:
    """Each seat's share of the win at the end of a game."""
    game = desk.mind.game
    state = from_array(desk.states[0], game.state_kind)
    points, won = [0] * game.rules.PLAYERS[1], [0] * game.rules.PLAYERS[1]
    game.rules.result(state, points, won)
    players = int(desk.states[0]["players"])
    return [share / sum(won[:players]) for share in won[:players]]


def study(plan: Plan, players: int, seed: str, lead: Lead) -> Lesson:
    """Decisions of one game with the value of each option, for the leanings."""
    mind = mind_of(find_game(plan.game))
    features = mind.features
    desk = mind.own_desk
    rng = random.Random(seed)
    lead = quick(lead)
    begin(desk, players, rng)
    lesson = Lesson([], [])
    work = [0.0] * 1024
    while (seat := to_decide(desk)) != OVER:
        if rng.random() < 0.15:
            options, values = desk.weigh(seat, 3, lead)
            if len(options) > 1:
                state = from_array(desk.states[0], mind.game.state_kind)
                features.consider(state, [0] * 1024, [0.0] * 1024, features.LEANINGS, work)
                signs = []
                for option in options:
                    features.signs(state, option, work, work)
                    signs.append(work[features.SIGN : features.SIGN + features.SIGNS])
                wanted = np.exp((np.array(values) - max(values)) / 0.02)
                lesson.signs.append(np.array(signs))
                lesson.wanted.append(wanted / wanted.sum())
        step_ahead(desk, seat, plan, rng, lead)
    return lesson


def duel(plan: Plan, first: Lead, second: Lead, games: int, seed: str) -> float:
    """How often the first wins alone against all others played by the second, times players."""
    mind = mind_of(find_game(plan.game))
    desk = mind.own_desk
    wins = 0.0
    even = 0.0
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        least, most = mind.game.rules.PLAYERS
        players = least + number % (most - least + 1)
        alone = rng.randrange(players)
        begin(desk, players, rng)
        while (seat := to_decide(desk)) != OVER:
            lead = quick(first if seat == alone else second)
            options, values = desk.weigh(seat, 1, lead)
            desk.play(options[int(np.argmax(values))])
        wins += outcome(desk)[alone]
        even += 1 / players
    return wins / even
