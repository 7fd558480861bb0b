"""The `twohalls` command: serve, play, simulate, dataset, check, show, bench, admin."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Annotated

import typer

import twohalls
from twohalls.bots import command as opponents
from twohalls.cli import admin, bench, check, dataset, play, serve, show, simulate
from twohalls.cli.manners import Manners

app = typer.Typer(
    cls=Manners,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: tuple[Callable[..., None], ...] = (
    serve.serve,
    play.play,
    simulate.simulate,
    dataset.dataset,
    check.check,
    show.show,
    bench.bench,
    opponents.arena,
    opponents.train,
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(admin.app, name="admin")


@app.callback(invoke_without_command=True)
def twohalls_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Two Halls: board games of New York politics, to play and to study."""
    if version:
        typer.echo(f"twohalls {twohalls.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.serve(port=0)


def main() -> None:
    """The entry point; who leaves while something is being compiled does not wait for it."""
    try:
        app()
    except SystemExit as end:
        if any(thread.daemon for thread in threading.enumerate()):
            # A compiler cannot be interrupted, and fails when the interpreter ends under it.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code if isinstance(end.code, int) else int(end.code is not None))
        raise
