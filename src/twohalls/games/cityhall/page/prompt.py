"""What a person is asked now: which question it is, and what stands there for who only waits.

Each decision is one click; one that brings something to light, and so cannot be taken back, is
confirmed. Which lines there are comes from the view, and what a line would bring from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twohalls.games.cityhall.page import ask_office, ask_set_up, ask_turn, ask_zoning
from twohalls.games.cityhall.page.asking import Asking, Prompt
from twohalls.games.cityhall.page.picks import verb_of
from twohalls.games.cityhall.page.terms import listed
from twohalls.kernel.rules import OVER

QUESTIONS: dict[str, Callable[[Asking], Prompt]] = {
    "draft": ask_set_up.draft,
    "build": ask_set_up.build,
    "return": ask_set_up.put_back,
    "activate": ask_turn.activate,
    "survey": ask_turn.survey,
    "bid": ask_turn.bid,
    "answer": ask_turn.answer,
    "tax": ask_office.tax,
    "campaign": ask_office.campaign,
    "buy": ask_office.buy,
    "lobby": ask_office.lobby,
    "health": ask_office.health,
    "zoning": ask_zoning.zoning,
}
TOGETHER = (
    ({"search", "reveal"}, "survey"),
    ({"pass", "bid"}, "bid"),
    ({"keep", "accept"}, "answer"),
)
"""Verbs that answer the same question."""


def prompt(ask: Asking) -> Prompt:
    """The panel for who is asked, with what is picked."""
    if ask.shown["over"]:
        return _over(ask)
    if not ask.legal:
        return _waiting(ask)
    question = _question(ask)
    asked = replace(QUESTIONS[question](ask), question=question)
    if ask.pick not in ask.legal:
        return asked
    return replace(asked, line=ask.pick, then=_no_way_back(ask) or asked.then)


def _no_way_back(ask: Asking) -> str:
    """Why what is picked asks to be confirmed."""
    if ask.view.game.rules.actor(ask.tried(ask.pick).after) == OVER:
        return ask._("The city votes, and there is no undo.")
    return ask._("New cards are revealed, and there is no undo.") * ask.reveals(ask.pick)


def _question(ask: Asking) -> str:
    verbs = {verb_of(line) for line in ask.legal}
    if verbs & {"take", "build", "bottom"}:
        return "zoning" if ask.shown["phase"] in ("use", "bottom") else "build"
    for together, question in TOGETHER:
        if verbs & together:
            return question
    return verbs.pop()


def _over(ask: Asking) -> Prompt:
    assert ask.view.result is not None
    winner = ask.view.result.winners[0]
    votes = ask.view.result.scores[winner - 1]
    title = ask._("{name} is elected mayor").format(name=ask.name(winner))
    return Prompt(
        ask._("Election"),
        ask._("You are elected mayor") if winner == ask.view.seat else title,
        ask.ngettext("With {count} vote.", "With {count} votes.", votes).format(count=votes),
    )


def _waiting(ask: Asking) -> Prompt:
    names = listed([ask.name(seat) for seat in ask.view.awaited], ask._)
    titles = {
        "draft": ask._("{name} chooses land"),
        "build": ask._("{name} builds"),
        "return": ask._("{name} returns a permit"),
        "activate": ask._("{name} chooses an office"),
        "survey": ask._("{name} reveals a land card"),
        "bid": ask._("{name} bids for the {office}"),
        "keep": ask._("{name} keeps the {office}, or gives it away"),
        "use": ask._("{name} uses the {office}"),
        "bottom": ask._("{name} puts back the permits left over"),
    }
    title = titles.get(ask.shown["phase"], ask._("The cards are dealt"))
    return Prompt(ask.part, title.format(name=names, office=ask.office))
