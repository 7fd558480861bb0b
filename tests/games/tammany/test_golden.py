"""Finished games kept as records: every way a mayor is found, a game is won, a pile runs out."""

from pathlib import Path

import pytest
from tests.games.tammany.oracle import Oracle
from tests.games.tammany.test_oracle import RUNNING_OUT, TIED, differences
from tests.tables import events

import twohalls

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
EACH = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def shows(path: Path) -> set[str]:
    """What the comments at the top of a record promise."""
    comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    return {comment.removeprefix("#").strip() for comment in comments[1:]}


def lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]


@EACH
def test_a_golden_game_is_read_to_its_end_and_written_as_it_was(path):
    table = twohalls.read_record(path.read_text("utf-8"))
    assert table.over
    assert table.record().splitlines() == lines(path)


@EACH
def test_a_golden_game_goes_as_the_rules_page_says(path):
    *_, score, winner = lines(path)
    table = twohalls.read_record(path.read_text("utf-8"))
    oracle = Oracle(len(table.names), table.options["locks"])
    for line in events("\n".join(lines(path))):
        oracle.hear(line)
    assert oracle.over
    assert score == " ".join(["score", *map(str, oracle.score.values())])
    assert winner == " ".join(["winner", *map(str, oracle.winners)])
    assert shows(path) <= set(oracle.story)


@pytest.mark.parametrize("players", ["three", "four", "five"])
def test_a_golden_game_read_line_by_line_shows_what_the_rules_page_says(players):
    path = Path(__file__).parent / "golden" / f"{players}-played-at-random.txt"
    text = path.read_text("utf-8")
    heard = events("\n".join(lines(path)))
    oracle = Oracle(
        {"three": 3, "four": 4, "five": 5}[players], twohalls.read_record(text).options["locks"]
    )
    for at, line in enumerate(heard):
        if at % 7 == 0 or at < 10:
            shown = twohalls.read_record(text, at=at).view(None).to_json()
            assert shown["awaited"] == oracle.awaited
            assert not list(differences(oracle.shown(), shown, over=False)), line
        oracle.hear(line)


def test_the_golden_games_show_everything_that_is_seldom_seen():
    seen = set[str]().union(*map(shows, GOLDEN))
    assert seen >= TIED
    assert RUNNING_OUT - seen == {"placed nothing", "placed boss alone", "no bonus chip"}
    for players in ("three", "four", "five"):
        found = set[str]().union(*(shows(path) for path in GOLDEN if path.stem.startswith(players)))
        assert found >= {story for story in TIED if story.startswith(("mayor", "nobody"))}
