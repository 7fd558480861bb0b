"""`twohalls check` says of each record whether it is a game by the rules."""

import pytest
from tests.tables import DEFAULTS, finished


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_a_finished_game_is_ok_with_its_points_and_winner(run, record, name, players):
    file = record(name, players)
    points, winner = file.read_text("utf-8").splitlines()[-2:]
    result = run("check", file)
    assert result.exit_code == 0
    assert result.stdout == f"{file}: ok {points.split(' ', 1)[1]} {winner}\n"


def test_an_unfinished_game_is_ok_and_says_how_far_it_is(run, record):
    file = record(lines=60)
    result = run("check", file)
    assert (result.exit_code, result.stdout) == (0, f"{file}: ok, unfinished after 60 events\n")


def test_a_bid_without_the_others_counts_as_an_event(run, record):
    """It is sealed when the record breaks off, and still a line of it."""
    lines = finished("tammany", 3).splitlines()
    first_bid = next(number for number, line in enumerate(lines) if " bid " in line)
    start = next(number for number, line in enumerate(lines) if line.startswith("*"))
    file = record(lines=first_bid - start + 1)
    assert f"unfinished after {first_bid - start + 1} events" in run("check", file).stdout


@pytest.mark.parametrize(
    ("language", "good", "unfinished", "bad"),
    [
        ("fr", "en règle, points ", "inachevée après 60 événements", "ligne 3\u202f: "),
        ("it", "in regola, punti ", "interrotta dopo 60 eventi", "riga 3: "),
    ],
)
def test_verdicts_are_given_in_the_language_asked_for(
    run, record, tmp_path, language, good, unfinished, bad
):
    spoilt = tmp_path / "spoilt.txt"
    spoilt.write_text("\n".join([*finished("tammany", 3).splitlines()[:2], "seats"]), "utf-8")
    sayings = ((record(), good), (record("cityhall", 3, lines=60), unfinished), (spoilt, bad))
    for file, said in sayings:
        assert said in run("check", file, "--language", language).stdout


def test_the_first_wrong_line_is_named_with_the_reason(run, record):
    file = record()
    text = file.read_text("utf-8").splitlines()
    number = next(number for number, line in enumerate(text) if " boss " in line)
    text[number] = "1 boss 99" if text[number][0] == "1" else text[number][0] + " boss 99"
    file.write_text("\n".join(text), "utf-8")
    result = run("check", file)
    assert result.exit_code == 1
    assert result.stdout == f"{file}: line {number + 1}: there is no ward “99”\n"


def test_one_bad_file_among_good_ones_is_exit_code_1_and_all_are_told(run, record, tmp_path):
    good, bad = record(), tmp_path / "bad.txt"
    bad.write_text("chess 1\n", "utf-8")
    result = run("check", good, bad, good)
    assert result.exit_code == 1
    assert [line.split(": ")[1][:6] for line in result.stdout.splitlines()] == [
        "ok " + finished("tammany", 3).splitlines()[-2].split(" ", 1)[1][:3],
        "line 1",
        "ok " + finished("tammany", 3).splitlines()[-2].split(" ", 1)[1][:3],
    ]


def test_a_dash_is_standard_input(run):
    result = run("check", "-", input=finished("tammany", 3))
    assert result.exit_code == 0
    assert result.stdout.startswith("-: ok ")


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(run, tmp_path):
    file = tmp_path / "from-windows.txt"
    file.write_bytes(b"\xef\xbb\xbf" + finished("tammany", 3).replace("\n", "\r\n").encode())
    assert run("check", file).exit_code == 0


def test_nothing_in_a_file_can_steer_the_terminal(run, tmp_path):
    file = tmp_path / "escape.txt"
    file.write_text("twohalls 1\ngame \x1b[2Jtammany\n", "utf-8")
    assert "\x1b" not in run("check", file).output
