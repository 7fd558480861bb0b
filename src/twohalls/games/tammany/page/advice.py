"""Where on the map of Tammany Hall a hint points."""

from __future__ import annotations

from twohalls.games.tammany.words import VERBS, WARD
from twohalls.kernel.words import parts


def places(line: str) -> list[str]:
    """The ids of the wards in a line; a sealed bid is decided off the map."""
    verb, rest = parts(line)
    if verb == "move":
        return [f"ward-{ward}" for ward in rest[1:]]
    kinds = next((known.kinds for known in VERBS if known.word == verb), ())
    return [f"ward-{word}" for kind, word in zip(kinds, rest, strict=False) if kind is WARD]
