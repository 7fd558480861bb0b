"""Pushcart in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from twohalls.kernel.table import View
from twohalls.kit.canvas import seat_style
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.terminal import Terminal


class PushcartTerminal(Terminal):
    """The street in a few lines."""

    def moves(self, _: Translate) -> Mapping[str, tuple[str, str]]:
        return {
            "save": (_("save COIN"), _("put a coin aside for the end, unseen")),
            "bid": (_("bid COIN"), _("your sealed bid for the crate")),
        }

    def list_text(self, view: View, _: Translate, ngettext: NTranslate) -> Text:
        seen = view.shown
        street = _("Morning {number} of 5").format(number=seen["morning"])
        if seen["crate"]:
            street += ". " + _("Crate {crate} is on the street.").format(crate=seen["crate"])
        rows = [Text(street, "bold")]
        for player in seen["players"]:
            row = Text(f"{player['name']:12}", seat_style(player["seat"]))
            told = [_("Earned: {points}").format(points=player["earned"])]
            told.append(_("Coins spent: {coins}").format(coins=listed(player["spent"])))
            if player["coins"] is not None:
                told.append(_("Coins in hand: {coins}").format(coins=listed(player["coins"])))
                told.append(_("Saved: {coin}").format(coin=player["saved"] or "–"))
            rows.append(row.append("  ".join(["", *told]), "not bold default"))
        return Text("\n").join(rows)


def listed(coins: list[int]) -> str:
    return " ".join(map(str, coins)) or "–"


TERMINAL = PushcartTerminal()
