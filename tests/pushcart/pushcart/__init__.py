"""Pushcart: sealed bids for five crates on Hester Street, 2 to 4 players."""

from pushcart import rules
from pushcart.sight import sight
from pushcart.words import PushcartWords
from twohalls.kernel.game import Game

GAME = Game(
    name="pushcart",
    title="Pushcart",
    rules=rules,
    make_words=PushcartWords,
    sight=sight,
)
