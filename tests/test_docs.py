"""The documentation shows what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.installing import PACKAGE

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
FILE = re.compile(r'^(```+)\w+ title="([^"]+)"\n(.*?)^\1$', re.MULTILINE | re.DOTALL)
BLOCKS = [(name, shown) for _, name, shown in FILE.findall(PAGE)]


@pytest.mark.parametrize(("name", "shown"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_a_block_about_adding_a_game_is_that_file(name, shown):
    assert shown == (PACKAGE / name).read_text("utf-8")


def test_every_file_of_the_game_is_shown():
    shown = {name for name, _ in BLOCKS}
    files = {str(file.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.*")}
    hidden = {name for name in files if "__pycache__" in name or "locale" in name}
    assert files - hidden - shown == {"pushcart/rulebook/fr.md", "pushcart/rulebook/it.md"}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/adding-a-game.md"])
def test_paths_that_are_named_exist(page):
    text = (ROOT / page).read_text("utf-8")
    for path in re.findall(r"[`(](?:\.venv/bin/pytest )?((?:tests|docs|src)/[\w./-]+)", text):
        if "NAME" not in path:
            assert (ROOT / path.rstrip("/.")).exists(), path
