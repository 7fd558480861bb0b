"""Which section of the rules of City Hall says what can be asked about."""

from __future__ import annotations

from twohalls.kernel.table import View

LINKS = {
    # What a line of the record says …
    "order": "setup",
    "land": "draft",
    "permits": "zoning",
    "draft": "draft",
    "build": "zoning",
    "return": "first-build",
    "activate": "turn",
    "search": "surveyor",
    "reveal": "surveyor",
    "pass": "auction",
    "bid": "auction",
    "keep": "auction",
    "accept": "auction",
    "tax": "tax",
    "campaign": "campaign",
    "buy": "surveyor",
    "lobby": "lobbyist",
    "take": "zoning",
    "bottom": "zoning",
    "health": "health",
    "votes": "election",
    "winner": "election",
    # … and what can be pointed at.
    "first_build": "first-build",
    "survey": "surveyor",
    "use": "offices",
    "auction": "auction",
    "office": "offices",
    "surveyor": "surveyor",
    "lobbyist": "lobbyist",
    "zoning": "zoning",
    "deputy": "deputy",
    "stars": "stars",
    "park": "parks",
    "adjacent": "adjacency",
    "approval": "approval",
    "population": "health",
    "influence": "auction",
    "secret": "secret",
    "round": "round-start",
    "final": "final-round",
    "election": "election",
    "endorsements": "endorsements",
    "over": "election",
    "open_hands": "options",
    "options": "options",
}

ASKED = {
    "draft": "draft",
    "build": "first_build",
    "return": "return",
    "activate": "activate",
    "survey": "survey",
    "bid": "auction",
    "keep": "auction",
    "bottom": "zoning",
}
"""What is asked in each phase of a game; an office in use is asked about by its name."""


def asked(view: View) -> str:
    """What the prompt is about; who only waits is told of the turn as a whole."""
    if view.over:
        return "over"
    shown = view.shown
    phase = shown["phase"]
    if view.seat not in view.awaited and phase not in ("draft", "build", "return"):
        phase = "activate"
    return ASKED.get(phase) or str(shown.get("office") or "")
