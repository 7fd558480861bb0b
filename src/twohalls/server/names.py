"""What people are called at a table: names that can be read, and told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from twohalls.kernel.errors import Malformed
from twohalls.kernel.game import clean_name

LONGEST_NAME = 24
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters that are printable by their kind and yet nothing is seen of them."""


def neat_name(name: str) -> str:
    """A name as it may be shown: cleaned, and not too long."""
    cleaned = "".join(letter if is_visible(letter) else " " for letter in name)
    cleaned = " ".join(cleaned.replace(",", " ").replace("#", " ").split())
    cleaned = cleaned[:LONGEST_NAME]
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Malformed("a player’s name is empty")
    return clean_name(cleaned)


def is_visible(letter: str) -> bool:
    """Whether a letter leaves a mark on paper, alone or on the one before it."""
    return letter.isprintable() and letter not in INVISIBLE


def distinct(names: Sequence[str]) -> list[str]:
    """Names told apart by a number where two are alike."""
    found: list[str] = []
    for name in names:
        number, other = 2, name
        while other in found:
            other, number = f"{name} {number}", number + 1
        found.append(other)
    return found
