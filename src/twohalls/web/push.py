"""Two Halls on a device: what lets it be installed, and told when its browser is closed."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from twohalls.kernel.errors import Unknown
from twohalls.server import push
from twohalls.server.services import services
from twohalls.web import static
from twohalls.web.forms import posted
from twohalls.web.person import Person
from twohalls.web.visit import is_script

router = APIRouter(include_in_schema=False)
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


def icon(size: int, purpose: str) -> str:
    return f"icons/{purpose}-{size}.png"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a phone shows of the page once it is installed."""
    person = Person(request)
    icons = [
        {
            "src": static.address(icon(size, purpose)),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
        if static.has(icon(size, purpose))
    ]
    drawn = {"src": static.address("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    return JSONResponse(
        {
            "name": "Two Halls",
            "short_name": "Two Halls",
            "description": person._("New York politics for a table of friends, or for you alone."),
            "lang": person.language,
            "id": "/",
            "start_url": "/games",
            "scope": "/",
            "display": "standalone",
            "background_color": "#E9DCC0",
            "theme_color": "#123C45",
            "icons": [drawn, *icons],
        },
        media_type="application/manifest+json",
    )


@router.get("/worker.js")
async def worker() -> Response:
    """The service worker: at the root, since it serves the whole site, and never an old one."""
    body = (static.FOLDER / "worker.js").read_bytes()
    return Response(body, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.post("/games/push")
async def subscribe(request: Request) -> Response:
    """A device asks to be told."""
    person, found = Person(request), services(request)
    if not found.settings.sends_hooks:
        raise Unknown("this server does not send such letters")
    form = await posted(request)
    device = push.neat_subscription(str(form.get("device", "")), found.settings)
    await person.gain()
    now = found.tables.now
    await push.subscribe(found.store, person.holder, device, person.language, now)
    response = (
        Response(status_code=204) if is_script(request) else RedirectResponse("/games#told", 303)
    )
    person.remember(response)
    return response
