"""What opponents look at in City Hall: votes to come, what an office brings, what to try.

Plain functions compiled together with the rules (see `bots/contract.py`). All figures here are
judgements, not rules.
"""

import math

from twohalls.games.cityhall.board import (
    APPROVAL,
    BOROUGH,
    ENDORSED_FOR,
    ENDORSEMENT_VOTES,
    LAND_BONUS,
    LAST_SPACE,
    MAX_STARS,
    NEIGHBOURS,
    NEIGHBOURS_OF,
    POPULATION_END,
    STARS_FROM,
)
from twohalls.games.cityhall.rules import (
    ACCEPT,
    ACTIVATE,
    BID,
    BOTTOM,
    BUILD,
    BUY,
    BUY_NONE,
    CAMPAIGN,
    CAMPAIGN_NONE,
    CAMPAIGN_PRICES,
    DRAFT,
    HEALTH_ADD,
    HEALTH_BONUS,
    HEALTH_DOUBLE,
    INFLUENCE_WORTH,
    KEEP,
    LAND_PRICE,
    LOBBY,
    MOST_BID,
    NO_PERMIT,
    NOBODY,
    NOFFICES,
    NPERMITS,
    NSEATS,
    NSPACES,
    PASS,
    RETURN,
    REVEAL,
    SEARCH,
    SEAT,
    TAKE,
    TAX_DOUBLE,
    TAX_TRIPLE,
    Figure,
    Office,
    Permit,
    Phase,
    actor,
    count_votes,
    empty_lands,
    figure,
    holds,
    income,
    is_building,
    lands_owned,
    legal,
    permits_built,
    permits_held,
    rating,
    room,
    turns_in_round,
)
from twohalls.kernel.sets import forbid_all, list_actions, lowest

# Where things lie in the working space.
CLOCK = 0
OFFICE_VOTES = 8
GAIN = 16
FUTURE = 24
SIGN = 40
SHARED = 96
VOTES_NOW = 100
BRINGS = 108

GAINS = (4.0, 2.0, 1.0, 0.0, 0.0)


# --- Valuation -------------------------------------------------------------------------------


HALF_WAY = 0.5
"""How quiet it is from the activation of an office until it has been used."""


def quiet(s):
    """Between turns and between the picks of the set-up; else for who has learned the rest."""
    if (
        s.phase == Phase.ACTIVATE
        or s.phase == Phase.DRAFT
        or s.phase == Phase.FIRST_BUILD
        or s.phase == Phase.LAND
        or s.phase == Phase.ORDER
        or s.phase == Phase.RETURN
    ):
        return 1.0
    return HALF_WAY


def rounds_left(s):
    """Rounds before the final one begins, by the star and by whoever is most approved."""
    if s.final:
        return 0.0
    most = 0
    for seat in range(s.players):
        most = max(most, s.approval[seat])
    per_round = 0.8 if s.players > 2 else 1.2
    by_star = (LAST_SPACE - s.star) / per_round
    by_player = (LAST_SPACE - most) / (0.55 + 0.1 * s.players)
    done = s.turn / (4.0 if s.players == 2 else float(s.players)) if s.round > 0 else 0.0
    return max(0.0, 0.3 + min(by_star, by_player) - 0.3 * done)


def is_open(s, office):
    """Whether an office will be used again before the election."""
    return not s.final or s.staffer[office] == NOBODY or s.office == office


def look_ahead(s, work):
    """Each seat's population and approval rating at the end, and what money and influence buy."""
    left = rounds_left(s)
    work[CLOCK] = left
    ripe = min(1.0, (left + (0.5 if s.final == 0 else 0.0)) / 3.0)
    last_uses = 0.0
    if is_open(s, Office.CAMPAIGN):
        last_uses = 1.0
    work[CLOCK + 1] = 0.05 + 0.22 * ripe + 0.08 * last_uses
    work[CLOCK + 2] = 0.5 + 1.3 * ripe
    events = 1.0 + 0.65 * left + (1.0 if is_open(s, Office.HEALTH) else 0.0)
    scale = 1.0 + 0.9 * left
    for seat in range(s.players):
        above = 0.0
        for other in range(s.players):
            if other != seat:
                above += 1.0 / (1.0 + math.exp((s.totals[seat] - s.totals[other] + 0.25) / scale))
        whole = int(above)
        part = above - whole
        gain = GAINS[whole] * (1.0 - part) + GAINS[min(whole + 1, 4)] * part
        people = min(float(POPULATION_END), s.population[seat] + events * gain)
        work[FUTURE + seat] = people
        campaigns = 0.8 * left + last_uses
        steps = campaigns / s.players * (1.3 + min(s.money[seat], 60) / 60.0)
        space = min(float(LAST_SPACE), s.approval[seat] + steps)
        low = int(space)
        part = space - low
        high = min(low + 1, LAST_SPACE)
        exact = APPROVAL[low] * (1.0 - part) + APPROVAL[high] * part
        smooth = 1.0 + 4.0 * space / LAST_SPACE
        blur = min(0.8, 0.2 * left + 0.2 * last_uses)
        work[FUTURE + NSEATS + seat] = exact * (1.0 - blur) + smooth * blur


def worth(s, out, work):
    """Votes at the end, those that money, influence, land and permits will bring included."""
    if s.phase == Phase.DONE:
        count_votes(s, out)
        return
    look_ahead(s, work)
    work[SHARED] = 0.0
    left = work[CLOCK]
    ripe = min(1.0, left / 3.0)
    for seat in range(s.players):
        empty = room(s, seat)
        held = permits_held(s, seat)
        votes = work[FUTURE + seat] * work[FUTURE + NSEATS + seat]
        money = float(s.money[seat])
        votes += work[CLOCK + 1] * money / (1.0 + money / 150.0)
        influence = float(s.influence[seat])
        votes += work[CLOCK + 2] * influence / (1.0 + influence / 40.0)
        votes += ripe * (4.0 * min(empty, 3) + 1.0 * min(held, 5) + 3.0 * min(empty, held))
        votes += 2.5 * ripe * permits_built(s, seat, Permit.PARK)
        if s.deputy == seat:
            votes += 1.0
        out[seat] = votes
    for endorsement in range(len(ENDORSED_FOR)):
        expect_endorsement(s, ENDORSED_FOR[endorsement], left, out)


def expect_endorsement(s, kind, left, out):
    """The votes of an endorsement, shared out by who is likely to get it."""
    sharp = 1.1
    if kind == Figure.MONEY:
        sharp = 0.08
    elif kind == Figure.INFLUENCE:
        sharp = 0.35
    sharp *= 1.0 + 2.5 / (1.0 + left)
    most = -1
    for seat in range(s.players):
        most = max(most, figure(s, seat, kind))
    total = 0.0
    for seat in range(s.players):
        total += math.exp(max(-30.0, sharp * (figure(s, seat, kind) - most)))
    for seat in range(s.players):
        share = math.exp(max(-30.0, sharp * (figure(s, seat, kind) - most))) / total
        out[seat] += ENDORSEMENT_VOTES * share


PLAY_ON = 8.0
LOOK_AT = 0.0
SPREAD_TIMES = 1.4


def spread_of(s):
    """Votes that are still a matter of luck."""
    if s.phase == Phase.DONE:
        return 0.5
    left = rounds_left(s)
    to_use = 0
    if s.final:
        for office in range(NOFFICES):
            if s.staffer[office] == NOBODY:
                to_use += 1
    else:
        to_use = NOFFICES
    return 1.5 + 0.9 * to_use + 2.6 * left


# --- What an office brings -------------------------------------------------------------------


def step_votes(seat, work):
    """What one space of approval is worth."""
    return 0.42 * work[FUTURE + seat]


def star_votes(s, seat, work):
    """What a star is worth: population by rank, at every Health Commissioner to come."""
    return (0.4 + 0.45 * work[CLOCK]) * 0.45 * work[FUTURE + NSEATS + seat]


def office_votes(s, seat, office, work):
    """Roughly what using an office is worth to a seat, in votes."""
    money = work[CLOCK + 1]
    step = step_votes(seat, work)
    if office == Office.TAX:
        return tax_votes(s, seat, work)
    if office == Office.CAMPAIGN:
        best = 0.0
        for price in range(len(CAMPAIGN_PRICES)):
            if s.money[seat] >= CAMPAIGN_PRICES[price]:
                steps = min(price + 1, LAST_SPACE - s.approval[seat])
                best = max(best, steps * step - CAMPAIGN_PRICES[price] * money)
        return best
    if office == Office.LOBBYIST:
        return rating(s, seat) * work[CLOCK + 2] + 0.5
    if office == Office.SURVEYOR:
        best = 0.0
        lands = s.offered
        while lands != 0:
            space = lowest(lands)
            lands &= lands - 1
            if s.money[seat] + s.land_money[space] >= LAND_PRICE:
                best = max(best, land_votes(s, seat, space, work))
        return best
    if office == Office.ZONING:
        ready = min(room(s, seat), permits_held(s, seat))
        return 1.5 + (4.0 + 2.0 * star_votes(s, seat, work)) * min(2, ready)
    if office == Office.DEPUTY:
        return 1.5
    people = health_gain(s, seat, seat, True)
    plain = health_gain(s, seat, NOBODY, False)
    return (people + 0.5 * (people - plain)) * work[FUTURE + NSEATS + seat]


def tax_votes(s, seat, work):
    taxed = income(s, seat) * work[CLOCK + 1]
    if s.approval[seat] > 0:
        return max(taxed, 3.0 * taxed - step_votes(seat, work))
    return 2.0 * taxed


def land_votes(s, seat, space, work):
    """A land: room to build, a borough's endorsement, the money lying on it less its price."""
    votes = (s.land_money[space] - LAND_PRICE) * work[CLOCK + 1]
    ripe = min(1.0, work[CLOCK] / 3.0)
    votes += ripe * (5.0 + 2.0 * LAND_BONUS[space] + 0.5 * neighbours_built(s, space))
    mine = lands_owned(s, seat, BOROUGH[space])
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, lands_owned(s, other, BOROUGH[space]))
    if mine == most or mine + 1 == most:
        votes += 4.0
    elif mine < most:
        votes += 1.0
    return votes


def neighbours_built(s, space):
    built = 0
    for i in range(NEIGHBOURS_OF[space]):
        if s.permit[NEIGHBOURS[space][i]] != NO_PERMIT:
            built += 1
    return built


def health_gain(s, seat, controller, best):
    """Population a seat gains when the Health Commissioner is used now, the better way."""
    total = s.totals[seat]
    if seat == controller:
        total = max(2 * total, total + HEALTH_BONUS)
    rank = 0
    for other in range(s.players):
        if other != seat and s.totals[other] > total:
            rank += 1
    return min(GAINS[rank], float(POPULATION_END - s.population[seat]))


def stars_change(s, permit, space, seat, ours):
    """How many stars a permit on a land adds: to a seat's buildings, or (0) to all others'."""
    change = 0
    if permit != Permit.PARK and ours:
        change += stars_of(s, permit, space, -1, NO_PERMIT)
    for i in range(NEIGHBOURS_OF[space]):
        beside = NEIGHBOURS[space][i]
        if is_building(s, beside) and (s.owner[beside] == seat) == (ours == 1):
            change += stars_of(s, s.permit[beside], beside, space, permit) - s.stars[beside]
    return change


def stars_of(s, permit, space, new_space, new_permit):
    """The stars of a building if one more permit stood on another land."""
    value = LAND_BONUS[space]
    for i in range(NEIGHBOURS_OF[space]):
        beside = s.permit[NEIGHBOURS[space][i]]
        if NEIGHBOURS[space][i] == new_space:
            beside = new_permit
        if beside != NO_PERMIT:
            value += STARS_FROM[permit][beside]
    return max(0, min(value, MAX_STARS[permit]))


def park_steps(s, permit, space, seat):
    """Approval spaces a build brings a seat by parks."""
    steps = 0
    built = 0
    for i in range(NEIGHBOURS_OF[space]):
        beside = NEIGHBOURS[space][i]
        if is_building(s, beside):
            built += 1
        elif s.permit[beside] == Permit.PARK and s.owner[beside] == seat:
            steps += 1
    if permit == Permit.PARK:
        return built // 2
    return steps


# --- Choices worth a thought -----------------------------------------------------------------

SIGNS = 32
LEANINGS = (
    0.8,  # 0 money on a land, in tens
    0.35,  # 1 lands owned in its borough
    0.5,  # 2 Manhattan
    0.25,  # 3 own land beside it
    0.08,  # 4 lands beside it
    0.6,  # 5 housing
    0.3,  # 6 a tower
    0.2,  # 7 a factory
    0.3,  # 8 a park
    0.6,  # 9 own stars gained
    -0.2,  # 10 others' stars gained
    0.8,  # 11 spaces of approval by parks
    -0.6,  # 12 housing returned
    0.0,  # 13 a tower returned
    0.2,  # 14 a factory returned
    0.22,  # 15 votes an office brings
    0.35,  # 16 influence lying on it
    0.1,  # 17 votes a land brings
    -0.3,  # 18 a search that costs influence
    0.0,  # 19 a pass
    2.2,  # 20 a bid near what the office is worth
    -1.2,  # 21 a bid above it
    0.25,  # 22 the office kept, by votes
    0.25,  # 23 the office given, by votes
    0.2,  # 24 a use of an office, by votes
    0.0,  # 25 the least use
    0.5,  # 26 a permit taken
    -0.2,  # 27 influence sold in the middle of a game
    0.0,  # 28 influence bought
    -0.2,  # 29 an office that others want more
    -0.5,  # 30 a bid when nothing can be gained
    0.3,  # 31 the land searched for
)


def consider(s, options, weights, leanings, work):
    """The legal actions, of bids and of dealings in influence only some."""
    seat = actor(s)
    look_ahead(s, work)
    if s.phase == Phase.BID:
        n = consider_bids(s, options)
    elif s.phase == Phase.USE and s.office == Office.LOBBYIST:
        n = consider_lobbying(s, seat, options)
    else:
        forbid_all(options)
        legal(s, options)
        n = list_actions(options, options)
    if s.phase == Phase.BID or s.phase == Phase.KEEP:
        for other in range(s.players):
            work[GAIN + other] = office_votes(s, other, s.office, work)
    for i in range(n):
        signs(s, options[i], work, work)
        lean = 0.0
        for sign in range(SIGNS):
            lean += leanings[sign] * work[SIGN + sign]
        weights[i] = math.exp(max(-9.0, min(9.0, lean)))
    return n


def consider_bids(s, options):
    """A pass, and bids up to some more than the highest."""
    most = min(s.influence[s.bidder], MOST_BID)
    options[0] = PASS
    n = 1
    for influence in range(s.high, min(most, s.high + 14) + 1):
        options[n] = BID + influence
        n += 1
    return n


def consider_lobbying(s, seat, options):
    """Nothing, one or two either way, half, or all."""
    bought = min(s.money[seat] // 10, 100)
    sold = min(s.influence[seat], 200)
    options[0] = LOBBY
    n = 1
    last = 0
    for part in range(4):
        amount = part + 1 if part < 2 else (bought + 1) // 2 if part == 2 else bought
        if last < amount <= bought:
            options[n] = LOBBY + amount
            n += 1
            last = amount
    last = 0
    for part in range(4):
        amount = part + 1 if part < 2 else (sold + 1) // 2 if part == 2 else sold
        if last < amount <= sold:
            options[n] = LOBBY - amount
            n += 1
            last = amount
    return n


def signs(s, option, out, work):
    """Which of the signs above an option shows; `work` is as `consider` left it."""
    for sign in range(SIGNS):
        out[SIGN + sign] = 0.0
    seat = actor(s)
    if option < KEEP:
        signs_of_bid(s, seat, option, out, work)
    elif option < ACTIVATE:
        signs_of_answer(s, seat, option, out, work)
    elif option < SEARCH:
        office = option - ACTIVATE
        votes = office_votes(s, seat, office, work)
        out[SIGN + 15] = votes
        out[SIGN + 16] = float(min(s.office_influence[office], 10))
        others = 0.0
        for other in range(s.players):
            if other != seat:
                others = max(others, office_votes(s, other, office, work))
        out[SIGN + 29] = max(0.0, others - votes) / 5.0
    elif option <= REVEAL:
        if option < REVEAL:
            out[SIGN + 18] = 1.0
            out[SIGN + 31] = land_votes(s, seat, option - SEARCH, work) / 4.0
    elif option < TAKE:
        signs_of_use(s, seat, option, out, work)
    elif option < BUILD:
        out[SIGN + 26] = 1.0
        out[SIGN + 5 + option - TAKE] = 0.5 if s.hand[seat][option - TAKE] == 0 else 0.2
    elif option < BOTTOM:
        permit = (option - BUILD) // NSPACES
        space = (option - BUILD) % NSPACES
        out[SIGN + 5 + permit] = 1.0
        out[SIGN + 9] = float(stars_change(s, permit, space, seat, 1))
        out[SIGN + 10] = float(stars_change(s, permit, space, seat, 0))
        out[SIGN + 11] = float(park_steps(s, permit, space, seat))
    elif option < HEALTH_ADD:
        out[SIGN + 25] = 1.0
    elif option < DRAFT:
        doubled = 2 * s.totals[seat] if option == HEALTH_DOUBLE else s.totals[seat] + HEALTH_BONUS
        out[SIGN + 24] = 3.0 * (doubled - s.totals[seat])
    elif option < RETURN:
        signs_of_land(s, seat, option - DRAFT, out)
    elif option < SEAT:
        out[SIGN + 12 + option - RETURN] = 1.0


def signs_of_land(s, seat, space, out):
    out[SIGN] = s.land_money[space] / 10.0
    out[SIGN + 1] = float(lands_owned(s, seat, BOROUGH[space]))
    out[SIGN + 2] = float(LAND_BONUS[space])
    beside = 0
    for i in range(NEIGHBOURS_OF[space]):
        if s.owner[NEIGHBOURS[space][i]] == seat:
            beside += 1
    out[SIGN + 3] = float(beside)
    out[SIGN + 4] = float(NEIGHBOURS_OF[space])


def signs_of_bid(s, seat, option, out, work):
    """A bid is good near a part of what the office is worth, less what it would bring there."""
    activator = s.staffer[s.office]
    value = work[GAIN + seat] + 0.3 * work[GAIN + activator]
    target = 0.55 * value / work[CLOCK + 2]
    if option == PASS:
        out[SIGN + 19] = 1.0
        return
    influence = option - BID
    out[SIGN + 20] = max(0.0, 1.0 - abs(influence - target) / (1.0 + 0.5 * target))
    out[SIGN + 21] = max(0.0, (influence - target) / (1.0 + target))
    out[SIGN + 30] = 1.0 if work[GAIN + seat] < 0.5 else 0.0


def signs_of_answer(s, seat, option, out, work):
    price = s.high * work[CLOCK + 2]
    if option == KEEP:
        out[SIGN + 22] = max(-20.0, min(20.0, work[GAIN + seat] - price))
    else:
        given = work[GAIN + option - ACCEPT]
        out[SIGN + 23] = max(-20.0, min(20.0, price - 0.4 * given))


def signs_of_use(s, seat, option, out, work):
    """Taxes, campaigns, purchases and lobbying, by the votes they bring."""
    money = work[CLOCK + 1]
    if option < CAMPAIGN:
        taxed = income(s, seat) * money
        votes = taxed
        if option == TAX_TRIPLE:
            votes = 3.0 * taxed - step_votes(seat, work)
        elif option == TAX_DOUBLE:
            votes = 2.0 * taxed
        out[SIGN + 24] = votes
    elif option < CAMPAIGN_NONE:
        price = option - CAMPAIGN
        steps = min(price + 1, LAST_SPACE - s.approval[seat])
        out[SIGN + 24] = steps * step_votes(seat, work) - CAMPAIGN_PRICES[price] * money
    elif option == CAMPAIGN_NONE or option == BUY_NONE:
        out[SIGN + 25] = 1.0
    elif option < BUY_NONE:
        out[SIGN + 24] = land_votes(s, seat, option - BUY, work)
    else:
        amount = option - LOBBY
        if amount < 0:
            out[SIGN + 24] = -amount * (INFLUENCE_WORTH * money - work[CLOCK + 2])
            out[SIGN + 27] = float(-amount) / (1.0 + work[CLOCK])
        else:
            out[SIGN + 24] = amount * (work[CLOCK + 2] - 10.0 * money)
            out[SIGN + 28] = 1.0 if amount > 0 else 0.0


def unfold(s, option, out):
    """Every option is one action."""
    out[0] = option
    return 1


# --- What a learned valuation looks at -------------------------------------------------------

FIGURES_OF = 66
OFFICES_OF = FIGURES_OF + 18
ORDER_OF = OFFICES_OF + 2 * NOFFICES
REACH_OF = ORDER_OF + 10
TRACK_OF = REACH_OF + 14
COUNT_OF = TRACK_OF + 15
AUCTION_OF = COUNT_OF + 7
USE_OF = AUCTION_OF + 17
INPUTS = USE_OF + 4 * NOFFICES + 6


def inputs(s, seat, worths, out, work):
    """One seat's standing and the best other's, and all that is within its reach."""
    for i in range(INPUTS):
        out[i] = 0.0
    if work[SHARED] == 0.0:
        share_inputs(s, work)
    inputs_of_standing(s, seat, worths, out, work)
    inputs_of_figures(s, seat, out)
    if s.round > 0:
        inputs_of_offices(s, seat, out, work)
        if s.phase != Phase.ACTIVATE:
            inputs_of_auction(s, seat, out, work)
            inputs_of_use(s, seat, out, work)
    inputs_of_reach(s, seat, out)
    inputs_of_track(s, seat, out)
    inputs_of_count(s, seat, out, work)


def share_inputs(s, work):
    """What the inputs of all seats are made of: what each office brings whom, and votes now."""
    work[SHARED] = 1.0
    count_votes(s, work[VOTES_NOW:])
    for office in range(NOFFICES):
        if s.staffer[office] == NOBODY or s.office == office:
            for seat in range(s.players):
                work[BRINGS + NSEATS * office + seat] = office_votes(s, seat, office, work)


def inputs_of_standing(s, seat, worths, out, work):
    """How a seat stands by itself and beside the best other, the clock and the offices."""
    best = -1000.0
    people = 0
    approval = 0
    stars = 0
    above = 0
    money = 0
    influence = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, worths[other])
            people = max(people, s.population[other])
            approval = max(approval, s.approval[other])
            stars = max(stars, s.totals[other])
            money = max(money, s.money[other])
            influence = max(influence, s.influence[other])
            if s.totals[other] > s.totals[seat]:
                above += 1
    left = work[CLOCK]
    out[0] = (worths[seat] - best) / 20.0
    out[1] = (worths[seat] - best) / (2.0 * spread_of(s))
    out[2] = min(s.money[seat], 120) / 40.0
    out[3] = max(-2.0, min(2.0, (s.money[seat] - money) / 40.0))
    out[4] = min(s.influence[seat], 40) / 12.0
    out[5] = max(-2.0, min(2.0, (s.influence[seat] - influence) / 10.0))
    out[6] = s.approval[seat] / 9.0
    out[7] = (s.approval[seat] - approval) / 5.0
    out[8] = rating(s, seat) / 5.0
    out[9] = s.population[seat] / 25.0
    out[10] = (s.population[seat] - people) / 12.0
    out[11] = s.totals[seat] / 12.0
    out[12] = max(-2.0, min(2.0, (s.totals[seat] - stars) / 6.0))
    out[13 + min(above, 3)] = 1.0
    out[17] = work[FUTURE + seat] / 25.0
    out[18] = work[FUTURE + NSEATS + seat] / 5.0
    out[19] = rating(s, seat) * s.population[seat] / 60.0
    out[20] = left / 6.0
    out[21] = s.star / 9.0
    out[22] = float(s.final)
    out[23] = min(s.round, 20) / 12.0
    out[24 + s.players - 2] = 1.0
    for permit in range(NPERMITS):
        out[27 + permit] = min(s.hand[seat][permit], 3) / 2.0
        out[31 + permit] = min(permits_built(s, seat, permit), 5) / 3.0
    out[35] = min(room(s, seat), 5) / 3.0
    out[36] = min(permits_held(s, seat), 6) / 3.0
    out[37] = min(room(s, seat), permits_held(s, seat)) / 2.0
    for place in range(s.players):
        if s.order[place] == seat:
            out[38] = place / s.players
    out[39] = 1.0 if s.deputy == seat else 0.0
    out[40] = 1.0 if actor(s) == seat else 0.0
    for office in range(NOFFICES):
        out[41 + office] = 1.0 if s.staffer[office] == NOBODY else 0.0
        out[48 + office] = out[41 + office] if s.final else 0.0
        out[55 + office] = min(s.office_influence[office], 6) / 4.0
    out[62] = s.turn / 7.0
    out[63] = 1.0 if s.approval[seat] == LAST_SPACE else 0.0
    out[64] = 1.0 if approval == LAST_SPACE else 0.0
    out[65] = 1.0 if s.round == 0 else 0.0


def inputs_of_figures(s, seat, out):
    """By how much a seat leads for each endorsement or lacks."""
    for kind in range(9):
        most = 0
        for other in range(s.players):
            if other != seat:
                most = max(most, figure(s, other, kind))
        ahead = figure(s, seat, kind) - most
        scale = 12.0 if kind == Figure.MONEY else (4.0 if kind == Figure.INFLUENCE else 2.0)
        out[FIGURES_OF + kind] = max(-1.5, min(1.5, ahead / scale))
        out[FIGURES_OF + 9 + kind] = 1.0 if ahead > 0 else 0.0


def inputs_of_offices(s, seat, out, work):
    """What each open office brings, alone and beside who wants it most, and when one may choose."""
    first = 0.0
    second = 0.0
    third = 0.0
    for office in range(NOFFICES):
        if s.staffer[office] == NOBODY:
            mine = work[BRINGS + NSEATS * office + seat]
            out[OFFICES_OF + office] = min(mine, 24.0) / 8.0
            most = most_to_others(s, seat, office, work)
            out[OFFICES_OF + NOFFICES + office] = max(-2.0, min(2.0, (mine - most) / 8.0))
            third = max(third, min(mine, second))
            second = max(second, min(mine, first))
            first = max(first, mine)
    turn = s.turn if s.phase == Phase.ACTIVATE else s.turn + 1
    waits = 0
    while turn + waits < turns_in_round(s) and who_activates(s, turn + waits) != seat:
        waits += 1
    turns = 0
    for later in range(turn, turns_in_round(s)):
        if who_activates(s, later) == seat:
            turns += 1
    out[ORDER_OF + (min(waits, 3) if turns > 0 else 4)] = 1.0
    out[ORDER_OF + 5] = turns / 2.0
    out[ORDER_OF + 6] = min(first, 24.0) / 8.0
    out[ORDER_OF + 7] = min(second, 24.0) / 8.0
    out[ORDER_OF + 8] = min(third, 24.0) / 8.0
    if turns > 0:
        sure = first if waits == 0 else (second if waits == 1 else third)
        out[ORDER_OF + 9] = min(sure, 24.0) / 8.0


def who_activates(s, turn):
    """Whose turn it is in this round after so many."""
    if s.players == 2:
        return s.order[turn // 2 % 2]
    return s.order[turn % s.players]


def most_to_others(s, seat, office, work):
    """The most an office brings any other seat."""
    most = 0.0
    for other in range(s.players):
        if other != seat:
            most = max(most, work[BRINGS + NSEATS * office + other])
    return most


def inputs_of_reach(s, seat, out):
    """Ranks by stars within reach, what can be built and bought, and who has more influence."""
    up = 9
    down = 9
    richer = 0
    stronger = 0
    even = 0
    for other in range(s.players):
        if other != seat:
            ahead = s.totals[seat] - s.totals[other]
            if ahead < 0:
                up = min(up, -ahead)
            elif ahead > 0:
                down = min(down, ahead)
            else:
                even += 1
            richer += 1 if s.money[other] > s.money[seat] else 0
            stronger += 1 if s.influence[other] > s.influence[seat] else 0
    plain = health_gain(s, seat, NOBODY, False)
    out[REACH_OF] = up / 4.0
    out[REACH_OF + 1] = down / 4.0
    out[REACH_OF + 2] = even / 2.0
    out[REACH_OF + 3] = plain / 4.0
    out[REACH_OF + 4] = (health_gain(s, seat, seat, True) - plain) / 4.0
    out[REACH_OF + 5] = richer / 3.0
    out[REACH_OF + 6] = stronger / 3.0
    out[REACH_OF + 7] = 1.0 if s.money[seat] >= 10 else 0.0
    out[REACH_OF + 8] = 1.0 if s.money[seat] >= 20 else 0.0
    out[REACH_OF + 9] = 1.0 if s.money[seat] >= 30 else 0.0
    out[REACH_OF + 10] = min(income(s, seat), 60) / 20.0
    inputs_of_building(s, seat, out)


def inputs_of_building(s, seat, out):
    """The most stars that one permit held would add, and the most spaces a park would."""
    stars = 0
    steps = 0
    fits = 0
    lands = empty_lands(s, seat)
    while lands != 0:
        space = lowest(lands)
        lands &= lands - 1
        best = 0
        for permit in range(NPERMITS):
            if holds(s, seat, permit):
                best = max(best, stars_change(s, permit, space, seat, 1))
                steps = max(steps, park_steps(s, permit, space, seat))
        stars = max(stars, best)
        fits += 1 if best > 0 else 0
    out[REACH_OF + 11] = stars / 3.0
    out[REACH_OF + 12] = steps / 2.0
    out[REACH_OF + 13] = min(fits, 3) / 2.0


def inputs_of_track(s, seat, out):
    """What one, two and three spaces more are worth and one less, and how near the end is."""
    space = s.approval[seat]
    people = s.population[seat] / 12.0
    for steps in range(1, 4):
        gained = APPROVAL[min(space + steps, LAST_SPACE)] - rating(s, seat)
        out[TRACK_OF + steps - 1] = gained * people
    out[TRACK_OF + 3] = (rating(s, seat) - APPROVAL[max(space - 1, 0)]) * people
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, s.approval[other])
    for near in range(3):
        out[TRACK_OF + 4 + near] = 1.0 if LAST_SPACE - space <= near + 1 else 0.0
        out[TRACK_OF + 7 + near] = 1.0 if LAST_SPACE - most <= near + 1 else 0.0
        out[TRACK_OF + 10 + near] = 1.0 if LAST_SPACE - s.star <= near else 0.0
    out[TRACK_OF + 13] = 1.0 if space == 0 else 0.0
    out[TRACK_OF + 14] = (POPULATION_END - s.population[seat]) / 40.0


def inputs_of_count(s, seat, out, work):
    """Votes if the election were now, and endorsements that one more would win, tie or lose."""
    best = -1000.0
    for other in range(s.players):
        if other != seat:
            best = max(best, work[VOTES_NOW + other])
    ahead = work[VOTES_NOW + seat] - best
    out[COUNT_OF] = ahead / 30.0
    out[COUNT_OF + 1] = max(-1.5, min(1.5, ahead / 8.0))
    won = 0
    to_win = 0
    to_tie = 0
    shaky = 0
    for kind in range(Figure.BUILT, 9):
        most = 0
        for other in range(s.players):
            if other != seat:
                most = max(most, figure(s, other, kind))
        ahead = figure(s, seat, kind) - most
        won += 1 if ahead > 0 else 0
        shaky += 1 if ahead == 1 else 0
        to_win += 1 if ahead == 0 else 0
        to_tie += 1 if ahead == -1 else 0
    out[COUNT_OF + 2] = won / 3.0
    out[COUNT_OF + 3] = shaky / 3.0
    out[COUNT_OF + 4] = to_win / 3.0
    out[COUNT_OF + 5] = to_tie / 3.0
    out[COUNT_OF + 6] = won / 3.0 if s.final else 0.0


def inputs_of_auction(s, seat, out, work):
    """How the auction of the office just activated stands for a seat."""
    if s.phase == Phase.USE or s.phase == Phase.BOTTOM:
        return
    activator = s.staffer[s.office]
    mine = work[BRINGS + NSEATS * s.office + seat]
    price = s.high * work[CLOCK + 2]
    out[AUCTION_OF] = 1.0
    out[AUCTION_OF + 1] = 1.0 if s.phase == Phase.KEEP else 0.0
    out[AUCTION_OF + 2] = 1.0 if s.phase == Phase.SURVEY else 0.0
    out[AUCTION_OF + 3] = min(mine, 24.0) / 8.0
    out[AUCTION_OF + 4] = min(most_to_others(s, seat, s.office, work), 24.0) / 8.0
    out[AUCTION_OF + 5] = min(s.high, 16) / 5.0
    out[AUCTION_OF + 6] = max(-2.0, min(2.0, (mine - price) / 8.0))
    if seat == activator:
        out[AUCTION_OF + 7] = 1.0
        out[AUCTION_OF + 8] = 1.0 if s.influence[seat] >= s.high else 0.0
        out[AUCTION_OF + 9] = min(mine, 24.0) / 8.0
        out[AUCTION_OF + 10] = min(s.high, 16) / 5.0
        out[AUCTION_OF + 11] = max(-2.0, min(2.0, (mine - price) / 8.0))
        return
    out[AUCTION_OF + 12] = min(work[BRINGS + NSEATS * s.office + activator], 24.0) / 8.0
    asked = s.phase == Phase.KEEP or is_past(s, seat)
    if asked and s.bids[seat] == s.high:
        out[AUCTION_OF + 13] = 1.0
        out[AUCTION_OF + 14] = max(-2.0, min(2.0, (mine - price) / 8.0))
        out[AUCTION_OF + 15] = 1.0 if s.influence[activator] < s.high else 0.0
    elif not asked:
        out[AUCTION_OF + 16] = 1.0 if s.influence[seat] >= s.high else 0.5


def is_past(s, seat):
    """Whether an opponent has been asked for a bid already."""
    if s.phase != Phase.BID:
        return False
    first = s.staffer[s.office] + 1
    asked = (s.bidder - first + s.players) % s.players
    return (seat - first + s.players) % s.players < asked


def inputs_of_use(s, seat, out, work):
    """Which office is being used or sold, and whether a seat has it or may have it."""
    uses = s.phase == Phase.USE or s.phase == Phase.BOTTOM
    place = USE_OF
    if uses:
        place += 0 if s.controller == seat else NOFFICES
    else:
        place += (2 if s.staffer[s.office] == seat else 3) * NOFFICES
    out[place + s.office] = 1.0
    rest = USE_OF + 4 * NOFFICES
    if uses:
        mine = work[BRINGS + NSEATS * s.office + s.controller]
        if s.controller == seat:
            out[rest] = min(mine, 24.0) / 8.0
            out[rest + 1] = (s.taken + s.built) / 2.0
        else:
            out[rest + 2] = min(mine, 24.0) / 8.0
            out[rest + 3] = (s.taken + s.built) / 2.0
    out[rest + 4] = s.revealed[Permit.PARK] / 2.0
    out[rest + 5] = s.revealed[Permit.HOUSING] / 2.0
