"""The log in sentences: each line of a record in a reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twohalls.games.cityhall.page.names import (
    NTranslate,
    Translate,
    listed,
    office_names,
    permit_names,
)
from twohalls.games.cityhall.page.story import Happening, split
from twohalls.kernel.table import View


def sentence(line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """One event line of a record, as far as it can be told from the line alone."""
    seat, words = split(line)
    return told(Happening(seat, words), names, _, ngettext)


def told(happening: Happening, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
    """What happened, with its figures if they are known."""
    return _Teller(happening, names, _, ngettext).sentence()


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
    verb, *rest = line.split()
    word = rest[0] if rest else ""
    permits, offices = permit_names(_), office_names(_)
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
        "health +3": _("Add 3"),
        "health double": _("Double"),
    }
    text = texts.get(line) or texts.get(f"{verb} {word[:1]}") or texts[verb]
    return text.format(
        land=rest[-1] if rest else "",
        permit=permits.get(word, ""),
        permits=", ".join(permits.get(permit, "") for permit in rest),
        office=offices.get(word, ""),
        count=word.lstrip("+-"),
        name=names[int(word) - 1] if verb == "accept" else "",
    )


def option(name: str, value: str | None, _: Translate) -> str:
    """An option of a table, or one of its choices."""
    return {None: _("Open hands"), "off": _("no"), "on": _("yes")}[value]


@dataclass(frozen=True)
class _Teller:
    happening: Happening
    names: Sequence[str]
    _: Translate
    ngettext: NTranslate

    def sentence(self) -> str:
        tell: Callable[[], str] = getattr(self, f"tell_{self.happening.verb}")
        return " ".join([tell(), *self._climbs()])

    # --- Small helps --------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._name(self.happening.seat or 0)

    @property
    def _rest(self) -> tuple[str, ...]:
        return self.happening.words[1:]

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    def _permits(self) -> str:
        permits = permit_names(self._)
        return listed([permits[word] for word in self._rest], self._)

    def _figure(self, name: str) -> int | None:
        value = self.happening.figures.get(name)
        return value if isinstance(value, int) else None

    def _climbs(self) -> list[str]:
        """Who else moved on the approval track, or by how much the player did."""
        sentences = []
        for seat, spaces in self.happening.figures.get("climbs", {}).items():
            if spaces > 0:
                text = self.ngettext(
                    "{name} climbs {count} approval space.",
                    "{name} climbs {count} approval spaces.",
                    spaces,
                )
            else:
                text = self.ngettext(
                    "{name} goes down {count} approval space.",
                    "{name} goes down {count} approval spaces.",
                    -spaces,
                )
            sentences.append(text.format(name=self._name(seat), count=abs(spaces)))
        return sentences

    # --- Chance and rounds --------------------------------------------------------------------

    def tell_order(self) -> str:
        names = [self._name(int(seat)) for seat in self._rest]
        return self._("Turn order: {names}.").format(names=", ".join(names))

    def tell_land(self) -> str:
        text = self.ngettext("{lands} is on offer.", "{lands} are on offer.", len(self._rest))
        return text.format(lands=listed(self._rest, self._))

    def tell_permits(self) -> str:
        text = self.ngettext("{permits} is revealed.", "{permits} are revealed.", len(self._rest))
        return text.format(permits=self._permits())

    def tell_round(self) -> str:
        figures = self.happening.figures
        text = self._("Round {round} begins: {name} is first. Everyone takes 1 influence.")
        if figures.get("final"):
            text = self._(
                "Round {round}, the final round, begins: {name} is first. "
                "Everyone takes 1 influence."
            )
        return text.format(round=self._rest[0], name=self._name(figures["first"]))

    # --- Set-up -------------------------------------------------------------------------------

    def tell_draft(self) -> str:
        money = self._figure("money")
        if money:
            return self._("{name} takes {land} and the ${money} on it.").format(
                name=self.name, land=self._rest[0], money=money
            )
        return self._("{name} takes {land}.").format(name=self.name, land=self._rest[0])

    def tell_return(self) -> str:
        if self._rest[0] == "?":
            return self._("{name} puts a permit, unseen, under the deck.").format(name=self.name)
        return self._("{name} puts {permit}, unseen, under the deck.").format(
            name=self.name, permit=self._permits()
        )

    # --- A turn -------------------------------------------------------------------------------

    def tell_activate(self) -> str:
        office = office_names(self._)[self._rest[0]]
        taken = self._figure("influence")
        if taken:
            text = self.ngettext(
                "{name} activates the {office} and takes {count} influence.",
                "{name} activates the {office} and takes {count} influence.",
                taken,
            )
            return text.format(name=self.name, office=office, count=taken)
        return self._("{name} activates the {office}.").format(name=self.name, office=office)

    def tell_search(self) -> str:
        return self._("{name} pays 1 influence, searches the land deck and reveals {land}.").format(
            name=self.name, land=self._rest[0]
        )

    def tell_reveal(self) -> str:
        return self._("{name} reveals the top card of the land deck.").format(name=self.name)

    def tell_pass(self) -> str:
        return self._("{name} passes.").format(name=self.name)

    def tell_bid(self) -> str:
        return self._("{name} bids {count}.").format(name=self.name, count=self._rest[0])

    def tell_keep(self) -> str:
        price, office = self._figure("price"), self.happening.figures.get("office")
        if price is None or office is None:
            return self._("{name} keeps the office.").format(name=self.name)
        if price == 0:
            text = self._("{name} keeps the {office} for nothing.")
        else:
            text = self._("{name} keeps the {office} and pays {count} to the bank.")
        text = text.format(name=self.name, office=office_names(self._)[office], count=price)
        return " ".join([text, *self._lobby_income(self.happening.seat or 0)])

    def tell_accept(self) -> str:
        price, office = self._figure("price"), self.happening.figures.get("office")
        taker = int(self._rest[0])
        if price is None or office is None:
            text = self._("{name} gives the office to {other}.")
            return text.format(name=self.name, other=self._name(taker))
        if price == 0:
            text = self._("{name} gives the {office} to {other} for nothing.")
        else:
            text = self._("{name} gives the {office} to {other} and receives {count}.")
        text = text.format(
            name=self.name,
            office=office_names(self._)[office],
            other=self._name(taker),
            count=price,
        )
        return " ".join([text, *self._lobby_income(taker)])

    def _lobby_income(self, seat: int) -> list[str]:
        taken = self._figure("lobby")
        if taken is None:
            return []
        text = self.ngettext(
            "{name} takes {count} influence.", "{name} takes {count} influence.", taken
        )
        return [text.format(name=self._name(seat), count=taken)]

    # --- The offices --------------------------------------------------------------------------

    def tell_tax(self) -> str:
        how, money = "".join(self._rest), self._figure("money")
        if money is None:
            text = {
                "": self._("{name} collects taxes."),
                "triple": self._("{name} collects taxes three times over."),
                "double": self._("{name} collects taxes twice over."),
            }[how]
        else:
            text = {
                "": self._("{name} collects ${money} in taxes."),
                "triple": self._("{name} collects ${money} in taxes, three times over."),
                "double": self._("{name} collects ${money} in taxes, twice over."),
            }[how]
        return text.format(name=self.name, money=money)

    def tell_campaign(self) -> str:
        if self._rest[0] == "none":
            return self._("{name} does not campaign.").format(name=self.name)
        return self._("{name} campaigns for ${money}.").format(name=self.name, money=self._rest[0])

    def tell_buy(self) -> str:
        if self._rest[0] == "none":
            return self._("{name} buys no land.").format(name=self.name)
        money = self._figure("money")
        if money is None:
            text = self._("{name} buys {land}.")
        elif money > 0:
            text = self._("{name} buys {land} and is left with ${money} of what lay on it.")
        else:
            text = self._("{name} buys {land} for ${money}.")
        return text.format(name=self.name, land=self._rest[0], money=abs(money or 0))

    def tell_lobby(self) -> str:
        count = int(self._rest[0])
        if count == 0:
            return self._("{name} neither buys nor sells influence.").format(name=self.name)
        if count > 0:
            text = self.ngettext(
                "{name} buys {count} influence for ${money}.",
                "{name} buys {count} influence for ${money}.",
                count,
            )
            return text.format(name=self.name, count=count, money=10 * count)
        text = self.ngettext(
            "{name} sells {count} influence for ${money}.",
            "{name} sells {count} influence for ${money}.",
            -count,
        )
        return text.format(name=self.name, count=-count, money=-7 * count)

    def tell_take(self) -> str:
        return self._("{name} takes {permit}.").format(name=self.name, permit=self._permits())

    def tell_build(self) -> str:
        permit, land = self._rest
        text = self._("{name} builds {permit} on {land}.")
        if self._figure("star"):
            text = self._("{name} builds {permit} on {land}; the star climbs.")
        return text.format(name=self.name, permit=permit_names(self._)[permit], land=land)

    def tell_bottom(self) -> str:
        text = self.ngettext(
            "{permits} goes under the deck.", "{permits} go under the deck.", len(self._rest)
        )
        return text.format(permits=self._permits())

    def tell_health(self) -> str:
        if self._rest[0] == "double":
            text = self._("{name} doubles the stars of the buildings.")
        else:
            text = self._("{name} adds 3 to the stars of the buildings.")
        sentences = [text.format(name=self.name)]
        for seat, _stars, _total, people in self.happening.figures.get("ranks", ()):
            if people:
                text = self.ngettext(
                    "{name} gains {count} person.", "{name} gains {count} people.", people
                )
                sentences.append(text.format(name=self._name(seat), count=people))
        return " ".join(sentences)
