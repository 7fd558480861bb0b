"""The rules as pages: complete, alike in every language, searchable, and true to the games."""

from __future__ import annotations

import re
from types import SimpleNamespace as Namespace
from typing import Any

import pytest
from starlette.requests import Request
from tests.games.cityhall import position as city
from tests.games.tammany import position as tammany
from tests.serving import quick
from tests.tables import facts

from twohalls.games import GAMES, find_game
from twohalls.games.cityhall.board import OFFICES as CITY_OFFICES
from twohalls.games.cityhall.page import examples as city_examples
from twohalls.games.cityhall.page import rulebook as lands
from twohalls.games.tammany.board import COLOURS, OFFICE_NAMES, WARDS
from twohalls.games.tammany.page import examples as ward_examples
from twohalls.games.tammany.page import rulebook as wards
from twohalls.kernel.errors import Unknown
from twohalls.kit.i18n import LANGUAGES, translators
from twohalls.kit.parts import page
from twohalls.web.rulebook import routes
from twohalls.web.rulebook.book import Book, read
from twohalls.web.rulebook.search import excerpt, find, highlight, words_of
from twohalls.web.templating import rule

games = pytest.mark.parametrize("game", GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)
APP = Namespace(state=Namespace(services=Namespace(settings=quick("sqlite://"), secret="s" * 22)))


def get(game: str, language: str = "en", **query: str) -> str:
    """A page of the rules as a browser of that language is answered."""
    headers = [(b"accept-language", language.encode())]
    path = f"/rules/{game}" if game else "/rules"
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": headers}
    there = {"query_string": b"", "server": ("test", 80), "scheme": "http", "app": APP}
    request = Request({**scope, **there})
    made = routes.rules(request, game, **query) if game else routes.all_rules(request, **query)
    return bytes(made.body).decode()


# --- Complete --------------------------------------------------------------------------------


@games
@languages
def test_every_settled_point_stands_on_the_page_once(game: str, language: str) -> None:
    page = get(game, language)
    assert list(read(game, language).points) == facts(game).POINTS
    for point in facts(game).POINTS:
        assert page.count(f'id="{point.lower()}"') == 1
        assert page.count(f'href="#{point.lower()}"') >= 2, "the list of all points names it too"


@games
@languages
def test_anchors_are_the_same_in_all_languages_and_stand_on_the_page(
    game: str, language: str
) -> None:
    book = read(game, language)
    assert book.anchors == read(game).anchors
    assert [section.id for section in book.sections] == [s.id for s in read(game).sections]
    ids = re.findall(r'\bid="([^"]+)"', get(game, language))
    assert book.anchors <= set(ids)
    assert len(ids) == len(set(ids))


@games
@languages
def test_every_link_within_the_page_leads_somewhere(game: str, language: str) -> None:
    page = get(game, language)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'\bid="([^"]+)"', page))


@games
@languages
def test_each_language_says_as_much_as_the_other_ones(game: str, language: str) -> None:
    for section, english in zip(read(game, language).sections, read(game).sections, strict=True):
        assert section.text.strip() or section.id == "settled" or section.level == 2
        if english.id != "glossary":
            assert 0.6 * len(english.text) - 40 < len(section.text) < 2 * len(english.text) + 40
        if language != "en" and len(english.text) > 150:
            assert section.text != english.text


@languages
def test_every_office_has_its_section(language: str) -> None:
    named = {section.id for section in read("tammany", language).sections}
    assert {office for office in OFFICE_NAMES if office} <= named
    assert set(CITY_OFFICES) <= {section.id for section in read("cityhall", language).sections}


@languages
def test_an_option_is_called_as_in_the_form_of_a_new_table(language: str) -> None:
    _, _ngettext = translators(language, find_game("tammany"))
    named = re.escape(_("nothing goes in"))
    assert re.search(rf"[“«]\s?{named}\s?[”»]", get("tammany", language))


def test_every_prompt_leads_to_a_section() -> None:
    for game in GAMES:
        assert set(page(find_game(game)).links.values()) <= read(game).anchors
    assert rule("tammany", "boss") == "/rules/tammany#placing"
    assert rule("cityhall", "C12") == "/rules/cityhall#c12"
    assert rule("cityhall", "weather") == "/rules/cityhall"


@pytest.mark.parametrize(
    ("game", "verbs"),
    [
        ("tammany", "boss cube end favor arrest lock move slander spread bid settle appoint"),
        (
            "cityhall",
            "draft build return activate search reveal pass bid keep accept tax campaign buy "
            "lobby take bottom health",
        ),
    ],
)
def test_whatever_a_player_may_say_is_explained(game: str, verbs: str) -> None:
    assert set(verbs.split()) <= set(page(find_game(game)).links)


# --- Pictures and examples -------------------------------------------------------------------


@games
@languages
def test_pictures_are_drawn_without_styles_and_scripts_of_their_own(
    game: str, language: str
) -> None:
    page = get(game, language)
    assert " style=" not in page
    assert "<style" not in page
    assert "<script" not in page
    assert not re.search(r"\son\w+=", page)
    assert "{count}" not in page
    assert "```" not in page


@languages
def test_no_diagram_is_missing(language: str) -> None:
    page = get("tammany", language)
    assert page.count('<svg class="map" viewBox="-140') == 1
    assert page.count('role="img"') == 2
    assert page.count('class="arrow"') == len(WARDS) - 3
    page = get("cityhall", language)
    assert page.count('role="img"') == 2
    assert page.count('class="space"') == 3 * 22
    assert 'class="track"' in page


@games
@languages
def test_examples_have_a_picture_and_words_for_every_step(game: str, language: str) -> None:
    book = read(game, language)
    assert set(book.examples) == set(facts(game).SCENES)
    for name, example in book.examples.items():
        assert len(example.steps) == len(facts(game).SCENES[name])
        assert example.words.keys() == read(game).examples[name].words.keys()
        for step in range(1, len(example.steps) + 1):
            said = re.split(r"[.:\n*&]", example.steps[step - 1])[0]
            assert said in get(game, language, example=name, step=str(step))


@pytest.mark.parametrize("game", [game for game in GAMES if read(game).examples])
def test_a_step_that_is_none_shows_the_nearest_one(game: str) -> None:
    name, example = next(iter(read(game).examples.items()))
    last = get(game, example=name, step=str(len(example.steps)))
    assert get(game, example=name, step="99") == last
    for nonsense in ("0", "-1", "²", "1e9", "99999999999"):
        assert get(game, example=name, step=nonsense) == get(game)
    assert get(game, example="<b>", step="2") == get(game)


def test_the_board_decides_which_wards_are_adjacent() -> None:
    assert wards.ward_neighbours(8) == [5, 9, 14, 15]
    assert wards.ward_corners(8) == [6]
    assert lands.land_neighbours("B1") == ["Q6", "B2", "B4", "B5"]


def test_the_example_of_slander_is_what_the_game_allows() -> None:
    before, first, spread, second = ward_examples.SCENES["slander"]
    short = {"irish": "ie", "english": "en", "german": "de"}
    said = ["year 9", "favors red german=3"]
    for ward, bosses in before.bosses.items():
        pieces = [f"{who}{count}" for who, count in bosses.items()]
        pieces += [short[c] for c, count in before.cubes[ward].items() for _ in range(count)]
        said.append(f"{ward} {' '.join(pieces)}")
    table = tammany.say(tammany.position("; ".join(said)), "1 slander 2 8 german")
    for scene in (first, spread):
        assert tammany.ward(table, 8)["bosses"] == by_seat(scene.bosses[8])
        assert tammany.legal(table, 1, "spread") == {"14"}
    assert spread.yes == (14,)
    tammany.say(table, "1 spread 14")
    assert tammany.ward(table, 14)["bosses"] == by_seat(second.bosses[14])
    assert tammany.player(table, 1)["slander_chips"] == len(second.held["red"])


def by_seat(bosses: dict[str, int]) -> dict[str, int]:
    return {str(tammany.PEOPLE.index(who) + 1): count for who, count in bosses.items()}


def test_the_example_of_leaders_adds_up() -> None:
    *_, last = ward_examples.SCENES["leaders"]
    leaders = {colour: last.leaders(colour) for colour in COLOURS}
    assert leaders == {
        "irish": ["yellow"],
        "english": ["black"],
        "german": ["red", "yellow"],
        "italian": ["black", "yellow"],
    }


def test_the_example_of_a_vote_adds_up() -> None:
    assert ward_examples.SCENES["ward-vote"][2].votes == {"red": 5, "yellow": 4}


def test_the_example_of_stars_is_counted_by_the_rule() -> None:
    scenes = city_examples.SCENES["stars"]
    assert [scene.stars(scene.lit) for scene in scenes] == [1, 0, 0, 1]
    assert scenes[-1].stars("Q6") == 1


def test_the_example_of_an_auction_is_what_the_game_allows() -> None:
    for scene, held in (
        (city_examples.SCENES["auction"][2], 2),
        (city_examples.SCENES["auction"][3], 1),
    ):
        bids = [f"{seat} bid {bid}" for seat, bid in enumerate(scene.bids, 2)]
        table = city.position(f"players 4; influence {held} 9 9 9; offices surveyor=3")
        city.say(table, "1 activate surveyor", "1 reveal", "* land Q1", *bids)
        expected = {f"accept {seat}" for seat in scene.accepted} | (
            {"keep"} if scene.may_keep else set()
        )
        assert city.legal(table, 1) == expected


# --- Search ----------------------------------------------------------------------------------


def found(book: Book, query: str) -> list[str]:
    return [hit.id for hit in find(book.sections, query)]


@pytest.mark.parametrize(
    ("game", "language", "query", "section"),
    [
        ("tammany", "en", "slander", "slander"),
        ("tammany", "en", "SLANDERS", "slander"),
        ("tammany", "en", "ward bosses", "supply"),
        ("tammany", "en", "t7", "council"),
        ("tammany", "fr", "calomnie", "slander"),
        ("tammany", "fr", "presidence", "council"),
        ("tammany", "fr", "Présidence", "council"),
        ("tammany", "fr", "election", "election"),
        ("tammany", "fr", "L'ÉLECTION", "election"),
        ("tammany", "fr", "egalite mairie", "tie-breaks"),
        ("tammany", "it", "calunnie", "slander"),
        ("tammany", "it", "parita", "tie-breaks"),
        ("tammany", "it", "parità", "tie-breaks"),
        ("tammany", "it", "elezione", "election"),
        ("tammany", "it", "capoquartiere", "supply"),
        ("cityhall", "en", "endorsement", "endorsements"),
        ("cityhall", "fr", "geometre", "surveyor"),
        ("cityhall", "fr", "Géomètre", "surveyor"),
        ("cityhall", "fr", "encheres", "auction"),
        ("cityhall", "fr", "ex aequo", "health"),
        ("cityhall", "it", "sanita", "health"),
        ("cityhall", "it", "sanità", "health"),
        ("cityhall", "it", "appoggi", "endorsements"),
    ],
)
def test_search_finds_words_with_or_without_accents(
    game: str, language: str, query: str, section: str
) -> None:
    assert section in found(read(game, language), query)
    assert f'#{section}"' in get(game, language, q=query)


@pytest.mark.parametrize("language", ["fr", "it"])
def test_accents_make_no_difference(language: str) -> None:
    book = read("cityhall", language)
    for plain, accented in (
        ("popularite", "popularité"),
        ("etoile", "Étoile"),
        ("sanita", "sanità"),
    ):
        assert found(book, plain) == found(book, accented)


def test_a_section_of_that_name_comes_first() -> None:
    assert found(read("tammany"), "slander")[:2] == ["slander", "spread"]
    assert found(read("tammany"), "T12") == ["bonuses"]


def test_what_is_found_is_marked_in_the_list_and_in_the_text() -> None:
    page = get("cityhall", "fr", q="geometre")
    listed, text = page.split('<article id="text">')
    assert "<mark>Géomètre</mark>" in listed
    assert "<mark>Géomètre</mark>" in text
    assert "<mark>" not in get("cityhall", "fr")


def test_nothing_found_is_said() -> None:
    assert "Nothing found" in get("tammany", q="zeppelin")
    assert not found(read("tammany"), "?!…")


def test_what_was_typed_is_shown_as_text() -> None:
    hostile = '"><script>alert(1)</script>'
    for game in (*GAMES, ""):
        page = get(game, q=hostile)
        assert "<script>" not in page
        assert "&lt;script&gt;" in page


def test_a_long_query_is_cut() -> None:
    assert len(words_of("word" * 1000)) == 1
    assert len(words_of(" ".join(map(str, range(1000))))) == 8


def test_marks_keep_the_text_as_it_is() -> None:
    assert highlight("Œuvre & cœur", words_of("oeuvre coeur")) == (
        "<mark>Œuvre</mark> &amp; <mark>cœur</mark>"
    )
    assert highlight("ward 14, not 1", words_of("1")) == "ward 14, not <mark>1</mark>"
    assert "<mark>needle</mark>" in excerpt("hay " * 500 + "needle " + "hay " * 500, ("needle",))


def test_both_games_are_searched_at_once() -> None:
    page = get("", "it", q="elezione")
    assert "/rules/tammany?q=elezione#election" in page
    assert "/rules/cityhall?q=elezione#election" in page
    assert "/rules/cityhall#goal" in get("")


def test_rules_of_no_game_are_unknown() -> None:
    with pytest.raises(Unknown):
        get("chess")
