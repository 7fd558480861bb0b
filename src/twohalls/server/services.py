"""What the pages are served from, one of each in a process."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from twohalls.server.limits import Buckets
from twohalls.server.opponents import Opponents
from twohalls.server.settings import Settings
from twohalls.server.store import Store
from twohalls.server.stream import Streams
from twohalls.server.tables import Tables


@dataclass
class Services:
    settings: Settings
    store: Store
    tables: Tables
    streams: Streams
    opponents: Opponents
    creating: Buckets
    posting: Buckets

    @classmethod
    def start(cls, settings: Settings) -> Services:
        store = Store(settings.database)
        tables = Tables(store, settings)
        return cls(
            settings,
            store,
            tables,
            Streams(settings),
            Opponents(tables, settings),
            Buckets(settings.create_rate),
            Buckets(settings.post_rate),
        )


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found
