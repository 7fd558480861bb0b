"""Whatever a seat is sent is the same, byte for byte, when only what is hidden from it changes."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from twohalls import find_game
from twohalls.kernel import chance
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.table import Table
from twohalls.server.api import seen
from twohalls.server.store import Seat, Stored
from twohalls.server.stream import written
from twohalls.server.tables import Live
from twohalls.web import fragments

NAMES = ["Ada", "Bert", "Cleo"]
LANGUAGES = ("en", "fr", "it")


def live(table):
    seats = tuple(Seat(n, name, "person") for n, name in enumerate(NAMES, 1))
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
            texts.append(written(found.stamp, fragments.changed({}, parts)).decode())
    for line in ("end", "nonsense", "bid 1 0"):
        for version in (None, 0):
            try:
                copy(table).submit(seat or 1, line, version)
            except TwoHallsError as refused:
                texts.append(f"{type(refused).__name__} {refused}")
    return "\n".join(texts)


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


@pytest.mark.parametrize("game", ["tammany", "cityhall"])
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
