"""For whoever watches over the server: is it well, and how much does it do?"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.process_collector import ProcessCollector
from starlette.responses import JSONResponse, Response

import twohalls
from twohalls.server.services import Services, services

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0
"""Seconds within which the database has to answer."""


@router.get("/healthz")
async def health(request: Request) -> Response:
    """200 as long as the database answers, 503 when it does not."""
    found = services(request)
    try:
        async with asyncio.timeout(PATIENCE):
            await found.store.answers()
    except Exception:
        return JSONResponse({"status": "the database does not answer"}, 503)
    return JSONResponse({"status": "ok", "version": twohalls.__version__})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures of this worker, in the form that Prometheus reads."""
    return Response(generate_latest(figures(services(request))), media_type=CONTENT_TYPE_LATEST)


def figures(found: Services) -> CollectorRegistry:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    for name, told, value in (
        ("streams", "Open streams.", len(found.streams.open)),
        ("tables", "Tables in memory.", found.tables.count),
        ("watched_tables", "Tables that somebody watches.", found.tables.watched),
        ("moves", "Entries stored since this worker started.", found.tables.stored),
        ("writes_waiting", "Pieces of writing that wait for the disk.", found.store.waiting),
        ("opponents_playing", "Tables at which opponents play here.", found.opponents.playing),
    ):
        Gauge(f"twohalls_{name}", told, registry=registry).set(value)
    return registry
