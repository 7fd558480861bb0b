"""How long opponents think, hints, and analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("thinking", sa.Float, nullable=True))
    op.add_column("games", sa.Column("hints", sa.String(8), nullable=True))
    op.create_table(
        "hints",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("moment", sa.String(24), primary_key=True),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=True),
    )
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(24), primary_key=True),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=True),
    )


def downgrade() -> None:
    op.drop_table("analyses")
    op.drop_table("hints")
    op.drop_column("games", "hints")
    op.drop_column("games", "thinking")
