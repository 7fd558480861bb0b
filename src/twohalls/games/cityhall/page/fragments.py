"""City Hall's table page: every live region as HTML of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall.board import PERMITS
from twohalls.games.cityhall.page.doors import doors
from twohalls.games.cityhall.page.lots import STAR, lots
from twohalls.games.cityhall.page.scene import Scene
from twohalls.games.cityhall.page.stage import stage
from twohalls.games.cityhall.page.terms import NTranslate, Translate
from twohalls.games.cityhall.page.tracks import approval_spaces, people, turn_order
from twohalls.kernel.table import View
from twohalls.kit.templating import environment


def fragments(
    view: View,
    _: Translate,
    ngettext: NTranslate,
    pick: str | None = None,
    forced: Collection[int] = (),
) -> dict[str, Markup]:
    """The live regions by id; what is picked is shown as chosen, with what may follow it.

    `forced` are the lines that were made for a player who had no other.
    """
    scene = Scene(view, _, ngettext, pick, forced)
    parts = _regions(scene)
    besides = {
        "turn": parts.turn(),
        "stage": parts.stage(stage(scene)),
        "hand": parts.hand(),
        "log-past": parts.log_past(),
        "log": parts.log(),
    }
    told = {name: Markup(str(region).strip()) for name, region in besides.items()}
    return {**told, **_board(scene, parts)}


def board(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """The regions that show what is where, without anything to do."""
    scene = Scene(view, _, ngettext)
    return _board(scene, _regions(scene))


def _regions(scene: Scene) -> Any:
    return environment.get_template("cityhall/regions.html").make_module(
        {"_": scene._, "ngettext": scene.ngettext, "scene": scene, "star": STAR}
    )


def _board(scene: Scene, parts: Any) -> dict[str, Markup]:
    regions = {
        "players": parts.players(),
        "approval": parts.approval(approval_spaces(scene)),
        "order": parts.order(turn_order(scene)),
        "population": parts.population(people(scene)),
    }
    for door in doors(scene):
        regions[f"office-{door.id}"] = parts.office(door)
        regions[f"why-{door.id}"] = parts.why_office(door)
    for lot in lots(scene):
        regions[f"lot-{lot.id}"] = parts.lot(lot)
        regions[f"why-{lot.id}"] = parts.why_lot(lot)
    for permit in PERMITS:
        regions[f"why-{permit}"] = parts.why_permit(permit)
    return {name: Markup(str(region).strip()) for name, region in regions.items()}
