"""What whoever controls an office is asked: taxes, a campaign, a land, influence, health."""

from __future__ import annotations

from twohalls.games.cityhall.events import (
    ApprovalMoved,
    InfluenceBought,
    InfluenceSold,
    LandBought,
    PeopleGained,
    RoundBegan,
    TaxesCollected,
)
from twohalls.games.cityhall.page.asking import Asking, Choice, Prompt
from twohalls.games.cityhall.page.picks import word_of
from twohalls.games.cityhall.page.story import ranks
from twohalls.games.cityhall.rules import (
    HEALTH_BONUS,
    INFLUENCE_PRICE,
    INFLUENCE_WORTH,
    LAND_PRICE,
    MONEY_ON_OFFER,
)


def tax(ask: Asking) -> Prompt:
    labels = {
        1: (ask._("Collect"), ask._("approval stays")),
        2: (ask._("Double"), ask._("at no cost here")),
        3: (ask._("Triple"), ask._("one approval space down")),
    }
    taxes = {line: ask.told(line, TaxesCollected)[0] for line in ask.legal}
    choices = []
    for line, collected in taxes.items():
        label, note = labels[collected.times]
        text = ask._("{label} ${money}").format(label=label, money=collected.money)
        choices.append(Choice(line, text, note, chosen=ask.is_chosen(line)))
    once = taxes[ask.legal[0]]
    return Prompt(
        ask.part,
        ask._("Collect your taxes"),
        ask._(
            "${people} for your people, ${towers} for Towers, ${factories} for Factories."
        ).format(people=once.people, towers=once.towers, factories=once.factories),
        tuple(choices),
        then=ask._("The money is yours; nobody else sees how much you hold."),
        confirm=ask._("Collect ${money}").format(
            money=taxes[ask.pick].money if ask.pick in taxes else 0
        ),
    )


def campaign(ask: Asking) -> Prompt:
    confirm = ask._("Campaign for ${money}").format(money=ask.word("campaign"))
    return Prompt(
        ask.part,
        ask._("Climb in approval"),
        ask._("You stand on floor {space}, rating {rating}, and hold ${money}.").format(
            space=ask.mine["approval_space"],
            rating=ask.mine["approval"],
            money=ask.mine["money"],
        ),
        tuple(_climb(ask, line) for line in ask.legal),
        then=ask._("Whoever reaches the top floor makes the next round the last."),
        confirm=ask._("Stay where you are") if ask.pick == "campaign none" else confirm,
    )


def _climb(ask: Asking, line: str) -> Choice:
    if line == "campaign none":
        return Choice(line, ask._("Not now"), ask._("stay"), chosen=ask.is_chosen(line))
    [moved] = ask.told(line, ApprovalMoved)
    note = ask._("to floor {space}, rating {rating}")
    return Choice(
        line,
        ask._("Pay ${money}").format(money=word_of(line, "campaign")),
        note.format(space=moved.space, rating=moved.rating),
        chosen=ask.is_chosen(line),
    )


def buy(ask: Asking) -> Prompt:
    return Prompt(
        ask.part,
        ask._("Buy a land on offer"),
        ask._("Each costs ${price}; the money lying on it counts. You hold ${money}.").format(
            price=LAND_PRICE, money=ask.mine["money"]
        ),
        tuple(_purchase(ask, line) for line in ask.legal),
        then=ask._("${money} goes on every land still on offer.").format(money=MONEY_ON_OFFER),
        confirm=ask._("Buy nothing")
        if ask.pick == "buy none"
        else ask._("Buy {land}").format(land=ask.word("buy")),
    )


def _purchase(ask: Asking, line: str) -> Choice:
    if line == "buy none":
        return Choice(line, ask._("Buy nothing"), chosen=ask.is_chosen(line))
    [bought] = ask.told(line, LandBought)
    note = ask._("pay ${money}") if bought.paid >= 0 else ask._("and gain ${money}")
    return Choice(
        line, bought.land, note.format(money=abs(bought.paid)), chosen=ask.is_chosen(line)
    )


def lobby(ask: Asking) -> Prompt:
    trades = [int(word_of(line, "lobby")) for line in ask.legal]
    value = int(ask.word("lobby") or 0)
    label, confirm = ask._("Neither"), ask._("Neither buy nor sell")
    if value > 0:
        label, confirm = ask._("Buy {count}"), ask._("Buy {count} for ${money}")
    elif value < 0:
        label, confirm = ask._("Sell {count}"), ask._("Sell {count} for ${money}")
    name = ask._("Influence to buy or sell")
    stepper = ask.stepper(name, "lobby", value, trades[0], trades[-1], label)
    traded: list[InfluenceBought | InfluenceSold] = [
        *ask.told(stepper.pick, InfluenceBought),
        *ask.told(stepper.pick, InfluenceSold),
    ]
    return Prompt(
        ask.part,
        ask._("Buy or sell influence"),
        ask._(
            "You took {count} for your rating and hold {held}, and ${money}. "
            "Buy at ${buy} each, or sell at ${sell} each."
        ).format(
            count=ask.mine["approval"],
            held=ask.mine["influence"],
            money=ask.mine["money"],
            buy=INFLUENCE_PRICE,
            sell=INFLUENCE_WORTH,
        ),
        (),
        stepper,
        _held_after(ask, stepper.pick),
        confirm=confirm.format(count=abs(value), money=traded[0].money if traded else 0),
    )


def _held_after(ask: Asking, line: str) -> str:
    """What a trade leaves, before a new round brings everyone influence."""
    after = ask.tried(line).after
    of_round = sum(began.influence for began in ask.told(line, RoundBegan))
    return ask._("Then you hold ${money} and {influence}.").format(
        money=after.money[ask.me],
        influence=ask.influence(after.influence[ask.me] - of_round),
    )


def health(ask: Asking) -> Prompt:
    then = ask._("Everyone’s people grow by their rank.")
    if ask.pick in ask.legal:
        then = _growth(ask, ask.pick)
    add = ask._("Add {count}").format(count=HEALTH_BONUS)
    return Prompt(
        ask.part,
        ask._("Count the stars"),
        ask._("Your buildings have {count} stars: add {bonus}, or double them.").format(
            count=ask.mine["stars"], bonus=HEALTH_BONUS
        ),
        tuple(_count(ask, line) for line in ask.legal),
        then=then,
        confirm=ask._("Double") if ask.pick == "health double" else add,
    )


def _gains(ask: Asking, line: str) -> list[PeopleGained]:
    """What counting the stars so would bring, without what the election adds to it."""
    return ranks(ask.told(line, PeopleGained)[: len(ask.view.names)])


def _count(ask: Asking, line: str) -> Choice:
    [own] = [gain for gain in _gains(ask, line) if gain.seat == ask.me + 1]
    label = ask._("Double to {count}")
    if line != "health double":
        label = ask._("Add {bonus}: {count}")
    text = ask.ngettext("you gain {count}", "you gain {count}", own.people)
    return Choice(
        line,
        label.format(count=own.total, bonus=HEALTH_BONUS),
        text.format(count=own.people),
        chosen=ask.is_chosen(line),
    )


def _growth(ask: Asking, line: str) -> str:
    return ", ".join(
        ask._("{name} {total} stars, +{count}").format(
            name=ask.name(gain.seat), total=gain.total, count=gain.people
        )
        for gain in _gains(ask, line)
    )
