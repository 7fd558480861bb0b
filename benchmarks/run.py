"""Measures both games and the engines beside them, shows the figures and keeps them as JSON.

python benchmarks/run.py [--quick] [--out FILE]
"""

import argparse
import json
from pathlib import Path

from twohalls import bench
from twohalls.cli.bench import draw
from twohalls.cli.manners import terminal
from twohalls.games import GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure both games and the engines beside them.")
    parser.add_argument("--quick", action="store_true", help="only to see that it works")
    parser.add_argument("--out", type=Path, help="keep the figures in this JSON file")
    asked = parser.parse_args()
    report = bench.report(GAMES, bench.QUICK if asked.quick else bench.Effort())
    draw(report, terminal())
    if asked.out:
        asked.out.write_text(json.dumps(report.to_json(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
