"""The same luck in every run: what is drawn follows from the test and what everybody saw so far.

Real servers draw fresh from the system each time. Here a test that fails by what was drawn fails
again when it is run again. Games are told apart by the name of the test, which servers in other
processes read from a file.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twohalls.kernel.game import Game
    from twohalls.kernel.table import Table, View
    from twohalls.server.opponents import Opponents
    from twohalls.server.tables import Tables

FILE = "TWOHALLS_TEST_LUCK"


def of_this_test(name: str) -> None:
    """Tell it to servers in other processes; each process of tests has a file for it."""
    if FILE not in os.environ:
        folder = tempfile.mkdtemp(prefix="luck")
        atexit.register(shutil.rmtree, folder)
        os.environ[FILE] = str(Path(folder, "test"))
    file = Path(os.environ[FILE])
    file.with_suffix(".new").write_text(name)
    file.with_suffix(".new").replace(file)


def repeat_as_told() -> None:
    """Do so in a server's own process, if a test started it."""
    if FILE in os.environ:
        repeat(Path(os.environ[FILE]).read_text)


def repeat(test: Callable[[], str], put: Callable[[Any, str, Any], None] = setattr) -> None:
    """From now on tables of this process, and opponents at them, have the luck of a test."""
    from twohalls import bots
    from twohalls.kernel import chance
    from twohalls.kernel.table import Table
    from twohalls.server import seating
    from twohalls.server.opponents import Opponents, think
    from twohalls.server.tables import Tables

    made = Counter[str]()
    act, ask, in_haste = Tables._act, Opponents.ask, bots.in_haste

    def luck(*told: object) -> int:
        return zlib.crc32("\n".join(map(str, (test(), *told))).encode())

    def opened(game: Game, names: list[str], options: Mapping[str, str]) -> Table:
        made[test()] += 1
        return Table(game, names, options, luck(made[test()]))

    async def acted(self: Tables, id: str, do: Callable[[Table], int]) -> int:
        def with_luck(table: Table) -> int:
            table._rng = chance.generator(luck(*table.happened(None)))
            return do(table)

        return await act(self, id, with_luck)

    async def asked(self: Opponents, work: Callable[..., Any], *given: Any, **how: Any) -> Any:
        if work is think:
            level, view, _ = given
            given = (level, view, luck(*view.lines))
        return await ask(self, work, *given, **how)

    def hasty(level: str, view: View, _: random.Random) -> str:
        return in_haste(level, view, random.Random(luck(*view.lines)))

    put(seating, "Table", opened)
    put(Tables, "_act", acted)
    put(Opponents, "ask", asked)
    put(bots, "in_haste", hasty)
