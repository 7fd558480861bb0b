"""Playing games by the thousand: compiled together with a rules module, whose names it uses.

What crosses from Python is always an array of states and an index, never a single record: that is
several times as fast. The contract's functions imported here stand for those of the game.
"""

from collections import namedtuple

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
    observe,
    resample,
    result,
)
from twohalls.kernel.sets import (
    BITS_OF_A_WORD,
    bits_of,
    code_of,
    copy_runs,
    forbid_all,
    how_many,
    is_among,
    list_actions,
    lowest,
    nth_action,
    runs_fitting,
    runs_in,
)

# A batch: `blank` is one state of zeros, `over` which games ended with the last step.
Games = namedtuple("Games", "states blank rngs options actors over points won")

# The rows of a thread's working room.
MAY, WEIGHTS = 0, 1


def play_chance(s, rng, room):
    """Let chance play until a seat is to decide or the game is over."""
    while actor(s) == CHANCE:
        apply(s, drawn(s, rng, room))


def play_to_end(s, rng, room):
    """Uniformly random decisions to the end; returns how many decisions and draws it took."""
    taken = 0
    who = actor(s)
    while who != OVER:
        apply(s, drawn(s, rng, room) if who == CHANCE else pick(s, rng, room))
        taken += 1
        who = actor(s)
    return taken


def find_legal(s, may):
    """What may be done, as sets; returns how many actions it is."""
    forbid_all(may)
    legal(s, may)
    return how_many(may)


def find_any(s, may):
    """The same where the game may be over."""
    forbid_all(may)
    if actor(s) != OVER:
        legal(s, may)


def drawn(s, rng, room):
    """One of chance's outcomes, each as likely as the rules say."""
    n = find_legal(s, room[MAY])
    choice = 0
    if n > 1:
        chance_weights(s, room[WEIGHTS])
        choice = draw_weighted(rng, room[WEIGHTS], n)
    return nth_action(room[MAY], choice)


def pick(s, rng, room):
    """Any legal action of a seat, each as likely as another."""
    find_legal(s, room[MAY])
    return any_of(room[MAY], rng)


def any_of(may, rng):
    n = how_many(may)
    return nth_action(may, draw(rng, n) if n > 1 else 0)


def start(games, i, players, room):
    """A new game in place i, up to its first decision."""
    games.states[i] = games.blank[0]
    new_game(games.states[i], players, games.options)
    play_chance(games.states[i], games.rngs[i], room)
    games.actors[i] = actor(games.states[i])


def decide(games, i, action, players, restart, room):
    """One decision with the chance that follows; of a game that ends the result is written."""
    apply(games.states[i], action)
    play_chance(games.states[i], games.rngs[i], room)
    games.actors[i] = actor(games.states[i])
    games.over[i] = games.actors[i] == OVER
    if games.over[i]:
        result(games.states[i], games.points[i], games.won[i])
        if restart:
            start(games, i, players, room)


# --- One state, from Python ------------------------------------------------------------------


def begin(states, i, players, options):
    new_game(states[i], players, options)


def whose(states, i):
    return actor(states[i])


def who_may(states, i, out):
    return awaited(states[i], out)


def let_answer(states, i, seat):
    ask(states[i], seat)


def choices(states, i, row):
    """List what is legal at the front of a row; returns how many actions it is."""
    find_any(states[i], row)
    return list_actions(row, row)


def allowed(states, i, action, row):
    find_any(states[i], row)
    return is_among(row, action)


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


def let_chance(states, i, rng, room):
    play_chance(states[i], rng, room)


def play_on(states, i, rng, room):
    return play_to_end(states[i], rng, room)


# --- Many games, from Python: those from low to high -----------------------------------------


def play_games(games, low, high, players, room):
    """Whole random games; returns how many decisions and draws."""
    taken = 0
    for i in range(low, high):
        games.states[i] = games.blank[0]
        new_game(games.states[i], players, games.options)
        taken += play_to_end(games.states[i], games.rngs[i], room)
        result(games.states[i], games.points[i], games.won[i])
    return taken


def begin_games(games, low, high, players, room):
    """New games, each up to its first decision."""
    for i in range(low, high):
        start(games, i, players, room)


def step_games(games, low, high, actions, players, restart, room):
    """One decision in each game that is not over, but for those with a negative action."""
    for i in range(low, high):
        if actions[i] < 0:
            games.over[i] = games.actors[i] == OVER
        elif games.actors[i] != OVER:
            decide(games, i, actions[i], players, restart, room)


def walk_games(games, low, high, steps, players, restart, room):
    """So many random decisions in each game, as long as it is not over; returns how many."""
    taken = 0
    for _ in range(steps):
        for i in range(low, high):
            if games.actors[i] != OVER:
                action = pick(games.states[i], games.rngs[i], room)
                decide(games, i, action, players, restart, room)
                taken += 1
    return taken


def refresh_games(states, low, high, actors, over):
    """Who decides in each game, for states that were changed from outside."""
    for i in range(low, high):
        actors[i] = actor(states[i])
        over[i] = actors[i] == OVER


def find_games(games, low, high, sets, room):
    """What may be done in each game, as sets; returns how many runs a game has at most.

    If those are more than fit into a row, it is to be asked again with longer rows.
    """
    may = room[MAY]
    most = 0
    for i in range(low, high):
        forbid_all(may)
        if games.actors[i] != OVER:
            legal(games.states[i], may)
        if runs_in(may) <= runs_fitting(sets[i]):
            copy_runs(may, sets[i])
        most = max(most, runs_in(may))
    return most


def choose_games(games, low, high, chosen, room):
    """A random legal action in each game, by its own generator."""
    for i in range(low, high):
        chosen[i] = 0
        if games.actors[i] != OVER:
            chosen[i] = pick(games.states[i], games.rngs[i], room)


def choose_among(games, low, high, sets, chosen):
    """The same where it is found already what is legal."""
    for i in range(low, high):
        chosen[i] = 0
        if games.actors[i] != OVER:
            chosen[i] = any_of(sets[i], games.rngs[i])


def list_games(low, high, sets, counts, lists):
    """How many choices there are in each game, and which."""
    for i in range(low, high):
        counts[i] = list_actions(sets[i], lists[i])


def mask_games(low, high, sets, masks):
    """A 1 for each legal action, a 0 for every other."""
    for i in range(low, high):
        masks[i] = 0
        for run in range(runs_in(sets[i])):
            bits = bits_of(sets[i], run)
            while bits != 0:
                masks[i, code_of(sets[i], run) + lowest(bits)] = 1
                bits &= bits - 1


def pack_games(low, high, sets, packed):
    """The same as bits of words: action a is bit a % 64 of word a // 64."""
    for i in range(low, high):
        packed[i] = 0
        for run in range(runs_in(sets[i])):
            word = code_of(sets[i], run) // BITS_OF_A_WORD
            place = code_of(sets[i], run) % BITS_OF_A_WORD
            packed[i, word] |= bits_of(sets[i], run) << place
            beyond = bits_of(sets[i], run) >> 1 >> (BITS_OF_A_WORD - 1 - place)
            if beyond != 0:
                packed[i, word + 1] |= beyond


def first_illegal(games, low, high, sets, actions):
    """The first game whose action is not legal, or -1."""
    for i in range(low, high):
        if games.actors[i] != OVER and actions[i] >= 0 and not is_among(sets[i], actions[i]):
            return i
    return -1


def observe_games(states, low, high, seats, seen):
    """What a seat of each game knows, as numbers; nothing where there is no such seat."""
    for i in range(low, high):
        seen[i] = 0
        if seats[i] >= 0:
            observe(states[i], seats[i], seen[i])


def hide_games(states, low, high, seats, hidden):
    """The states as a seat of each game knows them (-1: a spectator)."""
    for i in range(low, high):
        hidden[i] = states[i]
        hide(hidden[i], seats[i])


def score_games(states, low, high, points, won):
    """Points and winners as each game stands."""
    for i in range(low, high):
        result(states[i], points[i], won[i])


BUNDLES = {"games": (Games, "states states rows row row flags rows rows")}

ENTRIES = {
    "begin": "states number number row",
    "whose": "states number",
    "who_may": "states number row",
    "let_answer": "states number number",
    "choices": "states number row",
    "allowed": "states number number row",
    "odds": "states number row",
    "step": "states number number",
    "duplicate": "states number states number",
    "conceal": "states number number",
    "imagine": "states number number row",
    "score": "states number row row",
    "let_chance": "states number row rows",
    "play_on": "states number row rows",
    "play_games": "games number number number rows",
    "begin_games": "games number number number rows",
    "step_games": "games number number row number number rows",
    "walk_games": "games number number number number number rows",
    "refresh_games": "states number number row flags",
    "find_games": "games number number rows rows",
    "choose_games": "games number number row rows",
    "choose_among": "games number number rows row",
    "list_games": "number number rows row short_rows",
    "mask_games": "number number rows byte_rows",
    "pack_games": "number number rows rows",
    "first_illegal": "games number number rows row",
    "observe_games": "states number number row float_rows",
    "hide_games": "states number number row states",
    "score_games": "states number number rows rows",
}
