"""A game in play: an append-only log of what was said, and the one door through which it is seen.

The log is the truth; lines, state and sealed answers are its replay. Seats count from 1 here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from twohalls.kernel import chance
from twohalls.kernel.errors import Illegal, Malformed, NotYourTurn, Stale, Unknown, Unwelcome
from twohalls.kernel.events import Event, Happened
from twohalls.kernel.game import Checked, Game
from twohalls.kernel.rules import OVER
from twohalls.kernel.state import State
from twohalls.kernel.words import number

if TYPE_CHECKING:
    from twohalls.kernel.script import Script

SNAPSHOT_EVERY = 16
MOST_UNDONE = 100
"""How often a seat may take something back in one turn: the log keeps it all."""
LONGEST_LINE = 1000


@dataclass(frozen=True)
class Entry:
    """One thing that happened at the table, as it is stored.

    `move`: a seat's line. `chance`: a draw. `sealed`: a seat's answer that waits for the others.
    `undo`: a seat took its last line, or its sealed answer, back.
    """

    kind: Literal["move", "chance", "sealed", "undo"]
    seat: int | None
    text: str
    key: str | None = None


@dataclass(frozen=True)
class Line:
    """One event line of the record; chance has no seat."""

    seat: int | None
    text: str
    actions: tuple[int, ...]
    revealed: bool
    events: tuple[Event, ...] = ()

    def __str__(self) -> str:
        return f"{self.seat or '*'} {self.text}"


@dataclass(frozen=True)
class Result:
    """How a game ended: points by seat, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Table:
    """A game from its first event to its last."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = game
        self.names = game.seats(players)
        self.options = game.options(options or {})
        self.log: list[Entry] = []
        self.lines: list[Line] = []
        self._seen: dict[int | None, list[Happened]] = {}
        self._state = game.new_state(len(self.names), self.options)
        self._snapshots = {0: self._state.copy()}
        self._sealed: dict[int, tuple[str, tuple[int, ...]]] = {}
        self._keys: dict[tuple[int, str], int] = {}
        self._rng = chance.generator(seed)
        self._waits = False
        self._told = False
        self.script: Script | None = None
        """With a script the game goes as written, and only what is written is welcome."""

    def copy(self) -> Table:
        """The same table, to be played on while this one stays as it is."""
        other = object.__new__(Table)
        vars(other).update(vars(self))
        other.log = list(self.log)
        other.lines = list(self.lines)
        other._seen = {seat: list(seen) for seat, seen in self._seen.items()}
        other._snapshots = dict(self._snapshots)
        other._sealed = dict(self._sealed)
        other._keys = dict(self._keys)
        return other

    # --- What everybody may ask --------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries the log has; it only ever grows."""
        return len(self.log)

    @property
    def over(self) -> bool:
        return bool(self.game.rules.actor(self._state) == OVER)

    @property
    def all_is_told(self) -> bool:
        """Whether nothing is hidden any more, from anybody."""
        return self.over or self._told

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may answer now; chance plays itself."""
        self._go_on()
        return tuple(
            seat + 1 for seat in self.game.awaited(self._state) if seat + 1 not in self._sealed
        )

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        seats = len(self.names)
        points, won = [0] * seats, [0] * seats
        self.game.rules.result(self._state, points, won)
        return Result(tuple(points), tuple(seat for seat in self.seats if won[seat - 1]))

    @property
    def seats(self) -> range:
        return range(1, len(self.names) + 1)

    @property
    def said(self) -> int:
        """How many lines were said, sealed ones that wait for others among them."""
        return len(self.lines) + len(self._sealed)

    def answer_of(self, seat: int | None) -> str | None:
        """The sealed answer of a seat that waits for the others'."""
        return self._sealed[seat][0] if seat in self._sealed else None

    def is_left_alone(self, seat: int) -> bool:
        """Whether nothing is done for a seat that is awaited, since it has something to decide."""
        return self.game.is_left_alone(self._state, seat - 1)

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, knows now."""
        self._go_on()
        return View(self, self._seat(seat) if seat is not None else None)

    def past(self, line: int, seat: int | None, everything: bool = False) -> View:
        """What a seat may know now of the moment after so many lines; nothing is decided there.

        Nothing is hidden of a game that is over, nor with `everything`, as of a record that
        somebody handed in.
        """
        if not 0 <= line <= len(self.lines):
            raise Unknown("there is no moment {line} in this game", line=line)
        then = Table(self.game, self.names, self.options)
        then.lines = self.lines[:line]
        then._state = self.state_at(line)
        then._waits = True
        then._told = everything or self._told or self.over
        view = then.view(seat)
        view.legal = []
        view.can_undo = False
        return view

    def record(self, seat: int | None = None) -> str:
        """The game as text; for a seat, without what it may not know."""
        from twohalls.kernel import record

        if seat is None:
            return record.write(self, [str(line) for line in self.lines])
        return self.view(seat).record()

    # --- What a seat may do ------------------------------------------------------------------

    def submit(
        self, seat: int, line: str, version: int | None = None, key: str | None = None
    ) -> int:
        """Let a seat say a line; returns the version after it. Refused, it changes nothing.

        `version` is the one the seat saw, `key` names the attempt: repeated, it is done once.
        """
        seat = self._seat(seat)
        if not is_text(line) or len(line) > LONGEST_LINE:
            raise Malformed("a move is a short line of text")
        if key is not None and (seat, key) in self._keys:
            return self._keys[seat, key]
        self._refuse_stale(seat, version)
        self._waits = False
        self._go_on()
        self._say(seat, line, key)
        self._go_on()
        if key is not None:
            self._keys[seat, key] = self.version
        return self.version

    def undo(self, seat: int, version: int | None = None, key: str | None = None) -> int:
        """Take back a seat's last line, never past another's decision or something revealed."""
        seat = self._seat(seat)
        if key is not None and (seat, key) in self._keys:
            return self._keys[seat, key]
        self._refuse_stale(seat, version)
        if self._undone(seat) >= MOST_UNDONE:
            raise Illegal(
                ("you have undone enough: {most} times a turn is the limit"), most=MOST_UNDONE
            )
        if not self.can_undo(seat):
            raise Illegal("you have nothing to undo")
        self._append(Entry("undo", seat, "", key))
        if key is not None:
            self._keys[seat, key] = self.version
        return self.version

    def can_undo(self, seat: int) -> bool:
        if self._undone(seat) >= MOST_UNDONE:
            return False
        if seat in self._sealed:
            return True
        if self._sealed or not self.lines:
            return False
        last = self.lines[-1]
        return last.seat == seat and not last.revealed and not self.over

    def _undone(self, seat: int) -> int:
        """How often a seat took something back since anybody else, or chance, said a line."""
        count = 0
        for entry in reversed(self.log):
            if entry.seat == seat:
                count += entry.kind == "undo"
            elif entry.kind in ("move", "chance"):
                break
        return count

    # --- The log -----------------------------------------------------------------------------

    @classmethod
    def from_log(
        cls,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, str],
        log: Sequence[Entry],
    ) -> Table:
        """The table whose log was stored."""
        table = cls(game, players, options)
        table.follow(log, _taken_back(log))
        return table

    def follow(self, log: Sequence[Entry], needless: Collection[int] = ()) -> None:
        """Let happen what was stored meanwhile, beginning with what somebody said; entries whose
        places are `needless`, as they were taken back, are only noted."""
        said: tuple[int, str] | None = None
        for place, entry in enumerate(log):
            follows_by_itself = entry.seat is None or (
                entry.kind == "move" and entry.seat in self._sealed
            )
            if place in needless:
                self.log.append(entry)
            else:
                self._append(entry)
            if not follows_by_itself:
                said = (entry.seat, entry.key) if entry.seat and entry.key is not None else None
            if said is not None:
                self._keys[said] = self.version

    def rename(self, players: Sequence[str]) -> None:
        """Others sit here now."""
        self.names = self.game.seats(players)

    # --- The next line -----------------------------------------------------------------------

    def wait(self) -> None:
        """Let nothing happen by itself: the table is looked at as it is."""
        self._waits = True

    def read_on(self, who: str, text: str) -> None:
        """Let the next line of a record happen; refused, it changes nothing."""
        awaited = [seat + 1 for seat in self.game.awaited(self._state)]
        left = [seat for seat in awaited if seat not in self._sealed]
        if who == "*":
            if not self.game.chance_is_next(self._state):
                raise Malformed("nothing is drawn here: seat {seat} decides", seat=left[0])
            self._append(Entry("chance", None, text))
            return
        seat = number(who)
        if self.game.chance_is_next(self._state):
            raise Malformed("what chance drew belongs here: a line that begins with *")
        if seat in self._sealed:
            raise Malformed("seat {seat} has answered already", seat=seat)
        if len(left) > 1 and seat in left and seat != left[0]:
            raise Malformed("sealed answers come in seat order: {seat} is next", seat=left[0])
        self._say(self._seat(seat), text, None)

    def _say(self, seat: int, line: str, key: str | None) -> None:
        """Take a seat's line once it is found to be legal; the last sealed one opens all."""
        seats = [awaited + 1 for awaited in self.game.awaited(self._state)]
        if self.over:
            raise NotYourTurn("the game is over")
        if seat not in seats:
            names = ", ".join(f"{self.names[other - 1]} ({other})" for other in seats)
            raise NotYourTurn("it is not your turn: it is up to {names}", names=names)
        state = self._state
        if len(seats) > 1:
            state = state.copy()
            self.game.rules.ask(state, seat - 1)
        checked = self.game.check(state, line)
        self._refuse_unscripted(seat, line)
        if len(seats) == 1:
            self._append(Entry("move", seat, line, key), checked)
            return
        self._append(Entry("sealed", seat, line, key), checked)
        if set(seats) <= set(self._sealed):
            answers = {other: text for other, (text, _) in self._sealed.items()}
            for other in sorted(seats):
                self._append(Entry("move", other, answers[other]))

    def _append(self, entry: Entry, checked: Checked | None = None) -> None:
        """Take an entry into the log and let it happen; what is not checked yet is checked now."""
        if entry.kind == "undo":
            self._take_back(entry.seat)
        elif entry.kind == "sealed":
            assert entry.seat is not None
            if checked is None:
                state = self._state.copy()
                self.game.rules.ask(state, entry.seat - 1)
                checked = self.game.check(state, entry.text)
            self._sealed[entry.seat] = (entry.text, checked.actions)
        else:
            text, actions = self._sealed.pop(entry.seat or 0, (None, ()))
            if text == entry.text:
                checked = self.game.follow(self._state, actions)
            elif checked is None:
                checked = self.game.check(self._state, entry.text)
            opened = entry.seat is None or text is not None
            self._state = checked.after
            self.lines.append(Line(entry.seat, entry.text, checked.actions, opened, checked.events))
            if len(self.lines) % SNAPSHOT_EVERY == 0:
                self._snapshots[len(self.lines)] = checked.after.copy()
        self.log.append(entry)

    def _take_back(self, seat: int | None) -> None:
        if seat in self._sealed:
            del self._sealed[seat]
            return
        self.lines.pop()
        self._seen.clear()
        self._state = self.state_at(len(self.lines))
        self._snapshots = {n: s for n, s in self._snapshots.items() if n <= len(self.lines)}

    def state_at(self, line: int) -> State:
        """The state after so many lines. It knows everything: never show it to a seat."""
        nearest = max(n for n in self._snapshots if n <= line)
        state = self._snapshots[nearest].copy()
        for past in self.lines[nearest:line]:
            for action in past.actions:
                self.game.rules.apply(state, action)
        return state

    def happened(self, seat: int | None) -> tuple[Happened, ...]:
        """The lines as a seat may know them; all is told when the game is over."""
        if self.all_is_told:
            return tuple(
                Happened(at, line.seat, line.text, line.events)
                for at, line in enumerate(self.lines, 1)
            )
        seen = self._seen.setdefault(seat, [])
        for line in self.lines[len(seen) :]:
            text = self.game.words.seen(line.text, line.seat, seat)
            events = tuple(event.seen_by(seat) for event in line.events)
            seen.append(Happened(len(seen) + 1, line.seat, text, events))
        return tuple(seen)

    def _go_on(self) -> None:
        """Let a script and chance play, unless the table was read to look at one moment."""
        self._follow_script()
        while not self._waits and self.game.chance_is_next(self._state):
            state = self._state.copy()
            actions: list[int] = []
            while not actions or self.game.rules.mid_line(state):
                outcomes = self.game.legal(state)
                weights = [0] * len(outcomes)
                self.game.rules.chance_weights(state, weights)
                actions.append(outcomes[chance.draw_weighted(self._rng, weights, len(outcomes))])
                self.game.rules.apply(state, actions[-1])
            self._append(Entry("chance", None, self.game.words.write(self._state, actions)))

    @property
    def script_is_over(self) -> bool:
        return self.script is not None and self.said >= len(self.script.lines)

    def _follow_script(self) -> None:
        """Let what is written happen, up to the next line that is the learner's to say."""
        while self.script is not None and not self._waits and not self.script_is_over:
            if self.said in self.script.steps:
                return
            who, _, text = self.script.lines[self.said].partition(" ")
            self.read_on(who, text)

    def _refuse_unscripted(self, seat: int, line: str) -> None:
        if self.script is None:
            return
        if self.script_is_over:
            raise Unwelcome("the lesson is over: play on from here, or start a game of your own")
        if f"{seat} {line}" != self.script.lines[self.said]:
            raise Unwelcome("the rules allow that, but the lesson shows something else first")

    def _refuse_stale(self, seat: int, version: int | None) -> None:
        """Others' sealed answers do not make a seat's picture of the table old."""
        if version is None or version == self.version:
            return
        if is_whole(version) and 0 <= version < self.version:
            since = self.log[version:]
            if all(entry.kind == "sealed" and entry.seat != seat for entry in since):
                return
        raise Stale(
            "the table has moved on: it is at version {now}, not {seen}",
            now=self.version,
            seen=version,
        )

    def _seat(self, seat: int) -> int:
        if not is_whole(seat) or seat not in self.seats:
            raise Unknown("there is no seat {seat} at this table", seat=seat)
        return seat


def _taken_back(log: Sequence[Entry]) -> set[int]:
    """The entries that came to nothing, and the undoings of them: nobody need play them again."""
    found: set[int] = set()
    lines: list[int] = []
    sealed: dict[int | None, int] = {}
    for place, entry in enumerate(log):
        if entry.kind == "undo":
            found |= {place, sealed.pop(entry.seat) if entry.seat in sealed else lines.pop()}
        elif entry.kind == "sealed":
            found |= {sealed[entry.seat]} if entry.seat in sealed else set()
            sealed[entry.seat] = place
        else:
            sealed.pop(entry.seat, None)
            lines.append(place)
    return found


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class View:
    """What one seat, or a spectator, knows at one moment; nothing else leaves a table."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.game = table.game
        self.seat = seat
        self.names = table.names
        self.options = table.options
        self.version = table.version
        self.awaited = table.awaited
        self.over = table.over
        self.all_is_told = table.all_is_told
        self.result = table.result
        self.can_undo = seat is not None and table.can_undo(seat)
        self.answer = table.answer_of(seat)
        self.happened = table.happened(seat)
        self.known = table._state.copy()
        if not self.all_is_told:
            self.game.rules.hide(self.known, -1 if seat is None else seat - 1)

    @classmethod
    def of_state(cls, game: Game, state: State, seat: int) -> View:
        """What a seat, here from 0, knows of a state that lies on no table."""
        view = object.__new__(cls)
        known = state.copy()
        game.rules.hide(known, seat)
        vars(view).update(
            game=game,
            seat=seat + 1,
            names=tuple(f"Seat {player + 1}" for player in range(state.players)),
            options={},
            version=0,
            awaited=[player + 1 for player in game.awaited(known)],
            over=False,
            all_is_told=False,
            result=None,
            can_undo=False,
            answer=None,
            happened=(),
            known=known,
        )
        return view

    def with_names(self, names: tuple[str, ...]) -> View:
        """The same, where everybody is called otherwise."""
        view = object.__new__(type(self))
        vars(view).update(vars(self), names=names)
        vars(view).pop("shown", None)
        return view

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "known": self.known.values()}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        self.known = self.game.state_kind.of(parts["known"])

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the record as this seat may read them."""
        return tuple(map(str, self.happened))

    @cached_property
    def legal(self) -> list[str]:
        """The lines this seat may say now, as in a record, without its number."""
        if self.seat is None or self.seat - 1 not in self.game.awaited(self.known):
            return []
        state = self.known.copy()
        if len(self.game.awaited(state)) > 1:
            self.game.rules.ask(state, self.seat - 1)
        return self.game.legal_lines(state)

    @cached_property
    def shown(self) -> Mapping[str, Any]:
        """What `to_json` says, made once for all who read it and change nothing."""
        return self.to_json()

    def would(self, line: str) -> Happened:
        """What a legal line of this seat would tell; sealed answers tell nothing by themselves."""
        sealed = len(self.game.awaited(self.known)) > 1
        events = () if sealed else self.game.check(self.known, line).events
        return Happened(len(self.happened) + 1, self.seat, line, events)

    def record(self) -> str:
        """The record so far, without what this seat may not know."""
        from twohalls.kernel import record

        return record.write(self, list(self.lines))

    def to_json(self) -> dict[str, Any]:
        """What this seat knows, ready for JSON."""
        seat = None if self.seat is None else self.seat - 1
        shown = self.game.sight(self.game.rules, self.known, seat, self.all_is_told)
        for player, name in zip(shown["players"], self.names, strict=True):
            player["name"] = name
        result = self.result and {
            "scores": list(self.result.scores),
            "winners": list(self.result.winners),
        }
        return {
            "game": self.game.name,
            "seat": self.seat,
            "version": self.version,
            "awaited": list(self.awaited),
            "over": self.over,
            "result": result or None,
            "answer": self.answer,
            "options": dict(self.options),
            **shown,
        }
