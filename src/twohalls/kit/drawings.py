"""Pictures and tables that a game's rules name, from its templates under `rulebook/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from twohalls.kit.page import Words
from twohalls.kit.templating import render

More = Mapping[str, Callable[[Words], dict[str, Any]]]
"""Name → what this one shows beside the board."""


class Drawings:
    """Each is drawn once for each language: nothing but the board and the words goes into it."""

    def __init__(
        self,
        game: str,
        board: Mapping[str, Any],
        more: More,
        scenes: Mapping[str, Sequence[Any]],
    ) -> None:
        self.game = game
        self.board = board
        self.more = more
        self.scenes = scenes
        self._drawn: dict[tuple[object, ...], Markup] = {}

    def diagram(self, name: str, words: Words) -> Markup:
        """A diagram or a table, by its name."""
        return self._draw(name, words)

    def example(self, name: str, step: int, words: Words) -> Markup:
        """What a worked example shows at a step."""
        return self._draw(f"example-{name}", words, scene=self.scenes[name][step - 1])

    def _draw(self, name: str, words: Words, **shown: Any) -> Markup:
        which = (name, *words.items(), *(id(scene) for scene in shown.values()))
        if which not in self._drawn:
            more = self.more[name](words) if name in self.more else {}
            template = f"{self.game}/rulebook/{name}.html"
            self._drawn[which] = render(template, words=words, **self.board, **more, **shown)
        return self._drawn[which]
