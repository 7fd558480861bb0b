"""City Hall's board in words: what is where, for the page without a picture."""

from __future__ import annotations

from twohalls.games.cityhall.board import SPACES
from twohalls.games.cityhall.page.names import (
    OFFICES,
    PERMITS,
    NTranslate,
    Translate,
    borough_names,
    listed,
    permit_names,
)
from twohalls.games.cityhall.page.page import Scene
from twohalls.kernel.table import View


def sections(view: View, _: Translate, ngettext: NTranslate) -> list[tuple[str, list[str]]]:
    """Headings, each with its sentences."""
    scene = Scene(view, _, ngettext)
    boroughs = borough_names(_)
    return [
        (_("Your hand"), _hand(scene)),
        (_("Players"), _players(scene)),
        (_("Offices"), [scene.office(office).label for office in OFFICES]),
        *(
            (name, [scene.lot(space).label for space in SPACES if space[0] == letter])
            for letter, name in boroughs.items()
        ),
        (
            _("Approval"),
            [floor["label"] for floor in scene.floors if floor["seats"] or floor["star"]],
        ),
        (_("Cards"), _cards(scene)),
        (_("The votes"), _votes(scene) if view.over else []),
    ]


def _hand(scene: Scene) -> list[str]:
    _ = scene._
    if not scene.mine:
        return []
    held = _("${money} and {count} influence.").format(
        money=scene.mine["money"], count=scene.mine["influence"]
    )
    permits = permit_names(_)
    cards = [permits[p] for p in PERMITS for _copy in range(scene.mine["permits"][p])]
    return [held, _("Permits: {permits}.").format(permits=listed(cards, _) or "–")]


def _players(scene: Scene) -> list[str]:
    text = scene._(
        "{name}: rating {rating}, {people} people, {votes} votes without endorsements, "
        "{stars} stars, {permits} permits in hand."
    )
    order = ", ".join(scene.names[seat - 1] for seat, _state in scene.turn_order)
    return [
        *(
            text.format(
                name=player["name"],
                rating=player["approval"],
                people=player["population"],
                votes=player["approval"] * player["population"],
                stars=player["stars"],
                permits=player["permit_count"],
            )
            for player in scene.players
        ),
        scene._("Turn order: {names}.").format(names=order),
    ]


def _cards(scene: Scene) -> list[str]:
    _, permits = scene._, scene.permits
    cards = [note for office in ("surveyor", "zoning") for note in scene.office(office).notes]
    if scene.revealed:
        shown = listed([permits[permit] for permit in scene.revealed], _)
        cards.append(_("Revealed: {permits}.").format(permits=shown))
    return cards


def _votes(scene: Scene) -> list[str]:
    text = scene._("{name}: {rating} × {people} and {more} for endorsements make {votes}.")
    return [
        text.format(
            name=row["name"],
            rating=row["approval"],
            people=row["population"],
            more=row["more"],
            votes=row["votes"],
        )
        for row in scene.votes
    ]
