"""What an `Accept-Encoding` allows."""

from __future__ import annotations


def accepted(header: str) -> set[str]:
    """The codings a reader takes; one with `q=0` is one they refuse."""
    found = set()
    for part in header.lower().split(","):
        coding, *parameters = (word.strip() for word in part.split(";"))
        if coding and not any(_is_zero(parameter) for parameter in parameters):
            found.add(coding)
    return found


def _is_zero(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and not value.strip().strip("0.")
