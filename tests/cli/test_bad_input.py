"""Whatever is wrong is answered with one sentence and exit code 1, and nothing is changed."""

import json
import os
import subprocess
import sys

import pytest

from twohalls.cli.files import LONGEST
from twohalls.games.cityhall.board import DEFAULT

ARGUMENTS = [
    (["chekc"], "chekc"),
    (["play", "chess"], "no game “chess”"),
    (["play", "tammany", "--nonsense"], "--nonsense"),
    (["play", "tammany", "--seed", "seven"], "seed"),
    (["play", "tammany", "--seed", "-1"], "--seed is a whole number"),
    (["play", "tammany", "--seed", "9" * 40], "--seed is a whole number"),
    (["play", "tammany", "--seats", "me"], "3 to 5 players, not 1"),
    (["play", "tammany", "--seats", "me," * 5 + "me"], "3 to 5 players, not 6"),
    (["play", "cityhall", "--seats", "me"], "2 to 4 players, not 1"),
    (["play", "tammany", "--seats", "me,genius,random"], "no opponent “genius”"),
    (["play", "tammany", "--seats", ""], "no opponent “”"),
    (["play", "tammany", "--seats", "me:,random,random"], "a name belongs after “me:”"),
    (["play", "tammany", "--seats", "me:A,random,random", "--names", "A,B,C"], "not in both"),
    (
        ["play", "tammany", "--seats", "me,random,random", "--names", "A,B"],
        "2 given, but --seats has 3",
    ),
    (["play", "tammany", "--names", "A,,B"], "a name is empty"),
    (["play", "tammany", "--names", "A,B#,C"], "cannot contain a comma, #"),
    (["play", "tammany", "--names", "A,B," + "C" * 500], "more than 200 letters"),
    (["play", "tammany", "--names", "A,\x1b[2J,C"], "anything invisible"),
    (["play", "tammany", "--option", "locks"], "name=value"),
    (["play", "tammany", "--option", "locks=some"], "all, placing"),
    (["play", "tammany", "--option", "walls=high"], "no option “walls”"),
    (["play", "tammany", "-o", "locks=all", "-o", "locks=all"], "given twice"),
    (["play", "tammany", "--board", "{board}"], "one board only"),
    (["play", "--load", "{record}", "--seed", "1"], "--load goes without"),
    (["play", "--load", "{record}", "--seats", "me,me"], "2 given, but the game has 3"),
    (["play", "--load", "{record}", "--seats", "me:A,me,me"], "in its file"),
    (["play", "cityhall", "--load", "{record}"], "is a game of Tammany Hall"),
    (["play", "--load", "{missing}"], "cannot be read"),
    (["simulate", "tammany"], "--out"),
    (["simulate", "tammany", "--players", "2", "--out", "{new}"], "3 to 5, not 2"),
    (["simulate", "tammany", "--players", "many", "--out", "{new}"], "--players"),
    (["simulate", "tammany", "--games", "0", "--out", "{new}"], "--games is a number from 1"),
    (["simulate", "tammany", "--games", "1000000", "--out", "{new}"], "--games is a number"),
    (["simulate", "tammany", "--seed", "-3", "--out", "{new}"], "--seed"),
    (["simulate", "tammany", "--option", "locks=?", "--out", "{new}"], "locks is one of"),
    (["simulate", "draughts", "--out", "{new}"], "draughts"),
    (["simulate", "tammany", "--out", "{record}"], "cannot be made"),
    (["simulate", "tammany", "--out", "{record}/inside"], "cannot be made"),
    (["simulate", "tammany", "--out", "a\0b"], "cannot be made"),
    (["check"], "FILE"),
    (["check", "{missing}"], "cannot be read: no such file"),
    (["check", "{folder}"], "cannot be read: is a directory"),
    (["check", "a\0b"], "cannot be read"),
    (["check", "{binary}"], "is not text: byte 1 is not UTF-8"),
    (["check", "{zeros}"], "is not text: it contains zero bytes"),
    (["check", "{huge}"], "is longer than 20 MB"),
    (["check", "{record}", "--board", "{missing}"], "cannot be read"),
    (["check", "{record}", "--board", "{record}"], "is not JSON"),
    (["check", "{record}", "--board", "{deep}"], "nested too deeply"),
    (["check", "{record}", "--board", "{list}"], "which is a JSON object"),
    (["show", "{missing}"], "cannot be read"),
    (["show", "{wrong}"], "line 1: a record begins with"),
    (["show", "{record}", "--at", "99999"], "event lines, not 99999"),
    (["show", "{record}", "--at", "-1"], "event lines, not -1"),
    (["show", "{record}", "--at", "x"], "--at"),
    (["show", "{record}", "--seat", "4"], "no seat 4"),
    (["show", "{record}", "--seat", "0"], "no seat 0"),
    (["bench", "whist"], "whist"),
]


@pytest.fixture
def places(record, tmp_path):
    """The files the command lines above speak of."""
    files = {
        "binary": b"\xff\xfe\x00\x01" * 50,
        "zeros": b"twohalls 1\n\0\0\0",
        "deep": b"[" * 100_000,
        "list": b"[]",
        "wrong": b"chess 1\n",
        "board": json.dumps(DEFAULT).encode(),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(LONGEST + 1)
    paths = {name: tmp_path / name for name in (*files, "huge", "missing", "new")}
    return {**paths, "folder": tmp_path, "record": record()}


@pytest.mark.parametrize(("arguments", "said"), ARGUMENTS)
def test_a_sentence_says_what_is_wrong(refused, places, arguments, said):
    before = sorted(places["folder"].iterdir())
    sentence = refused(*(argument.format(**places) for argument in arguments))
    assert said in sentence
    assert sorted(places["folder"].iterdir()) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bridges": [{"ends": ["M1", "Z9"]}]}, "Z9"),
        ({"star_start_space": {"2": 99, "3": 2, "4": 1}}, "star"),
        ({"approval_track": "high"}, "approval_track"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_by_its_file(refused, tmp_path, change, said):
    file = tmp_path / "board.json"
    file.write_text(json.dumps({**DEFAULT, **change}), "utf-8")
    sentence = refused("simulate", "cityhall", "--out", tmp_path / "new", "--board", file)
    assert sentence.startswith(f"{file}: ")
    assert said in sentence


def test_a_record_of_another_board_needs_that_board(run, tmp_path):
    board = tmp_path / "board.json"
    bridges = [{"name": "Ferry", "ends": ["M1", "B9"]}]
    board.write_text(json.dumps({**DEFAULT, "bridges": bridges}), "utf-8")
    out = tmp_path / "games"
    assert run("simulate", "cityhall", "--board", board, "--out", out).exit_code == 0
    [file] = out.iterdir()
    assert "another board" in run("check", file).stdout
    assert run("check", file, "--board", board).exit_code == 0
    shown = run("show", file, "--board", board).stdout
    assert "M1" in shown
    assert "next to M2 B9" in shown


def _command(*arguments, **more):
    return subprocess.run(
        [sys.executable, "-c", "from twohalls.cli import main; main()", *arguments],
        capture_output=True,
        timeout=120,
        **more,
    )


def test_a_reader_who_goes_away_is_no_mistake(record):
    """`twohalls show FILE | head -1`"""
    command = (
        f"{sys.executable} -c 'from twohalls.cli import main; main()' show {record()} | head -1"
    )
    run = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert run.stderr == ""
    assert run.stdout.startswith("┌")


def test_where_letters_cannot_be_shown_the_nearest_are(record):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    run = _command("show", record(), "--at", "40", env=environment)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.isascii()
    assert run.stdout.startswith(b"+----")
    assert b"2x3: 3 bosses of seat 2" in run.stdout


def test_a_mistake_of_ours_is_admitted_without_a_traceback(run, monkeypatch, record):
    monkeypatch.setattr("twohalls.read_record", lambda *_, **__: 1 / 0)
    file = record()
    with pytest.raises(ZeroDivisionError):
        run("check", file)
    monkeypatch.delenv("TWOHALLS_TRACEBACK")
    result = run("check", file)
    assert result.exit_code == 1
    assert result.stderr.startswith("twohalls: A mistake in the program (ZeroDivisionError in ")
