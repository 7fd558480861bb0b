"""Games at machine speed: compiled rules over arrays of states, one at a time or in batches.

    games = twohalls.fast("tammany")
    batch = games.new(1000, players=4, seed=7)       # 1000 games at their first decision
    batch.actors, batch.counts, batch.mask           # who decides, and among what
    games.step(batch, games.choose(batch))           # one decision in each, chance included
    points, won = games.play(100_000, players=4, seed=7)

Games know nothing of each other: a game of a batch goes the same way on one core and on many, in a
small batch and in a large one.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.kernel import chance
from twohalls.kernel.batch import Batch, Floats, Numbers, States
from twohalls.kernel.compile import Namespace, compiled
from twohalls.kernel.errors import Illegal, Malformed, TwoHallsError, Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.one import One
from twohalls.kernel.sets import room_for
from twohalls.kernel.state import State, dtype, from_array, to_array

Seed = int | Sequence[int | None] | None
"""One for all games, or one for each."""

WAIT = -1
"""Instead of an action: this game is left as it is."""

LEAST_PART = 128
"""Games that are worth a thread."""


@functools.cache
def _code_of(game: Game) -> Namespace:
    return compiled(game.rules, game.title)


class FastGame:
    """The compiled functions of one game; batches use all cores unless told otherwise."""

    def __init__(self, game: Game, cores: int | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.dtype = dtype(game.rules.FIELDS)
        self.cores = (os.cpu_count() or 1) if cores is None else _at_least(1, cores, "cores")
        self.actions: int = game.rules.ACTIONS
        self.most_legal: int = game.rules.MOST_LEGAL
        self.seats: int = game.rules.PLAYERS[1]
        self.observed: int = getattr(game.rules, "OBSERVED", 0)
        self.seen: Mapping[str, tuple[int, ...]] = getattr(game.rules, "SEEN", {})

    def __reduce__(self) -> tuple[Any, ...]:
        return FastGame, (self.game, self.cores)

    @functools.cached_property
    def code(self) -> Namespace:
        """The compiled entries of `kernel/playout.py`, for loops that call them themselves."""
        return _code_of(self.game)

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.cores)

    # --- One state (an array and an index) ----------------------------------------------------

    def state(self, known: State) -> States:
        """A list-backed state as an array of one."""
        return to_array(known)

    def plain(self, states: States, i: int = 0) -> State:
        """One state of an array as the rules in plain Python read it."""
        return from_array(states[i], self.game.state_kind)

    def row(self) -> Numbers:
        """Room for the legal actions of one state."""
        return np.zeros(room_for(self.most_legal), np.int64)

    def room(self) -> Numbers:
        """What a thread works with: rows for legal actions and for their weights."""
        return np.zeros((2, room_for(self.most_legal)), np.int64)

    def one(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        explicit_chance: bool = False,
    ) -> One:
        """One game, at its first decision; with `explicit_chance` every draw is a step, too."""
        return One(self, players, self._options(players, options), seed, explicit_chance)

    # --- Many games ---------------------------------------------------------------------------

    def new(
        self,
        n: int,
        players: int,
        options: Mapping[str, str] | None = None,
        seed: Seed = None,
    ) -> Batch:
        """So many new games, each at its first decision.

        Of one seed follow all; with a seed for each, game i goes as `one` with the i-th does.
        """
        batch = self._batch(n, players, options, seed)
        self._spread(n, lambda low, high: self.code.begin_games(*batch.part(low, high)))
        return batch

    def step(
        self,
        batch: Batch,
        actions: NDArray[Any] | Sequence[int],
        restart: bool = False,
        check: bool = True,
    ) -> None:
        """One decision in each game that is not over, with the chance that follows.

        `batch.over` then tells which games ended, `points` and `won` how; with `restart` the next
        game has begun in their place. A game whose action is WAIT (-1) is left as it is.
        `check=False` trusts the actions to be legal.
        """
        self._own(batch)
        chosen = self._numbers(actions, batch, "actions", self.actions, WAIT)
        if check:
            self._check(batch, chosen)
        batch.forget()
        self._spread(
            len(batch),
            lambda low, high: self.code.step_games(
                batch.games, low, high, chosen, batch.players, restart, self.room()
            ),
        )

    def choose(self, batch: Batch) -> Numbers:
        """A random legal action in each game, by the game's own generator; 0 where it is over."""
        self._own(batch)
        if batch.is_found:
            self._spread(
                len(batch),
                lambda low, high: self.code.choose_among(
                    batch.games, low, high, batch.sets, batch.chosen
                ),
            )
        else:
            self._spread(
                len(batch),
                lambda low, high: self.code.choose_games(
                    batch.games, low, high, batch.chosen, self.room()
                ),
            )
        return batch.chosen

    def walk(self, batch: Batch, steps: int, restart: bool = False) -> int:
        """So many random decisions in each game, no core waiting for another; returns how many."""
        self._own(batch)
        steps = _at_least(0, steps, "steps")
        batch.forget()
        return sum(
            self._spread(
                len(batch),
                lambda low, high: self.code.walk_games(
                    batch.games, low, high, steps, batch.players, restart, self.room()
                ),
            )
        )

    def observe(
        self,
        batch: Batch,
        out: Floats | None = None,
        seats: NDArray[Any] | Sequence[int] | None = None,
    ) -> Floats:
        """What a seat of each game knows (if none is named, the one to decide), as numbers.

        The parts of a row are named by `seen`; nothing is seen of a game that is over. Into `out`,
        or into rows of the batch's own.
        """
        self._own(batch)
        if not self.observed:
            raise Unknown("{title} offers no observation", title=self.game.title)
        seen = batch.observation if out is None else self._rows(out, batch)
        who = self._seats(batch, seats)
        self._spread(
            len(batch),
            lambda low, high: self.code.observe_games(batch.states, low, high, who, seen),
        )
        return seen

    def parts(self, seen: Floats) -> dict[str, Floats]:
        """Observations by the names of their parts, each in its shape; nothing is copied."""
        seen = np.asarray(seen)
        if seen.shape[-1:] != (self.observed,):
            raise Malformed(
                "an observation is {observed} numbers, not of shape {shape}",
                observed=self.observed,
                shape=seen.shape,
            )
        found, start = {}, 0
        for name, shape in self.seen.items():
            end = start + math.prod(shape)
            found[name] = seen[..., start:end].reshape(*seen.shape[:-1], *shape)
            start = end
        return found

    def hidden(self, batch: Batch, seats: NDArray[Any] | Sequence[int] | None = None) -> States:
        """The states as a seat of each game knows them (if none is named, the one to decide)."""
        self._own(batch)
        who = self._seats(batch, seats)
        self._spread(
            len(batch),
            lambda low, high: self.code.hide_games(batch.states, low, high, who, batch.known),
        )
        return batch.known

    def result(self, batch: Batch) -> tuple[Numbers, Numbers]:
        """The points and the winners (1) of each game as it stands, by seat."""
        self._own(batch)
        points, won = np.zeros_like(batch.points), np.zeros_like(batch.won)
        self._spread(
            len(batch),
            lambda low, high: self.code.score_games(batch.states, low, high, points, won),
        )
        return points, won

    def words(self, batch: Batch, i: int, action: int) -> str:
        """An action of game i in the words of the game."""
        self._own(batch)
        if i not in range(len(batch)):
            raise Unknown("there is no game {game} in a batch of {games}", game=i, games=len(batch))
        return self.game.words.part(self.plain(batch.states, int(i)), self.action(action))

    def play(
        self,
        n: int,
        players: int,
        options: Mapping[str, str] | None = None,
        seed: Seed = None,
    ) -> tuple[Numbers, Numbers]:
        """Whole uniformly random games: the points and the winners (1) of each, by seat."""
        batch = self._batch(n, players, options, seed)
        self._spread(n, lambda low, high: self.code.play_games(*batch.part(low, high)))
        return batch.points, batch.won

    # --- What is refused ----------------------------------------------------------------------

    def _batch(self, n: int, players: int, options: Mapping[str, str] | None, seed: Seed) -> Batch:
        n = _at_least(1, n, "games")
        codes = self._options(players, options)
        return Batch(self, np.zeros(n, self.dtype), self._generators(seed, n), players, codes)

    def _generators(self, seed: Seed, n: int) -> Numbers:
        """Independent generators for n games, from one seed or from one each."""
        if isinstance(seed, list | tuple | range | np.ndarray):
            if len(seed) != n:
                raise Malformed(
                    "{what} are one for each of the {games} games, not of shape {shape}",
                    what="seeds",
                    games=n,
                    shape=(len(seed),),
                )
            return np.array([chance.generator(self.seed(own)) for own in seed], np.int64)
        source = np.random.Generator(np.random.PCG64(self.seed(seed)))
        return source.integers(1, chance.LOW32, (n, 4), dtype=np.int64)

    def _options(self, players: int, options: Mapping[str, str] | None) -> Numbers:
        if _at_least(0, players, "players") not in self.game.players:
            self.game.seats([str(seat) for seat in range(players)])
            raise Unknown("{players} players are too many", players=players)
        codes = self.game.option_codes(self.game.options({} if options is None else options))
        return np.array(codes, np.int64)

    def _own(self, batch: Batch) -> None:
        if not isinstance(batch, Batch):
            raise Malformed("a batch is what `new` gives, not {kind}", kind=type(batch).__name__)
        if batch.fast.game is not self.game:
            other = batch.fast.game.title
            raise Unknown("this is a batch of {other}", other=other)

    def action(self, given: Any) -> int:
        """A number that an action has."""
        if type(given) is int and 0 <= given < self.actions:
            return given
        if not isinstance(given, int | np.integer) or isinstance(given, bool):
            raise Malformed("an action is a whole number, not {given}", given=given)
        if not 0 <= given < self.actions:
            raise Unknown(
                "actions are from 0 to {most}, not {given}", most=self.actions - 1, given=given
            )
        return int(given)

    def seed(self, given: Any) -> int | None:
        """A whole number, or nothing."""
        return None if given is None else _at_least(0, given, "seed")

    def _numbers(self, given: Any, batch: Batch, what: str, below: int, least: int = 0) -> Numbers:
        """Whole numbers, one for each game, from the least to below."""
        try:
            numbers = np.asarray(given)
        except ValueError:  # rows of several lengths
            numbers = np.asarray(given, object)
        if numbers.shape != (len(batch),):
            raise Malformed(
                "{what} are one for each of the {games} games, not of shape {shape}",
                what=what,
                games=len(batch),
                shape=numbers.shape,
            )
        if not np.issubdtype(numbers.dtype, np.integer):
            raise Malformed("{what} are whole numbers, not {kind}", what=what, kind=numbers.dtype)
        wrong = (numbers < least) | (numbers >= below)
        if wrong.any():
            i = int(wrong.argmax())
            raise Unknown(
                "game {game}: {what} are from 0 to {most}, not {number}",
                game=i,
                what=what,
                most=below - 1,
                number=int(numbers[i]),
            )
        return np.array(numbers, np.int64)  # a copy: theirs may not be writable, as Numba wants it

    def _seats(self, batch: Batch, seats: NDArray[Any] | Sequence[int] | None) -> Numbers:
        return (
            batch.actors if seats is None else self._numbers(seats, batch, "seats", batch.players)
        )

    def _rows(self, out: Any, batch: Batch) -> Floats:
        """Rows that somebody keeps for observations."""
        shape = (len(batch), self.observed)
        fits = isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == shape
        if not fits or not out.flags.carray:
            raise Malformed(
                "observations go into a writable C-contiguous float32 array of shape {shape}",
                shape=shape,
            )
        kept: Floats = out
        return kept

    def _check(self, batch: Batch, chosen: Numbers) -> None:
        sets = batch.sets
        found = self._spread(
            len(batch),
            lambda low, high: self.code.first_illegal(batch.games, low, high, sets, chosen),
        )
        i = next((game for game in found if game >= 0), -1)
        if i >= 0:
            self.refuse(self.plain(batch.states, i), int(chosen[i]), i)

    def refuse(self, state: State, action: int, i: int = 0) -> None:
        """Say that an action is not legal, in the words of the game, and why."""
        said = self.game.words.part(state, action)
        try:
            self.game.words.refuse(state, action)
        except TwoHallsError as reason:
            raise Illegal(
                "{title}, game {game}: action {action}, “{said}”, is not legal: {reason}",
                title=self.game.title,
                game=i,
                action=action,
                said=said,
                reason=reason,
            ) from None

    # --- Threads ------------------------------------------------------------------------------

    def _spread(self, n: int, work: Callable[[int, int], Any]) -> list[Any]:
        """Share the games out over the cores; compiled code lets go of the interpreter's lock."""
        parts = min(self.cores, max(1, n // LEAST_PART))
        if parts == 1:
            return [work(0, n)]
        _ = self.code
        edges = [n * part // parts for part in range(parts + 1)]
        return list(self._pool.map(work, edges[:-1], edges[1:]))


def _at_least(least: int, number: Any, what: str) -> int:
    """A whole number that is not too small."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise Unknown(
            "{what}: a whole number from {least} on, not {number}",
            what=what,
            least=least,
            number=number,
        )
    return int(number)
