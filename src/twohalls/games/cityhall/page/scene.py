"""What the regions of the table share, worked out from one view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from twohalls.games.cityhall.board import PERMITS
from twohalls.games.cityhall.events import OfficeGiven
from twohalls.games.cityhall.page import sentences
from twohalls.games.cityhall.page.asking import Asking
from twohalls.games.cityhall.page.links import LINKS, asked
from twohalls.games.cityhall.page.picks import permit_picks, settled, verb_of, word_of, words_of
from twohalls.games.cityhall.page.prompt import prompt
from twohalls.games.cityhall.page.story import Auction, auction
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    borough_names,
    office_names,
    permit_names,
)
from twohalls.kernel.table import View
from twohalls.kit.links import address


@dataclass(frozen=True)
class Card:
    """A permit to look at or to pick, or several of a kind."""

    permit: str
    pick: str | None
    asks: bool
    chosen: bool
    count: int = 1


@dataclass(frozen=True)
class Bidder:
    """One at an auction: their bid, and what they have to do with it in a word or two."""

    seat: int
    name: str
    bid: str
    highest: bool
    mine: bool
    awaited: bool
    note: str


class Scene:
    """Who looks, what they see, what they have picked and what they are asked."""

    def __init__(
        self,
        view: View,
        _: Translate,
        ngettext: NTranslate,
        pick: str | None = None,
    ) -> None:
        self.view = view
        self._ = _
        self.ngettext = ngettext
        self.shown = view.shown
        self.legal = view.legal
        self.pick = settled(pick, self.legal) if self.legal else ""
        self.rules: Any = view.game.rules
        self.known = view.known
        self.names = view.names
        self.seat = view.seat
        self.offices = office_names(_)
        self.permits = permit_names(_)
        self.boroughs = borough_names(_)
        self.players: list[dict[str, Any]] = self.shown["players"]
        self.mine = self.players[view.seat - 1] if view.seat else None
        self.asking = Asking(view, self.shown, self.pick, _, ngettext)
        self.prompt = prompt(self.asking)

    def asks(self, pick: str) -> bool:
        """Whether a pick leads to more to choose, or has to be confirmed; else it is said."""
        return pick not in self.legal or self.asking.reveals(pick)

    def name(self, seat: int) -> str:
        return self.names[seat - 1]

    # --- Whose turn, where --------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.shown["over"])

    @property
    def rule(self) -> str:
        """Where the rules speak of what is asked, or of the office that is picked."""
        about = word_of(self.pick, "activate") or asked(self.view)
        return address("cityhall", LINKS, about)

    @property
    def kick(self) -> str:
        return sentences.moment(self.view, self._, self.ngettext)

    @property
    def bidding(self) -> Auction | None:
        """The auction, as long as its office is in play."""
        if self.over or not self.shown["office"]:
            return None
        return auction(self.view.happened, len(self.names))

    @property
    def revealed(self) -> list[str]:
        revealed: list[str] = self.shown["revealed_permits"]
        return revealed

    @property
    def undoes_turn(self) -> bool:
        """Whether more than the last step of a turn can be taken back."""
        last = [line.seat for line in self.view.happened[-2:]]
        return self.view.can_undo and last == [self.seat] * 2

    def bidders(self, bidding: Auction | None) -> list[Bidder]:
        """Everybody at an auction, clockwise."""
        return [self._bidder(bidding, seat) for seat in bidding.seats] if bidding else []

    def _bidder(self, bidding: Auction, seat: int) -> Bidder:
        bid = bidding.bids.get(seat)
        return Bidder(
            seat,
            self.name(seat),
            "" if seat not in bidding.bids else "–" if bid is None else str(bid),
            bid is not None and bid == bidding.highest,
            seat == self.seat,
            seat in self.view.awaited,
            self._bid_note(bidding, seat),
        )

    def _bid_note(self, bidding: Auction, seat: int) -> str:
        """What a seat has to do with an auction, in a word or two."""
        if seat == bidding.activating:
            if isinstance(bidding.end, OfficeGiven):
                return self._("is paid {count}").format(count=bidding.end.influence)
            return self._("in control") if bidding.end else self._("activated")
        if seat == bidding.controller:
            return self._("in control")
        if seat not in bidding.bids:
            return self._("to bid")
        bid = bidding.bids[seat]
        if bid is None:
            return self._("passed")
        return self._("highest") if bid == bidding.highest else self._("outbid")

    # --- Permits in hand and on the table -----------------------------------------------------

    @property
    def hand(self) -> list[Card]:
        """Own permits, one card a kind: four at most, however many there are."""
        if not self.mine or not self.mine["permits"]:
            return []
        held: dict[str, int] = self.mine["permits"]
        cards = self._cards([p for p in PERMITS if held[p]], self._verb)
        return [replace(card, count=held[card.permit]) for card in cards]

    @property
    def rows(self) -> list[tuple[str, list[Card]]]:
        """The permits to choose from, in rows: those revealed, and the kinds in hand."""
        takes = self._cards(self.revealed, "take")
        rows = []
        if takes:
            label = self._("Take") if any(card.pick for card in takes) else self._("Revealed")
            rows.append((label, takes))
        verb = self._verb
        kinds = self._cards(list(permit_picks(verb, self.legal)), verb)
        if kinds:
            rows.append((self._("Return") if verb == "return" else self._("Build"), kinds))
        return rows

    @property
    def _verb(self) -> str:
        """What can be done with a permit in hand."""
        return "return" if any(verb_of(line) == "return" for line in self.legal) else "build"

    def _cards(self, permits: Sequence[str], verb: str) -> list[Card]:
        """Permits with the pick each makes; of several of a kind the first is the chosen one."""
        picks = permit_picks(verb, self.legal)
        chosen = words_of(self.pick)[:2]
        cards = []
        for i, permit in enumerate(permits):
            pick = settled(picks[permit], self.legal) if permit in picks else None
            is_chosen = chosen == (verb, permit) and permit not in permits[:i]
            cards.append(Card(permit, pick, bool(pick) and self.asks(pick or ""), is_chosen))
        return cards

    def permit_rule(self, permit: str) -> list[tuple[str, int]]:
        """What each kind of neighbour gives a building."""
        row = self.rules.STARS_FROM[PERMITS.index(permit)]
        return [(self.permits[other], row[i]) for i, other in enumerate(PERMITS)]

    def most_stars(self, permit: str) -> int:
        return int(self.rules.MAX_STARS[PERMITS.index(permit)])
