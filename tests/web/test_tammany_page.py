"""The page of a Tammany Hall table, as text: all phases, every move, every word translated."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from urllib.parse import parse_qs

import pytest
from starlette.datastructures import FormData

import twohalls
from twohalls.games.tammany import GAME
from twohalls.games.tammany.events import OfficeGiven
from twohalls.games.tammany.page import fragments as page
from twohalls.games.tammany.page import sentences, stage, text
from twohalls.games.tammany.page.story import Story, of_kind, story_of
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.picture import PLACES
from twohalls.kernel.table import Table, View
from twohalls.kit import parts
from twohalls.kit.you import with_you
from twohalls.server.lessons import script_of
from twohalls.web import difference
from twohalls.web.table import composed

NAMES = ("AA1", "BB2", "CC3", "DD4", "EE5")
PAGE = parts.page(GAME)


def _(message: str) -> str:
    return message


def ngettext(one: str, several: str, count: int) -> str:
    return one if count == 1 else several


def disguised(message: str) -> str:
    """As if translated: every letter outside the placeholders is another one."""
    parts = re.split(r"(\{[^}]*\})", message)
    return "".join(p if p.startswith("{") else re.sub("[A-Za-z]", "ж", p) for p in parts)


def disguised_n(one: str, several: str, count: int) -> str:
    return disguised(ngettext(one, several, count))


@cache
def moments(players: int) -> tuple[Table, ...]:
    """One game at its different kinds of moments, and at its end."""
    rng = random.Random(players)
    table = twohalls.new_table("tammany", NAMES[:players], seed=players)
    kept: list[Table] = []
    seen: set[tuple[str, ...]] = set()
    ballots = 0
    while not table.over:
        view = table.view(rng.choice(table.awaited))
        kinds = sorted({line.split()[0] for line in view.legal[:400]})
        moment = (view.to_json()["phase"], *kinds)
        if kinds == ["bid"] and len(view.legal) > 6 and ballots < 3:
            moment = ("bid", str(ballots))
            ballots += 1
        if moment not in seen:
            seen.add(moment)
            kept.append(twohalls.read_record(table.record()))
        verb = rng.choice(kinds)
        lines = [line for line in view.legal if line.split()[0] == verb]
        assert view.seat is not None
        table.submit(view.seat, rng.choice(lines))
    return (*kept, table)


def tables() -> Iterator[Table]:
    for players in (3, 4, 5):
        yield from moments(players)


def seat_of(table: Table) -> int | None:
    return table.awaited[0] if table.awaited else None


LINE = re.compile(r'<button[^>]*form="move" name="line" value="([^"]+)"')
PICK = re.compile(r'href="\?(pick=[^"]+)"')


def crawl(view: View) -> set[str]:
    """All lines that buttons say, on the page and on every page its links lead to."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [""]
    while waiting:
        pick = waiting.pop()
        html = "".join(page.fragments(view, _, ngettext, pick or None).values())
        found |= set(LINE.findall(html))
        for query in PICK.findall(html):
            picked = parse_qs(query.replace("&amp;", "&"))["pick"][0]
            if picked not in seen:
                seen.add(picked)
                waiting.append(picked)
    return found


def test_every_legal_line_can_be_clicked_and_nothing_else():
    verbs = set()
    for table in (*moments(3)[::3], *moments(4)):
        view = table.view(seat_of(table))
        if view.to_json()["phase"] in ("bid", "appoint", "over"):
            continue
        assert crawl(view) == set(view.legal)
        verbs |= {line.split()[0] for line in view.legal}
    assert verbs >= {"boss", "cube", "end", "favor", "arrest", "lock", "move", "slander", "settle"}


def test_those_who_only_look_find_no_move():
    for table in (*moments(3), *moments(5)[::3]):
        bidding = table.view(None).to_json()["phase"] == "bid"
        others = [seat for seat in table.seats if seat not in table.awaited]
        for seat in (None, *others[:1]):
            html = "".join(page.fragments(table.view(seat), _, ngettext).values())
            assert not LINE.findall(html)
            if seat is None or not bidding:
                assert 'form="compose"' not in html


FIELD = re.compile(r'<input form="compose" type="number"[^>]*name="([^"]+)"[^>]*max="(\d+)"')
HIDDEN = re.compile(r'<input type="hidden" form="compose" name="line" value="([^"]+)"')
OFFICES = re.compile(r'<select form="compose" name="([^"]+)".*?</select>', re.DOTALL)


def test_every_bid_can_be_composed():
    tried = 0
    for table in tables():
        view = table.view(seat_of(table))
        if view.to_json()["phase"] != "bid":
            continue
        html = page.fragments(view, _, ngettext)["stage"]
        said, fields = HIDDEN.findall(html)[0], dict(FIELD.findall(html))
        for line in random.Random(1).sample(view.legal, min(20, len(view.legal))):
            chips = dict(word.split("=") for word in line.split()[2:] if "=" in word)
            form = {f"line.{colour}": count for colour, count in chips.items()}
            assert all(int(form[name]) <= int(fields[name]) for name in form)
            zeros = dict.fromkeys(fields, "0")
            assert composed(FormData([("line", said), *(zeros | form).items()])) == line
            tried += 1
    assert tried > 10


def test_every_appointment_can_be_composed():
    tried = 0
    for table in tables():
        view = table.view(seat_of(table))
        if view.to_json()["phase"] != "appoint":
            continue
        html = page.fragments(view, _, ngettext)["stage"]
        said = HIDDEN.findall(html)[0]
        names = OFFICES.findall(html)
        for line in view.legal:
            given = [
                (f"line.{seat}", office)
                for seat, _eq, office in (word.partition("=") for word in line.split()[1:])
            ]
            assert [name for name, office in given] == names
            assert composed(FormData([("line", said), *given])) == line
            tried += 1
    assert tried


class Visible(HTMLParser):
    """What a person reads or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = ("aria-label", "title", "placeholder", "alt")
        self.said += [value or "" for name, value in attrs if name in told]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_every_word_passes_through_the_catalogue():
    for table in (*moments(3)[::2], *moments(4)[1::2], *moments(5)[::2]):
        for seat in {seat_of(table), None}:
            view = table.view(seat)
            given = page.context(view, disguised, disguised_n)
            made: dict[str, str] = {"base": given["base"], "lines": given["lines"]}
            made |= page.fragments(view, disguised, disguised_n)
            for name, html in made.items():
                reader = Visible()
                reader.feed(html)
                left = [word for word in reader.said if re.search("[a-z]{2}", word)]
                assert not left, (name, left)


def test_every_line_of_a_record_is_a_sentence():
    for table in tables():
        view = table.view(None)
        for happened in view.happened:
            for told in PAGE.sentences(happened, view.names, disguised, disguised_n):
                assert told.endswith(".")
                assert not re.search("[a-z]{2}", told)
        mine = table.view(seat_of(table))
        for line in mine.legal[:50]:
            assert not re.search(
                "[a-z]{2}", sentences.choice(line, view.names, disguised, disguised_n)
            )
        for heading, told_here in text.sections(mine, disguised, disguised_n):
            assert not re.search("[a-z]{2}", heading + " ".join(told_here))


def test_whoever_is_given_an_office_is_you_without_a_capital_within_the_sentence():
    """Who was given which office stands in brackets: what else is told comes after it."""
    table = moments(3)[-1]
    given = next(line for line in table.view(1).happened if of_kind(line, OfficeGiven))
    offices = of_kind(given, OfficeGiven)
    for one, before in ((offices[0], "("), (offices[-1], "; ")):
        reader = with_you(table.view(one.seat), _)
        [told] = sentences.sentences(given, reader, _, ngettext)
        assert f"{before}you: " in told
        assert re.fullmatch(r"[^().]+ \([^()]+\)\.", told)


def test_the_story_counts_the_points_as_the_rules_do():
    for players in (3, 4, 5):
        table = moments(players)[-1]
        view = table.view(None)
        scene = stage.scene(view, view.to_json(), story_of(view), Terms(_, ngettext, view.names))
        assert scene.final is not None
        for row in scene.final["rows"]:
            made_of = sum(row["terms"]) + row["mayor"] + row["favors"] + row["slander"]
            assert made_of == row["score"]


def test_a_story_read_on_is_the_same_as_one_read_at_once():
    table = moments(4)[-1]
    at_once = Story()
    for line in table.view(None).happened:
        at_once.take(line)
    for moment in range(0, len(table.lines), 7):
        story_of(table.past(moment, None))
    assert story_of(table.view(None)) == at_once


def test_a_story_taken_back_is_that_of_what_is_left():
    table = twohalls.new_table("tammany", NAMES[:3], seed=5)
    seat = table.awaited[0]
    before = story_of(table.view(None))
    table.submit(seat, "boss 14")
    assert story_of(table.view(None)).numbers("boss", str(seat), "14") == [1]
    table.undo(seat)
    assert story_of(table.view(None)) == before
    table.submit(seat, "boss 6")
    after = story_of(table.view(None))
    assert not after.numbers("boss", str(seat), "14")
    assert after.numbers("boss", str(seat), "6") == [1]


def test_the_pieces_of_a_story_are_those_on_the_board():
    for table in tables():
        story, shown = story_of(table.view(None)), table.view(None).to_json()
        for ward, here in shown["wards"].items():
            for colour, count in here["cubes"].items():
                assert len(story.numbers("cube", colour, ward)) == count
            for seat, count in here["bosses"].items():
                assert len(story.numbers("boss", seat, ward)) == count
        for colour, count in shown["garden"].items():
            assert len(story.numbers("cube", colour, "garden")) == count
            assert sum(piece[1] == colour for piece in story.garden if piece) == count


def test_a_piece_keeps_its_name_from_castle_garden_to_its_ward():
    table = twohalls.new_table("tammany", NAMES[:3], seed=5)
    seat = table.awaited[0]
    before = story_of(table.view(None))
    waiting = [piece for piece in before.garden if piece]
    colour = waiting[0][1]
    table.submit(seat, f"cube {colour} 14")
    after = story_of(table.view(None))
    moved = [piece for piece in waiting if piece not in after.garden]
    assert len(moved) == 1
    assert moved[0][2] in after.numbers("cube", colour, "14")
    assert after.fresh == {moved[0]}


def test_every_ward_explains_itself():
    for table in tables():
        made = page.fragments(table.view(seat_of(table)), _, ngettext)
        for ward in PLACES:
            html = made[f"ward-{ward}"]
            assert f'aria-describedby="tip-{ward}"' in html
            assert f'id="tip-{ward}"' in html


def test_fragments_begin_with_the_id_they_replace_and_hold_no_style_or_script():
    for table in tables():
        for id, html in page.fragments(table.view(seat_of(table)), _, ngettext).items():
            found = re.search(r'\sid="([^"]+)"', html)
            assert found is not None
            assert found[1] == id
            assert difference.parsed(html).id == id
            assert " style=" not in html
            assert "<script" not in html


def test_the_page_is_light():
    table = moments(5)[-1]
    view = table.view(1)
    html = "".join(page.fragments(view, _, ngettext).values())
    html += "".join(
        part for part in page.context(view, _, ngettext).values() if isinstance(part, str)
    )
    assert len(gzip.compress(html.encode())) < 22_000
    style = (GAME.folder / "static" / "style.css").read_bytes()
    assert len(gzip.compress(style, 9)) < 8_300


@pytest.mark.parametrize(
    "pick", ["", "x", "boss 99", "cube", "end end", "slander 9", "<b>", "cube irish 3 4"]
)
def test_a_pick_that_is_none_is_as_if_nothing_was_picked(pick):
    table = twohalls.new_table("tammany", NAMES[:3], seed=2)
    view = table.view(table.awaited[0])
    plain = page.fragments(view, _, ngettext)
    assert page.fragments(view, _, ngettext, pick)["ward-14"] == plain["ward-14"]


def test_the_end_is_a_moment_for_whoever_wins():
    table = moments(5)[-1]
    assert table.result is not None
    [winner] = table.result.winners
    for seat in (winner, winner % 3 + 1, None):
        stage = page.fragments(table.view(seat), _, ngettext)["stage"]
        assert 'class="victory"' in stage
        assert ("You win with" in stage) == (seat == winner)


def test_an_election_opens_with_a_card_and_a_line_for_each_ward_won_unopposed():
    script = script_of("tammany")
    table = Table(GAME, script.players, script.options)
    table.script = script
    for at, step in script.steps.items():
        if step == "bonus":
            break
        table.submit(1, script.lines[at].removeprefix("1 "))
    made = page.fragments(table.view(1), _, ngettext)
    assert 'class="over opening"' in made["stage"]
    for told in ("Teo won Ward 1", "Nora won Ward 2", "You won Ward 4"):
        for part in ("stage", "turn"):
            lines = re.findall(r"<li>(?:<svg.*?</svg>)?([^<]*)</li>", made[part])
            assert lines.count(f"{told} unopposed.") == 1
