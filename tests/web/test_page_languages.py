"""Every kind of page in French and Italian: no sentence of the catalogue is left in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx2
import pytest
from tests.serving import NewTable, Serving
from tests.web.playing import to_question, to_sealed_bids
from tests.web.test_languages import OTHERS, forms, messages

TOLD = ("aria-label", "title", "placeholder", "alt", "data-lost", "data-failed", "data-once")
SILENT = ("script", "style")
PLACE = re.compile(r"\{\w*\}")
LEAST = 6
"""So many letters besides its placeholders tell a sentence from any other."""


class Visible(HTMLParser):
    """What a person reads or hears of a page; what says its own language is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = ""
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        if "lang" not in dict(attrs):
            self.said += [value for name, value in attrs if name in TOLD and value]

    def handle_data(self, data: str) -> None:
        if self.inside not in SILENT:
            self.said.append(data)


def visible(html: str) -> list[str]:
    reader = Visible()
    reader.feed(html)
    return [" ".join(text.split()) for text in reader.said if text.strip()]


def english(language: str) -> re.Pattern[str]:
    """Every message that reads otherwise in a language, with anything where it has a place."""
    found = []
    for message in messages(language):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        for id in ids:
            letters = re.sub(r"[\W\d_]", "", PLACE.sub("", id))
            if len(letters) >= LEAST and id not in forms(message):
                parts = [re.escape(part) for part in PLACE.split(" ".join(id.split()))]
                found.append(".+".join(parts))
    return re.compile("|".join(found))


@pytest.fixture(scope="module")
def tables(server: Serving) -> list[NewTable]:
    """Tables at moments that ask different things."""
    made = [server.new_table(game) for game in ("tammany", "tammany", "cityhall", "cityhall")]
    to_sealed_bids(made[1])
    to_question(made[3], "keep")
    return made


def pages(
    server: Serving, tables: list[NewTable], client: httpx2.Client
) -> Iterator[httpx2.Response]:
    for path in ("/", "/new/tammany", "/new/cityhall", "/nowhere"):
        yield client.get(path)
    for table in tables:
        yield client.get(table.watch_link)
        yield client.get(f"{table.path}/text")
        seat = table.api().view()["awaited"][0]
        yield client.get(table.link(seat))
        client.post(table.link(seat), data={"name": "Zoë"})
        yield client.get(table.path)
        yield client.get(f"{table.path}/text")
        for other in {1, 2, 3} - {seat}:
            client.post(table.link(other), data={"name": f"Xu{other}"})
        yield client.get(table.path)


@pytest.mark.parametrize("language", OTHERS)
def test_no_page_shows_a_sentence_in_english(
    server: Serving, tables: list[NewTable], language: str
) -> None:
    headers = {"Accept-Language": language, "Origin": server.url}
    known = english(language)
    with httpx2.Client(
        base_url=server.url, headers=headers, follow_redirects=True, timeout=60
    ) as client:
        for answer in pages(server, tables, client):
            assert f'lang="{language}"' in answer.text, answer.url
            for text in visible(answer.text):
                assert not known.fullmatch(text), (str(answer.url), text)
                assert not PLACE.search(text), (str(answer.url), text)


@pytest.mark.parametrize("game", ["tammany", "cityhall"])
def test_a_seat_that_nobody_named_is_called_in_each_readers_language(
    server: Serving, game: str
) -> None:
    """Whoever is awaited first: of all of them, nobody has come."""
    table = server.new_table(game, names=("Player 1", "Giocatore 2", "Player 3"))
    headers = {"Accept-Language": "fr", "Origin": server.url}
    with httpx2.Client(
        base_url=server.url, headers=headers, follow_redirects=True, timeout=60
    ) as client:
        client.get(table.watch_link)
        for path in ("", "/text", "/replay", "/holdings"):
            text = client.get(f"{table.path}{path}").text
            assert set(re.findall(r"Joueur \d", text)) == {"Joueur 1", "Joueur 2", "Joueur 3"}, path
            assert not re.search(r"Player \d|Giocatore", text), path
        client.post(table.link(1), data={"name": "Ada"})
        text = client.get("/games").text
        assert {"Joueur 2", "Joueur 3"} <= set(re.findall(r"Joueur \d", text))
        assert not re.search(r"Player \d|Giocatore", text)
