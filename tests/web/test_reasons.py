"""What a hint gives as its reason."""

from __future__ import annotations

import pytest

import twohalls
from twohalls.bots.advice import Hint
from twohalls.games.tammany import GAME
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page
from twohalls.web.thinking import reasons


@pytest.mark.parametrize("instead", ["boss 6", "boss 9"])
def test_a_hint_says_first_what_it_brings_that_the_obvious_move_does_not(instead, monkeypatch):
    brought = {"boss 6": ["It is sunny.", "It is warm."], "boss 9": ["It is sunny."]}
    monkeypatch.setattr(
        type(page(GAME)), "brings", lambda self, view, line, _, ngettext: brought[line]
    )
    view = twohalls.new_table("tammany", ["Ada", "Bruno", "Clara"], seed=1).view(1)
    even = (0.34, 0.33, 0.33)
    told = reasons(Hint("boss 6", even, even, None, instead), view, *translators("en", GAME))
    assert told[0] == ("It is sunny." if instead == "boss 6" else "It is warm.")
    assert told[1].startswith("Your chance of winning: 34% after it.")


@pytest.mark.parametrize(
    ("instead", "otherwise", "said"),
    [
        ("boss 6", 0.34, "Your chance of winning: 34% after it."),
        (
            "boss 9",
            0.31,
            "Your chance of winning: 34% after it, 31% after the obvious move, “Ward 9, boss”.",
        ),
        (
            "boss 9",
            0.35,
            "Your chance of winning: 34% after it. The obvious move, “Ward 9, boss”, looks as good"
            " at first sight.",
        ),
    ],
)
def test_a_hint_is_told_beside_the_obvious_move_and_never_as_if_it_did_harm(
    instead, otherwise, said, monkeypatch
):
    monkeypatch.setattr(
        type(page(GAME)), "choice", lambda self, line, names, _, ngettext: "Ward 9, boss"
    )
    view = twohalls.new_table("tammany", ["Ada", "Bruno", "Clara"], seed=1).view(1)
    chances = (0.34, 0.33, 0.33)
    before = (0.36, 0.32, 0.32)
    hint = Hint("boss 6", before, chances, None, instead, otherwise)
    told = reasons(hint, view, *translators("en", GAME))
    assert told[-1] == f"{said} It costs nobody in particular."
