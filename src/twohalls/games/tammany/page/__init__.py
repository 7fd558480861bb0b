"""The page of a Tammany Hall table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twohalls.games.tammany.page import (
    advice,
    deeds,
    moments,
    prompt,
    reasons,
    replay,
    rulebook,
    sentences,
    talk,
    text,
)
from twohalls.games.tammany.page import charts as figures
from twohalls.games.tammany.page import fragments as live
from twohalls.games.tammany.page.links import LINKS, asked
from twohalls.games.tammany.page.stage import shows
from twohalls.games.tammany.page.tale import tale
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.rules import Phase
from twohalls.kernel.game import Game
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.page import Card, Page, Words
from twohalls.kit.templating import render

SERIF = "'Source Serif Pro', Georgia, serif"


class TammanyPage(Page):
    """The wards of old New York, engraved."""

    has_board = True
    fonts: Mapping[str, str] = {"--disp": SERIF, "--text": SERIF}
    links: Mapping[str, str] = LINKS

    asked = staticmethod(asked)
    option = staticmethod(text.option)
    moment = staticmethod(prompt.moment)
    prompt = staticmethod(prompt.prompt)
    choice = staticmethod(sentences.choice)
    goes_without_saying = staticmethod(sentences.goes_without_saying)
    sentences = staticmethod(sentences.sentences)
    shows = staticmethod(shows)
    sections = staticmethod(text.sections)
    holdings = staticmethod(text.holdings)
    fragments = staticmethod(live.fragments)
    board = staticmethod(live.board)
    context = staticmethod(live.context)
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

    def meanwhile(
        self, view: View, _: Translate, ngettext: NTranslate
    ) -> Sequence[tuple[int, str]]:
        """In an election the wards tell what was bid."""
        return super().meanwhile(view, _, ngettext) if view.known.phase == Phase.TURN else ()

    def card(self, game: Game, _: Translate) -> Card:
        return Card(
            _(
                "Settle the immigrants, trade on their favors, slander your friends, and be "
                "elected mayor."
            ),
            "60–90",
            "1854",
            render("tammany/card.html", _=_),
        )

    def vocabulary(self, _: Translate) -> Words:
        terms = Terms(_, lambda one, several, count: one, ())
        offices = ("mayor", "deputy", "police", "council", "precinct")
        return {
            "irish": _("irish"),
            "english": _("english"),
            "german": _("german"),
            "italian": _("italian"),
            "ward": _("ward"),
            "colour": _("colour"),
            **{office: terms.office(office) for office in offices},
        }


PAGE = TammanyPage()
