"""A table may be played on another board than the game's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("board", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("games", "board")
