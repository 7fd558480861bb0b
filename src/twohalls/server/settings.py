"""What a host can set."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more a second."""

    burst: float
    per_second: float


def default_database() -> str:
    """`TWOHALLS_DATABASE`, or a file in the user's data folder."""
    if url := os.environ.get("TWOHALLS_DATABASE"):
        return url
    folder = Path(platformdirs.user_data_dir("twohalls", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    """How one server runs; everything has a default that suits one person at home."""

    database: str = field(default_factory=default_database)
    create_rate: Rate = Rate(20, 0.2)
    post_rate: Rate = Rate(60, 10)
    largest_body: int = 16_384
    levels: tuple[str, ...] = ("heeler", "captain", "boss", "sachem")
    """The opponents offered on the page; one that plays at random is nobody's."""
    opponent_processes: int = 1
    opponent_budget: float = 1.0
    """Seconds an opponent may think about one line."""
    warm: bool = True
    """Whether opponents are made ready at once, not when the first of them is needed."""
    pace: float = 0.7
    """Seconds before an opponent's or a forced move, so that people can follow."""
    keep_alive: float = 20.0
    """Seconds between signs of life on a stream on which nothing happens."""
    slow_client: float = 30.0
    """Seconds after which a stream that takes nothing is closed."""
    look_around: float = 0.25
    """Seconds between looks at what other workers stored in the same database."""
    tables_in_memory: int = 500
    debug: bool = False
