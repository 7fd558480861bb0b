"""Every level against the one below it, at every table of both games.

    python benchmarks/ladder.py --budget 0.1s --games 100 --out ladder.jsonl

One opponent of the higher level against a table full of the lower, seats rotated. A row is written
as soon as its match is over; run again with the same file, finished ones are not played again.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from twohalls.bots.arena import Match, as_json, play_match, standings
from twohalls.bots.budget import parse_budget
from twohalls.games import GAMES, find_game

PAIRS = (
    ("heeler", "random"),
    ("captain", "heeler"),
    ("captain", "random"),
    ("boss", "captain"),
    ("sachem", "boss"),
)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--budget", default="1s")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--cores", type=int, default=None)
    asked.add_argument("--pairs", default="heeler,captain,boss,sachem", help="by the higher level")
    asked.add_argument("--only", default="", help="as tammany4,cityhall2")
    asked.add_argument("--out", type=Path, default=Path("ladder.jsonl"))
    wanted = asked.parse_args()
    played = {_name(row) for row in _rows(wanted.out)}
    for higher, lower in PAIRS:
        for game in GAMES:
            least, most = find_game(game).rules.PLAYERS
            for players in range(least, most + 1):
                row = {
                    "pair": f"{higher}-{lower}",
                    "game": game,
                    "players": players,
                    "budget": wanted.budget,
                }
                row |= {"games": wanted.games, "seed": wanted.seed}
                listed = not wanted.only or f"{game}{players}" in wanted.only.split(",")
                if higher in wanted.pairs.split(",") and listed and _name(row) not in played:
                    bots = (higher, *[lower] * (players - 1))
                    budget = parse_budget(wanted.budget)
                    match = Match(game, bots, wanted.games, wanted.seed, budget)
                    with Progress(console=Console(stderr=True)) as progress:
                        task = progress.add_task(f"{higher}, {game}, {players}", total=match.games)
                        told = partial(progress.advance, task)
                        played = play_match(match, wanted.cores, lambda _, told=told: told())
                    result = as_json(match, standings(played))
                    with wanted.out.open("a") as file:
                        file.write(json.dumps(row | {"result": result}) + "\n")
    for row in _rows(wanted.out):
        print(_told(row))


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _name(row: dict[str, Any]) -> str:
    return " ".join(str(row[key]) for key in ("pair", "game", "players", "budget", "games", "seed"))


def _told(row: dict[str, Any]) -> str:
    """A row of the table in docs/opponents.md."""
    first, second = row["result"]["bots"]
    low, high = first["interval"]
    title = find_game(row["game"]).title
    others = second["id"] + ("es" if second["id"].endswith("s") else "s")
    return (
        f"| {title}, {row['players']} players | {first['id']} against {others}"
        f" | {row['budget']} | {first['games']} | {first['win_share']:.1%} | {low:.1%}–{high:.1%}"
        f" | {100 / row['players']:.0f} % | {first['mean_margin']:+.1f} |"
    )


if __name__ == "__main__":
    main()
