"""What is to be done keeps its height, whatever it asks and in whatever language."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.serving import Serving
from tests.web.conftest import Visitor, sit_down

import twohalls
from twohalls.kit.i18n import LANGUAGES, translators
from twohalls.kit.parts import page as page_of
from twohalls.web.fragments import in_one_line

SIZES = ((1366, 768), (1440, 900), (1920, 1080))
HEIGHTS = """questions => {
    const panel = document.getElementById("turn");
    return questions.map(question => {
        panel.outerHTML = question;
        const acts = document.getElementById("acts");
        const cut = acts ? Math.max(0, acts.scrollHeight - acts.clientHeight - 1) : 0;
        return document.getElementById("turn").offsetHeight + cut;
    });
}"""


def questions(game: str, players: int, seed: int) -> Iterator[str]:
    """What everybody is shown at every kind of moment of a game, in every language."""
    table = twohalls.new_table(game, ["Ada", "Bert", "Cleo", "Dora", "Emil"][:players], {}, seed)
    rng = random.Random(seed)
    asked: set[tuple[str, int]] = set()
    while not table.over:
        seat = table.awaited[0]
        view = table.view(seat)
        words = {word for line in view.legal for word in line.split() if word.isalpha()}
        kind = (" ".join(sorted(words)), min(len(view.legal), 12))
        if kind not in asked:
            asked.add(kind)
            for language in LANGUAGES:
                _, ngettext = translators(language, table.game)
                for reader in (seat, seat % players + 1):
                    shown = page_of(table.game).fragments(table.view(reader), _, ngettext)
                    yield in_one_line(shown["turn"])
        table.submit(seat, rng.choice(view.legal))


@pytest.mark.parametrize(("game", "players"), [("tammany", 5), ("cityhall", 4)])
def test_the_panel_keeps_its_height_whatever_it_asks(
    server: Serving, visitor: Visitor, game: str, players: int
) -> None:
    asked = sorted(set(questions(game, players, 3)))
    assert len(asked) > 60
    table = server.new_table(game, kinds=("open",) * players, hints="all")
    page = sit_down(visitor(), table, 1, "Ada")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        heights = page.evaluate(HEIGHTS, asked)
        usual = max(set(heights), key=heights.count)
        others = {high: said for high, said in zip(heights, asked, strict=True) if high != usual}
        assert not others, f"{width}×{height}: {usual}"
