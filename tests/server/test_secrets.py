"""Whatever a seat is sent is the same, byte for byte, when only what is hidden from it changes."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.serving import quick, without_database

from twohalls import GAMES, find_game
from twohalls.kernel import chance
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.table import Table
from twohalls.server.api import seen
from twohalls.server.forced import only_line
from twohalls.server.live import Live
from twohalls.server.opponents import Opponents
from twohalls.server.remarks import remarks
from twohalls.server.screens import screen_of
from twohalls.server.store import Seat, Stored
from twohalls.server.stream import written
from twohalls.server.tables import Tables
from twohalls.web import fragments

SETTINGS = quick("sqlite://")
NAMES = ["Ada", "Bert", "Cleo"]
LANGUAGES = ("en", "fr", "it")


def live(table, kind="person"):
    seats = tuple(Seat(n, name, kind) for n, name in enumerate(NAMES, 1))
    stored = Stored(
        "AAAAAAAAAAAA", table.game.name, table.options, 0, 0, None, seats, tuple(table.log)
    )
    return Live(stored)


def all_a_seat_gets(table, seat):
    """Page, page in words, stream, JSON, record and refusals, as one text."""
    found = live(table)
    texts = [json.dumps(seen(found, seat)), found.view(seat).record(), found.stamp]
    for language in LANGUAGES:
        for in_words in (False, True):
            parts = fragments.fragments(found, seat, language, None, in_words)
            texts.append(written(found.stamp, fragments.changed({}, parts, "")).decode())
    for line in ("end", "nonsense", "bid 1 0"):
        for version in (None, 0):
            try:
                copy(table).submit(seat or 1, line, version)
            except TwoHallsError as refused:
                texts.append(f"{type(refused).__name__} {refused}")
    texts.append(f"waited for: {screen_of(found.view(None))}")
    texts.append(f"said by opponents: {remarks(live(table, 'random'))}")
    return "\n".join([*texts, f"by itself: {by_itself(table, seat)}"])


def by_itself(table, seat):
    """Whose line the server says by itself at once, as far as another seat can see it."""
    found = live(table)
    opponents = Opponents(Tables(without_database(), SETTINGS), SETTINGS)
    now = opponents._next(found)
    return None if now is None or now.seat == seat else now.seat


def copy(table):
    again = Table.from_log(table.game, table.names, table.options, table.log)
    again._rng = chance.generator(0)
    return again


def hidden_pairs(table, rng):
    """Two lines of a seat that the others cannot tell apart, if there are any now."""
    seat = rng.choice(table.awaited)
    legal = table.view(seat).legal
    others = [other for other in (None, 1, 2, 3) if other != seat]
    sealed = len(table.game.awaited(table._state)) > 1
    look: dict[str, list[str]] = {}
    for line in legal:
        shown = "" if sealed else table.game.words.seen(line, seat, others[0])
        look.setdefault(shown, []).append(line)
    pairs = [group for group in look.values() if len(group) > 1]
    if not pairs or (sealed and len(table.awaited) == 1):
        return seat, rng.choice(legal), None, others
    return seat, *rng.sample(rng.choice(pairs), 2), others


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_nothing_a_seat_gets_depends_on_what_is_hidden_from_it(game, seed):
    rng = random.Random(seed)
    table = Table(find_game(game), NAMES, {}, seed)
    compared = 0
    for _ in range(400):
        if table.over or compared == 3:
            break
        seat, line, other_line, others = hidden_pairs(table, rng)
        if other_line is not None and (game == "cityhall" or rng.random() < 0.2):
            one, two = copy(table), copy(table)
            one.submit(seat, line)
            two.submit(seat, other_line)
            for viewer in others:
                assert all_a_seat_gets(one, viewer) == all_a_seat_gets(two, viewer)
            compared += 1
        table.submit(seat, line)
    assume(compared)  # there are games of chance in which nobody ever has two bids to choose from


def imagined(table, rng):
    """The same table, but for what spectators cannot see."""
    other = table.copy()
    other._state = table._state.copy()
    table.game.rules.resample(other._state, -1, rng)
    return other


def moments(seed):
    """A game of City Hall played by chance, decision by decision."""
    rng = random.Random(seed)
    players = rng.choice((2, 3, 4))
    table = Table(find_game("cityhall"), [f"Player {n}" for n in range(players)], {}, seed)
    while not table.over:
        seat = rng.choice(table.awaited)
        yield table, seat
        table.submit(seat, rng.choice(table.view(seat).legal))


def a_hidden_constraint():
    """City Hall: a seat has one line left because of the permit that it returned unseen."""
    return next(
        (table, seat)
        for table, seat in moments(45)
        if len(table.view(seat).legal) == 1
        and only_line(table.view(seat), table.view(None)) is None
        and table.view(seat).legal[0].startswith("build")
    )


def test_nothing_happens_by_itself_where_a_secret_decides_whether_it_is_forced():
    table, seat = a_hidden_constraint()
    rng = chance.generator(1)
    others = [imagined(table, rng).view(seat).legal for _ in range(20)]
    assert max(map(len, others)) > 1, "had the seat returned the other permit, it could choose"
    assert only_line(table.view(seat), table.view(None)) is None


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_happens_by_itself_is_the_same_whatever_is_hidden(seed):
    rng = chance.generator(seed)
    for table, seat in moments(seed):
        view = table.view(seat)
        if len(view.legal) == 1:
            other = imagined(table, rng)
            found = only_line(view, table.view(None))
            assert found == only_line(other.view(seat), other.view(None))


def test_an_opponents_only_line_takes_as_long_as_others_if_nobody_knows_that_it_is():
    table, seat = a_hidden_constraint()
    found = live(table)
    found.seats = tuple(Seat(n, name, "boss") for n, name in enumerate(NAMES, 1))
    asked, slept = [], []

    async def scene():
        opponents = Opponents(Tables(without_database(), SETTINGS), SETTINGS)
        opponents._took[found.id, seat] = 7.0

        async def ask(work, *given, limit, asker):
            asked.append(limit)
            return given[1].legal[0]

        async def sleep(seconds):
            slept.append(seconds)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opponents, "ask", ask)
            patch.setattr(asyncio, "sleep", sleep)
            return await opponents._think_for(found, "boss", found.view(seat))

    assert asyncio.run(scene()) == found.view(seat).legal[0]
    assert asked
    assert slept == [7.0]
