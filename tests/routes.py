"""Every route of the application, so that a test can go through them all and misses no new one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any


def all_routes(app: Any) -> list[tuple[str, str]]:
    """Method and path of every route, as it is declared."""
    return sorted(
        {(method, route.path) for route in _routes(app.routes) for method in _said(route)}
    )


def _routes(routes: Any) -> Iterator[Any]:
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is None:
            yield route
        else:
            yield from _routes(inner.routes)


def _said(route: Any) -> set[str]:
    return set(route.methods) - {"HEAD"}


def filled(path: str, values: Mapping[str, str]) -> str:
    """A path with values for its parameters."""
    return re.sub(r"{(\w+)(?::path)?}", lambda match: values[match[1]], path)
