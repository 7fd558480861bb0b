"""The page of a Tammany Hall table: its live fragments, and what never changes under them."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from twohalls.games.tammany import picture
from twohalls.games.tammany.board import COLOURS, MAP
from twohalls.games.tammany.page.choices import Choices, default_pick
from twohalls.games.tammany.page.prompt import SIGNS, Teller, sign
from twohalls.games.tammany.page.sentences import Told, log
from twohalls.games.tammany.page.stage import scene, unopposed
from twohalls.games.tammany.page.story import Story, story_of
from twohalls.games.tammany.page.terms import LETTERS, Terms, shape
from twohalls.games.tammany.page.wards import wards
from twohalls.games.tammany.rules import SLANDER_CHIPS, YEARS, YEARS_A_TERM
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.templating import render
from twohalls.kit.you import with_you

MARKS = {
    "r": "M0-8 3.6-4.2 0-.4-3.6-4.2Z",
    "y": "M0-8.2 1.1-5.4 4-5.2 1.8-3.3 2.5-.5 0-2-2.5-.5-1.8-3.3-4-5.2-1.1-5.4Z",
    "p": "M0-8 3.8-1.2H-3.8Z",
    "k": "M-1.2-7.8H1.2V-5.4H3.6V-3H1.2V-.6H-1.2V-3H-3.6V-5.4H-1.2Z",
    "n": "M-3-7.2H3V-1.2H-3Z",
}
WINDOW = " ".join(map(str, picture.VIEW))
LOG_YEARS = 2


def fragments(
    view: View,
    _: Translate,
    ngettext: NTranslate,
    pick: str | None = None,
    forced: Collection[int] = (),
) -> dict[str, Markup]:
    """Every live part of the page by its id; `forced` are the lines that were made for a player."""
    shown = view.shown
    story = story_of(view)
    terms = Terms(_, ngettext, view.names)
    legal = [] if shown["phase"] in ("bid", "appoint") else view.legal
    choices = Choices(legal, pick or default_pick(legal))
    if not choices.pick:
        choices = Choices(legal, default_pick(legal))
    common = {"_": _, "ngettext": ngettext, "window": WINDOW}
    made = {
        **_board(view, shown, story, choices, terms, common),
        "turn": _turn(view, shown, story, choices, terms, pick, common),
        "stage": render(
            "tammany/stage.html",
            **common,
            scene=scene(view, shown, story, terms),
            picture=picture,
            marks=MARKS,
            shape=shape,
            year=shown["year"],
            seat=view.seat,
        ),
    }
    now, past = _log(story, Terms(_, ngettext, with_you(view, _)), forced, view.seat)
    made["past"] = render("tammany/log.html", **common, id="past", years=past)
    made["log"] = render("tammany/log.html", **common, id="log", years=now)
    return made


def board(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """The parts that show what is where, without anything to do."""
    common = {"_": _, "ngettext": ngettext, "window": WINDOW}
    terms = Terms(_, ngettext, view.names)
    return _board(view, view.shown, story_of(view), Choices([]), terms, common)


def _board(
    view: View,
    shown: Mapping[str, Any],
    story: Story,
    choices: Choices,
    terms: Terms,
    common: Mapping[str, Any],
) -> dict[str, Markup]:
    made = {
        "track": render("tammany/track.html", **common, **_track(shown, terms)),
        "players": render("tammany/players.html", **common, players=_players(view, shown, terms)),
        "pieces": render("tammany/pieces.html", **common, **_pieces(shown, story)),
        "garden": render("tammany/garden.html", **common, cubes=_garden(story, choices)),
    }
    for ward in wards(view, shown, story, choices, terms):
        x, y, width, height = picture.frame(ward.number, 0)
        made[f"ward-{ward.number}"] = render(
            "tammany/ward.html",
            **common,
            ward=ward,
            x=x,
            y=y,
            width=width,
            height=height,
            lead=picture.lead_of(ward.number),
            tip=picture.TIP,
        )
    return made


def context(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Any]:
    """What the page shows under and over its fragments."""
    return {**_engraving(_), "wards": sorted(picture.PLACES)}


@functools.lru_cache(maxsize=8)
def _engraving(_: Translate) -> dict[str, Markup]:
    """The map below the wards and the lines above them, which never change."""
    terms = Terms(_, lambda one, several, count: one, ())
    given = {
        "_": _,
        "picture": picture,
        "window": WINDOW,
        "marks": MARKS,
        "letters": {SIGNS[colour]: LETTERS[colour] for colour in COLOURS},
        "peoples": [(sign(colour), terms.label(colour)) for colour in COLOURS],
        "bonus_cubes": MAP["bonus_cube_wards"],
    }
    return {
        "base": render("tammany/base.html", **given),
        "lines": render("tammany/lines.html", **given),
    }


# --- Beside the board ------------------------------------------------------------------------


def _turn(
    view: View,
    shown: Mapping[str, Any],
    story: Story,
    choices: Choices,
    terms: Terms,
    pick: str | None,
    common: Mapping[str, Any],
) -> Markup:
    # The number lets a pick that stays in the address end only the turn it was meant for.
    end = f"end {len(view.happened)}"
    ending = pick == end and "end" in choices.legal
    picked = "end" if ending else pick if pick and choices.pick == pick else ""
    panel = Teller(view, shown, choices, terms, picked).panel()
    return render(
        "tammany/turn.html",
        **common,
        panel=panel,
        shape=shape(panel.seat),
        can_undo=view.can_undo,
        ending=ending,
        end=end,
        news=unopposed(story, terms) if shown["phase"] in ("settle", "favor") else [],
    )


def _track(shown: Mapping[str, Any], terms: Terms) -> dict[str, Any]:
    _ = terms.gettext
    names = (_("First term"), _("Second term"), _("Third term"), _("Fourth term"))
    year = shown["year"]
    over = shown["phase"] in ("appoint", "over")
    told = []
    for number, name in enumerate(names):
        last = (number + 1) * YEARS_A_TERM
        told.append(
            {
                "name": name,
                "now": number == shown["term"] - 1,
                "years": range(last - YEARS_A_TERM + 1, last + 1),
                "held": year > last or (year == last and over),
            }
        )
    return {"terms_of_years": told, "now": year if shown["phase"] != "over" else YEARS + 1}


def _players(view: View, shown: Mapping[str, Any], terms: Terms) -> list[dict[str, Any]]:
    return [
        {
            "seat": player["seat"],
            "shape": shape(player["seat"]),
            "name": player["name"],
            "you": player["seat"] == view.seat,
            "turn": player["seat"] in view.awaited,
            "score": player["score"],
            "office": terms.office(player["office"]) if player["office"] else "",
            "rule": terms.office_rule(player["office"]) if player["office"] else "",
            "about": player["office"] or "office",
            "first": player["seat"] == shown["first_player"],
            "slander": player["slander_chips"],
            "chips_left": [n < player["slander_chips"] for n in range(SLANDER_CHIPS)],
            "favors": [
                (sign(colour), terms.people(colour), count, colour in player["leads"])
                for colour, count in player["favors"].items()
            ],
            "bosses": player["bosses_left"],
        }
        for player in shown["players"]
    ]


@dataclass(frozen=True)
class Line:
    """A sentence of the log with the sign of whose it is."""

    shape: str
    told: Told
    is_mine: bool


def _log(
    story: Story, terms: Terms, forced: Collection[int], reader: int | None
) -> tuple[Any, Any]:
    """This year's and last year's sentences, and those before, the newest first."""
    told = log(story, terms, forced)[::-1]
    years = [
        (year, [Line(shape(line.seat), line, line.seat == reader) for line in lines])
        for year, lines in groupby(told, key=_year)
    ]
    return years[:LOG_YEARS], years[LOG_YEARS:]


def _year(told: Told) -> int:
    return told.year


# --- On the board ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """A piece to draw; in a ward from its middle, in units of the ward's size."""

    id: str
    sign: str
    x: float
    y: float
    size: float = 1
    fresh: bool = False
    count: int = 1
    count_y: float = 0


@dataclass(frozen=True)
class Group:
    """The pieces of a ward."""

    middle: tuple[float, float]
    size: float
    pieces: list[Drawn]


def _pieces(shown: Mapping[str, Any], story: Story) -> dict[str, Any]:
    """Ward by ward each piece for wide windows and one of each kind for phones; then the rest."""
    each, few, free = [], [], []
    for number in picture.PLACES:
        here = shown["wards"][str(number)]
        kinds = [("boss", seat) for seat in here["bosses"]]
        kinds += [("cube", colour) for colour in here["cubes"]]
        wide, narrow = _drawn_in(number, tuple(_there(*kind, number, story) for kind in kinds))
        each.append(wide)
        few.append(narrow)
        if here["locked"]:
            free.append(Drawn(f"lock-{number}", "lk", *picture.PLACES[number].lock, 1))
    for piece, (x, y) in zip(story.garden, picture.garden_slots(), strict=True):
        if piece:
            free.append(Drawn(_id(*piece), f"c-{sign(piece[1])}", x, y, 1.15))
    return {"each": each, "few": few, "free": free}


There = tuple[str, str, tuple[tuple[int, bool], ...]]
"""Pieces of one kind in one ward: the number of each, and whether it is new there."""


def _there(kind: str, of: str, ward: int, story: Story) -> There:
    numbers = story.numbers(kind, of, str(ward))
    return kind, of, tuple((number, (kind, of, number) in story.fresh) for number in numbers)


@functools.lru_cache(maxsize=1024)
def _drawn_in(ward: int, there: tuple[There, ...]) -> tuple[Markup, Markup]:
    """The pieces of a ward, one by one and counted, drawn once for whoever sees the same."""
    bosses = {of: len(pieces) for kind, of, pieces in there if kind == "boss"}
    cubes = {of: len(pieces) for kind, of, pieces in there if kind == "cube"}
    each, few = picture.stand(ward, bosses, cubes), picture.tally(ward, bosses, cubes)
    return _group(each, ward, there, named=True), _group(few, ward, there, named=False)


def _group(places: list[picture.Stand], ward: int, there: tuple[There, ...], named: bool) -> Markup:
    size = places[0].size if places else 1
    pieces = {(kind, of): numbers for kind, of, numbers in there}
    drawn = [_drawn(place, ward, pieces[place.kind, place.of]) for place in places]
    group = Group(picture.PLACES[ward].anchor, size, drawn)
    return render("tammany/group.html", here=group, named=named)


def _drawn(place: picture.Stand, ward: int, pieces: tuple[tuple[int, bool], ...]) -> Drawn:
    x, y = picture.PLACES[ward].anchor
    number, fresh = pieces[place.number]
    drawing = f"b-{shape(place.of)}" if place.kind == "boss" else f"c-{sign(place.of)}"
    return Drawn(
        _id(place.kind, place.of, number),
        drawing,
        round((place.x - x) / place.size, 1),
        round((place.y - y) / place.size, 1),
        fresh=fresh if place.count == 1 else any(new for _, new in pieces),
        count=place.count,
        count_y=round((place.count_y - y) / place.size, 1),
    )


def _id(kind: str, of: str, number: int) -> str:
    return f"{kind}-{of}-{number}"


def _garden(story: Story, choices: Choices) -> list[dict[str, Any]]:
    """The cubes in Castle Garden that may be chosen by a click."""
    cubes = []
    for piece, (x, y) in zip(story.garden, picture.garden_slots(), strict=True):
        pick = f"cube {piece[1]}" if piece else ""
        if pick and choices.begins(pick):
            cubes.append({"pick": pick, "x": x, "y": y, "pressed": choices.pick == pick})
    return cubes
