"""`twohalls bench` measures every row; how fast it is here is not for a test to say."""

import json

import pytest

import twohalls

ROWS = {
    "random games, 1 core",
    "random games, plain Python",
    "random games, 2 cores",
    "batch steps, 1 core",
    "batch steps, 2 cores",
    "in step, at random inside",
    "in step, at random inside, 2 threads",
    "in step, chosen from Python",
    "in step, with packed masks",
    "in step, with observations",
    "in step, through envs.vector",
    "decisions from Python",
    "one step from Python",
    "decisions through `one`, checked",
    "copy inside compiled code",
    "copy from Python",
    "copy, plain Python",
    "warm start",
    "size of a state",
}


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_every_row_has_runs_a_median_and_a_spread(run, name):
    result = run("bench", name, "--quick", "--json")
    report = json.loads(result.stdout)
    own = [row for row in report["rows"] if row["game"] == twohalls.find_game(name).title]
    assert {row["what"] for row in own} == ROWS
    for row in report["rows"]:
        assert row["runs"] >= 1
        assert 0 < row["least"] <= row["median"] <= row["most"]
    assert {"python", "numba", "cores", "commit", "load"} <= set(report)
    assert list(report["compiled_to_plain"]) == [own[0]["game"]]


def test_what_is_not_installed_is_said_with_how_to_have_it(run, monkeypatch):
    monkeypatch.setattr("twohalls.bench.find_spec", lambda name: None)
    monkeypatch.setattr("twohalls.bench.rows", lambda name, effort: iter(()))
    result = run("bench", "tammany", "--quick")
    assert "Not measured: catanatron, pyspiel, pgx." in result.stdout
    assert "pip install twohalls[bench]" in " ".join(result.stdout.split())
