"""What happened at a table, with the figures a line of the record leaves to be worked out.

A view's lines are played through the rules once more. A permit returned unseen is taken for one of
the two it can be: nothing told here depends on which.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twohalls.games.cityhall.page.names import OFFICES
from twohalls.kernel.game import Game
from twohalls.kernel.state import State
from twohalls.kernel.table import View

REMEMBERED = 64
HOW_FAR_BACK = 12


@dataclass(frozen=True)
class Happening:
    """The line `at` a place of the record, or a new round; the figures depend on the verb.

    Chance has no seat.
    """

    seat: int | None
    words: tuple[str, ...]
    round: int = 0
    figures: Mapping[str, Any] = field(default_factory=dict)
    at: int | None = None

    @property
    def verb(self) -> str:
        return self.words[0]


def happenings(view: View) -> tuple[Happening, ...]:
    """All that happened, oldest first."""
    return _memory.told(view.game, len(view.names), view.options, view.lines)


def split(line: str) -> tuple[int | None, tuple[str, ...]]:
    """A line of the record: who says it, and the words."""
    who, *words = line.split(" ")
    return (None if who == "*" else int(who)), tuple(words)


class _Memory:
    """Stories told lately, so that a new line is all that has to be played."""

    def __init__(self) -> None:
        self._stories: OrderedDict[Any, tuple[State, tuple[Happening, ...]]] = OrderedDict()

    def told(
        self, game: Game, players: int, options: Mapping[str, str], lines: Sequence[str]
    ) -> tuple[Happening, ...]:
        lines = tuple(f"{line[0]} return ?" if line[2:9] == "return " else line for line in lines)
        table = (game.name, game.board, players, tuple(sorted(options.items())))
        state, story, known = self._nearest(game, players, options, table, lines)
        for at, line in enumerate(lines[known:], known):
            state, told = _play(game, state, line, at)
            story += told
        self._stories[table, lines] = (state, story)
        while len(self._stories) > REMEMBERED:
            self._stories.popitem(last=False)
        return story

    def _nearest(
        self, game: Game, players: int, options: Mapping[str, str], table: Any, lines: Any
    ) -> tuple[State, tuple[Happening, ...], int]:
        for back in range(min(HOW_FAR_BACK, len(lines))):
            key = (table, lines[: len(lines) - back])
            if key in self._stories:
                self._stories.move_to_end(key)
                state, story = self._stories[key]
                return state, story, len(lines) - back
        return game.new_state(players, options), (), 0


_memory = _Memory()


def _play(game: Game, before: State, line: str, at: int) -> tuple[State, tuple[Happening, ...]]:
    """The state after a line, and what it tells."""
    seat, words = split(line)
    played = game.legal_lines(before)[0] if words == ("return", "?") else " ".join(words)
    after = before.copy()
    for action in game.words.read(before, played):
        game.rules.apply(after, action)
    figures = _figures(game.rules, before, after, seat, words)
    told = [Happening(seat, words, before.round, figures, at)]
    if after.round > before.round and before.round > 0:
        first = after.order[0] + 1
        facts = {"final": bool(after.final), "first": first}
        told.append(Happening(None, ("round", str(after.round)), after.round, facts))
    return after, tuple(told)


def _figures(
    rules: Any, before: State, after: State, seat: int | None, words: tuple[str, ...]
) -> dict[str, Any]:
    if seat is None:
        return {}
    me = seat - 1
    # A new round gives everyone 1 influence, which is told on its own.
    influence = after.influence[me] - before.influence[me] - int(after.round > before.round > 0)
    money = after.money[me] - before.money[me]
    figures: dict[str, Any] = {"influence": influence, "money": money}
    if words[0] in ("keep", "accept"):
        figures["office"] = OFFICES[before.office]
        figures["price"] = before.high
        if figures["office"] == "lobbyist":
            controller = me if words[0] == "keep" else int(words[1]) - 1
            figures["lobby"] = rules.rating(before, controller)
    if words[0] in ("build", "campaign", "tax"):
        figures["climbs"] = {
            other + 1: after.approval[other] - before.approval[other]
            for other in range(before.players)
            if after.approval[other] != before.approval[other]
        }
    if words[0] == "build":
        figures["star"] = after.star - before.star
    if words[0] == "health":
        figures["ranks"] = ranks(rules, before, me, words[1] == "double")
    return figures


def ranks(
    rules: Any, s: State, controller: int, doubled: bool
) -> tuple[tuple[int, int, int, int], ...]:
    """What the Health Commissioner gives: seat, stars, total and people gained, the first first."""
    after = s.copy()
    rules.health(after, controller, doubled)
    rows = [
        (
            seat + 1,
            s.totals[seat],
            rules.health_total(s, seat, controller, doubled),
            after.population[seat] - s.population[seat],
        )
        for seat in range(s.players)
    ]
    return tuple(sorted(rows, key=lambda row: (-row[2], row[0])))
