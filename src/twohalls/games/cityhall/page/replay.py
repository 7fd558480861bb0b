"""A game of City Hall moment by moment: its rounds, and the hands of whoever's may be seen."""

from __future__ import annotations

from markupsafe import Markup

from twohalls.games.cityhall.board import PERMITS
from twohalls.games.cityhall.events import RoundBegan
from twohalls.games.cityhall.page.terms import NTranslate, Translate, permit_names
from twohalls.kernel.table import View
from twohalls.kit.book import Chapter
from twohalls.kit.templating import render


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """The rounds as they begin."""
    return [
        Chapter(line.at, _("Round {round}").format(round=event.round), str(event.round))
        for line in view.happened
        for event in line.events
        if isinstance(event, RoundBegan)
    ]


def panels(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """What a replay shows besides the board: the permits in hand of whoever's may be seen."""
    names = permit_names(_)
    hands = [
        (
            player["seat"],
            player["name"],
            [(kind, names[kind]) for kind in PERMITS for _copy in range(player["permits"][kind])],
        )
        for player in view.shown["players"]
        if player["permits"] is not None
    ]
    return {"hands": render("cityhall/hands.html", _=_, hands=hands)}
