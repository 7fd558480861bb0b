"""No word of a game stands outside its folder, but as an example in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from twohalls.games import GAMES, find_game

ROOT = Path(__file__).parents[1]
SHARED = ("src/twohalls", "scripts", "pyproject.toml", "Makefile")
KINDS = (".py", ".html", ".css", ".js", ".toml", ".txt", "")
EXAMPLES = {
    "pyproject.toml": "/tests/pushcart",
    "src/twohalls/bench.py": '`bench.report(["tammany"], bench.Effort()).to_json()`',
    "src/twohalls/envs/__init__.py": "tammany",
    "src/twohalls/envs/open_spiel.py": "twohalls_tammany",
    "src/twohalls/kernel/fast.py": 'games = twohalls.fast("tammany")',
    "src/twohalls/server/api.py": '"tammany"',
}


def shared_files() -> list[Path]:
    own = ROOT / "src" / "twohalls" / "games"
    found = [file for place in SHARED for file in ([ROOT / place, *(ROOT / place).rglob("*")])]
    return [
        file
        for file in found
        if file.is_file()
        and file.suffix in KINDS
        and (own not in file.parents or file.parent == own)
        and "__pycache__" not in file.parts
    ]


def test_no_shared_file_names_a_game():
    names = {word for game in GAMES for word in (game, find_game(game).title)}
    words = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    for file in shared_files():
        where = file.relative_to(ROOT).as_posix()
        lines = file.read_text("utf-8").splitlines()
        named = [line.strip() for line in lines if words.search(line)]
        assert all(EXAMPLES.get(where, "\0") in line for line in named), (where, named)
