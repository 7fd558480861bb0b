"""A finished game in a few sentences, made of its events."""

from __future__ import annotations

import pytest
from tests.tables import finished

from twohalls import read_record
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page

GAMES = [("tammany", 3), ("tammany", 5), ("cityhall", 2), ("cityhall", 4)]


def told(table, language="en", at=None):
    view = table.view(None) if at is None else table.past(at, None)
    return page(table.game).tale(view, *translators(language, table.game))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_game_is_told_in_five_sentences_and_the_last_names_who_won(game, players):
    table = read_record(finished(game, players))
    sentences = told(table)
    assert len(sentences) == 5
    result = table.view(None).result
    assert result is not None
    [winner, *_] = result.winners
    assert table.names[winner - 1] in sentences[-1]
    assert str(result.scores[winner - 1]) in sentences[-1]


@pytest.mark.parametrize(("language", "verb"), [("en", ""), ("fr", " a"), ("it", " ha")])
def test_every_sentence_of_a_tale_is_a_sentence(language, verb):
    """Not a heading with a name behind it."""
    table = read_record(finished("tammany", 3))
    result = table.view(None).result
    assert result is not None
    winner = table.names[result.winners[0] - 1]
    assert told(table, language)[-1].startswith(f"{winner}{verb}")


@pytest.mark.parametrize("language", ["fr", "it"])
@pytest.mark.parametrize(("game", "players"), GAMES[::2])
def test_it_is_told_in_the_readers_language(game, players, language):
    table = read_record(finished(game, players))
    assert not set(told(table)) & set(told(table, language))


def test_nothing_is_told_of_a_game_that_is_not_over():
    table = read_record(finished("tammany", 3))
    assert not told(table, at=20)
