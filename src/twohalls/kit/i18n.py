"""Languages: which one a person reads, and its catalogues, the shared one and each game's own."""

from __future__ import annotations

import functools
import gettext
import io
from collections.abc import Callable
from pathlib import Path

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from twohalls.kernel.game import Game

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
DEFAULT = "en"
SHARED = Path(__file__).parent / "locale"

Translate = Callable[[str], str]
NTranslate = Callable[[str, str, int], str]


@functools.cache
def catalogue(language: str, folder: Path = SHARED) -> gettext.NullTranslations:
    """A language's words, compiled in memory: no compiled file has to be kept in step."""
    file = folder / f"{language}.po"
    if not file.exists():
        words = gettext.NullTranslations()
    else:
        with file.open("rb") as source:
            read = read_po(source, locale=language)
        compiled = io.BytesIO()
        write_mo(compiled, read)
        compiled.seek(0)
        words = gettext.GNUTranslations(compiled)
    if folder != SHARED:
        words.add_fallback(catalogue(language))
    return words


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
