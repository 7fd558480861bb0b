"""What an analysis has found so far, so that it goes on where it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("part", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("analyses", "part")
