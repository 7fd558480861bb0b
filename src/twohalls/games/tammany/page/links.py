"""Which section of the rules of Tammany Hall says what can be asked about."""

from __future__ import annotations

from twohalls.kernel.table import View

LINKS = {
    # What a line of the record says …
    "first": "setup",
    "zone": "zones",
    "arrivals": "castle-garden",
    "boss": "placing",
    "cube": "placing",
    "end": "end-turn",
    "favor": "deputy",
    "arrest": "police",
    "lock": "council",
    "move": "precinct",
    "slander": "slander",
    "spread": "spread",
    "bid": "ward-vote",
    "settle": "bonuses",
    "appoint": "appointing",
    "score": "end",
    "winner": "end",
    # … and what can be pointed at.
    "place": "placing",
    "turn": "year",
    "year": "year",
    "office": "offices",
    "mayor": "mayor",
    "deputy": "deputy",
    "police": "police",
    "council": "council",
    "precinct": "precinct",
    "ward": "active",
    "adjacent": "adjacency",
    "garden": "castle-garden",
    "supply": "supply",
    "chips": "chips-run-out",
    "election": "election",
    "bonus": "bonuses",
    "leaders": "leaders",
    "points": "points",
    "tie": "tie-breaks",
    "over": "end",
    "locks": "options",
    "options": "options",
}

ASKED = {
    "turn": "turn",
    "bid": "bid",
    "settle": "bonus",
    "favor": "bonus",
    "appoint": "appoint",
}
"""What is asked in each phase of a game."""


def asked(view: View) -> str:
    """What the prompt is about."""
    return "over" if view.over else ASKED.get(view.shown["phase"], "")
