"""Opponents play legally, keep to their view, to their budget and to their dice."""

from __future__ import annotations

import random
import threading
import time

import pytest
from tests.tables import DEFAULTS, facts

import twohalls
from twohalls import bots
from twohalls.bots import weights
from twohalls.bots.levels import decide
from twohalls.bots.mind import Choice, Mind
from twohalls.bots.weights import NoWeights
from twohalls.kernel.errors import Malformed, NotYourTurn, Unknown
from twohalls.kernel.table import Table

LEAST = bots.Budget(simulations=1)
FEW = bots.Budget(simulations=40)
THINKERS = ("heeler", "captain", "boss", "sachem")


def play(table: Table, levels: list[str], budget: bots.Budget, rng: random.Random) -> None:
    while not table.over:
        for seat in table.awaited:
            view = table.view(seat)
            line = bots.choose(levels[seat - 1], view, budget, rng)
            assert line in view.legal
            table.submit(seat, line)


def able(level: str, game: str) -> str:
    """The level, or whoever plays where it has learned nothing."""
    return level if bots.trouble(level, game) is None else "boss"


@pytest.mark.parametrize(("game", "players"), DEFAULTS)
def test_every_level_finishes_every_game_legally_with_one_simulation(game, players):
    for turn in range(2 if players < 4 else 1):
        levels = [able(THINKERS[(seat + 2 * turn) % 4], game) for seat in range(players)]
        table = twohalls.new_table(game, [f"Seat {n}" for n in range(players)], seed=players)
        play(table, levels, LEAST, random.Random(players))
        assert table.result is not None


def some_way_into(game: str, players: int, seed: int, lines: int) -> Table:
    table = twohalls.new_table(game, [f"Seat {n}" for n in range(players)], seed=seed)
    rng = random.Random(seed)
    for _ in range(lines):
        for seat in table.awaited:
            table.submit(seat, rng.choice(table.view(seat).legal))
    return table


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("game", twohalls.GAMES)
def test_the_same_dice_and_simulations_give_the_same_line(game, level):
    table = some_way_into(game, 3, seed=4, lines=facts(game).ROUNDS)
    other = some_way_into(game, 3, seed=5, lines=facts(game).ROUNDS // 3)
    view = table.view(table.awaited[0])
    level = able(level, game)
    first = bots.choose(level, view, FEW, random.Random(9))
    bots.choose(level, other.view(other.awaited[0]), FEW, random.Random(1))
    assert bots.choose(level, view, FEW, random.Random(9)) == first


def until_sealed(seed: int) -> Table:
    table = twohalls.new_table("tammany", ["A", "B", "C"], seed=seed)
    rng = random.Random(seed)
    while len(table.awaited) < 2 or len(table.view(table.awaited[0]).legal) < 3:
        for seat in table.awaited:
            table.submit(seat, rng.choice(table.view(seat).legal))
    return table


@pytest.mark.parametrize("level", THINKERS)
def test_a_choice_does_not_depend_on_others_sealed_bids(level):
    for seed in (1, 2, 3):
        choices = set()
        for bid in (0, -1):
            table = until_sealed(seed)
            hidden, chooser = table.awaited[:2]
            table.submit(hidden, table.view(hidden).legal[bid])
            view = table.view(chooser)
            choices.add(bots.choose(level, view, FEW, random.Random(3)))
        assert len(choices) == 1


def with_returned(seed: int, which: int, lines: int) -> Table:
    """A game that differs from another only in the permit its first builder returned."""
    table = twohalls.new_table("cityhall", ["A", "B", "C"], seed=seed)
    rng = random.Random(seed)
    returned = False
    for _ in range(lines):
        seat = table.awaited[0]
        legal = table.view(seat).legal
        if legal[0].startswith("return") and not returned:
            returned = True
            table.submit(seat, legal[which])
            continue
        public = [line for line in legal if not line.startswith("build")] if returned else legal
        table.submit(seat, rng.choice(public or legal))
    return table


@pytest.mark.parametrize("level", THINKERS)
def test_a_choice_does_not_depend_on_others_returned_permits(level):
    compared = 0
    for seed in range(6):
        tables = [with_returned(seed, which, 22) for which in (0, 1)]
        seat = tables[0].awaited[0]
        views = [table.view(seat) for table in tables]
        if views[0].to_json() != views[1].to_json() or len(views[0].legal) < 2:
            continue
        choices = {bots.choose(level, view, FEW, random.Random(3)) for view in views}
        assert len(choices) == 1
        compared += 1
    assert compared


def test_a_level_keeps_to_its_time_under_load():
    table = some_way_into("tammany", 4, seed=2, lines=20)
    view = table.view(table.awaited[0])
    bots.choose("boss", view, LEAST, random.Random(1))
    stop = threading.Event()

    def burn() -> None:
        while not stop.is_set():
            sum(range(1000))

    load = [threading.Thread(target=burn) for _ in range(2)]
    for thread in load:
        thread.start()
    try:
        for level in THINKERS:
            started = time.monotonic()
            bots.choose(level, view, bots.Budget(seconds=0.4), random.Random(1))
            assert time.monotonic() - started < 0.4 + 1.5
    finally:
        stop.set()
        for thread in load:
            thread.join()


@pytest.mark.parametrize(("tried", "played"), [(400, {0, 1}), (4, {0, 1, 2})])
def test_of_a_sealed_mix_an_option_is_not_played_when_it_has_clearly_brought_less(tried, played):
    mix = [Choice(0, tried, 0.3, 5.0), Choice(1, tried, 0.295, 3.0), Choice(2, tried, 0.25, 3.0)]
    assert {decide(True, mix, random.Random(dice)).option for dice in range(50)} == played


def test_a_budget_is_read_from_text():
    assert bots.parse_budget("1s") == bots.Budget(seconds=1.0)
    assert bots.parse_budget("0.25s") == bots.Budget(seconds=0.25)
    assert bots.parse_budget("500sims") == bots.Budget(simulations=500)
    assert str(bots.parse_budget("500sims")) == "500sims"
    for text in ("", "1", "1m", "-1s", "0s", "0sims", "1.5sims", "s", "nans", "1e9s"):
        with pytest.raises(Malformed):
            bots.parse_budget(text)


def test_an_unknown_level_and_a_seat_not_awaited_are_refused():
    table = twohalls.new_table("tammany", ["A", "B", "C"], seed=1)
    seat = table.awaited[0]
    with pytest.raises(Unknown, match="there is no opponent"):
        bots.choose("genius", table.view(seat), LEAST, random.Random(1))
    with pytest.raises(NotYourTurn):
        bots.choose("heeler", table.view(seat % 3 + 1), LEAST, random.Random(1))


def test_missing_weights_are_said_clearly(tmp_path):
    with pytest.raises(NoWeights, match="missing"):
        weights.load("tammany", tmp_path / "none.npz")


@pytest.mark.parametrize("spoil", ["cut", "junk", "shapes"])
def test_spoilt_weights_are_said_clearly(tmp_path, spoil):
    import numpy as np

    file = tmp_path / "tammany.npz"
    if spoil == "shapes":
        np.savez(file, net1=np.zeros((3, 3)), net2=np.zeros((4, 2)), net3=np.zeros(3))
    elif spoil == "junk":
        file.write_bytes(b"not weights")
    else:
        np.savez(file, net1=np.zeros((3, 3)), net2=np.zeros((4, 2)), net3=np.zeros(3))
        file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(NoWeights, match="spoilt"):
        weights.load("tammany", file)


@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2)])
def test_under_a_clock_a_level_plays_plainly_until_the_search_is_compiled(
    monkeypatch, game, players
):
    monkeypatch.setattr(Mind, "is_ready", lambda mind, deadline: False)
    table = twohalls.new_table(game, [f"Seat {n}" for n in range(players)], seed=8)
    rng = random.Random(8)
    while not table.over:
        for seat in table.awaited:
            level = "boss" if seat == 1 else "random"
            view = table.view(seat)
            line = bots.choose(level, view, bots.Budget(seconds=0.2), rng)
            assert line in view.legal
            table.submit(seat, line)
    assert table.result is not None
    assert table.result.winners == (1,)
