"""In which form a web-hook reads its letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("addresses", sa.Column("form", sa.String(8), nullable=True))


def downgrade() -> None:
    op.drop_column("addresses", "form")
