"""The rules in a real browser, mostly without any script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PHONE, WIDE, Visitor, barriers

import twohalls

LOCALES = {"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}


LETTERS = """() => ["h1", ".text p"].map(
    one => getComputedStyle(document.querySelector(one)).fontFamily)"""
"""In what a title and a text are set: letters that come with the page."""


@pytest.mark.parametrize("game", twohalls.GAMES)
def test_anybody_can_read_the_rules(visitor: Visitor, game: str) -> None:
    for size, screen in (("wide", WIDE), ("phone", PHONE)):
        page = visitor(f"/rules/{game}?q=election", viewport=screen)
        assert barriers(page, f"rules-{game}-{size}") == []
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= screen["width"]
        families = page.evaluate(LETTERS)
        assert all(family.startswith('"Source S') for family in families), families


@pytest.mark.parametrize(
    ("language", "query", "title"),
    [
        ("en", "precinct", "Precinct Chairman"),
        ("fr", "presidence circonscription", "Présidence de circonscription"),
        ("it", "circoscrizione", "Presidente di circoscrizione"),
    ],
)
def test_searching_works_without_a_script(
    visitor: Visitor, language: str, query: str, title: str
) -> None:
    page = visitor("/rules/tammany", locale=LOCALES[language], java_script_enabled=False)
    page.fill("#q", query)
    page.press("#q", "Enter")
    page.locator(".hits a", has_text=title).click()
    expect(page.locator("#precinct")).to_be_in_viewport()
    assert page.url.endswith("#precinct")
    assert page.locator("#precinct mark").count() > 0


def test_an_example_is_clicked_through_without_a_script(visitor: Visitor) -> None:
    page = visitor("/rules/tammany", java_script_enabled=False)
    example = page.locator("#example-slander")
    for step in (2, 3, 4):
        example.locator("a[rel=next]").click()
        expect(example.locator("[aria-current=step]")).to_have_text(str(step))
        expect(example.locator(".name")).to_be_in_viewport()
    expect(example.locator("a[rel=next]")).to_have_count(0)
    example.locator("a[rel=prev]").click()
    expect(example.locator(".verdict.yes")).to_have_count(1)
    expect(example.locator(".verdict.no")).to_have_count(2)


@pytest.mark.parametrize("game", twohalls.GAMES)
def test_every_step_of_every_example_fits_a_phone(visitor: Visitor, game: str) -> None:
    page = visitor(f"/rules/{game}", viewport=PHONE, locale=LOCALES["it"])
    examples = page.locator(".example").evaluate_all("all => all.map(one => one.id.slice(8))")
    for name in examples:
        steps = page.locator(f"#example-{name} .steps li").count()
        for step in range(1, steps + 1):
            page.goto(f"/rules/{game}?example={name}&step={step}#example-{name}")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_language_is_changed_where_one_reads(visitor: Visitor) -> None:
    page = visitor("/rules/cityhall")
    expect(page.locator("#stars")).to_have_text("The worth of a building")
    page.click(".language button[value=fr]")
    expect(page.locator("#stars")).to_have_text("La valeur d’un bâtiment")
    page.click(".language button[value=it]")
    expect(page.locator("#stars")).to_have_text("Quanto vale un edificio")


def test_a_link_to_a_settled_point_lights_it(visitor: Visitor) -> None:
    page = visitor("/rules/tammany#t16")
    expect(page.locator("#t16")).to_be_in_viewport()
    assert page.locator("#t16:target").count() == 1
