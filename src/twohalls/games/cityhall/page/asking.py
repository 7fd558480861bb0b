"""A question to a person: one sentence, the answers there are, and what follows from each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from twohalls.games.cityhall.page.picks import word_of
from twohalls.games.cityhall.page.story import Auction, auction
from twohalls.games.cityhall.page.terms import (
    NTranslate,
    Translate,
    office_names,
    permit_names,
)
from twohalls.kernel.events import Event
from twohalls.kernel.game import Checked
from twohalls.kernel.table import View

WIDE_RANGE = 10

Kind = TypeVar("Kind", bound=Event)


@dataclass(frozen=True)
class Choice:
    """An answer to pick: in words, with a player's mark or permits' pictures."""

    pick: str
    label: str
    note: str = ""
    seat: int = 0
    permits: tuple[str, ...] = ()
    chosen: bool = False


@dataclass(frozen=True)
class Stepper:
    """A number to choose: the picks one less and one more, and those at both ends if far away."""

    name: str
    verb: str
    value: int
    least: int
    most: int
    label: str
    less: str | None
    more: str | None
    pick: str
    chosen: bool

    @property
    def far(self) -> bool:
        return self.most - self.least > WIDE_RANGE


@dataclass(frozen=True)
class Prompt:
    """The panel: where we are, what to do, the answers, what follows, what would be sent."""

    part: str
    title: str
    lead: str = ""
    choices: tuple[Choice, ...] = ()
    stepper: Stepper | None = None
    then: str = ""
    line: str | None = None
    confirm: str = ""
    hint: str = ""
    question: str = ""

    @property
    def asked(self) -> bool:
        return bool(self.question)


@dataclass(frozen=True)
class Asking:
    """Who is asked, what they see and have picked, and in whose language."""

    view: View
    shown: dict[str, Any]
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

    def name(self, seat: int) -> str:
        return self.view.names[seat - 1]

    def word(self, verb: str) -> str:
        """What is picked with this verb."""
        return word_of(self.pick, verb)

    def is_chosen(self, line: str) -> bool:
        return self.pick == line

    def tried(self, line: str) -> Checked:
        """What the rules make of a line."""
        return self.view.game.check(self.view.known, line)

    def told(self, line: str, kind: type[Kind]) -> list[Kind]:
        """What the rules would tell of one kind if the line were said."""
        return [event for event in self.tried(line).events if isinstance(event, kind)]

    def influence(self, count: int) -> str:
        return self.ngettext("{count} influence", "{count} influence", count).format(count=count)

    def stepper(
        self, name: str, verb: str, value: int, least: int, most: int, label: str
    ) -> Stepper:
        def line(number: int) -> str:
            return f"{verb} {number:+}" if verb == "lobby" and number else f"{verb} {number}"

        return Stepper(
            name=name,
            verb=verb,
            value=value,
            least=least,
            most=most,
            label=label.format(count=abs(value)),
            less=line(value - 1) if value > least else None,
            more=line(value + 1) if value < most else None,
            pick=line(value),
            chosen=self.is_chosen(line(value)),
        )


def building(ask: Asking, words: Sequence[str]) -> str:
    """The words of the button that builds."""
    if len(words) < 3:
        return ask._("Build")
    return ask._("Build {permit} on {land}").format(permit=ask.permits[words[1]], land=words[2])
