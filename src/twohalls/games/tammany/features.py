"""What opponents look at in Tammany Hall: who wins the wards, what chips are worth, what to try.

Plain functions compiled together with the rules (see `bots/contract.py`). All figures here are
judgements, not rules.
"""

import math

from twohalls.games.tammany.board import BONUS_CUBE, BONUS_FAVOR, STEP_FROM, STEP_TO, TAMMANY_HALL
from twohalls.games.tammany.rules import (
    APPOINT,
    ARREST,
    BID,
    BOSS,
    CUBE,
    END,
    FAVOR,
    FIRST,
    LOCK,
    MOVE,
    NCOLOURS,
    NSEATS,
    NSTEPS,
    NWARDS,
    SETTLE,
    SLANDER,
    SPREAD,
    YEARS,
    YEARS_A_TERM,
    Office,
    Phase,
    Placed,
    actor,
    bosses_left,
    colours_in,
    cubes_in,
    first_bid_colour,
    legal,
    usable,
)
from twohalls.kernel.sets import bit_count, forbid_all, list_actions

MOST_BID = 35

# What an office brings its holder in a term, in points: none, mayor, deputy, police, council,
# precinct.
OFFICE_WORTH = (0.0, 0.0, 1.3, 0.7, 0.7, 0.6)

# Where things lie in `work`.
CHANCE_OF = 0
WARDS_OF = CHANCE_OF + NWARDS * NSEATS
CUBES_OF = WARDS_OF + NSEATS
MAYOR_OF = CUBES_OF + NSEATS * NCOLOURS
WARD_SEEN = MAYOR_OF + NSEATS
STANDING = WARD_SEEN + 4 * NWARDS
SIGN = STANDING + NSEATS
USABLE_OF = SIGN + 40


# --- Valuation -------------------------------------------------------------------------------


BETWEEN_WARDS = 0.5


def quiet(s):
    """Everywhere but in an election; there, before anybody has bid in a ward, for who knows it."""
    if s.phase != Phase.BID:
        return 1.0
    for player in range(s.players):
        if s.answered[player]:
            return 0.0
    return BETWEEN_WARDS


def terms_after(s):
    """Elections that follow the next one."""
    term = s.year // YEARS_A_TERM
    return 3 - term - (1 if s.phase == Phase.APPOINT else 0)


def years_to_vote(s):
    """Years still to be played before the next election, the running one included."""
    if s.phase == Phase.APPOINT:
        return float(YEARS_A_TERM)
    if s.phase == Phase.BID or s.phase == Phase.BONUS_CUBE or s.phase == Phase.BONUS_FAVOR:
        return 0.0
    if s.phase == Phase.FIRST:
        return float(YEARS_A_TERM)
    played = (s.player + s.players - s.first) % s.players
    return YEARS_A_TERM - s.year % YEARS_A_TERM - played / s.players


def voting(s):
    return s.phase == Phase.BID or s.phase == Phase.BONUS_CUBE or s.phase == Phase.BONUS_FAVOR


def first_open_ward(s):
    """The first ward whose winner is not known yet."""
    if s.phase == Phase.BID:
        return s.ward
    if voting(s):
        return s.ward + 1
    return 0


def usable_in(s, player, ward):
    """Chips of colours that live in a ward."""
    chips = 0
    for colour in range(NCOLOURS):
        if s.cubes[ward][colour] > 0:
            chips += s.favors[player][colour]
    return chips


def ward_chances(s, work):
    """How likely each seat wins each ward: bosses, and the chips it can spare there."""
    years = years_to_vote(s)
    sharp = 1.25 / (1.0 + 0.30 * years)
    stranger = math.exp(sharp * 0.75 * years) * 0.6 if years > 0.0 else 0.0
    begin = first_open_ward(s)
    for player in range(s.players):
        work[WARDS_OF + player] = 0.0
        work[MAYOR_OF + player] = 1.0
    for ward in range(begin, s.active):
        present = 0
        for player in range(s.players):
            if s.bosses[ward][player] > 0:
                present += 1
        if present > 1:
            for player in range(s.players):
                if s.bosses[ward][player] > 0:
                    work[MAYOR_OF + player] += 1.0
    for ward in range(s.active):
        base = CHANCE_OF + ward * NSEATS
        if ward < begin:
            for player in range(s.players):
                work[base + player] = 1.0 if s.winner[ward] == player else 0.0
        else:
            total = stranger * (0.35 if s.locked[ward] else 1.0)
            for player in range(s.players):
                work[base + player] = 0.0
                work[USABLE_OF + ward * NSEATS + player] = 0.0
                if s.bosses[ward][player] > 0:
                    chips = float(usable_in(s, player, ward))
                    work[USABLE_OF + ward * NSEATS + player] = chips
                    share = min(1.0, 2.2 / work[MAYOR_OF + player])
                    votes = s.bosses[ward][player] + 0.75 * share * chips
                    weight = math.exp(min(sharp * votes, 30.0))
                    work[base + player] = weight
                    total += weight
            if total > 0.0:
                for player in range(s.players):
                    work[base + player] /= total
    for ward in range(s.active):
        for player in range(s.players):
            work[WARDS_OF + player] += work[CHANCE_OF + ward * NSEATS + player]


def worth(s, out, work):
    """Points at the end: those scored, the next election's, and what chips and offices promise."""
    if s.phase == Phase.DONE:
        for player in range(s.players):
            out[player] = float(s.score[player])
        return
    ward_chances(s, work)
    later = terms_after(s)
    years = years_to_vote(s)
    most = 0.0
    for player in range(s.players):
        most = max(most, work[WARDS_OF + player])
    total = 0.0
    sharp = 1.5 / (1.0 + 0.15 * years)
    for player in range(s.players):
        chips = cubes_in(s.favors[player])
        work[MAYOR_OF + player] = math.exp(sharp * (work[WARDS_OF + player] - most) + 0.03 * chips)
        total += work[MAYOR_OF + player]
    for player in range(s.players):
        chips = cubes_in(s.favors[player])
        value = float(s.score[player]) + 3.0 * work[MAYOR_OF + player] / total
        value += work[WARDS_OF + player] * (1.0 + (0.25 if later > 0 else 0.0))
        value += work[CHANCE_OF + TAMMANY_HALL * NSEATS + player]
        value += float(s.slanders[player])
        value += (0.06 + 0.16 * min(later, 2)) * chips / (1.0 + 0.02 * chips)
        value += 0.05 * chips * (1.0 if years > 0.0 else 0.0)
        if s.phase != Phase.APPOINT or s.office[player] > 0:
            left = min(years, 4.0) / 4.0
            value += OFFICE_WORTH[s.office[player]] * left
        out[player] = value
    for colour in range(NCOLOURS):
        lead_the_people(s, colour, later, out, work)
        hold_most_chips(s, colour, later, years, out)


def lead_the_people(s, colour, later, out, work):
    """Immigrant leaders: three chips for the most cubes in wards won."""
    at = CUBES_OF + colour * NSEATS
    total = 0.0
    most = 0.0
    for player in range(s.players):
        cubes = 0.0
        for ward in range(s.active):
            cubes += work[CHANCE_OF + ward * NSEATS + player] * s.cubes[ward][colour]
        work[at + player] = cubes
        most = max(most, cubes)
    for player in range(s.players):
        work[STANDING + player] = math.exp(0.8 * (work[at + player] - most))
        total += work[STANDING + player]
    prize = 3.0 * (0.26 if later > 0 else 0.10)
    for player in range(s.players):
        out[player] += prize * work[STANDING + player] / total


def hold_most_chips(s, colour, later, years, out):
    """Two points at the end for the most chips of a colour."""
    total = 0.0
    sharp = 0.9 if later == 0 and years == 0.0 else 0.4
    for player in range(s.players):
        if s.favors[player][colour] > 0:
            total += math.exp(sharp * s.favors[player][colour])
    if total > 0.0:
        prize = 2.0 if later == 0 else 1.0 / later
        prize = prize if years == 0.0 or later > 0 else 1.4
        for player in range(s.players):
            if s.favors[player][colour] > 0:
                out[player] += prize * math.exp(sharp * s.favors[player][colour]) / total


PLAY_ON = 0.0
LOOK_AT = 16.0
SPREAD_TIMES = 2.2


def spread_of(s):
    """Points that are still a matter of luck."""
    if s.phase == Phase.DONE:
        return 0.1
    years = 4.0 * terms_after(s) + years_to_vote(s)
    left = (s.active - first_open_ward(s)) / 15.0
    return 0.55 + 0.22 * years + (0.6 * left if years < 1.0 else 0.6)


# --- Choices worth a thought -----------------------------------------------------------------

SIGNS = 34
LEANINGS = (
    0.3,  # 0 a boss
    0.5,  # 1 into a ward where nobody is
    -0.2,  # 2 into a ward where others are and oneself is not
    0.9,  # 3 into a close ward
    -1.8,  # 4 where one is far ahead
    0.7,  # 5 Tammany Hall
    0.25,  # 6 where many live
    0.5,  # 7 where one has more chips to bid
    0.8,  # 8 into a close ward in the last year
    -1.2,  # 9 where it is hopeless
    0.5,  # 10 a cube
    1.0,  # 11 of which one has few chips
    0.8,  # 12 where one has bosses
    0.6,  # 13 of people who help oneself more than others there
    -0.9,  # 14 where another is ahead
    0.3,  # 15 in the last term, of which one has the most chips
    0.8,  # 16 with few chips in all
    0.0,  # 17 the end of the turn
    2.0,  # 18 a favor
    0.4,  # 19 a favor of use in wards still to be fought for
    0.4,  # 20 an office used at all
    1.0,  # 21 an office used to one's own good
    -1.2,  # 22 a slander
    1.6,  # 23 a slander that turns a ward
    -0.5,  # 24 a slander of whoever is ahead: more of it
    0.5,  # 25 a bid of nothing
    -1.0,  # 26 a bid of a greater part of the chips
    0.6,  # 27 a bid that wins for certain
    1.6,  # 28 about what is needed
    -1.5,  # 29 more than can be needed
    0.5,  # 30 a bonus cube
    -1.5,  # 31 a good office for whoever is ahead
    0.3,  # 32 a boss where the ward's bonus is
    -0.8,  # 33 a bid that cannot win
)


def look_at_wards(s, player, work):
    """Own bosses, the best other's, and the chips both could bid, of every ward."""
    for ward in range(s.active):
        others = 0
        chips = 0
        for other in range(s.players):
            if other != player and s.bosses[ward][other] > 0:
                others = max(others, s.bosses[ward][other])
                chips = max(chips, usable_in(s, other, ward))
        at = WARD_SEEN + 4 * ward
        work[at] = float(s.bosses[ward][player])
        work[at + 1] = float(others)
        work[at + 2] = float(usable_in(s, player, ward))
        work[at + 3] = float(chips)


def consider(s, options, weights, leanings, work):
    """All legal actions in a turn; a bid by its total, the colours following from `unfold`."""
    player = actor(s)
    look_at_wards(s, player, work)
    if s.phase == Phase.BID:
        n = consider_bids(s, options)
    else:
        forbid_all(options)
        legal(s, options)
        n = list_actions(options, options)
    if s.phase == Phase.APPOINT:
        ward_chances(s, work)
        for other in range(s.players):
            work[STANDING + other] = s.score[other] + work[WARDS_OF + other]
    for i in range(n):
        signs(s, options[i], work, work)
        lean = 0.0
        for sign in range(SIGNS):
            lean += leanings[sign] * work[SIGN + sign]
        weights[i] = math.exp(max(-9.0, min(9.0, lean)))
    return n


def consider_bids(s, options):
    """Every number of chips up to all that are usable."""
    most = 0
    for colour in range(NCOLOURS):
        most += usable(s, s.bidder, colour)
    most = min(most, MOST_BID)
    for chips in range(most + 1):
        options[chips] = BID + chips
    return most + 1


def signs(s, option, out, work):
    """Which of the signs above an option shows; `work` is as `consider` left it."""
    for sign in range(SIGNS):
        out[SIGN + sign] = 0.0
    player = actor(s)
    if option < CUBE:
        signs_of_boss(s, option - BOSS, out, work)
    elif option < END:
        colour = (option - CUBE) // NWARDS
        ward = (option - CUBE) % NWARDS
        out[SIGN + 10] = 1.0
        out[SIGN + 11] = 1.0 / (1.0 + s.favors[player][colour])
        out[SIGN + 16] = 1.0 / (1.0 + 0.5 * cubes_in(s.favors[player]))
        if s.year >= YEARS - YEARS_A_TERM:
            out[SIGN + 15] = 1.0 if leads_in_chips(s, player, colour) else 0.0
        signs_of_people(s, player, colour, ward, out, work)
    elif option == END:
        out[SIGN + 17] = 1.0
    elif option < ARREST:
        out[SIGN + 18] = 1.0
        out[SIGN + 19] = float(fights_for(s, player, option - FAVOR, work))
    elif option < LOCK:
        out[SIGN + 20] = 1.0
        out[SIGN + 21] = -gain_from_people(
            s, player, (option - ARREST) // NWARDS, (option - ARREST) % NWARDS, 2, work
        )
    elif option < MOVE:
        at = WARD_SEEN + 4 * (option - LOCK)
        out[SIGN + 20] = 1.0
        ahead = work[at] - work[at + 1] + 0.5 * (work[at + 2] - work[at + 3])
        out[SIGN + 21] = max(-2.0, min(2.0, ahead)) if work[at] > 0.0 else -1.0
    elif option < SLANDER:
        colour = (option - MOVE) // NSTEPS
        step = (option - MOVE) % NSTEPS
        out[SIGN + 20] = 1.0
        gain = gain_from_people(s, player, colour, STEP_TO[step], 1, work)
        loss = gain_from_people(s, player, colour, STEP_FROM[step], 2, work)
        out[SIGN + 21] = gain - loss
    elif option < BID:
        signs_of_slander(s, option, out, work)
    elif option < SETTLE:
        signs_of_bid(s, option - BID, out, work)
    elif option < APPOINT:
        out[SIGN + 30] = 1.0
        signs_of_people(
            s, player, (option - SETTLE) // NWARDS, (option - SETTLE) % NWARDS, out, work
        )
    elif option < FIRST:
        good = OFFICE_WORTH[option - APPOINT + Office.DEPUTY]
        ahead = work[STANDING + s.appointing] - work[STANDING + player]
        out[SIGN + 31] = good * (1.0 + max(-0.9, min(1.0, 0.25 * ahead)))


def signs_of_boss(s, ward, out, work):
    at = WARD_SEEN + 4 * ward
    mine = work[at]
    others = work[at + 1]
    ahead = mine - others + 0.5 * (work[at + 2] - work[at + 3])
    out[SIGN] = 1.0
    if others == 0.0:
        out[SIGN + 1] = 1.0 if mine == 0.0 else 0.0
        out[SIGN + 4] = min(mine, 3.0) / 3.0
    else:
        close = max(0.0, 1.0 - abs(ahead + 0.5) / 3.0)
        out[SIGN + 2] = 1.0 if mine == 0.0 else 0.0
        out[SIGN + 3] = close
        out[SIGN + 4] = max(0.0, min(ahead - 2.0, 3.0)) / 3.0
        out[SIGN + 8] = close if s.year % YEARS_A_TERM == YEARS_A_TERM - 1 else 0.0
        out[SIGN + 9] = 1.0 if ahead < -3.0 else 0.0
        out[SIGN + 7] = max(-1.0, min(1.0, (work[at + 2] - work[at + 3]) / 3.0))
    out[SIGN + 5] = 1.0 if ward == TAMMANY_HALL else 0.0
    out[SIGN + 6] = min(cubes_in(s.cubes[ward]), 8) / 4.0
    out[SIGN + 32] = 1.0 if BONUS_CUBE[ward] + BONUS_FAVOR[ward] > 0 else 0.0


def signs_of_people(s, player, colour, ward, out, work):
    """What one more cube in a ward does."""
    at = WARD_SEEN + 4 * ward
    out[SIGN + 12] = 1.0 if work[at] > 0.0 else 0.0
    out[SIGN + 13] = gain_from_people(s, player, colour, ward, 1, work)
    out[SIGN + 14] = 1.0 if work[at + 1] > work[at] else 0.0


def gain_from_people(s, player, colour, ward, enough, work):
    """What it is worth that these people live in a ward, if a cube more or less decides it."""
    at = WARD_SEEN + 4 * ward
    mine = work[at]
    others = work[at + 1]
    lead = 0.15 if mine > others else (-0.15 if others > mine else 0.0)
    if s.cubes[ward][colour] >= enough:
        return lead
    best = 0
    for other in range(s.players):
        if other != player and s.bosses[ward][other] > 0:
            best = max(best, s.favors[other][colour])
    own = s.favors[player][colour] if mine > 0.0 else 0
    if others == 0.0:
        return lead
    return lead + max(-1.5, min(1.5, (own - best) / 3.0))


def leads_in_chips(s, player, colour):
    for other in range(s.players):
        if other != player and s.favors[other][colour] > s.favors[player][colour] + 1:
            return False
    return True


def fights_for(s, player, colour, work):
    """In how many contested wards of this player the people of a colour live."""
    wards = 0
    for ward in range(s.active):
        at = WARD_SEEN + 4 * ward
        if work[at] > 0.0 and work[at + 1] > 0.0 and s.cubes[ward][colour] > 0:
            wards += 1
    return wards


def signs_of_slander(s, option, out, work):
    if option < SPREAD:
        code = option - SLANDER
        target = code // (NWARDS * NCOLOURS)
        ward = code // NCOLOURS % NWARDS
        out[SIGN + 22] = 1.0
    else:
        ward = option - SPREAD
        target = s.slander_target
    at = WARD_SEEN + 4 * ward
    votes = s.bosses[ward][target] + 0.5 * usable_in(s, target, ward)
    mine = work[at] + 0.5 * work[at + 2]
    close = max(0.0, 1.0 - abs(votes - mine - 0.5) / 2.5)
    alone = 0.6 if s.bosses[ward][target] == 1 else 0.0
    out[SIGN + 23] = close + alone
    out[SIGN + 24] = max(-1.0, min(1.0, 0.2 * (s.score[s.player] - s.score[target])))


def signs_of_bid(s, chips, out, work):
    at = WARD_SEEN + 4 * s.ward
    own = work[at + 2]
    votes = work[at] + chips
    likely = 0.0
    certain = 0.0
    for other in range(s.players):
        if other != s.bidder and s.bosses[s.ward][other] > 0:
            held = usable_in(s, other, s.ward)
            likely = max(likely, s.bosses[s.ward][other] + 0.4 * held)
            certain = max(certain, float(s.bosses[s.ward][other] + held))
    out[SIGN + 25] = 1.0 if chips == 0 else 0.0
    out[SIGN + 26] = chips / (own + 1.0)
    out[SIGN + 27] = 1.0 if votes > certain else 0.0
    out[SIGN + 28] = max(0.0, 1.0 - abs(votes - likely - 1.0) / 3.0)
    out[SIGN + 29] = max(0.0, votes - certain - 1.0)
    least = 0.0
    for other in range(s.players):
        if other != s.bidder:
            least = max(least, float(s.bosses[s.ward][other]))
    out[SIGN + 33] = 1.0 if chips > 0 and votes <= least else 0.0


def unfold(s, option, out):
    """A bid takes its chips from the colours least needed in the wards that vote later."""
    if s.phase != Phase.BID:
        out[0] = option
        return 1
    chips = option - BID
    given = 0
    for colour in range(NCOLOURS):
        out[colour] = 0
    while given < chips:
        best = -1
        most = -1000.0
        for colour in range(NCOLOURS):
            left = usable(s, s.bidder, colour) - out[colour]
            if left > 0:
                spare = left - 1.5 * needed_later(s, s.bidder, colour)
                if spare > most:
                    most = spare
                    best = colour
        if best < 0:
            return 0
        out[best] += 1
        given += 1
    n = 0
    for colour in range(first_bid_colour(s), NCOLOURS):
        if usable(s, s.bidder, colour) > 0 or (n == 0 and colour == NCOLOURS - 1):
            out[n] = BID + out[colour]
            n += 1
    return n


def needed_later(s, player, colour):
    """In how many wards still to vote this player fights with chips of a colour."""
    wards = 0.0
    for ward in range(s.ward + 1, s.active):
        if s.bosses[ward][player] > 0 and s.cubes[ward][colour] > 0:
            for other in range(s.players):
                if other != player and s.bosses[ward][other] > 0:
                    wards += 0.7
    return wards


# --- What a learned valuation looks at -------------------------------------------------------

PER_WARD = 7
BEFORE_WARDS = 64
INPUTS = BEFORE_WARDS + PER_WARD * NWARDS


def to_place(s, seat):
    """Bosses and cubes a seat still places before the next election, this turn's included."""
    if voting(s):
        return 0
    if s.phase == Phase.APPOINT or s.phase == Phase.FIRST:
        return 2 * YEARS_A_TERM
    left = 2 * (YEARS_A_TERM - 1 - s.year % YEARS_A_TERM)
    turn = (seat - s.first) % s.players - (s.player - s.first) % s.players
    if turn > 0:
        return left + 2
    if turn < 0:
        return left
    if s.phase != Phase.TURN or s.placed == Placed.NOTHING:
        return left + 2
    return left + (0 if s.placed == Placed.ALL else 1)


def may_still_slander(s, seat):
    """Whether a seat can slander before the next election: a chip, the right term and a turn."""
    if voting(s) or s.slandered[seat] or s.slanders[seat] == 0:
        return False
    if s.phase == Phase.APPOINT or s.phase == Phase.FIRST:
        return s.phase == Phase.APPOINT
    return s.year >= YEARS_A_TERM and (s.player == seat or to_place(s, seat) > 0)


def inputs(s, seat, worths, out, work):
    """One seat's standing, what is left of the game, and ward by ward who is how strong."""
    best = -1000.0
    most_points = -100
    for other in range(s.players):
        if other != seat:
            best = max(best, worths[other])
            most_points = max(most_points, s.score[other])
    years = years_to_vote(s)
    later = terms_after(s)
    out[0] = (worths[seat] - best) / 5.0
    out[1] = (worths[seat] - best) / (2.0 * spread_of(s))
    out[2] = s.score[seat] / 15.0
    out[3] = (s.score[seat] - most_points) / 8.0
    out[4] = s.slanders[seat] / 3.0
    out[5] = years / 4.0
    out[6] = 1.0 if years == 0.0 else 0.0
    for term in range(4):
        out[7 + term] = 1.0 if later == term else 0.0
    for players in range(3, 6):
        out[8 + players] = 1.0 if s.players == players else 0.0
    for office in range(6):
        out[14 + office] = min(years, 4.0) / 4.0 if s.office[seat] == office else 0.0
    out[20] = 1.0 if s.mayor == seat else 0.0
    chips = cubes_in(s.favors[seat])
    others = 0
    total = 0
    for other in range(s.players):
        if other != seat:
            others = max(others, cubes_in(s.favors[other]))
            total += cubes_in(s.favors[other])
    out[21] = chips / 10.0
    out[22] = (chips - others) / 10.0
    out[23] = total / 30.0
    for colour in range(NCOLOURS):
        most = 0
        for other in range(s.players):
            if other != seat:
                most = max(most, s.favors[other][colour])
        out[24 + colour] = s.favors[seat][colour] / 5.0
        ahead = s.favors[seat][colour] - most
        out[28 + colour] = max(-1.5, min(1.5, ahead / 3.0))
        out[32 + colour] = 1.0 if later == 0 and ahead >= 0 and most > 0 else 0.0
    wards = work[WARDS_OF + seat]
    rival = 0.0
    for other in range(s.players):
        if other != seat:
            rival = max(rival, work[WARDS_OF + other])
    out[36] = wards / 5.0
    out[37] = (wards - rival) / 4.0
    out[38] = 1.0 if s.phase == Phase.TURN and s.player == seat else 0.0
    out[39] = bosses_left(s, seat) / 10.0
    out[40] = ((seat - s.first) % s.players) / s.players
    out[41] = 1.0 if s.slandered[seat] else 0.0
    out[42] = s.active / 15.0
    out[43] = (s.active - first_open_ward(s)) / 15.0
    out[44] = 1.0 if s.phase == Phase.APPOINT else 0.0
    moved = (s.player - s.first) % s.players > (seat - s.first) % s.players
    out[45] = 1.0 if s.phase == Phase.TURN and moved else 0.0
    slanderers = 0
    for other in range(s.players):
        slanderers |= (1 if may_still_slander(s, other) else 0) << other
    inputs_of_the_term(s, seat, slanderers, out, work)
    for ward in range(NWARDS):
        inputs_of_ward(s, seat, ward, slanderers, out, BEFORE_WARDS + PER_WARD * ward, work)


def inputs_of_the_term(s, seat, slanderers, out, work):
    """What is still to be done before the election, who may slander whom, what chips will count."""
    mine = to_place(s, seat)
    theirs = 0
    for other in range(s.players):
        theirs += to_place(s, other)
    turning = s.phase == Phase.TURN and s.player == seat
    out[46] = mine / 4.0
    out[47] = (mine - (theirs - mine) / (s.players - 1.0)) / 2.0
    out[48] = 1.0 if turning and s.placed == Placed.ALL else 0.0
    out[49] = 1.0 if turning and s.placed != Placed.ALL and s.placed != Placed.NOTHING else 0.0
    in_use = s.office[seat] > Office.MAYOR and (mine > 0 or turning)
    out[50] = 1.0 if in_use and not (turning and s.office_used) else 0.0
    able = slanderers >> seat & 1
    out[51] = float(able)
    out[52] = bit_count(slanderers & ~(1 << seat)) / 2.0
    alone = 0
    aims = 0
    contested = 0
    sure = 0
    colours = 0
    for ward in range(first_open_ward(s), s.active):
        here = s.bosses[ward][seat]
        if here > 0:
            others = 0
            for other in range(s.players):
                if other != seat and s.bosses[ward][other] > 0:
                    others += 1
                    if here == 1 and may_hit(s, ward, other, slanderers, work):
                        alone += 1
                    if s.bosses[ward][other] == 1 and may_hit(s, ward, seat, slanderers, work):
                        aims += 1
            if others > 0:
                contested += 1
                colours |= colours_in(s.cubes[ward])
            else:
                sure += 1
    last = s.year % YEARS_A_TERM == YEARS_A_TERM - 1
    out[53] = min(alone, 6) / 3.0
    out[54] = min(aims, 6) / 3.0
    out[55] = contested / 4.0
    out[56] = sure / 4.0
    counting = 0
    for colour in range(NCOLOURS):
        if colours >> colour & 1:
            counting += s.favors[seat][colour]
        best = 0.0
        for other in range(s.players):
            if other != seat:
                best = max(best, work[CUBES_OF + colour * NSEATS + other])
        ahead = work[CUBES_OF + colour * NSEATS + seat] - best
        out[58 + colour] = max(-1.5, min(1.5, ahead / 3.0))
    out[57] = counting / 8.0
    out[62] = out[53] if last else 0.0
    out[63] = out[54] if last else 0.0


def may_hit(s, ward, seat, slanderers, work):
    """Whether a seat that is in a ward may slander there before the election."""
    able = slanderers >> seat & 1 and s.locked[ward] == 0
    return able and work[USABLE_OF + ward * NSEATS + seat] > 0.0


def inputs_of_ward(s, seat, ward, slanderers, out, at, work):
    for i in range(PER_WARD):
        out[at + i] = 0.0
    if ward < s.active:
        out[at] = work[CHANCE_OF + ward * NSEATS + seat]
        if ward >= first_open_ward(s):
            others = 0
            chips = 0.0
            rivals = 0
            in_reach = False
            for other in range(s.players):
                if other != seat and s.bosses[ward][other] > 0:
                    others = max(others, s.bosses[ward][other])
                    chips = max(chips, work[USABLE_OF + ward * NSEATS + other])
                    rivals += 1
                    in_reach = in_reach or may_hit(s, ward, other, slanderers, work)
            out[at + 1] = min(s.bosses[ward][seat], 4) / 2.0
            out[at + 2] = min(others, 4) / 2.0
            out[at + 3] = min(work[USABLE_OF + ward * NSEATS + seat], 8.0) / 4.0
            out[at + 4] = min(chips, 8.0) / 4.0
            out[at + 5] = rivals / 2.0
            if in_reach and s.bosses[ward][seat] > 0:
                out[at + 6] = 1.0 / s.bosses[ward][seat]
