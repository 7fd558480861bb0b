"""The rules of City Hall, a function a rule, over a state `s` (see `kernel/rules.py`).

Seats count from 0 clockwise, spaces of the approval track from 0, rounds from 1 (0: set-up).
"""

from enum import IntEnum

from twohalls.games.cityhall.board import (
    APPROVAL,
    ENDORSED_FOR,
    ENDORSEMENT_VOTES,
    LAND_BONUS,
    LANDS_OF,
    LAST_SPACE,
    MAX_STARS,
    MOST_PERMITS,
    NEIGHBOURS,
    NEIGHBOURS_OF,
    PERMIT_CARDS,
    POPULATION_END,
    STAR_START,
    STARS_FROM,
)
from twohalls.games.cityhall.board import (
    ENDORSEMENTS as ENDORSEMENTS,
)
from twohalls.games.cityhall.events import (
    ApprovalMoved,
    BidMade,
    BidPassed,
    Campaigned,
    DeckSearched,
    DeputyNamed,
    DeputySeated,
    Endorsed,
    InfluenceBought,
    InfluencePut,
    InfluenceSold,
    LandBought,
    LandDrafted,
    LandRevealed,
    MayorElected,
    MoneyPut,
    NotCampaigned,
    NothingBought,
    NothingTraded,
    OfficeActivated,
    OfficeGiven,
    OfficeKept,
    PeopleGained,
    PermitBuilt,
    PermitPutUnder,
    PermitReturned,
    PermitRevealed,
    PermitTaken,
    RatingTaken,
    RoundBegan,
    StarMoved,
    StarsCounted,
    TaxesCollected,
    TopRevealed,
    TurnOrderDrawn,
    VotesCounted,
)
from twohalls.kernel.chance import draw
from twohalls.kernel.events import tell
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.seen import beside, mark, put, put_row, put_seats, seat_at
from twohalls.kernel.sets import also, bit_count, lowest, span

PLAYERS = (2, 4)
OPTIONS = {"open_hands": ("off", "on")}

START_MONEY = 10
START_INFLUENCE = 3
LAST_EXTRA_INFLUENCE = 1
ROUND_INFLUENCE = 1
OFFICE_INFLUENCE = 1
SEARCH_PRICE = 1
MONEY_ON_OFFER = 5
LAND_PRICE = 20
LANDS_TO_DRAFT_FROM = 3
PERMITS_REVEALED = 3
TAX_A_TOWER = 3
TAX_A_FACTORY = 7
CAMPAIGN_PRICES = (0, 10, 30)
INFLUENCE_PRICE = 10
INFLUENCE_WORTH = 7
HEALTH_BONUS = 3
BUILDINGS_A_SPACE = 2
POPULATION_GAINS = (4, 2, 1, 0)

NSEATS = 4
NSPACES = 22
NPERMITS = 4
NBUILDINGS = 3
NOFFICES = 7

NOBODY = -1
ON_OFFER = -1
IN_DECK = -2
NO_PERMIT = -1
UNKNOWN = -2
NO_BID = -1

# Under the permit deck: from this on not a kind of permit, but the card a seat returned unseen.
RETURNED_BY = 8


class Phase(IntEnum):
    ORDER = 0
    LAND = 1
    PERMITS = 2
    DRAFT = 3
    FIRST_BUILD = 4
    RETURN = 5
    ACTIVATE = 6
    SURVEY = 7
    BID = 8
    KEEP = 9
    USE = 10
    BOTTOM = 11
    DONE = 12


class Permit(IntEnum):
    HOUSING = 0
    TOWER = 1
    FACTORY = 2
    PARK = 3


class Office(IntEnum):
    TAX = 0
    SURVEYOR = 1
    CAMPAIGN = 2
    LOBBYIST = 3
    ZONING = 4
    DEPUTY = 5
    HEALTH = 6


class Figure(IntEnum):
    """What endorsements are given for: from BUILT on a kind of permit, from LAND on a borough."""

    MONEY = 0
    INFLUENCE = 1
    BUILT = 2
    LAND = 6


# Money and influence have no end (C1), so they are wide; `kept` and `returned` are the secrets.
# Sets of lands have a bit for each: `deck` and `offered` those still to be had, `owned` those of a
# seat, `standing` those on which a kind of permit is built.
FIELDS = {
    "money": ((NSEATS,), "int32"),
    "influence": ((NSEATS,), "int32"),
    "land_money": ((NSPACES,), "int32"),
    "office_influence": ((NOFFICES,), "int32"),
    "round": ((), "int32"),
    "deck": ((), "int32"),
    "offered": ((), "int32"),
    "owned": ((NSEATS,), "int32"),
    "standing": ((NPERMITS,), "int32"),
    "bids": ((NSEATS,), "int16"),
    "high": ((), "int16"),
    "population": ((NSEATS,), "int16"),
    "totals": ((NSEATS,), "int16"),
    "players": ((), "int8"),
    "open_hands": ((), "int8"),
    "phase": ((), "int8"),
    "in_line": ((), "int8"),
    "final": ((), "int8"),
    "turn": ((), "int8"),
    "order": ((NSEATS,), "int8"),
    "star": ((), "int8"),
    "approval": ((NSEATS,), "int8"),
    "owner": ((NSPACES,), "int8"),
    "permit": ((NSPACES,), "int8"),
    "stars": ((NSPACES,), "int8"),
    "hand": ((NSEATS, NPERMITS), "int8"),
    "kept": ((NSEATS,), "int8"),
    "returned": ((NSEATS,), "int8"),
    "first_built": ((NSEATS,), "int8"),
    "pool": ((NPERMITS,), "int8"),
    "under": ((MOST_PERMITS,), "int8"),
    "under_cards": ((), "int8"),
    "revealed": ((NPERMITS,), "int8"),
    "to_draw": ((), "int8"),
    "office": ((), "int8"),
    "staffer": ((NOFFICES,), "int8"),
    "bidder": ((), "int8"),
    "controller": ((), "int8"),
    "deputy": ((), "int8"),
    "taken": ((), "int8"),
    "built": ((), "int8"),
}

# Influence has no end but codes have: nobody bids or sells more than this at once, or buys more.
MOST_BID = 255
MOST_SOLD = 255
MOST_BOUGHT = 127

# Action codes: a verb's first code, then its arguments in mixed radix.
PASS = 0
BID = PASS + 1
KEEP = BID + MOST_BID + 1
ACCEPT = KEEP + 1
ACTIVATE = ACCEPT + NSEATS
SEARCH = ACTIVATE + NOFFICES
REVEAL = SEARCH + NSPACES
TAX = REVEAL + 1
TAX_TRIPLE = TAX + 1
TAX_DOUBLE = TAX + 2
CAMPAIGN = TAX + 3
CAMPAIGN_NONE = CAMPAIGN + 3
BUY = CAMPAIGN_NONE + 1
BUY_NONE = BUY + NSPACES
SELL = BUY_NONE + 1
LOBBY = SELL + MOST_SOLD
TAKE = LOBBY + MOST_BOUGHT + 1
BUILD = TAKE + NPERMITS
BOTTOM = BUILD + NPERMITS * NSPACES
HEALTH_ADD = BOTTOM + NPERMITS
HEALTH_DOUBLE = HEALTH_ADD + 1
DRAFT = HEALTH_DOUBLE + 1
RETURN = DRAFT + NSPACES
SEAT = RETURN + NBUILDINGS
LAND = SEAT + NSEATS
PERMIT = LAND + NSPACES
ACTIONS = PERMIT + NPERMITS
MOST_LEGAL = MOST_SOLD + MOST_BOUGHT + 1


# --- The kernel's questions ------------------------------------------------------------------


def new_game(s, players, options):
    """Set-up 1-3: everyone's money, influence and three permits; the rest is the permit deck."""
    s.players = players
    s.open_hands = options[0]
    s.star = STAR_START[players]
    s.office = NOBODY
    s.bidder = NOBODY
    s.controller = NOBODY
    s.deputy = NOBODY
    for office in range(NOFFICES):
        s.staffer[office] = NOBODY
    s.deck = (1 << NSPACES) - 1
    for space in range(NSPACES):
        s.owner[space] = IN_DECK
        s.permit[space] = NO_PERMIT
    for permit in range(NPERMITS):
        s.pool[permit] = PERMIT_CARDS[permit]
    for seat in range(NSEATS):
        s.order[seat] = NOBODY
        s.bids[seat] = NO_BID
        s.kept[seat] = NO_PERMIT
        s.returned[seat] = NO_PERMIT
        s.first_built[seat] = NO_PERMIT
    for seat in range(players):
        s.money[seat] = START_MONEY
        s.influence[seat] = START_INFLUENCE
        s.population[seat] = 1
        for building in range(NBUILDINGS):
            s.hand[seat][building] = 1
            s.pool[building] -= 1
    s.phase = Phase.ORDER


def actor(s):
    """Chance draws the turn order and the cards of both decks; all else has one seat to decide."""
    if s.phase == Phase.BID:
        return s.bidder
    if s.phase == Phase.USE or s.phase == Phase.BOTTOM:
        return s.controller
    if s.phase == Phase.DONE:
        return OVER
    if s.phase >= Phase.SURVEY:
        return s.staffer[s.office]
    if s.phase >= Phase.DRAFT:
        return in_turn(s)
    return CHANCE


def awaited(s, out):
    """Never more than the one who decides: bids are open, one after another."""
    out[0] = actor(s)
    return 1 if out[0] >= 0 else 0


def ask(s, seat):
    """Nobody ever decides at the same time as another."""


def legal(s, may):
    """All that the actor may do."""
    if s.phase == Phase.BID:
        legal_bids(s, may)
    elif s.phase == Phase.KEEP:
        legal_answers(s, may)
    elif s.phase == Phase.ACTIVATE:
        legal_offices(s, may)
    elif s.phase == Phase.USE:
        legal_uses(s, may)
    elif s.phase == Phase.BOTTOM:
        also(may, BOTTOM, kinds_in(s.revealed))
    elif s.phase == Phase.SURVEY:
        legal_surveys(s, may)
    elif s.phase == Phase.DRAFT:
        also(may, DRAFT, s.offered)
    elif s.phase == Phase.FIRST_BUILD:
        legal_builds(s, in_turn(s), may)
    elif s.phase == Phase.RETURN:
        also(may, RETURN, kinds_in(s.hand[in_turn(s)]))
    elif s.phase == Phase.LAND:
        also(may, LAND, s.deck)
    elif s.phase == Phase.PERMITS:
        legal_draws(s, may)
    else:
        legal_seats(s, may)


def chance_weights(s, out):
    """Every seat and every land card is as likely as another, permits by how many there are."""
    if s.phase == Phase.PERMITS and cards(s.pool) > 0:
        n = 0
        for permit in range(NPERMITS):
            if s.pool[permit] > 0:
                out[n] = s.pool[permit]
                n += 1
        return n
    n = 1
    if s.phase == Phase.ORDER:
        n = s.players - s.in_line
    elif s.phase == Phase.LAND:
        n = lands_left(s)
    for i in range(n):
        out[i] = 1
    return n


def apply(s, action):
    """Do one legal action of the actor."""
    if action < KEEP:
        answer_bid(s, action - BID if action >= BID else NO_BID)
    elif action == KEEP:
        keep(s)
    elif action < ACTIVATE:
        accept(s, action - ACCEPT)
    elif action < SEARCH:
        activate(s, action - ACTIVATE)
    elif action < REVEAL:
        search(s, action - SEARCH)
    elif action == REVEAL:
        reveal(s)
    elif action < TAKE:
        use_office(s, action)
    elif action < BUILD:
        take(s, action - TAKE)
    elif action < BOTTOM:
        build(s, (action - BUILD) // NSPACES, (action - BUILD) % NSPACES)
    elif action < HEALTH_ADD:
        bottom(s, action - BOTTOM)
    elif action < DRAFT:
        health(s, s.controller, action == HEALTH_DOUBLE)
        end_turn(s)
    elif action < RETURN:
        draft(s, action - DRAFT)
    elif action < SEAT:
        return_permit(s, action - RETURN)
    elif action < LAND:
        come_next(s, action - SEAT)
    elif action < PERMIT:
        draw_land(s, action - LAND)
    else:
        draw_permit(s, action - PERMIT)


def mid_line(s):
    """What chance reveals together, and what goes under the deck together, is one line."""
    return s.in_line > 0


def hide(s, seat):
    """Wipe which permits the others returned and kept, as long as it does not follow from play.

    Money and influence stay: every payment is open, so that they can be remembered. The order of
    the decks is nowhere in a state.
    """
    if s.phase != Phase.DONE:
        for other in range(s.players):
            if other != seat and s.kept[other] != NO_PERMIT:
                s.kept[other] = UNKNOWN
                s.returned[other] = UNKNOWN


def resample(s, seat, rng):
    """Each of the others may as well have returned the one as the other permit.

    What a seat has seen of another says nothing more about an open secret: whatever would, a build
    out of the kept card or the returned card coming up, ends it (see `reveal_secret`).
    """
    if s.phase != Phase.DONE:
        for other in range(s.players):
            if other != seat and s.kept[other] != NO_PERMIT:
                s.kept[other] = (s.first_built[other] + 1 + draw(rng, 2)) % NBUILDINGS
                s.returned[other] = third_building(s, other, s.kept[other])


def result(s, points, won):
    """Everybody's votes, and who is elected."""
    count_votes(s, points)
    for seat in range(s.players):
        won[seat] = 0
    won[elected(s, points)] = 1


# --- Set-up ----------------------------------------------------------------------------------


def legal_seats(s, may):
    """Whoever has no place in the turn order yet."""
    seats = (1 << s.players) - 1
    for place in range(s.in_line):
        seats &= ~(1 << s.order[place])
    also(may, SEAT, seats)


def come_next(s, seat):
    """Turn order is random; the last player takes 1 extra influence."""
    s.order[s.in_line] = seat
    s.in_line += 1
    if s.in_line == s.players:
        s.in_line = 0
        s.influence[seat] += LAST_EXTRA_INFLUENCE
        tell(s, TurnOrderDrawn, s.order[: s.players], seat, LAST_EXTRA_INFLUENCE)
        reveal_lands(s, LANDS_TO_DRAFT_FROM)


def reveal_lands(s, lands):
    s.phase = Phase.LAND
    s.to_draw = lands


def draw_land(s, space):
    """A land card is revealed: three at first, then one at a time."""
    offer(s, space)
    tell(s, LandRevealed, space)
    s.to_draw -= 1
    s.in_line += 1
    if s.to_draw == 0:
        s.in_line = 0
        if s.round == 0:
            s.phase = Phase.DRAFT
        else:
            open_bidding(s)


def draft(s, space):
    """A land with its money; $5 on the other two; a new card but after the very last pick."""
    seat = in_turn(s)
    s.money[seat] += s.land_money[space]
    tell(s, LandDrafted, seat, space, s.land_money[space])
    give_land(s, seat, space)
    put_money_on_offers(s)
    s.turn += 1
    if s.turn < s.players * (3 if s.players == 2 else 2):
        reveal_lands(s, 1)
    else:
        s.turn = 0
        s.phase = Phase.FIRST_BUILD


def offer(s, space):
    """A land leaves the deck and can be had."""
    s.owner[space] = ON_OFFER
    s.deck &= ~(1 << space)
    s.offered |= 1 << space


def give_land(s, seat, space):
    """A land on offer becomes a player's."""
    s.land_money[space] = 0
    s.owner[space] = seat
    s.offered &= ~(1 << space)
    s.owned[seat] |= 1 << space


def put_money_on_offers(s):
    lands = s.offered
    while lands != 0:
        space = lowest(lands)
        lands &= lands - 1
        s.land_money[space] += MONEY_ON_OFFER
        tell(s, MoneyPut, space, MONEY_ON_OFFER, s.land_money[space])


def first_build(s, permit, space):
    """Set-up 5: one building each and one permit returned, or two by turns with 2 players (C4).

    C5: these do not move the star.
    """
    seat = in_turn(s)
    place_permit(s, seat, permit, space)
    s.first_built[seat] = permit
    if s.players > 2:
        s.phase = Phase.RETURN
    else:
        end_set_up_turn(s, 4)


def return_permit(s, permit):
    """One of the two permits not built goes unseen under the deck; the other stays, as unseen."""
    seat = in_turn(s)
    for other in range(NBUILDINGS):
        if s.hand[seat][other] > 0:
            s.hand[seat][other] = 0
            if other != permit:
                s.kept[seat] = other
    s.returned[seat] = permit
    tell(s, PermitReturned, seat, permit)
    put_under(s, RETURNED_BY + seat)
    s.phase = Phase.FIRST_BUILD
    end_set_up_turn(s, s.players)


def end_set_up_turn(s, turns):
    s.turn += 1
    if s.turn == turns:
        s.turn = 0
        s.round = 1
        s.phase = Phase.ACTIVATE
        tell(s, RoundBegan, s.round, s.order[: s.players], 0, False)


# --- Rounds and turns ------------------------------------------------------------------------


def in_turn(s):
    """Who drafts, builds at set-up or activates an office; with 2 players two in a row (C17)."""
    if s.round > 0 and s.players == 2:
        return s.order[s.turn // 2 % 2]
    return s.order[s.turn % s.players]


def turns_in_round(s):
    """Once each, with 2 players twice; in the final round till all seven offices are activated.

    C17: with 2 players the final round, too, goes by twos.
    """
    if s.final:
        return NOFFICES
    return 4 if s.players == 2 else s.players


def end_turn(s):
    s.turn += 1
    s.office = NOBODY
    s.controller = NOBODY
    s.phase = Phase.ACTIVATE
    if s.turn == turns_in_round(s):
        if s.final:
            hold_election(s)
        else:
            start_round(s)


def start_round(s):
    """Deputy Mayor, influence for all and on idle offices, staffers back, is it the final round?"""
    seat_deputy(s)
    for seat in range(s.players):
        s.influence[seat] += ROUND_INFLUENCE
        if s.approval[seat] == LAST_SPACE:
            s.final = 1
    if s.star == LAST_SPACE:
        s.final = 1
    for office in range(NOFFICES):
        if s.staffer[office] == NOBODY:
            s.office_influence[office] += OFFICE_INFLUENCE
            tell(s, InfluencePut, office, OFFICE_INFLUENCE, s.office_influence[office])
        s.staffer[office] = NOBODY
    s.round += 1
    s.turn = 0
    tell(s, RoundBegan, s.round, s.order[: s.players], ROUND_INFLUENCE, s.final)


def seat_deputy(s):
    """Whoever controlled the Deputy Mayor moves to first place, the others keep their order."""
    if s.deputy != NOBODY:
        place = 0
        while s.order[place] != s.deputy:
            place += 1
        while place > 0:
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[0] = s.deputy
        tell(s, DeputySeated, s.deputy)
        s.deputy = NOBODY


def legal_offices(s, may):
    """An office that has no staffer."""
    offices = 0
    for office in range(NOFFICES):
        offices |= (1 if s.staffer[office] == NOBODY else 0) << office
    also(may, ACTIVATE, offices)


def activate(s, office):
    """Place a staffer, take the influence lying there, do what comes before the bidding."""
    seat = in_turn(s)
    s.staffer[office] = seat
    s.office = office
    s.influence[seat] += s.office_influence[office]
    tell(s, OfficeActivated, seat, office, s.office_influence[office])
    s.office_influence[office] = 0
    if office == Office.SURVEYOR and lands_left(s) > 0:
        s.phase = Phase.SURVEY
    elif office == Office.ZONING and permits_left(s) > 0:
        s.to_draw = min(PERMITS_REVEALED, permits_left(s))
        s.phase = Phase.PERMITS
    else:
        open_bidding(s)


# --- Before the bidding ----------------------------------------------------------------------


def lands_left(s):
    """C8: with an empty deck the Surveyor reveals nothing."""
    return bit_count(s.deck)


def legal_surveys(s, may):
    """Search for 1 influence, or reveal the top card."""
    if s.influence[s.staffer[s.office]] > 0:
        also(may, SEARCH, s.deck)
    also(may, REVEAL, 1)


def search(s, space):
    """For 1 influence the activating player chooses the land card to reveal."""
    s.influence[s.staffer[s.office]] -= SEARCH_PRICE
    offer(s, space)
    tell(s, DeckSearched, s.staffer[s.office], space, SEARCH_PRICE)
    open_bidding(s)


def reveal(s):
    """The top card of the land deck is revealed."""
    tell(s, TopRevealed, s.staffer[s.office])
    reveal_lands(s, 1)


def permits_left(s):
    """C9: the Zoning Board reveals fewer than three if the deck is short."""
    return cards(s.pool) + s.under_cards


def legal_draws(s, may):
    """A card of the shuffled part of the deck, then those put under it, in their order (C9)."""
    if cards(s.pool) > 0:
        also(may, PERMIT, kinds_in(s.pool))
    else:
        card = s.under[0]
        also(may, PERMIT + (s.returned[card - RETURNED_BY] if card >= RETURNED_BY else card), 1)


def draw_permit(s, permit):
    """The top permit of the deck is revealed."""
    if cards(s.pool) > 0:
        s.pool[permit] -= 1
    else:
        if s.under[0] >= RETURNED_BY:
            seat = s.under[0] - RETURNED_BY
            reveal_secret(s, seat, third_building(s, seat, permit))
        s.under_cards -= 1
        for i in range(s.under_cards):
            s.under[i] = s.under[i + 1]
        s.under[s.under_cards] = 0
    s.revealed[permit] += 1
    tell(s, PermitRevealed, permit)
    s.to_draw -= 1
    s.in_line += 1
    if s.to_draw == 0:
        s.in_line = 0
        open_bidding(s)


def put_under(s, card):
    s.under[s.under_cards] = card
    s.under_cards += 1


def reveal_secret(s, seat, kept):
    """Which permit a seat kept, and so which it returned, is plain to everybody from now on."""
    for i in range(s.under_cards):
        if s.under[i] == RETURNED_BY + seat:
            s.under[i] = third_building(s, seat, kept)
    s.hand[seat][kept] += 1
    s.kept[seat] = NO_PERMIT
    s.returned[seat] = NO_PERMIT


def third_building(s, seat, building):
    """Of the three a seat began with: neither the one it built at set-up nor this one."""
    return Permit.HOUSING + Permit.TOWER + Permit.FACTORY - s.first_built[seat] - building


# --- The auction -----------------------------------------------------------------------------


def open_bidding(s):
    """Clockwise from the activating player each opponent is asked once."""
    s.bidder = next_clockwise(s, s.staffer[s.office])
    s.phase = Phase.BID


def next_clockwise(s, seat):
    return seat + 1 if seat + 1 < s.players else 0


def legal_bids(s, may):
    """Pass, match the highest bid so far, or bid higher, up to the influence held."""
    also(may, PASS, 1)
    span(may, BID + s.high, min(s.influence[s.bidder], MOST_BID) + 1 - s.high)


def answer_bid(s, influence):
    """A bid, or NO_BID for a pass; after the last opponent the activating player answers."""
    s.bids[s.bidder] = influence
    if influence == NO_BID:
        tell(s, BidPassed, s.bidder, s.office)
    else:
        tell(s, BidMade, s.bidder, s.office, influence)
    if influence > s.high:
        s.high = influence
    s.bidder = next_clockwise(s, s.bidder)
    if s.bidder == s.staffer[s.office]:
        s.bidder = NOBODY
        s.phase = Phase.KEEP


def can_keep(s):
    """Whoever cannot pay the highest bid must give the office away."""
    return s.influence[s.staffer[s.office]] >= s.high


def can_accept(s, seat):
    """Only one of those who bid the highest amount."""
    return s.bids[seat] == s.high


def legal_answers(s, may):
    also(may, KEEP, 1 if can_keep(s) else 0)
    seats = 0
    for seat in range(s.players):
        seats |= (1 if can_accept(s, seat) else 0) << seat
    also(may, ACCEPT, seats)


def keep(s):
    """The activating player pays the highest bid to the bank; nothing if all passed (C10)."""
    seat = s.staffer[s.office]
    s.influence[seat] -= s.high
    tell(s, OfficeKept, seat, s.office, s.high)
    take_control(s, seat)


def accept(s, seat):
    """The bidder pays the activating player and controls the office; other bids return."""
    s.influence[seat] -= s.high
    s.influence[s.staffer[s.office]] += s.high
    tell(s, OfficeGiven, s.staffer[s.office], s.office, seat, s.high)
    take_control(s, seat)


def take_control(s, seat):
    """The office is used; Deputy Mayor, or a Zoning Board with nothing to do, is no decision."""
    for other in range(s.players):
        s.bids[other] = NO_BID
    s.high = 0
    s.controller = seat
    s.phase = Phase.USE
    if s.office == Office.DEPUTY:
        s.deputy = seat
        tell(s, DeputyNamed, seat)
        end_turn(s)
    elif s.office == Office.LOBBYIST:
        s.influence[seat] += rating(s, seat)
        tell(s, RatingTaken, seat, rating(s, seat))
    elif s.office == Office.ZONING:
        s.taken = 0
        s.built = 0
        go_on_zoning(s)


# --- The offices -----------------------------------------------------------------------------


def legal_uses(s, may):
    """What the controller may do with the office."""
    if s.office == Office.ZONING:
        legal_zoning(s, may)
    elif s.office == Office.LOBBYIST:
        legal_lobbying(s, may)
    elif s.office == Office.SURVEYOR:
        legal_purchases(s, may)
    elif s.office == Office.CAMPAIGN:
        legal_campaigns(s, may)
    elif s.office == Office.TAX:
        also(may, TAX, 1)
        also(may, TAX_TRIPLE if can_triple(s, s.controller) else TAX_DOUBLE, 1)
    else:
        span(may, HEALTH_ADD, 2)


def use_office(s, action):
    """Tax Assessor, Campaign Manager, Surveyor or Lobbyist; then the next turn."""
    seat = s.controller
    if action < CAMPAIGN:
        tax(s, seat, action)
    elif action < BUY:
        if action != CAMPAIGN_NONE:
            campaign(s, seat, action - CAMPAIGN)
        else:
            tell(s, NotCampaigned, seat)
    elif action < SELL:
        if action != BUY_NONE:
            buy(s, seat, action - BUY)
        else:
            tell(s, NothingBought, seat)
        put_money_on_offers(s)
    else:
        lobby(s, seat, action - LOBBY)
    end_turn(s)


def income(s, seat):
    """Tax Assessor: $1 per population, $3 per own Tower, $7 per own Factory."""
    return (
        s.population[seat]
        + TAX_A_TOWER * permits_built(s, seat, Permit.TOWER)
        + TAX_A_FACTORY * permits_built(s, seat, Permit.FACTORY)
    )


def can_triple(s, seat):
    """For one approval space down; on the first space the tax may be doubled instead."""
    return s.approval[seat] > 0


def tax(s, seat, how):
    """The income, three times for one approval space, or twice on the first space."""
    times = 1
    if how == TAX_TRIPLE:
        times = 3
    elif how == TAX_DOUBLE:
        times = 2
    s.money[seat] += times * income(s, seat)
    tell(
        s,
        TaxesCollected,
        seat,
        times,
        s.population[seat],
        TAX_A_TOWER * permits_built(s, seat, Permit.TOWER),
        TAX_A_FACTORY * permits_built(s, seat, Permit.FACTORY),
        times * income(s, seat),
    )
    if how == TAX_TRIPLE:
        s.approval[seat] -= 1
        tell(s, ApprovalMoved, seat, -1, s.approval[seat], rating(s, seat))


def legal_campaigns(s, may):
    """$0, $10 or $30, or none (C11); also where the track ends before the advance does (C7)."""
    also(may, CAMPAIGN_NONE, 1)
    for advanced in range(len(CAMPAIGN_PRICES)):
        if s.money[s.controller] >= CAMPAIGN_PRICES[advanced]:
            also(may, CAMPAIGN + advanced, 1)


def campaign(s, seat, price):
    """Campaign Manager: one space for the first price, two for the second, three for the third."""
    s.money[seat] -= CAMPAIGN_PRICES[price]
    tell(s, Campaigned, seat, CAMPAIGN_PRICES[price])
    advance(s, seat, price + 1)


def advance(s, seat, spaces):
    """Along the approval track; nobody leaves its end (C7)."""
    spaces = min(spaces, LAST_SPACE - s.approval[seat])
    s.approval[seat] += spaces
    tell(s, ApprovalMoved, seat, spaces, s.approval[seat], rating(s, seat))


def left_to_pay(s, space):
    """$20 for a land, the money lying on it counting towards the price."""
    return LAND_PRICE - s.land_money[space]


def legal_purchases(s, may):
    """A land on offer, with money for it, or nothing."""
    lands = s.offered
    while lands != 0:
        space = lowest(lands)
        lands &= lands - 1
        if s.money[s.controller] >= left_to_pay(s, space):
            also(may, BUY + space, 1)
    also(may, BUY_NONE, 1)


def buy(s, seat, space):
    """Surveyor: anything over $20 on the land is the buyer's."""
    s.money[seat] -= left_to_pay(s, space)
    tell(s, LandBought, seat, space, left_to_pay(s, space))
    give_land(s, seat, space)


def legal_lobbying(s, may):
    """Buy any number of influence or sell any number, not both (C12)."""
    sold = min(s.influence[s.controller], MOST_SOLD)
    bought = min(s.money[s.controller] // INFLUENCE_PRICE, MOST_BOUGHT)
    span(may, LOBBY - sold, sold + 1 + bought)


def lobby(s, seat, influence):
    """Lobbyist: influence bought at $10 each, or sold at $7 each."""
    s.influence[seat] += influence
    s.money[seat] -= influence * (INFLUENCE_PRICE if influence > 0 else INFLUENCE_WORTH)
    if influence > 0:
        tell(s, InfluenceBought, seat, influence, influence * INFLUENCE_PRICE)
    elif influence < 0:
        tell(s, InfluenceSold, seat, -influence, -influence * INFLUENCE_WORTH)
    else:
        tell(s, NothingTraded, seat)


def health(s, controller, doubled):
    """Health Commissioner: ranks gain 4, 2, 1 population.

    C16: a player's rank is 1 + the number of players with more stars. C14: a total of 0 ranks like
    any other. C15: population stops at the end of its track.
    """
    tell(s, StarsCounted, controller, doubled, HEALTH_BONUS)
    for seat in range(s.players):
        total = health_total(s, seat, controller, doubled)
        rank = 0
        for other in range(s.players):
            if health_total(s, other, controller, doubled) > total:
                rank += 1
        people = min(POPULATION_GAINS[rank], POPULATION_END - s.population[seat])
        s.population[seat] += people
        tell(s, PeopleGained, seat, s.totals[seat], total, rank, people)


def health_total(s, seat, controller, doubled):
    """The stars of a player's buildings; the controller adds 3 or doubles."""
    if seat != controller:
        return s.totals[seat]
    return s.totals[seat] * 2 if doubled else s.totals[seat] + HEALTH_BONUS


# --- Zoning Board ----------------------------------------------------------------------------


def can_take(s):
    """(a) two of the revealed permits, or (b) one and then a build: no take after a build."""
    return s.built == 0 and s.taken < 2 and cards(s.revealed) > 0


def can_build(s):
    """(b) one after a first take, or (c) two from hand, each on an empty own land."""
    return s.taken + s.built < 2 and permits_held(s, s.controller) > 0 and room(s, s.controller) > 0


def may_stop_zoning(s):
    """C13: only after one take without room to build, and it is said by `bottom`."""
    return s.taken == 1 and s.built == 0 and room(s, s.controller) == 0


def legal_zoning(s, may):
    """C13: whatever goes on with (a), (b) or (c); a first build needs no second to be possible."""
    if can_take(s):
        also(may, TAKE, kinds_in(s.revealed))
    if can_build(s):
        legal_builds(s, s.controller, may)
    if may_stop_zoning(s):
        also(may, BOTTOM, kinds_in(s.revealed))


def legal_builds(s, seat, may):
    """Any permit held on any empty own land."""
    for permit in range(NPERMITS):
        if holds(s, seat, permit):
            also(may, BUILD + permit * NSPACES, empty_lands(s, seat))


def go_on_zoning(s):
    """C13: the controller goes on as long as possible; then the rest goes under the deck."""
    if not can_take(s) and not can_build(s):
        if cards(s.revealed) > 0:
            s.phase = Phase.BOTTOM
        else:
            end_turn(s)


def take(s, permit):
    """One of the revealed permits goes to the controller's hand."""
    s.revealed[permit] -= 1
    s.hand[s.controller][permit] += 1
    s.taken += 1
    tell(s, PermitTaken, s.controller, permit)
    go_on_zoning(s)


def build(s, permit, space):
    """At set-up, or by the Zoning Board: then the star moves one space, if it can (C7)."""
    if s.phase == Phase.FIRST_BUILD:
        first_build(s, permit, space)
    else:
        place_permit(s, s.controller, permit, space)
        move_star(s)
        s.built += 1
        go_on_zoning(s)


def move_star(s):
    """One space along the approval track for each permit built, to its end (C7)."""
    if s.star < LAST_SPACE:
        s.star += 1
        tell(s, StarMoved, s.star)


def bottom(s, permit):
    """Revealed permits not taken go under the deck, the upper one first."""
    s.phase = Phase.BOTTOM
    s.revealed[permit] -= 1
    put_under(s, permit)
    tell(s, PermitPutUnder, s.controller, permit)
    s.in_line += 1
    if cards(s.revealed) == 0:
        s.in_line = 0
        end_turn(s)


# --- Permits on the board --------------------------------------------------------------------


def place_permit(s, seat, permit, space):
    """Out of the hand onto the land, with what it does to stars around and to parks' owners."""
    if s.hand[seat][permit] == 0:
        reveal_secret(s, seat, permit)
    s.hand[seat][permit] -= 1
    s.permit[space] = permit
    s.standing[permit] |= 1 << space
    count_stars(s, space)
    tell(s, PermitBuilt, seat, permit, space, s.stars[space])
    buildings = 0
    for i in range(NEIGHBOURS_OF[space]):
        beside = NEIGHBOURS[space][i]
        count_stars(s, beside)
        if is_building(s, beside):
            buildings += 1
        elif s.permit[beside] == Permit.PARK and permit != Permit.PARK:
            advance(s, s.owner[beside], 1)
    if permit == Permit.PARK:
        open_park(s, seat, buildings)


def open_park(s, seat, buildings):
    """A park when built: its owner advances one space for every two buildings beside it."""
    spaces = spaces_for_park(buildings)
    if spaces > 0:
        advance(s, seat, spaces)


def spaces_for_park(buildings):
    """Rounded down."""
    return buildings // BUILDINGS_A_SPACE


def is_building(s, space):
    """A permit that is not a Park."""
    return s.permit[space] >= 0 and s.permit[space] != Permit.PARK


def stars(s, space):
    """The star value of a building as the board stands, between 0 (C6) and its type's maximum."""
    if not is_building(s, space):
        return 0
    value = LAND_BONUS[space]
    for i in range(NEIGHBOURS_OF[space]):
        beside = s.permit[NEIGHBOURS[space][i]]
        if beside != NO_PERMIT:
            value += STARS_FROM[s.permit[space]][beside]
    return max(0, min(value, MAX_STARS[s.permit[space]]))


def count_stars(s, space):
    """Keep the stars on a land, and the total of its owner, as the board stands."""
    if is_building(s, space):
        value = stars(s, space)
        s.totals[s.owner[space]] += value - s.stars[space]
        s.stars[space] = value


def empty_lands(s, seat):
    """The own lands without a permit: a bit for each."""
    built = s.standing[0] | s.standing[1] | s.standing[2] | s.standing[3]
    return s.owned[seat] & ~built


def room(s, seat):
    """How many own lands are empty."""
    return bit_count(empty_lands(s, seat))


def permits_built(s, seat, permit):
    return bit_count(s.owned[seat] & s.standing[permit])


def lands_owned(s, seat, borough):
    return bit_count(s.owned[seat] & LANDS_OF[borough])


# --- The election ----------------------------------------------------------------------------


def hold_election(s):
    """Once more the Health Commissioner, with nobody in control; then the Deputy Mayor."""
    health(s, NOBODY, False)
    seat_deputy(s)
    s.phase = Phase.DONE
    for endorsement in range(len(ENDORSED_FOR)):
        tell(
            s,
            Endorsed,
            ENDORSED_FOR[endorsement],
            [figure(s, seat, ENDORSED_FOR[endorsement]) for seat in range(s.players)],
            endorsed(s, endorsement),
        )
    for seat in range(s.players):
        tell(
            s,
            VotesCounted,
            seat,
            rating(s, seat),
            s.population[seat],
            own_votes(s, seat),
            endorsements_of(s, seat),
            ENDORSEMENT_VOTES * endorsements_of(s, seat),
            counted(s)[seat],
        )
    tell(s, MayorElected, elected(s, counted(s)), max(counted(s)), tied(counted(s)))


def rating(s, seat):
    """The number on a player's approval space."""
    return APPROVAL[s.approval[seat]]


def own_votes(s, seat):
    """Approval rating × population."""
    return rating(s, seat) * s.population[seat]


def count_votes(s, votes):
    """Approval rating × population, and 10 for each endorsement."""
    for seat in range(s.players):
        votes[seat] = own_votes(s, seat)
    for endorsement in range(len(ENDORSED_FOR)):
        seat = endorsed(s, endorsement)
        if seat != NOBODY:
            votes[seat] += ENDORSEMENT_VOTES


def endorsed(s, endorsement):
    """The one player with the strictly highest figure; a tie gives it to no one."""
    most = -1
    best = NOBODY
    for seat in range(s.players):
        value = figure(s, seat, ENDORSED_FOR[endorsement])
        if value > most:
            most = value
            best = seat
        elif value == most:
            best = NOBODY
    return best


def figure(s, seat, kind):
    """Money, influence, permits of a kind built, or land owned in a borough."""
    if kind == Figure.MONEY:
        return s.money[seat]
    if kind == Figure.INFLUENCE:
        return s.influence[seat]
    if kind < Figure.LAND:
        return permits_built(s, seat, kind - Figure.BUILT)
    return lands_owned(s, seat, kind - Figure.LAND)


def elected(s, votes):
    """Most votes wins; a tie goes to the tied player nearest the front of the turn order."""
    winner = s.order[0]
    for place in range(s.players):
        if votes[s.order[place]] > votes[winner]:
            winner = s.order[place]
    return winner


# --- The election told: none of this is compiled ---------------------------------------------


def counted(s):
    """Everybody's votes, the first seat's first."""
    votes = [0] * s.players
    count_votes(s, votes)
    return votes


def endorsements_of(s, seat):
    """How many endorsements a player has."""
    return [endorsed(s, i) for i in range(len(ENDORSED_FOR))].count(seat)


def tied(votes):
    """All who have the most votes, if they are more than one."""
    best = [seat for seat in range(len(votes)) if votes[seat] == max(votes)]
    return best if len(best) > 1 else []


# --- Cards -----------------------------------------------------------------------------------


def cards(row):
    """How many permits lie together."""
    return row[0] + row[1] + row[2] + row[3]


def kinds_in(row):
    """Of which kinds of permits there is one: a bit for each."""
    return (row[0] > 0) | (row[1] > 0) << 1 | (row[2] > 0) << 2 | (row[3] > 0) << 3


def holds(s, seat, permit):
    """Openly, or as the permit kept unseen at set-up."""
    return s.hand[seat][permit] > 0 or s.kept[seat] == permit


def permits_held(s, seat):
    return cards(s.hand[seat]) + (1 if s.kept[seat] != NO_PERMIT else 0)


# --- What a seat knows, as numbers -----------------------------------------------------------

NPHASES = len(Phase)
SEEN = {
    "phase": (NPHASES,),
    "players": (NSEATS,),
    "open_hands": (),
    "round": (),
    "final": (),
    "turn": (),
    "in_line": (),
    "to_draw": (),
    "star": (),
    "decides": (NSEATS,),
    "order": (NSEATS, NSEATS),
    "approval": (NSEATS,),
    "population": (NSEATS,),
    "totals": (NSEATS,),
    "money": (NSEATS,),
    "influence": (NSEATS,),
    "hand": (NSEATS, NPERMITS),
    "first_built": (NSEATS, NPERMITS),
    "unseen": (NSEATS,),
    "kept": (NPERMITS,),
    "returned": (NPERMITS,),
    "owner": (NSPACES, NSEATS + 2),
    "permit": (NSPACES, NPERMITS),
    "stars": (NSPACES,),
    "land_money": (NSPACES,),
    "pool": (NPERMITS,),
    "revealed": (NPERMITS,),
    "under": (MOST_PERMITS,),
    "office": (NOFFICES,),
    "staffer": (NOFFICES, NSEATS),
    "office_influence": (NOFFICES,),
    "controller": (NSEATS,),
    "deputy": (NSEATS,),
    "high": (),
    "bids": (NSEATS,),
    "has_bid": (NSEATS,),
    "taken": (),
    "built": (),
}
OBSERVED = 501


def observe(s, seat, out):
    """Everything but the permits that others kept and returned unseen; one of several is a 1 alone.

    Money and influence of all are in it: every payment is open.
    """
    n = observe_round(s, seat, out, 0)
    n = observe_seats(s, seat, out, n)
    n = observe_lands(s, seat, out, n)
    n = observe_deck(s, seat, out, n)
    observe_offices(s, seat, out, n)


def observe_round(s, seat, out, n):
    n = mark(out, n, s.phase, NPHASES)
    n = mark(out, n, s.players - 1, NSEATS)
    n = put(out, n, s.open_hands)
    n = put(out, n, s.round)
    n = put(out, n, s.final)
    n = put(out, n, s.turn)
    n = put(out, n, s.in_line)
    n = put(out, n, s.to_draw)
    n = put(out, n, s.star)
    n = mark(out, n, beside(seat, actor(s), s.players), NSEATS)
    for place in range(NSEATS):
        n = mark(out, n, beside(seat, s.order[place], s.players), NSEATS)
    return n


def observe_seats(s, seat, out, n):
    n = put_seats(out, n, s.approval, seat, s.players, NSEATS)
    n = put_seats(out, n, s.population, seat, s.players, NSEATS)
    n = put_seats(out, n, s.totals, seat, s.players, NSEATS)
    n = put_seats(out, n, s.money, seat, s.players, NSEATS)
    n = put_seats(out, n, s.influence, seat, s.players, NSEATS)
    for i in range(s.players):
        other = seat_at(seat, i, s.players)
        put_row(out, n + i * NPERMITS, s.hand[other])
        mark(out, n + (NSEATS + i) * NPERMITS, s.first_built[other], NPERMITS)
        out[n + 2 * NSEATS * NPERMITS + i] = 1 if s.kept[other] != NO_PERMIT else 0
    n += 2 * NSEATS * NPERMITS + NSEATS
    n = mark(out, n, s.kept[seat], NPERMITS)
    return mark(out, n, s.returned[seat], NPERMITS)


def observe_lands(s, seat, out, n):
    for space in range(NSPACES):
        owner = s.owner[space]
        whose = beside(seat, owner, s.players)
        n = mark(out, n, whose if owner >= 0 else NSEATS + ON_OFFER - owner, NSEATS + 2)
    for space in range(NSPACES):
        n = mark(out, n, s.permit[space], NPERMITS)
    n = put_row(out, n, s.stars)
    return put_row(out, n, s.land_money)


def observe_deck(s, seat, out, n):
    """Under the shuffled cards, from the top: 1 and up a permit, below 0 who returned it."""
    n = put_row(out, n, s.pool)
    n = put_row(out, n, s.revealed)
    for i in range(s.under_cards):
        card = s.under[i]
        if card == RETURNED_BY + seat:
            card = s.returned[seat]
        returned = card >= RETURNED_BY
        out[n + i] = -beside(seat, card - RETURNED_BY, s.players) if returned else card + 1
    return n + MOST_PERMITS


def observe_offices(s, seat, out, n):
    n = mark(out, n, s.office, NOFFICES)
    for office in range(NOFFICES):
        n = mark(out, n, beside(seat, s.staffer[office], s.players), NSEATS)
    n = put_row(out, n, s.office_influence)
    n = mark(out, n, beside(seat, s.controller, s.players), NSEATS)
    n = mark(out, n, beside(seat, s.deputy, s.players), NSEATS)
    n = put(out, n, s.high)
    for i in range(s.players):
        bid = s.bids[seat_at(seat, i, s.players)]
        out[n + i] = max(bid, 0)
        out[n + NSEATS + i] = 1 if bid != NO_BID else 0
    n += 2 * NSEATS
    n = put(out, n, s.taken)
    put(out, n, s.built)
