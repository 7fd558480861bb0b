"""A hall: tables that are open to all in it, people with a name there, and what they played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
NUMBERS = ("listed", "finished", "settled")
WORDS = ("language", "leaving")


def upgrade() -> None:
    for name in NUMBERS:
        op.add_column("games", sa.Column(name, sa.Integer, nullable=True))
    for name in WORDS:
        op.add_column("games", sa.Column(name, sa.String(8), nullable=True))
    op.add_column(
        "games", sa.Column("rated", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.create_index("games_in_hall", "games", ["listed"])
    op.create_index("games_finished", "games", ["finished"])
    op.create_table(
        "persons",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("plain", sa.String(200), nullable=False, unique=True),
        sa.Column("unlisted", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_table(
        "played",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(24), nullable=True),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("of", sa.String(24), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=True),
        sa.Column("sigma", sa.Float, nullable=True),
        sa.Column("deeds", sa.Text, nullable=False),
    )
    op.create_index("played_by_person", "played", ["person", "time"])


def downgrade() -> None:
    op.drop_table("played")
    op.drop_table("persons")
    op.drop_index("games_in_hall", "games")
    op.drop_index("games_finished", "games")
    for name in (*NUMBERS, *WORDS, "rated"):
        op.drop_column("games", name)
