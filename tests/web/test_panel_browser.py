"""What is to be done keeps its height, whatever it asks and in whatever language."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterable, Iterator

import pytest
from tests.serving import Serving
from tests.web.conftest import Visitor, sit_down

import twohalls
from twohalls.kit.i18n import LANGUAGES, translators
from twohalls.kit.parts import page as page_of
from twohalls.web.fragments import in_one_line

SIZES = ((1366, 768), (1440, 900), (1920, 1080), (390, 844))
BESIDE = """() => {
    document.getElementById("waiting").hidden = true;
    document.getElementById("hint").hidden = false;
}"""
"""As it is when everybody has come and may ask for a hint."""
HEIGHTS = """questions => questions.map(question => {
    document.getElementById("turn").outerHTML = question;
    const acts = document.getElementById("acts");
    const cut = acts ? Math.max(0, acts.scrollHeight - acts.clientHeight - 1) : 0;
    return document.getElementById("turn").offsetHeight + cut;
})"""
"""How high the panel is, and what of its choices is out of sight."""
WRAPPED = """questions => {
    const lines = text => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return new Set([...range.getClientRects()].map(box => Math.round(box.y / 4))).size;
    };
    return questions.flatMap(question => {
        document.getElementById("turn").outerHTML = question;
        const texts = [...document.querySelectorAll("#turn .go, #turn .go small")]
            .flatMap(one => [...one.childNodes].filter(node => node.nodeType === 3));
        return texts.filter(text => lines(text) > 1).map(text => text.data.trim());
    });
}"""
"""Words that take two lines in a button."""
SILENT = """questions => questions.filter(question => {
    document.getElementById("turn").outerHTML = question;
    return [...document.querySelectorAll("#acts > li:not(:has(.tok))")].some(row =>
        row.checkVisibility()
        && ![...row.querySelectorAll("small, .flat")].some(one => one.checkVisibility()));
})"""
"""Questions with a line that offers nothing and does not say why."""


@functools.cache
def questions(game: str, players: int, seed: int) -> frozenset[str]:
    """What everybody is shown at every kind of moment of a game, in every language."""
    return frozenset(asked_in(game, players, seed))


def asked_in(game: str, players: int, seed: int) -> Iterator[str]:
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


def longest_of_each_form(asked: Iterable[str]) -> list[str]:
    """Of questions that are made of the same elements, the one with most to read."""
    found: dict[tuple[str, ...], str] = {}
    for question in sorted(asked):
        form = tuple(re.findall(r"<[a-z0-9]+", question))
        found[form] = max(found.get(form, ""), question, key=words_of)
    return sorted(found.values())


def one_of_each_answer(asked: Iterable[str]) -> list[str]:
    """Of questions with the same number of buttons, one for each words that stand on a button."""
    found: dict[tuple[int, str], str] = {}
    for question in sorted(asked):
        answers = re.findall(r'class="go.*?</(?:a|button)>', question)
        found |= {(len(answers), re.sub(r"^[^>]*>|<[^>]*>", " ", one)): question for one in answers}
    return sorted(set(found.values()))


def words_of(question: str) -> int:
    return len(re.sub(r"<[^>]+>", "", question))


GAMES = pytest.mark.parametrize(("game", "players"), [("tammany", 5), ("cityhall", 4)])


@GAMES
def test_no_word_of_a_question_is_said_twice_over(game: str, players: int) -> None:
    """As in “Then Then Ada bids”."""
    for question in questions(game, players, 3):
        for part in re.split(r"</(?:p|li|h\d|a|button|div|small)>", question):
            said = " ".join(re.sub(r"<[^>]+>", "", part).split())
            assert not re.search(r"\b([^\W\d_]{2,}) \1\b", said), said


@GAMES
def test_the_panel_keeps_its_height_whatever_it_asks(
    server: Serving, visitor: Visitor, game: str, players: int
) -> None:
    every = questions(game, players, 3)
    assert len(every) > 60
    asked, buttons = longest_of_each_form(every), one_of_each_answer(every)
    table = server.new_table(game, kinds=("open",) * players, hints="all")
    page = sit_down(visitor(), table, 1, "Ada")
    page.evaluate(BESIDE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        heights = page.evaluate(HEIGHTS, asked)
        usual = max(set(heights), key=heights.count)
        others = {high: said for high, said in zip(heights, asked, strict=True) if high != usual}
        assert not others, f"{width}×{height}: {usual}"
        assert not page.evaluate(SILENT, asked), f"{width}×{height}"
        assert not set(page.evaluate(WRAPPED, buttons)), f"{width}×{height}"
