"""Records: written, read back, and refused with the line and the reason."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tables import (
    DEFAULTS,
    TABLES,
    events,
    facts,
    finished,
    half_way,
    new_table,
    play_on,
)

import twohalls
from twohalls import BadRecord, Unknown

EVERY_TABLE = pytest.mark.parametrize(("name", "players", "options"), TABLES)
EVERY_SIZE = pytest.mark.parametrize(("name", "players"), DEFAULTS)


def refused(text: str, at: int | None = None) -> BadRecord:
    with pytest.raises(BadRecord) as refusal:
        twohalls.read_record(text, at)
    assert str(refusal.value) == f"line {refusal.value.line}: {refusal.value.reason}"
    return refusal.value


# --- There and back -------------------------------------------------------------------------------


@EVERY_TABLE
def test_a_finished_game_read_back_is_the_same_game(name, players, options):
    text = finished(name, players, 1, **options)
    table = twohalls.read_record(text)
    assert table.over
    assert table.record() == text
    *_, total, winner = text.splitlines()
    assert table.result is not None
    assert total.split()[1:] == [str(points) for points in table.result.scores]
    assert winner.split()[1:] == [str(seat) for seat in table.result.winners]


@EVERY_TABLE
def test_a_game_read_up_to_any_line_is_the_game_as_it_was_then(name, players, options):
    text = finished(name, players, 1, **options)
    lines = text.splitlines()
    header = lines.index(events(text)[0])
    rng, length = random.Random(1), len(events(text))
    for at in [0, 1, 2, *rng.sample(range(3, length), 12), length]:
        table = twohalls.read_record(text, at=at)
        if at == length:
            assert table.record() == text
        elif not table._sealed:
            assert table.record().splitlines() == lines[: header + at]
        assert len(table.lines) + len(table._sealed) == at


@EVERY_SIZE
def test_a_game_cut_off_anywhere_goes_on_at_a_table(name, players):
    text = finished(name, players)
    lines = text.splitlines()
    header = lines.index(events(text)[0])
    for cut in (1, 60, len(events(text)) - 1):
        table = twohalls.read_record("\n".join(lines[: header + cut]))
        play_on(table, random.Random(2))
        assert table.over
        assert twohalls.read_record(table.record()).record() == table.record()


@EVERY_SIZE
def test_a_table_read_to_look_at_one_moment_lets_chance_wait(name, players):
    text = finished(name, players)
    for at, line in enumerate(events(text)[:40]):
        table = twohalls.read_record(text, at=at)
        view = table.view(None)
        assert view.version == table.version
        assert len(table.lines) + len(table._sealed) == at
        assert (table.awaited == ()) == line.startswith("*")


@EVERY_SIZE
def test_a_running_game_is_written_and_read_without_its_sealed_answers(name, players):
    table, rng = new_table(name, players), random.Random(3)
    for _ in range(60):
        play_on(table, rng, 1)
        again = twohalls.read_record(table.record())
        assert again.record() == table.record()
        assert not again._sealed
        assert again._state == table._state


@pytest.mark.parametrize("at", [-1, 100_000])
def test_a_record_has_only_so_many_lines(at):
    with pytest.raises(Unknown, match="event lines"):
        twohalls.read_record(finished("tammany", 3), at=at)


def test_comments_blank_lines_and_spaces_at_the_ends_do_not_matter():
    text = finished("tammany", 3)
    lines = [f"  {line} \t# {number}\r" for number, line in enumerate(text.splitlines())]
    noisy = "# a game\n\n" + "\n\n   \n#\n".join(lines) + "\n\n# the end"
    assert twohalls.read_record(noisy).record() == text


def test_options_left_out_are_the_default_and_are_written():
    text = finished("tammany", 3)
    assert twohalls.read_record(text.replace("option locks=all\n", "")).record() == text


def test_a_record_without_a_last_newline_is_read():
    text = finished("tammany", 3)
    assert twohalls.read_record(text.rstrip("\n")).record() == text


# --- Refused --------------------------------------------------------------------------------------

START = "twohalls 1\ngame tammany\nplayers A, B, C\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\n# nothing\n", 1),
        ("twohalls 2\n", 1),
        ("twohalls  1\n", 1),
        ("Twohalls 1\n", 1),
        ("\ufefftwohalls 1\n", 1),
        ("twohalls 1\n", 2),
        ("twohalls 1\nplayers A, B, C\n", 2),
        ("twohalls 1\ngame chess\nplayers A, B, C\n", 2),
        ("twohalls 1\ngame  tammany\nplayers A, B, C\n", 2),
        ("twohalls 1\ngame tammany\n", 3),
        ("twohalls 1\ngame tammany\n* first 2\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, B\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, B, C, D, E, F\n", 3),
        ("twohalls 1\ngame tammany\nplayers A,B,C\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, B, C,\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, , C\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, B,  C\n", 3),
        ("twohalls 1\ngame tammany\nplayers A, B, C\0\n", 3),
        (START + "option locks=some\n", 4),
        (START + "option doors=all\n", 4),
        (START + "option locks\n", 4),
        (START + "option locks=all\noption locks=all\n", 5),
        (START + "option locks=all\noption locks=placing\n", 5),
        (START + "board abc\n", 4),
        (START + "* first 2\noption locks=all\n", 5),
        (START + "first 2\n", 4),
        (START + "*\n", 4),
        (START + "* first\n", 4),
        (START + "* first 4\n", 4),
        (START + "* first 0\n", 4),
        (START + "*  first 2\n", 4),
        (START + "* first 02\n", 4),
        (START + "2 first 2\n", 4),
        (START + "* arrivals irish\n", 4),
        (START + "score 0 0 0\n", 4),
    ],
)
def test_a_record_that_does_not_begin_well_is_refused_at_its_line(text, line):
    assert refused(text).line == line


@pytest.mark.parametrize("text", [None, b"twohalls 1", 7, ["twohalls 1"]])
def test_a_record_is_text(text):
    assert refused(text).reason == "a record is text"


@EVERY_SIZE
def test_a_wrong_line_is_refused_with_its_number_whatever_stands_around_it(name, players):
    text = finished(name, players)
    lines = text.splitlines()
    header = lines.index(events(text)[0])
    rng = random.Random(4)
    said = [line.partition(" ")[2] for line in events(text)]
    for at in rng.sample(range(len(said)), 12):
        table = twohalls.read_record(text, at=at)
        seats = [seat for seat in table.seats if table.view(seat).legal]
        legal = {f"{seat} {line}" for seat in seats for line in table.view(seat).legal}
        wrong = next(
            line
            for line in iter(lambda: f"{rng.randint(1, players + 1)} {rng.choice(said)}", "")
            if line not in legal
        )
        if table.awaited == ():
            wrong = rng.choice([wrong, "* first 9", "* land Z1", "* arrivals"])
        number = header + at
        broken = [*lines[:number], "# a remark", "", wrong, *lines[number + 1 :]]
        assert refused("\n".join(broken)).line == number + 3


def test_sealed_answers_stand_in_seat_order_and_once_each():
    text = finished("tammany", 5)
    lines = text.splitlines()
    first = next(
        number
        for number, line in enumerate(lines)
        if " bid " in line and lines[number + 1].split()[1:3] == line.split()[1:3]
    )
    swapped = [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]
    assert refused("\n".join(swapped)).line == first + 1
    twice = [*lines[: first + 1], *lines[first:]]
    assert refused("\n".join(twice)).line == first + 2


def ending(change: Callable[[list[str]], list[str]]) -> BadRecord:
    lines = finished("tammany", 4).splitlines()
    return refused("\n".join(change(lines)))


def test_a_finished_game_ends_with_its_score_and_winner_and_nothing_follows():
    length = len(finished("tammany", 4).splitlines())
    assert ending(lambda lines: lines[:-2]).line == length - 1
    assert ending(lambda lines: lines[:-1]).line == length
    assert ending(lambda lines: [*lines[:-2], "score 1 2 3 4", lines[-1]]).line == length - 1
    assert ending(lambda lines: [*lines[:-1], "winner 1 2 3 4"]).line == length
    assert ending(lambda lines: [*lines[:-2], lines[-1], lines[-2]]).line == length - 1
    assert ending(lambda lines: [*lines, "1 end"]).line == length + 1
    assert ending(lambda lines: [*lines, lines[-1]]).line == length + 1
    assert ending(lambda lines: [*lines[:-2], "1 end", *lines[-2:]]).line == length - 1


def test_the_reason_is_said_in_a_sentence():
    reason = refused(START + "* first 2\n2 boss 14\n").reason
    assert "chance" in reason
    long = refused(START + "x" * 1_000_000).reason
    assert len(long) < 300


@EVERY_SIZE
def test_a_record_for_a_seat_that_hides_something_is_refused_on_reading(name, players):
    table, rng = new_table(name, players), random.Random(6)
    play_on(table, rng, half_way(name, players, 60))
    for seat in (None, *table.seats):
        text = table.view(seat).record()
        if "?" in text:
            number = next(n for n, line in enumerate(text.splitlines(), 1) if "?" in line)
            assert refused(text).line == number
        else:
            assert twohalls.read_record(text).record() == table.record()


def test_a_seat_reads_every_line_but_those_the_game_hides():
    for name, players in DEFAULTS:
        table = new_table(name, players)
        play_on(table, random.Random(6), half_way(name, players, 60))
        assert ("?" in table.record(seat=1)) == facts(name).hides_lines(players)
        assert "?" not in table.record()


# --- Anything at all -----------------------------------------------------------------------


def read_or_refuse(text: str) -> None:
    try:
        record = twohalls.read_record(text).record()
    except BadRecord:
        refusal = refused(text)
        assert 1 <= refusal.line <= text.count("\n") + 2
    else:
        assert twohalls.read_record(record).record() == record


BEGINNINGS = [
    "\n".join(finished(name, players).splitlines()[:45]) + "\n" for name, players in DEFAULTS
]
STRANGE = ["\n", "\n\n", "\r\n", "\t", "\0", "\ud800", "\ufeff", "\u2028", "é", "  "]
ODD_WORDS = ["#", "?", "*", "0", "-1", "+1", "=1", "1=1", "bid", "score", "option", "board"]
SNIPPETS = st.sampled_from(STRANGE) | st.sampled_from(ODD_WORDS) | st.text(max_size=5)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A record with a few letters, words or lines changed."""
    text = draw(st.sampled_from(BEGINNINGS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 2, 10, 300])))
        kind = draw(st.integers(0, 3))
        middle = ""
        if kind == 1:
            middle = draw(SNIPPETS)
        elif kind == 2:
            middle = text[start:end] * 2
        elif kind == 3:
            from_ = draw(st.integers(0, len(text)))
            middle = text[from_ : from_ + 30]
        text = text[:start] + middle + text[end:]
    return text


@settings(max_examples=250)
@given(mutated())
def test_a_mutated_record_is_read_or_refused(text):
    read_or_refuse(text)


@settings(max_examples=100)
@given(st.text() | st.text(alphabet=st.characters(codec="ascii")))
def test_any_text_is_refused(text):
    read_or_refuse(text)
    read_or_refuse(START + text)
    read_or_refuse(BEGINNINGS[0] + text)
    read_or_refuse(BEGINNINGS[-1] + text)


OF_THE_GAMES = """
    * 1 2 3 4 5 first zone I II III arrivals boss cube end favor arrest lock move slander spread bid
    settle appoint irish english german italian 1=english 14=irish 2=police 0 14 99 order land Q6 M4
    draft build tower factory return activate search reveal permits pass keep accept tax triple
    lobby +2 -3 take bottom health double buy none campaign 10 30 score votes winner option board
"""
WORDS = st.sampled_from(OF_THE_GAMES.split())


@settings(max_examples=100)
@given(st.sampled_from(BEGINNINGS), st.lists(st.lists(WORDS, max_size=7).map(" ".join), max_size=4))
def test_any_words_of_the_games_are_read_or_refused(beginning, lines):
    read_or_refuse(beginning + "\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "twohalls 1" * 200_000,
        "\n" * 500_000,
        "#" * 1_000_000,
        START + "* first " + "9" * 100_000,
        START + "* " + "a=1 " * 100_000,
        START + "9" * 5000 + " end",
        START.replace("A, B", "A" * 1_000_000 + ", B"),
        START.replace("A, B", ", ".join("A" * 100_000)),
        START + "option " + "x" * 1_000_000 + "=all",
        START + "option locks=all\n" * 100_000,
        "\0" * 1000,
        "twohalls 1\ngame " + "../" * 1000,
    ],
    ids=range(12),
)
def test_huge_and_strange_text_is_refused_at_once(text):
    refusal = refused(text)
    assert len(refusal.reason) < 1000
