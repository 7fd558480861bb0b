"""A game of nothing but rules works everywhere; a broken one is left out and harms nobody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from tests.odd import make_all
from tests.serving import Serving
from tests.web.replaying import hand_in

Command = Callable[..., "subprocess.CompletedProcess[str]"]
REASONS = {
    "unloadable": "it rains",
    "lawless": "its rules lack resample",
    "shouting": "its name “Shouting Game!” is not a short word of small letters",
    "double": "there is a game “bare” already",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("odd")
    make_all(made)
    return made


@pytest.fixture(scope="module")
def path(folder: Path) -> str:
    return os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])


@pytest.fixture(scope="module")
def server(path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with pytest.MonkeyPatch.context() as surroundings:
        surroundings.setenv("PYTHONPATH", path)
        running = Serving(tmp_path_factory.mktemp("server") / "tables.db")
        yield running
        running.close()


@pytest.fixture
def http(server: Serving) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=server.url, timeout=60, follow_redirects=True) as client:
        yield client


@pytest.fixture(scope="module")
def command(path: str) -> Command:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = "from twohalls.cli import main; main()"
        given = [sys.executable, "-c", program, *arguments]
        surroundings = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(given, capture_output=True, text=True, env=surroundings, check=False)

    return run


@pytest.fixture(scope="module")
def record(command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of nothing but rules."""
    out = tmp_path_factory.mktemp("records")
    made = command("simulate", "bare", "--players", "3", "--seed", "1", "--out", str(out))
    assert made.returncode == 0, made.stderr
    return next(out.iterdir())


# --- Broken --------------------------------------------------------------------------------------


def test_a_broken_game_is_left_out_with_the_reason(server: Serving, http: httpx2.Client) -> None:
    start = http.get("/").text
    for game in ("tammany", "cityhall", "pushcart", "bare", "mute", "clumsy", "boardless", "dull"):
        assert f'<article class="game {game}"' in start
    log = server.log.read_text("utf-8")
    for game, reason in REASONS.items():
        assert f"the game in {game} is left out: {reason}" in log
    assert start.count("<article") == 8


def test_a_broken_page_falls_back_to_words(server: Serving, http: httpx2.Client) -> None:
    table = http.post("/play", data={"go": "mute solo", "name": "Ada"})
    assert 'value="save 1"' in table.text
    log = server.log.read_text("utf-8")
    assert "page of mute is left out: No module named 'a_module_that_is_not_there'" in log


def test_a_table_that_cannot_be_drawn_is_shown_in_words(
    server: Serving, http: httpx2.Client
) -> None:
    table = http.post("/play", data={"go": "clumsy solo", "name": "Ada"})
    assert table.url.path.endswith("/text")
    assert 'value="save 1"' in table.text
    assert "a table of clumsy cannot be drawn" in server.log.read_text("utf-8")
    start = http.get("/")
    assert start.status_code == 200
    assert table.url.path.removesuffix("/text") in start.text
    assert "the moment of a table of clumsy is not told" in server.log.read_text("utf-8")


def test_a_page_without_its_templates_is_left_out(server: Serving, http: httpx2.Client) -> None:
    table = http.post("/play", data={"go": "boardless solo", "name": "Ada"})
    assert 'value="save 1"' in table.text
    reason = "page of boardless is left out: has_board, but no table.html, replay.html"
    assert reason in server.log.read_text("utf-8")


def test_features_that_lack_something_and_a_spoilt_catalogue_are_left_out(
    server: Serving, http: httpx2.Client
) -> None:
    assert http.get("/", headers={"Accept-Language": "fr"}).status_code == 200
    assert http.get("/new/dull", headers={"Accept-Language": "fr"}).status_code == 200
    log = server.log.read_text("utf-8")
    assert "features of dull is left out: it lacks quiet" in log
    assert re.search(r"dull/locale/fr\.po is left out: .*utf-8", log)


# --- Nothing but rules ---------------------------------------------------------------------------


def test_its_table_is_in_words_and_offers_random_opponents_alone(http: httpx2.Client) -> None:
    new = http.get("/new/bare").text
    assert 'value="random"' in new
    assert 'value="captain"' not in new
    table = http.post("/play", data={"go": "bare solo", "name": "Ada"})
    assert table.status_code == 200
    assert 'value="save 1"' in table.text
    assert 'href="/rules/bare' not in table.text
    assert "/hint" not in table.text
    assert http.get(f"{table.url.path}/text").status_code == 200


def test_a_move_is_answered_by_random_opponents(http: httpx2.Client) -> None:
    table = http.post("/play", data={"go": "bare solo", "name": "Ada"})
    version = re.search(r'name="version" value="(\d+)"', table.text)
    assert version is not None
    answer = {"line": "save 1", "version": version[1], "seat": "1"}
    moved = http.post(f"{table.url.path}/move", data=answer)
    assert moved.status_code == 200


def test_it_has_no_rules_to_read_and_no_lesson(http: httpx2.Client) -> None:
    assert "/rules/bare" not in http.get("/rules").text
    refused = http.get("/rules/bare")
    assert refused.status_code == 404
    assert "not written down here" in refused.text
    assert 'formaction="/lesson/bare"' not in http.get("/").text
    assert http.post("/lesson/bare", data={"name": "Ada"}).status_code == 404


def test_it_is_watched_again_and_drawn_plainly(http: httpx2.Client, record: Path) -> None:
    there = hand_in(http, record.read_text("utf-8")).headers["location"].removesuffix("/replay")
    for path in ("/replay", "/replay/text?at=2", "/result"):
        assert http.get(f"{there}{path}").status_code == 200, path
    assert "/analysis" not in http.get(f"{there}/result").text
    assert "Bare" in http.get(f"{there}/board.svg").text
    assert http.get(f"{there}/board.png").content.startswith(b"\x89PNG")
    refused = http.post(f"{there}/analysis")
    assert refused.status_code == 404
    assert "Bare has only opponents that play at random" in refused.text


def test_it_is_shown_and_played_in_a_terminal(command: Command, record: Path) -> None:
    shown = command("show", str(record))
    assert shown.returncode == 0, shown.stderr
    assert "crate" in shown.stdout
    assert command("check", str(record)).returncode == 0
    played = command("play", "bare", "--seats", "random,random", "--seed", "1")
    assert re.search(r"(wins|share the win)\.", played.stdout), played.stderr


def test_matches_of_random_opponents_alone_are_played(command: Command) -> None:
    bots = ("--players", "2", "--games", "2", "--budget", "1sims", "--cores", "1")
    assert command("arena", "bare", "--bots", "random,random", *bots).returncode == 0
    refused = command("arena", "bare", "--bots", "captain,random", *bots)
    assert refused.returncode == 1
    assert (
        refused.stderr.splitlines()[-1] == "twohalls: Bare has only opponents that play at random."
    )


def test_there_is_nothing_to_train(command: Command, tmp_path: Path) -> None:
    refused = command("train", "bare", "--out", str(tmp_path), "--games", "1")
    assert refused.returncode == 1
    assert (
        refused.stderr.splitlines()[-1] == "twohalls: Bare has only opponents that play at random."
    )
