"""Why a move: what it would bring, said of the position it is said in."""

from __future__ import annotations

import random

import pytest
from tests.games.cityhall.position import position, say

import twohalls
from twohalls.games.cityhall import GAME
from twohalls.kernel.table import View
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page


def brings(view: View, line: str) -> list[str]:
    assert line in view.legal
    return list(page(view.game).brings(view, line, str, plural))


def plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@pytest.mark.parametrize(
    ("office", "line", "why"),
    [
        ("tax", "tax", "It brings you $8."),
        ("campaign", "campaign none", "You keep your money."),
        ("campaign", "campaign 10", "Your approval rating rises from 1 to 2"),
        ("lobbyist", "lobby +1", "You then have 5 influence to bid with."),
        ("zoning", "build tower M3", "You are then ahead for an endorsement: Most Towers."),
        ("health", "health +3", "It brings you 4 people."),
    ],
)
def test_the_use_of_an_office_says_what_it_changes(office: str, line: str, why: str) -> None:
    table = position("M4 1 factory; M3 1; hand 1 tower; money 10 0 0")
    say(table, f"1 activate {office}")
    if office == "zoning":
        say(table, "* permits housing park park")
    say(table, "2 pass", "3 pass", "1 keep")
    assert any(text.startswith(why) for text in brings(table.view(1), line))


@pytest.mark.parametrize(
    ("office", "why"),
    [
        ("tax", "Taxes would bring you at least $8."),
        ("lobbyist", "The Lobbyist would bring you 1 influence."),
        ("zoning", "You could build 1 permit at once."),
        ("deputy", "You would be first in the next rounds, and win ties at the election."),
        ("health", "Your stars would bring you 4 people."),
    ],
)
def test_to_activate_an_office_is_for_what_it_would_bring(office: str, why: str) -> None:
    table = position("M4 1 factory; M3 1; hand 1 tower; money 10 0 0")
    assert why in brings(table.view(1), f"activate {office}")


def test_a_bid_says_what_its_office_would_bring_and_cost_the_other():
    table = say(position("M4 2 factory; money 10 0 0"), "1 activate tax")
    assert brings(table.view(2), "bid 2") == [
        "Taxes would bring you at least $8.",
        "Player 1 would have to pay 2 to keep it from you.",
    ]
    assert brings(table.view(2), "pass") == [
        "You keep your 3 influence for offices that bring you more."
    ]


def test_nothing_is_told_of_what_others_hold():
    """The same reasons whatever the others have behind their screens."""
    for line in ("activate tax", "activate campaign", "activate surveyor"):
        told = [
            brings(position(f"Q1 offer 10; money 10 {money}; influence 3 {money}").view(1), line)
            for money in ("0 0", "90 5")
        ]
        assert told[0] == told[1]


def test_every_legal_line_can_be_given_a_reason_in_every_language():
    """Whatever is said is said of a legal line of a real game, without a word left out."""
    for language in ("fr", "it"):
        _, ngettext = translators(language, GAME)
        rng = random.Random(language)
        table = twohalls.new_table("cityhall", ["Ada", "Bruno", "Clara"], seed=5)
        while not table.over:
            seat = table.awaited[0]
            view = table.view(seat)
            line = rng.choice(view.legal)
            for text in page(view.game).brings(view, line, _, ngettext):
                assert "{" not in text
                assert text.endswith(".")
            table.submit(seat, line)
