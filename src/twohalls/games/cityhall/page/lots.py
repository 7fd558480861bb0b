"""The lands: what stands on each, the arithmetic of its stars, and what a pick would make of it."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall import picture
from twohalls.games.cityhall.board import BUILDINGS, PERMITS, SPACES
from twohalls.games.cityhall.page.ground import board_of, layouts
from twohalls.games.cityhall.page.picks import lot_picks, words_of
from twohalls.games.cityhall.page.regions import STAR, region
from twohalls.games.cityhall.page.scene import Scene
from twohalls.kernel.game import Game
from twohalls.kernel.state import State
from twohalls.kit.templating import once

Drawn = tuple[Markup, Markup]
"""A lot, and what explains it."""


@dataclass(frozen=True)
class Star:
    """One row of a building's arithmetic."""

    value: int
    what: str
    where: str
    bridge: bool


@dataclass(frozen=True)
class Sum:
    """How a permit's stars on a land come about."""

    permit: str
    name: str
    rows: tuple[Star, ...]
    value: int
    most: int


@dataclass(frozen=True)
class Lot:
    """A land as it stands, and as it would with what is picked."""

    id: str
    box: picture.Box
    owner: int | None
    permit: str | None
    ghost: str | None
    stars: tuple[bool, ...]
    money: int | None
    free: bool
    rest: int | None
    gain: int | None
    pick: str | None
    asks: bool
    chosen: bool
    label: str
    title: str
    sums: tuple[Sum, ...]
    around: tuple[tuple[str, int, int], ...]
    lead: str | None
    buildings: int
    up: int

    @property
    def first_star(self) -> float:
        return picture.LOT_WIDTH / 2 - len(self.stars) * STAR / 2


def lots(scene: Scene) -> list[Lot]:
    found = _Lots(scene)
    return [found.lot(space) for space in SPACES]


def drawn(scene: Scene) -> dict[str, Drawn]:
    """Every lot as it is drawn, worked out only where what it shows has changed."""
    found = _Lots(scene)
    return {space: found.drawn(space) for space in SPACES}


@functools.cache
def _neighbours(game: Game) -> dict[str, list[str]]:
    rows: Any = game.rules.NEIGHBOURS  # type: ignore[attr-defined]
    return {
        space: [SPACES[other] for other in row if other >= 0]
        for space, row in zip(SPACES, rows, strict=True)
    }


class _Lots:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._layout = layouts(scene.view)[0]
        self._picks = lot_picks(scene.pick, scene.legal)
        self._bridges = {frozenset(bridge["ends"]) for bridge in board_of(scene.view)["bridges"]}
        self._picked = words_of(scene.pick)
        self._is_draft = scene.shown["phase"] == "draft"
        self._building = self._picked[1] if self._picked[:1] == ("build",) else None

    def drawn(self, space: str) -> Drawn:
        scene, land, (pick, ghost, asks) = self.scene, self._land(space), self._of_pick(space)

        def draw() -> Drawn:
            lot, words = self.lot(space), (scene._, scene.ngettext)
            price = scene.rules.LAND_PRICE
            return region("lot", *words, lot), region("why_lot", *words, lot, price)

        if ghost:  # what stands further away is told as well
            return draw()
        which = (
            (scene.view.game, space, pick, asks, scene.pick == pick, self._is_draft),
            (*land.values(), *(self._land(other)["permit"] for other in self._beside(space))),
            (land["owner"] == scene.seat, scene.names, scene._),
        )
        return once(("cityhall/lot", which), draw)

    def _land(self, space: str) -> dict[str, Any]:
        land: dict[str, Any] = self.scene.shown["lands"][space]
        return land

    def _of_pick(self, space: str) -> tuple[str | None, str | None, bool]:
        """The pick that a lot makes, what would be built there, and whether more is asked."""
        pick, ghost = self._picks.get(space), None
        if self._building and pick and (self.scene.pick == pick or len(self._picked) == 2):
            ghost = self._building
        return pick, ghost, pick is not None and self.scene.asks(pick)

    def lot(self, space: str) -> Lot:
        land, (pick, ghost, asks) = self._land(space), self._of_pick(space)
        sums = self._sums(space, land["permit"] or ghost)
        stars: tuple[bool, ...] = ()
        shown = land["permit"] or ghost
        if shown and shown != "park":
            stars = tuple(i < sums[0].value for i in range(sums[0].most))
        buildings = sum(self._is_building(other) for other in self._beside(space))
        return Lot(
            id=space,
            box=self._layout.lots[space],
            owner=land["owner"],
            permit=land["permit"],
            ghost=ghost,
            stars=stars,
            money=land["money"] if land["offered"] else None,
            free=land["offered"] and self._is_draft,
            rest=land["left_to_pay"],
            gain=land["left_over"],
            pick=pick,
            asks=asks,
            chosen=self.scene.pick == pick and pick is not None,
            label=self._lot_label(space, land, stars),
            title=self._lot_title(space, land),
            sums=sums,
            around=self._around(space, ghost),
            lead=picture.lead(self._layout, space),
            buildings=buildings,
            up=self.scene.rules.spaces_for_park(buildings),
        )

    @functools.cached_property
    def _scratch(self) -> State:
        return self.scene.known.copy()

    def _lot_title(self, space: str, land: Mapping[str, Any]) -> str:
        if land["owner"]:
            owner = (
                self.scene._("yours")
                if land["owner"] == self.scene.seat
                else self.scene.name(land["owner"])
            )
            what = self.scene.permits[land["permit"]] if land["permit"] else self.scene._("empty")
            return f"{space} · {owner}, {what}"
        if land["offered"]:
            return self.scene._("{land} · on offer").format(land=space)
        return self.scene._("{land} · in the land deck").format(land=space)

    def _lot_label(self, space: str, land: Mapping[str, Any], stars: Sequence[bool]) -> str:
        """The whole lot in one sentence, its name first."""
        borough = self.scene.boroughs[space[0]]
        if land["offered"] and self._is_draft:
            text = self.scene._("{land}, {borough}. Free to take, with ${money} on it.")
            return text.format(land=space, borough=borough, money=land["money"])
        if land["offered"]:
            text = self.scene._("{land}, {borough}. On offer with ${money}: ${rest} to pay.")
            rest = land["left_to_pay"]
            return text.format(land=space, borough=borough, money=land["money"], rest=rest)
        if not land["owner"]:
            return self.scene._("{land}, {borough}. No owner.").format(land=space, borough=borough)
        name = self.scene.name(land["owner"])
        if not land["permit"]:
            text = self.scene._("{land}, {borough}. Owned by {name}, empty.")
            return text.format(land=space, borough=borough, name=name)
        permit = self.scene.permits[land["permit"]]
        if land["permit"] == "park":
            text = self.scene._("{land}, {borough}. Owned by {name}: {permit}.")
            return text.format(land=space, borough=borough, name=name, permit=permit)
        text = self.scene.ngettext(
            "{land}, {borough}. Owned by {name}: {permit}, {count} of {most} star.",
            "{land}, {borough}. Owned by {name}: {permit}, {count} of {most} stars.",
            len(stars),
        )
        return text.format(
            land=space,
            borough=borough,
            name=name,
            permit=permit,
            count=sum(stars),
            most=len(stars),
        )

    def _beside(self, space: str) -> list[str]:
        return _neighbours(self.scene.view.game)[space]

    def _is_building(self, space: str) -> bool:
        return self.scene.shown["lands"][space]["permit"] not in (None, "park")

    def _sums(self, space: str, permit: str | None) -> tuple[Sum, ...]:
        """The stars of what stands or is picked here; else of each building that could stand."""
        kinds = BUILDINGS if permit is None else (permit,)
        return tuple(self._sum(space, kind) for kind in kinds if kind in BUILDINGS)

    def _sum(self, space: str, permit: str) -> Sum:
        index, kind = SPACES.index(space), PERMITS.index(permit)
        rows = []
        for other in self._beside(space):
            beside = self.scene.shown["lands"][other]["permit"]
            if beside:
                value = self.scene.rules.STARS_FROM[kind][PERMITS.index(beside)]
                bridge = frozenset((space, other)) in self._bridges
                rows.append(Star(value, self.scene.permits[beside], other, bridge))
        if self.scene.rules.LAND_BONUS[index]:
            rows.append(Star(self.scene.rules.LAND_BONUS[index], "", "", False))
        scratch = self._scratch
        stood, scratch.permit[index] = scratch.permit[index], kind
        value = self.scene.rules.stars(scratch, index)
        scratch.permit[index] = stood
        most = self.scene.rules.MAX_STARS[kind]
        return Sum(permit, self.scene.permits[permit], tuple(rows), value, most)

    def _around(self, space: str, ghost: str | None) -> tuple[tuple[str, int, int], ...]:
        """Which neighbours' stars would change, from what to what."""
        if not ghost:
            return ()
        index = SPACES.index(space)
        scratch = self._scratch
        stood, scratch.permit[index] = scratch.permit[index], PERMITS.index(ghost)
        changed = []
        for other in self._beside(space):
            if self._is_building(other):
                was, now = (
                    self.scene.shown["lands"][other]["stars"],
                    self.scene.rules.stars(scratch, SPACES.index(other)),
                )
                if was != now:
                    changed.append((other, was, now))
        scratch.permit[index] = stood
        return tuple(changed)
