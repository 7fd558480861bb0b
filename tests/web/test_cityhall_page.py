"""City Hall's live regions, in every phase of many games."""

from __future__ import annotations

import gzip
import html
import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from babel.messages.pofile import read_po

import twohalls
from twohalls.games.cityhall import GAME, picture
from twohalls.games.cityhall.board import DEFAULT, SPACES
from twohalls.games.cityhall.events import BidMade, PermitReturned
from twohalls.games.cityhall.page import sentences, stage, story, text
from twohalls.games.cityhall.page.scene import Scene
from twohalls.kernel.events import Happened
from twohalls.kernel.table import Table, View
from twohalls.kit.i18n import translators
from twohalls.kit.parts import page
from twohalls.kit.you import since_your_turn, with_you
from twohalls.web import static

NAMES = ("Ada", "Bruno", "Clara", "Dev")
VERBS = {
    "draft", "build", "return", "activate", "search", "reveal", "pass", "bid", "keep", "accept",
    "tax", "campaign", "buy", "lobby", "take", "bottom", "health",
}  # fmt: skip


def same(text: str) -> str:
    return text


def plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def positions(seed: int, players: int, every: int = 1) -> Iterator[Table]:
    """A game by chance, before each (or each so-manieth) decision and at its end."""
    rng = random.Random(seed)
    table = twohalls.new_table("cityhall", NAMES[:players], seed=seed)
    decisions = 0
    while not table.over:
        if decisions % every == 0:
            yield table
        seat = table.awaited[0]
        table.submit(seat, rng.choice(table.view(seat).legal))
        decisions += 1
    yield table


def regions(view: View, pick: str | None = None) -> dict[str, str]:
    return dict(page(GAME).fragments(view, same, plural, pick))


def picks(made: dict[str, str]) -> set[str]:
    found = re.findall(r'href="\?([^"]*)"', " ".join(made.values()))
    return {parse_qs(html.unescape(query))["pick"][0] for query in found}


SAYS = re.compile(r'name="line" value="([^"]*)"|data-say="([^"]*)"')


def sendable(made: dict[str, str]) -> set[str]:
    """The lines that one click sends as the page stands."""
    found = SAYS.findall(" ".join(made.values()))
    return {html.unescape(button or place) for button, place in found}


def reachable(view: View) -> set[str]:
    """Every line that a person can send by following picks."""
    seen: set[str] = set()
    waiting = {""}
    lines: set[str] = set()
    while waiting:
        pick = waiting.pop()
        seen.add(pick)
        made = regions(view, pick or None)
        lines |= sendable(made)
        waiting |= picks(made) - seen
    return lines


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_line_and_no_other_can_be_reached_by_picking(players: int) -> None:
    tried: set[str] = set()
    for table in positions(players, players, every=23):
        if table.over:
            break
        view = table.view(table.awaited[0])
        if len(view.legal) < 24:
            assert reachable(view) == set(view.legal)
            tried |= {line.split()[0] for line in view.legal}
    assert tried >= {"activate", "bid", "pass", "keep"}


def reveals(view: View, line: str) -> bool:
    return bool(view.game.rules.actor(view.game.check(view.known, line).after) < 0)


def test_a_decision_is_one_click_unless_it_reveals_something_then_it_asks_once() -> None:
    """A building is a permit and a land; where only one land is left, the permit is enough."""
    asked: set[str] = set()
    for table in positions(14, 3, every=2):
        if table.over:
            break
        view = table.view(table.awaited[0])
        if len(view.legal) == 1:
            continue
        at_once = sendable(regions(view))
        for line in view.legal:
            verb, *words = line.split()
            if reveals(view, line):
                asked.add(verb)
                assert line not in at_once
                assert line in sendable(regions(view, line))
            elif verb == "build":
                places = [other for other in view.legal if other.startswith(f"build {words[0]} ")]
                assert line in sendable(regions(view, f"build {words[0]}"))
                assert (line in at_once) >= (len(places) == 1)
            else:
                assert line in at_once, line
    assert asked >= {"draft", "reveal"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_question_has_one_answer(players: int) -> None:
    """Where there is a choice at all, whatever is picked and not yet a line leaves another; where
    there is none, the panel says what happens and asks nothing."""
    asked = 0
    for table in positions(20 + players, players, every=9):
        if table.over:
            break
        view = table.view(table.awaited[0])
        made = regions(view)
        if len(view.legal) == 1:
            assert not re.search(r"\?</h2>|\bChoose|match it", made["turn"]), view.legal
            continue
        offered = picks(made) | sendable(made)
        assert len(offered) > 1, view.legal
        asked += 1
        for pick in offered - set(view.legal):
            assert sum(line.startswith(f"{pick} ") for line in view.legal) > 1, pick
    assert asked > 10


def test_since_your_last_turn_is_summed_up_only_where_the_log_does_not_say_as_much() -> None:
    summed = alone = 0
    for table in positions(18, 4, every=3):
        if table.over:
            break
        view = table.view(table.awaited[0])
        told = page(GAME).meanwhile(view, same, plural)
        others = since_your_turn(view).values()
        assert bool(told) == any(len(lines) > 1 for lines in others)
        summed += bool(told)
        alone += bool(others) and not told
    assert summed
    assert alone


def test_you_are_called_in_the_middle_of_a_sentence_as_people_write() -> None:
    table = next(positions(19, 3))
    log = regions(table.view(2))["log"]
    assert re.search(r"Turn order: (\w+, )*you\b", log)


def test_there_is_one_way_to_bid() -> None:
    for table in positions(15, 3):
        if table.over:
            break
        view = table.view(table.awaited[0])
        if "pass" in view.legal:
            turn = regions(view)["turn"]
            said = [button or place for button, place in SAYS.findall(turn)]
            assert sorted(said) == sorted(view.legal)
            assert "<select" not in turn
            assert "<input" not in turn


def test_every_kind_of_decision_is_asked_for() -> None:
    asked: set[str] = set()
    for table in positions(5, 4):
        if table.over:
            break
        view = table.view(table.awaited[0])
        asked |= {line.split()[0] for line in view.legal}
        assert 'class="now asked"' in regions(view)["turn"]
    assert asked >= VERBS


def test_regions_are_single_elements_named_by_their_id() -> None:
    for table in positions(8, 3, every=9):
        for seat in (None, 1, 2):
            for name, region in regions(table.view(seat)).items():
                assert re.match(rf'<\w+ id="{name}"', region)


def test_a_pick_that_is_no_longer_legal_is_forgotten() -> None:
    table = next(positions(1, 4))
    view = table.view(table.awaited[0])
    assert regions(view, "health double") == regions(view, None)
    assert regions(view, "<script>") == regions(view, None)


def test_a_watcher_is_asked_nothing_and_sees_no_hand() -> None:
    for table in positions(2, 4, every=15):
        made = regions(table.view(None))
        assert not picks(made)
        assert "only you see it" not in made["hand"]
        assert table.over or made["players"].count(">hidden<") == 4


def test_nothing_on_the_page_has_a_style_or_script_of_its_own() -> None:
    for table in positions(3, 4, every=25):
        made = " ".join(regions(table.view(1)).values())
        assert " style=" not in made
        assert "<script" not in made
        assert " on" not in re.findall(r" on\w+=", made)


def test_names_are_escaped() -> None:
    table = twohalls.new_table("cityhall", ["<b>&", "Bruno"], seed=1)
    made = " ".join(regions(table.view(1)).values())
    assert "<b>&" not in made
    assert "&lt;b&gt;&amp;" in made


def test_the_ghost_of_a_picked_permit_stands_with_its_stars_on_every_legal_lot() -> None:
    for table in positions(4, 4):
        view = table.view(table.awaited[0])
        builds = [line for line in view.legal if line.startswith("build tower ")]
        if len(builds) > 1:
            made = regions(view, "build tower")
            for line in builds:
                lot = made[f"lot-{line.split()[2]}"]
                assert 'class="bl gh" href="#tower"' in lot
                after = view.game.check(view.known, line).after
                full = len(re.findall(r'href="#star" x', lot))
                assert full == after.stars[SPACES.index(line.split()[2])]
            return
    pytest.fail("nobody could choose where to build a Tower")


def test_the_final_summary_adds_up() -> None:
    *_, table = positions(6, 4, every=1000)
    view = table.view(None)
    election = stage.election(view, same)
    for row in election.votes:
        assert row.own + row.more == row.votes
    assert election.votes[0].seat == election.mayor.seat
    assert "is elected mayor" in regions(view)["turn"]
    assert 'class="victory"' in regions(view)["stage"]


def test_the_end_calls_its_reader_you_if_they_won() -> None:
    *_, table = positions(6, 4, every=1000)
    assert table.result is not None
    [winner] = table.result.winners
    titles = [regions(table.view(seat))["turn"] for seat in table.seats]
    assert ["You are elected mayor" in title for title in titles] == [
        seat == winner for seat in table.seats
    ]


def test_what_follows_is_told_without_a_second_then() -> None:
    for table in positions(3, 4, every=3):
        for seat in table.awaited:
            then = re.search(r'class="then">(.*?)</p>', regions(table.view(seat))["turn"])
            assert then is None or len(re.findall(r"\bthen\b", then[1], re.IGNORECASE)) == 1


def test_in_italian_no_line_of_the_log_sounds_like_an_order() -> None:
    """What one did is told as past: “Prendi M2” is what the button says."""
    _, ngettext = translators("it", GAME)
    *_played, table = positions(6, 3, every=1000)
    view = table.view(1)
    names = with_you(view, _)
    mine = [line for line in view.happened if line.seat == 1]
    told = {sentences.sentences(line, names, _, ngettext)[0] for line in mine}
    assert len(told) > 20
    assert not [text for text in told if not re.match(r"Hai |Non hai |Sotto il mazzo: ", text)]


def test_what_health_brought_is_shown_until_the_next_decision() -> None:
    shown = False
    for table in positions(7, 4):
        said = [line for line in table.lines if line.seat]
        ranks = stage.stage(Scene(table.view(1), same, plural)).ranks
        counted = bool(said) and said[-1].text.startswith("health")
        assert bool(ranks) == (counted and not table.over)
        shown = shown or bool(ranks)
    assert shown


def test_every_line_is_told_once_in_the_round_in_which_it_was_said() -> None:
    *_, table = positions(9, 4, every=1000)
    view = table.view(None)
    passages = story.passages(view.happened)
    own = [
        passage
        for passage in passages
        if passage.events[0] == view.happened[passage.at - 1].events[0]
    ]
    assert [passage.at for passage in own] == list(range(1, len(view.happened) + 1))
    assert [passage.round for passage in passages] == sorted(passage.round for passage in passages)
    assert passages[-1].seat is None
    assert passages[-1].round == view.known.round


def test_an_auction_is_told_with_its_bids_clockwise_and_its_end() -> None:
    for table in positions(9, 4, every=5):
        view = table.view(None)
        found = story.auction(view.happened, 4)
        if view.to_json()["phase"] not in ("bid", "keep"):
            continue
        assert found is not None
        shown = view.to_json()["auction"]
        assert found.activating == shown["activating"] == found.seats[0]
        assert found.bids == {int(seat): bid for seat, bid in shown["bids"].items()}
        assert found.highest == shown["highest"]
        assert found.end is None


def test_every_line_is_a_sentence_and_a_hidden_return_stays_hidden() -> None:
    for players in (2, 3, 4):
        *_, table = positions(10, players, every=1000)
        for line in table.view(1).happened:
            for said in sentences.sentences(line, table.names, same, plural):
                assert said.endswith((".", ")"))
                assert "{" not in said
    hidden = Happened(9, 2, "return ?", (PermitReturned(2, None),))
    [unseen] = sentences.sentences(hidden, NAMES, same, plural)
    assert unseen == "Bruno slips a permit under the deck, face down."


def test_a_line_is_told_from_its_events_not_from_its_text() -> None:
    line = Happened(30, 3, "?", (BidMade(3, "tax", 4),))
    assert sentences.sentences(line, NAMES, same, plural) == ("Clara bids 4.",)


def test_every_choice_has_words() -> None:
    for table in positions(11, 4, every=3):
        for seat in table.awaited:
            for line in table.view(seat).legal:
                said = sentences.choice(line, table.names, same, plural)
                assert said
                assert "{" not in said


def test_the_board_in_words_says_where_everything_is() -> None:
    for table in positions(12, 4, every=40):
        for seat in (None, 1):
            said = dict(text.sections(table.view(seat), same, plural))
            assert len(said["Queens"]) == 8
            assert bool(said["Your hand"]) == (seat == 1)


def test_one_of_a_thing_is_not_called_several() -> None:
    several = re.compile(r"\b1 (stars|votes|lands|permits|spaces|buildings)\b", re.IGNORECASE)
    for table in positions(16, 3, every=4):
        for seat in (None, 1):
            view = table.view(seat)
            said = [*regions(view).values(), *map(str, text.sections(view, same, plural))]
            shown = " ".join(re.sub(r"<[^>]*>", " ", html) for html in said)
            assert not several.search(shown)


@pytest.mark.parametrize(
    ("language", "other"),
    [
        ("en", r"\b(lots?|floors?)\b"),
        ("fr", r"bureau|étage|influences\b"),
        ("it", r"influenze|piano"),
    ],
)
def test_one_thing_has_one_name(language: str, other: str) -> None:
    folder = GAME.folder
    with (folder / "locale" / "fr.po").open("rb") as french:
        ids = [message.id for message in read_po(french) if message.id]
    said = " ".join(id if isinstance(id, str) else " ".join(id) for id in ids)
    if language != "en":
        said = (folder / "locale" / f"{language}.po").read_text()
        said = " ".join(line for line in said.splitlines() if not line.startswith("msgid"))
    rules = (folder / "rulebook" / f"{language}.md").read_text()
    found = re.findall(other, f"{said} {rules}", re.IGNORECASE)
    assert not found


def test_a_page_is_light() -> None:
    *_, table = positions(13, 4, every=1000)
    view = table.view(1)
    made = "".join(regions(view).values()) + page(GAME).context(view, same, plural)["ground"]
    assert len(gzip.compress(made.encode(), 6)) < 22_000
    style = static.find((GAME.folder / "static" / "style.css",), (0.0,))
    assert len(style.packed["gzip"]) < 8_500


def test_the_style_moves_boroughs_on_a_phone_as_the_picture_does() -> None:
    style = Path(GAME.folder / "static" / "style.css").read_text()
    assert f".lots .m {{ transform: translate({picture.PHONE_SHIFT['M']}px)" in style
    assert f".lots :is(.q, .b) {{ transform: translate({picture.PHONE_SHIFT['Q']}px)" in style
    assert f"aspect-ratio: {picture.PHONE_WIDTH} / {picture.HEIGHT}" in style
    for space in SPACES:
        assert f"#why-{space}" in style


def test_a_table_with_its_own_board_is_drawn_on_that_board() -> None:
    fewer = {**DEFAULT, "bridges": DEFAULT["bridges"][1:]}
    drawn = [
        page(GAME).context(
            twohalls.new_table("cityhall", NAMES[:2], board=board).view(1), same, plural
        )
        for board in (None, fewer)
    ]
    name = DEFAULT["bridges"][0]["name"]
    assert [name in found["ground"] for found in drawn] == [True, False]
