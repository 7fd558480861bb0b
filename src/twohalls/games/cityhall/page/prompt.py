"""What a person is asked now: one sentence, the answers there are, and what follows from each.

A pick is the beginning of a line, or all of one; answers add words to it. Nothing is said to the
table before a whole line is picked and confirmed. Which lines there are comes from the view, and
what a line would bring from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from twohalls.games.cityhall.page import story
from twohalls.games.cityhall.page.names import (
    NTranslate,
    Translate,
    listed,
    office_names,
    permit_names,
)
from twohalls.kernel.state import State
from twohalls.kernel.table import View

LAND_PRICE = 20
ON_LANDS = ("draft", "search", "buy")
WIDE_RANGE = 10


@dataclass(frozen=True)
class Choice:
    """An answer to pick: in words, with a player's mark or permits' pictures."""

    pick: str
    label: str
    note: str = ""
    seat: int = 0
    permits: tuple[str, ...] = ()
    chosen: bool = False


@dataclass(frozen=True)
class Stepper:
    """A number to choose: the picks one less and one more, and those at both ends if far away."""

    name: str
    verb: str
    value: int
    least: int
    most: int
    label: str
    less: str | None
    more: str | None
    pick: str
    chosen: bool

    @property
    def far(self) -> bool:
        return self.most - self.least > WIDE_RANGE


@dataclass(frozen=True)
class Prompt:
    """The panel: where we are, what to do, the answers, what follows, what would be sent."""

    part: str
    title: str
    lead: str = ""
    choices: tuple[Choice, ...] = ()
    stepper: Stepper | None = None
    then: str = ""
    line: str | None = None
    confirm: str = ""
    hint: str = ""
    question: str = ""

    @property
    def asked(self) -> bool:
        return bool(self.question)


def settled(pick: str | None, legal: Sequence[str]) -> str:
    """The pick as far as it begins a legal line; what can only go on one way goes on."""
    words = (pick or "").split()
    fits = [line for line in legal if line.split()[: len(words)] == words]
    if not fits:
        return legal[0] if len(legal) == 1 else ""
    if len(fits) == 1:
        return fits[0]
    if not words and "lobby 0" in legal:
        return "lobby 0"
    if not words or words == ["build"]:
        permits = {line.split()[1] for line in legal if line.startswith("build ")}
        if len(permits) == 1 and all(line.startswith("build ") for line in legal):
            return f"build {permits.pop()}"
        return ""
    return " ".join(words)


def lot_picks(pick: str, legal: Sequence[str]) -> dict[str, str]:
    """The lands that may be chosen, and the pick that each makes."""
    picks = {}
    permit = pick.split()[1] if pick.startswith("build ") else None
    for line in legal:
        words = line.split()
        if (words[0] in ON_LANDS and words[1] != "none") or (
            words[0] == "build" and words[1] == permit
        ):
            picks[words[-1]] = line
    return picks


def permit_picks(verb: str, legal: Sequence[str]) -> dict[str, str]:
    """The permits that may be built, taken or returned, and the pick that each makes."""
    lines = [line.split() for line in legal]
    return {words[1]: f"{verb} {words[1]}" for words in lines if words[0] == verb}


@dataclass(frozen=True)
class Auction:
    """The bidding of the turn, clockwise from the activating seat; None is a pass."""

    office: str
    activating: int
    seats: tuple[int, ...]
    bids: dict[int, int | None]
    answer: str
    controller: int

    @property
    def highest(self) -> int:
        return max((bid for bid in self.bids.values() if bid is not None), default=0)


def auction(view: View, until: int | None = None) -> Auction | None:
    """The bidding of the turn that goes on, read off the record, or off so many lines of it."""
    turn = []
    for line in reversed(view.lines[:until]):
        turn.append(story.split(line))
        if turn[-1][1][0] == "activate":
            break
    else:
        return None
    seat, (_, office) = turn.pop()
    assert seat is not None
    seats = tuple((seat - 1 + i) % len(view.names) + 1 for i in range(len(view.names)))
    bids: dict[int, int | None] = {}
    answer, controller = "", 0
    for who, words in reversed(turn):
        if who is not None and words[0] in ("pass", "bid"):
            bids[who] = int(words[1]) if words[0] == "bid" else None
        elif words[0] in ("keep", "accept"):
            answer = words[0]
            controller = seat if words[0] == "keep" else int(words[1])
    return Auction(office, seat, seats, bids, answer, controller)


def prompt(
    view: View, shown: dict[str, Any], pick: str, _: Translate, ngettext: NTranslate
) -> Prompt:
    """The panel for this view, with what is picked."""
    return _Prompter(view, shown, pick, _, ngettext).prompt()


@dataclass(frozen=True)
class _Prompter:
    view: View
    shown: dict[str, Any]
    pick: str
    _: Translate
    ngettext: NTranslate
    offices: dict[str, str] = field(init=False)
    permits: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offices", office_names(self._))
        object.__setattr__(self, "permits", permit_names(self._))

    def prompt(self) -> Prompt:
        if self.shown["over"]:
            return self._over()
        if not self.legal:
            return self._waiting()
        question = self._question()
        ask: Callable[[], Prompt] = getattr(self, f"_{question}")
        asked = replace(ask(), question=question)
        if self.pick in self.legal:
            return replace(asked, line=self.pick)
        return replace(asked, hint=asked.hint or self._("choose one first"))

    def _question(self) -> str:
        verbs = {line.split()[0] for line in self.legal}
        if verbs & {"take", "build", "bottom"}:
            return "zoning" if self.shown["phase"] in ("use", "bottom") else "build"
        for verbs_of, question in (
            ({"search", "reveal"}, "survey"),
            ({"pass", "bid"}, "bid"),
            ({"keep", "accept"}, "answer"),
        ):
            if verbs & verbs_of:
                return question
        return verbs.pop()

    # --- What is known ------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        return self.view.legal

    @property
    def me(self) -> int:
        return (self.view.seat or 1) - 1

    @property
    def mine(self) -> dict[str, Any]:
        player: dict[str, Any] = self.shown["players"][self.me]
        return player

    @property
    def office(self) -> str:
        return self.offices.get(self.shown["office"] or "", "")

    def _name(self, seat: int) -> str:
        return self.view.names[seat - 1]

    def _after(self, line: str) -> State:
        """What the rules make of a line."""
        return self.view.game.check(self.view.known, line).after

    def _chosen(self, line: str) -> bool:
        return self.pick == line

    def _influence(self, count: int) -> str:
        return self.ngettext("{count} influence", "{count} influence", count).format(count=count)

    # --- Nothing to do ------------------------------------------------------------------------

    def _over(self) -> Prompt:
        assert self.view.result is not None
        winner = self.view.result.winners[0]
        return Prompt(
            self._("Election"),
            self._("{name} is elected mayor").format(name=self._name(winner)),
            self._("With {count} votes.").format(count=self.view.result.scores[winner - 1]),
        )

    def _waiting(self) -> Prompt:
        phase = self.shown["phase"]
        names = listed([self._name(seat) for seat in self.view.awaited], self._)
        titles = {
            "draft": self._("{name} takes a land"),
            "build": self._("{name} builds"),
            "return": self._("{name} returns a permit"),
            "activate": self._("{name} chooses an office"),
            "survey": self._("{name} reveals a land"),
            "bid": self._("{name} bids for the {office}"),
            "keep": self._("{name} keeps the {office}, or gives it away"),
            "use": self._("{name} uses the {office}"),
            "bottom": self._("{name} orders the permits left over"),
        }
        title = titles.get(phase, self._("The cards are dealt"))
        return Prompt(self._part(), title.format(name=names, office=self.office))

    def _part(self) -> str:
        phase = self.shown["phase"]
        if phase in ("bid", "keep"):
            return self._("Auction")
        if phase in ("draft", "build", "return"):
            return self._("Set-up")
        return self.office

    # --- Set-up -------------------------------------------------------------------------------

    def _draft(self) -> Prompt:
        lands = self.shown["lands"]
        return Prompt(
            self._part(),
            self._("Take a land"),
            self._(
                "Choose one of those on offer, with the money on it. It will be yours to build on."
            ),
            tuple(
                Choice(
                    line,
                    line.split()[1],
                    self._("with ${money}").format(money=lands[line.split()[1]]["money"])
                    if lands[line.split()[1]]["money"]
                    else self._("no money yet"),
                    chosen=self._chosen(line),
                )
                for line in self.legal
            ),
            then=self._("$5 goes on each land not taken, and a new one is revealed."),
            confirm=self._("Take {land}").format(land=self.pick[6:]),
        )

    def _build(self) -> Prompt:
        words = self.pick.split()
        if len(words) < 2:
            title = self._("Choose a permit to build")
        else:
            title = self._("Choose a lot for your {permit}").format(permit=self.permits[words[1]])
        then = (
            self._("Each of you builds two, by turns, and keeps the third.")
            if len(self.view.names) == 2
            else self._("Of the other two, one goes back unseen and one stays in your hand.")
        )
        return Prompt(
            self._part(),
            title,
            self._(
                "Pick a permit from your hand, then one of your lands. Neighbours make its stars."
            ),
            then=then,
            confirm=self._building(words),
        )

    def _building(self, words: Sequence[str]) -> str:
        if len(words) < 3:
            return self._("Build")
        return self._("Build {permit} on {land}").format(
            permit=self.permits[words[1]], land=words[2]
        )

    def _return(self) -> Prompt:
        kept = [line.split()[1] for line in self.legal if line != self.pick]
        then = self._("You keep the other one. Nobody else sees which.")
        if self.pick:
            then = self._("You keep {permit}. Nobody else sees which.").format(
                permit=listed([self.permits[permit] for permit in kept], self._)
            )
        return Prompt(
            self._part(),
            self._("Put one permit under the deck"),
            self._("The other stays in your hand."),
            then=then,
            confirm=self._("Put {permit} under the deck").format(
                permit=self.permits.get(self.pick[7:], "")
            ),
        )

    # --- A turn -------------------------------------------------------------------------------

    def _activate(self) -> Prompt:
        office = self.pick[9:]
        lying = self.shown["offices"][office]["influence"] if office else 0
        then = self._("You take the influence lying there; then the others bid for the office.")
        if office:
            then = (
                self.ngettext(
                    "You take {count} influence. Then {name} bids first.",
                    "You take {count} influence. Then {name} bids first.",
                    lying,
                )
                if lying
                else self._("No influence lies there. Then {name} bids first.")
            ).format(count=lying, name=self._name(self._after_me()))
        if self.shown["final_round"]:
            lead = self._("The final round: it goes on until all seven offices are activated.")
        else:
            lead = self._("Place your staffer on a door where nobody stands.")
        return Prompt(
            self._("Your turn"),
            self._("Choose an office"),
            lead,
            then=then,
            confirm=self._("Activate the {office}").format(office=self.offices.get(office, "")),
            hint=self._("choose a door"),
        )

    def _after_me(self) -> int:
        return (self.me + 1) % len(self.view.names) + 1

    def _survey(self) -> Prompt:
        choices = [
            Choice("reveal", self._("Reveal the top card"), chosen=self._chosen("reveal")),
        ]
        lead = self._("Reveal the top card of the land deck. A search would cost 1 influence.")
        if len(self.legal) > 1:
            lead = self._(
                "Reveal the top card of the land deck, or pay 1 influence and choose any land "
                "still in it: they are outlined."
            )
        if self.pick.startswith("search "):
            note = self._("for 1 influence")
            choices.append(Choice(self.pick, self.pick[7:], note, chosen=True))
        return Prompt(
            self._part(),
            self._("Which land comes on offer?"),
            lead,
            tuple(choices),
            then=self._("The land is on offer. Then the others bid for the office."),
            confirm=self._("Reveal the top card")
            if self.pick == "reveal"
            else self._("Search and reveal {land}").format(land=self.pick[7:]),
        )

    def _bid(self) -> Prompt:
        bidding = auction(self.view)
        assert bidding is not None
        held, highest = self.mine["influence"], bidding.highest
        bids = [int(line.split()[1]) for line in self.legal if line.startswith("bid ")]
        chosen = int(self.pick.split()[1]) if self.pick.startswith("bid ") else None
        choices = [Choice("pass", self._("Pass"), chosen=self._chosen("pass"))]
        if highest in bids:
            label = self._("Match {count}") if highest else self._("Bid {count}")
            choices.append(
                Choice(
                    f"bid {highest}",
                    label.format(count=highest),
                    chosen=chosen == highest,
                )
            )
        stepper = None
        if bids and bids[-1] > highest:
            value = chosen if chosen is not None and chosen > highest else highest + 1
            stepper = self._stepper(
                self._("Your bid"), "bid", value, highest + 1, bids[-1], self._("Raise to {count}")
            )
        name = self._highest_bidder(bidding)
        if name:
            lead = self._("{name} has bid {highest}: pass, match it, or raise. You hold {held}.")
        else:
            lead = self._("Nobody has bid yet. You hold {held}.")
        return Prompt(
            self._part(),
            self._("Your bid for the {office}").format(office=self.office),
            lead.format(name=name, highest=highest, held=held),
            tuple(choices),
            stepper,
            self._after_bid(bidding, chosen),
            confirm=self._("Pass")
            if self.pick == "pass"
            else self._("Bid {count}").format(count=chosen),
        )

    def _highest_bidder(self, bidding: Auction) -> str:
        seats = [seat for seat, bid in bidding.bids.items() if bid == bidding.highest]
        return listed([self._name(seat) for seat in seats], self._)

    def _after_bid(self, bidding: Auction, chosen: int | None) -> str:
        activating = self._name(bidding.activating)
        later = [seat for seat in bidding.seats[1:] if seat not in bidding.bids][1:]
        if later:
            names = listed([self._name(seat) for seat in later], self._)
            text = self._("{names} still to bid; then {name} keeps the office or gives it away.")
            return text.format(names=names, name=activating)
        if chosen is None:
            return self._("{name} keeps the office or gives it away.").format(name=activating)
        return self._(
            "{name} pays the bank {count} and keeps it, or takes your {count} and you control it."
        ).format(name=activating, count=chosen)

    def _stepper(
        self, name: str, verb: str, value: int, least: int, most: int, label: str
    ) -> Stepper:
        def line(number: int) -> str:
            return f"{verb} {number:+}" if verb == "lobby" and number else f"{verb} {number}"

        return Stepper(
            name=name,
            verb=verb,
            value=value,
            least=least,
            most=most,
            label=label.format(count=abs(value)),
            less=line(value - 1) if value > least else None,
            more=line(value + 1) if value < most else None,
            pick=line(value),
            chosen=self._chosen(line(value)),
        )

    def _answer(self) -> Prompt:
        bidding = auction(self.view)
        assert bidding is not None
        highest, held = bidding.highest, self.mine["influence"]
        choices = []
        for line in self.legal:
            if line == "keep":
                note = (
                    self._("pay {count} to the bank").format(count=highest)
                    if highest
                    else self._("for nothing")
                )
                choices.append(Choice(line, self._("Keep"), note, chosen=self._chosen(line)))
            else:
                seat = int(line.split()[1])
                note = self._("receive {count}").format(count=highest)
                choices.append(
                    Choice(line, self._name(seat), note, seat=seat, chosen=self._chosen(line))
                )
        if not any(bid is not None for bid in bidding.bids.values()):
            lead = self._("Everyone passed: the office is yours for nothing.")
        elif "keep" not in self.legal:
            lead = self._(
                "The highest bid is {highest}, and you hold {held}: you must give it away."
            )
        else:
            lead = self._("The highest bid is {highest}. You hold {held} influence.")
        if self.pick == "keep":
            then = self._("You control the {office} and use it.")
            confirm = self._("Keep the {office}")
        else:
            then = self._("Whoever controls the {office} uses it. Other bids return.")
            confirm = self._("Give it to {name}")
        taker = self._name(int(self.pick[7:])) if self.pick.startswith("accept ") else ""
        return Prompt(
            self._part(),
            self._("Keep the {office}, or give it away?").format(office=self.office),
            lead.format(highest=highest, held=held),
            tuple(choices),
            then=then.format(office=self.office),
            confirm=confirm.format(office=self.office, name=taker),
        )

    # --- The offices --------------------------------------------------------------------------

    def _tax(self) -> Prompt:
        labels = {
            "tax": (self._("Collect"), self._("approval stays")),
            "tax triple": (self._("Triple"), self._("one approval space down")),
            "tax double": (self._("Double"), self._("at no cost here")),
        }
        choices = []
        for line in self.legal:
            label, note = labels[line]
            gain = self._after(line).money[self.me] - self.view.known.money[self.me]
            told = self._("{label} ${money}").format(label=label, money=gain)
            choices.append(Choice(line, told, note, chosen=self._chosen(line)))
        gain = 0
        if self.pick in self.legal:
            gain = self._after(self.pick).money[self.me] - self.view.known.money[self.me]
        towers, factories = self._built("tower"), self._built("factory")
        return Prompt(
            self._part(),
            self._("Collect your taxes"),
            self._(
                "${people} for your people, ${towers} for Towers, ${factories} for Factories."
            ).format(people=self.mine["population"], towers=3 * towers, factories=7 * factories),
            tuple(choices),
            then=self._("The money is yours; nobody else sees how much you hold."),
            confirm=self._("Collect ${money}").format(money=gain),
        )

    def _built(self, permit: str) -> int:
        lands = self.shown["lands"].values()
        return sum(land["owner"] == self.me + 1 and land["permit"] == permit for land in lands)

    def _campaign(self) -> Prompt:
        choices = []
        for line in self.legal:
            price = line.split()[1]
            if price == "none":
                choices.append(
                    Choice(line, self._("Not now"), self._("stay"), chosen=self._chosen(line))
                )
                continue
            space = self._after(line).approval[self.me]
            rules: Any = self.view.game.rules
            rating = rules.APPROVAL[space]
            note = self._("to floor {space}, rating {rating}")
            choices.append(
                Choice(
                    line,
                    self._("Pay ${money}").format(money=price),
                    note.format(space=space + 1, rating=rating),
                    chosen=self._chosen(line),
                )
            )
        return Prompt(
            self._part(),
            self._("Climb in approval"),
            self._("You stand on floor {space}, rating {rating}, and hold ${money}.").format(
                space=self.mine["approval_space"],
                rating=self.mine["approval"],
                money=self.mine["money"],
            ),
            tuple(choices),
            then=self._("Whoever reaches the top floor makes the next round the last."),
            confirm=self._("Stay where you are")
            if self.pick == "campaign none"
            else self._("Campaign for ${money}").format(money=self.pick[9:]),
        )

    def _buy(self) -> Prompt:
        choices = []
        for line in self.legal:
            land = line.split()[1]
            if land == "none":
                choices.append(Choice(line, self._("Buy nothing"), chosen=self._chosen(line)))
                continue
            left = LAND_PRICE - self.shown["lands"][land]["money"]
            note = self._("pay ${money}") if left >= 0 else self._("and gain ${money}")
            choices.append(
                Choice(line, land, note.format(money=abs(left)), chosen=self._chosen(line))
            )
        return Prompt(
            self._part(),
            self._("Buy a land on offer"),
            self._("Each costs $20; the money lying on it counts. You hold ${money}.").format(
                money=self.mine["money"]
            ),
            tuple(choices),
            then=self._("$5 goes on every land still on offer."),
            confirm=self._("Buy nothing")
            if self.pick == "buy none"
            else self._("Buy {land}").format(land=self.pick[4:]),
        )

    def _lobby(self) -> Prompt:
        trades = [int(line.split()[1]) for line in self.legal]
        value = int(self.pick.split()[1]) if self.pick else 0
        label, confirm = self._("Neither"), self._("Neither buy nor sell")
        if value > 0:
            label = self._("Buy {count}")
            confirm = self._("Buy {count} for ${money}")
        elif value < 0:
            label = self._("Sell {count}")
            confirm = self._("Sell {count} for ${money}")
        stepper = self._stepper(
            self._("Influence to buy or sell"), "lobby", value, trades[0], trades[-1], label
        )
        then = self._("Then you hold ${money} and {influence}.")
        after = self._after(stepper.pick)
        return Prompt(
            self._part(),
            self._("Buy or sell influence"),
            self._(
                "You took {count} for your rating and hold {held}, and ${money}. "
                "Buy at $10 each, or sell at $7 each."
            ).format(
                count=self.mine["approval"], held=self.mine["influence"], money=self.mine["money"]
            ),
            (),
            stepper,
            then.format(
                money=after.money[self.me],
                influence=self._influence(
                    after.influence[self.me] - int(after.round > self.view.known.round)
                ),
            ),
            confirm=confirm.format(count=abs(value), money=value * (10 if value > 0 else -7)),
        )

    def _zoning(self) -> Prompt:
        words = self.pick.split()
        verbs = {line.split()[0] for line in self.legal}
        choices: tuple[Choice, ...] = ()
        if "bottom" in verbs:
            choices = tuple(
                Choice(
                    line,
                    ", ".join(self.permits[permit] for permit in line.split()[1:]),
                    permits=tuple(line.split()[1:]),
                    chosen=self._chosen(line),
                )
                for line in self.legal
                if line.startswith("bottom ")
            )
        title = {
            frozenset({"take", "build"}): self._("Take a permit, or build one"),
            frozenset({"take"}): self._("Take a permit"),
            frozenset({"build"}): self._("Build a permit"),
            frozenset({"bottom"}): self._("In which order under the deck?"),
        }.get(frozenset(verbs), self._("Take one more, or stop"))
        lead = self._zoning_lead(verbs)
        if words[:1] == ["build"] and len(words) == 2:
            title = self._("Choose a lot for your {permit}").format(permit=self.permits[words[1]])
        confirm, then = (
            "",
            self._("What is not taken goes under the deck, in the order you choose."),
        )
        if words[:1] == ["take"]:
            confirm = self._("Take {permit}").format(permit=self.permits[words[1]])
        elif words[:1] == ["bottom"]:
            confirm = self._("Put under the deck")
            then = self._("They come up again in this order, once the deck is through.")
        elif words[:1] == ["build"]:
            confirm = self._building(words)
            if len(words) == 3:
                then = self._built_then(words[1], words[2])
        return Prompt(
            self._part(),
            title,
            lead,
            choices,
            then=then,
            confirm=confirm,
            hint=self._("pick a permit first") if not words else self._("choose a lot"),
        )

    def _zoning_lead(self, verbs: set[str]) -> str:
        if verbs == {"bottom"}:
            return self._("The first one comes up first.")
        said = story.split(self.view.lines[-1])[1][0]
        if "bottom" in verbs:
            return self._("You have taken one and have no room to build: take another, or stop.")
        if said == "take":
            return self._("You have taken one: take another, or build one from your hand.")
        if said == "build":
            return self._("You have built one: build a second on another land of yours.")
        return self._("Take two; or take one and build one; or build two from your hand.")

    def _built_then(self, permit: str, land: str) -> str:
        """The star, and everyone whom a park lifts."""
        after, before = self._after(f"build {permit} {land}"), self.view.known
        parts = [self._("The star climbs one space.")] if after.star > before.star else []
        for seat in range(before.players):
            spaces = after.approval[seat] - before.approval[seat]
            if spaces:
                text = self.ngettext(
                    "{name} climbs {count} approval space.",
                    "{name} climbs {count} approval spaces.",
                    spaces,
                )
                parts.append(text.format(name=self._name(seat + 1), count=spaces))
        return " ".join(parts)

    def _health(self) -> Prompt:
        choices = []
        for line in self.legal:
            doubled = line == "health double"
            ranks = story.ranks(self.view.game.rules, self.view.known, self.me, doubled)
            own = next(row for row in ranks if row[0] == self.me + 1)
            label = self._("Double to {count}") if doubled else self._("Add 3: {count}")
            text = self.ngettext("you gain {count}", "you gain {count}", own[3])
            choices.append(
                Choice(
                    line,
                    label.format(count=own[2]),
                    text.format(count=own[3]),
                    chosen=self._chosen(line),
                )
            )
        then = self._("Everyone’s people grow by their rank.")
        if self.pick in self.legal:
            then = self.growth(
                story.ranks(
                    self.view.game.rules, self.view.known, self.me, self.pick == "health double"
                )
            )
        return Prompt(
            self._part(),
            self._("Count the stars"),
            self._("Your buildings have {count} stars: add 3, or double them.").format(
                count=self.mine["stars"]
            ),
            tuple(choices),
            then=then,
            confirm=self._("Double") if self.pick == "health double" else self._("Add 3"),
        )

    def growth(self, ranks: Sequence[tuple[int, int, int, int]]) -> str:
        return ", ".join(
            self._("{name} {total} stars, +{count}").format(
                name=self._name(seat), total=total, count=people
            )
            for seat, _stars, total, people in ranks
        )
