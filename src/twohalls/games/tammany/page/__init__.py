"""The page of a Tammany Hall table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twohalls.games.tammany.page import advice, page, replay, rulebook, sentences, text
from twohalls.games.tammany.page import charts as figures
from twohalls.games.tammany.page.links import LINKS, asked
from twohalls.games.tammany.page.terms import Terms
from twohalls.kernel.events import Happened
from twohalls.kernel.game import Game
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
    option = staticmethod(sentences.option)
    moment = staticmethod(sentences.moment)
    prompt = staticmethod(sentences.prompt)
    choice = staticmethod(sentences.choice)
    sections = staticmethod(text.sections)
    fragments = staticmethod(page.fragments)
    board = staticmethod(page.board)
    context = staticmethod(page.context)
    places = staticmethod(advice.places)
    told = staticmethod(replay.events)
    chapters = staticmethod(replay.chapters)
    charts = staticmethod(figures.charts)
    standing = staticmethod(figures.standing)
    diagram = staticmethod(rulebook.diagram)
    example = staticmethod(rulebook.example)

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

    def sentences(
        self, happened: Happened, names: Sequence[str], _: Translate, ngettext: NTranslate
    ) -> Sequence[str]:
        return (sentences.sentence(str(happened), names, _, ngettext),)


PAGE = TammanyPage()
