"""What lies under everything and never changes during a game: the boroughs as a board has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twohalls.games.cityhall import picture
from twohalls.games.cityhall.board import DEFAULT, OFFICES, PERMITS, SPACES
from twohalls.games.cityhall.page.terms import NTranslate, Translate, borough_names
from twohalls.kernel.table import View
from twohalls.kit.templating import render


def context(view: View, _: Translate, ngettext: NTranslate) -> dict[str, Any]:
    """What the page shows besides: the ground, which never changes during a game."""
    return {
        "ground": render("cityhall/ground.html", _=_, layouts=layouts(view), picture=picture),
        "usual": layouts(view)[0].usual,
        "spaces": SPACES,
        "offices": OFFICES,
        "permit_kinds": PERMITS,
        "boroughs": borough_names(_),
    }


def board_of(view: View) -> Mapping[str, Any]:
    """The board file a table is played on."""
    return DEFAULT if view.game.board_file is None else view.game.board_file


_LAYOUTS: dict[str | None, tuple[picture.Layout, picture.Layout]] = {}


def layouts(view: View) -> tuple[picture.Layout, picture.Layout]:
    """The board on the wide grid and on a phone's."""
    if view.game.board not in _LAYOUTS:
        board = board_of(view)
        _LAYOUTS[view.game.board] = (picture.wide(board), picture.phone(board))
    return _LAYOUTS[view.game.board]
