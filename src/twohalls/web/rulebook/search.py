"""Finding words in a text, whatever their accents, and showing where they stand."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

LONGEST_QUERY = 100
MOST_WORDS = 8
AROUND = 90
ENDING = re.compile(r"(\w{4,}?)(?:es|[aeiosx])")
"""What a word changes in the plural, in any of the languages."""
INNER_PLURAL = re.compile(r"^cap[io](?=quartier)")
"""Italian bosses: one capoquartiere, several capiquartiere."""
LIGATURES = {"œ": "oe", "æ": "ae", "ß": "ss"}


@dataclass(frozen=True)
class Section:
    """One heading of the rules and the words below it."""

    id: str
    title: str
    level: int
    text: str


@dataclass(frozen=True)
class Hit:
    """A section that says what was looked for."""

    id: str
    title: Markup
    excerpt: Markup


def fold(text: str) -> tuple[str, list[int]]:
    """Lower case without accents, and for each letter where it stood."""
    folded, places = [], []
    for place, letter in enumerate(text):
        plain = _plain(letter)
        folded.append(plain)
        places.extend([place] * len(plain))
    return "".join(folded), places


@functools.lru_cache(maxsize=1000)
def _plain(letter: str) -> str:
    """A letter without its accent; none of a mark that stands alone."""
    if ligature := LIGATURES.get(letter.lower()):
        return ligature
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


def words_of(query: str) -> tuple[str, ...]:
    """What to look for: each word of a query once, without its ending."""
    found = re.findall(r"[^\W_]+", fold(query[:LONGEST_QUERY])[0])
    return tuple(dict.fromkeys(map(stem, found)))[:MOST_WORDS]


def stem(word: str) -> str:
    """A word as far as one and several of it are alike: “quartier” of “quartiere”, “quartieri”."""
    found = ENDING.fullmatch(word)
    return found[1] if found else word


def find(sections: Sequence[Section], query: str) -> list[Hit]:
    """The sections in which all words stand, those with one in their title first."""
    words = words_of(query)
    if not words:
        return []
    hits: list[tuple[int, int, Section]] = []
    for section in sections:
        folded = fold(f"{section.title}\n{section.text}")[0]
        if all(_pattern((word,)).search(folded) for word in words):
            in_title = len(_spans(section.title, words))
            hits.append((-in_title, len(hits), section))
    return [
        Hit(section.id, highlight(section.title, words), excerpt(section.text, words))
        for _, _, section in sorted(hits, key=lambda hit: hit[:2])
    ]


def highlight(text: str, words: Sequence[str]) -> Markup:
    """The text with every word that begins so marked."""
    made, done = Markup(), 0
    for start, end in _spans(text, words):
        made += escape(text[done:start]) + Markup("<mark>{}</mark>").format(text[start:end])
        done = end
    return made + escape(text[done:])


def excerpt(text: str, words: Sequence[str]) -> Markup:
    """A few words around the first that was looked for."""
    text = " ".join(text.split())
    spans = _spans(text, words)
    middle = spans[0][0] if spans else 0
    start, end = max(0, middle - AROUND), min(len(text), middle + AROUND)
    if start:
        start = text.find(" ", start, middle) + 1 or start
    if end < len(text):
        end = max(text.rfind(" ", middle, end), middle) if " " in text[middle:end] else end
    shown = highlight(text[start:end], words)
    return Markup("… " if start else "") + shown + (" …" if end < len(text) else "")


def _spans(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where words begin as looked for: from there to their ends."""
    if not words:
        return []
    folded, places = fold(text)
    places.append(len(text))
    found = _pattern(tuple(words)).finditer(folded)
    return [(places[span.start()], places[span.end()]) for span in found]


@functools.lru_cache(maxsize=100)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the words, where one begins so; a number only as a whole."""
    sought = "|".join(
        INNER_PLURAL.sub("cap[io]", re.escape(word)) + (r"(?!\d)" if word[-1].isdigit() else "")
        for word in words
    )
    return re.compile(rf"(?<![^\W_])(?:{sought})[^\W_]*")
