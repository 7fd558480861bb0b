"""Games to test with: every game there is, at every size of table, played on by seeded players."""

import random
from collections.abc import Iterator
from copy import copy
from functools import cache
from importlib import import_module
from typing import Any

import twohalls
from twohalls.kernel.game import Game
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.state import State

NAMES = ("Ada", "Boss Tweed", "Çelik", "Dora", "Ed")


def facts(name: str) -> Any:
    """What the shared tests need to know of a game, from the folder of its own tests."""
    return import_module(f"tests.games.{name}.facts")


def other_options(name: str) -> list[dict[str, str]]:
    """The default options, and each other choice alone."""
    options = twohalls.find_game(name).rules.OPTIONS
    return [{}, *({option: choice} for option in options for choice in options[option][1:])]


TABLES: list[tuple[str, int, dict[str, str]]] = [
    (name, players, options)
    for name in twohalls.GAMES
    for players in twohalls.find_game(name).players
    for options in other_options(name)
]
DEFAULTS = [(name, players) for name, players, options in TABLES if not options]


def new_table(
    name: str, players: int, options: dict[str, str] | None = None, seed: int = 1
) -> twohalls.Table:
    return twohalls.new_table(name, NAMES[:players], options, seed)


def play_on(table: twohalls.Table, rng: random.Random, lines: int | None = None) -> None:
    """Random legal answers until the game is over, or until so many have been given."""
    while not table.over and lines != 0:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        lines = lines - 1 if lines is not None else None


@cache
def finished(name: str, players: int, seed: int = 1, **options: str) -> str:
    """The record of a whole game."""
    table = new_table(name, players, options, seed)
    play_on(table, random.Random(seed))
    return table.record()


def half_way(name: str, players: int, most: int) -> int:
    """So many answers, or as many as surely leave the game running."""
    return min(most, len(events(finished(name, players))) // 2)


def events(text: str) -> list[str]:
    """The event lines of a record."""
    closing = ("score", "votes", "winner", "twohalls", "game", "players", "option", "board")
    return [line for line in text.splitlines() if line and not line.startswith(closing)]


def rebuilt(table: twohalls.Table) -> twohalls.Table:
    """The table that its stored log gives."""
    return twohalls.Table.from_log(table.game, table.names, table.options, table.log)


def copy_of(table: twohalls.Table) -> twohalls.Table:
    """The same table again, with the same luck ahead."""
    other = copy(table)
    for part, value in vars(table).items():
        if isinstance(value, list | dict):
            setattr(other, part, value.copy())
    return other


class Taste:
    """A way of playing that goes through a whole game: some moves are always liked better.

    Players of one taste do the same things, so that ties, full wards and empty piles come about,
    which play at random hardly ever shows.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        self.look_at = self.rng.choice([1, 2, 5, 1000])
        verbs = {verb: self.rng.choice([-1, 0, 0, 1]) for verb in game.words.verbs}
        self.likes = [self.rng.random() for _ in range(game.rules.ACTIONS)]
        for verb in game.words.verbs.values():
            for action in range(verb.code, verb.code + verb.size):
                self.likes[action] += verbs[verb.word]

    def choose(self, actions: list[int]) -> int:
        if len(actions) > self.look_at:
            actions = self.rng.sample(actions, self.look_at)
        return max(actions, key=self.likes.__getitem__)


def wander(game: Game, state: State, taste: Taste) -> Iterator[tuple[State, str]]:
    """Play to the end: each state with the line said there, and the last one with none.

    With some tastes a game would not end by itself; after a while they are lost.
    """
    said = 0
    while (who := game.rules.actor(state)) != OVER:
        said += 1
        if said > 1000:
            taste.look_at = 1
        after, actions = state.copy(), list[int]()
        while not actions or game.rules.mid_line(after):
            possible = game.legal(after)
            if who == CHANCE:
                weights = [0] * len(possible)
                game.rules.chance_weights(after, weights)
                [action] = taste.rng.choices(possible, weights)
            else:
                action = taste.choose(possible)
            game.rules.apply(after, action)
            actions.append(action)
        yield state, f"{'*' if who == CHANCE else who + 1} {game.words.write(state, actions)}"
        state = after
    yield state, ""
