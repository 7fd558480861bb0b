"""The rules of Tammany Hall, a function a rule, over a state `s` (see `kernel/rules.py`).

Wards count from 0 in voting order, seats from 0 clockwise, years and terms from 0.
"""

from enum import IntEnum

from twohalls.games.tammany.board import (
    BONUS_CUBE,
    BONUS_FAVOR,
    FIXED_CUBE,
    NEIGHBOURS,
    STEP_FROM,
    STEP_TO,
    STEPS_OUT,
    TAMMANY_HALL,
    ZONE_CUBES,
    ZONE_END,
    ZONE_START,
)
from twohalls.games.tammany.events import (
    BidOpened,
    BossesSentHome,
    BossPlaced,
    ChipPoints,
    ChipsGained,
    ChipsPaid,
    CubeArrested,
    CubeMoved,
    CubePlaced,
    CubesArrived,
    CubeSettled,
    ElectionBegun,
    FavorTaken,
    FirstDrawn,
    GameWon,
    LeaderFound,
    LocksOff,
    MayorFound,
    MayorPoints,
    OfficeGiven,
    Slandered,
    SlanderPoints,
    SlanderSpread,
    TermBegun,
    TurnEnded,
    WardEmpty,
    WardLocked,
    WardPoints,
    WardUnopposed,
    WardVoted,
    YearBegun,
    ZoneOpened,
)
from twohalls.kernel.events import tell
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.seen import beside, mark, put, put_row, put_seats, seat_at
from twohalls.kernel.sets import also, lowest, span

PLAYERS = (3, 5)
OPTIONS = {"locks": ("all", "placing")}

CUBES_OF_A_COLOUR = 25
CHIPS_OF_A_COLOUR = 35
BOSSES_OF_A_PLAYER = 20
SLANDER_CHIPS = 3
LOCKS_A_TERM = 2
YEARS = 16
YEARS_A_TERM = 4
LEADER_CHIPS = 3
WARD_POINTS = 1
HALL_POINTS = 2
MAYOR_POINTS = 3
FAVOR_POINTS = 2

NWARDS = 15
NCOLOURS = 4
NSEATS = 5
NSTEPS = len(STEP_FROM)
NOBODY = -1

# What decides among players who are level, step by step; a step from 2 on counts a colour's chips.
OUTRIGHT = 0
CHIPS_IN_ALL = 1
CHIPS_OF_ONE = 2
STILL_TIED = CHIPS_OF_ONE + NCOLOURS
AS_MAYOR = STILL_TIED + 1


class Phase(IntEnum):
    FIRST = 0
    ZONE = 1
    ARRIVALS = 2
    TURN = 3
    BID = 4
    BONUS_CUBE = 5
    BONUS_FAVOR = 6
    APPOINT = 7
    DONE = 8


class Placed(IntEnum):
    """How far the placement of this turn is."""

    NOTHING = 0
    BOSS = 1
    CUBE = 2
    ALL = 3


class Office(IntEnum):
    NONE = 0
    MAYOR = 1
    DEPUTY = 2
    POLICE = 3
    COUNCIL = 4
    PRECINCT = 5


# Sets of wards have a bit for each ward: `open` those in play and not locked, `crowded` those with
# a cube to lose, `present` those where a seat has a boss, `homes` those where a people lives.
FIELDS = {
    "players": ((), "int8"),
    "locks": ((), "int8"),
    "phase": ((), "int8"),
    "year": ((), "int8"),
    "first": ((), "int8"),
    "player": ((), "int8"),
    "mayor": ((), "int8"),
    "active": ((), "int8"),
    "zones": ((), "int8"),
    "cubes": ((NWARDS, NCOLOURS), "int8"),
    "bosses": ((NWARDS, NSEATS), "int8"),
    "locked": ((NWARDS,), "int8"),
    "garden": ((NCOLOURS,), "int8"),
    "bag": ((NCOLOURS,), "int8"),
    "unplaced": ((NCOLOURS,), "int8"),
    "to_draw": ((), "int8"),
    "supply": ((NCOLOURS,), "int8"),
    "favors": ((NSEATS, NCOLOURS), "int8"),
    "slanders": ((NSEATS,), "int8"),
    "score": ((NSEATS,), "int8"),
    "office": ((NSEATS,), "int8"),
    "leader": ((NSEATS, NCOLOURS), "int8"),
    "on_wards": ((NSEATS,), "int8"),
    "placed": ((), "int8"),
    "office_used": ((), "int8"),
    "locks_placed": ((), "int8"),
    "slandered": ((NSEATS,), "int8"),
    "spreading": ((), "int8"),
    "slander_target": ((), "int8"),
    "slander_ward": ((), "int8"),
    "slander_colour": ((), "int8"),
    "ward": ((), "int8"),
    "winner": ((NWARDS,), "int8"),
    "wards_won": ((NSEATS,), "int8"),
    "cubes_won": ((NSEATS, NCOLOURS), "int8"),
    "bidder": ((), "int8"),
    "bid_colour": ((), "int8"),
    "answered": ((NSEATS,), "int8"),
    "bids": ((NSEATS, NCOLOURS), "int8"),
    "appointing": ((), "int8"),
    "open": ((), "int16"),
    "crowded": ((), "int16"),
    "present": ((NSEATS,), "int16"),
    "homes": ((NCOLOURS,), "int16"),
}

# Action codes: a verb's first code, then its arguments in mixed radix.
BOSS = 0
CUBE = BOSS + NWARDS
END = CUBE + NCOLOURS * NWARDS
FAVOR = END + 1
ARREST = FAVOR + NCOLOURS
LOCK = ARREST + NCOLOURS * NWARDS
MOVE = LOCK + NWARDS
SLANDER = MOVE + NCOLOURS * NSTEPS
SPREAD = SLANDER + NSEATS * NWARDS * NCOLOURS
BID = SPREAD + NWARDS
SETTLE = BID + CHIPS_OF_A_COLOUR + 1
APPOINT = SETTLE + NCOLOURS * NWARDS
FIRST = APPOINT + 4
DRAW = FIRST + NSEATS
ACTIONS = DRAW + NCOLOURS
MOST_LEGAL = 640


# --- The kernel's questions ------------------------------------------------------------------


def new_game(s, players, options):
    """Set-up: all cubes but those of the zones go into the bag (T1)."""
    s.players = players
    s.locks = options[0]
    s.mayor = NOBODY
    for colour in range(NCOLOURS):
        s.bag[colour] = CUBES_OF_A_COLOUR
        for zone in range(len(ZONE_CUBES)):
            s.bag[colour] -= ZONE_CUBES[zone][colour]
        s.supply[colour] = CHIPS_OF_A_COLOUR
    for player in range(players):
        s.slanders[player] = SLANDER_CHIPS
    for ward in range(NWARDS):
        s.winner[ward] = NOBODY
    s.phase = Phase.FIRST


def actor(s):
    """Chance draws; every other decision has one seat, sealed bids one after another."""
    if s.phase == Phase.TURN:
        return s.player
    if s.phase == Phase.BID:
        return s.bidder
    if s.phase == Phase.BONUS_CUBE or s.phase == Phase.BONUS_FAVOR:
        return s.winner[s.ward]
    if s.phase == Phase.APPOINT:
        return s.mayor
    if s.phase == Phase.DONE:
        return OVER
    return CHANCE


def awaited(s, out):
    """All contestants of a ward who have not bid; otherwise the one who decides."""
    if s.phase == Phase.BID:
        n = 0
        for player in range(s.players):
            if contests(s, player) and not s.answered[player]:
                out[n] = player
                n += 1
        return n
    out[0] = actor(s)
    return 1 if out[0] >= 0 else 0


def ask(s, seat):
    """A sealed bid may be given in any order."""
    s.bidder = seat
    for colour in range(NCOLOURS):
        s.bids[seat][colour] = 0
    s.bid_colour = next_bid_colour(s, -1)
    if s.bid_colour == NCOLOURS:
        s.bid_colour = NCOLOURS - 1


def legal(s, may):
    """All that the actor may do."""
    if s.phase == Phase.TURN:
        legal_in_turn(s, may)
    elif s.phase == Phase.BID:
        legal_bids(s, may)
    elif s.phase == Phase.BONUS_CUBE:
        legal_settlements(s, may)
    elif s.phase == Phase.BONUS_FAVOR:
        legal_favors(s, may)
    elif s.phase == Phase.APPOINT:
        legal_appointments(s, may)
    elif s.phase == Phase.FIRST:
        span(may, FIRST, s.players)
    else:
        legal_draws(s, may)


def chance_weights(s, out):
    """Every seat is as likely as another to be first, every cube to be drawn."""
    if s.phase == Phase.FIRST:
        for player in range(s.players):
            out[player] = 1
        return s.players
    n = 0
    for colour in range(NCOLOURS):
        cubes = s.unplaced[colour] if s.phase == Phase.ZONE else s.bag[colour]
        if cubes > 0:
            out[n] = cubes
            n += 1
    return n


def apply(s, action):
    """Do one legal action of the actor."""
    if action < END:
        if action < CUBE:
            place_boss(s, action - BOSS)
        else:
            place_cube(s, (action - CUBE) // NWARDS, (action - CUBE) % NWARDS)
    elif action >= DRAW:
        draw_cube(s, action - DRAW)
    elif action >= BID and action < SETTLE:
        bid(s, action - BID)
    elif action == END:
        end_turn(s)
    elif action < ARREST:
        take_favor(s, action - FAVOR)
    elif action < LOCK:
        arrest(s, (action - ARREST) // NWARDS, (action - ARREST) % NWARDS)
    elif action < MOVE:
        lock(s, action - LOCK)
    elif action < SLANDER:
        move(s, (action - MOVE) // NSTEPS, (action - MOVE) % NSTEPS)
    elif action < SPREAD:
        code = action - SLANDER
        slander(s, code // (NWARDS * NCOLOURS), code // NCOLOURS % NWARDS, code % NCOLOURS)
    elif action < BID:
        spread(s, action - SPREAD)
    elif action < APPOINT:
        settle(s, (action - SETTLE) // NWARDS, (action - SETTLE) % NWARDS)
    elif action < FIRST:
        appoint(s, action - APPOINT + Office.DEPUTY)
    else:
        go_first(s, action - FIRST)


def mid_line(s):
    """A zone, an arrival, a bid and the appointments are each one line of several actions."""
    if s.phase == Phase.ZONE:
        return s.ward > ZONE_START[s.zones]
    if s.phase == Phase.ARRIVALS:
        return cubes_in(s.garden) > 0
    if s.phase == Phase.BID:
        return not s.answered[s.bidder] and s.bid_colour > first_bid_colour(s)
    if s.phase == Phase.APPOINT:
        return s.appointing > (1 if s.mayor == 0 else 0)
    return False


def hide(s, seat):
    """Sealed bids are the only secret; another's bid not yet revealed is as if not given."""
    if s.phase != Phase.BID:
        return
    for player in range(s.players):
        if player != seat:
            s.answered[player] = 0
            for colour in range(NCOLOURS):
                s.bids[player][colour] = 0
    if s.bidder != seat:
        if seat >= 0 and contests(s, seat) and not s.answered[seat]:
            ask(s, seat)
        else:
            ask(s, next_bidder(s))


def resample(s, seat, rng):
    """Hidden bids are given anew by whoever plays on: there is nothing else to fill in."""


def result(s, points, won):
    """Everybody's points, and who won."""
    winners, _ = find_winners(s)
    for player in range(s.players):
        points[player] = s.score[player]
        won[player] = winners >> player & 1


# --- Set-up and the year ---------------------------------------------------------------------


def go_first(s, player):
    """A random seat goes first in term 1; then the zones of the start come into play."""
    s.first = player
    tell(s, FirstDrawn, player)
    tell(s, TermBegun, 1, s.first)
    tell(s, YearBegun, 1)
    start_year(s)


def zone_due(s):
    """3 players: a zone a term; 4 players: two at once; 5 players: all three."""
    due = min(3, s.players - 2 + s.year // YEARS_A_TERM)
    return s.zones < due


def start_year(s):
    """Zones due come into play (T22: ward 14 begins Irish), then the term's first player begins."""
    if zone_due(s):
        s.phase = Phase.ZONE
        s.ward = ZONE_START[s.zones]
        for colour in range(NCOLOURS):
            s.unplaced[colour] = ZONE_CUBES[s.zones][colour]
        for ward in range(ZONE_START[s.zones], ZONE_END[s.zones]):
            if FIXED_CUBE[ward] >= 0:
                s.unplaced[FIXED_CUBE[ward]] -= 1
    else:
        s.player = s.first
        start_turn(s)


def start_turn(s):
    """Castle Garden is filled when empty: players + 2 cubes, fewer if the bag runs short (T2)."""
    s.placed = Placed.NOTHING
    s.office_used = 0
    s.spreading = 0
    s.phase = Phase.TURN
    if cubes_in(s.garden) == 0:
        s.to_draw = min(s.players + 2, cubes_in(s.bag))
        if s.to_draw > 0:
            s.phase = Phase.ARRIVALS


def legal_draws(s, may):
    also(may, DRAW, colours_in(s.unplaced if s.phase == Phase.ZONE else s.bag))


def draw_cube(s, colour):
    """A cube for the next ward of a new zone, or out of the bag into Castle Garden."""
    if s.phase == Phase.ZONE:
        s.unplaced[colour] -= 1
        put_cube(s, colour, s.ward)
        s.ward += 1
        while s.ward < ZONE_END[s.zones] and FIXED_CUBE[s.ward] >= 0:
            s.ward += 1
        if s.ward == ZONE_END[s.zones]:
            for ward in range(ZONE_START[s.zones], ZONE_END[s.zones]):
                if FIXED_CUBE[ward] >= 0:
                    put_cube(s, FIXED_CUBE[ward], ward)
            tell(s, ZoneOpened, s.zones, {w: s.cubes[w] for w in range(s.active, s.ward)})
            s.open |= wards_below(s.ward) & ~wards_below(s.active)
            s.active = s.ward
            s.zones += 1
            start_year(s)
    else:
        s.bag[colour] -= 1
        s.garden[colour] += 1
        s.to_draw -= 1
        if s.to_draw == 0:
            tell(s, CubesArrived, s.garden)
            s.phase = Phase.TURN


# --- A turn ----------------------------------------------------------------------------------


def legal_in_turn(s, may):
    """Place, office, slander in any order, each finished before the next begins (T3), then end."""
    if may_place_boss(s):
        also(may, BOSS, s.open)
    if may_place_cube(s):
        legal_cubes(s, s.garden, CUBE, may)
    if may_turn_to_another_thing(s):
        if not s.office_used and s.office[s.player] > Office.MAYOR:
            legal_benefits(s, may)
        legal_slanders(s, may)
        if may_end(s):
            also(may, END, 1)


def legal_cubes(s, cubes, code, may):
    """A cube of any colour that is there, into any ward that is in play and not locked."""
    bits = 0
    for colour in range(NCOLOURS):
        bits |= (s.open if cubes[colour] > 0 else 0) << colour * NWARDS
    also(may, code, bits)


def bosses_left(s, player):
    """T5: 20 less the score track, an office, leader boxes and wards; T6: never below none."""
    left = BOSSES_OF_A_PLAYER - 1 - s.on_wards[player]
    if s.office[player] != Office.NONE:
        left -= 1
    for colour in range(NCOLOURS):
        left -= s.leader[player][colour]
    return max(left, 0)


def may_place_boss(s):
    """Two bosses, or a boss beside a cube."""
    return s.placed != Placed.ALL and bosses_left(s, s.player) > 0


def may_place_cube(s):
    """One cube a turn, out of Castle Garden."""
    return (s.placed == Placed.NOTHING or s.placed == Placed.BOSS) and cubes_in(s.garden) > 0


def may_turn_to_another_thing(s):
    """T3: nothing slips between the two pieces of a placement."""
    return s.placed == Placed.NOTHING or s.placed == Placed.ALL


def may_end(s):
    """T4: placing is a must as long as there is something to place; T9: the end is said."""
    if s.placed == Placed.NOTHING:
        return bosses_left(s, s.player) == 0 and cubes_in(s.garden) == 0
    return True


def place_boss(s, ward):
    """T4: a last boss goes alone only when Castle Garden is empty."""
    s.bosses[ward][s.player] += 1
    s.on_wards[s.player] += 1
    s.present[s.player] |= 1 << ward
    tell(s, BossPlaced, s.player, ward)
    s.spreading = 0
    nothing_left = bosses_left(s, s.player) == 0 and cubes_in(s.garden) == 0
    if s.placed != Placed.NOTHING or nothing_left:
        s.placed = Placed.ALL
    else:
        s.placed = Placed.BOSS


def place_cube(s, colour, ward):
    """A settled cube brings a favor chip of its colour, if there is one (T20)."""
    s.garden[colour] -= 1
    put_cube(s, colour, ward)
    tell(s, CubePlaced, s.player, colour, ward)
    gain_chips(s, s.player, colour, 1)
    s.spreading = 0
    if s.placed != Placed.NOTHING or bosses_left(s, s.player) == 0:
        s.placed = Placed.ALL
    else:
        s.placed = Placed.CUBE


def end_turn(s):
    """Said by the player (T9); after the last player's turn the year is over."""
    tell(s, TurnEnded, s.player)
    s.spreading = 0
    s.player = (s.player + 1) % s.players
    if s.player != s.first:
        start_turn(s)
    elif (s.year + 1) % YEARS_A_TERM == 0:
        start_election(s)
    else:
        s.year += 1
        tell(s, YearBegun, s.year + 1)
        start_year(s)


# --- Office benefits -------------------------------------------------------------------------


def legal_benefits(s, may):
    """What the office of this term allows once a year."""
    office = s.office[s.player]
    if office == Office.DEPUTY:
        legal_favors(s, may)
    elif office == Office.COUNCIL:
        legal_locks(s, may)
    elif office == Office.POLICE:
        legal_arrests(s, may)
    else:
        legal_moves(s, may)


def wards_to_lose(s):
    """T7: nothing is removed from a locked ward either; with `locks = placing` it may be."""
    return s.open if s.locks == 0 else wards_below(s.active)


def legal_locks(s, may):
    """Council President: at most one a year and two a term."""
    if s.locks_placed < LOCKS_A_TERM:
        also(may, LOCK, s.open)


def legal_favors(s, may):
    """T20: a chip of any colour that is left in the supply."""
    also(may, FAVOR, colours_in(s.supply))


def legal_arrests(s, may):
    """Chief of Police: never a ward's last cube, nor out of a locked ward (T7)."""
    arrests = 0
    wards = s.crowded & wards_to_lose(s)
    for colour in range(NCOLOURS):
        arrests |= (wards & s.homes[colour]) << colour * NWARDS
    also(may, ARREST, arrests)


def legal_moves(s, may):
    """Precinct Chairman: as an arrest, to an adjacent active ward that is not locked (T7)."""
    for colour in range(NCOLOURS):
        moves = 0
        wards = s.crowded & wards_to_lose(s) & s.homes[colour]
        while wards != 0:
            moves |= steps_out(s, lowest(wards)) << STEPS_OUT[lowest(wards)]
            wards &= wards - 1
        also(may, MOVE + colour * NSTEPS, moves)


def steps_out(s, ward):
    """The steps out of a ward that lead into an open one: a bit for each, in their order."""
    steps = 0
    for step in range(STEPS_OUT[ward], STEPS_OUT[ward + 1]):
        steps |= (s.open >> STEP_TO[step] & 1) << (step - STEPS_OUT[ward])
    return steps


def take_favor(s, colour):
    """Deputy Mayor's chip in a turn, or the bonus of a ward in an election."""
    if s.phase == Phase.TURN:
        tell(s, FavorTaken, s.player, colour, NOBODY)
        gain_chips(s, s.player, colour, 1)
        use_office(s)
    else:
        tell(s, FavorTaken, s.winner[s.ward], colour, s.ward)
        gain_chips(s, s.winner[s.ward], colour, 1)
        s.ward += 1
        hold_wards(s)


def arrest(s, colour, ward):
    """Chief of Police: a cube goes back to the bag, never a last or a locked one (T7)."""
    take_cube(s, colour, ward)
    s.bag[colour] += 1
    tell(s, CubeArrested, s.player, colour, ward)
    use_office(s)


def lock(s, ward):
    """Council President: the ward is locked until the end of the term's election."""
    s.locked[ward] = 1
    s.open &= ~(1 << ward)
    s.locks_placed += 1
    tell(s, WardLocked, s.player, ward)
    use_office(s)


def move(s, colour, step):
    """Precinct Chairman: a cube moves to an adjacent ward; no chip is gained."""
    take_cube(s, colour, STEP_FROM[step])
    put_cube(s, colour, STEP_TO[step])
    tell(s, CubeMoved, s.player, colour, STEP_FROM[step], STEP_TO[step])
    use_office(s)


def use_office(s):
    """T3: whatever else is begun ends a slander."""
    s.office_used = 1
    s.spreading = 0


# --- Slander ---------------------------------------------------------------------------------


def legal_slanders(s, may):
    """A first slander once a term in terms 2-4, or the spread of the one just made (T8).

    Both have a boss in the ward and the people of the chip live there; not when locked (T7).
    """
    if s.spreading:
        also(may, SPREAD, wards_to_spread(s))
    elif may_slander(s):
        for target in range(s.players):
            if target != s.player:
                also(may, SLANDER + target * NWARDS * NCOLOURS, slanders_of(s, target))


def slanders_of(s, target):
    """Where both have a boss, and with which chips: a bit for each ward and colour."""
    slanders = 0
    chips = colours_in(s.favors[s.player])
    wards = s.present[s.player] & s.present[target] & wards_to_lose(s)
    while wards != 0:
        ward = lowest(wards)
        wards &= wards - 1
        slanders |= (chips & colours_in(s.cubes[ward])) << ward * NCOLOURS
    return slanders


def may_slander(s):
    """Terms 2-4, once a term (T21), with a slander chip."""
    return s.year >= YEARS_A_TERM and not s.slandered[s.player] and s.slanders[s.player] > 0


def wards_to_spread(s):
    """T8: the same opponent and people, in an adjacent ward, for two more chips of that colour."""
    if s.favors[s.player][s.slander_colour] < 2:
        return 0
    wards = s.homes[s.slander_colour] & s.present[s.player] & s.present[s.slander_target]
    return wards & NEIGHBOURS[s.slander_ward] & wards_to_lose(s)


def slander(s, target, ward, colour):
    """One slander chip leaves the game, one favor chip is paid, one boss goes home."""
    s.slanders[s.player] -= 1
    s.slandered[s.player] = 1
    tell(s, Slandered, s.player, target, ward, colour)
    pay_chips(s, s.player, colour, 1)
    send_bosses_home(s, target, ward, 1)
    s.slander_target = target
    s.slander_ward = ward
    s.slander_colour = colour
    s.spreading = 1 if wards_to_spread(s) != 0 else 0


def spread(s, ward):
    """T8: once more, for two favor chips and no slander chip."""
    tell(s, SlanderSpread, s.player, s.slander_target, ward, s.slander_colour)
    pay_chips(s, s.player, s.slander_colour, 2)
    send_bosses_home(s, s.slander_target, ward, 1)
    s.spreading = 0


# --- The election: wards ---------------------------------------------------------------------


def start_election(s):
    """Cubes left in Castle Garden go back to the bag; then the wards vote in order."""
    tell(s, ElectionBegun, s.year // YEARS_A_TERM + 1, s.garden)
    for colour in range(NCOLOURS):
        s.bag[colour] += s.garden[colour]
        s.garden[colour] = 0
    for ward in range(NWARDS):
        s.winner[ward] = NOBODY
    s.ward = 0
    hold_wards(s)


def contests(s, player):
    """Only players with a boss in the ward take part."""
    return s.bosses[s.ward][player] > 0


def hold_wards(s):
    """Wards vote until somebody has to decide something, or all have voted.

    T10: nobody there, nobody wins; T11: one alone wins without bidding and spends nothing.
    """
    while s.ward < s.active:
        contestants = 0
        alone = NOBODY
        for player in range(s.players):
            if contests(s, player):
                contestants += 1
                alone = player
        if contestants > 1:
            open_bidding(s)
            return
        if contestants == 1:
            tell(s, WardUnopposed, s.ward, alone, s.bosses[s.ward])
            if win_ward(s, alone):
                return
        else:
            tell(s, WardEmpty, s.ward, NOBODY)
        s.ward += 1
    finish_election(s)


def open_bidding(s):
    s.phase = Phase.BID
    for player in range(s.players):
        s.answered[player] = 0
        for colour in range(NCOLOURS):
            s.bids[player][colour] = 0
    ask(s, next_bidder(s))


def next_bidder(s):
    """The first contestant who has not answered, or nobody."""
    for player in range(s.players):
        if contests(s, player) and not s.answered[player]:
            return player
    return NOBODY


def usable(s, player, colour):
    """Chips of colours that live in the ward."""
    return s.favors[player][colour] if s.cubes[s.ward][colour] > 0 else 0


def next_bid_colour(s, colour):
    """The next colour of which the bidder could bid a chip."""
    colour += 1
    while colour < NCOLOURS and usable(s, s.bidder, colour) == 0:
        colour += 1
    return colour


def first_bid_colour(s):
    """Where a bid begins: without any usable chip at the last colour, so that zero can be said."""
    return min(next_bid_colour(s, -1), NCOLOURS - 1)


def legal_bids(s, may):
    """Any number of the usable chips, zero included, colour by colour."""
    span(may, BID, usable(s, s.bidder, s.bid_colour) + 1)


def bid(s, chips):
    s.bids[s.bidder][s.bid_colour] = chips
    s.bid_colour = next_bid_colour(s, s.bid_colour)
    if s.bid_colour < NCOLOURS:
        return
    s.answered[s.bidder] = 1
    tell(s, BidOpened, s.bidder, s.ward, s.bids[s.bidder])
    following = next_bidder(s)
    if following == NOBODY:
        reveal_bids(s)
    else:
        ask(s, following)


def reveal_bids(s):
    """The highest total wins; all chips bid, by everyone, are gone."""
    winner = ward_winner(s)
    tell(
        s,
        WardVoted,
        s.ward,
        winner,
        s.bosses[s.ward],
        s.bids,
        [votes_of(s, player) for player in range(s.players)],
        s.cubes[s.ward],
    )
    for player in range(s.players):
        s.answered[player] = 0
        for colour in range(NCOLOURS):
            pay_chips(s, player, colour, s.bids[player][colour])
            s.bids[player][colour] = 0
    if winner == NOBODY:
        empty_ward(s, NOBODY)
    elif win_ward(s, winner):
        return
    s.ward += 1
    hold_wards(s)


def votes_of(s, player):
    """Votes are bosses in the ward and chips bid."""
    return s.bosses[s.ward][player] + cubes_in(s.bids[player])


def ward_winner(s):
    """Who has most votes in the ward; tied for highest, no one wins."""
    most = 0
    winner = NOBODY
    for player in range(s.players):
        if contests(s, player):
            votes = votes_of(s, player)
            if votes > most:
                most = votes
                winner = player
            elif votes == most:
                winner = NOBODY
    return winner


def empty_ward(s, winner):
    """All bosses in the ward return to their owners, except one of the winner's."""
    for player in range(s.players):
        leaving = s.bosses[s.ward][player]
        if player == winner:
            leaving -= 1
        send_bosses_home(s, player, s.ward, leaving)


def win_ward(s, winner):
    """One of the winner's bosses stays; says whether a bonus is to be taken (T23: it must be).

    T12: no bonus cube from an empty bag; T20: no bonus chip from an empty supply.
    """
    s.winner[s.ward] = winner
    empty_ward(s, winner)
    if BONUS_CUBE[s.ward] and cubes_in(s.bag) > 0:
        s.phase = Phase.BONUS_CUBE
        return True
    if BONUS_FAVOR[s.ward] and cubes_in(s.supply) > 0:
        s.phase = Phase.BONUS_FAVOR
        return True
    return False


def legal_settlements(s, may):
    """T12: a colour of choice from the bag (T24) into any active, unlocked ward."""
    legal_cubes(s, s.bag, SETTLE, may)


def settle(s, colour, ward):
    """Bonus of wards 1 and 2: the cube counts at once (T13), no chip is gained (T12)."""
    s.bag[colour] -= 1
    put_cube(s, colour, ward)
    tell(s, CubeSettled, s.winner[s.ward], colour, ward, s.ward)
    s.ward += 1
    hold_wards(s)


# --- The election: leaders, points, mayor, offices -------------------------------------------


def finish_election(s):
    """Leaders, points and the mayor; then the offices, or after the last election the end."""
    count_wards(s)
    for colour in range(NCOLOURS):
        find_leaders(s, colour)
    find_mayor(s)
    for player in range(s.players):
        s.office[player] = Office.NONE
    if s.mayor != NOBODY:
        s.office[s.mayor] = Office.MAYOR
        s.score[s.mayor] += MAYOR_POINTS
        tell(s, MayorPoints, s.mayor, MAYOR_POINTS)
    if s.year + 1 == YEARS:
        take_locks_off(s)
        score_end(s)
        tell(s, GameWon, *find_winners(s), most_points(s), s.score[: s.players])
        s.phase = Phase.DONE
    elif s.mayor == NOBODY:
        start_term(s)
    else:
        s.phase = Phase.APPOINT
        s.appointing = 1 if s.mayor == 0 else 0


def count_wards(s):
    """Each ward just won is a point, Tammany Hall's two; its cubes count for their leader."""
    for player in range(s.players):
        s.wards_won[player] = 0
        for colour in range(NCOLOURS):
            s.cubes_won[player][colour] = 0
    for ward in range(s.active):
        winner = s.winner[ward]
        if winner != NOBODY:
            s.wards_won[winner] += 1
            s.score[winner] += ward_points(ward)
            tell(s, WardPoints, winner, ward_points(ward), ward)
            for colour in range(NCOLOURS):
                s.cubes_won[winner][colour] += s.cubes[ward][colour]


def ward_points(ward):
    return HALL_POINTS if ward == TAMMANY_HALL else WARD_POINTS


def find_leaders(s, colour):
    """Most cubes of a colour in wards just won: 3 chips each (T14: at least one cube).

    T15: a supply too small goes round one chip at a time in turn order, so that each leader in
    turn takes an even share of what is left, rounded up.
    """
    most = 1
    for player in range(s.players):
        most = max(most, s.cubes_won[player][colour])
    leaders = 0
    for player in range(s.players):
        s.leader[player][colour] = 1 if s.cubes_won[player][colour] == most else 0
        leaders += s.leader[player][colour]
    for turn in range(s.players):
        player = (s.first + turn) % s.players
        if s.leader[player][colour]:
            chips = min(LEADER_CHIPS, (s.supply[colour] + leaders - 1) // leaders)
            leaders -= 1
            tell(s, LeaderFound, player, colour, most, chips)
            gain_chips(s, player, colour, chips)


def find_mayor(s):
    """Most wards, then chips (T17: after the leaders'); still tied, the sitting mayor (T16)."""
    elected, decided = break_tie(s, most_wards(s))
    if decided != STILL_TIED:
        for player in range(s.players):
            if elected >> player & 1:
                s.mayor = player
    tell(s, MayorFound, s.mayor, decided, most_wards(s), s.wards_won)


def most_wards(s):
    """Who won most wards: a set of seats, a bit for each; nobody having won any, all."""
    most = 0
    seats = 0
    for player in range(s.players):
        if s.wards_won[player] > most:
            most = s.wards_won[player]
            seats = 0
        if s.wards_won[player] == most:
            seats |= 1 << player
    return seats


def break_tie(s, tied):
    """Of a set of seats who is left, and what decided.

    Most favor chips in all, then Irish, English, German, Italian.
    """
    decided = OUTRIGHT
    while tied & (tied - 1) != 0 and decided < STILL_TIED:
        decided += 1
        if decided < STILL_TIED:
            tied = most_chips(s, tied, decided)
    return tied, decided


def most_chips(s, tied, step):
    """Who of a set of seats has most of the chips that a step counts."""
    most = -1
    seats = 0
    for player in range(s.players):
        if tied >> player & 1:
            chips = chips_for_tie(s, player, step)
            if chips > most:
                most = chips
                seats = 0
            if chips == most:
                seats |= 1 << player
    return seats


def chips_for_tie(s, player, step):
    if step == CHIPS_IN_ALL:
        return cubes_in(s.favors[player])
    return s.favors[player][step - CHIPS_OF_ONE]


def legal_appointments(s, may):
    """Each other player gets exactly one of the four offices, no office twice."""
    taken = 0
    for player in range(s.players):
        taken |= 1 << s.office[player]
    for office in range(Office.DEPUTY, Office.PRECINCT + 1):
        if not taken >> office & 1:
            also(may, APPOINT + office - Office.DEPUTY, 1)


def appoint(s, office):
    """The mayor gives an office to the next of the other players."""
    s.office[s.appointing] = office
    tell(s, OfficeGiven, s.appointing, office)
    s.appointing += 1
    if s.appointing == s.mayor:
        s.appointing += 1
    if s.appointing >= s.players:
        s.appointing = 0
        s.first = s.mayor
        start_term(s)


def start_term(s):
    """Locks come off, everybody may slander again, the next year begins."""
    take_locks_off(s)
    for player in range(s.players):
        s.slandered[player] = 0
    s.year += 1
    tell(s, TermBegun, s.year // YEARS_A_TERM + 1, s.first)
    tell(s, YearBegun, s.year + 1)
    start_year(s)


def take_locks_off(s):
    """T7: at the end of the term's election."""
    if s.locks_placed > 0:
        tell(s, LocksOff, [ward for ward in range(NWARDS) if s.locked[ward]])
    for ward in range(NWARDS):
        s.locked[ward] = 0
    s.locks_placed = 0
    s.open = wards_below(s.active)


# --- The end ---------------------------------------------------------------------------------


def score_end(s):
    """2 for the most chips of a colour (T18: at least one), 1 for each unused slander chip."""
    for colour in range(NCOLOURS):
        most = 1
        for player in range(s.players):
            most = max(most, s.favors[player][colour])
        for player in range(s.players):
            if s.favors[player][colour] == most:
                s.score[player] += FAVOR_POINTS
                tell(s, ChipPoints, player, FAVOR_POINTS, colour)
    for player in range(s.players):
        s.score[player] += s.slanders[player]
        if s.slanders[player] > 0:
            tell(s, SlanderPoints, player, s.slanders[player])


def find_winners(s):
    """Most points; ties as for the mayor, then the mayor if tied, else shared (T19)."""
    winners, decided = break_tie(s, most_points(s))
    if decided == STILL_TIED and s.mayor != NOBODY and winners >> s.mayor & 1:
        return 1 << s.mayor, AS_MAYOR
    return winners, decided


def most_points(s):
    """Who has most points: a set of seats, a bit for each."""
    most = 0
    seats = 0
    for player in range(s.players):
        if s.score[player] > most:
            most = s.score[player]
            seats = 0
        if s.score[player] == most:
            seats |= 1 << player
    return seats


# --- Pieces ----------------------------------------------------------------------------------


def cubes_in(row):
    """How many pieces of the four colours lie together."""
    return row[0] + row[1] + row[2] + row[3]


def colours_in(row):
    """Of which of the four colours there is a piece: a bit for each."""
    return (row[0] > 0) | (row[1] > 0) << 1 | (row[2] > 0) << 2 | (row[3] > 0) << 3


def wards_below(ward):
    """All wards before one: a bit for each."""
    return (1 << ward) - 1


def put_cube(s, colour, ward):
    s.cubes[ward][colour] += 1
    s.homes[colour] |= 1 << ward
    if cubes_in(s.cubes[ward]) > 1:
        s.crowded |= 1 << ward


def take_cube(s, colour, ward):
    s.cubes[ward][colour] -= 1
    if s.cubes[ward][colour] == 0:
        s.homes[colour] &= ~(1 << ward)
    if cubes_in(s.cubes[ward]) == 1:
        s.crowded &= ~(1 << ward)


def gain_chips(s, player, colour, chips):
    """T20: a chip that is not in the supply cannot be taken."""
    chips = min(chips, s.supply[colour])
    s.supply[colour] -= chips
    s.favors[player][colour] += chips
    if chips > 0:
        tell(s, ChipsGained, player, colour, chips)


def pay_chips(s, player, colour, chips):
    s.favors[player][colour] -= chips
    s.supply[colour] += chips
    if chips > 0:
        tell(s, ChipsPaid, player, colour, chips)


def send_bosses_home(s, player, ward, bosses):
    s.bosses[ward][player] -= bosses
    s.on_wards[player] -= bosses
    if s.bosses[ward][player] == 0:
        s.present[player] &= ~(1 << ward)
    if bosses > 0:
        tell(s, BossesSentHome, player, ward, bosses)


# --- What a seat knows, as numbers -----------------------------------------------------------

NPHASES = len(Phase)
NOFFICES = len(Office)
NPLACED = len(Placed)
SEEN = {
    "phase": (NPHASES,),
    "players": (NSEATS,),
    "locks": (),
    "year": (),
    "zones": (),
    "to_draw": (),
    "decides": (NSEATS,),
    "first": (NSEATS,),
    "mayor": (NSEATS,),
    "garden": (NCOLOURS,),
    "bag": (NCOLOURS,),
    "unplaced": (NCOLOURS,),
    "supply": (NCOLOURS,),
    "cubes": (NWARDS, NCOLOURS),
    "bosses": (NWARDS, NSEATS),
    "locked": (NWARDS,),
    "active": (NWARDS,),
    "winner": (NWARDS, NSEATS),
    "favors": (NSEATS, NCOLOURS),
    "leader": (NSEATS, NCOLOURS),
    "office": (NSEATS, NOFFICES),
    "slanders": (NSEATS,),
    "slandered": (NSEATS,),
    "score": (NSEATS,),
    "bosses_left": (NSEATS,),
    "placed": (NPLACED,),
    "office_used": (),
    "locks_placed": (),
    "spreading": (),
    "slander_target": (NSEATS,),
    "slander_ward": (NWARDS,),
    "slander_colour": (NCOLOURS,),
    "ward": (NWARDS,),
    "bid": (NCOLOURS,),
    "bid_colour": (NCOLOURS,),
    "appointing": (NSEATS,),
}
OBSERVED = 438


def observe(s, seat, out):
    """Everything but the bids of others that are not yet revealed; one of several is a 1 alone."""
    n = observe_year(s, seat, out, 0)
    n = observe_wards(s, seat, out, n)
    n = observe_seats(s, seat, out, n)
    n = observe_turn(s, seat, out, n)
    observe_election(s, seat, out, n)


def observe_year(s, seat, out, n):
    n = mark(out, n, s.phase, NPHASES)
    n = mark(out, n, s.players - 1, NSEATS)
    n = put(out, n, s.locks)
    n = put(out, n, s.year)
    n = put(out, n, s.zones)
    n = put(out, n, s.to_draw)
    decides = seat if is_to_bid(s, seat) else actor(s)
    if s.phase == Phase.BID and decides != seat:
        decides = NOBODY
    n = mark(out, n, beside(seat, decides, s.players), NSEATS)
    n = mark(out, n, beside(seat, s.first, s.players), NSEATS)
    n = mark(out, n, beside(seat, s.mayor, s.players), NSEATS)
    n = put_row(out, n, s.garden)
    n = put_row(out, n, s.bag)
    n = put_row(out, n, s.unplaced)
    return put_row(out, n, s.supply)


def is_to_bid(s, seat):
    """Whether a seat owes a sealed bid, whoever of them is asked first."""
    return s.phase == Phase.BID and contests(s, seat) and not s.answered[seat]


def observe_wards(s, seat, out, n):
    for ward in range(NWARDS):
        n = put_row(out, n, s.cubes[ward])
    for ward in range(NWARDS):
        n = put_seats(out, n, s.bosses[ward], seat, s.players, NSEATS)
    n = put_row(out, n, s.locked)
    for ward in range(NWARDS):
        n = put(out, n, 1 if ward < s.active else 0)
    for ward in range(NWARDS):
        n = mark(out, n, beside(seat, s.winner[ward], s.players), NSEATS)
    return n


def observe_seats(s, seat, out, n):
    for i in range(s.players):
        player = seat_at(seat, i, s.players)
        put_row(out, n + i * NCOLOURS, s.favors[player])
        put_row(out, n + (NSEATS + i) * NCOLOURS, s.leader[player])
    n += 2 * NSEATS * NCOLOURS
    for i in range(s.players):
        mark(out, n + i * NOFFICES, s.office[seat_at(seat, i, s.players)], NOFFICES)
    n += NSEATS * NOFFICES
    n = put_seats(out, n, s.slanders, seat, s.players, NSEATS)
    n = put_seats(out, n, s.slandered, seat, s.players, NSEATS)
    n = put_seats(out, n, s.score, seat, s.players, NSEATS)
    for i in range(s.players):
        out[n + i] = bosses_left(s, seat_at(seat, i, s.players))
    return n + NSEATS


def observe_turn(s, seat, out, n):
    """How far the player in turn is, and the slander that may be spread."""
    n = mark(out, n, s.placed, NPLACED)
    n = put(out, n, s.office_used)
    n = put(out, n, s.locks_placed)
    n = put(out, n, s.spreading)
    if s.spreading:
        mark(out, n, beside(seat, s.slander_target, s.players), NSEATS)
        mark(out, n + NSEATS, s.slander_ward, NWARDS)
        mark(out, n + NSEATS + NWARDS, s.slander_colour, NCOLOURS)
    return n + NSEATS + NWARDS + NCOLOURS


def observe_election(s, seat, out, n):
    """The ward that votes, the own bid so far and the colour to bid, the seat to get an office."""
    if s.phase >= Phase.BID and s.phase <= Phase.BONUS_FAVOR:
        mark(out, n, s.ward, NWARDS)
    n += NWARDS
    if s.phase == Phase.BID:
        put_row(out, n, s.bids[seat])
    if is_to_bid(s, seat):
        mark(out, n + NCOLOURS, bid_colour_of(s, seat), NCOLOURS)
    n += 2 * NCOLOURS
    if s.phase == Phase.APPOINT:
        mark(out, n, beside(seat, s.appointing, s.players), NSEATS)


def bid_colour_of(s, seat):
    """The colour a seat bids next, whether it is asked now or later."""
    if s.bidder == seat:
        return s.bid_colour
    colour = 0
    while colour < NCOLOURS - 1 and usable(s, seat, colour) == 0:
        colour += 1
    return colour
