"""City Hall in a terminal: the boroughs in letters, moves and what follows from them in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from twohalls.games.cityhall import events as told
from twohalls.games.cityhall import rules as own_rules
from twohalls.games.cityhall.board import DEFAULT, ENDORSEMENT_VOTES, NEIGHBOURS, PERMITS, SPACES
from twohalls.games.cityhall.rules import (
    CAMPAIGN_PRICES,
    HEALTH_BONUS,
    INFLUENCE_PRICE,
    INFLUENCE_WORTH,
    LAND_PRICE,
    POPULATION_GAINS,
    TAX_A_FACTORY,
    TAX_A_TOWER,
)
from twohalls.kernel.events import Event, Happened
from twohalls.kit.canvas import WIDTH, Canvas, Word, clipped, columns, named, rows_of, seat_style
from twohalls.kit.terminal import Seen, Terminal

LOT = (13, 3)
PLAN_SIZE = (79, 19)
OFFICES_AT = (15, 8)
DECKS_AT = (41, 7)
BRIDGES_ROOM = 15
LONGEST_TRACK = 12

OFFICES = {
    "tax": "Tax Assessor",
    "surveyor": "Surveyor",
    "campaign": "Campaign Manager",
    "lobbyist": "Lobbyist",
    "zoning": "Zoning Board",
    "deputy": "Deputy Mayor",
    "health": "Health Commissioner",
}
PERMIT_STYLES = dict(zip(PERMITS, ("red", "cyan", "yellow", "green"), strict=True))

MOVES = {
    "draft": ("draft LAND", "take land on offer, with the money on it"),
    "build": ("build PERMIT LAND", "build a permit from your hand on empty land of yours"),
    "return": ("return PERMIT", "put a permit under the deck, unseen"),
    "activate": ("activate OFFICE", "put a staffer there and take the influence on it"),
    "search": ("search LAND", "pay 1 influence and choose the land card to reveal"),
    "reveal": ("reveal", "reveal the top land card"),
    "pass": ("pass", "do not bid for the office"),
    "bid": ("bid INFLUENCE", "match the highest bid or bid more"),
    "keep": ("keep", "keep the office and pay the highest bid to the bank"),
    "accept": ("accept SEAT", "give the office to a highest bidder and take the bid"),
    "tax": ("tax, tax triple, tax double", "collect; triple costs an approval space"),
    "campaign": (
        "campaign PRICE",
        "advance 1 space for ${}, 2 for ${}, 3 for ${}; or none".format(*CAMPAIGN_PRICES),
    ),
    "buy": (
        "buy LAND",
        f"buy land on offer for ${LAND_PRICE}, the money on it included; or none",
    ),
    "lobby": (
        "lobby +N, -N or 0",
        f"buy influence at ${INFLUENCE_PRICE} each or sell it at ${INFLUENCE_WORTH} each",
    ),
    "take": ("take PERMIT", "take one of the revealed permits into your hand"),
    "bottom": ("bottom PERMIT …", "put the revealed permits left under the deck, in this order"),
    "health": (f"health +{HEALTH_BONUS}, health double", "how your own stars count"),
}

GAINS = ", ".join(f"+{gain}" for gain in POPULATION_GAINS if gain)
RULES = f"""\
A turn. Activate an office without a staffer and take the influence on it. Each opponent in turn \
passes, matches or raises; then you keep the office for the highest bid, paid to the bank, or \
give it to a highest bidder and take the bid. Whoever gets it uses it. Every round each player \
has one turn (with two players: two); offices nobody activates gather influence.

Offices. Tax Assessor: $1 for each of your people, ${TAX_A_TOWER} a Tower, ${TAX_A_FACTORY} \
a Factory; three times that for an approval space. Campaign Manager: up the approval track for \
money. Surveyor: a land card is revealed, then buy a land for ${LAND_PRICE}. Lobbyist: influence \
for your approval, then buy or sell some. Zoning Board: of three revealed permits take two, or \
take one and build one, or build two from your hand. Deputy Mayor: first in the next \
round. Health Commissioner: everyone's stars are ranked; population {GAINS}.

Stars. Housing, Towers and Factories get stars from what stands beside them, across bridges too, \
and 1 in Manhattan; at most 5, 3 and 1. A Park moves its owner up the approval track: a space for \
every two buildings beside it, then one for each new one.

The end. Each permit built moves the star. When the star or a player reaches the last approval \
space, the next round is the final one: all seven offices are activated. Votes are approval times \
population, and {ENDORSEMENT_VOTES} for each endorsement: the most of something, alone."""


# --- The board -------------------------------------------------------------------------------


def board_text(seen: Seen, width: int = WIDTH, rules: Any = None) -> Text:
    """Everything this seat sees, as a map or, on other boards and narrow screens, as a list."""
    rules = rules or own_rules
    if width <= PLAN_SIZE[0] or rules.NEIGHBOURS != NEIGHBOURS:
        return list_text(seen, rules)
    track = _revealed(seen).append_text(_track(seen, rules))
    return Text("\n\n").join([_map(seen), track, _players(seen), _election(seen)])


def list_text(seen: Seen, rules: Any = None) -> Text:
    """The same without a map: a line a land, then a line an office."""
    rules = rules or own_rules
    lands = Text("\n").join(_land_line(seen, space, rules) for space in SPACES)
    offices = Text("\n").join(_office_line(seen, office) for office in OFFICES)
    decks = Text("\n").join(Text(row) for row in _decks(seen))
    track = _revealed(seen).append_text(_track(seen, rules))
    return Text("\n\n").join([lands, offices, decks, track, _players(seen), _election(seen)])


def _map(seen: Seen) -> Text:
    canvas = Canvas(*PLAN_SIZE)
    for column, row in DEFAULT["spaces"].values():
        x, y = column * LOT[0], row * LOT[1]
        canvas.box(x, y, x + LOT[0], y + LOT[1], style="dim")
    for space, (column, row) in DEFAULT["spaces"].items():
        for line, words in enumerate(_lot(seen, space), 1):
            canvas.write(column * LOT[0] + 2, row * LOT[1] + line, words)
    x, y = OFFICES_AT
    canvas.write(x, y, [Word("Office    infl staffer", "bold")])
    for line, (office, there) in enumerate(seen["offices"].items(), y + 1):
        canvas.write(x, line, _office_words(seen, office, there))
    bridges = ["-".join(bridge["ends"]) for bridge in DEFAULT["bridges"]]
    for line, row in enumerate(rows_of([Word(ends) for ends in bridges], BRIDGES_ROOM), y + 9):
        canvas.write(x, line, [Word("Bridges", "bold") if line == y + 9 else Word(" " * 7), *row])
    x, y = DECKS_AT
    for line, letters in enumerate(_decks(seen), y):
        canvas.write(x, line, [Word(letters)])
    return canvas.text()


def _lot(seen: Seen, space: str) -> Iterator[list[Word]]:
    """The rows that stand on a land: its name and owner, its permit and stars, its price."""
    land = seen["lands"][space]
    owner = land["owner"]
    if owner is None and not land["offered"]:
        yield [Word(space, "dim")]
        return
    yield [Word(space, "bold"), *([Word(f"seat {owner}", seat_style(owner))] if owner else [])]
    if land["permit"]:
        yield [*_building(land)]
    elif land["offered"]:
        yield [Word("offer", "reverse"), Word(f"${land['money']}")]


def _building(land: Mapping[str, Any]) -> Iterator[Word]:
    yield Word(land["permit"].capitalize(), PERMIT_STYLES[land["permit"]])
    if land["permit"] != "park":
        yield Word(f"{land['stars']}★")


def _office_words(seen: Seen, office: str, there: Mapping[str, Any]) -> Iterator[Word]:
    now = office == seen["office"]
    yield Word(f"{office:9}", "reverse" if now else "")
    yield Word(f"{there['influence'] or '':>4}")
    if there["staffer"]:
        yield Word(f"seat {there['staffer']}", seat_style(there["staffer"]))


def _decks(seen: Seen) -> list[str]:
    final = " (final)" if seen["final_round"] else ""
    when = f"Round {seen['round']}{final}" if seen["round"] else "Set-up"
    order = " ".join(map(str, seen["turn_order"])) or "not drawn"
    decks = seen["decks"]
    return [
        f"{when}, turn order {order}",
        f"In the decks: land {decks['land']}, permits {decks['permits']}",
    ]


def _revealed(seen: Seen) -> Text:
    permits = seen["revealed_permits"]
    return Text(f"Permits revealed: {' '.join(permits)}\n" if permits else "")


def _land_line(seen: Seen, space: str, rules: Any) -> Text:
    row = Text(no_wrap=False)
    for words in _lot(seen, space):
        for word in words:
            row.append(word.letters, word.style).append(" ")
    index = SPACES.index(space)
    beside = rules.NEIGHBOURS[index][: rules.NEIGHBOURS_OF[index]]
    row.rstrip()
    return row.append(f", next to {' '.join(SPACES[other] for other in beside)}", "dim")


def _office_line(seen: Seen, office: str) -> Text:
    there = seen["offices"][office]
    row = Text(OFFICES[office], "bold").append(f" {there['influence']} influence", "not bold")
    if there["staffer"]:
        row.append(f", staffer of seat {there['staffer']}", "not bold")
    return row


def _track(seen: Seen, rules: Any) -> Text:
    """The approval track with the star and the seats on it."""
    track = rules.APPROVAL
    if len(track) > LONGEST_TRACK:
        return Text(f"The star is on space {seen['star_space']} of {len(track)}.")
    rows = [Text("Approval", "bold"), Text("rating"), Text("who")]
    for row in rows:
        row.pad_right(10 - len(row))
    for space, rating in enumerate(track, 1):
        there = [p["seat"] for p in seen["players"] if p["approval_space"] == space]
        rows[0].append(f"{space:<6}", "bold")
        rows[1].append(f"{rating:<6}", "not bold")
        rows[2].append("★" if seen["star_space"] == space else "", "bold yellow")
        for seat in there:
            rows[2].append(str(seat), seat_style(seat))
        rows[2].pad_right(6 - len(there) - (seen["star_space"] == space))
    for row in rows:
        row.rstrip()
    return Text("\n").join(rows)


def _players(seen: Seen) -> Text:
    head = (
        ("    Player", 20, "bold"),
        ("Rating", -6, "bold"),
        ("Popul.", -8, "bold"),
        ("Votes", -7, "bold"),
        ("Stars", -7, "bold"),
        ("Money", -8, "bold"),
        ("Infl.", -7, "bold"),
        ("  Permits", 16, "bold"),
    )
    return Text("\n").join([columns(head), *(_player(seen, p) for p in seen["players"])])


def _player(seen: Seen, player: Mapping[str, Any]) -> Text:
    seat = player["seat"]
    money, influence = player["money"], player["influence"]
    return columns(
        [
            (">" if seat in seen["awaited"] else "", 2, "bold"),
            (str(seat), 2, seat_style(seat)),
            (player["name"], 16, seat_style(seat)),
            (str(player["approval"]), -6, ""),
            (str(player["population"]), -8, ""),
            (str(player["own_votes"]), -7, "bold"),
            (str(player["stars"]), -7, ""),
            ("?" if money is None else f"${money}", -8, ""),
            ("?" if influence is None else str(influence), -7, ""),
            (f"  {_hand(player)}", 16, ""),
        ]
    )


def _hand(player: Mapping[str, Any]) -> str:
    """The permits held: by letter and number where they are seen, else how many."""
    if player["permits"] is None:
        count = player["permit_count"]
        return "1 card" if count == 1 else f"{count} cards"
    held = [f"{permit[0].upper()}{n}" for permit, n in player["permits"].items() if n]
    return " ".join(held) or "none"


def _election(seen: Seen) -> Text:
    """Who has which endorsement as things stand."""
    names = [clipped(player["name"], 16) for player in seen["players"]]
    held = []
    for item in seen["endorsements"].values():
        if item["leader"]:
            held.append(f"{item['most']} {names[item['leader'] - 1]}")
        elif None in item["figures"]:
            held.append(f"{item['most']} ?")
    text = Text("Endorsements for the most ", "dim").append("; ".join(held) or "nobody yet")
    key = "H Housing, T Tower, F Factory, P Park; votes without endorsements"
    return text.append(f"\n{key}", "dim")


# --- What is going on ------------------------------------------------------------------------


def scene(seen: Seen) -> tuple[object, ...]:
    """The board is worth another look when this changes."""
    if seen["round"] == 0:
        return 0, seen["phase"]
    builds = seen["phase"] in ("use", "bottom") and seen["office"] in ("zoning", "surveyor")
    return seen["round"], builds and seen["office"]


def hides_hands(seen: Seen) -> bool:
    """Money, influence and permits stand behind screens; permits always do."""
    return not seen["over"]


def task(seen: Seen, seat: int, legal: Sequence[str]) -> str:
    """What a seat is to do now, in a sentence or two."""
    player = seen["players"][seat - 1]
    if seen["phase"] in ("bid", "keep"):
        return f"{_auction(seen)} {_purse(player)}"
    if seen["phase"] == "use":
        return f"You control the {OFFICES[seen['office']]}: {_use(seen, player)}"
    return {
        "draft": "Take one of the lands on offer, free, with the money on it.",
        "build": f"Build one of your permits on your land. You have {_cards(player)}.",
        "return": f"Put one of your permits under the deck, unseen. You have {_cards(player)}.",
        "activate": f"{_decks(seen)[0]}. Activate an office. {_purse(player)}",
        "survey": f"Reveal the top land card, or pay 1 influence to choose it. {_purse(player)}",
        "bottom": "Put the revealed permits that are left under the deck.",
    }[seen["phase"]]


def _purse(player: Mapping[str, Any]) -> str:
    return f"You have ${player['money']} and {player['influence']} influence."


def _cards(player: Mapping[str, Any]) -> str:
    held = [f"{n} {permit.capitalize()}" for permit, n in player["permits"].items() if n]
    return named(held or ["none"])


def _auction(seen: Seen) -> str:
    auction = seen["auction"]
    names = [player["name"] for player in seen["players"]]
    bids = [
        f"{names[int(seat) - 1]} {'passed' if bid is None else f'bid {bid}'}"
        for seat, bid in auction["bids"].items()
    ]
    activating = names[auction["activating"] - 1]
    office = OFFICES[seen["office"]]
    if seen["phase"] == "keep":
        return f"{named(bids)}. Keep the {office} for {auction['highest']}, or give it away?"
    so_far = f"{named(bids)}; the highest bid is {auction['highest']}." if bids else ""
    return f"{activating} activated the {office}. {so_far or 'Nobody has bid yet.'}"


def _prices() -> str:
    first, second, third = CAMPAIGN_PRICES
    return f"${first}, ${second} or ${third}"


def _use(seen: Seen, player: Mapping[str, Any]) -> str:
    return {
        "tax": "collect your taxes, as they are or multiplied.",
        "campaign": f"advance 1, 2 or 3 spaces for {_prices()}, or none. {_purse(player)}",
        "surveyor": f"you may buy land on offer for ${LAND_PRICE}. {_purse(player)}",
        "lobbyist": f"{MOVES['lobby'][1]}. {_purse(player)}",
        "zoning": f"take permits and build. In your hand: {_cards(player)}.",
        "health": f"your stars are {player['stars']}: add {HEALTH_BONUS}, or double them.",
    }[seen["office"]]


# --- In words --------------------------------------------------------------------------------


def predicate(happened: Happened, names: Sequence[str]) -> str:
    """What a seat did, to follow its name; for chance a sentence."""
    match happened.events[0]:
        case told.TurnOrderDrawn(seats=seats):
            return f"The turn order is {named([names[seat - 1] for seat in seats])}."
        case told.LandRevealed():
            lands = [e.land for e in happened.events if isinstance(e, told.LandRevealed)]
            return f"Revealed: {named(lands)}."
        case told.PermitRevealed():
            permits = [e.permit for e in happened.events if isinstance(e, told.PermitRevealed)]
            return f"Permits revealed: {named([permit.capitalize() for permit in permits])}."
        case told.PermitPutUnder():
            under = [e.permit for e in happened.events if isinstance(e, told.PermitPutUnder)]
            return f"puts {named([_one(permit) for permit in under])} under the deck"
    return _set_up(happened) or _bidding(happened, names) or _using(happened)


def _set_up(happened: Happened) -> str:
    match happened.events[0]:
        case told.LandDrafted(land=land, money=money):
            return f"takes {land}" + (f" with ${money}" if money else "")
        case told.PermitBuilt(permit=permit, land=land):
            return f"builds {_one(permit)} on {land}"
        case told.PermitReturned(permit=permit):
            return f"returns {_one(permit) if permit else 'a permit'}"
    return ""


def _bidding(happened: Happened, names: Sequence[str]) -> str:
    match happened.events[0]:
        case told.OfficeActivated(office=office, influence=influence):
            taken = f" and takes {influence} influence" if influence else ""
            return f"activates the {OFFICES[office]}{taken}"
        case told.DeckSearched(land=land):
            return f"searches the land deck and reveals {land}"
        case told.TopRevealed():
            return "reveals the top land card"
        case told.BidPassed():
            return "passes"
        case told.BidMade(influence=influence):
            return f"bids {influence}"
        case told.OfficeKept(influence=influence):
            return f"keeps it for {influence}" if influence else "keeps it"
        case told.OfficeGiven(to=to, influence=influence):
            return f"gives it to {names[to - 1]}" + (f" for {influence}" if influence else "")
    return ""


def _using(happened: Happened) -> str:
    match happened.events[0]:
        case told.TaxesCollected(times=times, money=money):
            return f"collects {('the', 'double', 'triple')[times - 1]} tax: ${money}"
        case told.Campaigned(money=money):
            return f"campaigns for ${money}"
        case told.NotCampaigned():
            return "does not campaign"
        case told.LandBought(land=land, paid=paid):
            return f"buys {land} for ${paid}" if paid >= 0 else f"buys {land} and gains ${-paid}"
        case told.NothingBought():
            return "buys no land"
        case told.InfluenceBought(influence=influence, money=money):
            return f"buys {influence} influence for ${money}"
        case told.InfluenceSold(influence=influence, money=money):
            return f"sells {influence} influence for ${money}"
        case told.NothingTraded():
            return "neither buys nor sells influence"
        case told.PermitTaken(permit=permit):
            return f"takes {_one(permit)}"
        case told.StarsCounted(doubled=doubled, bonus=bonus):
            return "counts every star twice" if doubled else f"counts {bonus} extra stars"
    return ""


def _one(permit: str) -> str:
    return "Housing" if permit == "housing" else f"a {permit.capitalize()}"


def outcome(happened: Happened, names: Sequence[str]) -> list[str]:
    """What the rules made of a line: approval, population, the star, rounds, the election."""
    sentences: list[str] = []
    for kind, same in groupby(happened.events, key=type):
        if kind is told.PeopleGained:
            sentences += _grown(same, names)
        else:
            sentences += [text for event in same if (text := _followed(event, names))]
    return sentences


def _grown(gains: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    gained = [
        f"{names[gain.seat - 1]} +{gain.people}"
        for gain in gains
        if isinstance(gain, told.PeopleGained) and gain.people
    ]
    if gained:
        yield f"Population: {', '.join(gained)}."


def _followed(event: Event, names: Sequence[str]) -> str:
    match event:
        case told.ApprovalMoved(seat=seat, spaces=spaces, space=space) if spaces:
            way = "up" if spaces > 0 else "down"
            return f"{names[seat - 1]} goes {way} to approval space {space}."
        case told.StarMoved(space=space):
            return f"The star moves to space {space}."
        case told.RatingTaken(seat=seat, influence=influence):
            return f"{names[seat - 1]} takes {influence} influence for the rating."
        case told.RoundBegan(round=number, seats=seats, final=final):
            order = " ".join(map(str, seats))
            last = " This is the final round: all seven offices are activated." if final else ""
            return f"Round {number} begins, turn order {order}.{last}"
        case told.Endorsed(most=most, seat=to):
            return f"Endorsement for the most {most}: {names[to - 1] if to else 'nobody'}."
        case told.MayorElected(seat=seat, tied=tied) if tied:
            return f"A tie: {names[seat - 1]} is nearest the front of the turn order."
    return ""


class CityHallTerminal(Terminal):
    """City Hall in letters."""

    RULES = RULES
    MOVES = MOVES
    board_text = staticmethod(board_text)
    list_text = staticmethod(list_text)
    scene = staticmethod(scene)
    hides_hands = staticmethod(hides_hands)
    task = staticmethod(task)
    predicate = staticmethod(predicate)
    outcome = staticmethod(outcome)


TERMINAL = CityHallTerminal()
