"""The page of a Pushcart table: the street in pictures, and everything in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from markupsafe import Markup

from pushcart.events import CoinBid, CoinSaved, CoinShown, CrateBought, CrateSet, CrateSpoiled
from twohalls.kernel.events import Event, Happened
from twohalls.kernel.game import Game
from twohalls.kernel.table import View
from twohalls.kit.book import Book, Chapter
from twohalls.kit.charts import Chart, Row, Series, Standing
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.page import Card, Fragments, Page, Sections, Words
from twohalls.kit.templating import render
from twohalls.kit.you import said_of


class PushcartPage(Page):
    """Hester Street."""

    has_board = True
    links: Mapping[str, str] = {"save": "saving", "bid": "morning", "over": "end"}

    # --- In words ------------------------------------------------------------------------------

    def card(self, game: Game, _: Translate) -> Card:
        return Card(
            _("Save a coin, bid the others, and be alone with the highest."),
            "5",
            picture=render("pushcart/card.html"),
        )

    def vocabulary(self, _: Translate) -> Words:
        return {"coin": _("coin"), "crate": _("crate")}

    def moment(self, view: View, _: Translate, ngettext: NTranslate) -> str:
        return _("Morning {number} of 5").format(number=view.to_json()["morning"])

    def prompt(self, view: View, _: Translate, ngettext: NTranslate) -> str:
        if view.seat not in view.awaited:
            return ""
        seen = view.to_json()
        if seen["phase"] == "save":
            return _("Save a coin for the end.")
        return _("Bid for crate {crate}.").format(crate=seen["crate"])

    def choice(self, line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
        verb, coin = line.split(" ")
        said = _("Save {coin}") if verb == "save" else _("Bid {coin}")
        return said.format(coin=coin)

    def sentences(
        self, happened: Happened, names: Sequence[str], _: Translate, ngettext: NTranslate
    ) -> Sequence[str]:
        return [sentence(event, names, _) for event in happened.events]

    def sections(self, view: View, _: Translate, ngettext: NTranslate) -> Sections:
        seen = view.to_json()
        street = [_("Crates to come: {crates}").format(crates=listed(seen["left"]))]
        if seen["crate"]:
            street.insert(0, _("Crate {crate} is on the street.").format(crate=seen["crate"]))
        found = [(_("The street"), street)]
        for player in seen["players"]:
            lines = [_("Earned: {points}").format(points=player["earned"])]
            lines.append(_("Coins spent: {coins}").format(coins=listed(player["spent"])))
            if player["coins"] is not None:
                lines.append(_("Coins in hand: {coins}").format(coins=listed(player["coins"])))
                lines.append(_("Saved: {coin}").format(coin=player["saved"] or "–"))
            found.append((player["name"], lines))
        return found

    def asked(self, view: View) -> str:
        return str(view.to_json()["phase"])

    # --- In pictures ---------------------------------------------------------------------------

    def fragments(
        self,
        view: View,
        _: Translate,
        ngettext: NTranslate,
        pick: str | None = None,
        forced: Collection[int] = (),
    ) -> Fragments:
        context = {"_": _, "view": view, "seen": view.to_json()}
        choices = [(line, self.choice(line, view.names, _, ngettext)) for line in view.legal]
        ask = self.prompt(view, _, ngettext) or self.moment(view, _, ngettext)
        told = [(line, line.at - 1 in forced) for line in self.told(view, _, ngettext)]
        return {
            "turn": render(
                "pushcart/turn.html", **context, ask=ask, choices=choices, about=self.asked(view)
            ),
            "log": render("pushcart/log.html", **context, told=told[::-1]),
            **self.board(view, _, ngettext),
        }

    def board(self, view: View, _: Translate, ngettext: NTranslate) -> Fragments:
        seen = view.to_json()
        return {"street": Markup(render("pushcart/street.html", _=_, seen=seen))}

    def places(self, happened: Happened) -> Sequence[str]:
        return ("crate",)

    # --- Afterwards ----------------------------------------------------------------------------

    def chapters(self, view: View, _: Translate, ngettext: NTranslate) -> Sequence[Chapter]:
        mornings = [line.at for line in view.happened if isinstance(line.events[0], CrateSet)]
        return [
            Chapter(at, _("Morning {number} of 5").format(number=number), str(number))
            for number, at in enumerate(mornings, 1)
        ]

    def charts(self, book: Book, _: Translate, ngettext: NTranslate) -> Sequence[Chart]:
        earned = [[0] for _name in book.end.names]
        for line in book.end.happened:
            sold = [event for event in line.events if isinstance(event, CrateBought | CrateSpoiled)]
            for event in sold:
                for seat, row in enumerate(earned, 1):
                    bought = isinstance(event, CrateBought) and event.seat == seat
                    row.append(row[-1] + (event.crate if bought else 0))
        return [
            Chart(
                "earned",
                "lines",
                _("Earned"),
                _("What the crates of each were worth, morning by morning."),
                _("Morning"),
                tuple(str(number) for number in range(len(earned[0]))),
                tuple(
                    Series(name, tuple(row), seat)
                    for seat, (name, row) in enumerate(zip(book.end.names, earned, strict=True), 1)
                ),
            )
        ]

    def standing(self, view: View, _: Translate, ngettext: NTranslate) -> Standing | None:
        if view.result is None:
            return None
        shown = [
            event
            for event in (view.happened[-1].events if view.happened else ())
            if isinstance(event, CoinShown)
        ]
        rows = [
            Row(
                event.seat,
                view.names[event.seat - 1],
                (str(event.points - event.coin), str(event.coin)),
                event.points,
                event.seat in view.result.winners,
            )
            for event in shown
        ]
        rows.sort(key=lambda row: -row.total)
        return Standing((_("Crates"), _("Saved")), _("Points"), tuple(rows))


def listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "–"


def sentence(event: Event, names: Sequence[str], _: Translate) -> str:
    """An event as a reader says it."""
    values = event.to_json()
    name = names[values.get("seat", 1) - 1]
    match event:
        case CoinSaved(coin=None):
            said = _("{name} saves a coin.")
        case CoinSaved():
            said = said_of(name, _("{name} saves {coin}."), _("You save {coin}."))
        case CrateSet():
            said = _("Crate {crate} is set on the street.")
        case CoinBid():
            said = said_of(name, _("{name} bids {coin}."), _("You bid {coin}."))
        case CrateBought():
            said = said_of(name, _("{name} buys crate {crate}."), _("You buy crate {crate}."))
        case CrateSpoiled():
            said = _("No coin is alone: crate {crate} spoils.")
        case _:
            them = _("{name} saved {coin}: {points} points.")
            said = said_of(name, them, _("You saved {coin}: {points} points."))
    return said.format(name=name, **values)


PAGE = PushcartPage()
