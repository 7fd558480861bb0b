"""`twohalls show` draws a moment of a recorded game, or gives it as JSON."""

import json

import pytest
from tests.tables import DEFAULTS, events, finished

import twohalls


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
@pytest.mark.parametrize("seat", [None, 2])
def test_json_is_the_view_of_the_seat_with_its_legal_moves(run, record, name, players, seat):
    file = record(name, players)
    middle = len(events(finished(name, players))) // 2
    asked = ["--seat", seat] if seat else []
    result = run("show", file, "--at", middle, "--json", *asked)
    view = twohalls.read_record(finished(name, players), at=middle).view(seat)
    assert json.loads(result.stdout) == {**view.to_json(), "legal": view.legal}


def test_without_at_it_is_the_end_and_chance_does_not_play_on(run, record):
    """The record breaks off where arrivals are drawn: they are not made up."""
    lines = finished("tammany", 3).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("*"))
    arrivals = next(number for number, line in enumerate(lines) if "arrivals" in line)
    seen = json.loads(run("show", record(lines=arrivals - start), "--json").stdout)
    assert seen["phase"] == "draw"
    assert sum(seen["garden"].values()) == 0


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_every_moment_fits_80_columns_and_says_what_is_on_the_table(run, record, name, players):
    file = record(name, players)
    total = len(events(finished(name, players)))
    for at in range(0, total + 1, max(1, total // 12)):
        result = run("show", file, "--at", at, "--seat", 1)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 80
        assert "…" not in result.stdout.replace("…\n", "").replace(", …", "").replace(" …", "")


def test_a_finished_game_names_its_winner(run, record):
    file = record()
    winner = int(finished("tammany", 3).split()[-1])
    name = twohalls.read_record(finished("tammany", 3)).names[winner - 1]
    assert f"{name} wins." in run("show", file).stdout


def test_another_seat_does_not_see_a_hand(run, record):
    file = record("cityhall", 3)
    own = json.loads(run("show", file, "--at", 40, "--seat", 1, "--json").stdout)["players"]
    assert own[0]["money"] is not None
    assert own[1]["money"] is None
    assert own[1]["permits"] is None
