"""The page: templates, styles, pictures and translations over the server."""

from twohalls.web import templating

__all__ = ["templating"]
