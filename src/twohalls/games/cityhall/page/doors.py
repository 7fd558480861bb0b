"""The seven offices as doors: who stands there, what lies there, what each would bring."""

from __future__ import annotations

from dataclasses import dataclass

from twohalls.games.cityhall.board import OFFICES
from twohalls.games.cityhall.page.scene import Scene
from twohalls.games.cityhall.page.terms import office_effects, office_rules, short_office_names


@dataclass(frozen=True)
class Door:
    """An office as it stands."""

    id: str
    name: str
    short: str
    effect: str
    rule: str
    influence: int
    staffer: int | None
    current: bool
    pick: str | None
    asks: bool
    chosen: bool
    label: str
    notes: tuple[str, ...]


def doors(scene: Scene) -> list[Door]:
    short, effects = short_office_names(scene._), office_effects(scene._)
    rules = office_rules(scene._)
    found = []
    for office in OFFICES:
        state = scene.shown["offices"][office]
        line = f"activate {office}"
        found.append(
            Door(
                id=office,
                name=scene.offices[office],
                short=short[office],
                effect=effects[office],
                rule=rules[office],
                influence=state["influence"],
                staffer=state["staffer"],
                current=scene.shown["office"] == office,
                pick=line if line in scene.legal else None,
                asks=line in scene.legal and scene.asks(line),
                chosen=scene.pick == line,
                label=_label(scene, office, effects[office]),
                notes=tuple(notes(scene, office)),
            )
        )
    return found


def _label(scene: Scene, office: str, effect: str) -> str:
    state = scene.shown["offices"][office]
    parts = [f"{scene.offices[office]}. {effect}."]
    if state["staffer"]:
        parts.append(scene._("Activated by {name}.").format(name=scene.name(state["staffer"])))
    if state["influence"]:
        text = scene.ngettext(
            "{count} influence on it.", "{count} influence on it.", state["influence"]
        )
        parts.append(text.format(count=state["influence"]))
    return " ".join(parts)


def notes(scene: Scene, office: str) -> list[str]:
    """What the office would bring now, as far as everybody sees it."""
    if office == "health":
        rows = sorted(scene.players, key=lambda player: -player["stars"])
        return [
            scene._("Stars now: {stars}").format(
                stars=", ".join(f"{player['name']} {player['stars']}" for player in rows)
            )
        ]
    if office == "tax" and scene.seat:
        income = scene.rules.income(scene.known, scene.seat - 1)
        return [scene._("Yours would be ${money}.").format(money=income)]
    if office == "lobbyist" and scene.mine:
        return [scene._("Your rating is {rating}.").format(rating=scene.mine["approval"])]
    if office == "surveyor":
        count = scene.shown["decks"]["land"]
        text = scene.ngettext(
            "{count} land is in the deck.", "{count} lands are in the deck.", count
        )
        return [text.format(count=count)]
    if office == "zoning":
        count = scene.shown["decks"]["permits"]
        text = scene.ngettext(
            "{count} permit is in the deck.", "{count} permits are in the deck.", count
        )
        return [text.format(count=count)]
    return []
