"""The legal moves as a numbered list: in groups, long groups folded, unfolded page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from twohalls.kit.canvas import WIDTH
from twohalls.kit.terminal import Terminal

MANY = 40
LONG_GROUP = 16
ROWS_A_PAGE = 20


@dataclass(frozen=True)
class Group:
    """The moves of one verb, numbered on from `first`."""

    verb: str
    first: int
    lines: tuple[str, ...]


class Moves:
    """What a seat may say now, in the order of its numbers."""

    def __init__(self, face: Terminal, legal: Sequence[str]) -> None:
        self.face = face
        self.groups: list[Group] = []
        together: dict[str, list[str]] = {}
        for line in legal:
            together.setdefault(line.split(" ")[0], []).append(line)
        first = 1
        for verb, lines in together.items():
            self.groups.append(Group(verb, first, tuple(lines)))
            first += len(lines)

    @property
    def lines(self) -> list[str]:
        return [line for group in self.groups for line in group.lines]

    def number(self, number: int) -> str | None:
        """The move of a number, if there is one."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def typed(self, text: str) -> str | None:
        """The move somebody typed, whatever its spaces and capitals."""
        wanted = " ".join(text.split()).casefold()
        return next((line for line in self.lines if line.casefold() == wanted), None)

    def verb(self, word: str) -> Group | None:
        return next((group for group in self.groups if group.verb == word), None)

    def summary(self, width: int = WIDTH) -> Iterator[Text]:
        """Every group with its moves, or with how to see them where there are too many."""
        many = len(self.lines) > MANY
        for group in self.groups:
            yield self.heading(group)
            if many and len(group.lines) > LONG_GROUP:
                yield _folded(group)
            else:
                yield from _listed(group, width)

    def heading(self, group: Group) -> Text:
        form, meaning = self.face.MOVES.get(group.verb, (group.verb, ""))
        return Text(form, "bold").append(f"  {meaning}", "not bold")

    def page(self, group: Group, page: int, width: int = WIDTH) -> tuple[list[Text], int]:
        """One page of a group's moves, and how many pages there are."""
        rows = list(_listed(group, width))
        pages = -(-len(rows) // ROWS_A_PAGE)
        return rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE], pages


def _listed(group: Group, width: int) -> Iterator[Text]:
    """Numbered moves in columns."""
    digits = len(str(group.first + len(group.lines) - 1))
    items = [f"{number:>{digits}} {line}" for number, line in enumerate(group.lines, group.first)]
    room = max(map(len, items)) + 3
    abreast = max(1, (width - 2) // room)
    for start in range(0, len(items), abreast):
        row = Text("  ", no_wrap=True)
        for item in items[start : start + abreast]:
            row.append(item[:digits], "bold cyan").append(item[digits:].ljust(room - digits))
        row.rstrip()
        yield row


def _folded(group: Group) -> Text:
    """A long group in one row: what stands at each place of its lines, or the first of them."""
    last = group.first + len(group.lines) - 1
    places = [*zip(*(line.split(" ")[1:] for line in group.lines), strict=False)]
    even = len({line.count(" ") for line in group.lines}) == 1
    if even:
        words = [list(dict.fromkeys(place)) for place in places]
        inside = "  ".join(row[0] if len(row) == 1 else "|".join(row) for row in words)
    else:
        inside = ", ".join(group.lines[:3]) + ", …"
    text = Text(f"  {group.first}–{last}", "bold cyan")
    text.append(f" {inside}", "not bold default")
    return text.append(f"\n  moves {group.verb} lists them", "not bold default dim")
