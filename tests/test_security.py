"""The page on security names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "security.md"


def test_every_test_that_the_page_names_is_there():
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE.read_text("utf-8")))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_every_row_says_how_it_stands():
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| \d", line)]
    assert len(rows) > 50
    assert all(len(row.split("|")) == 5 and row.split("|")[2].strip() for row in rows)
