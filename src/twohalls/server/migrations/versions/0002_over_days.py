"""Playing over days: times, clocks, who is awaited, devices, addresses and letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("clock", sa.Integer, nullable=True))
    op.add_column("games", sa.Column("stand_in", sa.String(24), nullable=True))
    op.add_column("games", sa.Column("ended", sa.Integer, nullable=True))
    op.add_column("seats", sa.Column("round", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("was", sa.String(24), nullable=True))
    op.add_column("rights", sa.Column("seen", sa.Integer, nullable=True))
    op.add_column("rights", sa.Column("here", sa.Integer, nullable=True))
    op.add_column("entries", sa.Column("time", sa.Integer, nullable=True))
    op.create_table(
        "waits",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("since", sa.Integer, nullable=False, index=True),
        sa.Column("told", sa.Integer, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("time", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("level", sa.String(24), nullable=True),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("main", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "links",
        sa.Column("main", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("daily", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("confirmed", sa.Integer, nullable=True),
        sa.Column("digested", sa.Integer, nullable=True),
        sa.Column("trouble", sa.String(40), nullable=True),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("address", sa.String(24), sa.ForeignKey("addresses.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.UniqueConstraint("address", "kind", "game", "seat", "since", name="one_letter_a_reason"),
    )
    op.create_index("letters_due", "outbox", ["state", "due"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    tables = ("keys", "outbox", "addresses", "links", "devices", "notices", "waits")
    for table in tables:
        op.drop_table(table)
    columns = {
        "entries": ("time",),
        "rights": ("here", "seen"),
        "seats": ("was", "round"),
        "games": ("ended", "stand_in", "clock"),
    }
    for table, names in columns.items():
        for name in names:
            op.drop_column(table, name)
