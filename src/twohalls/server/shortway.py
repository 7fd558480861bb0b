"""A short way for what is asked most: a move.

The framework finds a route, what its function depends on and how that is checked for every request
anew, which takes longer than the move itself. A route of this kind is found first and calls the
same functions. Whatever it does not take goes the whole way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from twohalls.server.checks import checked

Endpoint = Callable[[Request, str], Awaitable[Response]]
Body = TypeVar("Body", bound=BaseModel)
CONTENT_TYPE = b"content-type"
NOTHING = object()
"""An empty body, which is not the same as `null`."""


class ShortWay(BaseRoute):
    """Posts to a path with a table's id in it, of one type of content."""

    methods = ("POST",)

    def __init__(self, path: str, content: bytes, endpoint: Endpoint, id: str = "[^/]+") -> None:
        self.path = self.path_format = path
        self.content = (CONTENT_TYPE, content)
        self.endpoint = endpoint
        self._asked = re.compile(path.replace("{id}", f"({id})"))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] not in self.methods:
            return Match.NONE, {}
        found = self._asked.fullmatch(scope["path"])
        if found is None or self.content not in scope["headers"]:
            return Match.NONE, {}
        return Match.FULL, {"path_params": {"id": found[1]}}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        await checked(request)
        response = await self.endpoint(request, scope["path_params"]["id"])
        await response(scope, receive, send)


async def read(request: Request) -> object:
    """What was sent as JSON, or `NOTHING`; what is none, is in no letters or is too deep is refused
    in the framework's words."""
    body = await request.body()
    try:
        return json.loads(body) if body else NOTHING
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        wrong = {"type": "json_invalid", "loc": ("body", at), "msg": "JSON decode error"}
        raise RequestValidationError([wrong]) from None


def as_body(kind: type[Body], said: object) -> Body:
    """What was sent, in the form that is asked for; refused in the framework's words."""
    if said is NOTHING:
        wrong = {"type": "missing", "loc": ("body",), "msg": "Field required"}
        raise RequestValidationError([wrong])
    try:
        return kind.model_validate(said, from_attributes=True)
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(found) from None
