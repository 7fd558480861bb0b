"""Actions in words and back: what a line of the record says.

A game lists its simple verbs as a grammar: a verb's first action code, then what it speaks of. An
action code is that first code plus the arguments in mixed radix, so reading and writing are the
same table. Lines made of several actions are added by the game's own `Words`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from twohalls.kernel.errors import Illegal, Malformed
from twohalls.kernel.state import State

NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


@dataclass(frozen=True)
class Kind:
    """A kind of thing a verb speaks of, and the words for each, in the order of the rules."""

    name: str
    tokens: tuple[str, ...]

    def index(self, token: str) -> int:
        if token not in self.tokens:
            raise Malformed("there is no {kind} “{token}”", kind=self.name, token=clip(token))
        return self.tokens.index(token)


@dataclass(frozen=True)
class Verb:
    """A verb whose line is a single action."""

    word: str
    code: int
    kinds: tuple[Kind, ...] = ()

    @property
    def size(self) -> int:
        size = 1
        for kind in self.kinds:
            size *= len(kind.tokens)
        return size

    def read(self, tokens: Sequence[str]) -> int:
        if len(tokens) != len(self.kinds):
            form = " ".join([self.word, *(kind.name for kind in self.kinds)])
            raise Malformed("this line is written “{form}”", form=form)
        index = 0
        for kind, token in zip(self.kinds, tokens, strict=True):
            index = index * len(kind.tokens) + kind.index(token)
        return self.code + index

    def write(self, action: int) -> str:
        index = action - self.code
        words: list[str] = []
        for kind in reversed(self.kinds):
            index, token = divmod(index, len(kind.tokens))
            words.append(kind.tokens[token])
        return " ".join([self.word, *reversed(words)])


class Words:
    """Reads and writes the lines of one game; `rules` may be those of another board."""

    total = "score"
    closing: frozenset[str] = frozenset()
    """Verbs that close a turn: a person says them, even when nothing else is left to say."""

    def __init__(self, rules: Any, verbs: Sequence[Verb]) -> None:
        self.rules = rules
        self.verbs = {verb.word: verb for verb in verbs}

    def read(self, s: State, line: str) -> list[int]:
        """The actions a line stands for at `s`; whether they are legal is asked of the rules."""
        words = split(line)
        several = getattr(self, f"read_{words[0]}", None)
        if several is not None:
            actions: list[int] = several(s, words[1:])
            return actions
        if words[0] not in self.verbs:
            raise Malformed("“{word}” is not a move of this game", word=clip(words[0]))
        return [self.verbs[words[0]].read(words[1:])]

    def write(self, s: State, actions: Sequence[int]) -> str:
        """The line for actions that began at `s`."""
        verb = self.verb_of(actions[0])
        return verb.write(actions[0]) if verb else self.write_several(s, actions)

    def verb_of(self, action: int) -> Verb | None:
        """The verb of an action that is a line of its own."""
        for verb in self.verbs.values():
            if verb.code <= action < verb.code + verb.size:
                return verb
        return None

    def part(self, s: State, action: int) -> str:
        """One action in words, legal or not, though it may be but a part of a line."""
        verb = self.verb_of(action)
        return verb.write(action) if verb else self.write_several(s, [action])

    def write_several(self, s: State, actions: Sequence[int]) -> str:
        raise NotImplementedError

    def lines(self, s: State) -> list[str] | None:
        """All legal lines at once, where that is quicker than trying; None: try them."""
        return None

    def refuse(self, s: State, action: int) -> NoReturn:
        """Say why an action is not legal at `s`."""
        raise Illegal("the rules do not allow this now")

    def seen(self, line: str, seat: int | None, viewer: int | None) -> str:
        """A line as another seat may read it while the game goes on."""
        return line


def split(line: str) -> list[str]:
    """The words of a line, which stand one space apart."""
    words = line.split(" ")
    if "" in words or not line.isprintable():
        raise Malformed("words are separated by a single space")
    return words


def parts(line: str) -> tuple[str, tuple[str, ...]]:
    """The verb of a line, or of its beginning, and the words after it."""
    verb, *words = split(line)
    return verb, tuple(words)


def number(token: str) -> int:
    """A number without sign and leading zero."""
    if not NUMBER.fullmatch(token):
        raise Malformed("“{token}” is not a number", token=clip(token))
    return int(token)


def pairs(tokens: Sequence[str]) -> list[tuple[str, str]]:
    """`a=b` for each token."""
    found = []
    for token in tokens:
        left, equals, right = token.partition("=")
        if not (left and equals and right):
            raise Malformed("“{token}” should be written a=b", token=clip(token))
        found.append((left, right))
    return found


def clip(token: str) -> str:
    """Somebody's word, short enough to be repeated in a sentence."""
    return token if len(token) <= 40 else token[:39] + "…"
