"""Why a move: what it would bring, said of the position it is said in."""

from __future__ import annotations

import random

import pytest
from tests.games.tammany.position import position

import twohalls
from twohalls.games.tammany import GAME
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page


def brings(text: str, line: str, seat: int = 1) -> list[str]:
    view = position(text).view(seat)
    assert line in view.legal
    return list(page(view.game).brings(view, line, str, plural))


def plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@pytest.mark.parametrize(
    ("where", "line", "why"),
    [
        ("8 red yellow", "boss 8", "You then have the most bosses in Ward 8."),
        ("8 yellow", "boss 8", "You then have as many bosses in Ward 8 as Yellow."),
        ("8 yellow3", "boss 8", "It brings you nearer to Yellow in Ward 8."),
        ("", "boss 8", "Nobody else has a boss in Ward 8."),
        ("", "boss 7", "Whoever wins Ward 7 takes a chip of any colour."),
        ("", "boss 1", "Whoever wins Ward 1 settles a cube of any people."),
        ("", "boss 14", "Ward 14 with Tammany Hall scores two points."),
        ("8 red2 yellow", "boss 8", "It strengthens your lead in Ward 8."),
        (
            "8 red yellow2",
            "boss 8",
            "Your boss in Ward 8 is no longer alone: one slander cannot drive you out.",
        ),
        ("favors yellow irish=3", "cube irish 8", "It brings you one Irish chip."),
        ("", "cube irish 8", "You then have the most chips of a people: Irish."),
        (
            "8 red yellow en; favors red irish=2",
            "cube irish 8",
            "You can then bid more in Ward 8: 3 Irish chips.",
        ),
        (
            "8 red2 yellow; favors red english=1",
            "slander 2 8 english",
            "It drives Yellow out of Ward 8.",
        ),
    ],
)
def test_a_move_in_a_turn_says_what_it_changes(where: str, line: str, why: str) -> None:
    assert why in brings(where, line)


@pytest.mark.parametrize(
    ("chips", "line", "why"),
    [
        ("red english=3", "bid 8 english=1", "The fewest chips that win Ward 8 for certain."),
        ("red english=3", "bid 8 english=2", "Nobody can outbid that in Ward 8."),
        (
            "red english=3 yellow english=3",
            "bid 8 english=2",
            "Yellow has to bid at least 2 chips to keep you from Ward 8.",
        ),
        ("red english=3", "bid 8 0", ""),
    ],
)
def test_a_bid_says_what_it_wins_against_the_most_the_others_can_bid(
    chips: str, line: str, why: str
) -> None:
    assert brings(f"vote; 8 red yellow; favors {chips}", line) == ([why] if why else [])


def test_every_legal_line_can_be_given_a_reason_in_every_language():
    """Whatever is said is said of a legal line of a real game, without a word left out."""
    for language in ("fr", "it"):
        _, ngettext = translators(language, GAME)
        rng = random.Random(language)
        table = twohalls.new_table("tammany", ["Ada", "Bruno", "Clara"], seed=5)
        while not table.over:
            seat = table.awaited[0]
            view = table.view(seat)
            line = rng.choice(view.legal)
            for text in page(view.game).brings(view, line, _, ngettext):
                assert "{" not in text
                assert text.endswith(".")
            table.submit(seat, line)
