"""What live changes weigh on the wire, over whole games played by chance."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from twohalls.games import GAMES, find_game
from twohalls.kernel.table import Table
from twohalls.server.live import Live
from twohalls.server.store import Seat, Stored
from twohalls.server.stream import packer
from twohalls.web.fragments import base, change

NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil")
LANGUAGES = ("en", "fr", "it")
READERS = {"seat": 1, "watcher": None}


@dataclass
class Weight:
    """Bytes of every change of one kind of stream, without what HTTP adds around them."""

    sizes: list[int] = field(default_factory=list)

    def told(self) -> dict[str, float]:
        parts = statistics.quantiles(self.sizes, n=100)
        light = sum(size <= 300 for size in self.sizes) / len(self.sizes)
        return {
            "median": statistics.median(self.sizes),
            "nine_tenths": round(parts[89]),
            "all_but_a_hundredth": round(parts[98]),
            "most": max(self.sizes),
            "at_most_300": round(light, 3),
        }


def weigh(games: int = 2) -> dict[str, dict[str, float]]:
    """Every change that a seat and a watcher are sent, in all languages, by the kind of stream."""
    weights = {f"{game} {reader}": Weight() for game in GAMES for reader in READERS}
    for game in GAMES:
        players = find_game(game).rules.PLAYERS
        for number in range(games):
            language = LANGUAGES[number % len(LANGUAGES)]
            streams = {name: packer("gzip") for name in READERS}
            names = NAMES[: players[number % len(players)]]
            for told in play(game, names, number, language):
                for reader, event in told.items():
                    weights[f"{game} {reader}"].sizes.append(len(streams[reader].pack(event)))
    return {kind: weight.told() for kind, weight in weights.items()}


def play(
    game: str,
    names: Sequence[str],
    seed: int,
    language: str,
    readers: Mapping[str, int | None] = READERS,
) -> Iterator[dict[str, bytes]]:
    """A game by chance: the event that each reader is sent, change by change."""
    rng = random.Random(seed)
    seats = tuple(Seat(n, name, "person") for n, name in enumerate(names, 1))
    table = Table(find_game(game), names, {}, seed)
    _ = table.awaited
    live = Live(Stored("A" * 12, game, table.options, 0, 0, None, seats, tuple(table.log)))
    live.table = table
    before = {name: base(live, seat, language) for name, seat in readers.items()}
    while not table.over:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        live.times += [None] * (len(table.log) - len(live.times))
        live.made.clear()
        now = {name: base(live, seat, language) for name, seat in readers.items()}
        yield {name: change(live, before[name], now[name]) for name in readers}
        before = now
