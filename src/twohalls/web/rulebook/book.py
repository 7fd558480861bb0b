"""A game's rules in one language: written in Markdown, shown as a page with anchors and pictures.

Besides plain Markdown the text may hold
- `## Title {#anchor}`: every heading has an anchor, the same in all languages;
- `[T7]`: the place of a settled point, which becomes its anchor `#t7`;
- fenced blocks `diagram name`, `table name`, `example name` and `points`, whose words stand inside.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from twohalls.games import GAMES, find_game
from twohalls.kit import links
from twohalls.kit.i18n import DEFAULT, LANGUAGES, translators
from twohalls.kit.parts import has_rules, page
from twohalls.kit.templating import render
from twohalls.web.rulebook.search import Section, highlight

HEADING = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
POINT = re.compile(rf"\[({links.POINT.pattern})\](?!\()")

Env = MutableMapping[str, Any]


@dataclass(frozen=True)
class Example:
    """A worked example: its words, and what each step says."""

    name: str
    words: Mapping[str, str]
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """The rules of a game in one language."""

    game: str
    language: str
    title: str
    sections: tuple[Section, ...]
    points: tuple[str, ...]
    examples: Mapping[str, Example]
    tokens: Sequence[Token]

    @property
    def anchors(self) -> set[str]:
        return {
            *(section.id for section in self.sections),
            *map(str.lower, self.points),
            *(f"example-{name}" for name in self.examples),
        }

    @property
    def contents(self) -> list[tuple[Section, list[Section]]]:
        """The headings, each with those below it."""
        found: list[tuple[Section, list[Section]]] = []
        for section in self.sections:
            if section.level == 2:
                found.append((section, []))
            else:
                found[-1][1].append(section)
        return found

    def html(self, words: Sequence[str] = (), example: str = "", step: int = 1) -> Markup:
        """The page's text, with the words looked for marked and one example at a step."""
        _, ngettext = translators(self.language, find_game(self.game))
        env = {
            "book": self,
            "words": words,
            "example": example,
            "step": step,
            "_": _,
            "ngettext": ngettext,
        }
        return Markup(_parser.renderer.render(self.tokens, _parser.options, env))


def games_with_rules() -> list[str]:
    """The games whose rules can be read here."""
    return [game for game in GAMES if has_rules(find_game(game))]


@functools.cache
def read(game: str, language: str = DEFAULT) -> Book:
    """The rules of a game as they are written in a language."""
    if language not in LANGUAGES:
        language = DEFAULT
    folder = find_game(game).folder / "rulebook"
    if not (folder / f"{language}.md").is_file():
        language = DEFAULT
    source = (folder / f"{language}.md").read_text(encoding="utf-8")
    env: Env = {"language": language}
    tokens = _parser.parse(source, env)
    # The title stands in the page's head, not in the text.
    title, tokens = tokens[1].content, tokens[3:]
    examples = [
        read_example(token.info.split()[1], token.content)
        for token in tokens
        if token.type == "fence" and token.info.startswith("example ")
    ]
    return Book(
        game,
        language,
        title,
        tuple(_sections(tokens)),
        tuple(_points(tokens)),
        {example.name: example for example in examples},
        tokens,
    )


def read_words(text: str) -> dict[str, str]:
    """Lines `key: value`."""
    pairs = (line.partition(":") for line in text.splitlines() if line.strip())
    return {key.strip(): value.strip() for key, _, value in pairs}


def read_example(name: str, text: str) -> Example:
    head, *steps = text.split("\n---\n")
    return Example(name, read_words(head), tuple(step.strip() for step in steps))


# --- Reading ---------------------------------------------------------------------------------


def _point(state: StateInline, silent: bool) -> bool:
    found = POINT.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("point", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _anchors(state: StateCore) -> None:
    """Headings get the anchors written behind them."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        found = HEADING.search(inline.content)
        if not found or not inline.children:
            raise ValueError(f"no anchor in the heading “{inline.content}”")
        opening.attrs["id"] = found[1]
        inline.content = inline.content[: found.start()]
        last = inline.children[-1]
        last.content = HEADING.sub("", last.content)


def _spaces(state: StateCore) -> None:
    """French punctuation keeps to its word."""
    if state.env.get("language") != "fr":
        return
    for token in state.tokens:
        token.content = _french(token.content)
        for child in token.children or ():
            child.content = _french(child.content)


def _french(text: str) -> str:
    text = re.sub(r" (?=[:;!?»$])", "\N{NO-BREAK SPACE}", text)
    return text.replace("« ", "«\N{NO-BREAK SPACE}")


def _sections(tokens: Sequence[Token]) -> list[Section]:
    """Each heading with all the words up to the next."""
    found: list[Section] = []
    said: list[str] = []

    def close() -> None:
        if found:
            last = found[-1]
            found[-1] = Section(last.id, last.title, last.level, "\n".join(said))
        said.clear()

    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            close()
            anchor = str(token.attrs["id"])
            found.append(Section(anchor, tokens[i + 1].content, int(token.tag[1]), ""))
        elif token.type == "inline" and tokens[i - 1].type != "heading_open":
            said.append(_plain(token))
        elif token.type == "fence":
            said.append(_said(token))
    close()
    return found


def _plain(inline: Token) -> str:
    parts = []
    for child in inline.children or ():
        parts.append(" " if child.type in ("softbreak", "hardbreak") else child.content)
    return "".join(parts)


def _said(fence: Token) -> str:
    """The words of a block that a reader sees."""
    kind = fence.info.split()[0]
    if kind == "example":
        example = read_example("", fence.content)
        parts = [example.words["title"], *example.steps]
        return "\n".join(_plain(token) for part in parts for token in _parser.parse(part))
    words = read_words(fence.content)
    return words.get("caption", "") if kind == "diagram" else "\n".join(words.values())


def _points(tokens: Sequence[Token]) -> list[str]:
    """The settled points, by number."""
    found = [
        child.content for token in tokens for child in token.children or () if child.type == "point"
    ]
    if len(set(found)) < len(found):
        raise ValueError("a settled point stands in two places")
    return sorted(found, key=lambda point: int(point[1:]))


# --- Showing ---------------------------------------------------------------------------------


def _show_text(
    self: RendererProtocol, tokens: Sequence[Token], i: int, options: OptionsDict, env: Env
) -> str:
    return str(highlight(tokens[i].content, env["words"]))


def _show_point(
    self: RendererProtocol, tokens: Sequence[Token], i: int, options: OptionsDict, env: Env
) -> str:
    point = escape(tokens[i].content)
    return f'<a class="point" id="{point.lower()}" href="#{point.lower()}">{point}</a> '


def _show_block(
    self: RendererProtocol, tokens: Sequence[Token], i: int, options: OptionsDict, env: Env
) -> str:
    kind, _, name = tokens[i].info.partition(" ")
    book: Book = env["book"]
    if kind == "points":
        return render("rulebook/points.html", points=book.points)
    if kind == "example":
        return _show_example(book.examples[name], env)
    words = read_words(tokens[i].content)
    return page(find_game(book.game)).diagram(name, words)


def _show_example(example: Example, env: Env) -> str:
    """One step of an example, with links to the one before and the one after."""
    book: Book = env["book"]
    step = env["step"] if env["example"] == example.name else 1
    step = max(1, min(step, len(example.steps)))
    tokens = _parser.parse(example.steps[step - 1], {"language": book.language})
    return render(
        "rulebook/example.html",
        _=env["_"],
        game=book.game,
        example=example,
        step=step,
        text=Markup(_parser.renderer.render(tokens, _parser.options, env)),
        picture=page(find_game(book.game)).example(example.name, step, example.words),
    )


def _made() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.before("link", "point", _point)
    parser.core.ruler.push("anchors", _anchors)
    parser.core.ruler.push("spaces", _spaces)
    parser.add_render_rule("text", _show_text)
    parser.add_render_rule("point", _show_point)
    parser.add_render_rule("fence", _show_block)
    return parser


_parser = _made()
