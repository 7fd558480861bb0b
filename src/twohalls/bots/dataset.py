"""Decisions of opponents to learn from: what was seen, what was legal, what was done, how it ended.

Written as Parquet (`pip install twohalls[parquet]`), or by the ending `.npz` as NumPy arrays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.bots import alone
from twohalls.kernel.errors import Unknown
from twohalls.kernel.fast import FastGame
from twohalls.kernel.one import One

Columns = dict[str, NDArray[Any]]


def decisions(
    fast: FastGame, level: str, players: int, games: int, seed: int | str
) -> Iterator[Columns]:
    """The decisions of so many games, a game at a time.

    `mask` is packed, eight actions a byte from the lowest bit on; `outcome` is the share of the win
    of who decided.
    """
    if not fast.observed:
        raise Unknown("{title} offers no observation", title=fast.game.title)
    alone.checked(level)
    for number in range(1, games + 1):
        rng = random.Random(f"{seed}/{number}")
        one = fast.one(players, seed=rng.getrandbits(62))
        yield _game(one, level, number, rng)


def _game(one: One, level: str, number: int, rng: random.Random) -> Columns:
    seats, actions, seen, masks = [], [], [], []
    while not one.over:
        for action in _line(one, level, rng):
            seats.append(one.actor)
            actions.append(action)
            seen.append(one.observe())
            masks.append(np.packbits(one.mask, bitorder="little"))
            one.step(action)
    points, won = one.result()
    shares = np.array(won, np.float32) / sum(won)
    return {
        "game": np.full(len(seats), number, np.int32),
        "seat": np.array(seats, np.int8),
        "observation": np.stack(seen),
        "mask": np.stack(masks),
        "action": np.array(actions, np.int16),
        "outcome": shares[seats],
        "points": np.array(points, np.int32)[seats],
    }


def _line(one: One, level: str, rng: random.Random) -> list[int]:
    if level == alone.RANDOM:
        return [rng.choice(one.legal)]
    return alone.decide(level, one.fast.game, one.fast.plain(one.states), one.actor, rng)


def write(path: Path, games: Iterator[Columns]) -> int:
    """Write the decisions to a file; returns how many there were."""
    if path.suffix == ".npz":
        parts = list(games)
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        np.savez_compressed(path, allow_pickle=False, **columns)
        return len(columns["action"])
    import pyarrow
    import pyarrow.parquet

    written, writer = 0, None
    for game in games:
        table = pyarrow.table({name: _column(values) for name, values in game.items()})
        writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
        written += table.num_rows
    if writer is not None:
        writer.close()
    return written


def _column(values: NDArray[Any]) -> Any:
    """A column of numbers, or of rows of them."""
    import pyarrow

    flat = pyarrow.array(values.reshape(-1))
    return (
        flat if values.ndim == 1 else pyarrow.FixedSizeListArray.from_arrays(flat, values.shape[1])
    )
