"""City Hall's table page: every live region as HTML of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall.board import PERMITS
from twohalls.games.cityhall.page.doors import doors
from twohalls.games.cityhall.page.log import rounds_of
from twohalls.games.cityhall.page.lots import drawn as drawn_lots
from twohalls.games.cityhall.page.regions import region
from twohalls.games.cityhall.page.scene import Scene
from twohalls.games.cityhall.page.stage import stage
from twohalls.games.cityhall.page.terms import NTranslate, Translate
from twohalls.games.cityhall.page.tracks import approval_spaces, people, turn_order
from twohalls.kernel.table import View

LOG_ROUNDS = 2


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
    scene = Scene(view, _, ngettext, pick)
    rounds = rounds_of(view, frozenset(forced), _, ngettext)
    after = stage(scene)

    def drawn(macro: str, *shown: Any) -> Markup:
        return region(macro, _, ngettext, *shown)

    return {
        "turn": drawn(
            "turn",
            scene.prompt,
            scene.kick,
            scene.rule,
            scene.bidders(scene.bidding),
            scene.bidding is not None and scene.bidding.end is not None,
            scene.rows,
            view.can_undo,
            scene.undoes_turn,
        ),
        "stage": drawn("stage", after, scene.names, scene.bidders(after.ended)),
        "hand": drawn("hand", scene.mine, scene.over, scene.hand),
        "log-past": drawn("log_past", tuple(rounds[LOG_ROUNDS:])),
        "log": drawn("log", tuple(rounds[:LOG_ROUNDS])),
        **_board(scene),
    }


def board(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Markup]:
    """The regions that show what is where, without anything to do."""
    return _board(Scene(view, _, ngettext))


def _board(scene: Scene) -> dict[str, Markup]:
    def drawn(macro: str, *shown: Any) -> Markup:
        return region(macro, scene._, scene.ngettext, *shown)

    counted = [(player["name"], player["population"]) for player in scene.players]
    regions = {
        "players": drawn("players", scene.players, scene.seat, scene.view.awaited),
        "approval": drawn("approval", approval_spaces(scene)),
        "order": drawn("order", turn_order(scene), scene.names),
        "population": drawn("population", people(scene), counted),
    }
    for door in doors(scene):
        regions[f"office-{door.id}"] = drawn("office", door)
        regions[f"why-{door.id}"] = drawn("why_office", door)
    for space, (lot, why) in drawn_lots(scene).items():
        regions[f"lot-{space}"] = lot
        regions[f"why-{space}"] = why
    for permit in PERMITS:
        most, gives = scene.most_stars(permit), scene.permit_rule(permit)
        regions[f"why-{permit}"] = drawn("why_permit", permit, most, gives)
    return regions
