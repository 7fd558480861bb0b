"""Which language the terminal speaks: the one asked for, else that of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextvars import ContextVar

from babel import negotiate_locale

from twohalls.games import find_game
from twohalls.kernel.errors import TwoHallsError, Unknown
from twohalls.kernel.game import Game
from twohalls.kit import i18n, refusals
from twohalls.kit.i18n import DEFAULT, LANGUAGES, NTranslate, Translate

NO_LANGUAGE = ("C", "POSIX")
spoken: ContextVar[str] = ContextVar("spoken", default=DEFAULT)
"""The language of the command that runs; what is not played or shown speaks English."""


def speak(chosen: str | None, surroundings: Mapping[str, str] = os.environ) -> None:
    """Speak from here on as was chosen, or as the surroundings say."""
    spoken.set(_surrounding(surroundings))
    if chosen is None:
        return
    if chosen not in LANGUAGES:
        raise Unknown(
            "--language is one of {languages}, not “{chosen}”",
            languages=", ".join(LANGUAGES),
            chosen=chosen,
        )
    spoken.set(chosen)


def _surrounding(surroundings: Mapping[str, str]) -> str:
    """LC_ALL before LC_MESSAGES before LANG; LANGUAGE lists what is read rather than that."""
    names = (surroundings.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = _bare(next(filter(None, names), ""))
    if locale in NO_LANGUAGE:
        return DEFAULT
    wanted = [*map(_bare, surroundings.get("LANGUAGE", "").split(":")), locale]
    return negotiate_locale([name for name in wanted if name], list(LANGUAGES)) or DEFAULT


def _bare(locale: str) -> str:
    """A locale without its letters and its variant: `fr_CH` of `fr_CH.UTF-8@euro`."""
    return locale.partition(".")[0].partition("@")[0]


def translators(game: Game | None = None) -> tuple[Translate, NTranslate]:
    """`_` and `ngettext` of the language that is spoken."""
    return i18n.translators(spoken.get(), game)


def gettext(text: str) -> str:
    """A sentence of no game."""
    _, _ngettext = translators()
    return _(text)


def told(refused: TwoHallsError, game: Game | None = None) -> str:
    """A refusal in the language that is spoken."""
    name = _game_of(refused)
    if game is None and name is not None:
        game = find_game(name)
    return refusals.told(refused, game, translators(game)[0])


def _game_of(refused: TwoHallsError) -> str | None:
    """The game that refused, or that refused what is told of."""
    inside = (value for value in refused.values.values() if isinstance(value, TwoHallsError))
    return refused.game or next(filter(None, map(_game_of, inside)), None)
