"""Tammany Hall: area control with sealed bids, 3 to 5 players."""

from twohalls.games.tammany import rules
from twohalls.games.tammany.sight import sight
from twohalls.games.tammany.words import TammanyWords
from twohalls.kernel.game import Game

GAME = Game(
    name="tammany",
    title="Tammany Hall",
    rules=rules,
    make_words=TammanyWords,
    sight=sight,
)
