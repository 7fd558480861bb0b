"""Thinking ahead, compiled together with a game's rules and features.

A tree of what each seat knows: a node is keyed by the state as its actor sees it (`hide`), so that
nobody answers a bid it could not have seen. Hidden things are filled in anew for every simulation,
chance is drawn, values are a win chance for each seat. Decisions made one after another are chosen
by upper bounds led by prior weights; sealed ones by regret matching, whose average is the answer.

All that plays on stands in the one function `run`: a compiled function carries a copy of everything
it calls, so a chain of small ones would take many times as long to compile.
"""

import math

from twohalls.bots.contract import consider, inputs, quiet, spread_of, unfold, worth
from twohalls.kernel.chance import draw, draw_weighted
from twohalls.kernel.rules import (
    CHANCE,
    OVER,
    actor,
    apply,
    awaited,
    chance_weights,
    hide,
    legal,
    mid_line,
    resample,
    result,
)

WIDTH = 32
DEEPEST = 96
FULL = 0.7

# What `run` is to do.
THINK = 0
WEIGH = 1
JUDGE = 2
PLAY = 3

# Rows of whole numbers to work with.
OUT = 0
DRAWN = 1
OPTIONS = 2
NODES = 3
EDGES = 4
POINTS = 5
WON = 6
LINE = 7
ANSWER = 8

# Rows of real numbers to work with.
WORK = 0
LIKELY = 1
VALUE = 2
TAKEN_WITH = 3
MIX = 4
SEEN = 5
LAYER = 6
LAYER_2 = 7
WORTH = 8
ANSWERS = 9
PEEKED = 10

# Columns of a node's facts; its options follow, then how often each was tried.
COUNT = 0
VISITS = 1
SEALED = 2
ACTOR = 3
OPTION = 4
TRIED = OPTION + WIDTH
FACTS = TRIED + WIDTH

# Columns of a node's figures.
TOTAL = 0
PRIOR = WIDTH
REGRET = 2 * WIDTH
AVERAGE = 3 * WIDTH
FIGURES = 4 * WIDTH

# What can be tuned.
EXPLORE = 0
WIDEN = 1
HORIZON = 2
FIRST_GUESS = 3
STRAY = 4
LEARNED = 5
FLATTEN = 6
PEEK = 7
TRUST = 8
LUCK = 9
KNOBS = 10

MIX_A = 0x9E3779B97F4A7C15 - (1 << 64)
MIX_B = 0xBF58476D1CE4E5B9 - (1 << 64)


def draw_likely(rng, likely, n):
    """An index below n, each as likely as its weight."""
    total = 0.0
    for i in range(n):
        total += likely[i]
    drawn = draw(rng, 1 << 30) / (1 << 30) * total
    below = 0.0
    for i in range(n - 1):
        below += likely[i]
        if drawn < below:
            return i
    return n - 1


# --- Values ----------------------------------------------------------------------------------


def share_win(s, value, rows):
    """At the end: the win, shared if it is."""
    result(s, rows[POINTS], rows[WON])
    winners = 0
    for seat in range(s.players):
        winners += rows[WON][seat]
    for seat in range(s.players):
        value[seat] = rows[WON][seat] / winners


def soften(players, worths, spread, value):
    """Win chances out of expected points."""
    most = worths[0]
    for seat in range(players):
        most = max(most, worths[seat])
    total = 0.0
    for seat in range(players):
        value[seat] = math.exp((worths[seat] - most) / spread)
        total += value[seat]
    for seat in range(players):
        value[seat] /= total


def opinion(net1, net2, net3, reals):
    """A small network's opinion of what one seat sees."""
    seen = reals[SEEN]
    layer = reals[LAYER]
    layer2 = reals[LAYER_2]
    size = net1.shape[0] - 1
    width = net1.shape[1]
    width2 = net2.shape[1]
    for j in range(width):
        layer[j] = net1[size, j]
    for i in range(size):
        x = seen[i]
        if x != 0.0:
            for j in range(width):
                layer[j] += x * net1[i, j]
    for k in range(width2):
        layer2[k] = net2[width, k]
    for j in range(width):
        x = layer[j]
        if x > 0.0:
            for k in range(width2):
                layer2[k] += x * net2[j, k]
    value = net3[width2]
    for k in range(width2):
        if layer2[k] > 0.0:
            value += layer2[k] * net3[k]
    return value


def value_now(s, value, tune, net1, net2, net3, reals):
    """Win chances as the position stands: by hand, by the network, or a part by each."""
    worths = reals[WORTH]
    worth(s, worths, reals[WORK])
    soften(s.players, worths, spread_of(s) * tune[LUCK], value)
    if tune[LEARNED] > 0.0:
        opinions = worths[8:]
        learned = worths[16:]
        for seat in range(s.players):
            inputs(s, seat, worths, reals[SEEN], reals[WORK])
            opinions[seat] = opinion(net1, net2, net3, reals)
        soften(s.players, opinions, 1.0, learned)
        for seat in range(s.players):
            value[seat] += tune[LEARNED] * (learned[seat] - value[seat])


# --- The tree --------------------------------------------------------------------------------


def key_of(words):
    """A hash of the state as its actor sees it; never 0, which marks an empty place."""
    key = MIX_A
    for i in range(len(words)):
        key = (key ^ words[i]) * MIX_B
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key if key != 0 else 1


def find_place(keys, key):
    """Where a key is, or where it may be put."""
    mask = len(keys) - 1
    place = key & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


def put_likeliest_first(options, likely, n, most):
    """Sort the likeliest `most` to the front; returns how many are left."""
    kept = min(n, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if likely[j] > likely[best]:
                best = j
        if best != i:
            option = options[i]
            options[i] = options[best]
            options[best] = option
            weight = likely[i]
            likely[i] = likely[best]
            likely[best] = weight
    return kept


def grow(node, figures, seat, sealed, n, tune, rows, reals):
    """A new node with the likeliest of the options just considered, the likeliest first."""
    n = put_likeliest_first(rows[OPTIONS], reals[LIKELY], n, WIDTH)
    node[COUNT] = n
    node[VISITS] = 0
    node[SEALED] = sealed
    node[ACTOR] = seat
    total = 0.0
    for i in range(n):
        reals[LIKELY][i] = reals[LIKELY][i] ** tune[FLATTEN]
        total += reals[LIKELY][i]
    for i in range(n):
        node[OPTION + i] = rows[OPTIONS][i]
        node[TRIED + i] = 0
        figures[TOTAL + i] = 0.0
        figures[PRIOR + i] = reals[LIKELY][i] / total
        figures[REGRET + i] = 0.1 * figures[PRIOR + i]
        figures[AVERAGE + i] = 0.0


def believe(node, figures, peeked, trust, values):
    """Take the values right after the first options into account, and sort the options anew."""
    best = values[0]
    worst = values[0]
    for i in range(peeked):
        best = max(best, values[i])
        worst = min(worst, values[i])
    n = node[COUNT]
    total = 0.0
    for i in range(n):
        value = values[i] if i < peeked else worst
        figures[PRIOR + i] *= math.exp((value - best) / trust)
        total += figures[PRIOR + i]
        if i < peeked:
            node[TRIED + i] = 1
            figures[TOTAL + i] = value
    node[VISITS] = peeked
    for i in range(n):
        figures[PRIOR + i] /= total
    for i in range(1, n):
        j = i
        while j > 0 and figures[PRIOR + j] > figures[PRIOR + j - 1]:
            for column in (PRIOR, TOTAL):
                held = figures[column + j]
                figures[column + j] = figures[column + j - 1]
                figures[column + j - 1] = held
            for column in (OPTION, TRIED):
                fact = node[column + j]
                node[column + j] = node[column + j - 1]
                node[column + j - 1] = fact
            j -= 1


def pick_by_bound(node, figures, tune):
    """The option whose value and prior promise most; few are looked at until visits grow."""
    seen = node[VISITS]
    root = math.sqrt(seen + 1.0)
    wide = min(node[COUNT], 2 + int(tune[WIDEN] * root))
    total = 0.0
    for i in range(wide):
        total += figures[TOTAL + i]
    guess = total / seen - tune[FIRST_GUESS] if seen > 0 else 0.0
    best = 0
    most = -1e9
    for i in range(wide):
        n = node[TRIED + i]
        bound = figures[TOTAL + i] / n if n > 0 else guess
        bound += tune[EXPLORE] * figures[PRIOR + i] * root / (1.0 + n)
        if bound > most:
            most = bound
            best = i
    return best


def mix_of(node, figures, mix):
    """The mix of options that regret matching plays now."""
    n = node[COUNT]
    total = 0.0
    for i in range(n):
        total += figures[REGRET + i]
    for i in range(n):
        mix[i] = figures[REGRET + i] / total if total > 0.0 else figures[PRIOR + i]
    return n


def pick_by_regret(node, figures, tune, rng, mix):
    """An option out of the mix, sometimes any; the mix is left with that straying in it."""
    n = mix_of(node, figures, mix)
    for i in range(n):
        mix[i] = (1.0 - tune[STRAY]) * mix[i] + tune[STRAY] / n
    return draw_likely(rng, mix, n)


def learn_regrets(node, figures, pick, chance, value, mix):
    """What each option would have brought: its own mean, the one taken corrected by how it went."""
    n = mix_of(node, figures, mix)
    seen = 0
    total = 0.0
    for i in range(n):
        seen += node[TRIED + i]
        total += figures[TOTAL + i]
    mean = total / seen if seen > 0 else value
    average = 0.0
    for turn in range(2):
        for i in range(n):
            base = (figures[TOTAL + i] + mean) / (node[TRIED + i] + 1.0)
            if i == pick:
                base += (value - base) / chance
            if turn == 0:
                average += mix[i] * base
            else:
                figures[REGRET + i] = max(0.0, figures[REGRET + i] + base - average)
                figures[AVERAGE + i] += mix[i] * (seen + 1.0)


def learn(nodes, figures, depth, value, rows, reals):
    """Tell every node on the way how it went for its actor."""
    for step in range(depth):
        place = rows[NODES][step]
        pick = rows[EDGES][step]
        node = nodes[place]
        gained = value[node[ACTOR]]
        if node[SEALED]:
            chance = reals[TAKEN_WITH][step]
            learn_regrets(node, figures[place], pick, chance, gained, reals[MIX])
        node[VISITS] += 1
        node[TRIED + pick] += 1
        figures[place][TOTAL + pick] += gained


# --- Entries from Python ---------------------------------------------------------------------


def run(
    job,
    states,
    hidden,
    words,
    seat,
    rng,
    rounds,
    used,
    keys,
    nodes,
    figures,
    tune,
    leanings,
    net1,
    net2,
    net3,
    rows,
    reals,
):
    """Play on from the state at 0 as a seat knows it, many times over.

    THINK: so many simulations; `used[0]` counts the nodes of the tree. WEIGH: every choice so many
    times, the same chance for each; writes the choices to ANSWER and their values to ANSWERS.
    JUDGE: the mean value of the position for each seat. PLAY: do the option `rounds` to the state
    at 0 itself, with the chance that follows. Returns how many choices there are.
    """
    at = 0 if job == PLAY else 1
    s = states[at]
    h = hidden[0]
    value = reals[VALUE]
    limit = int(len(keys) * FULL)
    choices = 1
    simulations = rounds
    if job == WEIGH:
        choices = consider(states[0], rows[OPTIONS], reals[LIKELY], leanings, reals[WORK])
        choices = put_likeliest_first(rows[OPTIONS], reals[LIKELY], choices, used[1])
        for i in range(choices):
            rows[ANSWER][i] = rows[OPTIONS][i]
            reals[ANSWERS][i] = 0.0
        simulations = rounds * choices
    elif job == JUDGE:
        for i in range(states[0].players):
            reals[ANSWERS][i] = 0.0
    elif job == PLAY:
        simulations = 1
    for simulation in range(simulations):
        option = -1
        if job == PLAY:
            option = rounds
        else:
            states[1] = states[0]
            if job == WEIGH:
                option = rows[ANSWER][simulation % choices]
                for part in range(4):
                    if simulation % choices == 0:
                        rows[POINTS][16 + part] = rng[part]
                    else:
                        rng[part] = rows[POINTS][16 + part]
            resample(s, seat, rng)
        in_tree = job == THINK
        depth = 0
        steps = 0
        while True:
            if option >= 0:
                n = unfold(s, option, rows[LINE])
                for i in range(n):
                    apply(s, rows[LINE][i])
            while actor(s) == CHANCE:
                n = legal(s, rows[OUT])
                pick = 0
                if n > 1:
                    chance_weights(s, rows[DRAWN])
                    pick = draw_weighted(rng, rows[DRAWN], n)
                apply(s, rows[OUT][pick])
            who = actor(s)
            if job == PLAY:
                break
            if who == OVER:
                share_win(s, value, rows)
                break
            if in_tree and depth < DEEPEST:
                hidden[0] = states[1]
                hide(h, who)
                key = key_of(words)
                place = find_place(keys, key)
                if keys[place] == 0:
                    if used[0] < limit:
                        used[0] += 1
                        keys[place] = key
                        n = consider(h, rows[OPTIONS], reals[LIKELY], leanings, reals[WORK])
                        sealed = 1 if awaited(h, rows[OUT]) > 1 else 0
                        grow(nodes[place], figures[place], who, sealed, n, tune, rows, reals)
                        peeked = 0
                        if sealed == 0 and n > 1:
                            peeked = min(nodes[place][COUNT], int(tune[PEEK]))
                        for i in range(peeked):
                            states[2] = states[1]
                            n = unfold(states[2], nodes[place][OPTION + i], rows[LINE])
                            for j in range(n):
                                apply(states[2], rows[LINE][j])
                            if actor(states[2]) == OVER:
                                share_win(states[2], value, rows)
                            elif quiet(states[2]) and not mid_line(states[2]):
                                value_now(states[2], value, tune, net1, net2, net3, reals)
                            else:
                                peeked = 0
                                break
                            reals[PEEKED][i] = value[who]
                        if peeked > 0:
                            values = reals[PEEKED]
                            believe(nodes[place], figures[place], peeked, tune[TRUST], values)
                    in_tree = depth == 0 and keys[place] != 0
                if in_tree:
                    if nodes[place][SEALED]:
                        pick = pick_by_regret(nodes[place], figures[place], tune, rng, reals[MIX])
                        reals[TAKEN_WITH][depth] = reals[MIX][pick]
                    else:
                        pick = pick_by_bound(nodes[place], figures[place], tune)
                    rows[NODES][depth] = place
                    rows[EDGES][depth] = pick
                    depth += 1
                    option = nodes[place][OPTION + pick]
                    continue
            if steps >= tune[HORIZON] and quiet(s) and not mid_line(s):
                value_now(s, value, tune, net1, net2, net3, reals)
                break
            n = consider(s, rows[OPTIONS], reals[LIKELY], leanings, reals[WORK])
            pick = draw_likely(rng, reals[LIKELY], n) if n > 1 else 0
            option = rows[OPTIONS][pick]
            steps += 1
        if job == THINK:
            learn(nodes, figures, depth, value, rows, reals)
        elif job == WEIGH:
            reals[ANSWERS][simulation % choices] += value[seat] / rounds
        elif job == JUDGE:
            for i in range(states[0].players):
                reals[ANSWERS][i] += value[i] / rounds
    return choices


def root_of(states, hidden, words, keys):
    """Where the root is in the tree, or the empty place where it would be."""
    hidden[0] = states[0]
    hide(hidden[0], actor(states[0]))
    return find_place(keys, key_of(words))


def whose(states):
    """Who decides in the state at 0."""
    return actor(states[0])


def propose(states, leanings, rows, reals):
    """The choices at the root with their likeliness."""
    return consider(states[0], rows[OPTIONS], reals[LIKELY], leanings, reals[WORK])


def line_of(states, option, line):
    """The actions of an option at the root."""
    return unfold(states[0], option, line)


def look(states, seen, reals):
    """What the network looks at, a row a seat."""
    worth(states[0], reals[WORTH], reals[WORK])
    for seat in range(states[0].players):
        inputs(states[0], seat, reals[WORTH], seen[seat], reals[WORK])


def is_quiet(states):
    """Whether the state at 0 can be valued as it stands."""
    return 1 if quiet(states[0]) and not mid_line(states[0]) else 0


ENTRIES = {
    "run": "number states states row number row number row row rows real_rows reals reals"
    " real_rows real_rows reals rows real_rows",
    "root_of": "states states row row",
    "whose": "states",
    "propose": "states reals rows real_rows",
    "line_of": "states number row",
    "look": "states real_rows real_rows",
    "is_quiet": "states",
}
