"""Pictures of a board to keep or to show elsewhere: SVG without anything around it, and PNG."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import hashlib
import re
import sys
from collections import OrderedDict
from importlib.resources import files

from twohalls.games import find_game
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page
from twohalls.kit.templating import render
from twohalls.server.limits import TooMany
from twohalls.web import raster
from twohalls.web.inline import Styles, inlined
from twohalls.web.static import FOLDER
from twohalls.web.templating import of_game

PATIENCE = 60.0
KEPT = 32
MOST_WAITING = 8
SECONDS_EACH = 2.0
CUTS = ("Regular", "It", "Semibold", "Bold", "Black")
FACE = re.compile(
    r'(?P<begin>@font-face\{font-family:"(?P<family>[^"]+)"[^{}]*)'
    r"url\((?P<file>[\w.-]+)[^)]*\)(?P<end>[^}]*\})"
)


def board(view: View, headline: str, wide: bool, _: Translate, ngettext: NTranslate) -> str:
    """A moment as an SVG file; `wide` in the form in which links are shown."""
    game = view.game.name
    own = page(view.game)
    context = own.context(view, _, ngettext)
    parts = own.board(view, _, ngettext)
    markup = render(
        of_game(game, "picture.html") if own.has_board else "picture.html",
        **context,
        _=_,
        fragments=parts,
        players=view.to_json()["players"],
        result=view.result,
        moment=own.moment(view, _, ngettext),
        headline=headline,
        title=view.game.title,
        wide=wide,
    )
    return inlined(markup, _styles(game), f"table {game}", own.fonts)


def lettered(svg: str) -> str:
    """With its letters in it, so that it looks the same wherever it is opened."""
    begin, _, rest = svg.partition(">")
    faces = "".join(face for family, face in _faces() if f"'{family}'" in svg)
    return f"{begin}><style>{faces}</style>{rest}"


@functools.cache
def _faces() -> list[tuple[str, str]]:
    """Each cut of a family as a rule of style that needs no file."""
    folder = FOLDER / "fonts"
    rules = folder / "fonts.css"
    found = []
    for face in FACE.finditer(rules.read_text("utf-8") if rules.is_file() else ""):
        letters = base64.b64encode((folder / face["file"]).read_bytes()).decode()
        own = f"{face['begin']}url(data:font/woff2;base64,{letters}){face['end']}"
        found.append((face["family"], own))
    return found


class Painter:
    """Makes the same pictures in pixels, one at a time, and keeps the last ones."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()
        self._waiting = 0
        self._made: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def png(self, svg: str, width: int) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise TooMany(SECONDS_EACH * self._waiting)
        key = (hashlib.sha256(svg.encode()).hexdigest(), width)
        self._waiting += 1
        try:
            async with self._busy:
                if key not in self._made:
                    self._made[key] = await _rasterized(svg, width)
                self._made.move_to_end(key)
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
                return self._made[key]
        finally:
            self._waiting -= 1


async def _rasterized(svg: str, width: int) -> bytes:
    command = [sys.executable, raster.__file__, str(width), *_font_files()]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    try:
        picture, _ = await asyncio.wait_for(process.communicate(svg.encode()), PATIENCE)
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise
    if process.returncode:
        raise RuntimeError(f"drawing a picture ended with {process.returncode}")
    return picture


@functools.cache
def _styles(game: str) -> Styles:
    file = find_game(game).folder / "static" / "style.css"
    return Styles(file.read_text("utf-8") if file.is_file() else "")


@functools.cache
def _font_files() -> list[str]:
    return [
        str(files(package) / "files" / f"{name}-{cut}.ttf")
        for package, name in (
            ("font_source_serif_pro", "SourceSerifPro"),
            ("font_source_sans_pro", "SourceSansPro"),
        )
        for cut in CUTS
        if (files(package) / "files" / f"{name}-{cut}.ttf").is_file()
    ]
