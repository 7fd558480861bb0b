"""Which worker plays for the opponents of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("worker", sa.String(8), nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )
    op.create_index("ix_leases_until", "leases", ["until"])


def downgrade() -> None:
    op.drop_table("leases")
