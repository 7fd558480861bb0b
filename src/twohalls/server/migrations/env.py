"""Alembic runs the steps on the connection it is handed."""

from __future__ import annotations

from alembic import context

from twohalls.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
