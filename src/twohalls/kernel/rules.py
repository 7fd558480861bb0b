"""What a rules module offers, by name: the contract between a game and the kernel.

A rules module is plain functions over a state `s`. It imports neither numba nor numpy, because the
same source runs over lists (people, tests) and, compiled, over NumPy records (search, learning).

Beside these functions it has:

- `FIELDS`: name → (shape, NumPy width), the only description of the state; all begin at zero.
- `PLAYERS`: the least and the greatest number of players.
- `OPTIONS`: option → its choices, the default first.
- `ACTIONS`: how many action codes there are; `MOST_LEGAL`: how many can be legal at once.

Seats are counted from 0 here and from 1 wherever a person or a record speaks of them.
"""

CHANCE = -1
OVER = -2


def new_game(s, players, options):
    """Begin a game on a state of zeros; `options[i]` is the choice of the i-th option."""
    raise NotImplementedError


def actor(s):
    """The seat that decides next, or CHANCE, or OVER."""
    raise NotImplementedError


def awaited(s, out):
    """Write all seats that may answer now; return how many (more than one: a sealed decision)."""
    raise NotImplementedError


def ask(s, seat):
    """Of several awaited seats, let this one answer first."""
    raise NotImplementedError


def legal(s, out):
    """Write the actor's legal actions, or chance's possible outcomes; return how many."""
    raise NotImplementedError


def chance_weights(s, out):
    """Write how likely each outcome of `legal` is, as whole numbers."""
    raise NotImplementedError


def apply(s, action):
    """Let the actor do a legal action, with all that follows by itself."""
    raise NotImplementedError


def mid_line(s):
    """Whether the last action is part of a line of the record that more actions complete."""
    raise NotImplementedError


def hide(s, seat):
    """Wipe what a seat cannot know (-1: a spectator)."""
    raise NotImplementedError


def resample(s, seat, rng):
    """Fill what is hidden from a seat with something its whole history allows."""
    raise NotImplementedError


def result(s, points, won):
    """Write each seat's points and whether (1) it has won."""
    raise NotImplementedError
