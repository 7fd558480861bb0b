"""What opponents say at telling moments, in the reader's language."""

from __future__ import annotations

from twohalls.kit.i18n import Translate


def said(moment: str, way: int, _: Translate) -> str:
    """One short line; nothing for a moment that has no words."""
    ways = {
        "elected": (
            _("The city has chosen well."),
            _("I thank my voters. Every last one of them."),
            _("Drinks are on the new mayor tonight!"),
        ),
        "slandered": (
            _("Lies, all lies!"),
            _("You will hear from my lawyer."),
            _("And I thought we were friends."),
        ),
        "outbid": (
            _("Too rich for my blood."),
            _("It’s yours. For now."),
            _("I will remember this price."),
        ),
        "last": (
            _("Now it counts."),
            _("Last chance, ladies and gentlemen."),
            _("Let’s see who held something back."),
        ),
    }
    return ways[moment][way] if moment in ways else ""
