"""City Hall's board in words: what is where, for the page without a picture."""

from __future__ import annotations

from twohalls.games.cityhall.board import PERMITS
from twohalls.games.cityhall.page.doors import doors, notes
from twohalls.games.cityhall.page.lots import lots
from twohalls.games.cityhall.page.scene import Scene
from twohalls.games.cityhall.page.stage import election
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    borough_names,
    listed,
    permit_names,
)
from twohalls.games.cityhall.page.tracks import approval_spaces, turn_order
from twohalls.kernel.table import View
from twohalls.kit.page import Holdings


def sections(view: View, _: Translate, ngettext: NTranslate) -> list[tuple[str, list[str]]]:
    """Headings, each with its sentences."""
    scene = Scene(view, _, ngettext)
    boroughs = borough_names(_)
    lands = lots(scene)
    return [
        (_("Your hand"), _hand(scene)),
        (_("Players"), _players(scene)),
        (_("Offices"), [door.label for door in doors(scene)]),
        *(
            (name, [lot.label for lot in lands if lot.id[0] == letter])
            for letter, name in boroughs.items()
        ),
        (
            _("Approval"),
            [one["label"] for one in approval_spaces(scene) if one["seats"] or one["star"]],
        ),
        (_("Cards"), _cards(scene)),
        (_("The votes"), _votes(scene) if view.over else []),
        (_("Endorsements"), _endorsements(scene) if view.over else []),
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
        "{name}: rating {rating}, people {people}, votes without endorsements {votes}, "
        "stars {stars}, permits in hand {permits}."
    )
    order = ", ".join(scene.names[seat - 1] for seat, _state in turn_order(scene))
    return [
        *(
            text.format(
                name=player["name"],
                rating=player["approval"],
                people=player["population"],
                votes=player["own_votes"],
                stars=player["stars"],
                permits=player["permit_count"],
            )
            for player in scene.players
        ),
        scene._("Turn order: {names}.").format(names=order),
    ]


def _cards(scene: Scene) -> list[str]:
    _, permits = scene._, scene.permits
    cards = [note for office in ("surveyor", "zoning") for note in notes(scene, office)]
    if scene.revealed:
        shown = listed([permits[permit] for permit in scene.revealed], _)
        cards.append(_("Revealed: {permits}.").format(permits=shown))
    return cards


def _votes(scene: Scene) -> list[str]:
    text = scene._("{name}: {rating} × {people} and {more} for endorsements make {votes}.")
    return [
        text.format(
            name=scene.name(row.seat),
            rating=row.rating,
            people=row.people,
            more=row.more,
            votes=row.votes,
        )
        for row in election(scene.view, scene._).votes
    ]


def _endorsements(scene: Scene) -> list[str]:
    """What each was given for, and to whom."""
    text, nobody = scene._("{most}: {name}."), scene._("a tie, nobody")
    return [
        text.format(most=most, name=scene.name(given.seat) if given.seat else nobody)
        for most, given in election(scene.view, scene._).endorsements
    ]


def holdings(view: View, _: Translate, ngettext: NTranslate) -> Holdings:
    """Rating, people, lands and hands of everybody; what is hidden is a dash."""
    shown = view.shown
    players = shown["players"]
    lands = [land["owner"] for land in shown["lands"].values()]
    rows = [
        (_("Rating"), "approval"),
        (_("People"), "population"),
        (_("Votes"), "own_votes"),
        (_("Stars"), "stars"),
        (_("Permits"), "permit_count"),
        (_("Money"), "money"),
        (_("Influence"), "influence"),
    ]
    return [
        *((name, [_figure(player[key]) for player in players]) for name, key in rows),
        (_("Lands"), [str(lands.count(player["seat"])) for player in players]),
    ]


def _figure(value: int | None) -> str:
    return "–" if value is None else str(value)
