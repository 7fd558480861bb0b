"""`twohalls play`, driven by what a person would type."""

import itertools
import random
import re

import pytest
from tests.tables import DEFAULTS

import twohalls
from twohalls.cli.seats import PERSON, Seating
from twohalls.cli.session import Session
from twohalls.kit.i18n import LANGUAGES


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


ME = ("--seats", "me:Nora,random:Teo,random:Pia", "--seed", "3")


def test_a_move_by_its_number_and_as_typed_in_a_record(run):
    result = run("play", "tammany", *ME, input=script("6", "boss 14"))
    assert result.stdout.count("You placed a boss in Ward 14.") == 2


@pytest.mark.parametrize("typed", ["BOSS  14", " boss 14 ", "1 boss 14"])
def test_capitals_spaces_and_the_own_seat_number_do_no_harm(run, typed):
    assert "You placed a boss in Ward 14." in run("play", *ME, input=script(typed)).stdout


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("boss 99", "There is no ward “99”."),
        ("boss 9", "Ward 9 is not in play yet."),
        ("end", "Place your pieces before you end the turn."),
        ("dance", "“dance” is not a move of this game."),
        ("0", "The moves are numbered 1 to"),
        ("99999999999999999999", "The moves are numbered 1 to"),
        ("2 boss 14", "You are seat 1"),
        ("", "Choose a number, type a move, or ask for help."),
        ("x" * 5000, "A move is a short line of text."),
        ("moves slander", "You cannot “slander” now"),
        ("moves boss 7", "The last page is 1."),
        ("rules chess", "The rules have no part “chess”."),
        ("undo", "You have nothing to undo."),
        ("save", "Save needs the name of a file."),
        ("save /nowhere/at/all", "cannot be written: no such file or directory."),
    ],
)
def test_what_does_not_go_is_answered_with_the_reason_and_asked_again(run, typed, answer):
    result = run("play", "tammany", *ME, input=script(typed, "boss 14"))
    assert answer in result.stdout
    assert "You placed a boss in Ward 14." in result.stdout


def test_where_there_is_one_move_a_wrong_number_is_answered_so(run):
    result = run("play", "tammany", *ME, input=script("boss 14", "boss 14", "7"))
    assert "There is only one move now: just press Enter." in result.stdout


def test_undo_takes_one_piece_back(run):
    result = run("play", *ME, input=script("boss 14", "undo", "boss 6"))
    assert "Nora takes a move back." in result.stdout
    assert "You placed a boss in Ward 6." in result.stdout
    assert result.stdout.count("Place your pieces: two bosses, or a boss and a cube.") == 2


def test_help_rules_log_board_and_moves_tell_and_change_nothing(run):
    asked = ("help", "?", "rules", "rules slander", "log", "log 1", "board", "board list")
    result = run("play", *ME, input=script(*asked, "moves", "moves cube", "boss 14"))
    assert "save FILE" in result.stdout
    assert "Have the most victory points after sixteen years." in result.stdout
    assert "In terms 2, 3 and 4 you may slander an opponent." in result.stdout
    assert result.stdout.count("Teo goes first.") == 2
    assert "Ward 14 Hall" in result.stdout
    assert "You placed a boss in Ward 14." in result.stdout


def test_many_moves_are_folded_and_unfolded_page_by_page(run):
    seats = ("--seats", "me:Nora,random,random,random,random", "--seed", "2")
    result = run("play", *seats, input=script("moves cube", "moves cube 2"))
    assert "moves cube lists them" in result.stdout
    assert re.search(r"^ +\d+ Place an? \w+ cube .*\(cube \w+ \d+\)", result.stdout, re.M)


@pytest.mark.parametrize(
    ("table", "language"), [*zip(DEFAULTS, itertools.cycle(LANGUAGES), strict=False)]
)
def test_a_whole_game_can_be_played_by_numbers(run, table, language):
    name, players = table
    seats = ",".join(["me:Nora"] + ["random"] * (players - 1))
    where = (name, "--seats", seats, "--seed", 5, "--language", language)
    result = run("play", *where, input=script("4", "2", "1") * 400)
    assert result.exit_code == 0
    assert re.search(r"\. Nora \d+, .* \d+\.$", result.stdout, re.M)
    shown = result.stdout.replace("Nora (1) > ", "\n")
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_opponents_alone_play_to_the_end(run, name):
    least = twohalls.find_game(name).players[0]
    result = run("play", name, "--seats", ",".join(["random"] * least), "--seed", 1)
    assert result.exit_code == 0
    assert re.search(r"(wins|share the win)\.", result.stdout)


def test_the_same_seed_and_the_same_answers_give_the_same_game(run):
    answers = script("4", "2", "1") * 60
    assert run("play", *ME, input=answers).stdout == run("play", *ME, input=answers).stdout


def test_an_empty_input_ends_politely(run):
    result = run("play", "tammany", input="")
    assert result.exit_code == 0
    assert result.stdout.endswith("The game ends here.\n")


def test_quit_ends_without_an_offer_where_nobody_sits_at_a_terminal(run):
    result = run("play", *ME, input=script("quit"))
    assert (result.exit_code, "Save the game" in result.stdout) == (0, False)


def test_a_level_plays_by_its_name(run):
    result = run("play", "pushcart", "--seats", "heeler,random", "--seed", 1)
    assert "(Heeler)" in result.stdout
    assert re.search(r"(wins|share the win)\.", result.stdout)


def test_a_hint_says_a_move_its_chances_and_changes_nothing(run):
    result = run("play", *ME, input=script("hint", "boss 14"))
    assert re.search(r"Your chance of winning: \d+% after it[.,]", result.stdout)
    assert "You placed a boss in Ward 14." in result.stdout


def test_without_opponents_there_are_no_hints(run, monkeypatch):
    monkeypatch.setattr("twohalls.bots.levels.features", lambda game: None)
    result = run("play", *ME, input=script("hint", "boss 14"))
    assert "Nobody here can give hints" in result.stdout


# --- Save and resume --------------------------------------------------------------------------


@pytest.mark.parametrize("name", twohalls.GAMES)
def test_a_saved_game_goes_on_where_it_was(run, tmp_path, name):
    least = twohalls.find_game(name).players[0]
    seats = ",".join(["me:Nora", "random:Teo", "random:Pia"][:least])
    file = tmp_path / "game.txt"
    first = script("1", "1", "1", f"save {file}", "quit")
    assert "Saved in" in run("play", name, "--seats", seats, "--seed", 3, input=first).stdout
    saved = file.read_text("utf-8")
    assert run("check", file).exit_code == 0
    again = run("play", "--load", file, input=script("save", "quit"))
    assert "1 Nora, 2 Teo (Random)" in again.stdout
    assert file.read_text("utf-8") == saved
    assert 1 in twohalls.read_record(saved).awaited


def test_a_saved_game_may_be_given_other_opponents(run, tmp_path, record):
    file = record(lines=30)
    result = run("play", "--load", file, "--seats", "random,random,random")
    assert re.search(r"(wins|share the win)\.", result.stdout)


def test_another_file_is_not_overwritten_without_a_word(run, tmp_path):
    file = tmp_path / "dear.txt"
    file.write_text("dear", "utf-8")
    result = run("play", *ME, input=script(f"save {file}"))
    assert "There is already a file" in result.stdout.replace("\n", " ")
    assert file.read_text("utf-8") == "dear"
    run("play", *ME, input=script(f"save! {file}"))
    assert file.read_text("utf-8").startswith("twohalls 1\n")


# --- Several people at one screen -------------------------------------------------------------


def _session(table, kinds):
    from rich.console import Console

    return Session(table, Seating(kinds, table.names), random.Random(1), Console(width=80))


def _bidding_table():
    """Two people stand in one ward of the first election, with chips that count."""
    for seed in range(50):
        rng = random.Random(seed)
        table = twohalls.new_table("tammany", ["Nora", "Teo", "Pia"], seed=seed)
        while table.view(None).to_json()["phase"] != "bid":
            [seat] = table.awaited
            table.submit(seat, rng.choice(table.view(seat).legal))
        if all(len(table.view(seat).legal) > 1 for seat in table.awaited):
            return table
    raise AssertionError


def _always_one(monkeypatch):
    """Every prompt is answered with 1; the prompts are kept."""
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    return prompts


def test_a_curtain_falls_between_two_people_who_bid(monkeypatch, capsys):
    table = _bidding_table()
    seats = table.awaited
    typed = _always_one(monkeypatch)
    session = _session(table, (PERSON,) * 3)
    for _ in seats:
        session._next()
    assert typed[0] == "Press Enter when you are ready: "
    assert typed.count("Press Enter when you are ready: ") == len(seats)
    said = capsys.readouterr().out
    assert said.index("Everybody else looks away.") < said.index("chips that count here")
    assert said.count("bid no chips in Ward") == len(seats)
    assert said.index("bid no chips in Ward") > said.rindex("looks away")


def test_no_curtain_falls_for_one_person_among_opponents(monkeypatch):
    table = _bidding_table()
    person = table.awaited[0]
    typed = _always_one(monkeypatch)
    kinds = tuple(PERSON if seat == person else "random" for seat in table.seats)
    session = _session(table, kinds)
    while table.awaited and table.awaited[0] != person:
        session._next()
    session._next()
    assert "Press Enter when you are ready: " not in typed


def test_hands_stay_behind_the_curtain_in_city_hall(run):
    seats = ("--seats", "me:Nora,me:Teo", "--seed", "4")
    result = run("play", "cityhall", *seats, input=script("", "1", "", "1", "", "1"))
    screens = result.stdout.split("Everybody else looks away.")
    assert len(screens) > 3
    for screen in screens[1:-1]:
        purses = re.findall(r"^[> ] \d (?:Nora|Teo).*? (\$\d+|\?) ", screen, re.M)
        assert sorted(purse[0] for purse in purses) == ["$", "?"]


def test_at_one_screen_the_last_move_of_the_other_can_be_taken_back(run):
    seats = ("--seats", "me:Nora,me:Teo,me:Pia", "--seed", "3")
    result = run("play", *seats, input=script("boss 14", "boss 14", "end", "undo", "undo"))
    assert result.stdout.count(" takes a move back.") == 2


def test_a_bid_that_can_only_be_nothing_is_made_without_asking(run):
    result = run("play", *ME, input=script("boss 14", "boss 14", "end") * 4)
    assert "(bid 14 0)" not in result.stdout
