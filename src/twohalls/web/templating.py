"""What every template can use: the shared ones, addresses of static files, links to the rules."""

from __future__ import annotations

import functools
from pathlib import Path

from twohalls.games import find_game
from twohalls.kit import links
from twohalls.kit.parts import has_rules as rules_of
from twohalls.kit.parts import page
from twohalls.kit.templating import add_shared, environment
from twohalls.web import static


def rule(game: str, about: str = "") -> str:
    """Where the rules of a game say something about this."""
    return links.address(game, page(find_game(game)).links, about)


def has_rules(game: str) -> bool:
    return rules_of(find_game(game))


@functools.cache
def of_game(game: str, name: str) -> str:
    """A game's own template, or else the shared one of that name."""
    own = find_game(game).folder / "templates" / name
    return f"{game}/{name}" if own.is_file() else name


add_shared(Path(__file__).parent / "templates")
environment.globals["static"] = static.address
environment.globals["has_static"] = static.has
environment.globals["rule"] = rule
environment.globals["of_game"] = of_game
environment.globals["has_rules"] = has_rules
