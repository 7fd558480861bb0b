"""`twohalls admin`: for whoever hosts a club."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from twohalls.cli.manners import Refused

DAY = 24 * 3600
app = typer.Typer(help="Look after the database of a server: tables, backups, letters.")
Database = Annotated[
    str, typer.Option(metavar="URL", help="Database; without it, as `serve` has it.")
]
Id = Annotated[str, typer.Argument(metavar="ID", help="The table, as in its address.")]


def _database(given: str) -> str:
    from twohalls.server.settings import Settings

    return given or Settings.of_host().database


@app.command()
def tables(database: Database = "") -> None:
    """List tables, those that changed last first."""
    from twohalls.server import admin

    with admin.opened(_database(database)) as store:
        for table in admin.tables(store):
            last = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.last))
            ended = "  ended" if table.ended else ""
            names = ", ".join(table.names)
            typer.echo(f"{table.id}  {last}  {table.game:<10} {table.version:>4}  {names}{ended}")


@app.command()
def load(database: Database = "") -> None:
    """Show how busy it is: tables, recent moves, who is to move, what is still to be done."""
    from twohalls.server import admin

    with admin.opened(_database(database)) as store:
        now = admin.load(store, int(time.time()))
    lately = ", ".join(f"{count} in the last {name}" for name, count in now.moves.items())
    typer.echo(f"tables     {now.tables}, {now.running} in progress")
    typer.echo(f"entries    {lately}")
    typer.echo(f"to move    {now.awaited} in all, the longest for {now.longest // 60} min")
    typer.echo(f"opponents  tables where they move: {now.opponents}, workers: {now.workers}")
    typer.echo(f"letters    {now.letters} to be sent")
    typer.echo(f"analyses   {now.analyses} to be finished")


@app.command()
def end(id: Id, database: Database = "") -> None:
    """End a table, as its owner could: nobody plays on."""
    from twohalls.server import admin

    with admin.opened(_database(database)) as store:
        admin.end(store, id, int(time.time()))


@app.command()
def delete(id: Id, database: Database = "") -> None:
    """Delete a table and everything that belongs to it."""
    from twohalls.server import admin

    with admin.opened(_database(database)) as store:
        admin.delete(store, [id])


@app.command()
def prune(
    days: Annotated[int, typer.Argument(min=1, help="Days without a change.")],
    database: Database = "",
) -> None:
    """Delete finished and ended tables that have not changed for so many days."""
    from twohalls.server import admin

    with admin.opened(_database(database)) as store:
        gone = admin.old(store, int(time.time()) - days * DAY)
        admin.delete(store, gone)
    typer.echo(f"Tables deleted: {len(gone)}.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new SQLite file.")], database: Database = ""
) -> None:
    """Copy everything, as of one moment, into a file; the server may run meanwhile."""
    from twohalls.server import admin

    typer.echo(f"{admin.backup(_database(database), file)} rows copied.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(exists=True, help="A file that `backup` made.")],
    database: Database = "",
) -> None:
    """Fill an empty database, of either kind, with a backup."""
    from twohalls.server import admin

    typer.echo(f"{admin.copy(f'sqlite:///{file}', _database(database))} rows copied.")


@app.command()
def letter(
    address: Annotated[str, typer.Argument(help="Where to.")],
) -> None:
    """Send a letter to see whether that works."""
    from twohalls.server import mail
    from twohalls.server.hooks import NotDelivered
    from twohalls.server.settings import Settings

    settings = Settings.of_host(database="sqlite://")
    if not settings.sends_mail:
        typer.echo(
            "No mail server is set: TWOHALLS_URL, TWOHALLS_SMTP_HOST and TWOHALLS_SMTP_FROM.",
            err=True,
        )
        raise typer.Exit(1)
    body = {"subject": "Two Halls", "body": "Letters arrive.", "stop": settings.url}
    try:
        mail.send(mail.neat_address(address), body, f"test-{int(time.time())}", settings)
    except NotDelivered as trouble:
        where = f"{settings.smtp_host}:{settings.smtp_port}"
        raise Refused(
            "The letter was not taken by {where}: {why}.", where=where, why=trouble.told
        ) from None
    typer.echo(f"Sent to {address}.")


@app.command()
def settings() -> None:
    """List everything that a host can set by an environment variable, and how it is set now."""
    from twohalls.server.settings import Settings

    now = Settings.of_host()
    for name, field in Settings.model_fields.items():
        if field.repr:
            typer.echo(f"TWOHALLS_{name.upper()}={getattr(now, name)}")
        else:
            typer.echo(f"TWOHALLS_{name.upper()}={'…' if getattr(now, name) else ''}")
        typer.echo(f"    {field.description}")


@app.command()
def club(
    renew: Annotated[bool, typer.Option(help="End the old link; members stay.")] = False,
    database: Database = "",
) -> None:
    """Show the link that lets people into the hall of a club, or make a new one."""
    from twohalls.server import admin
    from twohalls.server.hall import CLUB_KEY, club_token
    from twohalls.server.settings import Settings

    with admin.opened(_database(database)) as store:
        if renew:
            admin.renew(store, CLUB_KEY)
        typer.echo(f"{Settings.of_host().url.rstrip('/')}/club/{club_token(store)}")
