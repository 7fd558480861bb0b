"""A first game: the lessons go as written, teach in three languages, and let go of the learner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tests.serving import quick
from tests.web.conftest import PHONE, barriers, picture
from tests.web.playing import ByKeys

from twohalls.games import GAMES, find_game
from twohalls.kernel.errors import Illegal, Unwelcome
from twohalls.kernel.table import Table
from twohalls.kit.i18n import LANGUAGES, Translate, translators
from twohalls.kit.lesson import OVER, Step
from twohalls.kit.parts import lesson
from twohalls.server.lessons import script_of
from twohalls.web.app import create_app
from twohalls.web.rulebook.book import read
from twohalls.web.templating import rule

expect.set_options(timeout=20_000)


def steps_of(game: str) -> Callable[[Translate], Mapping[str, Step]]:
    taught = lesson(find_game(game))
    assert taught is not None
    return taught.steps


games = pytest.mark.parametrize(
    "game", [game for game in GAMES if lesson(find_game(game)) is not None]
)
languages = pytest.mark.parametrize("language", LANGUAGES)


def asked(game: str) -> list[tuple[str, str]]:
    """The steps of a lesson: their names and the lines the learner is to say."""
    script = script_of(game)
    return [(name, script.lines[at].removeprefix("1 ")) for at, name in script.steps.items()]


# --- As written ------------------------------------------------------------------------------


def scripted(game: str) -> Table:
    script = script_of(game)
    table = Table(find_game(game), script.players, script.options)
    table.script = script
    return table


@games
def test_a_scripted_table_takes_what_is_written_and_nothing_else(game: str) -> None:
    table = scripted(game)
    for _name, line in asked(game):
        assert table.awaited[0] == 1
        others = [legal for legal in table.view(1).legal if legal != line]
        before = table.version
        for other in others[:3]:
            with pytest.raises(Unwelcome):
                table.submit(1, other)
        assert table.version == before
        table.submit(1, line)
    assert table.script_is_over
    assert [str(line) for line in table.lines] == list(script_of(game).lines)


@games
def test_what_the_rules_refuse_is_refused_by_the_rules_in_a_lesson_too(game: str) -> None:
    table = scripted(game)
    wrong = {"tammany": "boss 17", "cityhall": "draft B9"}[game]
    with pytest.raises(Illegal):
        table.submit(1, wrong)


@games
def test_a_step_of_a_lesson_can_be_taken_back_and_said_again(game: str) -> None:
    table = scripted(game)
    for _name, line in asked(game):
        table.submit(1, line)
        if table.can_undo(1) and not table.over:
            table.undo(1)
            assert table.awaited == (1,)
            said = tuple(str(line) for line in table.lines)
            assert said == script_of(game).lines[: len(said)]
            table.submit(1, line)
    assert table.script_is_over


@games
def test_a_lesson_read_back_from_its_log_is_the_same(game: str) -> None:
    table = scripted(game)
    for _name, line in asked(game):
        table.submit(1, line)
    again = Table.from_log(table.game, table.names, table.options, table.log)
    assert again.record() == table.record()


def test_both_lessons_show_what_their_games_are_about() -> None:
    verbs = {line.split()[0] for _name, line in asked("tammany")}
    assert verbs == {"boss", "cube", "end", "favor", "bid", "appoint", "slander", "spread"}
    verbs = {line.split()[0] for _name, line in asked("cityhall")}
    assert verbs >= {"draft", "build", "activate", "pass", "bid", "keep", "accept", "take"}
    assert verbs >= {"tax", "campaign", "health"}
    won = script_of("cityhall").lines
    table = scripted("cityhall")
    for _name, line in asked("cityhall"):
        table.submit(1, line)
    assert len(table.lines) == len(won)
    assert table.result is not None
    assert table.result.winners == (1,), "the last sentence says so"


# --- In words --------------------------------------------------------------------------------


@games
@languages
def test_every_step_has_its_sentences_in_each_language(game: str, language: str) -> None:
    gettext, _ngettext = translators(language, find_game(game))
    steps = steps_of(game)(gettext)
    english = steps_of(game)(translators("en")[0])
    assert list(steps) == [*script_of(game).steps.values(), OVER]
    for name, step in steps.items():
        for said, meant in ((step.look, english[name].look), (step.do, english[name].do)):
            assert set(re.findall(r"{(\w+)}", said)) == set(re.findall(r"{(\w+)}", meant))
            assert (said == meant) == (language == "en")


@games
def test_every_step_leads_to_its_rule_and_to_an_outline(game: str) -> None:
    style = (find_game(game).folder / "static" / "lesson.css").read_text()
    for step in steps_of(game)(translators("en")[0]).values():
        anchor = rule(game, step.about).partition("#")[2]
        assert anchor in read(game).anchors
        for place in step.at:
            assert f"[data-look~={place}]" in style


# --- By posts --------------------------------------------------------------------------------


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Callable[..., Learner]]:
    """Somebody who learns without a script in the page."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    clients: list[TestClient] = []

    def come(game: str, language: str = "en", path: str = "") -> Learner:
        client = TestClient(create_app(quick(database)), raise_server_exceptions=False)
        clients.append(client.__enter__())
        return Learner(client, game, language, path)

    yield come
    for client in clients:
        client.__exit__(None, None, None)


class Learner:
    """A lesson played by forms."""

    def __init__(self, client: TestClient, game: str, language: str, path: str = "") -> None:
        self.client = client
        client.headers["Accept-Language"] = language
        self.game = game
        self.path = path or self.begin()

    def begin(self) -> str:
        answer = self.client.post(f"/lesson/{self.game}", data={"name": "Ada"})
        assert answer.status_code == 200, answer.text
        return str(answer.url.path)

    def page(self, text: bool = False) -> str:
        answer = self.client.get(self.path + ("/text" if text else ""))
        assert answer.status_code == 200
        return str(answer.text)

    def band(self, text: bool = False) -> str:
        found = re.search(r'<section id="lesson".*?</section>', self.page(text), re.DOTALL)
        return unescape(found[0]) if found else ""

    def post(self, what: str, **data: Any) -> Any:
        return self.client.post(f"{self.path}/{what}", data=data)

    def say(self, line: str, **more: Any) -> Any:
        version = re.search(r'name="version" value="(\d+)"', self.page(text=True))
        assert version is not None
        return self.post("move", line=line, seat=1, version=version[1], **more)


@games
@languages
def test_a_lesson_goes_to_its_end_by_posts(learner: Any, game: str, language: str) -> None:
    ada = learner(game, language)
    gettext, _ngettext = translators(language, find_game(game))
    steps = steps_of(game)(gettext)
    for text, (name, line) in enumerate(asked(game)):
        band = ada.band(text=bool(text % 2))
        assert steps[name].look.format(nora="Nora", teo="Teo") in band
        assert steps[name].do.format(nora="Nora", teo="Teo") in band
        assert gettext("Skip the lesson") in band
        assert gettext("Go on later") in band
        assert ada.say(line).status_code == 200
    assert steps[OVER].look in ada.band()
    assert gettext("A game of your own") in ada.band()


@games
def test_another_answer_gets_a_friendly_sentence(learner: Any, game: str) -> None:
    ada = learner(game)
    wrong = {"tammany": "boss 6", "cityhall": "draft Q5"}[game]
    do = steps_of(game)(translators("en")[0])[asked(game)[0][0]].do
    refused = ada.say(wrong)
    assert refused.status_code == 409
    assert f"the lesson shows something else first. {do}" in unescape(refused.text)
    assert "1 of" in ada.band()


@games
def test_a_lesson_goes_on_where_it_was_left(learner: Any, game: str) -> None:
    ada = learner(game)
    for _name, line in asked(game)[:3]:
        ada.say(line)
    assert ada.begin() == ada.path
    assert "4 of" in ada.band()


@games
def test_a_lesson_outlives_the_server(learner: Any, game: str) -> None:
    ada = learner(game)
    for _name, line in asked(game)[:2]:
        ada.say(line)
    later = learner(game, path=ada.path)
    later.client.cookies = ada.client.cookies
    assert "3 of" in later.band()
    assert later.say(asked(game)[2][1]).status_code == 200
    assert "4 of" in later.band()


@games
def test_a_skipped_lesson_is_an_ordinary_game(learner: Any, game: str) -> None:
    ada = learner(game)
    first = asked(game)[0][1]
    ada.say(first)
    assert ada.post("lesson").status_code == 200
    assert not ada.band()
    table = ada.client.get(f"/api/v1/tables/{ada.path.split('/')[-1]}").json()
    assert first in table["lines"][-1] or len(table["lines"]) > 3
    assert ada.begin() != ada.path, "and the next lesson is a new one"


def test_after_the_last_step_the_game_goes_on_against_opponents(learner: Any) -> None:
    ada = learner("tammany")
    for _name, line in asked("tammany"):
        ada.say(line)
    assert ada.say("boss 9").status_code == 409
    ada.post("lesson", next="/text")
    for line in ("boss 9", "boss 9", "end"):
        assert ada.say(line).status_code == 200
    assert not ada.band()


def test_only_the_learner_can_leave_a_lesson(learner: Any) -> None:
    ada = learner("tammany")
    stranger = learner("tammany", path=ada.path)
    assert stranger.post("lesson").status_code == 404


def test_a_lesson_invites_nobody_until_it_is_a_game(learner: Any) -> None:
    ada = learner("tammany")
    assert 'id="invite"' not in ada.client.get(ada.path).text
    ada.post("lesson")
    assert 'id="invite"' in ada.client.get(ada.path).text


def test_there_is_no_lesson_for_what_is_no_game(learner: Any) -> None:
    ada = learner("tammany")
    assert ada.client.post("/lesson/chess").status_code == 404


def test_nobody_is_written_to_about_a_lesson(learner: Any) -> None:
    """A lesson waits without anybody being told that it is their turn."""
    ada = learner("tammany")
    live = ada.client.app.state.services.tables._live[ada.path.split("/")[-1]]
    assert not live.waits
    ada.say(asked("tammany")[0][1])
    assert not live.waits
    assert "A first game" in ada.client.get("/games").text


# --- In a browser ----------------------------------------------------------------------------


def begin(page: Page, game: str) -> Page:
    page.fill("#name", "Ada")
    page.click(f"button[formaction='/lesson/{game}']")
    page.wait_for_url("**/t/*")
    return page


def at_step(page: Page, number: int) -> None:
    expect(page.locator("#lesson h2 small")).to_have_text(re.compile(rf"^{number} "))


def go_on(page: Page) -> None:
    """Close what shows that an election begins or how a ward voted, if it is there."""
    for onward in page.locator(":is(.opening,.reveal) a.prim").all():
        if onward.is_visible():
            onward.click()


def click_tammany(page: Page, line: str) -> None:
    """On the board wherever the board has it."""
    verb, *words = line.split()
    go_on(page)
    if verb == "cube":
        page.locator(f"a.berth[href='?pick=cube+{words[0]}']").first.click()
        expect(page.locator(f"#pick-cube-{words[0]}")).to_have_attribute("aria-current", "true")
    if verb == "slander":
        page.click(f"#pick-slander-{words[0]}")
    if verb in ("boss", "cube", "slander", "spread"):
        page.click(f"button.hit[value='{line}']")
    else:
        press_tammany(page, line)


def press_tammany(page: Page, line: str) -> None:
    """By buttons: of the panel, of the sheet that tells about a ward, of the ballot."""
    verb, *words = line.split()
    go_on(page)
    if verb in ("boss", "cube", "slander"):
        if verb != "boss":
            page.click(f"#pick-{verb}-{words[0]}")
        page.locator(f"#ward-{words[0 if verb == 'boss' else 1]} .hit:visible").click()
        page.click(f".pop button[value='{line}']")
    elif verb == "bid":
        for chips in words[1:]:
            colour, _, count = chips.partition("=")
            for _n in range(int(count or 0)):
                page.click(f"[data-step='1'][data-for='bid-{words[0]}-{colour}']")
        page.click("#bidding .ballot .prim")
    elif verb == "appoint":
        page.click("#give button")
    else:
        page.click(f"#turn button[value='{line}']")


def click_cityhall(page: Page, line: str) -> None:
    """On the map, at a door or in one's hand wherever they have it."""
    say_cityhall(page, line, ":is(.lots, .offices, #hand)")


def press_cityhall(page: Page, line: str) -> None:
    """In the panel wherever it has it: an office is a door."""
    say_cityhall(page, line, "#turn")


def say_cityhall(page: Page, line: str, best: str) -> None:
    """By what stands in the best place, or else by what there is."""
    words = line.split()
    if words[0] == "build":
        card = page.locator(f"{best} a[href^='?pick={quote_plus(' '.join(words[:2]))}']").first
        only_one_land = card.get_attribute("data-say")
        card.click()
        if not only_one_land:
            page.click(f"#lot-{words[2]} a")
        return
    choice = f":is(button[value='{line}'], a[href='?pick={quote_plus(line)}'])"
    there = page.locator(f"{best} {choice}")
    (there if there.count() else page.locator(f"main {choice}")).first.click()
    if words[0] == "draft":
        page.click(f"#turn .end[value='{line}']")


class Keys(ByKeys):
    """Answers with G, Tab, arrows, Enter and Escape alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tammany(self, line: str) -> None:
        verb, *words = line.split()
        while self.page.locator(":is(.opening,.reveal) a.prim").filter(visible=True).count():
            self.page.keyboard.press("Escape")
        if verb in ("cube", "slander"):
            self.click(f"#pick-{verb}-{words[0]}")
            self.page.wait_for_selector(f"#pick-{verb}-{words[0]}[aria-current]")
        if verb == "bid":
            self.bid(words[0], words[1:])
        elif verb == "appoint":
            self.click("#give button")
        else:
            self.click(f":is(.aim, #turn button)[value='{line}']")

    def bid(self, ward: str, chips: list[str]) -> None:
        for colour, _, count in (one.partition("=") for one in chips if "=" in one):
            self.reach(f"#bid-{ward}-{colour}")
            for _n in range(int(count)):
                self.page.keyboard.press("ArrowUp")
        self.click("#bidding .ballot .prim")

    def cityhall(self, line: str) -> None:
        words = line.split()
        self.page.keyboard.press("g")
        if words[0] == "build":
            card = f"#turn a[href^='?pick={quote_plus(' '.join(words[:2]))}']"
            only_one_land = self.page.locator(card).first.get_attribute("data-say")
            self.click(card)
            if not only_one_land:
                self.click(f"#lot-{words[2]} a[data-say='{line}']")
            return
        self.click(f"main :is(button[value='{line}'], a[href='?pick={quote_plus(line)}'])")
        if words[0] == "draft":
            self.page.wait_for_selector("#turn .end")
            self.click(f"#turn .end[value='{line}']")


CLICKS = {"tammany": click_tammany, "cityhall": click_cityhall}
BUTTONS = {"tammany": press_tammany, "cityhall": press_cityhall}


@games
def test_a_lesson_is_clicked_through_to_its_end_on_the_board(visitor: Any, game: str) -> None:
    """In a low window, where the players are in sight all the same."""
    page = begin(visitor("/", viewport={"width": 1366, "height": 768}), game)
    steps = steps_of(game)(translators("en")[0])
    for number, (name, line) in enumerate(asked(game), 1):
        at_step(page, number)
        go_on(page)
        expect(page.locator("#lesson-do")).to_contain_text(
            steps[name].do.format(nora="Nora", teo="Teo")
        )
        expect(page.locator("#lesson-before")).to_be_hidden()
        assert page.evaluate(COVERED) == [], name
        assert page.evaluate(OUTLINED, list(steps[name].at)) == [], name
        if number == 2:
            picture(page, f"lesson-{game}")
        CLICKS[game](page, line)
    expect(page.locator("#lesson-look")).to_have_text(steps[OVER].look)
    if game == "tammany":
        page.click("#lesson .main")
        expect(page.locator("#lesson")).to_have_count(0)
        page.click("button.hit[value='boss 9']")
        expect(page.locator("#log")).to_contain_text("You placed a boss in Ward 9")
    else:
        expect(page.locator("#stage")).to_contain_text("165")
        page.click("#lesson .main")
        expect(page.locator("h1")).to_contain_text("Two Halls")


@games
def test_a_lesson_is_clicked_through_to_its_end_with_buttons(visitor: Any, game: str) -> None:
    """At a phone's size, where a ward tells about itself in a sheet with a button."""
    page = begin(visitor("/", viewport=PHONE), game)
    for number, (name, line) in enumerate(asked(game), 1):
        at_step(page, number)
        if steps_of(game)(translators("en")[0])[name].before:
            expect(page.locator("#lesson-before")).to_be_visible()
            expect(page.locator("#lesson-look")).to_be_hidden()
        BUTTONS[game](page, line)
    expect(page.locator("#lesson-look")).to_have_text(
        steps_of(game)(translators("en")[0])[OVER].look
    )


@games
def test_a_lesson_is_gone_through_to_its_end_with_the_keyboard_alone(
    visitor: Any, game: str
) -> None:
    page = begin(visitor("/"), game)
    answer = getattr(Keys(page), game)
    for number, (_name, line) in enumerate(asked(game), 1):
        at_step(page, number)
        answer(line)
    expect(page.locator("#lesson-look")).to_have_text(
        steps_of(game)(translators("en")[0])[OVER].look
    )


COVERED = """() => {
  const bottom = document.querySelector(".log, .logs")?.getBoundingClientRect().top ?? innerHeight;
  return [...document.querySelectorAll("#players :is(li, tbody tr)")]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().bottom > bottom + 1)
    .map(one => one.textContent);
}"""
"""Players who stand under the log."""
OUTLINED = """places => {
  const band = document.getElementById("lesson");
  const style = node => {
    const drawn = getComputedStyle(node);
    return drawn.outline + drawn.stroke + drawn.strokeWidth;
  };
  const all = () => [...document.querySelectorAll("main *")].map(style);
  return places.filter(place => {
    const kept = band.dataset.look;
    band.dataset.look = "";
    const without = all();
    band.dataset.look = place;
    const differs = all().some((now, i) => now !== without[i]);
    band.dataset.look = kept;
    return !differs;
  });
}"""


def test_zoomed_in_a_sheet_that_is_opened_ends_within_the_window(visitor: Any) -> None:
    page = begin(visitor("/", viewport={"width": 683, "height": 384}, locale="fr-FR"), "tammany")
    page.click("#ask")
    for part in ("#kick", "#pick-cube-irish", "#ending"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@games
def test_closing_the_browser_loses_no_step(visitor: Any, game: str) -> None:
    page = begin(visitor("/"), game)
    for number, (_name, line) in enumerate(asked(game)[:3], 1):
        at_step(page, number)
        CLICKS[game](page, line)
    at_step(page, 4)
    page.click("#lesson .ways a")
    page.wait_for_url(re.compile("/$"))
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/")
    page.click(f"button[formaction='/lesson/{game}']")
    at_step(page, 4)


@games
def test_skipping_leaves_an_ordinary_table(visitor: Any, game: str) -> None:
    page = begin(visitor("/"), game)
    CLICKS[game](page, asked(game)[0][1])
    at_step(page, 2)
    page.click("#lesson .ways button")
    expect(page.locator("#lesson")).to_have_count(0)
    expect(page.locator("#turn")).to_be_visible()
    expect(page).to_have_title(re.compile("^● "), timeout=30_000)


def test_another_tab_hears_that_the_lesson_was_left(visitor: Any) -> None:
    page = begin(visitor("/"), "tammany")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#lesson")).to_be_visible()
    page.click("#lesson .ways button")
    expect(other.locator("#lesson")).to_have_count(0)


def test_a_wrong_click_is_answered_in_words(visitor: Any) -> None:
    page = begin(visitor("/"), "tammany")
    page.click("button.hit[value='boss 6']")
    expect(page.locator("#notice")).to_contain_text("something else first. Put a boss into Ward 14")
    at_step(page, 1)
    CLICKS["tammany"](page, asked("tammany")[0][1])
    at_step(page, 2)


def test_a_lesson_needs_no_javascript(visitor: Any) -> None:
    page = begin(visitor("/", java_script_enabled=False), "tammany")
    at_step(page, 1)
    page.goto(page.url + "/text")
    for number, (_name, line) in enumerate(asked("tammany")[:3], 1):
        at_step(page, number)
        page.click(f".choices button[value='{line}']")
    at_step(page, 4)
    page.click("#lesson .ways button")
    assert not page.locator("#lesson").count()
    assert page.url.endswith("/text")


@games
def test_axe_finds_nothing_to_mend_in_a_lesson(visitor: Any, game: str) -> None:
    page = begin(visitor("/"), game)
    found = {}
    for number, (name, line) in enumerate(asked(game)[:10], 1):
        at_step(page, number)
        go_on(page)
        if number in (1, 2, 6, 8, 10):
            found[name] = barriers(page, f"lesson-{game}-{number}")
        CLICKS[game](page, line)
    page.goto(page.url.partition("#")[0] + "/text")
    found["text"] = barriers(page, f"lesson-{game}-text")
    assert not {name: what for name, what in found.items() if what}


@games
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_lesson_fits_a_phone(visitor: Any, game: str, language: str) -> None:
    page = begin(visitor("/", viewport=PHONE, locale=language), game)
    at_step(page, 1)
    band = page.locator("#lesson").bounding_box()
    assert band is not None
    assert band["width"] <= PHONE["width"]
    assert band["height"] < PHONE["height"] / 3
    assert page.evaluate(
        "[...document.querySelectorAll('#lesson *')].every(e =>"
        " e.getBoundingClientRect().right <= innerWidth)"
    )
    picture(page, f"lesson-{game}-phone-{language}")
