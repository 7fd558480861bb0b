"""The examples run as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

import twohalls

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_a_policy_learns_and_leaves_its_curve(name, tmp_path):
    players = twohalls.find_game(name).players[0]
    asked = ["--players", str(players), "--rounds", "1", "--games", "4", "--matches", "4"]
    curve = tmp_path / "curve.csv"
    subprocess.run(
        [sys.executable, EXAMPLES / "learn.py", name, *asked, "--out", curve],
        check=True,
        timeout=240,
        capture_output=True,
    )
    heading, *rows = curve.read_text("utf-8").splitlines()
    assert heading == "games,decisions,wins"
    assert [row.split(",")[0] for row in rows] == ["0"]
