"""What a move would bring in City Hall: for whom a hint is too little without its reason.

Of the others only what lies open is told: neither their money nor their influence nor their hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from twohalls.games.cityhall.board import FIGURES, OFFICES, SPACES
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    endorsement_names,
    office_names,
)
from twohalls.games.cityhall.rules import CAMPAIGN_PRICES, NOBODY, Figure, Office
from twohalls.kernel.state import State
from twohalls.kernel.table import View
from twohalls.kernel.words import parts


def brings(view: View, line: str, _: Translate, ngettext: NTranslate) -> list[str]:
    """What a legal line would bring whoever says it, the most telling first."""
    assert view.seat is not None
    before, after = view.known, view.known.copy()
    for action in view.game.words.read(before, line):
        view.game.rules.apply(after, action)
    change = Change(view.game.rules, before, after, view.seat - 1, view.names, _, ngettext)
    verb, words = parts(line)
    if verb == "activate":
        office = OFFICES.index(words[0])
        return [*change.influence_there(office), *change.use_of(office)]
    if verb in ("bid", "keep"):
        return [*change.use_of(before.office), *change.price_of(verb)]
    if verb == "accept":
        return list(change.paid())
    if verb == "pass":
        return list(change.kept())
    return [*change.on_the_board(), *change.purse(verb, words)]


@dataclass(frozen=True)
class Change:
    """A position before and after a line, as who says it sees them."""

    rules: Any
    before: State
    after: State
    me: int
    names: tuple[str, ...]
    _: Translate
    ngettext: NTranslate

    # --- What a line changes at once ----------------------------------------------------------

    def on_the_board(self) -> Iterator[str]:
        """Endorsements, rating, people, stars: whatever is more than before."""
        yield from self.endorsements()
        yield from self.approval()
        yield from self.people()
        yield from self.stars()
        yield from self.last_round()

    def endorsements(self) -> Iterator[str]:
        """Those for what lies open that the line wins, or takes from another."""
        names = endorsement_names(self._)
        for number, kind in enumerate(self.rules.ENDORSED_FOR):
            if kind in (Figure.MONEY, Figure.INFLUENCE):
                continue
            had, has = (
                self.rules.endorsed(self.before, number),
                self.rules.endorsed(self.after, number),
            )
            name = names[FIGURES[kind]]
            if has == self.me != had:
                yield self._("You are then ahead for an endorsement: {endorsement}.").format(
                    endorsement=name
                )
            elif had not in (NOBODY, self.me) and has == NOBODY:
                text = self._("You draw level with {name} for an endorsement: {endorsement}.")
                yield text.format(name=self.names[had], endorsement=name)
            elif self.rules.figure(self.after, self.me, kind) > self.rules.figure(
                self.before, self.me, kind
            ):
                yield from self.nearer(number, kind, name)

    def nearer(self, number: int, kind: int, name: str) -> Iterator[str]:
        """How many more are missing for an endorsement."""
        mine = self.rules.figure(self.after, self.me, kind)
        most = max(
            self.rules.figure(self.after, seat, kind)
            for seat in range(self.after.players)
            if seat != self.me
        )
        if mine <= most:
            text = self.ngettext(
                "You then need {count} more for an endorsement: {endorsement}.",
                "You then need {count} more for an endorsement: {endorsement}.",
                most + 1 - mine,
            )
            yield text.format(count=most + 1 - mine, endorsement=name)
        elif self.rules.endorsed(self.before, number) == self.me:
            yield self._("It secures an endorsement: {endorsement}.").format(endorsement=name)

    def approval(self) -> Iterator[str]:
        had, has = self.rules.rating(self.before, self.me), self.rules.rating(self.after, self.me)
        space = self.after.approval[self.me]
        if has > had:
            yield self._(
                "Your approval rating rises from {had} to {has}: each of your people is then "
                "worth {has} votes."
            ).format(had=had, has=has)
        elif space > self.before.approval[self.me] and space < self.rules.LAST_SPACE:
            missing = next(
                (
                    n
                    for n in range(space, self.rules.LAST_SPACE + 1)
                    if self.rules.APPROVAL[n] > has
                ),
                None,
            )
            if missing is not None:
                text = self.ngettext(
                    "You are then {count} space from an approval rating of {rating}.",
                    "You are then {count} spaces from an approval rating of {rating}.",
                    missing - space,
                )
                yield text.format(count=missing - space, rating=self.rules.APPROVAL[missing])

    def people(self) -> Iterator[str]:
        count = self.after.population[self.me] - self.before.population[self.me]
        if count > 0 and self.before.office == Office.HEALTH:
            text = self.ngettext(
                "It brings you {count} person.", "It brings you {count} people.", count
            )
            yield text.format(count=count)

    def stars(self) -> Iterator[str]:
        """Who has the most decides who gains people at the next Health Commissioner."""
        had, has = self.before.totals[self.me], self.after.totals[self.me]
        if has <= had:
            return
        others = [self.after.totals[seat] for seat in range(self.after.players) if seat != self.me]
        if has > max(others) >= had:
            yield self._("Your buildings then have the most stars.")
        text = self.ngettext(
            "It brings you {count} star.", "It brings you {count} stars.", has - had
        )
        yield text.format(count=has - had)

    def last_round(self) -> Iterator[str]:
        if self.after.star == self.rules.LAST_SPACE > self.before.star:
            yield self._("The star reaches the top: the next round is the last.")

    def purse(self, verb: str, words: Sequence[str]) -> Iterator[str]:
        """Room to build, and one's own money and influence, as far as the line itself goes."""
        if self.rules.room(self.after, self.me) > self.rules.room(self.before, self.me) == 0:
            yield self._("It gives you room to build.")
        if verb == "take" and self.rules.room(self.after, self.me) >= self.rules.permits_held(
            self.after, self.me
        ):
            yield self._("You have an empty land to build it on.")
        money = self.after.money[self.me] - self.before.money[self.me]
        if money > 0:
            yield self._("It brings you ${money}.").format(money=money)
        if list(words) == ["none"]:
            yield self._("You keep your money.")
        if verb == "lobby" and words[0].startswith("+"):
            count = self.before.influence[self.me] + int(words[0])
            text = self.ngettext(
                "You then have {count} influence to bid with.",
                "You then have {count} influence to bid with.",
                count,
            )
            yield text.format(count=count)

    # --- Offices ------------------------------------------------------------------------------

    def influence_there(self, office: int) -> Iterator[str]:
        count = self.before.office_influence[office]
        if count > 1:
            text = self.ngettext(
                "You take the {count} influence lying there.",
                "You take the {count} influence lying there.",
                count,
            )
            yield text.format(count=count)

    def use_of(self, office: int) -> Iterator[str]:
        """What an office would bring whoever says the line."""
        s, me = self.before, self.me
        if office == Office.TAX:
            yield self._("Taxes would bring you at least ${money}.").format(
                money=self.rules.income(s, me)
            )
        elif office == Office.CAMPAIGN:
            yield from self.campaign()
        elif office == Office.LOBBYIST:
            text = self.ngettext(
                "The Lobbyist would bring you {count} influence.",
                "The Lobbyist would bring you {count} influence.",
                self.rules.rating(s, me),
            )
            yield text.format(count=self.rules.rating(s, me))
        elif office == Office.SURVEYOR:
            yield from self.survey()
        elif office == Office.ZONING:
            ready = min(2, self.rules.room(s, me), self.rules.permits_held(s, me))
            if ready:
                text = self.ngettext(
                    "You could build {count} permit at once.",
                    "You could build {count} permits at once.",
                    ready,
                )
                yield text.format(count=ready)
            else:
                yield self._("It would bring you permits to build.")
        elif office == Office.DEPUTY:
            yield self._("You would be first in the next rounds, and win ties at the election.")
        else:
            yield from self.stars_to_people()

    def campaign(self) -> Iterator[str]:
        """How far up one could campaign now."""
        s, me = self.before, self.me
        spaces = sum(1 for price in CAMPAIGN_PRICES if price <= s.money[me])
        reached = self.rules.APPROVAL[min(self.rules.LAST_SPACE, s.approval[me] + spaces)]
        if reached > self.rules.rating(s, me):
            text = self._("You could raise your approval rating from {had} to {has}.")
            yield text.format(had=self.rules.rating(s, me), has=reached)
        else:
            text = self.ngettext(
                "You could climb {count} approval space.",
                "You could climb {count} approval spaces.",
                spaces,
            )
            yield text.format(count=spaces)

    def survey(self) -> Iterator[str]:
        """The cheapest of the lands on offer that one could pay."""
        s = self.before
        prices = {
            self.rules.left_to_pay(s, space): SPACES[space]
            for space in range(len(SPACES))
            if s.offered >> space & 1 and self.rules.left_to_pay(s, space) <= s.money[self.me]
        }
        if prices:
            price = min(prices)
            text = self._("You could buy land: {land} for ${money}.")
            yield text.format(land=prices[price], money=max(0, price))

    def stars_to_people(self) -> Iterator[str]:
        """People gained by the Health Commissioner, the better way."""
        gains = []
        for doubled in (0, 1):
            then = self.before.copy()
            self.rules.health(then, self.me, doubled)
            gains.append(then.population[self.me] - self.before.population[self.me])
        count = max(gains)
        text = self.ngettext(
            "Your stars would bring you {count} person.",
            "Your stars would bring you {count} people.",
            count,
        )
        yield text.format(count=count)

    # --- The auction --------------------------------------------------------------------------

    def price_of(self, verb: str) -> Iterator[str]:
        s = self.before
        if verb == "keep" and s.high <= 0:
            yield self._("It costs you nothing.")
        elif verb == "bid" and self.after.high > 0:
            text = self._("{name} would have to pay {count} to keep it from you.")
            yield text.format(name=self.names[s.staffer[s.office]], count=self.after.high)

    def paid(self) -> Iterator[str]:
        count = self.after.influence[self.me] - self.before.influence[self.me]
        if count > 0:
            text = self.ngettext(
                "The {office} is paid for: you get {count} influence.",
                "The {office} is paid for: you get {count} influence.",
                count,
            )
            office = office_names(self._)[OFFICES[self.before.office]]
            yield text.format(office=office, count=count)

    def kept(self) -> Iterator[str]:
        """A pass: what one has is for other offices."""
        count = self.before.influence[self.me]
        if count:
            text = self.ngettext(
                "You keep your {count} influence for offices that bring you more.",
                "You keep your {count} influence for offices that bring you more.",
                count,
            )
            yield text.format(count=count)
