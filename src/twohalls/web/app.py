"""The application: pages and JSON API over one database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import twohalls
from twohalls.kernel.errors import Malformed, TwoHallsError, Unknown
from twohalls.kit.templating import environment, put_under
from twohalls.server import api, api_talk
from twohalls.server.away import complain
from twohalls.server.checks import checked, costly
from twohalls.server.guard import Guard
from twohalls.server.logs import hide_tokens
from twohalls.server.services import Services
from twohalls.server.settings import Settings
from twohalls.web import (
    advice,
    days,
    games,
    hall,
    health,
    imports,
    kept,
    letters,
    push,
    ranks,
    replay,
    start,
    static,
    table,
    talk,
)
from twohalls.web.answer import refusal, trouble
from twohalls.web.lessons import routes as lessons
from twohalls.web.person import ComeAgain, Person
from twohalls.web.pictures import Painter
from twohalls.web.rulebook import routes as rulebook
from twohalls.web.under import Under, path_of

log = logging.getLogger("twohalls")


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = Services.start(settings)
        listen(services)
        services.notify.compose = letters.compose
        if settings.warm:
            services.opponents.warm()
        looking = asyncio.create_task(look_around(services))
        tending = asyncio.create_task(look_at_clocks(services))
        yield
        looking.cancel()
        tending.cancel()
        services.streams.close()
        await services.advice.close()
        await services.notify.close()
        await services.opponents.close()
        await services.store.note_seen()
        services.aside.close()
        services.store.close()

    app = FastAPI(
        title="Two Halls",
        version=twohalls.__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.painter = Painter()
    app.state.settings = settings
    environment.auto_reload = settings.debug
    app.router.routes += [api.MOVING, table.MOVING]
    app.include_router(api.router, dependencies=[Depends(checked)])
    app.include_router(api_talk.router, dependencies=[Depends(checked)])
    app.include_router(start.router, dependencies=[Depends(checked)])
    app.include_router(games.router, dependencies=[Depends(checked)])
    app.include_router(table.router, dependencies=[Depends(checked)])
    app.include_router(days.router, dependencies=[Depends(checked)])
    app.include_router(talk.router, dependencies=[Depends(checked)])
    app.include_router(hall.router, dependencies=[Depends(checked)])
    app.include_router(push.router, dependencies=[Depends(checked)])
    app.include_router(kept.router, dependencies=[Depends(checked)])
    app.include_router(ranks.router, dependencies=[Depends(checked), Depends(costly)])
    app.include_router(advice.router, dependencies=[Depends(checked)])
    app.include_router(replay.router, dependencies=[Depends(checked), Depends(costly)])
    app.include_router(imports.router, dependencies=[Depends(checked)])
    app.include_router(rulebook.router, dependencies=[Depends(checked)])
    app.include_router(lessons.router, dependencies=[Depends(checked)])
    app.include_router(health.router)
    app.add_route("/static/{name:path}", static.serve)
    app.add_exception_handler(TwoHallsError, refused)
    app.add_exception_handler(ComeAgain, come_again)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, missing)
    app.add_middleware(Guard, settings=settings, failed=failed)
    put_under(path := path_of(settings.url))
    if path:
        app.add_middleware(Under, path=path)
    hide_tokens()
    return app


def listen(services: Services) -> None:
    """Show at once what other workers say that they stored."""
    loop, looking = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def look_once() -> None:
        try:
            await services.tables.look_around()
        except Exception as failure:
            complain(log, "could not look at the database", failure)

    def look() -> None:
        task = loop.create_task(look_once())
        looking.add(task)
        task.add_done_callback(looking.discard)

    def hear(table: str | None, told: str) -> None:
        if table is not None and not services.tables.hear(table, told):
            return
        with contextlib.suppress(RuntimeError):  # this worker is about to end
            loop.call_soon_threadsafe(look)

    services.store.news.on_news = hear


async def look_around(services: Services) -> None:
    """Other workers may store something at a table that is watched here."""
    tells, settings = services.store.news.tells, services.settings
    while True:
        await asyncio.sleep(settings.look_anyway if tells else settings.look_around)
        try:
            await services.tables.look_around(anyway=tells)
        except Exception as failure:
            complain(log, "could not look at the database", failure)


async def look_at_clocks(services: Services) -> None:
    """People may be awaited for long: they are told, or an opponent moves for them."""
    while True:
        await asyncio.sleep(services.settings.look_at_clocks)
        opponents, notify = services.opponents, services.notify
        looks = (opponents.stand_in, opponents.take_over, notify.once)
        for look in (*looks, services.ratings.once, services.hall.once):
            try:
                await look()
            except Exception as failure:
                complain(log, "could not look at the clocks", failure)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TwoHallsError)
    return refusal(request, error)


async def come_again(_request: Request, asked: Exception) -> Response:
    assert isinstance(asked, ComeAgain)
    return await asked.answer()


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return refusal(
        request, Malformed("{where}: {reason}", where=where[:100], reason=str(first["msg"])[:200])
    )


async def missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, TwoHallsError):
        return refusal(request, error.__cause__)
    reason: TwoHallsError = Unknown("there is nothing at this address")
    if error.status_code == 400:
        reason = Malformed("this cannot be read")
    response = refusal(request, reason)
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


def failed(request: Request) -> Response:
    """Something of ours is broken; no detail of it reaches anybody, and nothing is promised."""
    sentence = "something went wrong here; check whether what you just did went through"
    if request.url.path.startswith("/api/"):
        words = {"error": "Failed", "message": sentence, "template": sentence, "values": {}}
        return JSONResponse(words, 500)
    person = Person(request)
    heading = person._("Something went wrong")
    return trouble(request, person, 500, heading, person._(sentence))
