"""What people at a table of Tammany Hall speak of."""

from __future__ import annotations

from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.picture import ZONE_OF
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate


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
