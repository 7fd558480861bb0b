"""What was learned, a file a game, shipped with the package."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twohalls.bots.search import HALF
from twohalls.games import find_game
from twohalls.kernel.errors import TwoHallsError
from twohalls.kit import parts

LAYERS = ("net1", "net2", "net3")


class NoWeights(TwoHallsError):
    """The learned weights of a game are missing or spoilt."""


def load(game: str, path: Path | None = None) -> dict[str, NDArray[Any]]:
    """The arrays of a game's weights, checked."""
    found = find_game(game)
    source = path if path is not None else found.folder / "weights.npz"
    try:
        with source.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except FileNotFoundError:
        raise NoWeights(
            "the weights of {game} are missing: {file}; install the package anew or run"
            " “twohalls train {game}”",
            game=game,
            file=str(source),
        ) from None
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        raise _spoilt(game, source) from None
    _check(game, source, arrays)
    return arrays


def _check(game: str, source: Any, arrays: dict[str, NDArray[Any]]) -> None:
    """The layers fit each other and the features of this version."""
    features = parts.features(find_game(game))
    if features is None or not all(layer in arrays for layer in LAYERS):
        raise _spoilt(game, source)
    net1, net2, net3 = (arrays[layer] for layer in LAYERS)
    fits = (
        net1.ndim == 2
        and net2.ndim == 2
        and net3.ndim == 1
        and net1.shape[0] == features.INPUTS + 1
        and net2.shape[0] == net1.shape[1] + 1
        and net3.shape[0] == net2.shape[1] + 1
        and max(*net1.shape, net2.shape[1]) <= HALF
        and all(np.isfinite(arrays[layer]).all() for layer in LAYERS)
    )
    leanings = arrays.get("leanings")
    if leanings is not None:
        fits = fits and leanings.shape == (features.SIGNS,) and bool(np.isfinite(leanings).all())
    calm = arrays.get("calm")
    if calm is not None:
        fits = fits and calm.shape == () and 0.0 < calm <= 1.0
    if not fits:
        raise _spoilt(game, source)


def _spoilt(game: str, source: Any) -> NoWeights:
    return NoWeights(
        "the weights of {game} in {file} are spoilt or of another version: install the package"
        " anew or run “twohalls train {game}”",
        game=game,
        file=str(source),
    )
