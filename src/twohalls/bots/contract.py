"""What a game's `features` module offers the opponents, by name.

Like rules, these are plain functions over a state `s`, compiled together with the rules. `work` is
working space: at least WORK real numbers that may be overwritten.

Beside them a features module has `INPUTS`, how many numbers `inputs` writes, `SIGNS`, how many
signs an option has, and `LEANINGS`, the weight of each sign as a person would set it; and, found
by measuring, `PLAY_ON`, how many decisions of cheap play come before a position is valued, and
`SPREAD_TIMES`, by how much `spread_of` is widened.
"""

WORK = 512
MOST_OPTIONS = 48


def quiet(s):
    """Whether a position can be valued as it stands, nothing being half done."""
    raise NotImplementedError


def worth(s, out, work):
    """Write the points each seat may expect at the end."""
    raise NotImplementedError


def spread_of(s):
    """How many points of difference are still a matter of luck."""
    raise NotImplementedError


def consider(s, options, weights, leanings, work):
    """Write the choices worth a thought and how likely each seems; return how many.

    `leanings` are the weights of the signs of a good choice.
    """
    raise NotImplementedError


def signs(s, option, out, work):
    """Write the signs of one option; `work` is as `consider` left it."""
    raise NotImplementedError


def unfold(s, option, out):
    """Write the actions an option stands for, the first of a line; return how many."""
    raise NotImplementedError


def inputs(s, seat, worths, out, work):
    """Write what a learned valuation looks at of one seat; `work` is as `worth` left it."""
    raise NotImplementedError
