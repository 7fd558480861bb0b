"""Tables with their seats, rights and entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("again", sa.String(24), nullable=True),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
    )
    op.create_table(
        "rights",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("role", sa.String(8), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.create_index("rights_by_game", "rights", ["game"])
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.String(200), nullable=True),
        sa.UniqueConstraint("game", "number", name="one_entry_a_number"),
    )


def downgrade() -> None:
    for table in ("entries", "rights", "seats", "games"):
        op.drop_table(table)
