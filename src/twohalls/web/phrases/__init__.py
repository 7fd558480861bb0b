"""What a game's streams say again and again, said once for all at their beginning.

A comment, which browsers pass over; what a compressed stream tells later refers back to it. It is
the same for everybody, and tells of no table: the phrases are those of games played by chance
(`python -m twohalls.web.phrases.collect`).
"""

from __future__ import annotations

import functools
from pathlib import Path

FOLDER = Path(__file__).parent


def file(game: str, language: str) -> Path:
    return FOLDER / f"{game}.{language}.txt"


@functools.cache
def phrases(game: str, language: str) -> bytes:
    """The comment for a game in a language; nothing for one that has no phrases."""
    try:
        told = file(game, language).read_bytes()
    except FileNotFoundError:
        return b""
    return b":" + told.replace(b"\n", b"") + b"\n\n"
