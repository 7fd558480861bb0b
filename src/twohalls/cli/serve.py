"""`twohalls serve`: the games as a page."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(help="Port; 0 takes a free one.")]
Database = Annotated[
    str, typer.Option(metavar="URL", help="Database; without it, a file in your data folder.")
]
Open = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")]
Thinkers = Annotated[int, typer.Option(min=1, help="Processes in which opponents think.")]

Workers = Annotated[
    int, typer.Option(min=1, help="Processes that serve, on one port; several want PostgreSQL.")
]
Hall = Annotated[
    Literal["", "off", "open", "club"],
    typer.Option(
        metavar="off|open|club",
        help="Who may come into the hall; without it as TWOHALLS_HALL says, or nobody.",
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = "",
    browser: Open = True,
    thinkers: Thinkers = 1,
    workers: Workers = 1,
    hall: Hall = "",
) -> None:
    """Serve the games as a page, to play alone or with friends."""
    from twohalls.web.serve import serve as run

    run(host, port, database, browser, thinkers, workers=workers, hall=hall)
