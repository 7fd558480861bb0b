"""Jinja with escaping always on, and addresses of static files that change with their content."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from twohalls.web import static
from twohalls.web.rulebook.links import address

environment = Environment(
    loader=PackageLoader("twohalls.web", "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
environment.globals["static"] = static.address
environment.globals["rule"] = address


def render(template: str, **context: Any) -> Markup:
    """A template as text that is safe to place in a page."""
    return Markup(environment.get_template(template).render(**context).strip())
