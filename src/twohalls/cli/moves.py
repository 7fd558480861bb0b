"""The legal moves as a numbered list: in groups, long groups folded, unfolded page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from twohalls.cli.face import Face
from twohalls.kit.canvas import WIDTH

MANY = 40
LONG_GROUP = 16
ROWS_A_PAGE = 20
ROWS_OF_WORDS = 6
ROWS_ALONE = 16
NUMBER_ROOM = 7


@dataclass(frozen=True)
class Group:
    """The moves of one verb, numbered on from `first`."""

    verb: str
    first: int
    lines: tuple[str, ...]


class Moves:
    """What a seat may say now, in the order of its numbers."""

    def __init__(self, face: Face, names: Sequence[str], legal: Sequence[str]) -> None:
        self.face = face
        self.names = names
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
            yield self.heading(group, width)
            if many and len(group.lines) > LONG_GROUP:
                yield self._folded(group)
            else:
                alone = len(self.groups) == 1
                yield from self._listed(group, width, ROWS_ALONE if alone else ROWS_OF_WORDS)

    def heading(self, group: Group, width: int = WIDTH) -> Text:
        """The form of a group's lines and what they do, below it where there is no room beside."""
        form, meaning = self.face.moves().get(group.verb, (group.verb, ""))
        between = "  " if len(form) + len(meaning) + 2 <= width else "\n  "
        return Text(form, "bold").append(f"{between}{meaning}".rstrip(), "not bold")

    def page(self, group: Group, page: int, width: int = WIDTH) -> tuple[list[Text], int]:
        """One page of a group's moves, and how many pages there are."""
        rows = self._listed(group, width)
        pages = -(-len(rows) // ROWS_A_PAGE)
        return rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE], pages

    def _listed(self, group: Group, width: int, most: int | None = None) -> list[Text]:
        """Numbered moves in columns: in words, or where those take too many rows as typed."""
        typed = [Text(line) for line in group.lines]
        said = [Text(self.face.choice(line, self.names)) for line in group.lines]
        both = [
            words.copy().append(f" ({line})", "dim")
            for words, line in zip(said, group.lines, strict=True)
        ]
        fits = max(map(len, both)) <= width - NUMBER_ROOM
        in_words = _columns(both if fits else said, group.first, width)
        return (
            in_words
            if most is None or len(in_words) <= most
            else _columns(typed, group.first, width)
        )

    def _folded(self, group: Group) -> Text:
        """A long group in one row: what stands at each place of its lines, or the first of them."""
        last = group.first + len(group.lines) - 1
        places = [*zip(*(line.split(" ")[1:] for line in group.lines), strict=False)]
        even = len({line.count(" ") for line in group.lines}) == 1
        if even:
            words = [list(dict.fromkeys(place)) for place in places]
            inside = "  ".join(row[0] if len(row) == 1 else "|".join(row) for row in words)
        else:
            inside = ", ".join(group.lines[:3]) + ", …"
        _ = self.face.gettext
        unfold = _("moves {verb} lists them").format(verb=group.verb)
        text = Text(f"  {group.first}–{last}", "bold cyan")
        text.append(f" {inside}", "not bold default")
        return text.append(f"\n  {unfold}", "not bold default dim")


def _columns(items: Sequence[Text], first: int, width: int) -> list[Text]:
    """Numbered items, as many abreast as there is room for."""
    digits = len(str(first + len(items) - 1))
    room = digits + 1 + max(map(len, items)) + 3
    abreast = max(1, (width - 2) // room)
    rows = []
    for start in range(0, len(items), abreast):
        row = Text("  ", no_wrap=room <= width)
        for number, item in enumerate(items[start : start + abreast], first + start):
            row.append(f"{number:>{digits}} ", "bold cyan").append_text(item)
            row.append(" " * (room - digits - 1 - len(item)))
        row.rstrip()
        rows.append(row)
    return rows
