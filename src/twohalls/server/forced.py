"""What happens by itself: only where everybody can see that a seat has no other line.

Whether a seat has a choice may follow from something it hides. Were its only line said at once, or
sooner than others, whoever watches would know.
"""

from __future__ import annotations

from twohalls.kernel import chance
from twohalls.kernel.table import View

WORLDS = 24
"""How often what is hidden is imagined; of the two ways a secret can be, one is missed once in
millions of times."""


def only_line(view: View, public: View) -> str | None:
    """The only line of a seat, if a spectator, who has the view `public`, knows that it is."""
    if view.seat is None or view.game.has_choice(view.known, view.seat - 1):
        return None
    if len(view.legal) != 1:
        return None
    if view.known.values() != public.known.values():
        for lines in _imagined(public, view.seat):
            if lines != view.legal:
                return None
    return view.legal[0]


def _imagined(public: View, seat: int) -> list[list[str]]:
    """What a seat may say, for all that a spectator knows."""
    game, rng = public.game, chance.generator()
    worlds = {}
    for _ in range(WORLDS):
        state = public.known.copy()
        game.rules.resample(state, -1, rng)
        game.rules.hide(state, seat - 1)
        worlds[state.key()] = state
    found = []
    for state in worlds.values():
        if len(game.awaited(state)) > 1:
            game.rules.ask(state, seat - 1)
        found.append(game.legal_lines(state))
    return found
