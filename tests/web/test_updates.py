"""What a whole game weighs on the streams of a seat and a spectator, change by change."""

from __future__ import annotations

import asyncio
import itertools
import re
import statistics

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont
from markupsafe import Markup
from scripts import fonts
from scripts.messages import catalogues

from twohalls.games import GAMES
from twohalls.kit import templating
from twohalls.server.stream import packer
from twohalls.web import static
from twohalls.web.bench import first_load
from twohalls.web.difference import copied, shape
from twohalls.web.fragments import changed
from twohalls.web.weights import NAMES, READERS, play

LIMIT = 1000
"""Bytes that a change should not be above."""
MOVES = 60
"""So many of a game are counted."""


@pytest.mark.parametrize(
    ("game", "players", "language", "median", "heavy", "most"),
    [("tammany", 3, "en", 250, 0.1, 2200), ("cityhall", 2, "it", 250, 0.05, 1500)],
)
def test_nearly_every_change_of_a_game_is_light(game, players, language, median, heavy, most):
    """The heavy ones are the ends of elections, which say everything at once."""
    streams = {name: packer("gzip") for name in READERS}
    sizes: dict[str, list[int]] = {name: [] for name in READERS}
    for told in play(game, NAMES[:players], 0, language):
        for reader, event in told.items():
            sizes[reader].append(len(streams[reader].pack(event)))
    for of_reader in sizes.values():
        assert statistics.median(of_reader) <= median
        assert sum(size > LIMIT for size in of_reader) <= heavy * len(of_reader)
        assert max(of_reader) <= most


def test_what_moves_from_one_fragment_to_another_is_not_said_again():
    old = {
        "past": Markup('<div id="past"><p id="y1">long ago</p></div>'),
        "now": Markup('<div id="now"><p id="y3">lately</p><p id="y2">before</p></div>'),
    }
    new = {
        "past": Markup('<div id="past"><p id="y2">before</p><p id="y1">long ago</p></div>'),
        "now": Markup('<div id="now"><p id="y4">today</p><p id="y3">lately</p></div>'),
    }
    steps = ["+past/0 #y2", "-now/1", '+now/0 <p id="y4">today</p>']
    head, *told = changed(old, new, "7.0.a").split("\n")
    assert told == steps
    assert head == f"@7.0.a past:{shape(old['past'])} now:{shape(old['now'])}"


def test_what_was_touched_already_is_said_in_full():
    """A page that goes through the steps in order would find it gone."""
    moves, now, past = '<p id="y2">b</p>', '<div id="now">', '<div id="past">'
    old = {"now": Markup(f"{now}{moves}</div>"), "past": Markup(f"{past}</div>")}
    new = {"now": Markup(f"{now}</div>"), "past": Markup(f"{past}{moves}</div>")}
    assert changed(old, new, "").split("\n")[-1] == '+past/0 <p id="y2">b</p>'
    assert copied('+past/0 <p id="y2">b</p>', [old["now"]]) == "+past/0 #y2"


def test_no_move_says_the_forms_again():
    """The version that they answer follows from the name of the base."""
    told = next(iter(play("tammany", NAMES[:3], 0, "en")))
    assert told
    assert not any(b"/move" in event for event in told.values())


@pytest.mark.parametrize("game", ["tammany", "cityhall"])
def test_a_move_makes_a_few_parts_anew_and_once_for_all_who_are_shown_the_same(game, monkeypatch):
    made: list[str] = []
    really = templating.finished

    def finished(html: str) -> Markup:
        made.append(html)
        return really(html)

    monkeypatch.setattr(templating, "finished", finished)

    def counted(readers: int) -> list[int]:
        templating.put_under("")  # forgets what was made before
        counts = []
        watching = dict.fromkeys(map(str, range(readers)))
        for _ in itertools.islice(play(game, NAMES[:3], 3, "en", watching), MOVES):
            counts.append(len(made))
            made.clear()
        return counts

    alone = counted(1)
    assert counted(3) == alone
    whole, *moves = alone
    assert statistics.median(moves) <= whole / 5
    assert max(moves) <= whole / 2


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_of_a_table_is_light(server, game):
    """Page, styles, script and icon, compressed as they travel."""
    assert asyncio.run(first_load(server.port, game)) <= 45_000


def test_what_a_script_says_to_its_writers_does_not_travel():
    for path in static.FOLDER.glob("*.js"):
        written = path.read_text().splitlines()
        meant = [line for line in written if not line.strip().startswith("//")]
        assert len(meant) < len(written)
        assert static.find((path,), (0.0,)).body.decode().splitlines() == meant, path.name


@pytest.mark.parametrize("family", ["SourceSerifPro", "SourceSansPro"])
def test_with_all_cuts_of_its_letters_a_first_load_is_still_light(family):
    cuts = list((static.FOLDER / "fonts").glob(f"{family}-*.woff2"))
    assert cuts, "make the letters: python scripts/fonts.py"
    assert sum(cut.stat().st_size for cut in cuts) <= 55_000


@pytest.mark.parametrize("family", ["SourceSerifPro", "SourceSansPro"])
def test_what_stands_in_for_letters_on_their_way_is_as_high_as_they_are(family):
    """So that nothing jumps when they arrive."""
    folder = static.FOLDER / "fonts"
    lines = TTFont(folder / f"{family}-Regular.woff2")["hhea"]
    name = re.sub("(?<=[a-z])(?=[A-Z])", " ", family)
    css = (folder / "fonts.css").read_text()
    [face] = re.findall(f'@font-face{{font-family:"{name} Instead";(.+)}}', css)
    size, above, below = (
        float(re.findall(rf"{what}:([\d.]+)%", face)[0]) / 100
        for what in ("size-adjust", "ascent-override", "descent-override")
    )
    assert size * above * 1000 == pytest.approx(lines.ascent, abs=1)
    assert size * below * -1000 == pytest.approx(lines.descent, abs=1)
    swapped = re.findall(f'font-family:"{name}";.*font-display:swap', css)
    assert len(swapped) == len(list(folder.glob(f"{family}-*.woff2")))


def test_letters_have_every_sign_of_every_language():
    """What a catalogue says is set in our letters, not in whatever stands in for a sign."""
    said = {sign for _, folder in catalogues() for sign in texts(folder)}
    missing = {sign for sign in said if sign.isalpha()} - set(fonts.SIGNS)
    assert not missing


def texts(folder):
    """All translations of a folder's catalogues."""
    for file in folder.glob("*.po"):
        with file.open("rb") as source:
            for message in read_po(source):
                yield from "".join(message.string or ())
