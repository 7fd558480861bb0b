"""Languages: which one a person reads, and its catalogue."""

from __future__ import annotations

import functools
import gettext
import io
from collections.abc import Callable
from pathlib import Path

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
DEFAULT = "en"
LOCALE = Path(__file__).parent / "locale"

Translate = Callable[[str], str]
NTranslate = Callable[[str, str, int], str]


@functools.cache
def catalogue(language: str) -> gettext.NullTranslations:
    """A language's words, compiled in memory: no compiled file has to be kept in step."""
    file = LOCALE / language / "LC_MESSAGES" / "messages.po"
    if not file.exists():
        return gettext.NullTranslations()
    with file.open("rb") as source:
        words = read_po(source, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, words)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def translators(language: str) -> tuple[Translate, NTranslate]:
    """`_` and `ngettext` of a language."""
    words = catalogue(language)
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
