"""City Hall's moves in words: `activate surveyor`, `bid 5`, `build tower Q6`, `lobby -3` …"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from twohalls.games.cityhall import rules
from twohalls.games.cityhall.board import BUILDINGS, OFFICES, PERMITS, SPACES
from twohalls.games.cityhall.rules import IN_DECK, NO_PERMIT, NOBODY, ON_OFFER, Office, Phase
from twohalls.kernel.errors import Illegal, Malformed
from twohalls.kernel.rules import CHANCE
from twohalls.kernel.state import State
from twohalls.kernel.words import Kind, Verb, Words, number

OFFICE_TITLES = (
    "Tax Assessor",
    "Surveyor",
    "Campaign Manager",
    "Lobbyist",
    "Zoning Board",
    "Deputy Mayor",
    "Health Commissioner",
)
TAXES = ("tax", "tax triple", "tax double")

SEAT = Kind("seat", tuple(str(seat + 1) for seat in range(rules.NSEATS)))
LAND = Kind("land", SPACES)
PERMIT = Kind("permit", PERMITS)
BUILDING = Kind("building", BUILDINGS)
OFFICE = Kind("office", OFFICES)
INFLUENCE = Kind("influence", tuple(map(str, range(rules.MOST_BID + 1))))
PRICE = Kind("price", (*map(str, rules.CAMPAIGN_PRICES), "none"))
PURCHASE = Kind("land", (*SPACES, "none"))
TRADE = Kind(
    "trade",
    tuple(f"{n:+}" if n else "0" for n in range(-rules.MOST_SOLD, rules.MOST_BOUGHT + 1)),
)
BONUS = Kind("bonus", (f"+{rules.HEALTH_BONUS}", "double"))

VERBS = (
    Verb("pass", rules.PASS),
    Verb("bid", rules.BID, (INFLUENCE,)),
    Verb("keep", rules.KEEP),
    Verb("accept", rules.ACCEPT, (SEAT,)),
    Verb("activate", rules.ACTIVATE, (OFFICE,)),
    Verb("search", rules.SEARCH, (LAND,)),
    Verb("reveal", rules.REVEAL),
    Verb("campaign", rules.CAMPAIGN, (PRICE,)),
    Verb("buy", rules.BUY, (PURCHASE,)),
    Verb("lobby", rules.SELL, (TRADE,)),
    Verb("take", rules.TAKE, (PERMIT,)),
    Verb("build", rules.BUILD, (PERMIT, LAND)),
    Verb("health", rules.HEALTH_ADD, (BONUS,)),
    Verb("draft", rules.DRAFT, (LAND,)),
    Verb("return", rules.RETURN, (BUILDING,)),
)


class CityHallWords(Words):
    """The grammar above, and the lines that are made of several actions."""

    total = "votes"
    closing = frozenset({"pass"})

    def __init__(self, rules: Any) -> None:
        super().__init__(rules, VERBS)

    def seen(self, line: str, seat: int | None, viewer: int | None) -> str:
        """What was returned at set-up is for the seat alone that did it."""
        return "return ?" if line.startswith("return ") and seat != viewer else line

    # --- Numbers beyond the codes there are ----------------------------------------------------

    def read_bid(self, s: State, words: Sequence[str]) -> list[int]:
        if len(words) == 1 and number(words[0]) > rules.MOST_BID:
            raise Illegal("a bid is at most {most} influence", most=rules.MOST_BID)
        return [self.verbs["bid"].read(words)]

    def read_lobby(self, s: State, words: Sequence[str]) -> list[int]:
        if len(words) == 1 and words[0][:1] in ("+", "-"):
            influence = number(words[0][1:])
            if words[0][0] == "+" and influence > rules.MOST_BOUGHT:
                raise Illegal("you can buy at most {most} at once", most=rules.MOST_BOUGHT)
            if words[0][0] == "-" and influence > rules.MOST_SOLD:
                raise Illegal("you can sell at most {most} at once", most=rules.MOST_SOLD)
        return [self.verbs["lobby"].read(words)]

    # --- Lines of several actions, and the one with a word that may be left out ---------------

    def read_tax(self, s: State, words: Sequence[str]) -> list[int]:
        line = " ".join(["tax", *words])
        if line not in TAXES:
            raise Malformed("this line is written {forms}", forms=" or ".join(TAXES))
        return [rules.TAX + TAXES.index(line)]

    def read_order(self, s: State, words: Sequence[str]) -> list[int]:
        if s.phase != Phase.ORDER:
            raise Illegal("the turn order is drawn once, at the start")
        if sorted(words) != list(SEAT.tokens[: s.players]):
            raise Illegal("each of the seats 1 to {players} comes once", players=s.players)
        return [rules.SEAT + SEAT.index(word) for word in words]

    def read_land(self, s: State, words: Sequence[str]) -> list[int]:
        lands = [rules.LAND + LAND.index(word) for word in words]
        if s.phase != Phase.LAND:
            raise Illegal("no land is revealed now")
        if len(words) != s.to_draw:
            raise Illegal(
                "lands to reveal now: {due}, not {count}", due=s.to_draw, count=len(words)
            )
        return lands

    def read_permits(self, s: State, words: Sequence[str]) -> list[int]:
        permits = [rules.PERMIT + PERMIT.index(word) for word in words]
        if s.phase != Phase.PERMITS:
            raise Illegal("no permits are revealed now")
        if len(words) != s.to_draw:
            raise Illegal(
                "permits to reveal now: {due}, not {count}", due=s.to_draw, count=len(words)
            )
        return permits

    def read_bottom(self, s: State, words: Sequence[str]) -> list[int]:
        permits = [PERMIT.index(word) for word in words]
        left = [permit for permit, cards in enumerate(s.revealed) for _ in range(cards)]
        if not permits:
            raise Malformed("this line is written “{form}”", form="bottom permit …")
        if sorted(permits) != left:
            names = " ".join(PERMITS[permit] for permit in left)
            raise Illegal(
                "what is left of the revealed permits goes under the deck: {permits}",
                permits=names or "nothing",
            )
        return [rules.BOTTOM + permit for permit in permits]

    def write_several(self, s: State, actions: Sequence[int]) -> str:
        first = actions[0]
        if rules.TAX <= first < rules.CAMPAIGN:
            return TAXES[first - rules.TAX]
        if rules.BOTTOM <= first < rules.HEALTH_ADD:
            return " ".join(["bottom", *(PERMITS[action - rules.BOTTOM] for action in actions)])
        if first < rules.LAND:
            return " ".join(["order", *(SEAT.tokens[action - rules.SEAT] for action in actions)])
        if first < rules.PERMIT:
            return " ".join(["land", *(SPACES[action - rules.LAND] for action in actions)])
        return " ".join(["permits", *(PERMITS[action - rules.PERMIT] for action in actions)])

    # --- Why not ------------------------------------------------------------------------------

    def refuse(self, s: State, action: int) -> NoReturn:
        if action >= rules.PERMIT:
            _refuse_permit(s, action - rules.PERMIT)
        if action >= rules.LAND:
            raise Illegal("{land} is not in the land deck", land=SPACES[action - rules.LAND])
        if rules.actor(s) == CHANCE:
            raise Illegal("something is drawn first")
        if s.phase == Phase.BID:
            _refuse_bid(s, action)
        if s.phase == Phase.KEEP:
            _refuse_answer(s, action)
        if s.phase == Phase.ACTIVATE:
            _refuse_activation(s, action)
        if s.phase == Phase.SURVEY:
            _refuse_survey(s, action)
        if s.phase in (Phase.USE, Phase.BOTTOM):
            _refuse_use(s, action)
        _refuse_set_up(s, action)


def _refuse_permit(s: State, permit: int) -> NoReturn:
    if sum(s.pool) == 0:
        raise Illegal("cards put under the deck come up in the order they went there")
    raise Illegal("no {permit} is left in the shuffled deck", permit=PERMITS[permit])


def _refuse_bid(s: State, action: int) -> NoReturn:
    if not rules.BID <= action < rules.KEEP:
        raise Illegal("the {office} is up for bids: pass or bid", office=OFFICE_TITLES[s.office])
    if action - rules.BID < s.high:
        raise Illegal("the highest bid is {high}: match it, bid more or pass", high=s.high)
    raise Illegal("you hold {held} influence", held=s.influence[s.bidder])


def _refuse_answer(s: State, action: int) -> NoReturn:
    if action == rules.KEEP:
        raise Illegal(
            "you hold {held} influence and cannot pay {high}: accept a bid",
            held=s.influence[s.staffer[s.office]],
            high=s.high,
        )
    if not rules.ACCEPT <= action < rules.ACTIVATE:
        raise Illegal(
            ("keep the {office}, or accept the highest bid"), office=OFFICE_TITLES[s.office]
        )
    bidders = [str(seat + 1) for seat in range(s.players) if rules.can_accept(s, seat)]
    if not bidders:
        raise Illegal("everybody passed: you keep the {office}", office=OFFICE_TITLES[s.office])
    raise Illegal("the highest bid is by seat {seats}", seats=" and ".join(bidders))


def _refuse_activation(s: State, action: int) -> NoReturn:
    if rules.ACTIVATE <= action < rules.SEARCH:
        office = OFFICE_TITLES[action - rules.ACTIVATE]
        raise Illegal("there is a staffer on the {office} already", office=office)
    free = [name for office, name in enumerate(OFFICES) if s.staffer[office] == NOBODY]
    raise Illegal("activate an office first: {offices}", offices=", ".join(free))


def _refuse_survey(s: State, action: int) -> NoReturn:
    if not rules.SEARCH <= action < rules.REVEAL:
        raise Illegal("search the land deck for 1 influence, or reveal its top card")
    if s.owner[action - rules.SEARCH] != IN_DECK:
        raise Illegal("{land} is not in the land deck", land=SPACES[action - rules.SEARCH])
    raise Illegal("a search costs 1 influence, and you have none")


def _refuse_use(s: State, action: int) -> NoReturn:
    first, last, sentence = USES[s.office]
    if not first <= action < last:
        raise Illegal(sentence)
    if s.office == Office.TAX:
        if action == rules.TAX_TRIPLE:
            raise Illegal("on approval space 1 you may double, not triple")
        raise Illegal("you may double only on approval space 1: here you may triple")
    if s.office == Office.CAMPAIGN:
        raise Illegal("you have ${money}", money=s.money[s.controller])
    if s.office == Office.SURVEYOR:
        _refuse_purchase(s, action - rules.BUY)
    if s.office == Office.LOBBYIST:
        _refuse_trade(s, action - rules.LOBBY)
    _refuse_zoning(s, action)


USES = {
    Office.TAX: (
        rules.TAX,
        rules.CAMPAIGN,
        "you control the Tax Assessor: tax, tax triple or tax double",
    ),
    Office.CAMPAIGN: (
        rules.CAMPAIGN,
        rules.BUY,
        "you control the Campaign Manager: campaign 0, 10, 30 or none",
    ),
    Office.SURVEYOR: (
        rules.BUY,
        rules.SELL,
        "you control the Surveyor: buy land on offer, or buy none",
    ),
    Office.LOBBYIST: (
        rules.SELL,
        rules.TAKE,
        "you control the Lobbyist: lobby +n, lobby -n or lobby 0",
    ),
    Office.ZONING: (
        rules.TAKE,
        rules.HEALTH_ADD,
        "you control the Zoning Board: take, build or bottom",
    ),
    Office.HEALTH: (
        rules.HEALTH_ADD,
        rules.DRAFT,
        "you control the Health Commissioner: health +3 or health double",
    ),
}


def _refuse_purchase(s: State, space: int) -> NoReturn:
    if s.owner[space] != ON_OFFER:
        raise Illegal("{land} is not on offer", land=SPACES[space])
    raise Illegal(
        "{land} costs ${price}: ${there} lies on it and you have ${money}",
        land=SPACES[space],
        price=rules.LAND_PRICE,
        there=s.land_money[space],
        money=s.money[s.controller],
    )


def _refuse_trade(s: State, influence: int) -> NoReturn:
    if influence > 0:
        raise Illegal(
            "that costs ${price}, and you have ${money}",
            price=influence * rules.INFLUENCE_PRICE,
            money=s.money[s.controller],
        )
    raise Illegal("you hold {held} influence", held=s.influence[s.controller])


def _refuse_zoning(s: State, action: int) -> NoReturn:
    if s.phase == Phase.BOTTOM:
        raise Illegal("put the revealed permits under the deck")
    if action < rules.BUILD:
        if s.built:
            raise Illegal("after building one you build another: you cannot take a permit")
        raise Illegal("no {permit} is revealed", permit=PERMITS[action - rules.TAKE])
    if action >= rules.BOTTOM:
        if s.taken:
            raise Illegal("take a second permit, or build one: you have room for it")
        raise Illegal("take a permit or build first")
    _refuse_build(s, s.controller, *divmod(action - rules.BUILD, rules.NSPACES))


def _refuse_build(s: State, seat: int, permit: int, space: int) -> NoReturn:
    if s.owner[space] != seat:
        raise Illegal("{land} is not yours", land=SPACES[space])
    if s.permit[space] != NO_PERMIT:
        raise Illegal("{land} is already built on", land=SPACES[space])
    raise Illegal("you have no {permit} permit", permit=PERMITS[permit])


def _refuse_set_up(s: State, action: int) -> NoReturn:
    if s.phase == Phase.DRAFT:
        if rules.DRAFT <= action < rules.RETURN:
            raise Illegal("{land} is not on offer", land=SPACES[action - rules.DRAFT])
        raise Illegal("take one of the lands on offer first")
    if s.phase == Phase.FIRST_BUILD:
        if rules.BUILD <= action < rules.BOTTOM:
            permit, space = divmod(action - rules.BUILD, rules.NSPACES)
            _refuse_build(s, rules.in_turn(s), permit, space)
        raise Illegal("build one of your permits on land of your own first")
    if rules.RETURN <= action < rules.SEAT:
        raise Illegal("you have built that one: return one of the other two")
    raise Illegal("return one of your two permits first")
