"""What a game's page may offer; whatever it leaves out is said in plain words instead.

A game's package has a module `page` with `PAGE`, an object of a class derived from `Page`. Its
templates stand in the game's folder under `templates/`, its styles and scripts under `static/`:
`style.css` and `script.js` for the table, `card.css` for the start page, `replay.css` for replay
and result, `rulebook.css` for its rules, `lesson.css` for its lesson.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from markupsafe import Markup

from twohalls.kernel.events import Happened
from twohalls.kernel.game import Game
from twohalls.kernel.table import View
from twohalls.kit.book import Book, Chapter, Told
from twohalls.kit.charts import Chart, Standing
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.you import in_one_line, since_your_turn, with_you

Fragments = dict[str, Markup]
"""Live parts of a page, by the ids at which they stand."""

Sections = list[tuple[str, list[str]]]
"""Headings, each with sentences under it."""

Holdings = list[tuple[str, list[str]]]
"""What can be held, and how much of it each seat has."""

Words = Mapping[str, str]


@dataclass(frozen=True)
class Card:
    """A game on the start page: a line above its title, how long it takes, what it is about."""

    pitch: str
    minutes: str = ""
    setting: str = ""
    picture: Markup | None = None


@runtime_checkable
class Page(Protocol):
    """How a game looks and speaks in a browser."""

    has_board: bool = False
    """Whether it has pictures: `table.html`, `replay.html`, `result.html`, `picture.html`."""

    fonts: Mapping[str, str] = {}
    """The letters of pictures to keep: its CSS variables, with families that come with us."""

    links: Mapping[str, str] = {}
    """What can be asked about → the section of its rules that says it."""

    # --- In words ----------------------------------------------------------------------------

    def card(self, game: Game, _: Translate) -> Card:
        """Its place on the start page."""
        return Card("")

    def option(self, name: str, value: str | None, _: Translate) -> str:
        """The name of an option, or of one of its choices."""
        return (value or name).replace("_", " ")

    def vocabulary(self, _: Translate) -> Words:
        """Words of the record that stand in refusals, as a reader says them."""
        return {}

    def moment(self, view: View, _: Translate, ngettext: NTranslate) -> str:
        """Where in the game we are: “Year 7 of 16”."""
        return ""

    def prompt(self, view: View, _: Translate, ngettext: NTranslate) -> str:
        """What is to be done now, in one sentence; nothing: whose turn it is will do."""
        return ""

    def choice(self, line: str, names: Sequence[str], _: Translate, ngettext: NTranslate) -> str:
        """A legal line as the words of a button."""
        return line

    def sentences(
        self, happened: Happened, names: Sequence[str], _: Translate, ngettext: NTranslate
    ) -> Sequence[str]:
        """What one line brought, told from its events."""
        if happened.seat is None:
            return (happened.text,)
        return (f"{names[happened.seat - 1]}: {happened.text}",)

    def told(self, view: View, _: Translate, ngettext: NTranslate) -> list[Told]:
        """Every line in sentences, the oldest first."""
        return [
            Told(line.at, line.seat, tuple(self.sentences(line, view.names, _, ngettext)))
            for line in view.happened
        ]

    def goes_without_saying(self, happened: Happened) -> bool:
        """Whether a line is not worth a word to those who saw it: the end of a turn."""
        return False

    def meanwhile(
        self, view: View, _: Translate, ngettext: NTranslate
    ) -> Sequence[tuple[int, str]]:
        """What each opponent did since the reader's last turn, in one line each.

        Where nobody did more than one thing, the log says as much already.
        """
        names = with_you(view, _)
        found = []
        is_much = False
        for seat, lines in since_your_turn(view).items():
            told = [
                self.sentences(line, names, _, ngettext)[0]
                for line in lines
                if not self.goes_without_saying(line)
            ]
            if told:
                found.append((seat, in_one_line(names[seat - 1], told, _)))
                is_much |= len(told) > 1
        return found if is_much else ()

    def shows(self, happened: Happened) -> bool:
        """Whether a line brought something over the board, until its reader goes on.

        What stands there has the line's number as `data-screen`; opponents wait meanwhile.
        """
        return False

    def sections(self, view: View, _: Translate, ngettext: NTranslate) -> Sections:
        """The table in words."""
        return _plain_sections(view)

    def asked(self, view: View) -> str:
        """What the prompt is about, one of `links`."""
        return ""

    # --- In pictures -------------------------------------------------------------------------

    def fragments(
        self,
        view: View,
        _: Translate,
        ngettext: NTranslate,
        pick: str | None = None,
        forced: Collection[int] = (),
    ) -> Fragments:
        """Every live part of the table; `forced` are lines made for a player who had no other."""
        return {}

    def board(self, view: View, _: Translate, ngettext: NTranslate) -> Fragments:
        """The parts that show what is where, without anything to do."""
        return {}

    def panels(self, view: View, _: Translate, ngettext: NTranslate) -> Fragments:
        """Parts that only a replay shows."""
        return {}

    def context(self, view: View, _: Translate, ngettext: NTranslate) -> Mapping[str, Any]:
        """What the templates show under and over the fragments, which never changes."""
        return {}

    def holdings(self, view: View, _: Translate, ngettext: NTranslate) -> Holdings:
        """What everybody has, as far as the reader may know it."""
        return []

    def places(self, happened: Happened) -> Sequence[str]:
        """The ids of where on the board something happened, to be outlined."""
        return ()

    def brings(self, view: View, line: str, _: Translate, ngettext: NTranslate) -> Sequence[str]:
        """What a legal line would bring whoever says it, in sentences, the most telling first.

        A hint gives the first that the obvious move does not bring as its reason.
        """
        return ()

    def named(self, view: View, _: Translate, ngettext: NTranslate) -> Mapping[str, Sequence[str]]:
        """What people call things on the board, with their ids there: said in talk, they light up.

        It is asked of what everybody knows.
        """
        return {}

    def moments(self, happened: Happened) -> Sequence[tuple[str, int]]:
        """Telling moments of a line as everybody knows it, and whom they befall, 0 for everybody:
        `elected`, `slandered`, `outbid`, `last`. An opponent there says a word."""
        return ()

    # --- Afterwards --------------------------------------------------------------------------

    def chapters(self, view: View, _: Translate, ngettext: NTranslate) -> Sequence[Chapter]:
        """What a replay divides itself into."""
        return ()

    def charts(self, book: Book, _: Translate, ngettext: NTranslate) -> Sequence[Chart]:
        """The game in figures, as far as the reader may know."""
        return ()

    def tale(self, view: View, _: Translate, ngettext: NTranslate) -> Sequence[str]:
        """A finished game in about five sentences, made of its events."""
        return ()

    def standing(self, view: View, _: Translate, ngettext: NTranslate) -> Standing | None:
        """What everybody's points are made of; None as long as the game goes on."""
        return None

    def deeds(self, view: View, seat: int) -> Mapping[str, Mapping[str, int]]:
        """What a seat did often in a finished game, for the page of who sat there: `offices` held,
        `colours` led or `built`, each counted by words of the vocabulary."""
        return {}

    # --- Its rules to read -------------------------------------------------------------------

    def diagram(self, name: str, words: Words) -> Markup:
        """A picture or table that the rules name, with its words in the reader's language."""
        raise KeyError(name)

    def example(self, name: str, step: int, words: Words) -> Markup:
        """What a worked example shows at a step."""
        return Markup()


class Plain(Page):
    """The page of a game that brings none: all of it in words."""


def _plain_sections(view: View) -> Sections:
    """What a view holds, for a game that does not say it in words."""
    skipped = {"game", "seat", "version", "awaited", "over", "result", "answer"}
    return [
        (name.replace("_", " "), _flat(value))
        for name, value in view.shown.items()
        if name not in skipped
    ]


def _flat(value: Any, before: str = "") -> list[str]:
    if isinstance(value, dict):
        return [line for name, inner in value.items() for line in _flat(inner, f"{before}{name} ")]
    if isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        return [line for n, inner in enumerate(value, 1) for line in _flat(inner, f"{before}{n} ")]
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return [f"{before}{value}"] if value or value == 0 else []
