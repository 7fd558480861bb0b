"""`python -m twohalls.web`: the same as `twohalls serve`."""

import typer

from twohalls.web.serve import serve

typer.run(serve)
