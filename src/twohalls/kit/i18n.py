"""Languages: which one a person reads, and its catalogues, the shared one and each game's own."""

from __future__ import annotations

import functools
import gettext
import io
import logging
import re
from collections.abc import Callable
from pathlib import Path

from babel import negotiate_locale
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from twohalls.kernel.game import Game

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
DEFAULT = "en"
SHARED = Path(__file__).parent / "locale"
PLACE = re.compile(r"\{(\w*)\}")
log = logging.getLogger("twohalls.games")

Translate = Callable[[str], str]
NTranslate = Callable[[str, str, int], str]


@functools.cache
def catalogue(language: str, folder: Path = SHARED) -> gettext.NullTranslations:
    """A language's words, compiled in memory: no compiled file has to be kept in step."""
    file = folder / f"{language}.po"
    if not file.exists():
        words = gettext.NullTranslations()
    else:
        try:
            words = _read(file, language)
        except Exception as reason:
            log.warning("%s is left out: %s", file, reason)
            words = gettext.NullTranslations()
    if folder != SHARED:
        words.add_fallback(catalogue(language))
    return words


def _read(file: Path, language: str) -> gettext.GNUTranslations:
    with file.open("rb") as source:
        read = read_po(source, locale=language)
    for message in list(read):
        if message.id and not _fills_in_the_same(message):
            log.warning("%s: “%s” is left out, for it fills in other words", file, message.id)
            read.delete(message.id, message.context)
    compiled = io.BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _fills_in_the_same(message: Message) -> bool:
    """Whether a translation asks for nothing that the sentence has not."""
    return _filled_in(message.string or "") <= _filled_in(message.id)


def _filled_in(said: str | tuple[str, ...] | list[str]) -> set[str]:
    texts = [said] if isinstance(said, str) else said
    return {name for text in texts for name in PLACE.findall(text)}


@functools.cache
def translators(language: str, game: Game | None = None) -> tuple[Translate, NTranslate]:
    """`_` and `ngettext` of a language; with a game, its own words first."""
    words = catalogue(language) if game is None else catalogue(language, game.folder / "locale")
    return words.gettext, words.ngettext


def choose(chosen: str | None, accepted: str) -> str:
    """The language a person chose, or else the first they read of those there are."""
    if chosen in LANGUAGES:
        return chosen
    preferred: list[tuple[float, int, str]] = []
    for part in accepted[:500].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        preferred.append((-weight, len(preferred), tag.replace("-", "_")))
    ordered = [tag for _, _, tag in sorted(preferred)]
    return negotiate_locale(ordered, list(LANGUAGES)) or DEFAULT
