"""A game watched again: every moment, its sentences, what is hidden, and who may look."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.server.test_secrets import copy, hidden_pairs
from tests.serving import quick
from tests.tables import DEFAULTS, finished, half_way
from tests.web.replaying import LANGUAGES, hand_in, leaf, played, text_of

import twohalls
from twohalls import GAMES, find_game
from twohalls.kernel.table import Table
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page
from twohalls.server.records import MOST_LINES
from twohalls.web import replay
from twohalls.web.app import create_app
from twohalls.web.book import chapters

NAMES = ["Ada", "Bert", "Cleo"]
GOLDEN = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = create_app(quick(f"sqlite:///{tmp_path_factory.mktemp('replay') / 'tables.db'}"))
    with TestClient(app, raise_server_exceptions=False) as made:
        yield made


# --- Every moment ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), DEFAULTS)
def test_every_line_has_its_sentence(game, players, language):
    table = twohalls.read_record(finished(game, players))
    end = table.past(len(table.lines), None)
    told = page(table.game).told(end, *translators(language, table.game))
    assert [event.at for event in told] == list(range(1, len(table.lines) + 1))
    assert [event.seat for event in told] == [line.seat for line in table.lines]
    assert all(event.sentences and all(event.sentences) for event in told)


@pytest.mark.parametrize(("game", "players"), DEFAULTS)
def test_every_moment_can_be_drawn(game, players):
    table = played(game, players)
    for at in range(0, len(table.lines) + 1, 3):
        made = replay.fragments(leaf(table, None, at, in_words=at % 2 == 1))
        assert f'data-at="{at}"' in made["moment"]
        assert "form=" not in "".join(made[name] for name in ("moment", "steps", "said"))


@pytest.mark.parametrize(("game", "players"), DEFAULTS)
def test_a_replay_offers_no_move(game, players):
    table = played(game, players, lines=half_way(game, players, 60))
    seat = table.awaited[0]
    for at in (0, 9, len(table.lines)):
        html = text_of(replay.whole_page(leaf(table, seat, at)))
        assert 'name="line"' not in html
        assert "?pick=" not in html
        assert 'form="undo"' not in html


def test_years_and_elections_are_chapters():
    table = played("tammany", 3)
    found = chapters(table.past(len(table.lines), None), *translators("en", table.game))
    years = [chapter for chapter in found[1:-1] if not chapter.is_election]
    assert [chapter.short for chapter in years] == [str(year) for year in range(1, 17)]
    for year, chapter in enumerate(years, 1):
        assert table.past(chapter.at, None).to_json()["year"] in (year, year + 1)
        assert table.past(chapter.at - 1, None).to_json()["year"] == year
    elections = [chapter for chapter in found if chapter.is_election]
    assert len(elections) == 4
    for term, chapter in enumerate(elections, 1):
        line = table.lines[chapter.at - 1]
        assert table.past(chapter.at - 1, None).to_json()["year"] == 4 * term
        assert line.text == "end" or line.text.startswith("bid ")


def test_rounds_are_chapters():
    table = played("cityhall", 3)
    found = chapters(table.past(len(table.lines), None), *translators("en", table.game))
    for number, chapter in enumerate(found[1:-1], 1):
        assert chapter.short == str(number)
        assert table.past(chapter.at, None).to_json()["round"] == number
        assert table.past(chapter.at - 1, None).to_json()["round"] == number - 1


# --- What is hidden ----------------------------------------------------------------------------


def all_a_replay_tells(table, seat, at):
    """Every page, picture, chart and text of a moment, as one text."""
    texts = []
    for language in LANGUAGES:
        for in_words in (False, True):
            found = leaf(table, seat, at, language, in_words)
            texts.append(text_of(replay.whole_page(found)))
            texts.append(text_of(replay.changes(found)))
        texts.append(text_of(replay.result_page(leaf(table, seat, at, language))))
        texts.append(replay.drawn(leaf(table, seat, at, language)))
    return "\n".join([*texts, leaf(table, seat, at).book.record])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_replay_of_a_running_game_depends_on_what_is_hidden(game, seed):
    rng = random.Random(seed)
    table = Table(find_game(game), NAMES, {}, seed)
    compared = 0
    while not compared:
        if table.over:  # by chance it offered nothing to hide
            table = Table(find_game(game), NAMES, {}, rng.getrandbits(20))
        seat, line, other_line, others = hidden_pairs(table, rng)
        if other_line is not None and (game == "cityhall" or rng.random() < 0.3):
            one, two = copy(table), copy(table)
            one.submit(seat, line)
            two.submit(seat, other_line)
            viewer = rng.choice(others)
            last = len(one.lines)
            assert last == len(two.lines)
            for at in {0, last // 2, last}:
                assert all_a_replay_tells(one, viewer, at) == all_a_replay_tells(two, viewer, at)
            compared += 1
        table.submit(seat, line)


def test_money_and_influence_are_drawn_for_oneself_alone_while_the_game_runs():
    table = played("cityhall", 3, lines=60)
    assert not table.over
    own = text_of(replay.result_page(leaf(table, 1, 0)))
    public = text_of(replay.result_page(leaf(table, None, 0)))
    assert 'id="chart-influence"' in own
    assert 'id="chart-influence"' not in public
    assert 'id="chart-population"' in public
    assert 'id="chart-votes"' not in own
    legend = re.search(r'id="chart-influence".*?<ul class="legend".*?</ul>', own, re.S)
    assert legend is not None
    assert legend[0].count("<li") == 1


def test_after_the_game_a_replay_tells_what_was_hidden():
    table = played("cityhall", 3)
    at = next(n for n, line in enumerate(table.lines) if line.text.startswith("return ")) + 1
    kept = table.lines[at - 1].text.split()[1].capitalize()
    assert (
        f"slips a {kept} permit under the deck" in replay.fragments(leaf(table, None, at))["moment"]
    )
    running = copy(table)
    running.log = []
    hands = replay.fragments(leaf(table, None, at))["hands"]
    assert hands.count("<li>") == 3


# --- Who may look ------------------------------------------------------------------------------

PLACES = ("replay", "replay/text", "replay/parts", "result", "record.txt", "board.svg", "board.png")


def new_api_table(client, game="tammany"):
    body = {"game": game, "seats": [{"name": name, "kind": "open"} for name in NAMES]}
    return client.post("/api/v1/tables", json={**body, "options": {}}).json()


@pytest.mark.parametrize("place", [*PLACES, "preview.png"])
def test_a_running_game_is_closed_to_who_has_only_its_address(client, place):
    made = new_api_table(client)
    client.cookies.clear()
    closed = client.get(f"/t/{made['id']}/{place}")
    nowhere = client.get(f"/t/nosuchtable0/{place}")
    assert closed.status_code == nowhere.status_code == 404
    assert closed.text.replace(made["id"], "") == nowhere.text.replace("nosuchtable0", "")


@pytest.mark.parametrize("place", PLACES)
def test_who_watches_a_running_game_may_watch_it_again(client, place):
    made = new_api_table(client)
    client.get(f"/w/{made['watch']}")
    answer = client.get(f"/t/{made['id']}/{place}?at=1")
    assert answer.status_code == 200
    client.cookies.clear()


@pytest.mark.parametrize("path", ["/x/AAAAAAAAAAAA/replay", "/r/nothing/replay", "/r/0/result"])
def test_there_is_nothing_to_watch_elsewhere(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("at", ["99999999", "-1", "x", "", "1e3", "٣"])
def test_a_moment_that_is_none_is_one_of_those_there_are(client, at):
    where = hand_in(client, finished("tammany", 3)).headers["location"]
    answer = client.get(where, params={"at": at})
    assert answer.status_code == 200
    last = len(twohalls.read_record(finished("tammany", 3)).lines)
    assert f'data-at="{last if at == "99999999" else 0}"' in answer.text


# --- Records in and out ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file", sorted(GOLDEN.glob("*/golden/*.txt"))[::6], ids=lambda file: f"{file.stem}"
)
def test_a_record_goes_in_and_comes_out_again(client, file):
    text = file.read_text("utf-8")
    answer = hand_in(client, text)
    assert answer.status_code == 303
    where = answer.headers["location"].removesuffix("/replay")
    out = client.get(f"{where}/record.txt")
    assert out.headers["content-disposition"].startswith("attachment")
    assert out.text == twohalls.read_record(text).record()
    assert hand_in(client, out.text).headers["location"] == answer.headers["location"]


def test_a_record_is_watched_and_never_played_on(client):
    table = played("tammany", 3, lines=30)
    where = hand_in(client, table.record()).headers["location"].removesuffix("/replay")
    page = client.get(f"{where}/replay", params={"at": 9999})
    assert page.status_code == 200
    assert 'name="line"' not in page.text
    assert client.get(where).status_code == 404
    assert client.post(f"{where}/move", data={"line": "end", "seat": "1"}).status_code == 404
    id = where.rsplit("/", 1)[1]
    assert client.get(f"/t/{id}").status_code == 404
    assert client.get(f"{where}/record.txt").text == table.record()


def broken(number, line):
    """A whole game with one of its lines changed; lines count from 1."""
    lines = finished("tammany", 3).split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


REFUSED = [
    ("", 1, "ends before"),
    ("twohalls 2\n", 1, "begins with"),
    (broken(2, "game chess"), 2, "chess"),
    (broken(3, "players Ada"), 3, "3 to 5 players"),
    (broken(12, "1 boss 99"), 12, "99"),
    (broken(40, "nonsense"), 40, "seat move"),
    (broken(40, "<script>alert(1)</script> x"), 40, ""),
    (
        finished("tammany", 3) + "1 end\n",
        finished("tammany", 3).count("\n") + 1,
        "nothing can follow",
    ),
    ("twohalls 1\ngame tammany\nplayers Ada, Bert, Cleo\n", 4, "nothing happens"),
]


@pytest.mark.parametrize(("text", "line", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_a_bad_record_is_refused_at_its_line(client, text, line, reason):
    answer = hand_in(client, text)
    assert answer.status_code == 422
    assert f"Refused at line {line}." in answer.text
    assert reason.lower() in answer.text.lower()
    if line <= len(text.split("\n")) and text.split("\n")[line - 1]:
        assert f'<b aria-hidden="true">{line}</b>' in answer.text
    assert "<script>alert" not in answer.text


def test_the_reason_is_in_the_language_of_the_reader(client):
    answer = client.post(
        "/import",
        files={"record": ("a.txt", broken(12, "1 boss 99").encode())},
        headers={"accept-language": "fr"},
    )
    assert "Refused at" not in answer.text
    assert "Refus à la ligne 12." in answer.text


HOSTILE = {
    "not UTF-8": (b"twohalls 1\ngame tammany\nplayers \xff\xfe\xfa, Bert, Cleo\n", 422, 3),
    "UTF-16": ("twohalls 1\ngame tammany\n".encode("utf-16"), 422, 1),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, 422, 1),
    "NUL": (finished("tammany", 3).encode().replace(b"Ada", b"A\0da"), 422, 3),
    "escapes": (b"twohalls 1\n\x1b[2Jgame tammany\n", 422, 2),
    "one endless line": (b"twohalls 1\n" + b"x" * 100_000, 422, 2),
    "too many lines": (b"twohalls 1\n" + b"# \n1\n" * (MOST_LINES + 5), 422, None),
    "too large": (b"twohalls 1\n" + b"#" * 200_000, 413, None),
    "nested zip": (b"PK\x03\x04" + b"\0" * 5000, 422, 1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_words(client, what):
    body, status, line = HOSTILE[what]
    answer = hand_in(client, body)
    assert answer.status_code == status
    assert len(answer.content) < 20_000
    if line:
        assert f"Refused at line {line}." in answer.text


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>", "{{ 7*7 }}", "]]>&"]
)
def test_names_in_a_record_are_only_ever_text(client, name):
    text = finished("tammany", 3).replace("players Ada", f"players {name}", 1)
    where = hand_in(client, text).headers["location"].removesuffix("/replay")
    for place in ("replay?at=50", "replay/text?at=50", "replay/parts?at=50", "result", "board.svg"):
        page = client.get(f"{where}/{place}").text
        assert "<script>alert" not in page
        assert "<img src" not in page
        assert "49" not in page or name != "{{ 7*7 }}" or "7*7" in page


@pytest.mark.parametrize("form", [{}, {"record": "twohalls 1"}])
def test_a_form_without_a_file_is_refused_like_an_empty_one(client, form):
    assert client.post("/import", data=form).status_code == 422
