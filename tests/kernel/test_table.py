"""A table in play: who may speak, twice, too late; taking back; the stored log."""

import random

import pytest
from tests.tables import DEFAULTS, NAMES, TABLES, new_table, play_on, rebuilt

import twohalls
from twohalls import Illegal, Malformed, NotYourTurn, Stale, Unknown
from twohalls.kernel.game import Game
from twohalls.kernel.table import MOST_UNDONE

EVERY_TABLE = pytest.mark.parametrize(("name", "players", "options"), TABLES)
EVERY_SIZE = pytest.mark.parametrize(("name", "players"), DEFAULTS)


def first_lines(table: twohalls.Table) -> tuple[int, list[str]]:
    seat = table.awaited[0]
    return seat, table.view(seat).legal


# --- Sitting down -------------------------------------------------------------------------------


@EVERY_SIZE
def test_a_seed_gives_the_same_game_again_and_another_seed_another(name, players):
    texts = []
    for seed in (5, 5, 6):
        table = new_table(name, players, seed=seed)
        play_on(table, random.Random(1), 60)
        texts.append(table.record())
    assert texts[0] == texts[1] != texts[2]


def test_without_a_seed_tables_differ():
    games = set()
    for _ in range(5):
        table = twohalls.new_table("tammany", NAMES[:5])
        assert table.awaited
        games.add(table.record())
    assert len(games) == 5


@pytest.mark.parametrize(
    ("players", "error"),
    [
        (["A", "B"], Unknown),
        (["A"] * 6, Unknown),
        ([], Unknown),
        ("ABC", Malformed),
        (["A", "B", ""], Malformed),
        (["A", "B", "  "], Malformed),
        (["A", "B", "C,D"], Malformed),
        (["A", "B", "C#"], Malformed),
        (["A", "B", "C\nD\0"], Malformed),
        (["A", "B", "C" * 1000], Malformed),
        (["A", "B", 3], Malformed),
    ],
)
def test_players_who_cannot_sit_down(players, error):
    with pytest.raises(error):
        twohalls.new_table("tammany", players)


def test_names_may_repeat():
    assert twohalls.new_table("tammany", ["A", "A", "A"]).names == ("A", "A", "A")


@pytest.mark.parametrize("options", [{"locks": "none"}, {"lock": "all"}, {"": ""}, {"locks": ""}])
def test_unknown_options_are_refused(options):
    with pytest.raises(Unknown):
        twohalls.new_table("tammany", ["A", "B", "C"], options)


@pytest.mark.parametrize("game", ["chess", "", "Tammany", "kernel", "../tammany"])
def test_unknown_games_are_refused(game):
    with pytest.raises(Unknown):
        twohalls.new_table(game, ["A", "B", "C"])


@pytest.mark.parametrize("seat", [0, 4, -1, True, "1", 1.0, None])
def test_there_is_no_such_seat(seat):
    table = new_table("tammany", 3)
    with pytest.raises(Unknown):
        table.submit(seat, "boss 14")
    with pytest.raises(Unknown):
        table.undo(seat)
    if seat is not None:
        with pytest.raises(Unknown):
            table.view(seat)


@pytest.mark.parametrize("line", [None, 7, b"boss 14", ["boss", "14"], "x" * 2000])
def test_a_move_is_a_short_line_of_text(line):
    table = new_table("tammany", 3)
    [seat] = table.awaited
    with pytest.raises(Malformed):
        table.submit(seat, line)


# --- Speaking -----------------------------------------------------------------------------------


@EVERY_SIZE
def test_a_line_is_said_with_the_version_it_was_decided_on(name, players):
    table = new_table(name, players)
    seat, lines = first_lines(table)
    seen = table.view(seat).version
    assert table.submit(seat, lines[0], version=seen) == table.version > seen
    seat = seat if table.answer_of(seat) else table.awaited[0]
    for version in (seen, table.version + 1, -1, "now"):
        with pytest.raises(Stale):
            table.submit(seat, table.view(seat).legal[0], version=version)  # type: ignore[arg-type]
    with pytest.raises(Stale):
        table.undo(seat, version=seen)


@EVERY_SIZE
def test_a_key_makes_saying_it_twice_harmless(name, players):
    table = new_table(name, players)
    seat, lines = first_lines(table)
    after = table.submit(seat, lines[0], version=table.version, key="a")
    log = list(table.log)
    assert table.submit(seat, lines[0], version=0, key="a") == after
    assert table.log == log


def test_a_key_is_a_seats_own():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    table.submit(seat, "boss 14", key="a")
    with pytest.raises(NotYourTurn):
        table.submit(seat % 3 + 1, "boss 14", key="a")


def test_a_refused_line_does_not_use_up_its_key():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    with pytest.raises(Illegal):
        table.submit(seat, "boss 17", key="a")
    assert table.submit(seat, "boss 14", key="a") == table.version


def test_an_undo_has_a_key_too():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    table.submit(seat, "boss 14")
    table.submit(seat, "boss 14")
    after = table.undo(seat, key="back")
    assert table.undo(seat, key="back") == after
    assert [line.text for line in table.lines[-1:]] == ["boss 14"]
    assert table.can_undo(seat)


# --- Sealed answers -------------------------------------------------------------------------------


def at_a_vote(voters: int = 3) -> twohalls.Table:
    """A game of Tammany Hall in which a ward is voting and somebody has a choice."""
    for seed in range(100):
        table, rng = new_table("tammany", 5, seed=seed), random.Random(seed)
        while not table.over:
            if len(table.awaited) >= voters and len(table.view(table.awaited[0]).legal) > 2:
                return table
            play_on(table, rng, 1)
    raise AssertionError("no such vote")


def test_a_sealed_answer_is_known_to_its_seat_only_until_the_last_is_in():
    table = at_a_vote()
    first, *others = table.awaited
    bid = table.view(first).legal[1]
    lines = len(table.lines)
    table.submit(first, bid)
    assert table.awaited == tuple(others)
    assert table.view(first).answer == bid
    assert all(table.view(seat).answer is None for seat in (*others, None))
    assert len(table.lines) == lines
    for seat in others:
        table.submit(seat, table.view(seat).legal[0])
    said = [(line.seat, line.text) for line in table.lines[lines : lines + 1 + len(others)]]
    assert [seat for seat, _ in said] == [first, *others]
    assert said[0][1] == bid


def test_a_sealed_answer_may_be_revised_before_the_last_is_in():
    table = at_a_vote()
    first, *others = table.awaited
    one, other = table.view(first).legal[:2]
    lines = len(table.lines)
    for bid in (one, other):
        table.submit(first, bid)
    assert table.view(first).legal[:2] == [one, other]
    for seat in reversed(others):
        table.submit(seat, table.view(seat).legal[0])
    assert table.lines[lines].text == other


def test_a_refused_revision_leaves_the_answer_as_it_was():
    table = at_a_vote()
    first = table.awaited[0]
    bid = table.view(first).legal[1]
    table.submit(first, bid)
    with pytest.raises(Illegal):
        table.submit(first, bid.rpartition("=")[0] + "=99")
    assert table.view(first).answer == bid


def test_others_sealed_answers_do_not_make_a_seats_picture_old():
    table = at_a_vote()
    seen = table.version
    for seat in table.awaited:
        table.submit(seat, table.view(seat).legal[0], version=seen)
    assert table.version > seen


def test_ones_own_sealed_answer_does():
    table = at_a_vote()
    first, seen = table.awaited[0], table.version
    bid = table.view(first).legal[0]
    table.submit(first, bid, version=seen)
    with pytest.raises(Stale):
        table.submit(first, bid, version=seen)


def test_a_sealed_answer_can_be_taken_back_until_the_last_is_in():
    table = at_a_vote(voters=3)
    first, second, *others = seats = table.awaited
    table.submit(first, table.view(first).legal[1])
    table.submit(second, table.view(second).legal[0])
    assert [seat for seat in table.seats if table.can_undo(seat)] == [first, second]
    table.undo(first)
    assert table.awaited == tuple(seat for seat in seats if seat != second)
    assert table.view(first).answer is None
    for seat in (first, *others):
        table.submit(seat, table.view(seat).legal[0])
    assert not any(table.can_undo(seat) for seat in seats)
    with pytest.raises(Illegal):
        table.undo(second)


# --- Taking back ----------------------------------------------------------------------------------


def test_undo_goes_back_line_by_line_within_ones_turn_and_no_further():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    for line in ("boss 14", "boss 1"):
        table.submit(seat, line)
    table.undo(seat)
    table.undo(seat)
    assert table.view(seat).to_json()["wards"]["14"]["bosses"][str(seat)] == 0
    assert not table.can_undo(seat)
    with pytest.raises(Illegal):
        table.undo(seat)


def test_undo_stops_at_anothers_decision():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    following = seat % 3 + 1
    for line in ("boss 14", "boss 1", "end"):
        table.submit(seat, line)
    assert table.can_undo(seat)
    table.submit(following, "boss 14")
    assert not table.can_undo(seat)
    assert table.can_undo(following)
    table.undo(following)
    assert table.can_undo(seat)


def test_undo_stops_at_what_was_newly_revealed():
    """Emptying Castle Garden and ending the turn shows what arrives."""
    table, rng = new_table("tammany", 3), random.Random(1)
    while True:
        [seat] = table.awaited
        if "end" in table.view(seat).legal and not sum(garden(table).values()):
            break
        lines = table.view(seat).legal
        cubes = [line for line in lines if line.startswith("cube")]
        table.submit(seat, rng.choice(cubes or lines))
    assert table.can_undo(seat)
    table.submit(seat, "end")
    assert table.lines[-1].text.startswith("arrivals")
    assert not any(table.can_undo(any_seat) for any_seat in table.seats)


def garden(table: twohalls.Table) -> dict[str, int]:
    shown: dict[str, int] = table.view(None).to_json()["garden"]
    return shown


def test_a_log_only_ever_grows():
    table = new_table("tammany", 3)
    [seat] = table.awaited
    table.submit(seat, "boss 14")
    before = list(table.log)
    table.undo(seat)
    assert table.log[: len(before)] == before
    assert table.log[-1].kind == "undo"


# --- The log ------------------------------------------------------------------------------------


def noisy_game(table: twohalls.Table, seed: int, lines: int) -> list[tuple[int, str, str]]:
    """Play with revisions, undos and keys; the version, record and state after each step."""
    rng, history = random.Random(seed), []
    for step in range(lines):
        if table.over:
            break
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal), key=f"{step}")
        history.append((table.version, table.record(), table._state.fingerprint()))
        for other in table.seats:
            if table.can_undo(other) and rng.random() < 0.2:
                table.undo(other, key=f"undo {step}")
                history.append((table.version, table.record(), table._state.fingerprint()))
    return history


@EVERY_TABLE
def test_a_table_rebuilt_from_its_log_is_the_same_at_every_version(name, players, options):
    table = new_table(name, players, options, seed=3)
    history = noisy_game(table, 3, 150)
    for version, text, fingerprint in random.Random(1).choices(history, k=25) + history[-1:]:
        again = twohalls.Table.from_log(table.game, table.names, table.options, table.log[:version])
        assert again.version == version
        assert again.record() == text
        assert again._state.fingerprint() == fingerprint


@EVERY_SIZE
def test_a_rebuilt_table_shows_every_seat_the_same(name, players):
    table = new_table(name, players, seed=4)
    noisy_game(table, 4, 120)
    again = rebuilt(table)
    assert again.awaited == table.awaited
    for seat in (None, *table.seats):
        assert again.view(seat).to_json() == table.view(seat).to_json()
        assert again.view(seat).legal == table.view(seat).legal
        assert again.view(seat).can_undo == table.view(seat).can_undo


@EVERY_SIZE
def test_a_rebuilt_table_remembers_keys_and_what_was_answered_to_them(name, players):
    table, rng = new_table(name, players, seed=4), random.Random(4)
    answered = {}
    for step in range(120):
        if table.over:
            break
        seat = rng.choice(table.awaited)
        line = rng.choice(table.view(seat).legal)
        answered[seat, str(step)] = table.submit(seat, line, key=str(step))
    again = rebuilt(table)
    for (seat, key), version in answered.items():
        assert again.submit(seat, "whatever", version=0, key=key) == version
    assert again.log == table.log


def test_snapshots_do_not_change_what_a_state_was():
    table = new_table("tammany", 4, seed=2)
    play_on(table, random.Random(2), 120)
    states = [table.state_at(line).fingerprint() for line in range(len(table.lines) + 1)]
    table._snapshots = {0: table._snapshots[0]}
    assert [table.state_at(n).fingerprint() for n in range(len(table.lines) + 1)] == states


def test_what_was_taken_back_long_ago_is_not_played_again_when_a_table_is_read(monkeypatch):
    table = new_table("tammany", 3, seed=1)
    for _ in range(5):
        [seat] = table.awaited
        for _ in range(MOST_UNDONE - 1):
            table.submit(seat, table.view(seat).legal[0])
            table.undo(seat, key="again")
            table._keys.clear()
        while table.awaited == (seat,):
            table.submit(seat, table.view(seat).legal[-1])
    assert table.version > 5 * 2 * (MOST_UNDONE - 1)
    checks = []
    whole = Game.check

    def check(*given):
        checks.append(given)
        return whole(*given)

    monkeypatch.setattr(Game, "check", check)
    again = twohalls.Table.from_log(table.game, table.names, table.options, table.log)
    assert len(checks) == len(table.lines)
    assert again.record() == table.record()
    assert again.log == table.log
    assert again.view(1).to_json() == table.view(1).to_json()


def test_sealed_answers_that_were_taken_back_or_changed_are_read_as_they_are_now():
    table = sealed_table()
    first, second, *_ = table.awaited
    legal = table.view(first).legal
    table.submit(first, legal[0])
    table.undo(first)
    table.submit(first, legal[-1])
    table.submit(second, table.view(second).legal[0])
    table.undo(second)
    again = twohalls.Table.from_log(table.game, table.names, table.options, table.log)
    assert again._sealed == table._sealed
    assert again.awaited == table.awaited


def sealed_table():
    rng = random.Random(3)
    table = new_table("tammany", 3, seed=3)
    while len(table.awaited) < 2 or len(table.view(table.awaited[0]).legal) < 2:
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
    return table


def test_in_one_turn_things_are_taken_back_only_so_often():
    table = new_table("tammany", 3, seed=1)
    [seat] = table.awaited
    for _ in range(MOST_UNDONE):
        table.submit(seat, table.view(seat).legal[0])
        table.undo(seat)
    table.submit(seat, table.view(seat).legal[0])
    assert not table.view(seat).can_undo
    with pytest.raises(Illegal, match="you have undone enough"):
        table.undo(seat)
    while table.awaited == (seat,):
        table.submit(seat, table.view(seat).legal[-1])
    [other] = table.awaited
    table.submit(other, table.view(other).legal[0])
    assert table.can_undo(other)
