"""French and Italian say everything English says, and no English shows through."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from tests.tables import DEFAULTS

import twohalls
from twohalls.games.tammany.page.log import log_of
from twohalls.games.tammany.page.terms import Terms
from twohalls.kernel.table import Table
from twohalls.kit import i18n
from twohalls.kit.parts import page
from twohalls.web import words

ROOT = Path(__file__).parents[2]
extraction = import_module("scripts.messages")
CATALOGUES = extraction.catalogues()
OTHERS = sorted(set(i18n.LANGUAGES) - {i18n.DEFAULT})
NAMES = ("Zoë", "Xu", "Ymir", "Wanda", "Vito")
ENGLISH = re.compile(
    r"\b(irish|english|german|italian|wards?|boss(es)?|chips?|favors?|slander\w*|settled?|mayor"
    r"|deputy|council|precinct|chairman|zoning|surveyor|lobbyist|assessor|commissioner|housing"
    r"|tower|factory|land|permits?|staffer|approval|star|people|the|and|of|with|for|from|took"
    r"|takes|placed|wins?|won|buys?|sells?|bids?|turn)\b",
    re.IGNORECASE,
)
SAME = re.compile(r"Round \d+")
"""An Italian round is a round."""


@cache
def catalogue(language: str, folder: Path) -> Catalog:
    with (folder / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)


def messages(language: str) -> Iterator[Message]:
    for _source, folder in CATALOGUES:
        yield from (message for message in catalogue(language, folder) if message.id)


def forms(message: Message) -> list[str]:
    """All forms of a translation."""
    said = message.string
    return [said] if isinstance(said, str) else list(said or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def said_in(source: Path) -> set[object]:
    """What a folder of source says, found as `make messages` finds it."""
    return {message.id for message in extraction.said(source) if message.id}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("source", "folder"), CATALOGUES)
def test_a_catalogue_holds_what_its_source_says_and_nothing_else(
    language: str, source: Path, folder: Path
) -> None:
    held = {message.id for message in catalogue(language, folder) if message.id}
    assert not said_in(source) - held, "missing: make messages"
    assert not held - said_in(source), "no longer said: make messages"
    assert not catalogue(language, folder).obsolete


def test_the_source_is_read_where_sentences_hide() -> None:
    said = set().union(*(said_in(source) for source, _folder in CATALOGUES))
    assert "Locked." in said, "inside an f-string"
    assert "on the board, {where} has to be a list of {least} items" in said, "one of two"
    assert "too much at once: try again in {seconds} s" in said, "in a class of its own"
    failed = "something went wrong here; check whether what you just did went through"
    assert failed in said, "said by a name"
    assert "you control the Surveyor: buy land on offer, or buy none" in said, "in a table"
    assert {level.name for level in twohalls.bots.LEVELS.values()} <= said


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_translated(language: str) -> None:
    for message in messages(language):
        assert not message.fuzzy, message.id
        assert all(forms(message)), message.id
        if message.pluralizable:
            assert len(forms(message)) == 2, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_placeholders(language: str) -> None:
    for message in messages(language):
        if message.pluralizable:
            one, several = map(placeholders, message.id)
            first, *rest = map(placeholders, forms(message))
            assert first in (one, several), message.id
            assert all(form == several for form in rest), message.id
        else:
            assert placeholders(forms(message)[0]) == placeholders(str(message.id)), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_translations_are_typeset_as_their_language_asks(language: str) -> None:
    for message in messages(language):
        for text in forms(message):
            assert "'" not in text, text
            assert not re.search(r"\$[{\d]| \$", text), text
            assert text == text.strip() or message.id == text, text
            if language == "fr":
                assert "“" not in text, text
                assert not re.search(r"[^\u202f][;:!?»]|«[^\u202f]", text), text


# --- Games told in every language ------------------------------------------------------------


@cache
def played(game: str, players: int) -> Table:
    rng = random.Random(players)
    table = twohalls.new_table(game, NAMES[:players], seed=players)
    while not table.over:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


def told(table: Table, language: str) -> Iterator[str]:
    """A game line by line, and as the log of its page tells it."""
    _, ngettext = i18n.translators(language, table.game)
    view = table.view(None)
    for line in view.happened:
        yield from page(table.game).sentences(line, view.names, _, ngettext)
    if table.game.name == "tammany":
        terms = Terms(_, ngettext, view.names)
        for entry in log_of(view.happened, terms).told:
            yield entry.text


def asked(game: str, players: int, language: str) -> Iterator[str]:
    """What a person is asked and may answer, at some moments of a game."""
    rng = random.Random(players)
    table = twohalls.new_table(game, NAMES[:players], seed=players)
    own = page(table.game)
    _, ngettext = i18n.translators(language, table.game)
    while not table.over:
        seat = rng.choice(table.awaited)
        view = table.view(seat)
        answer = rng.choice(view.legal)
        yield own.moment(view, _, ngettext)
        yield words.prompt(view, _, ngettext)
        yield own.choice(answer, view.names, _, ngettext)
        table.submit(seat, answer)


def is_foreign(text: str, english: str) -> bool:
    """Whether a sentence is another one than in English and has none of its words."""
    return (text != english or bool(SAME.fullmatch(text))) and not ENGLISH.search(text)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "players"), DEFAULTS)
def test_a_game_is_told_without_a_word_of_english(game: str, players: int, language: str) -> None:
    table = played(game, players)
    for english, text in zip(told(table, "en"), told(table, language), strict=True):
        assert is_foreign(text, english), (english, text)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "players"), [("tammany", 3), ("cityhall", 2)])
def test_questions_and_answers_have_no_word_of_english(
    game: str, players: int, language: str
) -> None:
    for english, text in zip(
        asked(game, players, "en"), asked(game, players, language), strict=True
    ):
        assert is_foreign(text, english), (english, text)
