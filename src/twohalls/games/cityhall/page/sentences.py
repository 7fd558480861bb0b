"""The log in sentences: what every line brought, in a reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from twohalls.games.cityhall import events as told
from twohalls.games.cityhall.page.story import divided, ranks
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    listed,
    new_building_names,
    office_names,
    permit_names,
)
from twohalls.kernel.events import Event, Happened, name_of
from twohalls.kernel.table import View
from twohalls.kernel.words import parts
from twohalls.kit.you import said_of


def sentences(
    happened: Happened, names: Sequence[str], _: Translate, ngettext: NTranslate
) -> tuple[str, ...]:
    """What one line brought, and then what followed from it by itself."""
    found = (sentence(part, names, _, ngettext) for part in divided(happened))
    return tuple(text for text in found if text)


def sentence(
    events: Iterable[Event], names: Sequence[str], _: Translate, ngettext: NTranslate
) -> str:
    """Events that belong together, told in a row."""
    return _Teller(tuple(events), names, _, ngettext).tell()


def moment(view: View, _: Translate, ngettext: NTranslate) -> str:
    """Where in the game we are."""
    s = view.known
    if view.over:
        return _("Final result")
    if s.round == 0:
        return _("Before round 1")
    text = _("Round {round}, the last") if s.final else _("Round {round}")
    return text.format(round=s.round)


def choice(line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """A legal line as the words of a button."""
    verb, words = parts(line)
    word = words[0] if words else ""
    permits, offices, built = permit_names(_), office_names(_), new_building_names(_)
    texts = {
        "draft": _("Take {land}"),
        "build": _("Build {permit} on {land}"),
        "return": _("Put {permit} under the deck"),
        "activate": _("Activate the {office}"),
        "search": _("Search and reveal {land}"),
        "reveal": _("Reveal the top card"),
        "pass": _("Pass"),
        "bid": _("Bid {count}"),
        "keep": _("Keep the office"),
        "accept": _("Give it to {name}"),
        "tax": _("Collect taxes"),
        "tax triple": _("Triple taxes, one approval space down"),
        "tax double": _("Double taxes"),
        "campaign": _("Campaign for ${count}"),
        "campaign none": _("Do not campaign"),
        "buy": _("Buy {land}"),
        "buy none": _("Buy nothing"),
        "lobby 0": _("Neither buy nor sell"),
        "lobby +": _("Buy {count} influence"),
        "lobby -": _("Sell {count} influence"),
        "take": _("Take {permit}"),
        "bottom": _("Put under the deck, in this order: {permits}"),
        "health": _("Add {count}"),
        "health double": _("Double"),
    }
    text = texts.get(line) or texts.get(f"{verb} {word[:1]}") or texts[verb]
    return text.format(
        land=words[-1] if words else "",
        permit=built.get(word, "") if verb == "build" else permits.get(word, ""),
        permits=", ".join(permits.get(permit, "") for permit in words),
        office=offices.get(word, ""),
        count=word.lstrip("+-"),
        name=names[int(word) - 1] if verb == "accept" else "",
    )


def option(name: str, value: str | None, _: Translate) -> str:
    """An option of a table, or one of its choices."""
    return {None: _("Open hands"), "off": _("no"), "on": _("yes")}[value]


@dataclass(frozen=True)
class _Teller:
    """Events of one kind in a row are told together, by the function named after the kind."""

    events: tuple[Event, ...]
    names: Sequence[str]
    _: Translate
    ngettext: NTranslate

    def tell(self) -> str:
        return " ".join(text for text in map(self._tell_kind, self._kinds()) if text)

    def _kinds(self) -> list[list[Event]]:
        return [list(same) for _kind, same in groupby(self.events, key=type)]

    def _tell_kind(self, same: list[Event]) -> str:
        name = f"tell_{name_of(type(same[0]))}"
        tell: Callable[[Any], str] = getattr(self, name if hasattr(self, name) else "tell_nothing")
        return tell(same)

    def tell_nothing(self, same: Sequence[Event]) -> str:
        """What the board shows, and nobody has to be told."""
        return ""

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    def _say(self, seat: int, of_them: str, to_you: str, **values: object) -> str:
        """A sentence about somebody, who may be its reader."""
        name = self._name(seat)
        return said_of(name, of_them, to_you).format(name=name, **values)

    def _permits(self, permits: Sequence[str]) -> str:
        names = permit_names(self._)
        return listed([names[permit] for permit in permits], self._)

    def _office(self, office: str) -> str:
        return office_names(self._)[office]

    # --- Chance and rounds --------------------------------------------------------------------

    def tell_turn_order_drawn(self, same: Sequence[told.TurnOrderDrawn]) -> str:
        names = [self._name(seat) for seat in same[0].seats]
        names = [said_of(name, name, self._("you")) for name in names]
        return self._("Turn order: {names}.").format(names=", ".join(names))

    def tell_land_revealed(self, same: Sequence[told.LandRevealed]) -> str:
        text = self.ngettext("{lands} is on offer.", "{lands} are on offer.", len(same))
        return text.format(lands=listed([event.land for event in same], self._))

    def tell_permit_revealed(self, same: Sequence[told.PermitRevealed]) -> str:
        text = self.ngettext("{permits} is revealed.", "{permits} are revealed.", len(same))
        return text.format(permits=self._permits([event.permit for event in same]))

    def tell_round_began(self, same: Sequence[told.RoundBegan]) -> str:
        [began] = same
        them = self._("Round {round} begins: {name} is first.")
        you = self._("Round {round} begins: you are first.")
        if began.final:
            them = self._("Round {round}, the final round, begins: {name} is first.")
            you = self._("Round {round}, the final round, begins: you are first.")
        sentences = [self._say(began.seats[0], them, you, round=began.round)]
        if began.influence:
            text = self.ngettext(
                "Everyone takes {count} influence.",
                "Everyone takes {count} influence.",
                began.influence,
            )
            sentences.append(text.format(count=began.influence))
        return " ".join(sentences)

    # --- Set-up -------------------------------------------------------------------------------

    def tell_land_drafted(self, same: Sequence[told.LandDrafted]) -> str:
        [drafted] = same
        them, you = self._("{name} takes {land}."), self._("You take {land}.")
        if drafted.money:
            them = self._("{name} takes {land} and the ${money} on it.")
            you = self._("You take {land} and the ${money} on it.")
        return self._say(drafted.seat, them, you, land=drafted.land, money=drafted.money)

    def tell_permit_returned(self, same: Sequence[told.PermitReturned]) -> str:
        [returned] = same
        if returned.permit is None:
            text = self._("{name} slips a permit under the deck, face down.")
            return text.format(name=self._name(returned.seat))
        them = self._("{name} slips a {permit} permit under the deck, face down.")
        you = self._("You slip a {permit} permit under the deck, face down.")
        return self._say(returned.seat, them, you, permit=self._permits([returned.permit]))

    # --- A turn -------------------------------------------------------------------------------

    def tell_office_activated(self, same: Sequence[told.OfficeActivated]) -> str:
        [activated] = same
        count, office = activated.influence, self._office(activated.office)
        them, you = self._("{name} activates the {office}."), self._("You activate the {office}.")
        if count:
            them = self.ngettext(
                "{name} activates the {office} and takes {count} influence.",
                "{name} activates the {office} and takes {count} influence.",
                count,
            )
            you = self.ngettext(
                "You activate the {office} and take {count} influence.",
                "You activate the {office} and take {count} influence.",
                count,
            )
        return self._say(activated.seat, them, you, office=office, count=count)

    def tell_deck_searched(self, same: Sequence[told.DeckSearched]) -> str:
        [searched] = same
        them = self.ngettext(
            "{name} pays {count} influence, searches the land deck and reveals {land}.",
            "{name} pays {count} influence, searches the land deck and reveals {land}.",
            searched.influence,
        )
        you = self.ngettext(
            "You pay {count} influence, search the land deck and reveal {land}.",
            "You pay {count} influence, search the land deck and reveal {land}.",
            searched.influence,
        )
        land, count = searched.land, searched.influence
        return self._say(searched.seat, them, you, land=land, count=count)

    def tell_top_revealed(self, same: Sequence[told.TopRevealed]) -> str:
        them = self._("{name} reveals the top card of the land deck.")
        return self._say(same[0].seat, them, self._("You reveal the top card of the land deck."))

    def tell_bid_passed(self, same: Sequence[told.BidPassed]) -> str:
        return self._say(same[0].seat, self._("{name} passes."), self._("You pass."))

    def tell_bid_made(self, same: Sequence[told.BidMade]) -> str:
        [bid] = same
        them, you = self._("{name} bids {count}."), self._("You bid {count}.")
        return self._say(bid.seat, them, you, count=bid.influence)

    def tell_office_kept(self, same: Sequence[told.OfficeKept]) -> str:
        [kept] = same
        them = self._("{name} keeps the {office} for nothing.")
        you = self._("You keep the {office} for nothing.")
        if kept.influence:
            them = self._("{name} keeps the {office} and pays {count} to the bank.")
            you = self._("You keep the {office} and pay {count} to the bank.")
        office = self._office(kept.office)
        return self._say(kept.seat, them, you, office=office, count=kept.influence)

    def tell_office_given(self, same: Sequence[told.OfficeGiven]) -> str:
        [given] = same
        other = self._name(given.to)
        if given.influence:
            to_you = self._("{name} gives you the {office} and receives {count}.")
            to_them = self._("{name} gives the {office} to {other} and receives {count}.")
            you = self._("You give the {office} to {other} and receive {count}.")
        else:
            to_you = self._("{name} gives you the {office} for nothing.")
            to_them = self._("{name} gives the {office} to {other} for nothing.")
            you = self._("You give the {office} to {other} for nothing.")
        them = said_of(other, to_them, to_you)
        office, count = self._office(given.office), given.influence
        return self._say(given.seat, them, you, office=office, other=other, count=count)

    def tell_rating_taken(self, same: Sequence[told.RatingTaken]) -> str:
        [taken] = same
        count = taken.influence
        them = self.ngettext(
            "{name} takes {count} influence.", "{name} takes {count} influence.", count
        )
        you = self.ngettext("You take {count} influence.", "You take {count} influence.", count)
        return self._say(taken.seat, them, you, count=count)

    # --- The offices --------------------------------------------------------------------------

    def tell_taxes_collected(self, same: Sequence[told.TaxesCollected]) -> str:
        [taxes] = same
        them, you = {
            1: (
                self._("{name} collects ${money} in taxes."),
                self._("You collect ${money} in taxes."),
            ),
            2: (
                self._("{name} collects double taxes: ${money}."),
                self._("You collect double taxes: ${money}."),
            ),
            3: (
                self._("{name} collects triple taxes: ${money}."),
                self._("You collect triple taxes: ${money}."),
            ),
        }[taxes.times]
        return self._say(taxes.seat, them, you, money=taxes.money)

    def tell_campaigned(self, same: Sequence[told.Campaigned]) -> str:
        [campaigned] = same
        them, you = self._("{name} campaigns for ${money}."), self._("You campaign for ${money}.")
        return self._say(campaigned.seat, them, you, money=campaigned.money)

    def tell_not_campaigned(self, same: Sequence[told.NotCampaigned]) -> str:
        them, you = self._("{name} does not campaign."), self._("You do not campaign.")
        return self._say(same[0].seat, them, you)

    def tell_approval_moved(self, same: Sequence[told.ApprovalMoved]) -> str:
        """Together for each player, as two parks of one move them twice."""
        return " ".join(self._move(seat, spaces) for seat, spaces in climbed(same).items())

    def _move(self, seat: int, spaces: int) -> str:
        count = abs(spaces)
        them = self.ngettext(
            "{name} climbs {count} approval space.", "{name} climbs {count} approval spaces.", count
        )
        you = self.ngettext(
            "You climb {count} approval space.", "You climb {count} approval spaces.", count
        )
        if spaces < 0:
            them = self.ngettext(
                "{name} goes down {count} approval space.",
                "{name} goes down {count} approval spaces.",
                count,
            )
            you = self.ngettext(
                "You go down {count} approval space.", "You go down {count} approval spaces.", count
            )
        return self._say(seat, them, you, count=count)

    def tell_land_bought(self, same: Sequence[told.LandBought]) -> str:
        [bought] = same
        them, you = (
            self._("{name} buys {land} for ${money}."),
            self._("You buy {land} for ${money}."),
        )
        if bought.paid < 0:
            them = self._("{name} buys {land} and keeps ${money} of the money on it.")
            you = self._("You buy {land} and keep ${money} of the money on it.")
        return self._say(bought.seat, them, you, land=bought.land, money=abs(bought.paid))

    def tell_nothing_bought(self, same: Sequence[told.NothingBought]) -> str:
        return self._say(same[0].seat, self._("{name} buys no land."), self._("You buy no land."))

    def tell_influence_bought(self, same: Sequence[told.InfluenceBought]) -> str:
        [bought] = same
        them = self.ngettext(
            "{name} buys {count} influence for ${money}.",
            "{name} buys {count} influence for ${money}.",
            bought.influence,
        )
        you = self.ngettext(
            "You buy {count} influence for ${money}.",
            "You buy {count} influence for ${money}.",
            bought.influence,
        )
        return self._say(bought.seat, them, you, count=bought.influence, money=bought.money)

    def tell_influence_sold(self, same: Sequence[told.InfluenceSold]) -> str:
        [sold] = same
        them = self.ngettext(
            "{name} sells {count} influence for ${money}.",
            "{name} sells {count} influence for ${money}.",
            sold.influence,
        )
        you = self.ngettext(
            "You sell {count} influence for ${money}.",
            "You sell {count} influence for ${money}.",
            sold.influence,
        )
        return self._say(sold.seat, them, you, count=sold.influence, money=sold.money)

    def tell_nothing_traded(self, same: Sequence[told.NothingTraded]) -> str:
        them = self._("{name} neither buys nor sells influence.")
        return self._say(same[0].seat, them, self._("You neither buy nor sell influence."))

    def tell_permit_taken(self, same: Sequence[told.PermitTaken]) -> str:
        [taken] = same
        them, you = self._("{name} takes a {permit} permit."), self._("You take a {permit} permit.")
        return self._say(taken.seat, them, you, permit=self._permits([taken.permit]))

    def tell_permit_built(self, same: Sequence[told.PermitBuilt]) -> str:
        [built] = same
        them = self._("{name} builds {permit} on {land}.")
        you = self._("You build {permit} on {land}.")
        if any(isinstance(event, told.StarMoved) for event in self.events):
            them = self._("{name} builds {permit} on {land}; the star climbs.")
            you = self._("You build {permit} on {land}; the star climbs.")
        permit = new_building_names(self._)[built.permit]
        return self._say(built.seat, them, you, permit=permit, land=built.land)

    def tell_permit_put_under(self, same: Sequence[told.PermitPutUnder]) -> str:
        text = self.ngettext(
            "{permits} goes under the deck.", "{permits} go under the deck.", len(same)
        )
        return text.format(permits=self._permits([event.permit for event in same]))

    def tell_stars_counted(self, same: Sequence[told.StarsCounted]) -> str:
        [counted] = same
        if counted.seat is None:
            return self._("Once more, stars become people.")
        them, you = (
            self._("{name} counts {count} extra stars."),
            self._("You count {count} extra stars."),
        )
        if counted.doubled:
            them = self._("{name} counts every star twice.")
            you = self._("You count every star twice.")
        return self._say(counted.seat, them, you, count=counted.bonus)

    def tell_people_gained(self, same: Sequence[told.PeopleGained]) -> str:
        return " ".join(self._gain(gain) for gain in ranks(same) if gain.people)

    def _gain(self, gain: told.PeopleGained) -> str:
        count = gain.people
        them = self.ngettext("{name} gains {count} person.", "{name} gains {count} people.", count)
        you = self.ngettext("You gain {count} person.", "You gain {count} people.", count)
        return self._say(gain.seat, them, you, count=count)

    # --- The election -------------------------------------------------------------------------

    def tell_mayor_elected(self, same: Sequence[told.MayorElected]) -> str:
        [elected] = same
        them = self.ngettext(
            "{name} is elected mayor with {count} vote.",
            "{name} is elected mayor with {count} votes.",
            elected.votes,
        )
        you = self.ngettext(
            "You are elected mayor with {count} vote.",
            "You are elected mayor with {count} votes.",
            elected.votes,
        )
        sentences = [self._say(elected.seat, them, you, count=elected.votes)]
        if elected.tied:
            sentences.append(self._("A tie: the player nearest the front of the turn order wins."))
        return " ".join(sentences)


def climbed(events: Iterable[Event]) -> dict[int, int]:
    """Who moved on the approval track, and how far up."""
    spaces: dict[int, int] = {}
    for event in events:
        if isinstance(event, told.ApprovalMoved):
            spaces[event.seat] = spaces.get(event.seat, 0) + event.spaces
    return {seat: moved for seat, moved in spaces.items() if moved}
