"""City Hall's table page: every live region as HTML of its own."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall import picture
from twohalls.games.cityhall.board import DEFAULT, SPACES
from twohalls.games.cityhall.page import sentences, story
from twohalls.games.cityhall.page.links import LINKS, asked
from twohalls.games.cityhall.page.names import (
    OFFICES,
    PERMITS,
    NTranslate,
    Translate,
    borough_names,
    endorsement_names,
    office_effects,
    office_names,
    office_rules,
    permit_names,
    short_office_names,
)
from twohalls.games.cityhall.page.prompt import (
    LAND_PRICE,
    Auction,
    auction,
    lot_picks,
    permit_picks,
    prompt,
    settled,
)
from twohalls.kernel.table import View
from twohalls.kit.links import address
from twohalls.kit.templating import environment, render

MOST_CELLS = 60
STAR = 17
"""How wide a star is drawn on a lot."""


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
        "stage": parts.stage(),
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
        "approval": parts.approval(),
        "order": parts.order(),
        "population": parts.population(),
    }
    for office in OFFICES:
        regions[f"office-{office}"] = parts.office(scene.office(office))
        regions[f"why-{office}"] = parts.why_office(scene.office(office))
    for space in SPACES:
        lot = scene.lot(space)
        regions[f"lot-{space}"] = parts.lot(lot)
        regions[f"why-{space}"] = parts.why_lot(lot)
    for permit in PERMITS:
        regions[f"why-{permit}"] = parts.why_permit(permit)
    return {name: Markup(str(region).strip()) for name, region in regions.items()}


def context(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Any]:
    """What the page shows besides: the ground, which never changes during a game."""
    return {
        "ground": render("cityhall/ground.html", _=_, layouts=layouts(view), picture=picture),
        "usual": layouts(view)[0].usual,
        "spaces": SPACES,
        "offices": OFFICES,
        "permit_kinds": PERMITS,
        "boroughs": borough_names(_),
    }


def board_of(view: View) -> Mapping[str, Any]:
    """The board file a table is played on."""
    return DEFAULT if view.game.board_file is None else view.game.board_file


_LAYOUTS: dict[str | None, tuple[picture.Layout, picture.Layout]] = {}


def layouts(view: View) -> tuple[picture.Layout, picture.Layout]:
    """The board on the wide grid and on a phone's."""
    if view.game.board not in _LAYOUTS:
        board = board_of(view)
        _LAYOUTS[view.game.board] = (picture.wide(board), picture.phone(board))
    return _LAYOUTS[view.game.board]


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
    chosen: bool
    label: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A permit to look at or to pick."""

    permit: str
    pick: str | None
    chosen: bool


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
    rest: int
    pick: str | None
    chosen: bool
    label: str
    title: str
    sums: tuple[Sum, ...]
    around: tuple[tuple[str, int, int], ...]
    lead: str | None
    buildings: int

    @property
    def first_star(self) -> float:
        return picture.LOT_WIDTH / 2 - len(self.stars) * STAR / 2


class Scene:
    """All that the regions show, worked out from one view."""

    def __init__(
        self,
        view: View,
        _: Translate,
        ngettext: NTranslate,
        pick: str | None = None,
        forced: Collection[int] = (),
    ) -> None:
        self.view = view
        self.forced = forced
        self._ = _
        self.ngettext = ngettext
        self.shown = view.to_json()
        self.legal = view.legal
        self.pick = settled(pick, self.legal) if self.legal else ""
        self.rules: Any = view.game.rules
        self.known = view.known
        self.names = view.names
        self.seat = view.seat
        self.offices = office_names(_)
        self.permits = permit_names(_)
        self.boroughs = borough_names(_)
        self.players: list[dict[str, Any]] = self.shown["players"]
        self.mine = self.players[view.seat - 1] if view.seat else None
        self.prompt = prompt(view, self.shown, self.pick, _, ngettext)
        self.auction = auction(view)
        self.layout = layouts(view)[0]
        self._lot_picks = lot_picks(self.pick, self.legal)
        self._bridges = {frozenset(bridge["ends"]) for bridge in board_of(view)["bridges"]}
        self._scratch = view.known.copy()
        words = self.pick.split()
        self._building = words[1] if words[:1] == ["build"] else None

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    # --- Whose turn, where --------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.shown["over"])

    @property
    def rule(self) -> str:
        """Where the rules speak of what is asked, or of the office that is picked."""
        words = self.pick.split()
        if words[:1] == ["activate"] and len(words) == 2:
            return address("cityhall", LINKS, words[1])
        return address("cityhall", LINKS, asked(self.view))

    @property
    def kick(self) -> str:
        return sentences.moment(self.view, self._, self.ngettext)

    @property
    def bidding(self) -> Auction | None:
        """The auction, as long as its office is in play."""
        return self.auction if self.shown["office"] and not self.over else None

    @property
    def revealed(self) -> list[str]:
        revealed: list[str] = self.shown["revealed_permits"]
        return revealed

    @property
    def my_bid(self) -> str:
        """The bid that is picked but not yet sent."""
        return self.pick[4:] if self.pick.startswith("bid ") else ""

    @property
    def undoes_turn(self) -> bool:
        """Whether more than the last step of a turn can be taken back."""
        last = [line.split(" ")[0] for line in self.view.lines[-2:]]
        return self.view.can_undo and last == [str(self.seat)] * 2

    def bid_note(self, bidding: Auction, seat: int) -> str:
        """What a seat has to do with an auction, in a word or two."""
        if seat == bidding.activating:
            if bidding.answer == "accept":
                return self._("is paid {count}").format(count=bidding.highest)
            return self._("in control") if bidding.answer else self._("activated")
        if seat == bidding.controller:
            return self._("in control")
        if seat not in bidding.bids:
            return self._("to bid")
        bid = bidding.bids[seat]
        if bid is None:
            return self._("passed")
        return self._("highest") if bid == bidding.highest else self._("outbid")

    # --- Offices ------------------------------------------------------------------------------

    @functools.cached_property
    def _doors(self) -> dict[str, Door]:
        short, effects = short_office_names(self._), office_effects(self._)
        rules = office_rules(self._)
        doors = {}
        for office in OFFICES:
            state = self.shown["offices"][office]
            line = f"activate {office}"
            doors[office] = Door(
                id=office,
                name=self.offices[office],
                short=short[office],
                effect=effects[office],
                rule=rules[office],
                influence=state["influence"],
                staffer=state["staffer"],
                current=self.shown["office"] == office,
                pick=line if line in self.legal else None,
                chosen=self.pick == line,
                label=self._door_label(office, effects[office]),
                notes=tuple(self._office_notes(office)),
            )
        return doors

    def office(self, office: str) -> Door:
        return self._doors[office]

    def _door_label(self, office: str, effect: str) -> str:
        state = self.shown["offices"][office]
        parts = [f"{self.offices[office]}. {effect}."]
        if state["staffer"]:
            parts.append(self._("Activated by {name}.").format(name=self._name(state["staffer"])))
        if state["influence"]:
            text = self.ngettext(
                "{count} influence on it.", "{count} influence on it.", state["influence"]
            )
            parts.append(text.format(count=state["influence"]))
        return " ".join(parts)

    def _office_notes(self, office: str) -> list[str]:
        """What the office would bring now, as far as everybody sees it."""
        if office == "health":
            rows = sorted(self.players, key=lambda player: -player["stars"])
            return [
                self._("Stars now: {stars}").format(
                    stars=", ".join(f"{player['name']} {player['stars']}" for player in rows)
                )
            ]
        if office == "tax" and self.seat:
            income = self.rules.income(self.known, self.seat - 1)
            return [self._("Yours would be ${money}.").format(money=income)]
        if office == "lobbyist" and self.mine:
            return [self._("Your rating is {rating}.").format(rating=self.mine["approval"])]
        if office == "surveyor":
            count = self.shown["decks"]["land"]
            text = self.ngettext(
                "{count} land is in the deck.", "{count} lands are in the deck.", count
            )
            return [text.format(count=count)]
        if office == "zoning":
            count = self.shown["decks"]["permits"]
            text = self.ngettext(
                "{count} permit is in the deck.", "{count} permits are in the deck.", count
            )
            return [text.format(count=count)]
        return []

    # --- Lots ---------------------------------------------------------------------------------

    @functools.cached_property
    def _lots(self) -> dict[str, Lot]:
        return {space: self._lot(space) for space in SPACES}

    def lot(self, space: str) -> Lot:
        return self._lots[space]

    def _lot(self, space: str) -> Lot:
        land = self.shown["lands"][space]
        pick = self._lot_picks.get(space)
        ghost = None
        if self._building and pick and (self.pick == pick or len(self.pick.split()) == 2):
            ghost = self._building
        sums = self._sums(space, land["permit"] or ghost)
        stars: tuple[bool, ...] = ()
        shown = land["permit"] or ghost
        if shown and shown != "park":
            stars = tuple(i < sums[0].value for i in range(sums[0].most))
        return Lot(
            id=space,
            box=self.layout.lots[space],
            owner=land["owner"],
            permit=land["permit"],
            ghost=ghost,
            stars=stars,
            money=land["money"] if land["offered"] else None,
            rest=LAND_PRICE - land["money"],
            pick=pick,
            chosen=self.pick == pick and pick is not None,
            label=self._lot_label(space, land, stars),
            title=self._lot_title(space, land),
            sums=sums,
            around=self._around(space, ghost),
            lead=picture.lead(self.layout, space),
            buildings=sum(self._is_building(other) for other in self._beside(space)),
        )

    def _lot_title(self, space: str, land: Mapping[str, Any]) -> str:
        if land["owner"]:
            owner = self._("yours") if land["owner"] == self.seat else self._name(land["owner"])
            what = self.permits[land["permit"]] if land["permit"] else self._("empty")
            return f"{space} · {owner}, {what}"
        if land["offered"]:
            return self._("{land} · on offer").format(land=space)
        return self._("{land} · in the land deck").format(land=space)

    def _lot_label(self, space: str, land: Mapping[str, Any], stars: Sequence[bool]) -> str:
        """The whole lot in one sentence, its name first."""
        borough = self.boroughs[space[0]]
        if land["offered"]:
            text = self._("{land}, {borough}. On offer with ${money}: ${rest} to pay.")
            rest = max(0, LAND_PRICE - land["money"])
            return text.format(land=space, borough=borough, money=land["money"], rest=rest)
        if not land["owner"]:
            return self._("{land}, {borough}. No owner.").format(land=space, borough=borough)
        name = self._name(land["owner"])
        if not land["permit"]:
            text = self._("{land}, {borough}. Owned by {name}, empty.")
            return text.format(land=space, borough=borough, name=name)
        permit = self.permits[land["permit"]]
        if land["permit"] == "park":
            text = self._("{land}, {borough}. Owned by {name}: {permit}.")
            return text.format(land=space, borough=borough, name=name, permit=permit)
        text = self._("{land}, {borough}. Owned by {name}: {permit}, {count} of {most} stars.")
        return text.format(
            land=space,
            borough=borough,
            name=name,
            permit=permit,
            count=sum(stars),
            most=len(stars),
        )

    def _beside(self, space: str) -> list[str]:
        index = SPACES.index(space)
        return [SPACES[other] for other in self.rules.NEIGHBOURS[index] if other >= 0]

    def _is_building(self, space: str) -> bool:
        return self.shown["lands"][space]["permit"] not in (None, "park")

    def _sums(self, space: str, permit: str | None) -> tuple[Sum, ...]:
        """The stars of what stands or is picked here; else of each building that could stand."""
        if permit:
            kinds = [] if permit == "park" else [permit]
        else:
            kinds = ["housing", "tower", "factory"]
        return tuple(self._sum(space, kind) for kind in kinds)

    def _sum(self, space: str, permit: str) -> Sum:
        index, kind = SPACES.index(space), PERMITS.index(permit)
        rows = []
        for other in self._beside(space):
            beside = self.shown["lands"][other]["permit"]
            if beside:
                value = self.rules.STARS_FROM[kind][PERMITS.index(beside)]
                bridge = frozenset((space, other)) in self._bridges
                rows.append(Star(value, self.permits[beside], other, bridge))
        if self.rules.LAND_BONUS[index]:
            rows.append(Star(self.rules.LAND_BONUS[index], "", "", False))
        scratch = self._scratch
        stood, scratch.permit[index] = scratch.permit[index], kind
        value = self.rules.stars(scratch, index)
        scratch.permit[index] = stood
        most = self.rules.MAX_STARS[kind]
        return Sum(permit, self.permits[permit], tuple(rows), value, most)

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
                    self.shown["lands"][other]["stars"],
                    self.rules.stars(scratch, SPACES.index(other)),
                )
                if was != now:
                    changed.append((other, was, now))
        scratch.permit[index] = stood
        return tuple(changed)

    # --- Permits in hand and on the table -----------------------------------------------------

    @property
    def hand(self) -> list[Card]:
        """Own permits one by one."""
        if not self.mine or not self.mine["permits"]:
            return []
        held = [p for p in PERMITS for _copy in range(self.mine["permits"][p])]
        return self._cards(held, "build") if not self._returns else self._cards(held, "return")

    @property
    def rows(self) -> list[tuple[str, list[Card]]]:
        """The permits to choose from, in rows: those revealed, and the kinds in hand."""
        takes = self._cards(self.revealed, "take")
        rows = []
        if takes:
            label = self._("Take") if any(card.pick for card in takes) else self._("Revealed")
            rows.append((label, takes))
        verb = "return" if self._returns else "build"
        kinds = self._cards(list(permit_picks(verb, self.legal)), verb)
        if kinds:
            rows.append((self._("Return") if self._returns else self._("Build"), kinds))
        return rows

    @property
    def _returns(self) -> bool:
        return any(line.startswith("return ") for line in self.legal)

    def _cards(self, permits: Sequence[str], verb: str) -> list[Card]:
        """Permits with the pick each makes; of several of a kind the first is the chosen one."""
        picks = permit_picks(verb, self.legal)
        chosen = self.pick.split()[:2]
        return [
            Card(
                permit,
                picks.get(permit),
                chosen == [verb, permit] and permit not in permits[:i],
            )
            for i, permit in enumerate(permits)
        ]

    def permit_rule(self, permit: str) -> list[tuple[str, int]]:
        """What each kind of neighbour gives a building."""
        row = self.rules.STARS_FROM[PERMITS.index(permit)]
        return [(self.permits[other], row[i]) for i, other in enumerate(PERMITS)]

    def most_stars(self, permit: str) -> int:
        return int(self.rules.MAX_STARS[PERMITS.index(permit)])

    # --- Tracks -------------------------------------------------------------------------------

    @property
    def floors(self) -> list[dict[str, Any]]:
        """The approval track, first space first."""
        track = self.rules.APPROVAL
        floors = []
        for i, rating in enumerate(track):
            who = [p["seat"] for p in self.players if p["approval_space"] == i + 1]
            star = self.shown["star_space"] == i + 1
            label = self._("Floor {space}, rating {rating}").format(space=i + 1, rating=rating)
            if who:
                label += ": " + ", ".join(self._name(seat) for seat in who)
            if star:
                label += "; " + self._("the star")
            floors.append(
                {
                    "rating": rating,
                    "width": min(rating, 5),
                    "ledge": i + 1 == len(track) or track[i + 1] != rating,
                    "last": i + 1 == len(track),
                    "seats": who,
                    "star": star,
                    "label": label,
                }
            )
        return floors

    @property
    def turn_order(self) -> list[tuple[int, str]]:
        """Seats in turn order, and whether each has had its turn, has it now or waits."""
        order: list[int] = self.shown["turn_order"]
        turn = self.known.turn
        acting = self.rules.in_turn(self.known) + 1 if order and not self.over else 0
        each = 2 if self.shown["round"] and len(self.names) == 2 else 1
        rows = []
        for place, seat in enumerate(order):
            past = turn >= (place + 1) * each and not self.shown["final_round"]
            rows.append((seat, "on" if seat == acting else "past" if past else ""))
        return rows

    @property
    def people(self) -> list[tuple[int, list[int]]]:
        """The population track: each number with who stands there."""
        end = self.rules.POPULATION_END
        numbers = (
            range(1, end + 1)
            if end <= MOST_CELLS
            else sorted({player["population"] for player in self.players})
        )
        return [
            (number, [p["seat"] for p in self.players if p["population"] == number])
            for number in numbers
        ]

    # --- After the fact -----------------------------------------------------------------------

    @functools.cached_property
    def past(self) -> tuple[story.Happening, ...]:
        return story.happenings(self.view)

    def told(self, happening: story.Happening) -> str:
        return sentences.told(happening, self.names, self._, self.ngettext)

    @property
    def rounds(self) -> list[tuple[int, list[story.Happening]]]:
        """What happened, by rounds, the newest first."""
        rounds: dict[int, list[story.Happening]] = {}
        for happening in self.past:
            rounds.setdefault(happening.round, []).append(happening)
        return [(number, rounds[number][::-1]) for number in sorted(rounds, reverse=True)]

    @functools.cached_property
    def sold(self) -> tuple[Auction, story.Happening] | None:
        """The auction that ended last and how, until the reader has decided something since."""
        for happening in reversed(self.past):
            if happening.verb in ("keep", "accept") and happening.at is not None:
                ended = auction(self.view, happening.at + 1)
                assert ended is not None
                return None if ended == self.bidding else (ended, happening)
            if happening.seat is not None and happening.seat == self.seat:
                return None
        return None

    @property
    def ranks(self) -> tuple[tuple[int, int, int, int], ...]:
        """What the Health Commissioner has just brought, until somebody else decides."""
        for happening in reversed(self.past):
            if happening.verb == "health":
                ranks: tuple[tuple[int, int, int, int], ...] = happening.figures["ranks"]
                return ranks
            if happening.verb != "round":
                break
        return ()

    @property
    def votes(self) -> list[dict[str, Any]]:
        """The election made up: for each seat its sum, in the order of votes and turn order."""
        assert self.view.result is not None
        each = self.rules.ENDORSEMENT_VOTES
        order: list[int] = self.shown["turn_order"]
        rows = []
        for player, votes in zip(self.players, self.view.result.scores, strict=True):
            seat = player["seat"]
            endorsed = sum(e["leader"] == seat for e in self.shown["endorsements"].values())
            rows.append(
                {
                    **player,
                    "own": player["approval"] * player["population"],
                    "endorsed": endorsed,
                    "more": endorsed * each,
                    "votes": votes,
                    "won": seat in self.view.result.winners,
                }
            )
        return sorted(rows, key=lambda row: (-row["votes"], order.index(row["seat"])))

    @property
    def endorsements(self) -> list[tuple[str, list[int | None], int | None]]:
        names = endorsement_names(self._)
        return [
            (names[item["most"]], item["figures"], item["leader"])
            for item in self.shown["endorsements"].values()
        ]

    @property
    def tied(self) -> bool:
        """Whether turn order decided the election."""
        assert self.view.result is not None
        return self.view.result.scores.count(max(self.view.result.scores)) > 1
