"""What holds for every game at every table, whoever plays it."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.tables import (
    DEFAULTS,
    TABLES,
    Taste,
    copy_of,
    events,
    facts,
    finished,
    new_table,
    play_on,
    rebuilt,
    wander,
)

import twohalls
from twohalls import Illegal, Malformed, NotYourTurn, Stale
from twohalls.kernel import chance
from twohalls.kernel.game import Game
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.state import State

EVERY_TABLE = pytest.mark.parametrize(("name", "players", "options"), TABLES)
EVERY_SIZE = pytest.mark.parametrize(("name", "players"), DEFAULTS)


def test_every_game_there_is_is_tested():
    for name in twohalls.GAMES:
        assert twohalls.find_game(name).name == name
        assert facts(name)


# --- Pieces -------------------------------------------------------------------------------------


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, int):
        yield value


def check_pieces(view: twohalls.View) -> None:
    shown = view.to_json()
    facts(view.game.name).check_pieces(shown)
    assert all(number >= 0 for number in numbers(shown))


@EVERY_TABLE
def test_no_piece_is_lost_or_made_in_whole_games_of_any_taste(name, players, options):
    game = twohalls.find_game(name)
    seats = [*range(players), None]
    for seed in range(6):
        state = game.new_state(players, game.options(options))
        for now, line in wander(game, state, Taste(game, seed)):
            seat = seats[len(line) % len(seats)]
            shown = game.sight(game.rules, now, seat, not line)
            facts(name).check_pieces(shown)
            assert all(number >= 0 for number in numbers(shown)), line


@EVERY_TABLE
def test_fields_that_are_kept_in_step_with_the_pieces_are_as_found_anew(name, players, options):
    game = twohalls.find_game(name)
    for seed in range(4):
        rng = random.Random(seed)
        state = game.new_state(players, game.options(options))
        while game.rules.actor(state) != OVER:
            game.rules.apply(state, rng.choice(game.legal(state)))
            for field, value in facts(name).derived(state).items():
                assert getattr(state, field) == value, field


# --- What is legal, and what is not ---------------------------------------------------------------


@EVERY_TABLE
def test_every_legal_line_applies_and_leaves_the_states_before_as_they_were(name, players, options):
    game, rng = twohalls.find_game(name), random.Random(players)
    for seed in range(2):
        states = []
        for now, line in wander(
            game, game.new_state(players, game.options(options)), Taste(game, seed)
        ):
            states.append((now, now.fingerprint()))
            if line and game.rules.actor(now) != CHANCE and rng.random() < 0.3:
                legal = game.legal_lines(now)
                assert len(legal) == len(set(legal))
                for text in rng.sample(legal, min(12, len(legal))):
                    checked = game.check(now, text)
                    assert game.words.write(now, checked.actions) == text
                    assert checked.after != now
        assert all(state.fingerprint() == before for state, before in states)


def plausible(name: str) -> list[str]:
    """Lines that are said in some game, without who says them."""
    lines = {
        line.partition(" ")[2] for n, p in DEFAULTS if n == name for line in events(finished(n, p))
    }
    return sorted(lines)


def mangled(rng: random.Random, line: str) -> str:
    """A line almost as it should be."""
    words = line.split(" ")
    i = rng.randrange(len(words))
    letters = list(line)
    j = rng.randrange(len(letters))
    ways = [
        lambda: " ".join(words[:i] + words[i + 1 :]),
        lambda: " ".join(words[: i + 1] + words[i:]),
        lambda: " ".join(words[:i] + words[i + 1 :] + [words[i]]),
        lambda: line.replace(" ", "  ", 1),
        lambda: line + " ",
        lambda: " " + line,
        lambda: line.upper(),
        lambda: "".join(letters[:j] + letters[j + 1 :]),
        lambda: "".join([*letters[:j], rng.choice("019 =-+?#*\t\n\0é\uff19"), *letters[j:]]),
        lambda: line + rng.choice([" 0", " 1", " irish=1", "=1", "9" * 400, " #"]),
        lambda: line.replace("1", "0"),
        lambda: f"1 {line}",
        lambda: f"* {line}",
    ]
    return rng.choice(ways)()


@EVERY_TABLE
def test_every_other_line_is_refused_and_changes_nothing(name, players, options):
    rng, pool = random.Random(players), plausible(name)
    table = new_table(name, players, options, seed=players)
    while not table.over:
        seat = rng.choice(table.awaited)
        legal = table.view(seat).legal
        before, version = table._state.fingerprint(), table.version
        others = rng.sample(pool, 6) + [mangled(rng, rng.choice(pool)) for _ in range(2)]
        for line in [*others, mangled(rng, rng.choice(legal)), ""]:
            if line not in legal:
                with pytest.raises((Malformed, Illegal)) as refused:
                    table.submit(seat, line)
                assert str(refused.value)
        for other in set(table.seats) - {*table.awaited, *table._sealed}:
            with pytest.raises(NotYourTurn):
                table.submit(other, rng.choice(legal))
        assert (table._state.fingerprint(), table.version) == (before, version)
        table.submit(seat, rng.choice(legal))


# --- What is hidden --------------------------------------------------------------------------


def everything(table: twohalls.Table, seat: int | None, tries: list[str]) -> str:
    """All that a seat, or a spectator, can find out at one moment, as text."""
    view = table.view(seat)
    told: list[Any] = [view.to_json(), view.legal, view.lines, view.record(), view.can_undo]
    told.append([line.to_json() for line in view.happened])
    told += [view.version, view.awaited, view.answer, view.over, repr(view.result)]
    told += [table.version, table.awaited, table.over, repr(table.result)]
    if seat is not None:
        told.append(table.record(seat=seat))
        for line in tries:
            for version in (None, table.version, table.version - 1, 0):
                told.append(answer_to(copy_of(table), seat, line, version))
        told.append(answer_to(copy_of(table), seat, None, None))
    return json.dumps(told)


def answer_to(table: twohalls.Table, seat: int, line: str | None, version: int | None) -> str:
    """What the table says to a line, or with None to an undo."""
    try:
        return str(table.undo(seat, version) if line is None else table.submit(seat, line, version))
    except twohalls.TwoHallsError as refused:
        return f"{type(refused)} {refused}"


def alike(table: twohalls.Table, seat: int, viewer: int | None) -> list[list[str]]:
    """A seat's legal lines, grouped by what the viewer is told of them."""
    legal = table.view(seat).legal
    if len(table.awaited) > 1:
        return [legal]
    groups: dict[str, list[str]] = {}
    for line in legal:
        groups.setdefault(table.game.words.seen(line, seat, viewer), []).append(line)
    return list(groups.values())


@EVERY_TABLE
def test_what_is_hidden_changes_nothing_that_others_see(name, players, options):
    rng, pool = random.Random(players), plausible(name)
    compared = 0
    for seed in range(3):
        table = new_table(name, players, options, seed)
        while len(table.lines) < 150 and compared < 30 and not table.over:
            seat = rng.choice(table.awaited)
            viewer = rng.choice([None, *(other for other in table.seats if other != seat)])
            for group in alike(table, seat, viewer):
                if len(group) > 1:
                    several = rng.sample(group, min(3, len(group)))
                    compare_worlds(table, seat, viewer, several, rng.sample(pool, 2))
                    compared += 1
            table.submit(seat, rng.choice(table.view(seat).legal))
    assert compared > 5 or not facts(name).has_secrets(players), "nothing is hidden in this game"


def compare_worlds(table, seat, viewer, lines, tries):
    """Worlds that differ by a hidden line only stay the same to the viewer until it is revealed."""
    worlds = [copy_of(table) for _ in lines]
    for world, line in zip(worlds, lines, strict=True):
        world.submit(seat, line)
    for _ in range(12):
        first, *others = [everything(world, viewer, tries) for world in worlds]
        assert all(other == first for other in others)
        seats = worlds[0].awaited
        shared = set.intersection(*(set(world.view(seats[0]).legal) for world in worlds))
        if len(seats) != 1 or worlds[0]._sealed or not shared:
            break
        line = min(shared)
        for world in worlds:
            world.submit(seats[0], line)
        if len({str(world.lines[-1]) for world in worlds}) > 1:
            break


@EVERY_TABLE
def test_a_hidden_state_is_the_same_whatever_was_hidden(name, players, options):
    game, rng = twohalls.find_game(name), random.Random(players)
    for seed in range(3):
        state = game.new_state(players, game.options(options))
        for now, line in wander(game, state, Taste(game, seed)):
            if not line or game.rules.actor(now) == CHANCE:
                continue
            seat = game.rules.actor(now)
            sealed = len(game.awaited(now)) > 1
            viewer = rng.choice([-1, *(other for other in range(players) if other != seat)])
            told: dict[str, list[State]] = {}
            legal = game.legal_lines(now)
            for said in legal[:3] + rng.sample(legal, min(3, len(legal))):
                seen = "" if sealed else game.words.seen(said, seat + 1, viewer + 1)
                told.setdefault(seen, []).append(hidden(game, game.check(now, said).after, viewer))
            assert all(one == other for one, *others in told.values() for other in others)


def hidden(game: Game, state: State, viewer: int) -> State:
    known = state.copy()
    game.rules.hide(known, viewer)
    return known


@EVERY_TABLE
def test_what_is_filled_in_for_a_seat_leaves_what_it_knows_and_can_be_played(
    name, players, options
):
    game, rng = twohalls.find_game(name), chance.generator(1)
    state = game.new_state(players, game.options(options))
    for now, line in wander(game, state, Taste(game, 4)):
        if not line:
            break
        viewer = len(line) % players
        known = hidden(game, now, viewer)
        imagined = known.copy()
        game.rules.resample(imagined, viewer, rng)
        assert hidden(game, imagined, viewer) == known
        if game.rules.actor(now) == viewer:
            assert game.legal(imagined) == game.legal(now)
        if len(line) % 97 == 0:
            facts(name).check_pieces(game.sight(game.rules, imagined, viewer, False))
            for _ in wander(game, imagined, Taste(game, 5)):
                pass


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_what_a_line_would_tell_is_what_it_tells(name, players):
    rng = random.Random(players)
    table = new_table(name, players)
    while not table.over:
        seat = rng.choice(table.awaited)
        view = table.view(seat)
        line = rng.choice(view.legal)
        would = view.would(line)
        assert (would.seat, would.text) == (seat, line)
        before = len(table.lines)
        table.submit(seat, line)
        if would.events:
            said = table.lines[before]
            assert would.events[0] == said.events[0].seen_by(seat)
        else:
            assert len(view.game.awaited(view.known)) > 1


def test_a_seat_is_told_no_seed_and_no_state():
    for name, players in DEFAULTS:
        view = new_table(name, players, seed=987654321).view(1)
        assert "987654321" not in json.dumps(view.to_json()) + view.record() + repr(vars(view))


# --- A table that hears everything -------------------------------------------------------------


class AnyTable(RuleBasedStateMachine):
    """People who say right and wrong things, twice, too late, and take them back."""

    @initialize(
        table=st.sampled_from(TABLES), seed=st.integers(0, 2**32), begun=st.integers(0, 350)
    )
    def sit_down(self, table, seed, begun):
        name, players, options = table
        self.table = new_table(name, players, options, seed)
        play_on(self.table, random.Random(seed), begun)

    def fingerprint(self) -> tuple[Any, ...]:
        return self.table._state.fingerprint(), self.table.version, dict(self.table._sealed)

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data())
    def say_what_is_legal(self, data):
        seat = data.draw(st.sampled_from(self.table.awaited))
        line = data.draw(st.sampled_from(self.table.view(seat).legal))
        before = self.table.version
        assert self.table.submit(seat, line, version=before) == self.table.version > before

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data(), seed=st.integers(0, 2**16))
    def say_what_is_not(self, data, seed):
        seat = data.draw(st.sampled_from(self.table.awaited))
        legal = self.table.view(seat).legal
        line = data.draw(
            st.sampled_from(plausible(self.table.game.name))
            | st.sampled_from(legal).map(lambda said: mangled(random.Random(seed), said))
            | st.text(max_size=30)
        )
        if line not in legal:
            before = self.fingerprint()
            with pytest.raises((Malformed, Illegal)):
                self.table.submit(seat, line)
            assert self.fingerprint() == before

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data())
    def say_it_on_an_old_table(self, data):
        seat = data.draw(st.sampled_from(self.table.awaited))
        line = data.draw(st.sampled_from(self.table.view(seat).legal))
        before = self.fingerprint()
        with pytest.raises(Stale):
            self.table.submit(seat, line, version=self.table.version + 1)
        if any(entry.kind != "sealed" or entry.seat == seat for entry in self.table.log[-1:]):
            with pytest.raises(Stale):
                self.table.submit(seat, line, version=self.table.version - 1)
        assert self.fingerprint() == before

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data())
    def say_it_twice(self, data):
        seat = data.draw(st.sampled_from(self.table.awaited))
        line = data.draw(st.sampled_from(self.table.view(seat).legal))
        key = f"key {self.table.version}"
        after = self.table.submit(seat, line, version=self.table.version, key=key)
        before = self.fingerprint()
        assert self.table.submit(seat, line, version=0, key=key) == after
        assert self.table.submit(seat, "anything", key=key) == after
        assert self.fingerprint() == before

    @rule(data=st.data())
    def take_back_and_say_again(self, data):
        seat = data.draw(st.sampled_from(list(self.table.seats)))
        before = self.fingerprint()
        assert self.table.can_undo(seat) == may_take_back(self.table, seat)
        if not self.table.can_undo(seat):
            with pytest.raises(Illegal):
                self.table.undo(seat)
            assert self.fingerprint() == before
            return
        sealed = self.table._sealed.get(seat)
        line = sealed[0] if sealed else self.table.lines[-1].text
        earlier = self.table.state_at(len(self.table.lines) - (not sealed))
        self.table.undo(seat, version=self.table.version)
        assert self.table._state == earlier
        assert seat in self.table.awaited
        self.table.submit(seat, line)
        state, version, answers = self.fingerprint()
        assert (state, version, answers) == (before[0], before[1] + 2, before[2])

    @precondition(lambda self: self.table.over)
    @rule()
    def nothing_follows_the_end(self):
        for seat in self.table.seats:
            assert self.table.view(seat).legal == []
            with pytest.raises(NotYourTurn):
                self.table.submit(seat, "end")

    @invariant()
    def pieces_are_all_there(self):
        if hasattr(self, "table"):
            for seat in (None, 1, 2):
                check_pieces(self.table.view(seat))

    @invariant()
    def the_log_is_the_table(self):
        if hasattr(self, "table"):
            again = rebuilt(self.table)
            assert again._state == self.table._state
            assert again._sealed == self.table._sealed
            assert again.lines == self.table.lines
            assert again.record() == self.table.record()


def may_take_back(table: twohalls.Table, seat: int) -> bool:
    """One's own waiting answer; or the last line, if it is one's own and showed nothing new."""
    waiting, last = set[int | None](), list[int | None]()
    for entry in table.log:
        if entry.kind == "sealed":
            waiting.add(entry.seat)
        elif entry.kind == "undo" and entry.seat in waiting:
            waiting.remove(entry.seat)
        elif entry.kind == "undo":
            last.pop()
        else:
            last.append(None if entry.seat in waiting else entry.seat)
            waiting.discard(entry.seat)
    if waiting:
        return seat in waiting
    return not table.over and last[-1:] == [seat]


TestAnyTable = AnyTable.TestCase
