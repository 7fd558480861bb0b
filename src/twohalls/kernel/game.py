"""One game as the kernel sees it: its rules, its words, what a seat sees, its options."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from twohalls.kernel.errors import Malformed, TwoHallsError, Unknown
from twohalls.kernel.events import Event
from twohalls.kernel.rules import CHANCE, Rules
from twohalls.kernel.sets import list_actions, room_for
from twohalls.kernel.state import State, state_class
from twohalls.kernel.words import Words, clip

Sight = Callable[[Any, State, int | None, bool], dict[str, Any]]
"""What a seat (from 0; None: a spectator) knows of a hidden state, as JSON; last: is all told?"""


@dataclass(frozen=True)
class Checked:
    """A line found to be legal: its actions, the state after them, and what happened on the way."""

    actions: tuple[int, ...]
    after: State
    events: tuple[Event, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """A game's parts by name; `board` is None for the board the game comes with."""

    name: str
    title: str
    rules: Rules
    make_words: Callable[[Any], Words]
    sight: Sight
    another_board: Callable[[Mapping[str, Any]], tuple[Rules, str] | None] | None = None
    board: str | None = None
    board_file: Mapping[str, Any] | None = None
    boards: dict[str, Game] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are code: another process loads its own."""
        return _load, (self.package, self.board_file)

    @property
    def package(self) -> str:
        """The package whose folder holds everything of this game."""
        return self.rules.apply.__module__.rpartition(".")[0]

    @functools.cached_property
    def folder(self) -> Path:
        file = import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @functools.cached_property
    def words(self) -> Words:
        return self.make_words(self.rules)

    @functools.cached_property
    def state_kind(self) -> type[State]:
        return state_class(self.rules.FIELDS)

    @property
    def players(self) -> range:
        least, most = self.rules.PLAYERS
        return range(least, most + 1)

    def with_board(self, board: Mapping[str, Any]) -> Game:
        """The same game on another board."""
        if self.another_board is None:
            raise Unknown("{title} is played on one board only", title=self.title)
        other = self.another_board(board)
        if other is None:
            return self
        rules, fingerprint = other
        if fingerprint not in self.boards:
            self.boards[fingerprint] = replace(
                self, rules=rules, board=fingerprint, board_file=board
            )
        return self.boards[fingerprint]

    def options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every option with its choice; the first choice of each is the default."""
        if not isinstance(chosen, Mapping):
            raise Malformed("options are choices by their names, not {given}", given=chosen)
        for name, value in chosen.items():
            if name not in self.rules.OPTIONS:
                raise Unknown(
                    "{title} has no option “{name}”", title=self.title, name=clip(str(name))
                )
            choices = self.rules.OPTIONS[name]
            if value not in choices:
                raise Unknown(
                    "option {name} is one of {choices}, not “{value}”",
                    name=name,
                    choices=", ".join(choices),
                    value=clip(str(value)),
                )
        return {name: chosen.get(name, choices[0]) for name, choices in self.rules.OPTIONS.items()}

    def option_codes(self, options: Mapping[str, str]) -> list[int]:
        return [choices.index(options[name]) for name, choices in self.rules.OPTIONS.items()]

    def seats(self, names: Sequence[str]) -> tuple[str, ...]:
        """The players' names, of which there must be as many as the game takes."""
        if isinstance(names, str) or not all(isinstance(name, str) for name in names):
            raise Malformed("players are a list of names")
        if len(names) not in self.players:
            raise Unknown(
                "{title} is for {least} to {most} players, not {count}",
                title=self.title,
                least=self.players[0],
                most=self.players[-1],
                count=len(names),
            )
        return tuple(clean_name(name) for name in names)

    def new_state(self, players: int, options: Mapping[str, str]) -> State:
        state = self.state_kind()
        self.rules.new_game(state, players, self.option_codes(options))
        return state

    def legal(self, state: State) -> list[int]:
        """The actor's legal actions."""
        may = [0] * room_for(self.rules.MOST_LEGAL)
        self.rules.legal(state, may)
        return may[: list_actions(may, may)]

    def awaited(self, state: State) -> list[int]:
        out = [0] * self.rules.PLAYERS[1]
        return out[: self.rules.awaited(state, out)]

    def has_choice(self, state: State, seat: int) -> bool:
        """Whether the lines of a seat (from 0) that is awaited begin in several ways, which is
        found sooner than all its lines."""
        return len(self._begins(state, seat)) > 1

    def is_left_alone(self, state: State, seat: int) -> bool:
        """Whether nothing is done for a seat (from 0) that is awaited: it has a choice, or all it
        can do is close its turn, which is for nobody else to say."""
        legal = self._begins(state, seat)
        verb = self.words.verb_of(legal[0]) if len(legal) == 1 else None
        return len(legal) > 1 or (verb is not None and verb.word in self.words.closing)

    def _begins(self, state: State, seat: int) -> list[int]:
        """The actions with which a seat's lines begin."""
        if len(self.awaited(state)) > 1:
            state = state.copy()
            self.rules.ask(state, seat)
        return self.legal(state)

    def chance_is_next(self, state: State) -> bool:
        return bool(self.rules.actor(state) == CHANCE)

    def legal_lines(self, state: State) -> list[str]:
        """Every line the actor may say, in the order of the rules."""
        at_once = self.words.lines(state)
        if at_once is not None:
            return at_once
        lines = []
        paths = [(state, [action]) for action in reversed(self.legal(state))]
        while paths:
            before, actions = paths.pop()
            if self.words.verb_of(actions[0]):
                lines.append(self.words.write(state, actions))
                continue
            after = before.copy()
            self.rules.apply(after, actions[-1])
            if self.rules.mid_line(after):
                paths += [(after, [*actions, more]) for more in reversed(self.legal(after))]
            else:
                lines.append(self.words.write(state, actions))
        return lines

    def check(self, state: State, line: str) -> Checked:
        """What a legal line does; `state` is left as it was, and a refusal knows its game."""
        try:
            return self._checked(state, line)
        except TwoHallsError as refused:
            refused.game = self.name
            raise

    def _checked(self, state: State, line: str) -> Checked:
        actions = self.words.read(state, line)
        after = state.copy()
        after.told = []
        for number, action in enumerate(actions):
            if (number and not self.rules.mid_line(after)) or action not in self.legal(after):
                self.words.refuse(after, action)
            self.rules.apply(after, action)
        if self.rules.mid_line(after):
            raise Malformed("the line is incomplete")
        return _heard(actions, after)

    def follow(self, state: State, actions: Sequence[int]) -> Checked:
        """What actions do that are known to be legal."""
        after = state.copy()
        after.told = []
        for action in actions:
            self.rules.apply(after, action)
        return _heard(actions, after)


def _heard(actions: Sequence[int], after: State) -> Checked:
    events = tuple(after.told or ())
    after.told = None
    return Checked(tuple(actions), after, events)


def _load(package: str, board: Mapping[str, Any] | None) -> Game:
    game: Game = import_module(package).GAME
    return game if board is None else game.with_board(board)


LONGEST_NAME = 200


def clean_name(name: str) -> str:
    """A name without comma, `#` or anything that is not a letter on paper, spaces put in order."""
    cleaned = " ".join(name.split())
    if not cleaned:
        raise Malformed("a player’s name is empty")
    if len(cleaned) > LONGEST_NAME:
        raise Malformed("a player’s name has more than {most} letters", most=LONGEST_NAME)
    if "," in cleaned or "#" in cleaned or not cleaned.isprintable():
        raise Malformed("a player’s name cannot contain a comma, # or anything invisible")
    return cleaned
