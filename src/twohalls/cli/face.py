"""A game as a reader at the terminal meets it: its own drawing, and the sentences of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from twohalls.cli import language
from twohalls.kernel.events import Happened
from twohalls.kernel.game import Game
from twohalls.kernel.table import View
from twohalls.kernel.words import parts
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.page import Page
from twohalls.kit.parts import page, terminal
from twohalls.kit.terminal import Terminal


@dataclass(frozen=True)
class Face:
    """One game in the language that is spoken."""

    game: Game
    gettext: Translate = field(init=False)
    ngettext: NTranslate = field(init=False)

    def __post_init__(self) -> None:
        _, ngettext = language.translators(self.game)
        object.__setattr__(self, "gettext", _)
        object.__setattr__(self, "ngettext", ngettext)

    @property
    def _drawn(self) -> Terminal:
        return terminal(self.game)

    @property
    def _told(self) -> Page:
        return page(self.game)

    # --- The table -------------------------------------------------------------------------------

    def board(self, view: View, width: int) -> Text:
        """The table as it stands, drawn."""
        drawn = self._drawn.board_text(view, width, self.gettext, self.ngettext)
        return drawn if drawn else self._in_words(view)

    def listed(self, view: View) -> Text:
        """The same line by line."""
        drawn = self._drawn.list_text(view, self.gettext, self.ngettext)
        return drawn if drawn else self._in_words(view)

    def _in_words(self, view: View) -> Text:
        rows = []
        for heading, sentences in self._told.sections(view, self.gettext, self.ngettext):
            if sentences:
                rows.append(Text(heading, "bold"))
                rows += [Text(f"  {sentence}") for sentence in sentences]
        return Text("\n").join(rows)

    def scene(self, view: View) -> tuple[object, ...]:
        """What must have changed for the table to be drawn again."""
        return self._drawn.scene(view)

    def hides_hands(self, view: View) -> bool:
        """Whether a seat sees something that another must not."""
        return self._drawn.hides_hands(view)

    # --- What to do ------------------------------------------------------------------------------

    def task(self, view: View) -> str:
        """What the seat is to do now."""
        _ = self.gettext
        words = self.gettext, self.ngettext
        asked = self._drawn.task(view, *words) or self._told.prompt(view, *words)
        return asked or _("It is your turn.")

    def moves(self) -> Mapping[str, tuple[str, str]]:
        """Verb → the form of its line, and what it does."""
        return self._drawn.moves(self.gettext)

    def choice(self, line: str, names: Sequence[str]) -> str:
        """A legal line in words."""
        return self._told.choice(line, names, self.gettext, self.ngettext)

    # --- What happened ---------------------------------------------------------------------------

    def done(self, lines: Sequence[Happened], names: Sequence[str]) -> Sequence[str]:
        """What a seat did in a row; that a turn ended goes without saying."""
        told = self._drawn.done(lines, names, self.gettext, self.ngettext)
        closing = self.game.words.closing
        return told or [
            self._sentences(line, names)[0] for line in lines if parts(line.text)[0] not in closing
        ]

    def followed(self, happened: Happened, names: Sequence[str]) -> Sequence[str]:
        """What the rules made of a line."""
        return self._sentences(happened, names)[1:]

    def _sentences(self, happened: Happened, names: Sequence[str]) -> Sequence[str]:
        return self._told.sentences(happened, names, self.gettext, self.ngettext)

    def tale(self, view: View) -> Sequence[str]:
        """A finished game in a few sentences."""
        return self._told.tale(view, self.gettext, self.ngettext)
