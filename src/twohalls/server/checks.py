"""Asked before routes: did the guard refuse, and is this client not too quick?"""

from __future__ import annotations

from starlette.requests import Request

from twohalls.server.guard import SAFE_METHODS
from twohalls.server.limits import client_of
from twohalls.server.services import services

CREATING = ("/play", "/new/", "/import", "/games/address", "/api/v1/tables")


async def checked(request: Request) -> None:
    if (refused := request.state.refused) is not None:
        raise refused
    if request.method in SAFE_METHODS:
        return
    path = request.scope["path"]
    creates = path.startswith(CREATING[:-1]) or path == CREATING[-1] or path.endswith("/again")
    found = services(request)
    (found.creating if creates else found.posting).take(client_of(request))


async def costly(request: Request) -> None:
    """Asked before what takes a while to make, whoever may look at it."""
    services(request).looking.take(client_of(request))
