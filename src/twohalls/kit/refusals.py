"""Refusals in a reader's language: the sentence is a template, and its values may be words, too."""

from __future__ import annotations

import re

from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.game import Game
from twohalls.kit.i18n import Translate
from twohalls.kit.parts import page

QUOTED = re.compile("“[^”]*”")
PLACE = re.compile(r"\{(\w+)\}")


def told(refused: TwoHallsError, game: Game | None, _: Translate) -> str:
    """Why something was refused; words of a game's record in it are the reader's, too."""
    known = vocabulary(game, _)
    typed = _as_typed(refused.template)
    values = {
        name: value if name in typed else _in_words(value, known, game, _)
        for name, value in refused.values.items()
    }
    return _(refused.template).format(**values)


def _as_typed(template: str) -> set[str]:
    """What is quoted was typed or has to be; a file keeps its name, too."""
    return {"file", *PLACE.findall("".join(QUOTED.findall(template)))}


def _in_words(value: object, known: dict[str, str], game: Game | None, _: Translate) -> object:
    if isinstance(value, TwoHallsError):
        return told(value, game, _)
    return known.get(value, value) if isinstance(value, str) else value


def vocabulary(game: Game | None, _: Translate) -> dict[str, str]:
    """Words of a record, as a reader says them."""
    shared = {"seat": _("seat"), "nothing": _("nothing")}
    return {**shared, **page(game).vocabulary(_)} if game is not None else shared
