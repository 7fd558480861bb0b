"""What live changes weigh on the wire, over whole games played by chance."""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass, field

from twohalls.games import find_game
from twohalls.kernel.table import Table
from twohalls.server.store import Seat, Stored
from twohalls.server.stream import packer, written
from twohalls.server.tables import Live
from twohalls.web.fragments import changed, fragments

NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil")
PLAYERS = {"tammany": (3, 5), "cityhall": (2, 4)}
LANGUAGES = ("en", "fr", "it")
READERS = {"seat": 1, "watcher": None}


@dataclass
class Weight:
    """Bytes of every change of one kind of stream, without what HTTP adds around them."""

    sizes: list[int] = field(default_factory=list)

    def told(self) -> dict[str, float]:
        nine_tenths = statistics.quantiles(self.sizes, n=10)[-1]
        light = sum(size <= 300 for size in self.sizes) / len(self.sizes)
        return {
            "median": statistics.median(self.sizes),
            "nine_tenths": round(nine_tenths),
            "most": max(self.sizes),
            "at_most_300": round(light, 3),
        }


def weigh(games: int = 2, accepts: str = "br") -> dict[str, dict[str, float]]:
    """Every change that a seat and a watcher are sent, in all languages, by the kind of stream."""
    weights = {f"{game} {reader}": Weight() for game in PLAYERS for reader in READERS}
    for game, players in PLAYERS.items():
        for number in range(games):
            language = LANGUAGES[number % len(LANGUAGES)]
            _play(game, players[number % len(players)], number, language, accepts, weights)
    return {kind: weight.told() for kind, weight in weights.items()}


def _play(
    game: str, players: int, seed: int, language: str, accepts: str, weights: dict[str, Weight]
) -> None:
    rng = random.Random(seed)
    seats = tuple(Seat(n, name, "person") for n, name in enumerate(NAMES[:players], 1))
    table = Table(find_game(game), NAMES[:players], {}, seed)
    _ = table.awaited
    live = Live(Stored("A" * 12, game, table.options, 0, 0, None, seats, tuple(table.log)))
    live.table = table
    before = {name: fragments(live, seat, language, None) for name, seat in READERS.items()}
    streams = {name: packer(accepts) for name in READERS}
    while not table.over:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        live.times += [None] * (len(table.log) - len(live.times))
        live.made.clear()
        for name, reader in READERS.items():
            now = fragments(live, reader, language, None)
            event = written(live.stamp, changed(before[name], now))
            weights[f"{game} {name}"].sizes.append(len(streams[name].pack(event)))
            before[name] = now
