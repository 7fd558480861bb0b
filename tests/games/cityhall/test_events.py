"""What the rules tell is what they did: sums of what is told give the state."""

from __future__ import annotations

import random

import pytest

import twohalls
from twohalls.games.cityhall import events as told
from twohalls.games.cityhall import rules
from twohalls.games.cityhall.board import APPROVAL, STAR_START
from twohalls.kernel.events import Event
from twohalls.kernel.table import Table

NAMES = ("Ada", "Bruno", "Clara", "Dev")
GAMES = [(seed, players) for seed in range(4) for players in (2, 3, 4)]


def played(seed: int, players: int) -> Table:
    rng = random.Random(seed)
    table = twohalls.new_table("cityhall", NAMES[:players], seed=seed)
    while not table.over:
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[1]} players, seed {game[0]}")
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def every(table: Table) -> list[Event]:
    return [event for line in table.view(1).happened for event in line.events]


def test_every_line_tells_something(table: Table) -> None:
    assert all(line.events for line in table.view(1).happened)


def test_the_money_told_is_the_money_held(table: Table) -> None:
    money = dict.fromkeys(table.seats, rules.START_MONEY)
    for event in every(table):
        match event:
            case told.LandDrafted() | told.TaxesCollected() | told.InfluenceSold():
                money[event.seat] += event.money
            case told.Campaigned() | told.InfluenceBought():
                money[event.seat] -= event.money
            case told.LandBought():
                money[event.seat] -= event.paid
    assert list(money.values()) == [
        player["money"] for player in table.view(1).to_json()["players"]
    ]


def test_the_influence_told_is_the_influence_held(table: Table) -> None:
    held = dict.fromkeys(table.seats, rules.START_INFLUENCE)
    for event in every(table):
        match event:
            case told.TurnOrderDrawn():
                held[event.last] += event.influence
            case told.RoundBegan():
                held = {seat: influence + event.influence for seat, influence in held.items()}
            case told.OfficeActivated() | told.RatingTaken() | told.InfluenceBought():
                held[event.seat] += event.influence
            case told.DeckSearched() | told.OfficeKept() | told.InfluenceSold():
                held[event.seat] -= event.influence
            case told.OfficeGiven():
                held[event.to] -= event.influence
                held[event.seat] += event.influence
    players = table.view(1).to_json()["players"]
    assert list(held.values()) == [player["influence"] for player in players]


def test_the_approval_and_the_star_told_are_those_on_the_track(table: Table) -> None:
    spaces = dict.fromkeys(table.seats, 1)
    star = STAR_START[len(table.names)] + 1
    for event in every(table):
        match event:
            case told.ApprovalMoved():
                spaces[event.seat] += event.spaces
                assert spaces[event.seat] == event.space
                assert event.rating == APPROVAL[event.space - 1]
            case told.StarMoved():
                star += 1
                assert star == event.space
    shown = table.view(1).to_json()
    assert list(spaces.values()) == [player["approval_space"] for player in shown["players"]]
    assert star == shown["star_space"]


def test_the_people_told_are_the_population_and_go_by_ranks(table: Table) -> None:
    """C16: a rank is 1 + the number of players with more stars; C14, C15."""
    people = dict.fromkeys(table.seats, 1)
    for line in table.view(1).happened:
        gains = [event for event in line.events if isinstance(event, told.PeopleGained)]
        while gains:
            counted, gains = gains[: len(people)], gains[len(people) :]
            for gain in counted:
                people[gain.seat] += gain.people
                assert gain.rank == 1 + sum(other.total > gain.total for other in counted)
    players = table.view(1).to_json()["players"]
    assert list(people.values()) == [player["population"] for player in players]


def test_the_permits_told_are_those_built_and_held(table: Table) -> None:
    lands: dict[str, tuple[int, str | None]] = {}
    hands = {seat: ["housing", "tower", "factory"] for seat in table.seats}
    for event in every(table):
        match event:
            case told.LandDrafted() | told.LandBought():
                lands[event.land] = (event.seat, None)
            case told.PermitTaken():
                hands[event.seat].append(event.permit)
            case told.PermitReturned():
                assert event.permit is not None
                hands[event.seat].remove(event.permit)
            case told.PermitBuilt():
                assert lands[event.land] == (event.seat, None)
                lands[event.land] = (event.seat, event.permit)
                hands[event.seat].remove(event.permit)
    shown = table.view(1).to_json()
    assert lands == {
        land: (there["owner"], there["permit"])
        for land, there in shown["lands"].items()
        if there["owner"]
    }
    for player in shown["players"]:
        held = [permit for permit, cards in player["permits"].items() for _ in range(cards)]
        assert sorted(hands[player["seat"]]) == sorted(held)


def test_the_money_on_offer_told_is_the_money_lying_there(table: Table) -> None:
    lying: dict[str, int] = {}
    for event in every(table):
        match event:
            case told.MoneyPut():
                lying[event.land] = lying.get(event.land, 0) + event.money
                assert lying[event.land] == event.lying
            case told.LandDrafted() | told.LandBought():
                lying.pop(event.land, None)
    shown = table.view(1).to_json()["lands"]
    assert lying == {land: there["money"] for land, there in shown.items() if there["money"]}


def test_the_winner_and_the_votes_told_are_the_result(table: Table) -> None:
    assert table.result is not None
    votes = {event.seat: event for event in every(table) if isinstance(event, told.VotesCounted)}
    assert tuple(votes[seat].votes for seat in table.seats) == table.result.scores
    endorsed = [event.seat for event in every(table) if isinstance(event, told.Endorsed)]
    for seat, counted in votes.items():
        assert counted.votes == counted.own + counted.more
        assert counted.own == counted.rating * counted.people
        assert counted.endorsements == endorsed.count(seat)
    [elected] = [event for event in every(table) if isinstance(event, told.MayorElected)]
    assert (elected.seat,) == table.result.winners
    assert elected.votes == max(table.result.scores)
    best = [seat for seat in table.seats if table.result.scores[seat - 1] == elected.votes]
    assert list(elected.tied) == (best if len(best) > 1 else [])


def test_rounds_begin_one_after_another_with_the_turn_order(table: Table) -> None:
    rounds = [event for event in every(table) if isinstance(event, told.RoundBegan)]
    assert [event.round for event in rounds] == list(range(1, len(rounds) + 1))
    assert [event.final for event in rounds] == [False] * (len(rounds) - 1) + [True]


def test_a_permit_returned_is_told_to_its_seat_alone_until_the_game_is_over() -> None:
    rng = random.Random(7)
    table = twohalls.new_table("cityhall", NAMES[:3], seed=7)
    while table.view(None).to_json()["round"] == 0:
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal))

    def known(seat: int | None) -> list[bool]:
        returned = [
            event
            for line in table.view(seat).happened
            for event in line.events
            if isinstance(event, told.PermitReturned)
        ]
        return [event.permit is not None for event in sorted(returned, key=lambda one: one.seat)]

    assert known(None) == [False, False, False]
    assert known(2) == [False, True, False]
    while not table.over:
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal))
    assert known(None) == [True, True, True]
