"""What a seat cannot know: which permit each of the others returned, and so which it kept."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import twohalls
from twohalls.games.cityhall import GAME, rules
from twohalls.games.cityhall.board import PERMIT_CARDS, PERMITS
from twohalls.kernel import chance
from twohalls.kernel.rules import OVER

SPECTATOR = -1


def random_game(players: int, seed: int) -> twohalls.Table:
    table = twohalls.new_table("cityhall", [f"P{n}" for n in range(players)], seed=seed)
    rng = random.Random(seed)
    while table.awaited:
        [seat] = table.awaited
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


def hidden(state: Any, seat: int) -> Any:
    known = state.copy()
    rules.hide(known, seat)
    return known


def imagined(state: Any, seat: int, seed: int) -> Any:
    guess = hidden(state, seat)
    rules.resample(guess, seat, chance.generator(seed))
    return guess


def permits_everywhere(state: Any) -> list[int]:
    """How many of each permit there are, wherever they are."""
    count = Counter[int]()
    for pile in (state.pool, state.revealed, *state.hand):
        count.update({permit: cards for permit, cards in enumerate(pile) if cards})
    count.update(permit for permit in state.permit if permit != rules.NO_PERMIT)
    count.update(kept for kept in state.kept if kept != rules.NO_PERMIT)
    for card in state.under[: state.under_cards]:
        returned = card >= rules.RETURNED_BY
        count[state.returned[card - rules.RETURNED_BY] if returned else card] += 1
    return [count[permit] for permit in range(rules.NPERMITS)]


def other_histories(table: twohalls.Table) -> list[list[str]]:
    """The same game with every choice of what each seat returned; only the first is true."""
    lines = [line.text for line in table.lines]
    returns = [i for i, line in enumerate(lines) if line.startswith("return ")]
    histories = []
    for swapped in itertools.product((False, True), repeat=len(returns)):
        history = list(lines)
        for swap, i in zip(swapped, returns, strict=True):
            if swap:
                gone = {lines[i].split()[1], lines[i - 1].split()[1]}
                history[i] = f"return {next(b for b in PERMITS[:3] if b not in gone)}"
        histories.append(history)
    return histories


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 2), (4, 3), (4, 4)])
def test_a_seat_knows_exactly_what_follows_from_all_it_has_seen(players, seed):
    """Play every history at once: those a seat cannot tell apart must look the same to it.

    And a history that some line rules out must be ruled out by what the seat knows from then on.
    """
    table = random_game(players, seed)
    histories = other_histories(table)
    states: list[Any] = [GAME.new_state(players, table.options) for _ in histories]
    own = [[line for line in history if line.startswith("return ")] for history in histories]
    seats = [line.seat for line in table.lines if line.text.startswith("return ")]
    possible = set(range(len(histories)))
    for number in range(len(table.lines)):
        for i in sorted(possible):
            try:
                states[i] = GAME.check(states[i], histories[i][number]).after
            except twohalls.Illegal:
                possible.remove(i)
        if rules.actor(states[0]) == OVER:
            break
        for seat in range(SPECTATOR, players):
            mine = seats.index(seat + 1) if seat >= 0 else None
            alike = [i for i in possible if mine is None or own[i][mine] == own[0][mine]]
            assert all(hidden(states[i], seat) == hidden(states[0], seat) for i in alike)
            open_secrets = sum(kept == rules.UNKNOWN for kept in hidden(states[0], seat).kept)
            if states[0].round > 0:
                assert len(alike) == 2**open_secrets


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_what_is_imagined_is_consistent_with_all_that_a_seat_knows(players, seed):
    table = random_game(players, seed)
    for number in range(len(table.lines)):
        state: Any = table.state_at(number)
        assert permits_everywhere(state) == list(PERMIT_CARDS)
        for seat in range(SPECTATOR, players):
            guess = imagined(state, seat, number)
            assert permits_everywhere(guess) == list(PERMIT_CARDS)
            assert hidden(guess, seat) == hidden(state, seat)
            if seat >= 0:
                assert (guess.hand[seat], guess.kept[seat]) == (state.hand[seat], state.kept[seat])


def after_set_up(*returned: str) -> twohalls.Table:
    """Four players in turn order; each built a tower and returned what is said."""
    table = twohalls.new_table("cityhall", ["A", "B", "C", "D"], seed=5)
    table.view(None)
    while table.view(None).to_json()["phase"] != "activate":
        [seat] = table.awaited
        moves = table.view(seat).legal
        place = table.view(None).to_json()["turn_order"].index(seat)
        wanted = [move for move in moves if move.startswith(("build tower", "draft"))]
        table.submit(seat, wanted[0] if wanted else f"return {returned[place]}")
    return table


def test_every_possibility_is_imagined_about_as_often_as_another():
    table = after_set_up("factory", "factory", "housing", "factory")
    state: Any = table._state
    seat = state.order[0]
    guesses = Counter(tuple(imagined(state, seat, n).returned) for n in range(800))
    assert len(guesses) == 8
    assert all(60 < times < 140 for times in guesses.values())
    factory = PERMITS.index("factory")
    assert {returned[seat] for returned in guesses} == {factory}


def test_a_seat_sees_another_return_a_permit_but_not_which():
    one = after_set_up("factory", "factory", "housing", "factory")
    other = after_set_up("factory", "housing", "factory", "factory")
    first = one.view(None).to_json()["turn_order"][0]
    assert one.record() != other.record()
    assert one.record(seat=first) == other.record(seat=first)
    assert one.view(first).to_json() == other.view(first).to_json()
    assert one.view(None).to_json() == other.view(None).to_json()
    seen = [line for line in one.view(first).lines if " return " in line]
    assert sorted(line.split(" return ")[1] for line in seen) == ["?", "?", "?", "factory"]


def test_a_view_is_not_a_record():
    view = after_set_up("factory", "factory", "housing", "factory").record(seat=1)
    with pytest.raises(twohalls.BadRecord):
        twohalls.read_record(view)


def test_everything_is_shown_when_the_game_is_over():
    table = random_game(3, 9)
    assert table.record(seat=1) == table.record()
    shown = table.view(None).to_json()["players"]
    assert all(player["permits"] is not None for player in shown)
    assert all(player["money"] is not None for player in shown)


def test_with_two_players_nothing_is_returned_and_nothing_is_hidden():
    table = random_game(2, 3)
    for number in range(0, len(table.lines), 7):
        state = table.state_at(number)
        assert hidden(state, SPECTATOR) == state


def test_only_the_searching_seat_looks_through_the_land_deck():
    table = after_set_up("factory", "factory", "housing", "factory")
    [seat] = table.awaited
    table.submit(seat, "activate surveyor")
    assert sum(line.startswith("search ") for line in table.view(seat).legal) == 12
    assert all(table.view(other).legal == [] for other in table.seats if other != seat)


def test_money_and_influence_are_hidden_from_the_eye_only_since_every_payment_is_open():
    table = after_set_up("factory", "factory", "housing", "factory")
    shown = table.view(1).to_json()["players"]
    assert [player["money"] is None for player in shown] == [False, True, True, True]
    known: Any = table.view(1).known
    state: Any = table._state
    assert (known.money, known.influence) == (state.money, state.influence)
