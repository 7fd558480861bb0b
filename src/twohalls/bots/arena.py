"""Opponents against each other: seats rotated, results with their uncertainty."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from twohalls.bots import drawing
from twohalls.bots.budget import Budget, all_cores
from twohalls.bots.cluster import over_ray
from twohalls.bots.levels import LEVELS, choose, levels_of, only_random
from twohalls.games import find_game
from twohalls.kernel.errors import Malformed, Unknown
from twohalls.kernel.table import Table
from twohalls.source import commit

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Match:
    """What is to be played: `bots` sit in this order in game 0, one seat further in the next."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    budget: Budget

    def __post_init__(self) -> None:
        game = find_game(self.game)
        for bot in self.bots:
            if bot not in LEVELS:
                raise Unknown(
                    "there is no opponent “{bot}”: they are {bots}",
                    bot=bot,
                    bots=", ".join(LEVELS),
                )
        for bot in self.bots:
            if bot not in levels_of(game.name):
                raise only_random(game)
        game.seats([str(seat) for seat in range(len(self.bots))])
        if self.games < 1:
            raise Malformed("a match has at least one game")

    def seating(self, number: int) -> tuple[str, ...]:
        turned = number % len(self.bots)
        return self.bots[-turned:] + self.bots[:-turned]


@dataclass(frozen=True)
class Played:
    """One finished game."""

    number: int
    seating: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    record: str


def play_game(match: Match, number: int) -> Played:
    """One game of a match; with a budget in simulations always the same."""
    game = find_game(match.game)
    seating = match.seating(number)
    rng = random.Random(f"{match.seed}/{number}")
    names = [f"{LEVELS[bot].name} {seat}" for seat, bot in enumerate(seating, 1)]
    table = Table(game, names, {}, rng.getrandbits(63))
    dice = [random.Random(rng.getrandbits(63)) for _ in seating]
    while not table.over:
        for seat in table.awaited:
            view = table.view(seat)
            line = choose(seating[seat - 1], view, match.budget, dice[seat - 1])
            table.submit(seat, line)
    assert table.result is not None
    return Played(number, seating, table.result.scores, table.result.winners, table.record())


def play_match(
    match: Match,
    cores: int | None = None,
    done: Callable[[Played], None] | None = None,
    ray: bool = False,
) -> list[Played]:
    """All games of a match over so many processes, or over a Ray cluster with so many cores a game;
    `done` hears of each as it ends."""
    if ray:
        match = replace(match, budget=replace(match.budget, cores=match.budget.cores or cores or 1))
        return _collect(_over_ray(match), done)
    there_are = all_cores()
    cores = min(cores or there_are, match.games)
    share = replace(match.budget, cores=match.budget.cores or max(1, there_are // cores))
    match = replace(match, budget=share)
    return _collect(_one_by_one(match) if cores == 1 else _spread(match, cores), done)


def _collect(
    games_as_they_end: Iterator[Played], done: Callable[[Played], None] | None
) -> list[Played]:
    games = []
    for played in games_as_they_end:
        games.append(played)
        if done is not None:
            done(played)
    return sorted(games, key=lambda played: played.number)


def _one_by_one(match: Match) -> Iterator[Played]:
    for number in range(match.games):
        yield play_game(match, number)


def _spread(match: Match, cores: int) -> Iterator[Played]:
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        games = [pool.submit(play_game, match, number) for number in range(match.games)]
        for game in as_completed(games):
            yield game.result()


def _over_ray(match: Match) -> Iterator[Played]:
    return over_ray(partial(play_game, match), match.games, match.budget.cores or 1)


# --- What came of it -------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """How one opponent did, over all the seats it had."""

    id: str
    games: int
    wins: float
    win_share: float
    interval: tuple[float, float]
    mean_score: float
    mean_margin: float
    rating: float


def standings(games: Sequence[Played]) -> list[Standing]:
    """One entry a distinct opponent, in the order they sat in game 0.

    `games` counts seats played: an opponent that sits twice at a table plays two. A shared win is a
    part of one. The margin is the distance to the best other seat's score.
    """
    ids = list(dict.fromkeys(games[0].seating))
    ratings = rate(games)
    found = []
    for bot in ids:
        wins = 0.0
        scores, margins = [], []
        for game in games:
            for seat, who in enumerate(game.seating):
                if who == bot:
                    others = [*game.scores[:seat], *game.scores[seat + 1 :]]
                    scores.append(game.scores[seat])
                    margins.append(game.scores[seat] - max(others))
                    if seat + 1 in game.winners:
                        wins += 1 / len(game.winners)
        n = len(scores)
        found.append(
            Standing(
                bot,
                n,
                round(wins, 4),
                round(wins / n, 4),
                wilson(wins, n),
                round(sum(scores) / n, 2),
                round(sum(margins) / n, 2),
                ratings[bot],
            )
        )
    return found


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share = wins / n
    middle = share + Z95**2 / (2 * n)
    reach = Z95 * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    below, above = ((middle + sign * reach) / (1 + Z95**2 / n) for sign in (-1, 1))
    return round(max(0.0, below), 4), round(min(1.0, above), 4)


def rate(games: Sequence[Played]) -> dict[str, float]:
    """Ratings over the games in their order; an opponent rates as the mean of its seats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in dict.fromkeys(games[0].seating)}
    for game in sorted(games, key=lambda played: played.number):
        teams = [[ratings[bot]] for bot in game.seating]
        places = [_place(game, seat) for seat in range(len(game.seating))]
        after: dict[str, list[Any]] = {}
        for bot, team in zip(game.seating, model.rate(teams, ranks=places), strict=True):
            after.setdefault(bot, []).append(team[0])
        for bot, seats in after.items():
            ratings[bot] = model.rating(
                mu=sum(seat.mu for seat in seats) / len(seats),
                sigma=sum(seat.sigma for seat in seats) / len(seats),
                name=bot,
            )
    return {bot: round(rating.ordinal(), 2) for bot, rating in ratings.items()}


def _place(game: Played, seat: int) -> float:
    """Winners come first, the others by score."""
    if seat + 1 in game.winners:
        return 0.0
    return 1.0 + sum(score > game.scores[seat] for score in game.scores)


def as_json(match: Match, found: Sequence[Standing]) -> dict[str, Any]:
    """The result for another program."""
    return {
        "bots": [
            {
                "id": bot.id,
                "games": bot.games,
                "wins": bot.wins,
                "win_share": bot.win_share,
                "interval": list(bot.interval),
                "mean_score": bot.mean_score,
                "mean_margin": bot.mean_margin,
            }
            for bot in found
        ],
        "seed": match.seed,
        "commit": commit(),
        "budget": str(match.budget),
    }


def save_records(games: Sequence[Played], match: Match, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        name = f"{match.game}-{len(match.bots)}p-seed{match.seed}-{game.number + 1:04}.txt"
        (folder / name).write_text(game.record)


def picture(match: Match, found: Sequence[Standing]) -> str:
    """Win shares with their intervals, as SVG."""
    wide, row, left = 640, 44, 110
    high = 70 + row * len(found)
    scale = wide - left - 70
    fair = left + scale / len(match.bots)
    title = f"{find_game(match.game).title}, {len(match.bots)} players, {match.budget} a move"
    shapes = [
        drawing.text(12, 24, f"{title}; {match.games} games"),
        drawing.line([(fair, 40), (fair, high - 18)], drawing.GREY, dashed=True),
    ]
    for number, bot in enumerate(found):
        y = 48 + row * number
        share, (low, top) = bot.win_share, bot.interval
        shapes += [
            drawing.text(12, y + 18, LEVELS[bot.id].name),
            drawing.bar(left, y, scale * share, 26),
            drawing.line([(left + scale * low, y + 13), (left + scale * top, y + 13)]),
            drawing.text(left + scale * top + 8, y + 18, f"{share:.1%}"),
        ]
    return drawing.sheet(title, wide, high, shapes)
