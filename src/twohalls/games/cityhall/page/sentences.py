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

    def _permits(self, permits: Sequence[str]) -> str:
        names = permit_names(self._)
        return listed([names[permit] for permit in permits], self._)

    def _office(self, office: str) -> str:
        return office_names(self._)[office]

    # --- Chance and rounds --------------------------------------------------------------------

    def tell_turn_order_drawn(self, same: Sequence[told.TurnOrderDrawn]) -> str:
        names = [self._name(seat) for seat in same[0].seats]
        return self._("Turn order: {names}.").format(names=", ".join(names))

    def tell_land_revealed(self, same: Sequence[told.LandRevealed]) -> str:
        text = self.ngettext("{lands} is on offer.", "{lands} are on offer.", len(same))
        return text.format(lands=listed([event.land for event in same], self._))

    def tell_permit_revealed(self, same: Sequence[told.PermitRevealed]) -> str:
        text = self.ngettext("{permits} is revealed.", "{permits} are revealed.", len(same))
        return text.format(permits=self._permits([event.permit for event in same]))

    def tell_round_began(self, same: Sequence[told.RoundBegan]) -> str:
        [began] = same
        text = self._("Round {round} begins: {name} is first.")
        if began.final:
            text = self._("Round {round}, the final round, begins: {name} is first.")
        sentences = [text.format(round=began.round, name=self._name(began.seats[0]))]
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
        text = self._("{name} takes {land}.")
        if drafted.money:
            text = self._("{name} takes {land} and the ${money} on it.")
        return text.format(name=self._name(drafted.seat), land=drafted.land, money=drafted.money)

    def tell_permit_returned(self, same: Sequence[told.PermitReturned]) -> str:
        [returned] = same
        name = self._name(returned.seat)
        if returned.permit is None:
            return self._("{name} slips a permit under the deck, face down.").format(name=name)
        return self._("{name} slips a {permit} permit under the deck, face down.").format(
            name=name, permit=self._permits([returned.permit])
        )

    # --- A turn -------------------------------------------------------------------------------

    def tell_office_activated(self, same: Sequence[told.OfficeActivated]) -> str:
        [activated] = same
        text = self._("{name} activates the {office}.")
        if activated.influence:
            text = self.ngettext(
                "{name} activates the {office} and takes {count} influence.",
                "{name} activates the {office} and takes {count} influence.",
                activated.influence,
            )
        return text.format(
            name=self._name(activated.seat),
            office=self._office(activated.office),
            count=activated.influence,
        )

    def tell_deck_searched(self, same: Sequence[told.DeckSearched]) -> str:
        [searched] = same
        text = self.ngettext(
            "{name} pays {count} influence, searches the land deck and reveals {land}.",
            "{name} pays {count} influence, searches the land deck and reveals {land}.",
            searched.influence,
        )
        return text.format(
            name=self._name(searched.seat), land=searched.land, count=searched.influence
        )

    def tell_top_revealed(self, same: Sequence[told.TopRevealed]) -> str:
        text = self._("{name} reveals the top card of the land deck.")
        return text.format(name=self._name(same[0].seat))

    def tell_bid_passed(self, same: Sequence[told.BidPassed]) -> str:
        return self._("{name} passes.").format(name=self._name(same[0].seat))

    def tell_bid_made(self, same: Sequence[told.BidMade]) -> str:
        [bid] = same
        return self._("{name} bids {count}.").format(name=self._name(bid.seat), count=bid.influence)

    def tell_office_kept(self, same: Sequence[told.OfficeKept]) -> str:
        [kept] = same
        text = self._("{name} keeps the {office} for nothing.")
        if kept.influence:
            text = self._("{name} keeps the {office} and pays {count} to the bank.")
        return text.format(
            name=self._name(kept.seat), office=self._office(kept.office), count=kept.influence
        )

    def tell_office_given(self, same: Sequence[told.OfficeGiven]) -> str:
        [given] = same
        text = self._("{name} gives the {office} to {other} for nothing.")
        if given.influence:
            text = self._("{name} gives the {office} to {other} and receives {count}.")
        return text.format(
            name=self._name(given.seat),
            office=self._office(given.office),
            other=self._name(given.to),
            count=given.influence,
        )

    def tell_rating_taken(self, same: Sequence[told.RatingTaken]) -> str:
        [taken] = same
        text = self.ngettext(
            "{name} takes {count} influence.", "{name} takes {count} influence.", taken.influence
        )
        return text.format(name=self._name(taken.seat), count=taken.influence)

    # --- The offices --------------------------------------------------------------------------

    def tell_taxes_collected(self, same: Sequence[told.TaxesCollected]) -> str:
        [taxes] = same
        text = {
            1: self._("{name} collects ${money} in taxes."),
            2: self._("{name} collects double taxes: ${money}."),
            3: self._("{name} collects triple taxes: ${money}."),
        }[taxes.times]
        return text.format(name=self._name(taxes.seat), money=taxes.money)

    def tell_campaigned(self, same: Sequence[told.Campaigned]) -> str:
        [campaigned] = same
        return self._("{name} campaigns for ${money}.").format(
            name=self._name(campaigned.seat), money=campaigned.money
        )

    def tell_not_campaigned(self, same: Sequence[told.NotCampaigned]) -> str:
        return self._("{name} does not campaign.").format(name=self._name(same[0].seat))

    def tell_approval_moved(self, same: Sequence[told.ApprovalMoved]) -> str:
        """Together for each player, as two parks of one move them twice."""
        return " ".join(climbs(same, self.names, self.ngettext))

    def tell_land_bought(self, same: Sequence[told.LandBought]) -> str:
        [bought] = same
        text = self._("{name} buys {land} for ${money}.")
        if bought.paid < 0:
            text = self._("{name} buys {land} and keeps ${money} of the money on it.")
        return text.format(name=self._name(bought.seat), land=bought.land, money=abs(bought.paid))

    def tell_nothing_bought(self, same: Sequence[told.NothingBought]) -> str:
        return self._("{name} buys no land.").format(name=self._name(same[0].seat))

    def tell_influence_bought(self, same: Sequence[told.InfluenceBought]) -> str:
        [bought] = same
        text = self.ngettext(
            "{name} buys {count} influence for ${money}.",
            "{name} buys {count} influence for ${money}.",
            bought.influence,
        )
        return text.format(name=self._name(bought.seat), count=bought.influence, money=bought.money)

    def tell_influence_sold(self, same: Sequence[told.InfluenceSold]) -> str:
        [sold] = same
        text = self.ngettext(
            "{name} sells {count} influence for ${money}.",
            "{name} sells {count} influence for ${money}.",
            sold.influence,
        )
        return text.format(name=self._name(sold.seat), count=sold.influence, money=sold.money)

    def tell_nothing_traded(self, same: Sequence[told.NothingTraded]) -> str:
        text = self._("{name} neither buys nor sells influence.")
        return text.format(name=self._name(same[0].seat))

    def tell_permit_taken(self, same: Sequence[told.PermitTaken]) -> str:
        [taken] = same
        return self._("{name} takes a {permit} permit.").format(
            name=self._name(taken.seat), permit=self._permits([taken.permit])
        )

    def tell_permit_built(self, same: Sequence[told.PermitBuilt]) -> str:
        [built] = same
        text = self._("{name} builds {permit} on {land}.")
        if any(isinstance(event, told.StarMoved) for event in self.events):
            text = self._("{name} builds {permit} on {land}; the star climbs.")
        return text.format(
            name=self._name(built.seat),
            permit=new_building_names(self._)[built.permit],
            land=built.land,
        )

    def tell_permit_put_under(self, same: Sequence[told.PermitPutUnder]) -> str:
        text = self.ngettext(
            "{permits} goes under the deck.", "{permits} go under the deck.", len(same)
        )
        return text.format(permits=self._permits([event.permit for event in same]))

    def tell_stars_counted(self, same: Sequence[told.StarsCounted]) -> str:
        [counted] = same
        if counted.seat is None:
            return self._("Once more, stars become people.")
        text = self._("{name} counts {count} extra stars.")
        if counted.doubled:
            text = self._("{name} counts every star twice.")
        return text.format(name=self._name(counted.seat), count=counted.bonus)

    def tell_people_gained(self, same: Sequence[told.PeopleGained]) -> str:
        return " ".join(
            self.ngettext(
                "{name} gains {count} person.", "{name} gains {count} people.", gain.people
            ).format(name=self._name(gain.seat), count=gain.people)
            for gain in ranks(same)
            if gain.people
        )

    # --- The election -------------------------------------------------------------------------

    def tell_mayor_elected(self, same: Sequence[told.MayorElected]) -> str:
        [elected] = same
        text = self.ngettext(
            "{name} is elected mayor with {count} vote.",
            "{name} is elected mayor with {count} votes.",
            elected.votes,
        )
        sentences = [text.format(name=self._name(elected.seat), count=elected.votes)]
        if elected.tied:
            sentences.append(self._("A tie: the player nearest the front of the turn order wins."))
        return " ".join(sentences)


def climbs(events: Iterable[Event], names: Sequence[str], ngettext: NTranslate) -> list[str]:
    """Who moved on the approval track, and how far."""
    spaces: dict[int, int] = {}
    for event in events:
        if isinstance(event, told.ApprovalMoved):
            spaces[event.seat] = spaces.get(event.seat, 0) + event.spaces
    return [_climb(names[seat - 1], moved, ngettext) for seat, moved in spaces.items() if moved]


def _climb(name: str, spaces: int, ngettext: NTranslate) -> str:
    if spaces > 0:
        text = ngettext(
            "{name} climbs {count} approval space.",
            "{name} climbs {count} approval spaces.",
            spaces,
        )
    else:
        text = ngettext(
            "{name} goes down {count} approval space.",
            "{name} goes down {count} approval spaces.",
            -spaces,
        )
    return text.format(name=name, count=abs(spaces))
