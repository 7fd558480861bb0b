"""Playing games by the thousand: compiled together with a rules module, whose names it uses.

What crosses from Python is always an array of states and an index, never a single record: that is
several times as fast. The contract's functions imported here stand for those of the game.
"""

from twohalls.kernel.chance import draw, draw_weighted
from twohalls.kernel.rules import (
    CHANCE,
    OVER,
    actor,
    apply,
    ask,
    awaited,
    chance_weights,
    hide,
    legal,
    new_game,
    resample,
    result,
)


def play_chance(s, rng, out, weights):
    """Let chance play until a seat is to decide or the game is over."""
    while actor(s) == CHANCE:
        n = legal(s, out)
        if n > 1:
            chance_weights(s, weights)
            apply(s, out[draw_weighted(rng, weights, n)])
        else:
            apply(s, out[0])


def play_to_end(s, rng, out, weights):
    """Uniformly random decisions to the end; returns how many decisions and draws it took."""
    taken = 0
    who = actor(s)
    while who != OVER:
        n = legal(s, out)
        choice = 0
        if n > 1:
            if who == CHANCE:
                chance_weights(s, weights)
                choice = draw_weighted(rng, weights, n)
            else:
                choice = draw(rng, n)
        apply(s, out[choice])
        taken += 1
        who = actor(s)
    return taken


# --- Entries from Python ---------------------------------------------------------------------


def begin(states, i, players, options):
    new_game(states[i], players, options)


def whose(states, i):
    return actor(states[i])


def who_may(states, i, out):
    return awaited(states[i], out)


def let_answer(states, i, seat):
    ask(states[i], seat)


def choices(states, i, out):
    return legal(states[i], out)


def odds(states, i, out):
    return chance_weights(states[i], out)


def step(states, i, action):
    apply(states[i], action)


def duplicate(source, i, target, j):
    target[j] = source[i]


def conceal(states, i, seat):
    hide(states[i], seat)


def imagine(states, i, seat, rng):
    resample(states[i], seat, rng)


def score(states, i, points, won):
    result(states[i], points, won)


def play_on(states, i, rng, out, weights):
    return play_to_end(states[i], rng, out, weights)


def play_games(states, rngs, low, high, players, options, out, weights, points, won):
    """Whole random games for the states from low to high; returns how many decisions."""
    taken = 0
    for i in range(low, high):
        new_game(states[i], players, options)
        taken += play_to_end(states[i], rngs[i], out, weights)
        result(states[i], points[i], won[i])
    return taken


def begin_games(states, rngs, low, high, players, options, out, weights):
    """New games for the states from low to high, up to their first decision."""
    for i in range(low, high):
        new_game(states[i], players, options)
        play_chance(states[i], rngs[i], out, weights)


def step_games(states, rngs, low, high, actions, out, weights):
    """One decision in each game that is not over, with the chance that follows it."""
    for i in range(low, high):
        if actor(states[i]) != OVER:
            apply(states[i], actions[i])
            play_chance(states[i], rngs[i], out, weights)


def look_at_games(states, low, high, actors, counts, legals):
    """Who decides in each game, how many choices there are and which."""
    for i in range(low, high):
        actors[i] = actor(states[i])
        counts[i] = 0
        if actors[i] != OVER:
            counts[i] = legal(states[i], legals[i])


ENTRIES = {
    "begin": "states number number row",
    "whose": "states number",
    "who_may": "states number row",
    "let_answer": "states number number",
    "choices": "states number row",
    "odds": "states number row",
    "step": "states number number",
    "duplicate": "states number states number",
    "conceal": "states number number",
    "imagine": "states number number row",
    "score": "states number row row",
    "play_on": "states number row row row",
    "play_games": "states rows number number number row row row rows rows",
    "begin_games": "states rows number number number row row row",
    "step_games": "states rows number number row row row",
    "look_at_games": "states number number row row rows",
}
