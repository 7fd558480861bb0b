"""What is legal, as sets: the words of a game's `legal`, and what the kernel makes of them.

A run is an action code and a bit for each action from there on. The runs stand at the end of a row,
the first one last, below their number and that of the actions: so the actions can be listed at the
row's front. Actions are in the order in which the rules name them, within a run by their codes.
"""

WIDEST = 60
"""So many actions fit into a run."""

BITS_OF_A_WORD = 64

FEW = 3
"""In most positions there are no more runs."""


def bit_count(bits):
    """How many bits are set; an instruction of the machine when compiled."""
    return bits.bit_count()


def bit_length(bits):
    """Up to which place there are bits; an instruction of the machine when compiled."""
    return bits.bit_length()


def nth_bit(bits, n):
    """The place of the n-th bit that is set, from 0; an instruction where the machine has it."""
    for _ in range(n):
        bits &= bits - 1
    return bit_length(bits & -bits) - 1


def lowest(bits):
    """The place of the lowest bit."""
    return bit_length(bits & -bits) - 1


# --- What the rules say ----------------------------------------------------------------------


def also(may, code, bits):
    """Besides, the action `code` + i may be done for every bit i."""
    last = len(may) - 1
    place = last - 3 - 2 * may[last]
    may[place] = code
    may[place + 1] = bits
    may[last] += 1 if bits != 0 else 0
    may[last - 1] += bit_count(bits)


def span(may, code, n):
    """Besides, so many actions from `code` on may be done."""
    while n > WIDEST:
        also(may, code, (1 << WIDEST) - 1)
        code += WIDEST
        n -= WIDEST
    also(may, code, (1 << max(n, 0)) - 1)


# --- What the kernel asks --------------------------------------------------------------------


def forbid_all(may):
    """Before the rules are asked, nothing may be done."""
    may[len(may) - 1] = 0
    may[len(may) - 2] = 0


def runs_in(may):
    return may[len(may) - 1]


def how_many(may):
    """How many actions may be done."""
    return may[len(may) - 2]


def code_of(may, run):
    return may[len(may) - 4 - 2 * run]


def bits_of(may, run):
    return may[len(may) - 3 - 2 * run]


def nth_action(may, n):
    """The n-th of the actions that may be done, from 0."""
    run = 0
    while n >= bit_count(bits_of(may, run)):
        n -= bit_count(bits_of(may, run))
        run += 1
    return code_of(may, run) + nth_bit(bits_of(may, run), n)


def is_among(may, action):
    """Whether an action may be done."""
    for run in range(runs_in(may)):
        place = action - code_of(may, run)
        if place >= 0 and place < WIDEST and bits_of(may, run) >> place & 1:
            return True
    return False


def list_actions(may, out):
    """Write all of them; returns how many. `out` may be the front of the row itself."""
    n = 0
    for run in range(runs_in(may)):
        bits = bits_of(may, run)
        while bits != 0:
            out[n] = code_of(may, run) + lowest(bits)
            bits &= bits - 1
            n += 1
    return n


def room_for_runs(runs):
    """How long a row is into which so many runs fit, with nothing listed at its front."""
    return 2 * max(runs, FEW) + 2


def runs_fitting(row):
    return (len(row) - 2) // 2


def copy_runs(may, row):
    """Write all runs into another row; the few that most positions have, without asking."""
    for place in range(1, 2 * FEW + 3):
        row[len(row) - place] = may[len(may) - place]
    for place in range(2 * FEW + 3, 2 * runs_in(may) + 3):
        row[len(row) - place] = may[len(may) - place]


def room_for(most_legal):
    """How long a row is into which so many actions fit, as runs and listed."""
    return 3 * most_legal + 4
