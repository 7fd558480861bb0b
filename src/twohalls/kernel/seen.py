"""Writing down what a seat knows, number after number: the words of a game's `observe`.

Each function writes from place n on and returns the place behind what it wrote. Seats are counted
from the one who looks, which is 0; the next clockwise is 1.
"""


def put(out, n, number):
    """One number as it is."""
    out[n] = number
    return n + 1


def put_row(out, n, row):
    """A row of numbers as they are."""
    for i in range(len(row)):
        out[n + i] = row[i]
    return n + len(row)


def mark(out, n, which, places):
    """A 1 at one of so many places; nowhere, if it is none of them."""
    one = 1 if which >= 0 and which < places else 0  # nobody can foresee which: no branch
    out[n + one * which] = one
    return n + places


def beside(seat, other, players):
    """How far clockwise another sits; nobody stays nobody (-1)."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + players


def seat_at(seat, far, players):
    """Who sits so far clockwise of the one who looks."""
    other = seat + far
    return other - players if other >= players else other


def put_seats(out, n, row, seat, players, places):
    """A number for each seat, from the one who looks on."""
    for i in range(seat, players):
        out[n + i - seat] = row[i]
    for i in range(seat):
        out[n + players - seat + i] = row[i]
    return n + places
