"""The tables of the database, as the code reads and writes them; migrations make them."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(24), nullable=False),
    Column("options", Text, nullable=False),
    Column("created", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("again", String(24), nullable=True),
)
"""`version` counts entries, `changes` who sits down or leaves; `again` is the rematch."""

seats = Table(
    "seats",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("kind", String(24), nullable=False),
)
"""`kind` is `person`, `open` (a person who has not come yet) or the level of an opponent."""

rights = Table(
    "rights",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("role", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Index("rights_by_game", "game"),
)
"""Who may do what: `holder` is the hash of a link's or a browser's token."""

entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("key", String(200), nullable=True),
    UniqueConstraint("game", "number", name="one_entry_a_number"),
)
"""What happened, in order; that no number comes twice decides every race."""
