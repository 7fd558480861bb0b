"""Records that were handed in to be watched."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("records")
