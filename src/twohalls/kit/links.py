"""Where the rules of a game say something."""

from __future__ import annotations

import re
from collections.abc import Mapping

POINT = re.compile(r"[A-Z]\d{1,2}")


def address(game: str, links: Mapping[str, str], about: str = "") -> str:
    """The place for something that can be asked about, or for a settled point (“T7”)."""
    anchor = about.lower() if POINT.fullmatch(about) else links.get(about)
    return f"/rules/{game}#{anchor}" if anchor else f"/rules/{game}"
