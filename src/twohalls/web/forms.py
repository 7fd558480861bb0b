"""Forms as they are posted: short, of few fields, and with a file only where one is asked for."""

from __future__ import annotations

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

MOST_FIELDS = 100


async def posted(request: Request) -> FormData:
    """What was filled in."""
    return await request.form(max_files=0, max_fields=MOST_FIELDS)


async def posted_with_file(request: Request, name: str) -> tuple[FormData, bytes]:
    """What was filled in, and what the file says that was chosen; nothing, if none was."""
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        file = form.get(name)
        return form, await file.read() if isinstance(file, UploadFile) else b""
