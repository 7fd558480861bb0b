"""From every prompt and explanation on the board a link leads to the rule, in each language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.serving import quick
from tests.tables import facts

from twohalls.games import GAMES, find_game
from twohalls.games.cityhall.board import OFFICES, PERMITS, SPACES
from twohalls.kernel.table import Table, View
from twohalls.kit.i18n import LANGUAGES, translators
from twohalls.kit.parts import page
from twohalls.web.app import create_app
from twohalls.web.rulebook.book import read
from twohalls.web.templating import rule

games = pytest.mark.parametrize("game", GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)


def kind(view: View) -> tuple[str, ...]:
    """What is asked of a seat: the phase, the office in use, and the verbs it may say."""
    shown = view.to_json()
    verbs = sorted({line.split(" ")[0] for line in view.legal})
    office = str(shown.get("office") or "") if shown["phase"] == "use" else ""
    return (str(shown["phase"]), office, *verbs)


@cache
def prompts(game: str) -> dict[tuple[str, ...], View]:
    """Every kind of prompt that comes up in some games, asked or only waited for."""
    found: dict[tuple[str, ...], View] = {}
    for seed in range(4):
        rng = random.Random(seed)
        table = Table(find_game(game), ["Ada", "Bert", "Cleo"], seed=seed)
        while not table.over:
            for seat in (*table.awaited[:1], table.awaited[0] % 3 + 1, None):
                view = table.view(seat)
                found.setdefault((*kind(view), *([] if seat else ["spectator"])), view)
            seat = table.awaited[0]
            table.submit(seat, rng.choice(table.view(seat).legal))
        found.setdefault(kind(table.view(1)), table.view(1))
    return found


def addresses(html: str) -> Iterator[str]:
    return iter(re.findall(r'href="(/rules/[^"]+)"', html))


def leads_somewhere(link: str, language: str) -> bool:
    game, _, anchor = link.removeprefix("/rules/").partition("#")
    return anchor in read(game, language).anchors


@games
def test_the_games_ask_in_all_their_phases(game: str) -> None:
    seen = {phase for phase, *_ in prompts(game)}
    assert seen >= set(facts(game).ASKED)


@games
@languages
def test_every_prompt_has_a_link_to_its_rule(game: str, language: str) -> None:
    for asked, view in prompts(game).items():
        parts = page(view.game).fragments(view, *translators(language, view.game))
        link = re.search(r'<a id="rule"[^>]* href="([^"]+)"', parts["turn"])
        assert link is not None, asked
        assert leads_somewhere(link[1], language), asked
        for stage in addresses("".join(parts.values())):
            assert leads_somewhere(stage, language), asked


@games
def test_the_board_in_words_has_the_same_links(game: str) -> None:
    for view in prompts(game).values():
        link = rule(game, page(view.game).asked(view))
        assert leads_somewhere(link, "en")


@languages
def test_what_an_office_does_and_what_a_lot_is_worth_is_linked(language: str) -> None:
    view = next(iter(prompts("cityhall").values()))
    parts = page(view.game).fragments(view, *translators(language, view.game))
    for thing in (*OFFICES, *SPACES, *PERMITS):
        links = list(addresses(parts[f"why-{thing}"]))
        assert links
        assert all(leads_somewhere(link, language) for link in links)
    for office in OFFICES:
        assert rule("cityhall", office) in parts[f"why-{office}"]


@languages
def test_every_ward_and_every_thing_to_do_is_linked(language: str) -> None:
    for view in prompts("tammany").values():
        parts = page(view.game).fragments(view, *translators(language, view.game))
        told = [html for name, html in parts.items() if name.startswith("ward-")]
        assert len(told) == 15
        for html in (*told, parts["turn"], parts["players"]):
            assert all(leads_somewhere(link, language) for link in addresses(html))
        assert all(list(addresses(html)) for html in told)
        if view.legal and view.to_json()["phase"] == "turn":
            assert parts["turn"].count('<h3><a class="rule"') == parts["turn"].count("<h3>")


def test_an_office_that_is_picked_leads_to_its_rule() -> None:
    view = prompts("cityhall")["activate", "", "activate"]
    for line in view.legal:
        parts = page(view.game).fragments(view, *translators("en"), line)
        assert (
            f'id="rule" class="rule" href="{rule("cityhall", line.split()[1])}"' in (parts["turn"])
        )


def test_start_page_and_tables_lead_to_the_rules(tmp_path: Any) -> None:
    app = create_app(quick(f"sqlite:///{tmp_path / 'tables.db'}"))
    with TestClient(app) as client:
        start = client.get("/").text
        for game in GAMES:
            assert f'href="/rules/{game}"' in start
            table = client.post("/play", data={"go": f"{game} solo", "name": "Ada"})
            assert f'href="/rules/{game}"' in table.text
            words = client.get(f"{table.url.path}/text").text
            assert f'href="/rules/{game}"' in words
            link = re.search(r'<a id="rule" href="([^"]+)"', words)
            assert link is not None
            assert leads_somewhere(link[1], "en")


@pytest.mark.parametrize(
    "path",
    ["/rules?q=lock", "/rules/tammany?q=ward%20boss", "/rules/cityhall?example=stars&step=2"],
)
def test_changing_the_language_keeps_what_was_looked_for(tmp_path: Any, path: str) -> None:
    app = create_app(quick(f"sqlite:///{tmp_path / 'tables.db'}"))
    with TestClient(app) as client:
        there = re.search(r'name="next" value="([^"]+)"', client.get(path).text)
        assert there is not None
        said = there[1].replace("&amp;", "&")
        assert said == path
        answer = client.post("/language", data={"next": said, "lang": "fr"}, follow_redirects=False)
        assert answer.headers["location"] == path
