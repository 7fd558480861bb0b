"""The chapters a game divides itself into."""

from __future__ import annotations

from collections.abc import Sequence

from twohalls.kernel.table import View
from twohalls.kit.book import Chapter
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page


def chapters(view: View, _: Translate, ngettext: NTranslate) -> list[Chapter]:
    """The beginning, what the game divides itself into, and the end."""
    last = len(view.happened)
    found = page(view.game).chapters(view, _, ngettext)
    return [
        Chapter(0, _("The beginning"), _("start")),
        *(chapter for chapter in found if 0 < chapter.at < last),
        Chapter(last, _("The end") if view.over else _("The last move so far"), _("end")),
    ]


def chapter_at(found: Sequence[Chapter], moment: int) -> Chapter:
    return [chapter for chapter in found if chapter.at <= moment][-1]
