"""The search finds the known best answer of small solved positions."""

from __future__ import annotations

import random
from itertools import count, product
from types import SimpleNamespace

import numpy as np
from tests.bots import solved

from twohalls.bots import mind as minds
from twohalls.bots import search
from twohalls.bots.mind import lead_from, mind_of
from twohalls.bots.selfplay import begin, to_decide, what_is_seen
from twohalls.bots.train import Network
from twohalls.games import find_game
from twohalls.games.tammany import rules as tammany


def test_a_last_wards_sealed_bid_is_mixed_as_linear_programming_says():
    state = solved.last_ward(bosses=(1, 1), chips=(3, 4), wards=(4, 3))
    matrix = solved.bid_matrix(state)
    value, mix = solved.equilibrium(matrix)
    assert np.allclose(mix, 0.25, atol=1e-6)
    mind = mind_of(find_game("tammany"))
    desk = mind.desk()
    desk.sit(state, random.Random(5))
    desk.think(0, 40_000, None, mind.by_hand)
    sealed, choices = desk.choices()
    assert sealed
    parts = {choice.option - tammany.BID: choice.part for choice in choices}
    found = np.array([parts[chips] for chips in range(4)]) / sum(parts.values())
    assert np.abs(found - mix).max() < 0.08
    assert (found @ matrix).min() > value - 0.08


def test_the_last_office_of_city_hall_is_answered_as_exhaustive_search_says():
    mind = mind_of(find_game("cityhall"))
    solved_positions = 0
    for seed in range(400):
        state = solved.last_office(seed)
        if state is None:
            continue
        seat = find_game("cityhall").rules.actor(state)
        answers = solved.outcomes(state, seat)
        if any(len(ends) > 1 for ends in answers.values()):
            continue
        worth = {action: next(iter(ends)) for action, ends in answers.items()}
        if len(set(worth.values())) == 1:
            continue
        desk = mind.desk(1 << 12)
        desk.sit(state, random.Random(seed))
        desk.think(seat, 3000, None, mind.by_hand)
        _, choices = desk.choices()
        chosen = max(choices, key=lambda choice: choice.tried)
        assert worth[chosen.option] == max(worth.values()), seed
        solved_positions += 1
        if solved_positions == 3:
            return
    assert solved_positions


def test_under_a_clock_a_clear_choice_is_not_thought_about_to_the_end(monkeypatch):
    """An open one; a sealed mix always has the whole time."""
    office = next(state for state in map(solved.last_office, range(400)) if state is not None)
    ward = solved.last_ward(bosses=(1, 1), chips=(3, 4), wards=(4, 3))
    for game, state, whole_time in (("cityhall", office, False), ("tammany", ward, True)):
        mind = mind_of(find_game(game))
        desk = mind.desk()
        desk.sit(state, random.Random(1))
        clock = count(step=0.001)
        monkeypatch.setattr(minds, "time", SimpleNamespace(monotonic=lambda c=clock: next(c)))
        desk.think(find_game(game).rules.actor(state), None, 0.2, mind.by_hand)
        assert (next(clock) >= 0.2) == whole_time


def test_a_seat_never_answers_a_bid_it_could_not_have_seen():
    """Whatever the others bid, the bidder stands at the same place of the tree."""
    mind = mind_of(find_game("tammany"))
    state = solved.last_ward(bosses=(1, 1), chips=(3, 4), wards=(4, 3))
    places = set()
    for chips in range(4):
        after = state.copy()
        tammany.apply(after, tammany.BID + chips)
        desk = mind.desk(1 << 12)
        desk.sit(after, random.Random(1))
        places.add(mind.code.root_of(desk.papers, desk.tree))
    assert len(places) == 1


def test_a_bid_is_weighed_alike_whatever_others_have_bid_in_secret():
    mind = mind_of(find_game("tammany"))
    state = solved.last_ward(bosses=(1, 1), chips=(3, 4), wards=(4, 3))
    desk = mind.desk(1 << 12)
    weighed, chances = set(), set()
    for chips in range(4):
        after = state.copy()
        tammany.apply(after, tammany.BID + chips)
        desk.forget()
        desk.sit(after, random.Random(1))
        chances.add(tuple(desk.ponder(1, 50, mind.by_hand)))
        weighed.add(tuple(desk.weigh(1, 20, mind.by_hand)[1]))
    assert len(weighed) == len(chances) == 1


def test_between_two_wards_a_position_is_valued_as_it_stands_by_who_learned_such_ones():
    mind = mind_of(find_game("tammany"))
    state = solved.last_ward(bosses=(1, 1), chips=(3, 4), wards=(4, 3))
    learned = minds.tuned(mind.by_hand, search.CALM, 0.5)
    desk = mind.desk(16)
    told: dict[str, set[tuple[float, ...]]] = {"played on": set(), "as it stands": set()}
    for seed in range(8):
        desk.sit(state, random.Random(seed))
        assert mind.code.how_quiet(desk.papers) == 1
        told["played on"].add(tuple(desk.judge(0, 1, mind.by_hand)))
        told["as it stands"].add(tuple(desk.judge(0, 1, learned)))
    assert len(told["played on"]) > 1
    assert len(told["as it stands"]) == 1
    desk.play(tammany.BID + 1)
    assert mind.code.how_quiet(desk.papers) == 0


def test_in_an_auction_a_position_is_valued_as_it_stands_by_who_learned_such_ones():
    """With two players, who keep no permit unseen: nothing is filled in anew."""
    mind = mind_of(find_game("cityhall"))
    desk, rng = mind.desk(16), random.Random(1)
    begin(desk, 2, rng)
    while mind.code.how_quiet(desk.papers) != 1:
        desk.play(rng.choice(desk.propose(mind.by_hand)[0]))
    auction = desk.states[0].copy()
    told: dict[float, set[tuple[float, ...]]] = {1.0: set(), 0.01: set()}
    for calm, seed in product(told, range(8)):
        lead = minds.tuned(minds.quick(mind.taught(1.0)), search.CALM, calm)
        desk.sit(auction, random.Random(seed))
        told[calm].add(tuple(desk.judge(-1, 1, lead)))
    assert len(told[1.0]) > 1
    assert len(told[0.01]) == 1


def test_the_boss_plays_on_from_what_only_the_sachem_has_learned():
    mind = mind_of(find_game("pushcart"))
    learned = lead_from(mind, {**Network(mind.features.INPUTS, 1).arrays(), "calm": np.array(0.01)})
    assert learned.knobs[search.CALM] == 0.01
    assert learned.knobs[search.HORIZON] == 0.0
    mind = minds.Mind(mind.game)
    mind.learned = learned
    assert mind.taught(1.0).knobs[search.CALM] == 0.01
    assert mind.taught(0.25).knobs[search.CALM] == 1.0
    assert mind.taught(0.25).knobs[search.HORIZON] == mind.features.PLAY_ON


def test_what_is_seen_again_is_valued_as_if_seen_for_the_first_time():
    """The first layer of the network is changed, not worked out anew; its opinion is the same."""
    mind = mind_of(find_game("tammany"))
    desk = mind.desk(1 << 12)
    rng = random.Random(2)
    begin(desk, 4, rng)
    options, likely = desk.propose(mind.by_hand)
    for number in count():
        if number > 90 and len(options) > 12:
            break
        desk.play(rng.choices(options, likely)[0])
        options, likely = desk.propose(mind.by_hand)
    seat = to_decide(desk)
    desk.ponder(seat, 1, mind.learned)
    _, choices = desk.choices()
    before, compared = desk.states[0].copy(), 0
    for choice in choices:
        if choice.tried == 1:
            desk.states[0] = before
            desk.play(choice.option)
            seen = what_is_seen(desk)
            for layer in (mind.learned.net1, mind.learned.net2):
                seen = np.maximum(seen @ layer[:-1] + layer[-1], 0)
            opinions = seen @ mind.learned.net3[:-1]
            chances = np.exp(opinions) / np.exp(opinions).sum()
            assert abs(chances[seat] - choice.value) < 1e-4
            compared += 1
    assert compared > 3


def test_rows_are_wide_enough_for_every_legal_action():
    for name in ("tammany", "cityhall"):
        mind = mind_of(find_game(name))
        desk = mind.own_desk
        assert desk.rows.shape[1] >= mind.game.rules.MOST_LEGAL
        assert search.HALF >= mind.features.INPUTS
        assert len(mind.features.LEANINGS) == mind.features.SIGNS
        assert desk.nodes.shape[1] == search.FACTS
