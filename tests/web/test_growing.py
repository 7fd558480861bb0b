"""What is told line by line is read on, and is the same as if it were told at once."""

from __future__ import annotations

import random

import pytest

from twohalls import GAMES, find_game, new_table
from twohalls.kernel.events import Happened
from twohalls.kernel.table import Table
from twohalls.kit.growing import Growing
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page

Told = list[tuple[str, bool, str]]


def telling() -> tuple[Growing[Told], list[str]]:
    """Something that grows, and the lines it took."""
    taken: list[str] = []

    def take(told: Told, line: Happened, is_marked: bool, reader: str) -> None:
        taken.append(str(line))
        told.append((str(line), is_marked, reader))

    return Growing(list, list, take), taken


def test_only_what_is_new_is_taken():
    table = new_table("tammany", ["Ada", "Bert", "Cleo"], seed=5)
    growing, taken = telling()
    growing.of(table.view(None).happened, "en")
    taken.clear()
    seat = table.awaited[0]
    table.submit(seat, "boss 14")
    told = growing.of(table.view(None).happened, "en")
    assert taken == [f"{seat} boss 14"]
    assert [text for text, _, _ in told] == list(table.view(None).lines)


def test_what_was_taken_back_is_not_told():
    table = new_table("tammany", ["Ada", "Bert", "Cleo"], seed=5)
    growing, _ = telling()
    seat = table.awaited[0]
    for line in ("boss 14", "boss 6"):
        table.submit(seat, line)
        told = growing.of(table.view(None).happened, "en")
        assert told[-1][0] == f"{seat} {line}"
        table.undo(seat)


def test_readers_and_marks_are_kept_apart():
    table = new_table("tammany", ["Ada", "Bert", "Cleo"], seed=5)
    table.submit(table.awaited[0], "boss 14")
    growing, happened = telling()[0], table.view(None).happened
    last = len(happened) - 1
    for reader, marked in [("en", ()), ("fr", ()), ("en", (last,)), ("en", ())]:
        told = growing.of(happened, reader, marked=marked)
        assert told[-1][1:] == (last in marked, reader)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_followed_is_the_page_opened_now(game):
    rng = random.Random(7)
    names = ["Ada", "Bert", "Cleo"][: find_game(game).players[0]]
    table = new_table(game, names, seed=7)
    words = translators("fr", table.game)
    own = page(table.game)
    for _ in range(40):
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        if rng.random() < 0.2 and table.can_undo(seat):
            table.undo(seat)
        followed = own.fragments(table.view(1), *words)
        if table.over:
            break
    opened = Table.from_log(table.game, names, table.options, table.log)
    assert own.fragments(opened.view(1), *words) == followed
