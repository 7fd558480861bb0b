"""What is asked at set-up: a land, a first building, a permit to give back."""

from __future__ import annotations

from twohalls.games.cityhall.page.asking import Asking, Choice, Prompt, building
from twohalls.games.cityhall.page.picks import permit_picks, word_of, words_of
from twohalls.games.cityhall.page.terms import listed
from twohalls.games.cityhall.rules import MONEY_ON_OFFER


def draft(ask: Asking) -> Prompt:
    return Prompt(
        ask.part,
        ask._("Choose your land"),
        ask._("It is free, with the money lying on it, and you will build on it."),
        tuple(_land(ask, line) for line in ask.legal),
        then=ask._("${money} goes on each land not taken, and a new one is revealed.").format(
            money=MONEY_ON_OFFER
        ),
        confirm=ask._("Take {land}").format(land=ask.word("draft")),
    )


def _land(ask: Asking, line: str) -> Choice:
    land = word_of(line, "draft")
    money = ask.shown["lands"][land]["money"]
    note = ask._("with ${money}").format(money=money) if money else ask._("no money yet")
    return ask.choice(line, land, note)


def build(ask: Asking) -> Prompt:
    words = words_of(ask.pick)
    title = ask.where_to_build if len(words) > 1 else ask._("Choose a permit to build")
    then = (
        ask._("Each of you builds two, by turns, and keeps the third.")
        if len(ask.view.names) == 2
        else ask._("Of the other two, one goes back unseen and one stays in your hand.")
    )
    return Prompt(
        ask.part,
        title,
        ask._("Choose a permit, then where to build it. Its neighbours give it stars."),
        then=then,
        confirm=building(ask, words),
    )


def put_back(ask: Asking) -> Prompt:
    picked = ask.word("return")
    then = ask._("You keep the other one. Nobody else sees which.")
    if picked:
        kept = [permit for permit in permit_picks("return", ask.legal) if permit != picked]
        then = ask._("You keep {permit}. Nobody else sees which.").format(
            permit=listed([ask.permits[permit] for permit in kept], ask._)
        )
    return Prompt(
        ask.part,
        ask._("Put one permit under the deck"),
        ask._("The other stays in your hand."),
        then=then,
        confirm=ask._("Put {permit} under the deck").format(permit=ask.permits.get(picked, "")),
    )
