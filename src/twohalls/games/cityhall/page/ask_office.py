"""What whoever controls an office is asked: taxes, a campaign, a land, influence, health."""

from __future__ import annotations

from twohalls.games.cityhall.events import (
    ApprovalMoved,
    LandBought,
    PeopleGained,
    TaxesCollected,
)
from twohalls.games.cityhall.page.asking import Amounts, Asking, Choice, Prompt
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
        choices.append(ask.choice(line, text, note))
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
        ask._("You stand on space {space}, rating {rating}, and hold ${money}.").format(
            space=ask.mine["approval_space"],
            rating=ask.mine["approval"],
            money=ask.mine["money"],
        ),
        tuple(_climb(ask, line) for line in ask.legal),
        then=ask._("Once somebody reaches the top space, the next round is the last."),
        confirm=ask._("Stay where you are") if ask.pick == "campaign none" else confirm,
    )


def _climb(ask: Asking, line: str) -> Choice:
    if line == "campaign none":
        return ask.choice(line, ask._("Not now"), ask._("stay"))
    [moved] = ask.told(line, ApprovalMoved)
    note = ask._("space {space}, rating {rating}")
    return ask.choice(
        line,
        ask._("Pay ${money}").format(money=word_of(line, "campaign")),
        note.format(space=moved.space, rating=moved.rating),
    )


def buy(ask: Asking) -> Prompt:
    return Prompt(
        ask.part,
        ask._("You buy no land") if ask.is_forced else ask._("Buy some land"),
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
        return ask.choice(line, ask._("Nothing"))
    [bought] = ask.told(line, LandBought)
    note = ask._("pay ${money}") if bought.paid >= 0 else ask._("gain ${money}")
    return ask.choice(line, bought.land, note.format(money=abs(bought.paid)))


def lobby(ask: Asking) -> Prompt:
    sell = [line for line in ask.legal if word_of(line, "lobby").startswith("-")]
    buy = [line for line in ask.legal if word_of(line, "lobby").startswith("+")]
    rows = (
        Amounts(ask._("Buy, ${money} each").format(money=INFLUENCE_PRICE), _trades(ask, buy)),
        Amounts(
            ask._("Sell, ${money} each").format(money=INFLUENCE_WORTH), _trades(ask, sell[::-1])
        ),
    )
    return Prompt(
        ask.part,
        ask._("Buy or sell influence"),
        ask._("You took {count} for your rating; you hold {held} now, and ${money}.").format(
            count=ask.mine["approval"], held=ask.mine["influence"], money=ask.mine["money"]
        ),
        (ask.choice("lobby 0", ask._("Neither buy nor sell")),),
        tuple(row for row in rows if row.choices),
        confirm=_trade_of(ask, ask.pick),
    )


def _trades(ask: Asking, lines: list[str]) -> tuple[Choice, ...]:
    return tuple(
        ask.choice(line, word_of(line, "lobby")[1:], title=_trade_of(ask, line)) for line in lines
    )


def _trade_of(ask: Asking, line: str) -> str:
    value = int(word_of(line, "lobby") or 0)
    if not value:
        return ask._("Neither buy nor sell")
    price, text = (INFLUENCE_PRICE, ask._("Buy {count} for ${money}"))
    if value < 0:
        price, text = (INFLUENCE_WORTH, ask._("Sell {count} for ${money}"))
    return text.format(count=abs(value), money=abs(value) * price)


def health(ask: Asking) -> Prompt:
    add = ask._("Add {count}").format(count=HEALTH_BONUS)
    return Prompt(
        ask.part,
        ask._("Count the stars"),
        ask.ngettext(
            "Your buildings have {count} star: add {bonus}, or double it.",
            "Your buildings have {count} stars: add {bonus}, or double them.",
            ask.mine["stars"],
        ).format(count=ask.mine["stars"], bonus=HEALTH_BONUS),
        tuple(_count(ask, line) for line in ask.legal),
        then=ask._("Everyone gains people, by rank."),
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
    return ask.choice(
        line, label.format(count=own.total, bonus=HEALTH_BONUS), text.format(count=own.people)
    )
