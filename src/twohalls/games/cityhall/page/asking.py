"""A question to a person: one sentence, the answers there are, and what follows from each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from twohalls.games.cityhall.page.picks import word_of, words_of
from twohalls.games.cityhall.page.story import Auction, auction
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    new_building_names,
    office_names,
    permit_names,
)
from twohalls.kernel.events import Event
from twohalls.kernel.game import Checked
from twohalls.kernel.table import View

Kind = TypeVar("Kind", bound=Event)


@dataclass(frozen=True)
class Choice:
    """An answer: in words, with a player's mark or permits' pictures.

    What cannot be taken back is picked first and then confirmed; all else is said at once.
    """

    pick: str
    label: str
    note: str = ""
    title: str = ""
    seat: int = 0
    permits: tuple[str, ...] = ()
    asks: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Amounts:
    """Numbers to choose from, each an answer; a name is needed where there are several rows."""

    label: str
    choices: tuple[Choice, ...]
    is_named: bool = True


@dataclass(frozen=True)
class Prompt:
    """The panel: where we are, what to do, the answers, what follows, what would be sent."""

    part: str
    title: str
    lead: str = ""
    choices: tuple[Choice, ...] = ()
    amounts: tuple[Amounts, ...] = ()
    then: str = ""
    line: str | None = None
    confirm: str = ""
    question: str = ""

    @property
    def asked(self) -> bool:
        return bool(self.question)


@dataclass(frozen=True)
class Asking:
    """Who is asked, what they see and have picked, and in whose language."""

    view: View
    shown: Mapping[str, Any]
    pick: str
    _: Translate
    ngettext: NTranslate
    offices: dict[str, str] = field(init=False)
    permits: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offices", office_names(self._))
        object.__setattr__(self, "permits", permit_names(self._))

    @property
    def legal(self) -> list[str]:
        return self.view.legal

    @property
    def is_forced(self) -> bool:
        """Whether there is one answer only, which is said by itself: nothing is asked then."""
        return len(self.legal) == 1

    @property
    def me(self) -> int:
        """The seat, from 0 as the rules count."""
        return (self.view.seat or 1) - 1

    @property
    def mine(self) -> dict[str, Any]:
        player: dict[str, Any] = self.shown["players"][self.me]
        return player

    @property
    def office(self) -> str:
        return self.offices.get(self.shown["office"] or "", "")

    @property
    def part(self) -> str:
        """Which part of the game it is."""
        phase = self.shown["phase"]
        if phase in ("bid", "keep"):
            return self._("Auction")
        if phase in ("draft", "build", "return"):
            return self._("Set-up")
        return self.office

    @property
    def bidding(self) -> Auction:
        """The auction that goes on."""
        found = auction(self.view.happened, len(self.view.names))
        assert found is not None
        return found

    @property
    def where_to_build(self) -> str:
        """The question for a land, once a permit is picked."""
        permit = new_building_names(self._)[words_of(self.pick)[1]]
        return self._("Where do you build {permit}?").format(permit=permit)

    def name(self, seat: int) -> str:
        return self.view.names[seat - 1]

    def word(self, verb: str) -> str:
        """What is picked with this verb."""
        return word_of(self.pick, verb)

    def choice(self, line: str, label: str, note: str = "", **more: Any) -> Choice:
        """An answer that is a whole line."""
        asks = self.reveals(line)
        return Choice(line, label, note, asks=asks, chosen=self.pick == line, **more)

    def reveals(self, line: str) -> bool:
        """Whether a line brings something to light, or the end: no undo leads back from there."""
        return bool(self.view.game.rules.actor(self.tried(line).after) < 0)

    def tried(self, line: str) -> Checked:
        """What the rules make of a line."""
        return self.view.game.check(self.view.known, line)

    def told(self, line: str, kind: type[Kind]) -> list[Kind]:
        """What the rules would tell of one kind if the line were said."""
        return [event for event in self.tried(line).events if isinstance(event, kind)]

    def influence(self, count: int) -> str:
        return self.ngettext("{count} influence", "{count} influence", count).format(count=count)


def building(ask: Asking, words: Sequence[str]) -> str:
    """The words of the button that builds."""
    if len(words) < 3:
        return ask._("Build")
    permit = new_building_names(ask._)[words[1]]
    return ask._("Build {permit} on {land}").format(permit=permit, land=words[2])
