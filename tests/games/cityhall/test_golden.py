"""Finished games, kept: each shows a way a game can go, and replays to the same votes."""

from pathlib import Path

import pytest
from tests.games.cityhall.oracle import Oracle

import twohalls

GOLDEN = Path(__file__).with_name("golden")
SHOWS = {
    "two_players_star": {"star"},
    "two_players_approval": {"approval"},
    "three_players_star": {"star"},
    "three_players_approval": {"approval"},
    "four_players_star": {"star"},
    "four_players_approval": {"approval"},
    "empty_land_deck": {"empty land deck"},
    "short_permit_deck": {"1 permits left", "0 permits left", "zoning with nothing to do"},
    "tied_endorsements": {"tied endorsement"},
    "tied_election": {"tied election"},
}


def test_every_golden_game_is_named_here():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SHOWS)


@pytest.mark.parametrize("name", SHOWS)
def test_a_golden_game_replays_and_shows_what_it_is_kept_for(name):
    text = (GOLDEN / f"{name}.txt").read_text()
    table = twohalls.read_record(text)
    assert table.record() == text.partition("\n")[2]
    oracle = Oracle(len(table.names))
    for line in table.lines:
        oracle.hear(str(line))
    assert SHOWS[name] <= set(oracle.story)
    assert table.result is not None
    assert table.result.scores == tuple(oracle.votes.values())
    assert table.result.winners == (oracle.winner,)


def test_a_golden_game_with_other_votes_at_its_end_is_refused_at_that_line():
    text = (GOLDEN / "two_players_approval.txt").read_text()
    lines = text.splitlines()
    assert lines[-2:] == ["votes 65 71", "winner 2"]
    with pytest.raises(twohalls.BadRecord) as error:
        twohalls.read_record(text.replace("votes 65 71", "votes 66 71"))
    assert error.value.line == len(lines) - 1
    with pytest.raises(twohalls.BadRecord):
        twohalls.read_record(text.replace("winner 2", "winner 1"))
    with pytest.raises(twohalls.BadRecord):
        twohalls.read_record(text.removesuffix("votes 65 71\nwinner 2\n"))
