"""Small steps from one form of a fragment to another, replayed as a page would."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twohalls import GAMES, find_game
from twohalls.kernel.table import Table
from twohalls.kit.page import Fragments
from twohalls.server.live import Live
from twohalls.server.store import Seat, Stored
from twohalls.web import fragments
from twohalls.web.difference import Element, difference, parsed
from twohalls.web.difference import _element as read_element


def test_a_changed_text_is_said_alone():
    old = '<ul id="u"><li>one</li><li><b>two</b></li></ul>'
    new = '<ul id="u"><li>one</li><li><b>three</b></li></ul>'
    assert difference(old, new) == ["=u/1/0 <b>three</b>"]


def test_a_changed_attribute_is_said_without_the_content():
    old = '<div id="d" class="a"><p>much to say about nothing at all</p></div>'
    assert difference(old, old.replace('"a"', '"b"')) == ['*d <div id="d" class="b">']


def test_named_children_come_and_go():
    old = '<g id="g"><i id="a">a long one</i><i id="b">a longer one</i></g>'
    new = '<g id="g"><i id="b">a longer one</i><i id="c"></i></g>'
    assert difference(old, new) == ["-g/0", '+g/1 <i id="c"></i>']


def test_a_list_grows_at_its_end_or_its_head():
    old = '<ol id="o"><li>second</li><li>first</li></ol>'
    new = '<ol id="o"><li>third</li><li>second</li><li>first</li></ol>'
    assert difference(old, new) == ["+o/0 <li>third</li>"]


def test_what_grows_or_shrinks_to_another_size_is_sent_whole():
    small = '<div id="d"><p id="p">It is Bert’s turn.</p></div>'
    large = small.replace("</div>", f"<ol>{'<li>place a piece</li>' * 20}</ol></div>")
    assert difference(small, large) == [f"=d {large}"]
    assert difference(large, small) == [f"=d {small}"]


def test_what_cannot_be_read_is_sent_whole():
    assert difference('<p id="p">one', '<p id="p">two') == ['=p <p id="p">two']


def replayed(html, steps):
    """What a page has after the steps."""
    root = copied(parsed(html))
    for step in steps:
        sign, (name, _, rest) = step[0], step[1:].partition(" ")
        if sign == "+":
            where, _, number = name.rpartition("/")
            find(root, where).children.insert(int(number), parsed_any(rest))
        elif sign == "-":
            remove(root, find(root, name))
        elif sign == "*":
            find(root, name).tag = rest
        else:
            found, new = find(root, name), parsed_any(rest)
            found.tag, found.children, found.texts = new.tag, new.children, new.texts
    return shape(root)


def parsed_any(html):
    outer = parsed(f'<x id="x">{html}</x>')
    return copied(outer.children[0])


def copied(element):
    other = Element(element.tag, element.kind, element.id)
    other.children = [copied(child) for child in element.children]
    other.texts = list(element.texts)
    return other


def every(root):
    yield root
    for child in root.children:
        yield from every(child)


def find(root, name):
    id, *numbers = name.split("/")
    found = next(element for element in every(root) if f'id="{id}"' in element.tag)
    for number in numbers:
        found = found.children[int(number)]
    return found


def remove(root, gone):
    for element in every(root):
        element.children = [child for child in element.children if child is not gone]


def shape(element):
    texts = "".join("".join(element.texts).split())
    return element.tag, texts, tuple(shape(child) for child in element.children)


@given(st.integers(0, 10**6))
def test_steps_lead_to_the_new_form(seed):
    rng = random.Random(seed)
    old, new = (f'<div id="root">{some(rng, 3)}</div>' for _ in range(2))
    assert replayed(old, difference(old, new)) == shape(parsed_any(new))


def some(rng, depth):
    """Elements by chance, few kinds of them, so that many are alike."""
    made = []
    for number in range(rng.randrange(4)):
        kind = rng.choice("bi")
        named = f' id="{kind}{depth}{number}{rng.randrange(9)}"' if rng.random() < 0.3 else ""
        shown = rng.choice(["", ' class="a"', ' class="b"'])
        inner = some(rng, depth - 1) if depth and rng.random() < 0.7 else rng.choice(["", "x", "y"])
        made.append(f"<{kind}{named}{shown}>{inner}</{kind}>")
    return "".join(made)


@given(st.integers(0, 10**6))
def test_what_is_taken_from_an_earlier_form_reads_as_if_it_were_read_anew(seed):
    rng = random.Random(seed)
    old, new = (f'<div id="root">{some(rng, 3)}</div>' for _ in range(2))
    again, _ = read_element(new, 0, parsed(old))
    anew, _ = read_element(new, 0, None)
    assert shape(again) == shape(anew)
    assert (again.html, again.outline) == (anew.html, anew.outline)


@pytest.mark.parametrize("game", GAMES)
def test_every_fragment_of_a_game_can_be_read(game):
    rng = random.Random(1)
    table = Table(find_game(game), ["Ada", "Bert", "Cleo"], {}, 1)
    before: Fragments = {}
    for _ in range(40):
        if table.over:
            break
        seat = rng.choice(table.awaited)
        table.submit(seat, rng.choice(table.view(seat).legal))
        seats = tuple(Seat(n, name, "person") for n, name in enumerate(table.names, 1))
        log = tuple(table.log)
        live = Live(Stored("A" * 12, game, table.options, 0, 0, None, seats, log))
        now = fragments.fragments(live, 1, "en", None)
        for id, text in now.items():
            assert parsed(text).id == id
            if id in before and before[id] != text:
                steps = difference(before[id], text)
                assert replayed(before[id], steps) == shape(parsed(text))
        before = now
