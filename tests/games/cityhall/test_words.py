"""City Hall's lines: what each says, what is malformed, and why a legal-looking one is not."""

import random
from typing import Any

import pytest
from tests.games.cityhall.position import position, say

import twohalls
from twohalls.games.cityhall import GAME, rules
from twohalls.kernel.rules import OVER


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ([rules.SEAT + 2, rules.SEAT, rules.SEAT + 1], "order 3 1 2"),
        ([rules.LAND + 10, rules.LAND + 3, rules.LAND + 17], "land Q6 M4 B5"),
        ([rules.DRAFT + 10], "draft Q6"),
        ([rules.BUILD + rules.NSPACES + 10], "build tower Q6"),
        ([rules.RETURN + 2], "return factory"),
        ([rules.ACTIVATE + 1], "activate surveyor"),
        ([rules.SEARCH + 17], "search B5"),
        ([rules.REVEAL], "reveal"),
        ([rules.PERMIT, rules.PERMIT + 1, rules.PERMIT + 3], "permits housing tower park"),
        ([rules.PASS], "pass"),
        ([rules.BID + 5], "bid 5"),
        ([rules.BID], "bid 0"),
        ([rules.BID + rules.MOST_BID], "bid 255"),
        ([rules.KEEP], "keep"),
        ([rules.ACCEPT + 2], "accept 3"),
        ([rules.TAX], "tax"),
        ([rules.TAX_TRIPLE], "tax triple"),
        ([rules.TAX_DOUBLE], "tax double"),
        ([rules.CAMPAIGN], "campaign 0"),
        ([rules.CAMPAIGN + 1], "campaign 10"),
        ([rules.CAMPAIGN + 2], "campaign 30"),
        ([rules.CAMPAIGN_NONE], "campaign none"),
        ([rules.BUY + 17], "buy B5"),
        ([rules.BUY_NONE], "buy none"),
        ([rules.LOBBY + 2], "lobby +2"),
        ([rules.LOBBY - 3], "lobby -3"),
        ([rules.LOBBY], "lobby 0"),
        ([rules.LOBBY - rules.MOST_SOLD], "lobby -255"),
        ([rules.LOBBY + rules.MOST_BOUGHT], "lobby +127"),
        ([rules.TAKE], "take housing"),
        ([rules.BOTTOM + 1, rules.BOTTOM + 3], "bottom tower park"),
        ([rules.HEALTH_DOUBLE], "health double"),
        ([rules.HEALTH_ADD], "health +3"),
    ],
)
def test_every_line_of_the_rules_page(action, line):
    assert GAME.words.write(position()._state, action) == line


@pytest.mark.parametrize(
    "line",
    [
        *("bid", "bid x", "bid 007", "bid -1", "bid +1", "bid 1 2", "bid ٣", "bid 1.0"),
        *("lobby", "lobby +0", "lobby -0", "lobby 3", "lobby +", "lobby +02", "lobby + 2"),
        *("tax quadruple", "tax triple double", "campaign", "campaign 20", "campaign 010"),
        *("build tower", "build barn Q6", "build tower q6", "build tower Q9", "take", "take barn"),
        *("bottom", "bottom barn", "accept", "accept 0", "accept 5", "accept A", "keep it"),
        *("health 3", "health", "order 1 2 x", "land Q9", "land", "permits barn", "return park"),
        *("return ?", "return", "activate mayor", "activate", "buy", "buy nothing", "search Z1"),
        *("search", "reveal B5", "pass 0", "draft", "draft M6", "votes 1 2 3", "winner 1"),
        *("Keep", "keep ", " keep", "", "read", "bid\t5", "bid  5", "\x00", "verbs", "total"),
    ],
)
def test_what_is_not_a_line_of_this_game_is_refused_wherever_it_stands(line):
    table = say(position("B1 1; hand 1 tower"), "1 activate tax")
    before = table._state.fingerprint()
    with pytest.raises((twohalls.Malformed, twohalls.Illegal)):
        table.submit(2, line)
    assert table._state.fingerprint() == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("activate tax", "the Zoning Board is up for bids: pass or bid"),
        ("bid 4", "you hold 3 influence"),
        ("bid 300", "a bid is at most 255 influence"),
        ("lobby +128", "you can buy at most 127 at once"),
        ("lobby -256", "you can sell at most 255 at once"),
        ("accept 9", "there is no seat “9”"),
        ("bottom park", "what is left of the revealed permits goes under the deck: "),
        ("land B1", "no land is revealed now"),
        ("permits park", "no permits are revealed now"),
        ("order 1 2 3", "the turn order is drawn once, at the start"),
        ("tax thrice", "this line is written tax or tax triple or tax double"),
        ("build tower", "this line is written “build permit land”"),
    ],
)
def test_a_refusal_says_what_is_wrong(line, reason):
    table = say(position(), "1 activate zoning", "* permits park tower housing")
    with pytest.raises(twohalls.TwoHallsError) as error:
        table.submit(2, line)
    assert str(error.value).startswith(reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("* order 1 1 2", "each of the seats 1 to 3 comes once"),
        ("* order 1 2", "each of the seats 1 to 3 comes once"),
        ("* order 1 2 4", "each of the seats 1 to 3 comes once"),
    ],
)
def test_a_turn_order_names_every_seat_once(line, reason):
    with pytest.raises(twohalls.Illegal, match=reason):
        say(twohalls.new_table("cityhall", ["A", "B", "C"]), line)


def test_as_many_cards_are_revealed_as_the_rules_say_each_once():
    table = say(twohalls.new_table("cityhall", ["A", "B", "C"]), "* order 1 2 3")
    with pytest.raises(twohalls.Illegal, match="lands to reveal now: 3, not 2"):
        say(table, "* land M1 M2")
    with pytest.raises(twohalls.Illegal, match="M1 is not in the land deck"):
        say(table, "* land M1 M2 M1")
    table = say(position("permits park park tower"), "1 activate zoning")
    with pytest.raises(twohalls.Illegal, match="no tower is left in the shuffled deck"):
        say(table, "* permits tower tower park")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_that_is_not_legal_is_refused_in_a_sentence_of_its_own(players):
    rng = random.Random(players)
    state: Any = GAME.new_state(players, {"open_hands": "off"})
    while rules.actor(state) != OVER:
        legal = GAME.legal(state)
        for action in rng.sample(range(rules.ACTIONS), 40):
            if action not in legal:
                with pytest.raises(twohalls.Illegal) as error:
                    GAME.words.refuse(state, action)
                assert "the rules do not allow this" not in str(error.value)
        rules.apply(state, rng.choice(legal))
