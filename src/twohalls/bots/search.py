"""Thinking ahead, compiled together with a game's rules and features.

A tree of what each seat knows: a node is keyed by the state as its actor sees it (`hide`), so that
nobody answers a bid it could not have seen. Hidden things are filled in anew for every simulation,
chance is drawn, values are a win chance for each seat. Decisions made one after another are chosen
by upper bounds led by prior weights; sealed ones by regret matching, whose average is the answer.
"""

import math
from typing import Any, NamedTuple

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
from twohalls.kernel.sets import forbid_all, how_many, nth_action
from twohalls.kit.features import consider, inputs, quiet, spread_of, unfold, worth

WIDTH = 32
DEEPEST = 96
FULL = 0.7

# What `run` is to do.
THINK = 0
WEIGH = 1
JUDGE = 2

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
MIX = 3
SEEN = 4
FRESH = 5
LAYER_2 = 6
WORTH = 7
ANSWERS = 8
PEEKED = 9
HELD = 10
"""Here and after it a row a seat: what the network last saw, and its first layer from `HALF` on."""
HALF = 512

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
LATE = 4 * WIDTH
FIGURES = 5 * WIDTH

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
RECENT = 10
CALM = 11
KNOBS = 12


class Papers(NamedTuple):
    """What one thread works with: the root at 0, the simulated state at 1, one more at 2; `hidden`
    is a state as its actor sees it and `words` the same memory as whole numbers."""

    states: Any
    hidden: Any
    words: Any
    rng: Any
    rows: Any
    reals: Any


class Tree(NamedTuple):
    """Nodes in a table of fixed size; `used` counts them."""

    used: Any
    keys: Any
    nodes: Any
    figures: Any


class Lead(NamedTuple):
    """What leads a search: knobs, leanings towards options, and a network or none."""

    knobs: Any
    leanings: Any
    net1: Any
    net2: Any
    net3: Any


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


def opinion(lead, reals, held, fresh):
    """A small network's opinion of what one seat sees.

    Most of what is seen in one simulation after another is alike, so that its first layer is only
    changed by what is not; `fresh` begins anew, so that no answer hangs on an earlier question.
    """
    net1, net2, net3 = lead.net1, lead.net2, lead.net3
    seen = reals[SEEN]
    layer = held[HALF:]
    layer2 = reals[LAYER_2]
    size = net1.shape[0] - 1
    width = net1.shape[1]
    width2 = net2.shape[1]
    if fresh:
        for j in range(width):
            layer[j] = net1[size, j]
        for i in range(size):
            held[i] = 0.0
    for i in range(size):
        x = seen[i] - held[i]
        if x != 0.0:
            held[i] = seen[i]
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


def value_now(s, value, lead, reals):
    """Win chances as the position stands: by hand, by the network, or a part by each."""
    worths = reals[WORTH]
    worth(s, worths, reals[WORK])
    soften(s.players, worths, spread_of(s) * lead.knobs[LUCK], value)
    part = lead.knobs[LEARNED]
    if part > 0.0:
        opinions = worths[8:]
        learned = worths[16:]
        for seat in range(s.players):
            inputs(s, seat, worths, reals[SEEN], reals[WORK])
            opinions[seat] = opinion(lead, reals, reals[HELD + seat], reals[FRESH][0] == 0.0)
        reals[FRESH][0] = 1.0
        soften(s.players, opinions, 1.0, learned)
        for seat in range(s.players):
            value[seat] += part * (learned[seat] - value[seat])


def is_calm(s, knobs):
    """Whether this valuation can value a position as it stands."""
    return quiet(s) >= knobs[CALM] and not mid_line(s)


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


def grow(node, figures, seat, sealed, n, knobs, rows, reals):
    """A new node with the likeliest of the options just considered, the likeliest first."""
    n = put_likeliest_first(rows[OPTIONS], reals[LIKELY], n, WIDTH)
    node[COUNT] = n
    node[VISITS] = 0
    node[SEALED] = sealed
    node[ACTOR] = seat
    total = 0.0
    for i in range(n):
        reals[LIKELY][i] = reals[LIKELY][i] ** knobs[FLATTEN]
        total += reals[LIKELY][i]
    for i in range(n):
        node[OPTION + i] = rows[OPTIONS][i]
        node[TRIED + i] = 0
        figures[TOTAL + i] = 0.0
        figures[PRIOR + i] = reals[LIKELY][i] / total
        figures[REGRET + i] = 0.1 * figures[PRIOR + i]
        figures[AVERAGE + i] = 0.0
        figures[LATE + i] = 0.0


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


def pick_by_bound(node, figures, knobs):
    """The option whose value and prior promise most; few are looked at until visits grow."""
    seen = node[VISITS]
    root = math.sqrt(seen + 1.0)
    wide = min(node[COUNT], 2 + int(knobs[WIDEN] * root))
    total = 0.0
    for i in range(wide):
        total += figures[TOTAL + i]
    guess = total / seen - knobs[FIRST_GUESS] if seen > 0 else 0.0
    best = 0
    most = -1e9
    for i in range(wide):
        n = node[TRIED + i]
        bound = figures[TOTAL + i] / n if n > 0 else guess
        bound += knobs[EXPLORE] * figures[PRIOR + i] * root / (1.0 + n)
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


def pick_by_regret(node, figures, knobs, rng, mix):
    """An option out of the mix, sometimes any."""
    n = mix_of(node, figures, mix)
    for i in range(n):
        mix[i] = (1.0 - knobs[STRAY]) * mix[i] + knobs[STRAY] / n
    return draw_likely(rng, mix, n)


def learn_regrets(node, figures, pick, value, mix, recent):
    """What each option would have brought is taken to be its own mean of late.

    To weigh the one taken by how seldom it is taken would be right in the long run, but with
    hundreds of simulations it is mostly noise; the mean of all times answers mixes long given up.
    """
    n = mix_of(node, figures, mix)
    tried = node[TRIED + pick]
    late = figures[LATE + pick] if tried > 0 else value
    figures[LATE + pick] = late + (value - late) * max(recent, 1.0 / (tried + 1.0))
    seen = 0
    mean = 0.0
    for i in range(n):
        seen += node[TRIED + i] + (1 if i == pick else 0)
        mean += figures[LATE + i] * (node[TRIED + i] + (1 if i == pick else 0))
    mean /= seen
    average = 0.0
    for i in range(n):
        average += mix[i] * late_of(node, figures, i, pick, mean)
    for i in range(n):
        gain = late_of(node, figures, i, pick, mean) - average
        figures[REGRET + i] = max(0.0, figures[REGRET + i] + gain)
        figures[AVERAGE + i] += mix[i] * seen


def late_of(node, figures, i, pick, mean):
    tried = node[TRIED + i] + (1 if i == pick else 0)
    return (tried * figures[LATE + i] + mean) / (tried + 1.0)


def learn(tree, depth, value, rows, mix, recent):
    """Tell every node on the way how it went for its actor."""
    for step in range(depth):
        place = rows[NODES][step]
        pick = rows[EDGES][step]
        node = tree.nodes[place]
        figures = tree.figures[place]
        gained = value[node[ACTOR]]
        if node[SEALED]:
            learn_regrets(node, figures, pick, gained, mix, recent)
        node[VISITS] += 1
        node[TRIED + pick] += 1
        figures[TOTAL + pick] += gained


# --- A simulation ----------------------------------------------------------------------------


def do(s, option, rows):
    """Let the actor do an option, all actions of its line."""
    n = unfold(s, option, rows[LINE])
    for i in range(n):
        apply(s, rows[LINE][i])


def let_chance_draw(s, rng, rows):
    """Draw until somebody decides or the game is over."""
    while actor(s) == CHANCE:
        forbid_all(rows[OUT])
        legal(s, rows[OUT])
        n = how_many(rows[OUT])
        pick = 0
        if n > 1:
            chance_weights(s, rows[DRAWN])
            pick = draw_weighted(rng, rows[DRAWN], n)
        apply(s, nth_action(rows[OUT], pick))


def play_loosely(s, lead, papers):
    """An option by leanings alone."""
    likely = papers.reals[LIKELY]
    n = consider(s, papers.rows[OPTIONS], likely, lead.leanings, papers.reals[WORK])
    pick = draw_likely(papers.rng, likely, n) if n > 1 else 0
    return papers.rows[OPTIONS][pick]


def find_node(who, papers, tree):
    """Where the state at 1 as its actor sees it is in the tree, or the place where it may be."""
    papers.hidden[0] = papers.states[1]
    hide(papers.hidden[0], who)
    return find_place(tree.keys, key_of(papers.words))


def add_node(who, place, papers, tree, lead):
    """Put the view last looked for into the tree and consider its options."""
    tree.used[0] += 1
    tree.keys[place] = key_of(papers.words)
    h = papers.hidden[0]
    node = tree.nodes[place]
    figures = tree.figures[place]
    options = papers.rows[OPTIONS]
    n = consider(h, options, papers.reals[LIKELY], lead.leanings, papers.reals[WORK])
    sealed = 1 if awaited(h, papers.rows[OUT]) > 1 else 0
    grow(node, figures, who, sealed, n, lead.knobs, papers.rows, papers.reals)
    if sealed == 0 and n > 1:
        peeked = peek(who, node, min(node[COUNT], int(lead.knobs[PEEK])), papers, lead)
        if peeked > 0:
            believe(node, figures, peeked, lead.knobs[TRUST], papers.reals[PEEKED])


def peek(who, node, most, papers, lead):
    """The values right after a node's first options; 0 if one of them cannot be valued so."""
    s = papers.states[2]
    for i in range(most):
        papers.states[2] = papers.states[1]
        do(s, node[OPTION + i], papers.rows)
        if actor(s) == OVER:
            share_win(s, papers.reals[VALUE], papers.rows)
        elif is_calm(s, lead.knobs):
            value_now(s, papers.reals[VALUE], lead, papers.reals)
        else:
            return 0
        papers.reals[PEEKED][i] = papers.reals[VALUE][who]
    return most


def pick_in_tree(place, depth, papers, tree, knobs):
    """The option to try at a node; the way there is noted for `learn`."""
    node = tree.nodes[place]
    figures = tree.figures[place]
    if node[SEALED]:
        pick = pick_by_regret(node, figures, knobs, papers.rng, papers.reals[MIX])
    else:
        pick = pick_by_bound(node, figures, knobs)
    papers.rows[NODES][depth] = place
    papers.rows[EDGES][depth] = pick
    return node[OPTION + pick]


def simulate(in_tree, option, papers, tree, lead):
    """Play on from the state at 1 until it is valued; return how many decisions of it are known."""
    s = papers.states[1]
    value = papers.reals[VALUE]
    depth = 0
    steps = 0
    while True:
        if option >= 0:
            do(s, option, papers.rows)
        let_chance_draw(s, papers.rng, papers.rows)
        who = actor(s)
        if who == OVER:
            share_win(s, value, papers.rows)
            return depth
        if in_tree and depth < DEEPEST:
            place = find_node(who, papers, tree)
            if tree.keys[place] == 0:
                if tree.used[0] < int(len(tree.keys) * FULL):
                    add_node(who, place, papers, tree, lead)
                alone = tree.nodes[place][COUNT] == 1
                in_tree = tree.keys[place] != 0 and (depth == 0 or alone)
            if in_tree:
                option = pick_in_tree(place, depth, papers, tree, lead.knobs)
                depth += 1
                continue
        if steps >= lead.knobs[HORIZON] and is_calm(s, lead.knobs):
            value_now(s, value, lead, papers.reals)
            return depth
        option = play_loosely(s, lead, papers)
        steps += 1


# --- Entries from Python ---------------------------------------------------------------------


def run(job, papers, tree, lead, seat, rounds):
    """Play on from the state at 0 as a seat knows it, many times over.

    THINK: so many simulations; `tree.used[0]` counts the nodes of the tree. WEIGH: every choice so
    many times; writes the choices to ANSWER and their values to ANSWERS. JUDGE: nothing in a tree.
    THINK and JUDGE write the mean value of the position for each seat to ANSWERS. Returns how many
    choices there are.
    """
    choices = 1
    if job == WEIGH:
        choices = lay_out(papers, lead, tree.used[1])
    for seat_or_choice in range(max(choices, papers.states[0].players)):
        papers.reals[ANSWERS][seat_or_choice] = 0.0
    papers.reals[FRESH][0] = 0.0
    for simulation in range(rounds * choices):
        papers.states[1] = papers.states[0]
        option = -1
        if job == WEIGH:
            option = papers.rows[ANSWER][simulation % choices]
            share_chance(papers.rng, papers.rows[POINTS], simulation % choices == 0)
        if seat >= 0:
            hide(papers.states[1], seat)
        resample(papers.states[1], seat, papers.rng)
        depth = simulate(job == THINK, option, papers, tree, lead)
        if job == THINK:
            learn(
                tree, depth, papers.reals[VALUE], papers.rows, papers.reals[MIX], lead.knobs[RECENT]
            )
        if job == WEIGH:
            papers.reals[ANSWERS][simulation % choices] += papers.reals[VALUE][seat] / rounds
        else:
            for i in range(papers.states[0].players):
                papers.reals[ANSWERS][i] += papers.reals[VALUE][i] / rounds
    return choices


def lay_out(papers, lead, most):
    """Write the likeliest choices at the root to ANSWER; return how many."""
    n = propose(papers, lead)
    n = put_likeliest_first(papers.rows[OPTIONS], papers.reals[LIKELY], n, most)
    for i in range(n):
        papers.rows[ANSWER][i] = papers.rows[OPTIONS][i]
    return n


def share_chance(rng, kept, is_first):
    """The same chance for every choice of a round: keep it for the first, take it for the rest."""
    for part in range(4):
        if is_first:
            kept[16 + part] = rng[part]
        else:
            rng[part] = kept[16 + part]


def play(papers, option):
    """Do an option (-1: nothing) to the state at 0 itself, with the chance that follows."""
    if option >= 0:
        do(papers.states[0], option, papers.rows)
    let_chance_draw(papers.states[0], papers.rng, papers.rows)


def root_of(papers, tree):
    """Where the root is in the tree, or the empty place where it would be."""
    papers.states[1] = papers.states[0]
    return find_node(actor(papers.states[0]), papers, tree)


def whose(papers):
    """Who decides in the state at 0."""
    return actor(papers.states[0])


def propose(papers, lead):
    """The choices at the root with their likeliness."""
    options = papers.rows[OPTIONS]
    return consider(
        papers.states[0], options, papers.reals[LIKELY], lead.leanings, papers.reals[WORK]
    )


def line_of(papers, option):
    """The actions of an option at the root."""
    return unfold(papers.states[0], option, papers.rows[LINE])


def look(papers, seen):
    """What the network looks at, a row a seat."""
    worth(papers.states[0], papers.reals[WORTH], papers.reals[WORK])
    for seat in range(papers.states[0].players):
        inputs(papers.states[0], seat, papers.reals[WORTH], seen[seat], papers.reals[WORK])


def how_quiet(papers):
    """2 if the state at 0 can be valued as it stands, 1 if only by who has learned it, or 0."""
    if quiet(papers.states[0]) == 0.0 or mid_line(papers.states[0]):
        return 0
    return 2 if quiet(papers.states[0]) >= 1.0 else 1


BUNDLES = {
    "papers": (Papers, "states states row row rows real_rows"),
    "tree": (Tree, "row row rows real_rows"),
    "lead": (Lead, "reals reals real_rows real_rows reals"),
}

ENTRIES = {
    "run": "number papers tree lead number number",
    "play": "papers number",
    "root_of": "papers tree",
    "whose": "papers",
    "propose": "papers lead",
    "line_of": "papers number",
    "look": "papers real_rows",
    "how_quiet": "papers",
}

# Its places follow from the shapes of the arrays, and to check each takes longer than the rest.
UNCHECKED = ("opinion",)
