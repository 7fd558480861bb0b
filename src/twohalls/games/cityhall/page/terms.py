"""What City Hall's offices, permits and boroughs are called in a reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twohalls.games.cityhall import rules

Translate = Callable[[str], str]
NTranslate = Callable[[str, str, int], str]


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
    texts = {
        "tax": _(
            "$1 for each of your people, ${tower} for each Tower, ${factory} for each Factory. "
            "Three times that for one approval space down; on the first space twice, at no cost."
        ),
        "surveyor": _(
            "First the activating player reveals a land card: the top one, or for {search} "
            "influence any card of the deck. Whoever controls the office may buy one of the lands "
            "on offer for ${land}; the money lying on it counts. Then ${more} goes on each land "
            "still on offer."
        ),
        "campaign": _("Pay ${one}, ${two} or ${three} to climb 1, 2 or 3 approval spaces."),
        "lobbyist": _(
            "Take as much influence as your approval rating. Then buy any number at ${buy} each, "
            "or sell any number at ${sell} each."
        ),
        "zoning": _(
            "{permits} permits are revealed. Take two of them, or take one and build one, or build "
            "two from your hand, on empty lands of yours. The star climbs one space for each "
            "permit built; once it reaches the top space, the next round is the last."
        ),
        "deputy": _(
            "Be first in turn order from the next round on. The order also breaks ties at the "
            "election."
        ),
        "health": _(
            "Everyone counts the stars of their buildings; whoever controls the office adds "
            "{bonus} or doubles. Rank 1 gains {first} people, rank 2 gains {second}, rank 3 gains "
            "{third}; ties share the better rank."
        ),
    }
    figures = _figures()
    return {office: text.format(**figures) for office, text in texts.items()}


def _figures() -> dict[str, int]:
    """The prices and gains that these texts name, as the rules have them."""
    one, two, three = rules.CAMPAIGN_PRICES
    first, second, third, _last = rules.POPULATION_GAINS
    return {
        "tower": rules.TAX_A_TOWER,
        "factory": rules.TAX_A_FACTORY,
        "search": rules.SEARCH_PRICE,
        "land": rules.LAND_PRICE,
        "more": rules.MONEY_ON_OFFER,
        "one": one,
        "two": two,
        "three": three,
        "buy": rules.INFLUENCE_PRICE,
        "sell": rules.INFLUENCE_WORTH,
        "permits": rules.PERMITS_REVEALED,
        "bonus": rules.HEALTH_BONUS,
        "first": first,
        "second": second,
        "third": third,
    }


def permit_names(_: Translate) -> dict[str, str]:
    return {
        "housing": _("Housing"),
        "tower": _("Tower"),
        "factory": _("Factory"),
        "park": _("Park"),
    }


def new_building_names(_: Translate) -> dict[str, str]:
    """What is built: a building or a park, as one of its kind."""
    return {
        "housing": _("new Housing"),
        "tower": _("a Tower"),
        "factory": _("a Factory"),
        "park": _("a Park"),
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
