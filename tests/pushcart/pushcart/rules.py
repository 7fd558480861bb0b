"""The rules of Pushcart: six coins, five mornings; the highest coin that is alone buys the crate.

Seats, coins and crates count from 0 here.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from enum import IntEnum

from pushcart.events import CoinBid, CoinSaved, CoinShown, CrateBought, CrateSet, CrateSpoiled
from twohalls.kernel.chance import draw
from twohalls.kernel.events import tell
from twohalls.kernel.rules import CHANCE, OVER
from twohalls.kernel.seen import mark, put, put_row, put_seats
from twohalls.kernel.sets import also

PLAYERS = (2, 4)
OPTIONS: dict[str, tuple[str, ...]] = {}

MORNINGS = 5
NSEATS = 4
NCOINS = 6
NCRATES = 7
NOTHING = -1


class Phase(IntEnum):
    SAVE = 0
    CRATE = 1
    BID = 2
    DONE = 3


# NOTHING in `saved` and `bid`: not said yet, or not known.
FIELDS = {
    "players": ((), "int8"),
    "phase": ((), "int8"),
    "morning": ((), "int8"),
    "asked": ((), "int8"),
    "crate": ((), "int8"),
    "gone": ((NCRATES,), "int8"),
    "saved": ((NSEATS,), "int8"),
    "bid": ((NSEATS,), "int8"),
    "spent": ((NSEATS, NCOINS), "int8"),
    "earned": ((NSEATS,), "int8"),
}

SAVE = 0
BID = SAVE + NCOINS
CRATE = BID + NCOINS
ACTIONS = CRATE + NCRATES
MOST_LEGAL = NCRATES


# --- The kernel's questions ------------------------------------------------------------------


def new_game(s, players, options):
    """Everybody has six coins; nothing is saved, and no crate stands on the street."""
    s.players = players
    s.crate = NOTHING
    for seat in range(NSEATS):
        s.saved[seat] = NOTHING
        s.bid[seat] = NOTHING


def actor(s):
    if s.phase == Phase.CRATE:
        return CHANCE
    return OVER if s.phase == Phase.DONE else s.asked


def awaited(s, out):
    """Saving and bidding are sealed: whoever has not answered may."""
    n = 0
    for seat in range(s.players):
        if owes_answer(s, seat):
            out[n] = seat
            n += 1
    return n


def ask(s, seat):
    s.asked = seat


def legal(s, may):
    """Chance sets any crate that is left on the street; a seat saves or bids any coin it holds."""
    if s.phase == Phase.CRATE:
        for crate in range(NCRATES):
            if not s.gone[crate]:
                also(may, CRATE + crate, 1)
    elif s.phase != Phase.DONE:
        for coin in range(NCOINS):
            if holds(s, s.asked, coin):
                also(may, (SAVE if s.phase == Phase.SAVE else BID) + coin, 1)


def chance_weights(s, out):
    """Every crate that is left is as likely as another."""
    n = NCRATES - s.morning
    for i in range(n):
        out[i] = 1
    return n


def apply(s, action):
    if action >= CRATE:
        set_crate(s, action - CRATE)
    elif action >= BID:
        bid(s, action - BID)
    else:
        save(s, action - SAVE)


def mid_line(s):
    """Every line is one action."""
    return False


def hide(s, seat):
    """What others saved, and their answers as long as somebody's is missing."""
    if s.phase == Phase.DONE:
        return
    for other in range(s.players):
        if other != seat:
            s.saved[other] = NOTHING
            s.bid[other] = NOTHING
    if s.phase != Phase.CRATE and not (s.asked == seat and owes_answer(s, seat)):
        s.asked = seat if seat >= 0 and owes_answer(s, seat) else next_to_answer(s)


def resample(s, seat, rng):
    """Another may have saved any coin that is not spent."""
    if s.phase == Phase.SAVE or s.phase == Phase.DONE:
        return
    for other in range(s.players):
        if other != seat and s.saved[other] == NOTHING:
            nth = draw(rng, NCOINS - s.morning)
            for coin in range(NCOINS):
                if not s.spent[other][coin]:
                    if nth == 0:
                        s.saved[other] = coin
                    nth -= 1


def result(s, points, won):
    """Crates and the saved coin; equal sums win together."""
    best = 0
    for seat in range(s.players):
        points[seat] = s.earned[seat] + s.saved[seat] + 1
        best = max(best, points[seat])
    for seat in range(s.players):
        won[seat] = 1 if points[seat] == best else 0


# --- The rules -------------------------------------------------------------------------------


def holds(s, seat, coin):
    return not s.spent[seat][coin] and s.saved[seat] != coin


def owes_answer(s, seat):
    if s.phase == Phase.SAVE:
        return s.saved[seat] == NOTHING
    return s.phase == Phase.BID and s.bid[seat] == NOTHING


def next_to_answer(s):
    for seat in range(s.players):
        if owes_answer(s, seat):
            return seat
    return NOTHING


def save(s, coin):
    """Before the first morning everybody saves one coin, unseen: it counts at the end."""
    s.saved[s.asked] = coin
    tell(s, CoinSaved, s.asked, coin)
    s.asked = next_to_answer(s)
    if s.asked == NOTHING:
        s.phase = Phase.CRATE


def set_crate(s, crate):
    """A crate is set on the street; it is worth its number."""
    s.crate = crate
    s.gone[crate] = 1
    tell(s, CrateSet, crate)
    s.phase = Phase.BID
    s.asked = 0


def bid(s, coin):
    """Everybody bids one coin, sealed; it is spent, whoever buys."""
    s.bid[s.asked] = coin
    tell(s, CoinBid, s.asked, coin)
    s.asked = next_to_answer(s)
    if s.asked == NOTHING:
        sell(s)


def buyer(s):
    """The highest coin that nobody else bids buys; of equal coins none does."""
    found = NOTHING
    for seat in range(s.players):
        alone = 1
        for other in range(s.players):
            if other != seat and s.bid[other] == s.bid[seat]:
                alone = 0
        if alone and (found == NOTHING or s.bid[seat] > s.bid[found]):
            found = seat
    return found


def sell(s):
    """The crate goes to its buyer, or spoils; then comes the next morning, or the end."""
    seat = buyer(s)
    if seat == NOTHING:
        tell(s, CrateSpoiled, s.crate)
    else:
        s.earned[seat] += s.crate + 1
        tell(s, CrateBought, seat, s.crate, s.earned[seat])
    for other in range(s.players):
        s.spent[other][s.bid[other]] = 1
        s.bid[other] = NOTHING
    s.crate = NOTHING
    s.morning += 1
    s.phase = Phase.CRATE if s.morning < MORNINGS else Phase.DONE
    if s.phase == Phase.DONE:
        for other in range(s.players):
            tell(s, CoinShown, other, s.saved[other], s.earned[other] + s.saved[other] + 1)


# --- What a seat knows, as numbers -----------------------------------------------------------

NPHASES = len(Phase)
SEEN = {
    "phase": (NPHASES,),
    "players": (NSEATS,),
    "morning": (),
    "crate": (NCRATES,),
    "gone": (NCRATES,),
    "saved": (NCOINS,),
    "bid": (NCOINS,),
    "earned": (NSEATS,),
    "spent": (NSEATS, NCOINS),
}
OBSERVED = 63


def observe(s, seat, out):
    """Everything but what others saved, and what they bid as long as somebody's bid is missing."""
    n = mark(out, 0, s.phase, NPHASES)
    n = mark(out, n, s.players - 1, NSEATS)
    n = put(out, n, s.morning)
    n = mark(out, n, s.crate, NCRATES)
    n = put_row(out, n, s.gone)
    n = mark(out, n, s.saved[seat], NCOINS)
    n = mark(out, n, s.bid[seat], NCOINS)
    n = put_seats(out, n, s.earned, seat, s.players, NSEATS)
    for i in range(s.players):
        put_row(out, n + i * NCOINS, s.spent[(seat + i) % s.players])
