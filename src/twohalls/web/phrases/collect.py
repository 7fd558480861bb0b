"""Collects the phrases again: `python -m twohalls.web.phrases.collect`.

Worth doing when templates or translations changed much; old phrases are only of less use.
"""

from __future__ import annotations

import re

from twohalls.web.phrases import file
from twohalls.web.weights import LANGUAGES, PLAYERS, play

NAMES = ("A", "B", "C")
READERS = {"first": 1, "second": 2, "third": 3, "watcher": None}
SEED = 1
PIECE = re.compile(
    r"\n|(?=<(?:a|button|div|dl|figure|header|li|ol|p|section|select|table|tr|ul)\b)"
)
NUMBER = re.compile(r"\d+(\.\d+)?")
SPAN = 8
NEW = 12
"""A piece is kept for so many spans of so many letters that no piece before had."""


def collect(game: str, language: str) -> list[str]:
    """Every piece of markup of one game by chance that says much for the first time."""
    known: set[str] = set()
    kept = []
    for told in play(game, NAMES, SEED, language, READERS):
        for piece in PIECE.split("\n".join(event.decode() for event in told.values())):
            shape = NUMBER.sub("0", piece)
            spans = {shape[at : at + SPAN] for at in range(len(shape) - SPAN + 1)}
            if len(spans - known) >= NEW:
                known |= spans
                kept.append(piece)
    return kept


if __name__ == "__main__":
    for game in PLAYERS:
        for language in LANGUAGES:
            file(game, language).write_text("\n".join(collect(game, language)) + "\n")
