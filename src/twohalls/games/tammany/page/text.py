"""A Tammany Hall table in words: what is where, and who has what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twohalls.games.tammany.board import COLOURS
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.picture import ZONE_WARDS
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.page import Holdings


def option(name: str, value: str | None, _: Translate) -> str:
    """An option of a table, or one of its choices."""
    return {
        None: _("Locks"),
        "all": _("nothing goes in, nothing comes out"),
        "placing": _("nothing goes in"),
    }[value]


def sections(view: View, _: Translate, ngettext: NTranslate) -> list[tuple[str, list[str]]]:
    """Headings, and a sentence for each thing under them."""
    shown = view.shown
    terms = Terms(_, ngettext, view.names)
    told = [(_("Players"), [_player(player, terms) for player in shown["players"]])]
    for zone, wards in ZONE_WARDS.items():
        active = [ward for ward in wards if shown["wards"][str(ward)]["active"]]
        heading = _("Zone {zone}, in the order it votes").format(zone=zone)
        told.append((heading, [_ward(ward, shown["wards"][str(ward)], terms) for ward in active]))
    told.append((_("Castle Garden"), [_cubes(shown["garden"], terms)]))
    told.append((_("Chips in the supply"), [_cubes(shown["supply"], terms)]))
    return told


def _player(player: Mapping[str, Any], terms: Terms) -> str:
    _, ngettext = terms.gettext, terms.ngettext
    parts = [
        ngettext("{count} point", "{count} points", player["score"]).format(count=player["score"])
    ]
    if player["office"]:
        parts.append(terms.office(player["office"]))
    parts.append(terms.all_chips(player["favors"]))
    if player["leads"]:
        leads = terms.listed([terms.people(colour) for colour in player["leads"]])
        parts.append(_("leader: {peoples}").format(peoples=leads))
    parts.append(
        ngettext("{count} slander chip", "{count} slander chips", player["slander_chips"]).format(
            count=player["slander_chips"]
        )
    )
    parts.append(
        ngettext("{count} boss left", "{count} bosses left", player["bosses_left"]).format(
            count=player["bosses_left"]
        )
    )
    return f"{player['name']}: {', '.join(parts)}."


def _ward(ward: int, here: Mapping[str, Any], terms: Terms) -> str:
    _ = terms.gettext
    bosses = [f"{terms.name(seat)} {count}" for seat, count in here["bosses"].items() if count]
    told = _("Ward {ward}. Cubes: {cubes} Bosses: {bosses}.").format(
        ward=ward, cubes=_cubes(here["cubes"], terms), bosses=", ".join(bosses) or _("none")
    )
    return f"{told} {_('Locked.')}" if here["locked"] else told


def _cubes(counts: Mapping[str, int], terms: Terms) -> str:
    told = [terms.counted(colour, counts[colour]) for colour in COLOURS if counts[colour]]
    return (", ".join(told) or terms.gettext("none")) + "."


def holdings(view: View, _: Translate, ngettext: NTranslate) -> Holdings:
    """Points, chips, bosses and offices of everybody."""
    shown = view.shown
    players, terms = shown["players"], Terms(_, ngettext, view.names)
    bosses = [ward["bosses"] for ward in shown["wards"].values()]
    return [
        (_("Points"), [str(player["score"]) for player in players]),
        *(
            (terms.people(colour), [str(player["favors"][colour]) for player in players])
            for colour in COLOURS
        ),
        (_("Slander chips"), [str(player["slander_chips"]) for player in players]),
        (_("Bosses left"), [str(player["bosses_left"]) for player in players]),
        (
            _("Wards with a boss"),
            [str(sum(ward[str(player["seat"])] > 0 for ward in bosses)) for player in players],
        ),
        (
            _("Office"),
            [terms.office(player["office"]) if player["office"] else "–" for player in players],
        ),
    ]
