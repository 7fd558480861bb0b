"""`twohalls simulate` writes random games, the same for the same seed."""

import pytest
from tests.tables import DEFAULTS

import twohalls


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_one_record_a_file_each_a_game_by_the_rules(run, tmp_path, name, players):
    result = run(
        "simulate", name, "--players", players, "--games", 2, "--seed", 7, "--out", tmp_path
    )
    assert result.exit_code == 0
    files = sorted(tmp_path.iterdir())
    stem = f"{name}-{players}p-seed7"
    assert [file.name for file in files] == [f"{stem}-0001.txt", f"{stem}-0002.txt"]
    checked = run("check", *files)
    assert checked.exit_code == 0
    assert all(": ok " in line and "winner" in line for line in checked.stdout.splitlines())


def _records(run, folder, *arguments):
    assert run("simulate", "tammany", "--players", 3, *arguments, "--out", folder).exit_code == 0
    return {file.name: file.read_text("utf-8") for file in folder.iterdir()}


def test_the_same_seed_gives_the_same_games_and_another_seed_others(run, tmp_path):
    first = _records(run, tmp_path / "a", "--games", 2, "--seed", 7)
    assert _records(run, tmp_path / "b", "--games", 2, "--seed", 7) == first
    assert first["tammany-3p-seed7-0001.txt"] != first["tammany-3p-seed7-0002.txt"]
    [other] = _records(run, tmp_path / "c", "--seed", 8).values()
    assert other not in first.values()


def test_a_longer_run_begins_like_a_shorter_one(run, tmp_path):
    two = _records(run, tmp_path / "two", "--games", 2, "--seed", 7)
    [one] = _records(run, tmp_path / "one", "--games", 1, "--seed", 7).values()
    assert two["tammany-3p-seed7-0001.txt"] == one


def test_without_a_seed_the_one_taken_is_said(run, tmp_path):
    result = run("simulate", "tammany", "--players", 3, "--out", tmp_path)
    [file] = tmp_path.iterdir()
    seed = result.stdout.rstrip(".\n").split("seed ")[1]
    assert file.name == f"tammany-3p-seed{seed}-0001.txt"


def test_options_are_those_of_the_record(run, tmp_path):
    games = _records(run, tmp_path, "--seed", 1, "--option", "locks=placing")
    assert "option locks=placing\n" in next(iter(games.values()))


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_an_archive_is_checked_game_by_game(run, tmp_path, name):
    file = tmp_path / "games.txt"
    assert run("simulate", name, "-p", 3, "-n", 3, "--seed", 7, "--out", file).exit_code == 0
    checked = run("check", file)
    assert checked.exit_code == 0
    told = [line.partition(": ok ") for line in checked.stdout.splitlines()]
    assert [said for said, _, _ in told] == [f"{file}, game {number}" for number in (1, 2, 3)]
    results = [line for line in file.read_text("utf-8").splitlines() if line[:6] == "winner"]
    assert [ends.partition("winner")[2] for _, _, ends in told] == [w[6:] for w in results]


def test_a_wrong_line_of_an_archive_is_named_by_its_place_in_the_file(run, tmp_path):
    file = tmp_path / "games.txt"
    run("simulate", "tammany", "-p", 3, "-n", 2, "--seed", 7, "--out", file)
    lines = file.read_text("utf-8").splitlines()
    lines[-1] = "winner 9"
    file.write_text("\n".join(lines), "utf-8")
    checked = run("check", file)
    assert checked.exit_code == 1
    good, bad = checked.stdout.splitlines()
    assert good.startswith(f"{file}, game 1: ok ")
    assert bad.startswith(f"{file}, game 2: line {len(lines)}: ")
