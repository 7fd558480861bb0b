"""A drawing of the page as a picture of its own: styles worked out and written on every element.

What draws pictures outside browsers knows neither variables nor custom properties that reach
into reused shapes. So each `use` is replaced by what it shows, in the colours it has there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, fromstring, tostring

import cssselect2
import tinycss2

SVG = "http://www.w3.org/2000/svg"
PROPERTIES = frozenset(
    (
        "fill",
        "fill-opacity",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "opacity",
        "display",
        "visibility",
        "overflow",
        "letter-spacing",
        "text-anchor",
        "paint-order",
        "clip-path",
        "font-style",
        "font-weight",
        "font-size",
        "font-family",
        "text-transform",
    )
)
KEPT_IN_DEFS = ("pattern", "clipPath", "linearGradient", "radialGradient")
NOT_DRAWN = ("foreignObject", "title", "desc", "symbol")
FONT = re.compile(r"(?:(italic)\s+)?(?:(\d{3}|bold)\s+)?([\d.]+px)(?:/[\d.]+)?\s+(.+)")
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
FLAG = re.compile(r"\s(?:data-[a-z]+|hidden)(?=[\s/>])")
REFERENCE = re.compile(r"url\(#([\w-]+)\)")

Style = dict[str, str]


class Styles:
    """The rules of a style sheet that hold at all times and on all screens."""

    def __init__(self, css: str) -> None:
        self._matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            declared = _declared(rule.content)
            if not declared:
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue
            for selector in selectors:
                if selector.pseudo_element is None:
                    self._matcher.add_selector(selector, declared)

    def of(self, root: Element) -> dict[Element, Style]:
        """What is declared for each element below a root, the strongest last."""
        found: dict[Element, Style] = {}
        for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            style: Style = {}
            for *_rank, declared in sorted(
                self._matcher.match(element), key=lambda match: match[:2]
            ):
                style |= declared
            found[element.etree_element] = style
        return found


def _declared(content: Iterable[object]) -> Style:
    style: Style = {}
    for item in tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True):
        if item.type != "declaration":
            continue
        if item.name.startswith("--") or item.name in PROPERTIES or item.name == "font":
            style[item.name] = tinycss2.serialize(item.value).strip()
    return style


def inlined(markup: str, styles: Styles, look: str, variables: Mapping[str, str]) -> str:
    """The `<svg>` in a markup as a file of its own; `variables` win over those of the styles."""
    page = fromstring(f'<body class="{look}">{FLAG.sub("", markup)}</body>')
    return _Drawing(page, styles, variables).text()


class _Drawing:
    def __init__(self, page: Element, styles: Styles, variables: Mapping[str, str]) -> None:
        self.page = page
        self.variables = variables
        self.declared = styles.of(page)
        self.by_id = {one.get("id", ""): one for one in page.iter() if one.get("id")}
        self.wanted = {
            name
            for one in page.iter()
            for value in one.attrib.values()
            for name in REFERENCE.findall(value)
        } | {(one.get("href") or "#")[1:] for one in page.iter("textPath")}
        self.wanted |= {
            name
            for style in self.declared.values()
            for value in style.values()
            for name in REFERENCE.findall(value)
        }

    def text(self) -> str:
        outer = self._variables(self.page, {})
        [drawn] = [self._draw(child, outer, False) for child in self.page if child.tag == "svg"]
        assert drawn is not None
        drawn.set("xmlns", SVG)
        return tostring(drawn, encoding="unicode")

    # --- Styles ------------------------------------------------------------------------------

    def _variables(self, element: Element, outer: Mapping[str, str]) -> dict[str, str]:
        own = {
            name: value
            for name, value in self.declared[element].items()
            if name.startswith("--") and name not in self.variables
        }
        return {**outer, **own, **self.variables}

    def _resolved(self, value: str, variables: Mapping[str, str]) -> str:
        for _depth in range(8):
            if "var(" not in value:
                break
            value = VARIABLE.sub(lambda found: variables.get(found[1], found[2] or "none"), value)
        return value

    def _style(self, element: Element, variables: Mapping[str, str]) -> Style:
        style = {name: value for name, value in element.attrib.items() if name in PROPERTIES}
        for name, value in self.declared[element].items():
            if name.startswith("--"):
                continue
            if name == "font":
                style |= _font(self._resolved(value, variables))
            else:
                style[name] = value
        style = {name: self._resolved(value, variables) for name, value in style.items()}
        if "font-family" in style:
            style["font-family"] = style["font-family"].replace('"', "'")
        return style

    # --- Shapes ------------------------------------------------------------------------------

    def _draw(self, element: Element, outer: Mapping[str, str], is_copy: bool) -> Element | None:
        tag = element.tag
        if tag in NOT_DRAWN and not (is_copy and tag == "symbol"):
            return None
        variables = self._variables(element, outer)
        style = self._style(element, variables)
        transform = style.pop("text-transform", "")
        if style.get("display") == "none":
            return None
        if tag == "use":
            return self._used(element, variables, style)
        drawn = Element({"symbol": "svg", "div": "g"}.get(tag, tag), style)
        if drawn.tag == "svg":
            # Cutting at an edge that nothing reaches over costs a layer each time.
            drawn.set("overflow", "visible")
        for name, value in element.attrib.items():
            if name == "id" and (is_copy or value not in self.wanted):
                continue
            if name in PROPERTIES or name == "class" or name.startswith(("aria-", "data-")):
                continue
            if name not in ("role", "tabindex", "xmlns"):
                drawn.set(name, self._resolved(value, variables))
        drawn.text = _cased(element.text, transform)
        for child in element:
            if tag == "defs" and child.tag not in KEPT_IN_DEFS:
                continue
            if (part := self._draw(child, variables, is_copy)) is not None:
                part.tail = _cased(child.tail, transform)
                drawn.append(part)
        return drawn

    def _used(
        self, use: Element, variables: Mapping[str, str], style: Mapping[str, str]
    ) -> Element | None:
        """What a `use` shows, where it shows it."""
        target = self.by_id.get((use.get("href") or "#")[1:])
        shown = None if target is None else self._draw(target, variables, True)
        if shown is None or target is None:
            return None
        place = use.get("transform", "")
        x, y = use.get("x", "0"), use.get("y", "0")
        if target.tag == "symbol":
            for name in ("x", "y", "width", "height"):
                if value := use.get(name):
                    shown.set(name, value)
        elif (x, y) != ("0", "0"):
            place = f"{place} translate({x} {y})".strip()
        if not place and target.tag not in ("g", "symbol"):
            for name, value in style.items():
                if name not in shown.attrib:
                    shown.set(name, value)
            return shown
        group = Element("g", dict(style))
        if place:
            group.set("transform", place)
        group.append(shown)
        return group


def _font(value: str) -> Style:
    found = FONT.fullmatch(value)
    if found is None:
        return {}
    slant, weight, size, family = found.groups()
    style = {"font-size": size, "font-family": family, "font-weight": weight or "400"}
    return style | ({"font-style": slant} if slant else {})


def _cased(text: str | None, transform: str) -> str | None:
    return text.upper() if text and transform == "uppercase" else text
