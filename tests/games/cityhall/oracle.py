"""City Hall a second time, slowly and straight from the rules page, to check the first.

The whole game is one generator that stops wherever a line of the record is due. Nothing is shared
with `twohalls.games.cityhall` but the wording of the lines and the board file, of which this one
reads the list of adjacent spaces.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Collection, Generator
from importlib.resources import files
from typing import Any

BOARD = json.loads(files("twohalls.games.cityhall").joinpath("board.json").read_text())
LANDS = sorted(BOARD["spaces"], key=lambda land: ("MQB".index(land[0]), land))
PERMITS = ("housing", "tower", "factory", "park")
OFFICES = ("tax", "surveyor", "campaign", "lobbyist", "zoning", "deputy", "health")
BESIDE = {
    land: [other for pair in BOARD["adjacent"] if land in pair for other in pair if other != land]
    for land in LANDS
}
TRACK = BOARD["approval_track"]
END = len(TRACK)

Flow = Generator[None, str, Any]


class Wrong(Exception):
    """A line the rules page does not allow here."""


class Oracle:
    """Hears a record line by line; in between it says who is awaited and what they may say."""

    def __init__(self, players: int) -> None:
        self.seats = list(range(1, players + 1))
        self.order: list[int] = []
        self.round = 0
        self.final = False
        self.star = BOARD["star_start_space"][str(players)]
        self.space = dict.fromkeys(self.seats, 1)
        self.population = dict.fromkeys(self.seats, 1)
        self.money = dict.fromkeys(self.seats, 10)
        self.influence = dict.fromkeys(self.seats, 3)
        self.hand = {seat: Counter(PERMITS[:3]) for seat in self.seats}
        self.land_deck = list(LANDS)
        self.offered: dict[str, int] = {}
        self.owner: dict[str, int] = {}
        self.built: dict[str, str] = {}
        deck = Counter({permit: BOARD["permits"][permit]["count"] for permit in PERMITS})
        self.shuffled = deck - Counter(dict.fromkeys(PERMITS[:3], players))
        self.under: list[str] = []
        self.revealed: Counter[str] = Counter()
        self.on_office = dict.fromkeys(OFFICES, 0)
        self.staffer: dict[str, int] = {}
        self.deputy: int | None = None
        self.votes: dict[int, int] = {}
        self.winner: int | None = None
        self.story: list[str] = []
        self.over = False
        self.awaited: list[int] = []
        self.choices: Callable[[], Collection[str]] = tuple
        self._flow = self._game()
        next(self._flow)

    def hear(self, line: str) -> None:
        try:
            self._flow.send(line)
        except StopIteration:
            self.over, self.awaited, self.choices = True, [], tuple

    # --- What can be seen ----------------------------------------------------------------------

    def shown(self, viewer: int | None) -> dict[str, Any]:
        """The part of `to_json()` that the rules page determines."""
        return {
            "round": self.round,
            "final_round": self.final,
            "turn_order": self.order,
            "star_space": self.star,
            "offices": {
                office: {"staffer": self.staffer.get(office), "influence": self.on_office[office]}
                for office in OFFICES
            },
            "lands": {
                land: {
                    "owner": self.owner.get(land),
                    "permit": self.built.get(land),
                    "stars": self.stars(land),
                    "money": self.offered.get(land, 0),
                    "offered": land in self.offered,
                    "left_to_pay": self.rest(land, 1),
                    "left_over": self.rest(land, -1),
                }
                for land in LANDS
            },
            "decks": {
                "land": len(self.land_deck),
                "permits": self.shuffled.total() + len(self.under),
            },
            "revealed_permits": sorted(self.revealed.elements(), key=PERMITS.index),
            "players": [self._player(seat, self.over or seat == viewer) for seat in self.seats],
        }

    def rest(self, land: str, sign: int) -> int | None:
        """What of the $20 is still to pay, or with -1 what lies there beyond it."""
        return max(0, sign * (20 - self.offered[land])) if land in self.offered else None

    def _player(self, seat: int, known: bool) -> dict[str, Any]:
        return {
            "seat": seat,
            "approval_space": self.space[seat],
            "approval": TRACK[self.space[seat] - 1],
            "population": self.population[seat],
            "own_votes": TRACK[self.space[seat] - 1] * self.population[seat],
            "stars": self.total(seat),
            "money": self.money[seat] if known else None,
            "influence": self.influence[seat] if known else None,
            "permits": {p: self.hand[seat][p] for p in PERMITS} if known else None,
            "permit_count": self.hand[seat].total(),
        }

    def stars(self, land: str) -> int:
        """C6."""
        building = self.built.get(land, "park")
        if building == "park":
            return 0
        table = BOARD["stars_from_neighbour"][building]
        value: int = sum(table[self.built[other]] for other in BESIDE[land] if other in self.built)
        value += BOARD["manhattan_bonus"] if land.startswith("M") else 0
        return min(max(value, 0), int(BOARD["permits"][building]["max_stars"]))

    def total(self, seat: int) -> int:
        return sum(self.stars(land) for land, owner in self.owner.items() if owner == seat)

    # --- The game ------------------------------------------------------------------------------

    def _game(self) -> Flow:
        orders = [f"* order {' '.join(map(str, o))}" for o in itertools.permutations(self.seats)]
        words = yield from self._ask(None, orders)
        self.order = [int(seat) for seat in words[2:]]
        self.influence[self.order[-1]] += 1
        yield from self._draft()
        yield from self._first_builds()
        while not self.final:
            self._start_round()
            yield from self._turns()
        self._rank_health({seat: self.total(seat) for seat in self.seats})
        self._apply_deputy()
        self._elect()

    def _ask(self, seat: int | None, lines: Collection[str]) -> Generator[None, str, list[str]]:
        self.awaited = [] if seat is None else [seat]
        self.choices = lambda: lines
        line = yield
        if line not in lines:
            raise Wrong(line)
        return line.split(" ")

    def _choose(self, seat: int, *moves: str) -> Generator[None, str, list[str]]:
        words = yield from self._ask(seat, [f"{seat} {move}" for move in moves])
        return words[1:]

    def _reveal_land(self, lands: int) -> Flow:
        drawn = itertools.permutations(self.land_deck, lands)
        words = yield from self._ask(None, {f"* land {' '.join(some)}" for some in drawn})
        for land in words[2:]:
            self._offer(land)

    def _offer(self, land: str) -> None:
        self.land_deck.remove(land)
        self.offered[land] = 0

    def _draft(self) -> Flow:
        yield from self._reveal_land(3)
        picks = self.order * (3 if len(self.seats) == 2 else 2)
        for number, seat in enumerate(picks, 1):
            _, land = yield from self._choose(seat, *(f"draft {land}" for land in self.offered))
            self.money[seat] += self.offered.pop(land)
            self.owner[land] = seat
            self._raise_offers()
            if number < len(picks):
                yield from self._reveal_land(1)

    def _raise_offers(self) -> None:
        for land in self.offered:
            self.offered[land] += 5

    def _first_builds(self) -> Flow:
        """C4, C5."""
        for seat in self.order * (2 if len(self.seats) == 2 else 1):
            words = yield from self._choose(seat, *self._builds(seat))
            self._build(seat, *words[1:])
            if len(self.seats) > 2:
                kept = [permit for permit in PERMITS if self.hand[seat][permit]]
                _, permit = yield from self._choose(seat, *(f"return {permit}" for permit in kept))
                self.hand[seat][permit] -= 1
                self.under.append(permit)

    def _start_round(self) -> None:
        self.round += 1
        if self.round == 1:
            return
        self._apply_deputy()
        for seat in self.seats:
            self.influence[seat] += 1
        for office in OFFICES:
            if office not in self.staffer:
                self.on_office[office] += 1
        self.staffer = {}
        ends = {"star": self.star == END, "approval": END in self.space.values()}
        self.story += [end for end, reached in ends.items() if reached]
        self.final = any(ends.values())

    def _apply_deputy(self) -> None:
        if self.deputy is not None:
            self.order.remove(self.deputy)
            self.order.insert(0, self.deputy)
        self.deputy = None

    def _turns(self) -> Flow:
        once = [seat for seat in self.order for _ in range(2 if len(self.seats) == 2 else 1)]
        for seat in (once * 7)[:7] if self.final else once:
            yield from self._turn(seat)

    def _turn(self, seat: int) -> Flow:
        free = [office for office in OFFICES if office not in self.staffer]
        _, office = yield from self._choose(seat, *(f"activate {office}" for office in free))
        self.staffer[office] = seat
        self.influence[seat] += self.on_office[office]
        self.on_office[office] = 0
        if office == "surveyor":
            yield from self._survey(seat)
        if office == "zoning":
            yield from self._reveal_permits()
        controller = yield from self._auction(seat)
        yield from getattr(self, f"_use_{office}")(controller)

    def _survey(self, seat: int) -> Flow:
        """C8."""
        if not self.land_deck:
            self.story.append("empty land deck")
            return
        searches = [f"search {land}" for land in self.land_deck] if self.influence[seat] else []
        words = yield from self._choose(seat, *searches, "reveal")
        if words[0] == "reveal":
            yield from self._reveal_land(1)
        else:
            self.influence[seat] -= 1
            self._offer(words[1])

    def _reveal_permits(self) -> Flow:
        """C9."""
        due = min(3, self.shuffled.total() + len(self.under))
        if due < 3:
            self.story.append(f"{due} permits left")
        if not due:
            return
        from_under = max(0, due - self.shuffled.total())
        if from_under:
            self.story.append("cards from under the deck")
        certain = self.under[:from_under]
        lines = {
            " ".join(["* permits", *some, *certain])
            for some in itertools.permutations(self.shuffled.elements(), due - from_under)
        }
        words = yield from self._ask(None, lines)
        self.revealed = Counter(words[2:])
        self.shuffled -= Counter(words[2 : 2 + due - from_under])
        self.under = self.under[from_under:]

    def _auction(self, seat: int) -> Generator[None, str, int]:
        bids: dict[int, int] = {}
        around = (self.seats * 2)[seat:][: len(self.seats) - 1]
        for bidder in around:
            high = max(bids.values(), default=0)
            more = [f"bid {bid}" for bid in range(high, min(self.influence[bidder], 255) + 1)]
            words = yield from self._choose(bidder, "pass", *more)
            if words[0] == "bid":
                bids[bidder] = int(words[1])
        high = max(bids.values(), default=0)
        answers = [f"accept {bidder}" for bidder, bid in bids.items() if bid == high]
        if self.influence[seat] >= high:
            answers.append("keep")
        words = yield from self._choose(seat, *answers)
        if words[0] == "keep":
            self.influence[seat] -= high
            return seat
        self.influence[int(words[1])] -= high
        self.influence[seat] += high
        return int(words[1])

    # --- The offices ---------------------------------------------------------------------------

    def _use_tax(self, seat: int) -> Flow:
        own = Counter(self.built[land] for land in self.built if self.owner[land] == seat)
        income = self.population[seat] + 3 * own["tower"] + 7 * own["factory"]
        more = "tax double" if self.space[seat] == 1 else "tax triple"
        words = yield from self._choose(seat, "tax", more)
        self.money[seat] += income * {"tax": 1, "double": 2, "triple": 3}[words[-1]]
        if words[-1] == "triple":
            self.space[seat] -= 1

    def _use_campaign(self, seat: int) -> Flow:
        """C11."""
        prices = {"0": 1, "10": 2, "30": 3}
        affordable = [price for price in prices if int(price) <= self.money[seat]]
        moves = [f"campaign {price}" for price in ("none", *affordable)]
        _, price = yield from self._choose(seat, *moves)
        if price != "none":
            self.money[seat] -= int(price)
            self._advance(seat, prices[price])

    def _advance(self, seat: int, spaces: int) -> None:
        """C7."""
        self.space[seat] = min(END, self.space[seat] + spaces)

    def _use_surveyor(self, seat: int) -> Flow:
        moves = [
            f"buy {land}" for land, there in self.offered.items() if there + self.money[seat] >= 20
        ]
        _, land = yield from self._choose(seat, "buy none", *moves)
        if land != "none":
            self.money[seat] += self.offered.pop(land) - 20
            self.owner[land] = seat
        self._raise_offers()

    def _use_lobbyist(self, seat: int) -> Flow:
        """C12."""
        self.influence[seat] += TRACK[self.space[seat] - 1]
        buys = [f"lobby +{n}" for n in range(1, min(self.money[seat] // 10, 127) + 1)]
        sales = [f"lobby -{n}" for n in range(1, min(self.influence[seat], 255) + 1)]
        _, trade = yield from self._choose(seat, "lobby 0", *buys, *sales)
        self.influence[seat] += int(trade)
        self.money[seat] -= int(trade) * (10 if int(trade) > 0 else 7)

    def _use_zoning(self, seat: int) -> Flow:
        """C13: what was done so far must be the beginning of (a), (b) or (c)."""
        ways = (("take", "take"), ("take", "build"), ("build", "build"))
        done: tuple[str, ...] = ()
        while len(done) < 2:
            nexts = {way[len(done)] for way in ways if way[: len(done)] == done}
            moves = self._takes() if "take" in nexts else []
            moves += self._builds(seat) if "build" in nexts else []
            if done == ("take",) and not self._room(seat):
                moves += self._bottoms()
            if not moves:
                break
            words = yield from self._choose(seat, *moves)
            if words[0] == "bottom":
                self.under += words[1:]
                self.revealed.clear()
                return
            if words[0] == "take":
                self.revealed -= Counter([words[1]])
                self.hand[seat][words[1]] += 1
            else:
                self._build(seat, *words[1:])
                self.star = min(END, self.star + 1)
            done += (words[0],)
        if self.revealed:
            words = yield from self._choose(seat, *self._bottoms())
            self.under += words[1:]
            self.revealed.clear()
        elif not done:
            self.story.append("zoning with nothing to do")

    def _takes(self) -> list[str]:
        return [f"take {permit}" for permit in PERMITS if self.revealed[permit]]

    def _room(self, seat: int) -> list[str]:
        return [land for land in LANDS if self.owner.get(land) == seat and land not in self.built]

    def _builds(self, seat: int) -> list[str]:
        permits = [permit for permit in PERMITS if self.hand[seat][permit]]
        return [f"build {permit} {land}" for permit in permits for land in self._room(seat)]

    def _bottoms(self) -> list[str]:
        orders = set(itertools.permutations(self.revealed.elements()))
        return [" ".join(["bottom", *order]) for order in sorted(orders) if order]

    def _build(self, seat: int, permit: str, land: str) -> None:
        self.hand[seat][permit] -= 1
        self.built[land] = permit
        beside = [other for other in BESIDE[land] if other in self.built]
        if permit == "park":
            buildings = [other for other in beside if self.built[other] != "park"]
            self._advance(seat, len(buildings) // 2)
        else:
            for other in beside:
                if self.built[other] == "park":
                    self._advance(self.owner[other], 1)

    def _use_deputy(self, seat: int) -> Flow:
        self.deputy = seat
        yield from ()

    def _use_health(self, seat: int) -> Flow:
        totals = {other: self.total(other) for other in self.seats}
        _, bonus = yield from self._choose(seat, "health +3", "health double")
        totals[seat] = totals[seat] + 3 if bonus == "+3" else totals[seat] * 2
        self._rank_health(totals)

    def _rank_health(self, totals: dict[int, int]) -> None:
        """C14, C15."""
        ranking = sorted(totals.values(), reverse=True)
        for seat, total in totals.items():
            gain = (4, 2, 1, 0)[ranking.index(total)]
            self.population[seat] = min(40, self.population[seat] + gain)

    # --- The election --------------------------------------------------------------------------

    def _elect(self) -> None:
        figures: list[dict[int, int]] = [self.money, self.influence]
        for permit in PERMITS:
            lands = [land for land, built in self.built.items() if built == permit]
            figures.append({s: sum(self.owner[land] == s for land in lands) for s in self.seats})
        for borough in "MQB":
            lands = [land for land in self.owner if land[0] == borough]
            figures.append({s: sum(self.owner[land] == s for land in lands) for s in self.seats})
        self.votes = {s: TRACK[self.space[s] - 1] * self.population[s] for s in self.seats}
        for figure in figures:
            best = [seat for seat in self.seats if figure[seat] == max(figure.values())]
            if len(best) == 1:
                self.votes[best[0]] += 10
            else:
                self.story.append("tied endorsement")
        best = [seat for seat in self.order if self.votes[seat] == max(self.votes.values())]
        if len(best) > 1:
            self.story.append("tied election")
        self.winner = best[0]
