"""Tammany Hall: area control with sealed bids, 3 to 5 players."""

from twohalls.kernel.game import Game
from twohalls.tammany import rules
from twohalls.tammany.sight import sight
from twohalls.tammany.words import TammanyWords

GAME = Game(
    name="tammany",
    title="Tammany Hall",
    rules=rules,
    make_words=TammanyWords,
    sight=sight,
)
