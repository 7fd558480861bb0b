"""Regions of the table as HTML: each a macro of `regions.html`, made of the values it shows."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from twohalls.games.cityhall.page.terms import NTranslate, Translate, permit_names
from twohalls.kit import templating

STAR = 17
"""How wide a star is drawn on a lot."""


def region(macro: str, _: Translate, ngettext: NTranslate, *shown: Any) -> Markup:
    return templating.region("cityhall/regions.html", macro, _known, (_, ngettext), *shown)


def _known(_: Translate, ngettext: NTranslate) -> dict[str, Any]:
    return {"_": _, "ngettext": ngettext, "permits": permit_names(_), "star": STAR}
