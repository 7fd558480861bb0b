"""A browser gets a new token whenever it gains a right; the old one serves for a moment more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("devices", sa.Column("renews", sa.String(64), nullable=True))
    op.add_column("devices", sa.Column("since", sa.Integer, nullable=True))
    op.create_index("renewed_once", "devices", ["renews"], unique=True)
    op.create_table(
        "worn",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), primary_key=True),
        sa.Column("role", sa.String(8), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("now", sa.String(64), nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )
    op.create_index("ix_worn_now", "worn", ["now"])


def downgrade() -> None:
    op.drop_table("worn")
    op.drop_index("renewed_once", "devices")
    op.drop_column("devices", "since")
    op.drop_column("devices", "renews")
