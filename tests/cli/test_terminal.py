"""What the games draw: everything on the board, in 80 columns, with or without colour."""

import itertools
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from tests.tables import DEFAULTS, new_table

import twohalls
from twohalls.cli.face import Face
from twohalls.cli.moves import LONG_GROUP, MANY, Moves
from twohalls.games.cityhall import terminal as cityhall
from twohalls.games.cityhall.board import DEFAULT
from twohalls.games.tammany import terminal as tammany
from twohalls.games.tammany.board import MAP
from twohalls.games.tammany.page.terms import LETTERS
from twohalls.kit import i18n
from twohalls.kit.canvas import LINES, WIDTH
from twohalls.kit.parts import terminal

ENGLISH = i18n.translators(i18n.DEFAULT)
NARROW = 60
BOXES = LINES.strip()
CTRL_C = "\x03"


def _touch(a, b):
    """Whether two rectangles share more of a border than a corner."""
    (left, top, right, bottom), (x0, y0, x1, y1) = a, b
    wide = min(right, x1) - max(left, x0)
    high = min(bottom, y1) - max(top, y0)
    return (wide == 0 and high > 0) or (high == 0 and wide > 0)


def test_wards_touch_on_the_drawn_map_exactly_where_they_are_adjacent():
    pairs = itertools.combinations(sorted(tammany.PLAN), 2)
    drawn = {(a, b) for a, b in pairs if _touch(tammany.PLAN[a], tammany.PLAN[b])}
    assert drawn == {tuple(pair) for pair in MAP["adjacent"]}


def _moments(name, players, seed=1):
    """A game as its first seat sees it, at one moment in ten."""
    rng = random.Random(seed)
    table = new_table(name, players, seed=seed)
    number = 0
    while not table.over:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        number += 1
        if number % 10 == 0 or table.over:
            yield table.view(1)


@pytest.mark.parametrize("players", twohalls.find_game("tammany").players)
def test_every_cube_and_boss_stands_on_the_map(players):
    for view in _moments("tammany", players):
        seen, lines = view.shown, tammany.board_text(view, WIDTH, *ENGLISH).plain.splitlines()
        for ward, (left, top, right, bottom) in tammany.PLAN.items():
            here = seen["wards"][str(ward)]
            inside = " ".join(line[left + 1 : right] for line in lines[top + 1 : bottom])
            letters = inside.replace("│", " ").split()
            assert letters[0] == str(ward)
            if here["active"]:
                cubes = [f"{LETTERS[c]}{n}" for c, n in here["cubes"].items() if n]
                bosses = [f"{seat}×{n}" for seat, n in here["bosses"].items() if n]
                assert [word for word in letters[1:] if word in cubes + bosses] == cubes + bosses
                assert ("LOCK" in letters or "VOTES" in letters) or not here["locked"]


@pytest.mark.parametrize("players", twohalls.find_game("cityhall").players)
def test_every_owner_permit_and_star_stands_on_the_boroughs(players):
    for view in _moments("cityhall", players):
        text = cityhall.board_text(view, WIDTH, *ENGLISH).plain
        for space, land in view.shown["lands"].items():
            column, row = DEFAULT["spaces"][space]
            x, y = column * cityhall.LOT[0], row * cityhall.LOT[1]
            lines = text.splitlines()[y + 1 : y + cityhall.LOT[1]]
            inside = " ".join(line[x + 1 : x + cityhall.LOT[0]] for line in lines)
            assert space in inside
            assert (f"({land['owner']})" in inside) == (land["owner"] is not None)
            assert (f"${land['money']}" in inside) == land["offered"]
            if land["permit"]:
                assert land["permit"].capitalize() in inside
                assert (f"{land['stars']}★" in inside) == (land["permit"] != "park")


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_board_and_list_fit_and_hold_no_colour_of_their_own(name, players):
    game = twohalls.find_game(name)
    face = terminal(game)
    for view in _moments(name, players, seed=2):
        rows = face.board_text(view, WIDTH, *ENGLISH).plain.splitlines()
        assert max(map(len, rows[:26])) <= 80
        assert "┌" not in face.list_text(view, *ENGLISH).plain
        assert "┌" not in face.board_text(view, NARROW, *ENGLISH).plain


@pytest.mark.parametrize(("name", "players"), [("tammany", 5), ("cityhall", 4)])
def test_boxes_and_columns_hold_in_every_language(name, players):
    """The lines of the map are where they are in English, and nothing is cut off beside it."""
    game = twohalls.find_game(name)
    face = terminal(game)
    for view in _moments(name, players, seed=3):
        english = face.board_text(view, WIDTH, *ENGLISH).plain.splitlines()
        for language in i18n.LANGUAGES:
            words = i18n.translators(language, game)
            rows = face.board_text(view, WIDTH, *words).plain.splitlines()
            for row, same in zip(rows, english, strict=False):
                assert [(x, sign) for x, sign in enumerate(row) if sign in BOXES] == [
                    (x, sign) for x, sign in enumerate(same) if sign in BOXES
                ], (language, row)
            assert "…" not in "".join(rows), language
            assert max(map(len, rows[:26])) <= 80


@pytest.mark.parametrize(("name", "players"), DEFAULTS)
def test_every_legal_move_has_words_and_a_number(name, players):
    game = twohalls.find_game(name)
    face = Face(game)
    rng = random.Random(1)
    table = new_table(name, players)
    while not table.over:
        seat = rng.choice(table.awaited)
        view = table.view(seat)
        moves = Moves(face, view.names, view.legal)
        assert sorted(moves.lines) == sorted(view.legal)
        assert face.task(view).strip()
        for group in moves.groups:
            assert group.verb in face.moves()
        table.submit(seat, rng.choice(view.legal))
    for line in table.view(None).happened:
        told = face.done([line], table.names)
        assert told or line.text in game.words.closing


def test_long_groups_are_folded_only_where_there_are_many_moves():
    face, names = Face(twohalls.find_game("tammany")), ("Nora", "Teo", "Pia")
    few = Moves(face, names, [f"boss {n}" for n in range(LONG_GROUP + 1)])
    many = Moves(face, names, [f"boss {n}" for n in range(MANY + 1)])
    assert "boss 16" in "".join(row.plain for row in few.summary())
    assert "moves boss lists them" in "".join(row.plain for row in many.summary())
    assert many.number(MANY + 1) == f"boss {MANY}"
    assert many.number(MANY + 2) is None


# --- In a terminal of its own -----------------------------------------------------------------


def _at_a_terminal(typed, *arguments, **environment):
    """What a terminal of 80 columns shows of `twohalls play` when somebody types into it."""
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})\n"
        "from twohalls.cli import main; main()"
    )
    leader, follower = pty.openpty()
    subprocess.run(["stty", "cols", "80", "rows", "40"], stdin=follower, check=True)
    surroundings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "CI")}
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**surroundings, "TERM": "xterm-256color", **environment},
        close_fds=True,
        start_new_session=True,
    ) as process:
        os.close(follower)
        shown = _converse(leader, typed, process)
        os.close(leader)
    assert process.returncode == 0, shown
    return shown


def _converse(leader, typed, process):
    """Type a line whenever the command waits at a prompt.

    Like a person, it presses Ctrl-C again where nothing happens: a signal that comes between the
    prompt and the waiting for a key is only noticed with the next.
    """
    shown, waiting, answers, interrupted = b"", b"", list(typed), None
    until = time.monotonic() + 120
    while time.monotonic() < until:
        ready, _, _ = select.select([leader], [], [], 0.2)
        if ready:
            try:
                more = os.read(leader, 65536)
            except OSError:
                break
            if not more:
                break
            shown, waiting, interrupted = shown + more, waiting + more, None
            continue
        if process.poll() is not None:
            break
        if interrupted and time.monotonic() - interrupted > 3:
            answers.insert(0, CTRL_C)
        elif not answers or not re.search(rb"(> |: |\]: )$", waiting):
            continue
        waiting, answer = b"", answers.pop(0)
        if answer == CTRL_C:
            process.send_signal(signal.SIGINT)
            interrupted = time.monotonic()
        else:
            os.write(leader, answer.encode())
    return shown.decode()


def _columns(shown):
    bare = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    return max(len(line) for line in re.split(r"[\r\n]+", bare))  # what \r writes over is gone


def test_make_play_asks_for_a_name_and_opponents_and_enter_enter_enter_plays():
    typed = ["\n", "\n", "\n", "1\n", "quit\n", "\n"]
    shown = _at_a_terminal(typed, "play", "tammany", "--seed", "3")
    assert "How many opponents, 2 to 4 [2]: " in shown
    assert "1 Heeler (easy): A friendly beginner who knows the rules and makes mistakes." in shown
    assert "Level [1]: " in shown
    assert "(Heeler)" in shown
    assert "2 Teo" in shown
    assert "Save the game first?" in shown
    assert _columns(shown) <= 80
    assert "\x1b[" in shown


def test_answers_that_will_not_do_are_asked_again():
    typed = ["a,b\n", "Nora\n", "7\n", "x\n", "3\n", "emperor\n", "captain\n", "\x04"]
    shown = _at_a_terminal([*typed, "\x04"], "play", "tammany")
    assert "That will not do" in shown
    assert "A number from 2 to 4" in shown
    assert "A number from 1 to 4 or a name" in shown
    assert "(Captain)" in shown
    assert "Nora" in shown
    assert "The game ends here." in shown


def test_quit_offers_to_save_and_the_file_can_be_resumed(tmp_path):
    file = tmp_path / "game.txt"
    seats = ("--seats", "me:Nora,random,random", "--seed", "3")
    _at_a_terminal(["6\n", "quit\n", "/nowhere/x\n", f"{file}\n"], "play", *seats)
    assert twohalls.read_record(file.read_text("utf-8")).awaited == (1,)


def test_ctrl_c_at_a_prompt_ends_politely():
    seats = ("--seats", "me:Nora,random,random")
    shown = _at_a_terminal([CTRL_C, "\n"], "play", *seats)
    assert "The game ends here." in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_nothing_is_lost(environment):
    seats = ("--seats", "me:Nora,random,random", "--seed", "3")
    shown = _at_a_terminal(["quit\n", "\n"], "play", *seats, **environment)
    assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|38;|9[0-7])", shown)
    assert "1 Nora" in shown
    assert "I Irish, E English, G German, It Italian" in shown
