"""The page of a Tammany Hall table: its live fragments, and what never changes under them."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from twohalls.games.tammany import picture
from twohalls.games.tammany.board import COLOURS, MAP
from twohalls.games.tammany.page.choices import Choices, default_pick
from twohalls.games.tammany.page.log import log_of
from twohalls.games.tammany.page.prompt import SIGNS, Teller, sign
from twohalls.games.tammany.page.stage import scene, unopposed
from twohalls.games.tammany.page.story import Piece, Standing, Story, story_of
from twohalls.games.tammany.page.terms import LETTERS, Terms, shape
from twohalls.games.tammany.page.wards import There, there_is, ward
from twohalls.games.tammany.rules import SLANDER_CHIPS, YEARS, YEARS_A_TERM
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.templating import kept, render

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
        **_board(view, shown, story, choices, terms),
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
    terms = terms.to_reader(view)
    years = log_of(view.happened, terms, forced, view.seat).years[::-1]
    made["past"] = _log("past", tuple(years[LOG_YEARS:]))
    made["log"] = _log("log", tuple(years[:LOG_YEARS]))
    return made


def board(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """The parts that show what is where, without anything to do."""
    terms = Terms(_, ngettext, view.names)
    return _board(view, view.shown, story_of(view), Choices([]), terms)


def _board(
    view: View, shown: Mapping[str, Any], story: Story, choices: Choices, terms: Terms
) -> dict[str, Markup]:
    _, ngettext = terms.gettext, terms.ngettext
    phase = shown["phase"]
    made = {
        "track": _track(shown["year"], shown["term"], phase, _),
        "players": _players(tuple(_player(one, view, shown, terms) for one in shown["players"])),
        "pieces": _pieces(shown, story),
        "garden": _garden(tuple(story.garden), choices),
    }
    targets = choices.wards
    for number in sorted(picture.PLACES):
        start = targets.get(number, "")
        there = there_is(number, shown["wards"][str(number)], story)
        locks = view.options["locks"] if there.locked else ""
        made[f"ward-{number}"] = _ward(
            number, start, choices.is_line(start), there, locks, view.names, _, ngettext
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
        news=unopposed(story, terms.to_reader(view))
        if shown["phase"] in ("settle", "favor")
        else [],
    )


@kept
def _track(year: int, term: int, phase: str, _: Translate) -> Markup:
    names = (_("First term"), _("Second term"), _("Third term"), _("Fourth term"))
    over = phase in ("appoint", "over")
    told = []
    for number, name in enumerate(names):
        last = (number + 1) * YEARS_A_TERM
        told.append(
            {
                "name": name,
                "now": number == term - 1,
                "years": range(last - YEARS_A_TERM + 1, last + 1),
                "held": year > last or (year == last and over),
            }
        )
    now = year if phase != "over" else YEARS + 1
    return render("tammany/track.html", _=_, terms_of_years=told, now=now)


@kept
def _players(players: tuple[Markup, ...]) -> Markup:
    return render("tammany/players.html", players=players)


def _player(
    player: Mapping[str, Any], view: View, shown: Mapping[str, Any], terms: Terms
) -> Markup:
    seat = player["seat"]
    return _told_of_player(
        seat,
        player["name"],
        seat == view.seat,
        seat in view.awaited,
        player["score"],
        player["office"] or "",
        seat == shown["first_player"],
        player["slander_chips"],
        tuple(player["favors"].items()),
        tuple(player["leads"]),
        player["bosses_left"],
        terms.gettext,
        terms.ngettext,
    )


@kept
def _told_of_player(
    seat: int,
    name: str,
    you: bool,
    turn: bool,
    score: int,
    office: str,
    first: bool,
    slander: int,
    favors: tuple[tuple[str, int], ...],
    leads: tuple[str, ...],
    bosses: int,
    _: Translate,
    ngettext: NTranslate,
) -> Markup:
    terms = Terms(_, ngettext, ())
    player = {
        "seat": seat,
        "shape": shape(seat),
        "name": name,
        "you": you,
        "turn": turn,
        "score": score,
        "office": terms.office(office) if office else "",
        "rule": terms.office_rule(office) if office else "",
        "about": office or "office",
        "first": first,
        "slander": slander,
        "chips_left": [n < slander for n in range(SLANDER_CHIPS)],
        "favors": [
            (sign(colour), terms.people(colour), count, colour in leads) for colour, count in favors
        ],
        "bosses": bosses,
    }
    return render("tammany/player.html", _=_, ngettext=ngettext, player=player)


@kept
def _log(id: str, years: tuple[Markup, ...]) -> Markup:
    """Years of the log, the newest first."""
    return render("tammany/log.html", id=id, years=years)


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


def _pieces(shown: Mapping[str, Any], story: Story) -> Markup:
    """Ward by ward each piece for wide windows and one of each kind for phones; then the rest."""
    standing = tuple(story.standing.get(str(number), ()) for number in picture.PLACES)
    locked = tuple(n for n in picture.PLACES if shown["wards"][str(n)]["locked"])
    return _all_pieces(standing, locked, tuple(story.garden))


@kept
def _all_pieces(
    standing: tuple[tuple[Standing, ...], ...],
    locked: tuple[int, ...],
    garden: tuple[Piece | None, ...],
) -> Markup:
    free = [Drawn(f"lock-{ward}", "lk", *picture.PLACES[ward].lock, 1) for ward in locked]
    for piece, (x, y) in zip(garden, picture.garden_slots(), strict=True):
        if piece:
            free.append(Drawn(_id(*piece), f"c-{sign(piece[1])}", x, y, 1.15))
    each, few = zip(*map(_drawn_in, picture.PLACES, standing), strict=True)
    return render("tammany/pieces.html", window=WINDOW, each=each, few=few, free=free)


@kept
def _drawn_in(ward: int, there: tuple[Standing, ...]) -> tuple[Markup, Markup]:
    """The pieces of a ward, one by one and counted, drawn once for whoever sees the same."""
    bosses = {of: len(pieces) for kind, of, pieces in there if kind == "boss"}
    cubes = {of: len(pieces) for kind, of, pieces in there if kind == "cube"}
    each, few = picture.stand(ward, bosses, cubes), picture.tally(ward, bosses, cubes)
    return _group(each, ward, there, named=True), _group(few, ward, there, named=False)


def _group(
    places: list[picture.Stand], ward: int, there: tuple[Standing, ...], named: bool
) -> Markup:
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


def _garden(garden: tuple[Piece | None, ...], choices: Choices) -> Markup:
    """The cubes in Castle Garden that may be chosen by a click."""
    colours = choices.following("cube")
    picks = tuple(f"cube {piece[1]}" if piece and piece[1] in colours else "" for piece in garden)
    return _berths(picks, choices.pick if any(picks) else "")


@kept
def _berths(picks: tuple[str, ...], picked: str) -> Markup:
    cubes = [
        {"pick": pick, "x": x, "y": y, "pressed": picked == pick}
        for pick, (x, y) in zip(picks, picture.garden_slots(), strict=True)
        if pick
    ]
    return render("tammany/garden.html", window=WINDOW, cubes=cubes)


@kept
def _ward(
    number: int,
    start: str,
    is_line: bool,
    there: There,
    locks: str,
    names: tuple[str, ...],
    _: Translate,
    ngettext: NTranslate,
) -> Markup:
    x, y, width, height = picture.frame(number, 0)
    return render(
        "tammany/ward.html",
        _=_,
        window=WINDOW,
        ward=ward(number, start, is_line, there, locks, Terms(_, ngettext, names)),
        x=x,
        y=y,
        width=width,
        height=height,
        lead=picture.lead_of(number),
        tip=picture.TIP,
    )
