"""A game of City Hall moment by moment: every line in sentences, rounds and the election."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from twohalls.games.cityhall.page import story
from twohalls.games.cityhall.page.names import PERMITS, NTranslate, Translate, permit_names
from twohalls.games.cityhall.page.sentences import told
from twohalls.kernel.table import View
from twohalls.kit.book import Chapter, Told
from twohalls.kit.templating import render


def events(view: View, _: Translate, ngettext: NTranslate) -> list[Told]:
    found: list[Told] = []
    for happening in story.happenings(view):
        if happening.verb == "round":
            sentence = told(happening, view.names, _, ngettext)
            found[-1] = replace(found[-1], sentences=(*found[-1].sentences, sentence))
            continue
        # A story leaves out which permit was returned; the line says it to whoever may know.
        words = story.split(view.lines[len(found)])[1]
        sentence = told(replace(happening, words=words), view.names, _, ngettext)
        found.append(Told(len(found) + 1, happening.seat, (sentence,)))
    return found


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """The rounds as they begin."""
    found: list[Chapter] = []
    line = 0
    for happening in story.happenings(view):
        if happening.verb == "round":
            found.append(_round(int(happening.words[1]), line, _))
            continue
        line += 1
        if happening.round == 1 and not found:
            found.append(_round(1, line - 1, _))
    return found


def _round(number: int, at: int, _: Translate) -> Chapter:
    return Chapter(at, _("Round {round}").format(round=number), str(number))


def panels(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """What a replay shows besides the board: the permits in hand of whoever's may be seen."""
    names = permit_names(_)
    hands = [
        (
            player["seat"],
            player["name"],
            [(kind, names[kind]) for kind in PERMITS for _copy in range(player["permits"][kind])],
        )
        for player in view.to_json()["players"]
        if player["permits"] is not None
    ]
    return {"hands": render("cityhall/hands.html", _=_, hands=hands)}
