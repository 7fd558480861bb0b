"""What people at a table of Tammany Hall speak of, and the signs by which they are known."""

from __future__ import annotations

from markupsafe import Markup

from twohalls.games.tammany.page.fragments import MARKS
from twohalls.games.tammany.page.terms import Terms, shape
from twohalls.games.tammany.picture import ZONE_OF
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.templating import render

INKS = {
    "r": ("var(--red,#b5261d)", "#fff"),
    "y": ("var(--yellow,#eeb81f)", "#221b14"),
    "p": ("var(--purple,#6d3fa6)", "#fff"),
    "k": ("var(--black,#2b2724)", "#fff"),
    "n": ("var(--brown,#80491f)", "#fff"),
}
"""A boss on any paper: the coat, and the mark on it."""


def named(view: View, _: Translate, ngettext: NTranslate) -> dict[str, list[str]]:
    """Wards on the map; players and who holds an office in the list of players."""
    terms = Terms(_, ngettext, view.names)
    found = {_("Ward {ward}").format(ward=ward): [f"ward-{ward}"] for ward in ZONE_OF}
    for player in view.shown["players"]:
        row = [f"player-{player['seat']}"]
        found[player["name"]] = row
        if player["office"]:
            found[terms.office(player["office"])] = row
    return found


def sign(seat: int) -> Markup:
    coat, mark = INKS[shape(seat)]
    return render("tammany/sign.html", coat=coat, ink=mark, mark=MARKS[shape(seat)])
