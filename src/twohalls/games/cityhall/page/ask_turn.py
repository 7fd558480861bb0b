"""What is asked in a turn: an office, a land to reveal, bids, and who gets the office."""

from __future__ import annotations

from twohalls.games.cityhall.page.asking import Amounts, Asking, Choice, Prompt
from twohalls.games.cityhall.page.picks import word_of
from twohalls.games.cityhall.page.story import Auction
from twohalls.games.cityhall.page.terms import listed
from twohalls.games.cityhall.rules import SEARCH_PRICE


def activate(ask: Asking) -> Prompt:
    office = ask.word("activate")
    if ask.shown["final_round"]:
        lead = ask._("The final round: it goes on until all seven offices are activated.")
    else:
        lead = ask._("Send your staffer to a free door.")
    return Prompt(
        ask._("Your turn"),
        ask._("One office is left") if ask.is_forced else ask._("Choose an office"),
        lead,
        then=_after_activation(ask, office),
        confirm=ask._("Activate the {office}").format(office=ask.offices.get(office, "")),
    )


def _after_activation(ask: Asking, office: str) -> str:
    if not office:
        return ask._("You take the influence lying there, and the others bid for the office.")
    lying = ask.shown["offices"][office]["influence"]
    text = ask._("No influence lies there; {name} bids first.")
    if lying:
        text = ask.ngettext(
            "You take {count} influence; {name} bids first.",
            "You take {count} influence; {name} bids first.",
            lying,
        )
    first = (ask.me + 1) % len(ask.view.names) + 1
    return text.format(count=lying, name=ask.name(first))


def survey(ask: Asking) -> Prompt:
    choices = [ask.choice("reveal", ask._("Reveal the top card"))]
    title = ask._("New land comes on offer")
    lead = ask._("Reveal the top card of the land deck. A search would cost {count} influence.")
    if not ask.is_forced:
        title = ask._("Which land comes on offer?")
        lead = ask._(
            "Reveal the top card of the land deck, or pay {count} influence and choose any land "
            "still in it: they are outlined."
        )
    land = ask.word("search")
    if land:
        note = ask._("for {count} influence").format(count=SEARCH_PRICE)
        choices.append(ask.choice(ask.pick, land, note))
    return Prompt(
        ask.part,
        title,
        lead.format(count=SEARCH_PRICE),
        tuple(choices),
        then=ask._("It comes on offer, and the others bid for the office."),
        confirm=ask._("Search and reveal {land}").format(land=land)
        if land
        else ask._("Reveal the top card"),
    )


# --- The auction -----------------------------------------------------------------------------


def bid(ask: Asking) -> Prompt:
    bidding = ask.bidding
    lines = [line for line in ask.legal if word_of(line, "bid")]
    highest = [seat for seat, amount in bidding.bids.items() if amount == bidding.highest]
    lead = ask._("Nobody has bid yet. You hold {held}.")
    if ask.is_forced:
        lead = ask._("The highest bid is {highest}, and you hold {held}: you must pass.")
    elif highest:
        lead = ask._("Bid of {highest} by {name}: pass, match it, or raise. You hold {held}.")
    name = listed([ask.name(seat) for seat in highest], ask._)
    return Prompt(
        ask.part,
        ask._("Your bid for the {office}").format(office=ask.office),
        lead.format(name=name, highest=bidding.highest, held=ask.mine["influence"]),
        (ask.choice("pass", ask._("Pass")),),
        (Amounts(ask._("Your bid"), tuple(_amount(ask, line) for line in lines), is_named=False),)
        if lines
        else (),
        _after_bid(ask, bidding),
        confirm=ask._("Pass") if ask.pick == "pass" else _bid_of(ask, ask.pick),
    )


def _amount(ask: Asking, line: str) -> Choice:
    return ask.choice(line, word_of(line, "bid"), title=_bid_of(ask, line))


def _bid_of(ask: Asking, line: str) -> str:
    return ask._("Bid {count}").format(count=word_of(line, "bid"))


def _after_bid(ask: Asking, bidding: Auction) -> str:
    activating = ask.name(bidding.activating)
    later = [seat for seat in bidding.seats[1:] if seat not in bidding.bids][1:]
    if later:
        names = listed([ask.name(seat) for seat in later], ask._)
        text = ask._("{names} may still bid, before {name} keeps the office or gives it away.")
        return text.format(names=names, name=activating)
    return ask._(
        "{name} pays the highest bid to the bank and keeps the office, or takes it and gives the "
        "office away."
    ).format(name=activating)


def answer(ask: Asking) -> Prompt:
    bidding = ask.bidding
    title = ask._("Keep the {office}, or give it away?")
    if all(amount is None for amount in bidding.bids.values()):
        title = ask._("You keep the {office}")
        lead = ask._("Everyone passed: the office is yours for nothing.")
    elif "keep" not in ask.legal:
        title = (
            ask._("You give away the {office}")
            if ask.is_forced
            else ask._("Who gets the {office}?")
        )
        lead = ask._("The highest bid is {highest}, and you hold {held}: you must give it away.")
    else:
        lead = ask._("The highest bid is {highest}. You hold {held} influence.")
    taker = ask.word("accept")
    confirm = ask._("Give it to {name}") if taker else ask._("Keep the {office}")
    return Prompt(
        ask.part,
        title.format(office=ask.office),
        lead.format(highest=bidding.highest, held=ask.mine["influence"]),
        tuple(_answer_choice(ask, line, bidding.highest) for line in ask.legal),
        then=ask._("Whoever controls the {office} uses it. Other bids return.").format(
            office=ask.office
        ),
        confirm=confirm.format(office=ask.office, name=ask.name(int(taker)) if taker else ""),
    )


def _answer_choice(ask: Asking, line: str, highest: int) -> Choice:
    taker = word_of(line, "accept")
    if taker:
        note = ask._("receive {count}").format(count=highest)
        seat = int(taker)
        return ask.choice(line, ask.name(seat), note, seat=seat)
    note = ask._("for nothing")
    if highest:
        note = ask._("pay {count} to the bank").format(count=highest)
    return ask.choice(line, ask._("Keep"), note)
