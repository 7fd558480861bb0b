"""What City Hall's offices, permits and boroughs are called in a reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Translate = Callable[[str], str]
NTranslate = Callable[[str, str, int], str]

OFFICES = ("tax", "surveyor", "campaign", "lobbyist", "zoning", "deputy", "health")
PERMITS = ("housing", "tower", "factory", "park")


def office_names(_: Translate) -> dict[str, str]:
    return {
        "tax": _("Tax Assessor"),
        "surveyor": _("Surveyor"),
        "campaign": _("Campaign Manager"),
        "lobbyist": _("Lobbyist"),
        "zoning": _("Zoning Board"),
        "deputy": _("Deputy Mayor"),
        "health": _("Health Commissioner"),
    }


def short_office_names(_: Translate) -> dict[str, str]:
    """For doors on a small screen."""
    return {
        "tax": _("Tax"),
        "surveyor": _("Survey"),
        "campaign": _("Campaign"),
        "lobbyist": _("Lobby"),
        "zoning": _("Zoning"),
        "deputy": _("Deputy"),
        "health": _("Health"),
    }


def office_effects(_: Translate) -> dict[str, str]:
    """In three words, for the door."""
    return {
        "tax": _("Collect taxes"),
        "surveyor": _("Buy land on offer"),
        "campaign": _("Climb in approval"),
        "lobbyist": _("Trade in influence"),
        "zoning": _("Take permits, build"),
        "deputy": _("Go first next round"),
        "health": _("Stars become people"),
    }


def office_rules(_: Translate) -> dict[str, str]:
    """The rule of each office, for whoever points at its door."""
    return {
        "tax": _(
            "$1 for each of your people, $3 for each Tower, $7 for each Factory. Three times "
            "that for one approval space down; on the first space twice, at no cost."
        ),
        "surveyor": _(
            "First the activating player reveals a land: the top card, or for 1 influence any "
            "card of the deck. Whoever controls the office may buy one land on offer for $20; "
            "the money lying on it counts. Then $5 goes on each land still on offer."
        ),
        "campaign": _("Pay $0, $10 or $30 to climb 1, 2 or 3 approval spaces."),
        "lobbyist": _(
            "Take as much influence as your approval rating. Then buy any number at $10 each, "
            "or sell any number at $7 each."
        ),
        "zoning": _(
            "Three permits are revealed. Take two of them, or take one and build one, or build "
            "two from your hand, on empty lands of yours. The star climbs one space for each "
            "permit built; with it on the top floor, the next round is the last."
        ),
        "deputy": _("Be first in turn order from the next round on. Ties at the election too."),
        "health": _(
            "Everyone counts the stars of their buildings; whoever controls the office adds 3 "
            "or doubles. Rank 1 gains 4 people, rank 2 gains 2, rank 3 gains 1; ties share "
            "the better rank."
        ),
    }


def permit_names(_: Translate) -> dict[str, str]:
    return {
        "housing": _("Housing"),
        "tower": _("Tower"),
        "factory": _("Factory"),
        "park": _("Park"),
    }


def borough_names(_: Translate) -> dict[str, str]:
    return {"M": _("Manhattan"), "Q": _("Queens"), "B": _("Brooklyn")}


def endorsement_names(_: Translate) -> dict[str, str]:
    """By what the board file counts."""
    return {
        "money": _("Most money"),
        "influence": _("Most influence"),
        "housing built": _("Most Housing"),
        "towers built": _("Most Towers"),
        "factories built": _("Most Factories"),
        "parks built": _("Most Parks"),
        "land owned in Manhattan": _("Most land in Manhattan"),
        "land owned in Queens": _("Most land in Queens"),
        "land owned in Brooklyn": _("Most land in Brooklyn"),
    }


def listed(items: Sequence[str], _: Translate) -> str:
    """A, B and C."""
    if len(items) < 2:
        return "".join(items)
    return _("{some} and {last}").format(some=", ".join(items[:-1]), last=items[-1])
