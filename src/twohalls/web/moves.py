"""Buttons and links that say a line of the record, for fragments made in Python."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup


def button(line: str, label: str | Markup, css: str = "", title: str = "") -> Markup:
    """A button that posts a line with the table's one form."""
    classes = Markup(' class="{}"').format(css) if css else ""
    titled = Markup(' title="{}"').format(title) if title else ""
    return Markup('<button form="move" name="line" value="{}"{}{}>{}</button>').format(
        line, classes, titled, label
    )


def pick_link(pick: str) -> str:
    """The address of this page with something picked."""
    return "?" + (urlencode({"pick": pick}) if pick else "")
