"""Which section of the rules says what a prompt or an explanation on the board is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LINKS: dict[tuple[str, str], str] = {
    # Tammany Hall: what a line of the record says …
    ("tammany", "first"): "setup",
    ("tammany", "zone"): "zones",
    ("tammany", "arrivals"): "castle-garden",
    ("tammany", "boss"): "placing",
    ("tammany", "cube"): "placing",
    ("tammany", "end"): "end-turn",
    ("tammany", "favor"): "deputy",
    ("tammany", "arrest"): "police",
    ("tammany", "lock"): "council",
    ("tammany", "move"): "precinct",
    ("tammany", "slander"): "slander",
    ("tammany", "spread"): "spread",
    ("tammany", "bid"): "ward-vote",
    ("tammany", "settle"): "bonuses",
    ("tammany", "appoint"): "appointing",
    ("tammany", "score"): "end",
    ("tammany", "winner"): "end",
    # … and what can be pointed at.
    ("tammany", "place"): "placing",
    ("tammany", "turn"): "year",
    ("tammany", "year"): "year",
    ("tammany", "office"): "offices",
    ("tammany", "mayor"): "mayor",
    ("tammany", "deputy"): "deputy",
    ("tammany", "police"): "police",
    ("tammany", "council"): "council",
    ("tammany", "precinct"): "precinct",
    ("tammany", "ward"): "active",
    ("tammany", "adjacent"): "adjacency",
    ("tammany", "garden"): "castle-garden",
    ("tammany", "supply"): "supply",
    ("tammany", "chips"): "chips-run-out",
    ("tammany", "election"): "election",
    ("tammany", "bonus"): "bonuses",
    ("tammany", "leaders"): "leaders",
    ("tammany", "points"): "points",
    ("tammany", "tie"): "tie-breaks",
    ("tammany", "over"): "end",
    ("tammany", "locks"): "options",
    ("tammany", "options"): "options",
    # City Hall, likewise.
    ("cityhall", "order"): "setup",
    ("cityhall", "land"): "draft",
    ("cityhall", "permits"): "zoning",
    ("cityhall", "draft"): "draft",
    ("cityhall", "build"): "zoning",
    ("cityhall", "return"): "first-build",
    ("cityhall", "activate"): "turn",
    ("cityhall", "search"): "surveyor",
    ("cityhall", "reveal"): "surveyor",
    ("cityhall", "pass"): "auction",
    ("cityhall", "bid"): "auction",
    ("cityhall", "keep"): "auction",
    ("cityhall", "accept"): "auction",
    ("cityhall", "tax"): "tax",
    ("cityhall", "campaign"): "campaign",
    ("cityhall", "buy"): "surveyor",
    ("cityhall", "lobby"): "lobbyist",
    ("cityhall", "take"): "zoning",
    ("cityhall", "bottom"): "zoning",
    ("cityhall", "health"): "health",
    ("cityhall", "votes"): "election",
    ("cityhall", "winner"): "election",
    ("cityhall", "first_build"): "first-build",
    ("cityhall", "survey"): "surveyor",
    ("cityhall", "use"): "offices",
    ("cityhall", "auction"): "auction",
    ("cityhall", "office"): "offices",
    ("cityhall", "surveyor"): "surveyor",
    ("cityhall", "lobbyist"): "lobbyist",
    ("cityhall", "zoning"): "zoning",
    ("cityhall", "deputy"): "deputy",
    ("cityhall", "stars"): "stars",
    ("cityhall", "park"): "parks",
    ("cityhall", "adjacent"): "adjacency",
    ("cityhall", "approval"): "approval",
    ("cityhall", "population"): "health",
    ("cityhall", "influence"): "auction",
    ("cityhall", "secret"): "secret",
    ("cityhall", "round"): "round-start",
    ("cityhall", "final"): "final-round",
    ("cityhall", "election"): "election",
    ("cityhall", "endorsements"): "endorsements",
    ("cityhall", "over"): "election",
    ("cityhall", "open_hands"): "options",
    ("cityhall", "options"): "options",
}


def address(game: str, about: str = "") -> str:
    """Where the rules of a game say something about this: a verb, an office, or a point (“T7”)."""
    anchor = (
        about.lower() if about[:1] in "TC" and about[1:].isdigit() else LINKS.get((game, about))
    )
    return f"/rules/{game}#{anchor}" if anchor else f"/rules/{game}"


ASKED = {
    ("tammany", "turn"): "turn",
    ("tammany", "bid"): "bid",
    ("tammany", "settle"): "bonus",
    ("tammany", "favor"): "bonus",
    ("tammany", "appoint"): "appoint",
    ("cityhall", "draft"): "draft",
    ("cityhall", "build"): "first_build",
    ("cityhall", "return"): "return",
    ("cityhall", "activate"): "activate",
    ("cityhall", "survey"): "survey",
    ("cityhall", "bid"): "auction",
    ("cityhall", "keep"): "auction",
    ("cityhall", "bottom"): "zoning",
}
"""What is asked in each phase of a game; an office in use is asked about by its name."""


def of_prompt(game: str, shown: Mapping[str, Any], asked: bool = True) -> str:
    """Where the rules speak of what is asked now; who only waits is told of the turn as a whole."""
    if shown["over"]:
        return address(game, "over")
    phase = shown["phase"]
    if game == "cityhall" and not asked and phase not in ("draft", "build", "return"):
        phase = "activate"
    about = ASKED.get((game, phase), "")
    return address(game, about or str(shown.get("office") or ""))
