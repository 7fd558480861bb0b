"""The page of a City Hall table."""

from __future__ import annotations

from collections.abc import Mapping

from twohalls.games.cityhall.page import (
    advice,
    deeds,
    ground,
    moments,
    reasons,
    replay,
    rulebook,
    talk,
    text,
)
from twohalls.games.cityhall.page import charts as figures
from twohalls.games.cityhall.page import fragments as regions
from twohalls.games.cityhall.page import sentences as said
from twohalls.games.cityhall.page.links import LINKS, asked
from twohalls.games.cityhall.page.stage import shows
from twohalls.games.cityhall.page.tale import tale
from twohalls.games.cityhall.page.terms import office_names, permit_names
from twohalls.games.cityhall.words import OFFICE_TITLES
from twohalls.kernel.game import Game
from twohalls.kit.i18n import Translate
from twohalls.kit.page import Card, Page, Words
from twohalls.kit.templating import render

SANS = "'Source Sans Pro', 'Gill Sans', sans-serif"


class CityHallPage(Page):
    """The boroughs as a poster."""

    has_board = True
    fonts: Mapping[str, str] = {"--deco": SANS, "--body": SANS}
    links: Mapping[str, str] = LINKS

    asked = staticmethod(asked)
    option = staticmethod(said.option)
    moment = staticmethod(said.moment)
    choice = staticmethod(said.choice)
    sentences = staticmethod(said.sentences)
    shows = staticmethod(shows)
    sections = staticmethod(text.sections)
    holdings = staticmethod(text.holdings)
    fragments = staticmethod(regions.fragments)
    board = staticmethod(regions.board)
    panels = staticmethod(replay.panels)
    context = staticmethod(ground.context)
    places = staticmethod(advice.places)
    brings = staticmethod(reasons.brings)
    named = staticmethod(talk.named)
    deeds = staticmethod(deeds.deeds)
    moments = staticmethod(moments.moments)
    chapters = staticmethod(replay.chapters)
    charts = staticmethod(figures.charts)
    standing = staticmethod(figures.standing)
    tale = staticmethod(tale)
    diagram = staticmethod(rulebook.DRAWINGS.diagram)
    example = staticmethod(rulebook.DRAWINGS.example)

    def card(self, game: Game, _: Translate) -> Card:
        return Card(
            _("Bid your influence for the city’s offices, build it up and win its votes."),
            "60–90",
            "",
            render("cityhall/card.html", _=_),
        )

    def vocabulary(self, _: Translate) -> Words:
        return {
            **permit_names(_),
            **dict(zip(OFFICE_TITLES, office_names(_).values(), strict=True)),
            "land": _("land"),
            "permit": _("permit"),
            "building": _("building"),
            "office": _("office"),
            "price": _("price"),
            "bonus": _("bonus"),
        }


PAGE = CityHallPage()
