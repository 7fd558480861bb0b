"""What the pages are served from, one of each in a process."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from twohalls.server import identity
from twohalls.server.advice import Advice
from twohalls.server.aside import Aside
from twohalls.server.hall import Hall
from twohalls.server.limits import Buckets
from twohalls.server.notify import Notify
from twohalls.server.opponents import Opponents
from twohalls.server.outbox import Outbox
from twohalls.server.people import People
from twohalls.server.privacy import Privacy
from twohalls.server.ratings import Ratings
from twohalls.server.seating import Seating
from twohalls.server.settings import Settings
from twohalls.server.store import Store
from twohalls.server.stream import Streams
from twohalls.server.tables import Tables
from twohalls.server.talk import Talk


@dataclass
class Services:
    settings: Settings
    store: Store
    tables: Tables
    seating: Seating
    streams: Streams
    opponents: Opponents
    creating: Buckets
    posting: Buckets
    looking: Buckets
    aside: Aside
    people: People
    outbox: Outbox
    notify: Notify
    advice: Advice
    talk: Talk
    hall: Hall
    ratings: Ratings
    privacy: Privacy
    secret: str
    """From which the tokens of browsers follow."""

    @classmethod
    def start(cls, settings: Settings) -> Services:
        store = Store(settings.database, settings.clock)
        tables = Tables(store, settings)
        seating = Seating(tables)
        store.on_change = tables.hear
        outbox = Outbox(store)
        opponents = Opponents(tables, settings)
        return cls(
            settings,
            store,
            tables,
            seating,
            Streams(settings),
            opponents,
            Buckets(settings.create_rate),
            Buckets(settings.post_rate),
            Buckets(settings.look_rate),
            Aside(),
            People(store),
            outbox,
            Notify(outbox, tables, settings),
            Advice(store, opponents, settings),
            Talk(store, tables),
            Hall(store, seating, settings),
            Ratings(store, tables),
            Privacy(store, seating, settings),
            store.secret("browsers"),
        )


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


def base_url(request: Request) -> str:
    """Where others reach this server: as the host says, or as this one was reached."""
    return (services(request).settings.url or str(request.base_url)).rstrip("/")


def browser_of(request: Request) -> str | None:
    """The token that this server gave to the browser that asks, if it has one."""
    token = request.cookies.get(identity.cookie_of(request.scope["scheme"]), "")
    fits = 0 < len(token) <= identity.LONGEST
    return token if fits and identity.is_browser(services(request).secret, token) else None
