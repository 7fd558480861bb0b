"""What can be wrong with what somebody asked for; each says it in a sentence."""

from __future__ import annotations

from typing import Any


class TwoHallsError(Exception):
    """Anything this package refuses.

    The sentence is kept as a template and its values, so that it can be said in another language.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values
        self.game: str | None = None
        """The game whose words the sentence speaks, where it is one's."""

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process refused is said here, too."""
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[TwoHallsError], args: tuple[Any, ...], parts: dict[str, Any]) -> Any:
    made = kind.__new__(kind, *args)
    made.args = args
    vars(made).update(parts)
    return made


class Malformed(TwoHallsError):
    """A line that is not a move in any position."""


class Illegal(TwoHallsError):
    """A move the rules do not allow now."""


class Unwelcome(TwoHallsError):
    """A move that the rules allow, but not the lesson that is being given."""


class NotYourTurn(TwoHallsError):
    """A move by a seat that is not awaited."""


class Stale(TwoHallsError):
    """A move made on a position that is no longer the present one."""


class Unknown(TwoHallsError):
    """A game, option, seat, board or table that does not exist."""


class BadRecord(TwoHallsError):
    """A record that is refused at a line."""

    def __init__(self, line: int, reason: object) -> None:
        super().__init__("line {line}: {reason}", line=line, reason=reason)
        self.line = line

    @property
    def reason(self) -> str:
        return str(self.values["reason"])
