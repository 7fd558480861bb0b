"""`twohalls dataset` and `simulate` into one file: games to read with the tools of the field."""

import numpy as np
import pyarrow.parquet
import pytest

import twohalls


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_decisions_are_written_with_what_was_seen_and_how_it_ended(run, tmp_path, name):
    games = twohalls.fast(name)
    players, file = games.game.players[0], tmp_path / "games.parquet"
    asked = ("--level", "random", "--players", players, "--games", 2, "--seed", 7)
    said = run("dataset", name, *asked, "--out", file)
    assert said.exit_code == 0
    table = pyarrow.parquet.read_table(file)
    assert said.stdout.startswith(f"{table.num_rows} decisions in ")
    rows = table.to_pylist()
    one = games.one(players, seed=0)
    for row in rows:
        mask = np.unpackbits(np.array(row["mask"], np.uint8), bitorder="little")
        assert mask[row["action"]] == 1
        assert len(row["observation"]) == len(one.observe())
    assert {row["game"] for row in rows} == {1, 2}
    shares = {(row["game"], row["seat"]): row["outcome"] for row in rows}
    assert sum(shares.values()) == pytest.approx(2)


def test_the_same_seed_gives_the_same_decisions_in_both_forms(run, tmp_path):
    asked = ("--level", "random", "--players", 3, "--games", 1, "--seed", 7)
    assert run("dataset", "tammany", *asked, "--out", tmp_path / "a.npz").exit_code == 0
    assert run("dataset", "tammany", *asked, "--out", tmp_path / "a.parquet").exit_code == 0
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["action"].tolist() == table["action"].to_pylist()
        assert arrays["observation"].tolist() == table["observation"].to_pylist()


@pytest.mark.parametrize(
    "wrong", [("--out", "a.csv"), ("--out", "a.npz", "--players", 9), ("--out", "a.npz", "-n", 0)]
)
def test_what_cannot_be_written_is_refused_before_a_game_is_played(run, wrong):
    assert run("dataset", "tammany", *wrong).exit_code == 1


def test_a_level_that_does_not_exist_is_refused(run, tmp_path):
    said = run("dataset", "tammany", "--level", "queen", "--out", tmp_path / "a.npz")
    assert said.exit_code == 1
    assert "queen" in said.stderr


def test_records_go_into_one_table_a_row_a_line(run, tmp_path):
    asked = ("simulate", "tammany", "--players", 3, "--games", 2, "--seed", 7, "--out")
    assert run(*asked, tmp_path / "records").exit_code == 0
    assert run(*asked, tmp_path / "games.parquet").exit_code == 0
    rows = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    for number, file in enumerate(sorted((tmp_path / "records").iterdir()), 1):
        table = twohalls.read_record(file.read_text("utf-8"))
        lines = [(row["seat"], row["line"]) for row in rows if row["game"] == number]
        assert lines == [(line.seat, line.text) for line in table.lines]
        [scores] = {tuple(row["scores"]) for row in rows if row["game"] == number}
        assert table.result is not None
        assert scores == table.result.scores


def test_records_go_into_one_archive_of_text(run, tmp_path):
    asked = ("simulate", "tammany", "--players", 3, "--games", 2, "--seed", 7, "--out")
    assert run(*asked, tmp_path / "records").exit_code == 0
    assert run(*asked, tmp_path / "games.txt").exit_code == 0
    records = [file.read_text("utf-8") for file in sorted((tmp_path / "records").iterdir())]
    assert (tmp_path / "games.txt").read_text("utf-8") == "\n".join(records)
