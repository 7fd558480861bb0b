"""Up to which version somebody at a table has seen all and gone on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("gone_on", sa.Integer, nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    op.drop_column("games", "gone_on")
