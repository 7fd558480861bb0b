"""Whether a reader wants to follow links in the talk of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column(
        "listeners", sa.Column("links", sa.Integer, nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    op.drop_column("listeners", "links")
