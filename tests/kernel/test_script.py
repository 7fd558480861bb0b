"""A script is a record in which remarks name the lines left for a learner."""

from __future__ import annotations

import pytest

from twohalls.games import find_game
from twohalls.kernel import script
from twohalls.kernel.errors import BadRecord, Unwelcome
from twohalls.kernel.table import Table

TEXT = """twohalls 1
game tammany
players Ada, Bert, Cleo
option locks=all
# a remark of its own names nothing
* first 2
* zone I 1=english 2=german 4=english 7=irish 6=german 14=irish
* arrivals irish italian german english english
2 boss 14
2 boss 14
2 end
3 boss 1
3 cube irish 1
3 end
1 boss 6  # first
1 boss 6
1 end     # last
"""


def scripted() -> Table:
    found = script.read(TEXT, find_game)
    table = Table(find_game("tammany"), found.players, found.options)
    table.script = found
    return table


def test_a_remark_beside_a_line_names_a_step() -> None:
    found = script.read(TEXT, find_game)
    assert found.players == ("Ada", "Bert", "Cleo")
    assert [(found.lines[at], name) for at, name in found.steps.items()] == [
        ("1 boss 6", "first"),
        ("1 end", "last"),
    ]


def test_a_script_that_breaks_a_rule_is_refused_at_its_line() -> None:
    with pytest.raises(BadRecord) as refused:
        script.read(TEXT.replace("3 boss 1\n", "3 boss 17\n"), find_game)
    assert refused.value.line == 12


def test_what_is_not_the_learners_happens_by_itself() -> None:
    table = scripted()
    assert table.awaited == (1,)
    assert len(table.lines) == 9
    table.submit(1, "boss 6")
    assert str(table.lines[-1]) == "1 boss 6"
    assert len(table.lines) == 11


def test_after_its_end_a_script_welcomes_nothing() -> None:
    table = scripted()
    table.submit(1, "boss 6")
    table.submit(1, "end")
    assert table.script_is_over
    with pytest.raises(Unwelcome):
        table.submit(2, "boss 1")
    table.script = None
    table.submit(2, "boss 1")
