"""Forms as they are posted: short, of few fields, and without files."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.requests import Request

MOST_FIELDS = 100


async def posted(request: Request) -> FormData:
    """What was filled in."""
    return await request.form(max_files=0, max_fields=MOST_FIELDS)
