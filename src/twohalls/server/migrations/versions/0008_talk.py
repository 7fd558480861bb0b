"""What is said at a table, who is not heard there, and up to where somebody has read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("talked", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("voice", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("sign", sa.String(16), nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.UniqueConstraint("game", "holder", "key", name="said_once"),
    )
    op.create_index("talk_by_game", "talk", ["game", "id"])
    op.create_index("talk_by_holder", "talk", ["holder"])
    op.create_table(
        "silences",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("voice", sa.String(24), primary_key=True),
    )
    op.create_table(
        "hides",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("voice", sa.String(24), primary_key=True),
    )
    op.create_table(
        "listeners",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("heard", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for table in ("listeners", "hides", "silences", "talk"):
        op.drop_table(table)
    op.drop_column("games", "talked")
