"""Static files: read once, compressed once, named by their content so that browsers keep them."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

import brotli
from starlette.requests import Request
from starlette.responses import Response

from twohalls.games import GAMES, find_game
from twohalls.server.encodings import accepted

FOLDER = Path(__file__).parent / "static"
AND = "+"
MOST_AT_ONCE = 40
REMARKS = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
BLANKS = re.compile(rb"\s*([{};])\s*|([:,])\s+")
LAST = re.compile(rb";+}")
"""In a style remarks, blanks and the last semicolon of a rule are for its writers, and do not
travel."""
ASIDES = re.compile(rb"^ *//.*\n", re.MULTILINE)
"""In a script the same holds of lines that are nothing but a remark."""
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    body: bytes
    packed: dict[str, bytes]
    kind: str
    digest: str


def path_of(name: str) -> Path | None:
    """A file by its name, a game's under the game's; nothing else is ever opened."""
    game, slash, own = name.partition("/")
    folder = find_game(game).folder / "static" if slash and game in GAMES else FOLDER
    path = folder / (own if slash and game in GAMES else name)
    try:
        return path if _is_inside(path, folder) and path.is_file() else None
    except (OSError, ValueError):
        return None


@functools.lru_cache(maxsize=1024)
def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


@functools.cache
def find(paths: tuple[Path, ...], changed: tuple[float, ...]) -> File:
    body = b"".join(path.read_bytes() for path in paths)
    kind = mimetypes.guess_type(paths[0].name)[0] or "application/octet-stream"
    if kind == "text/css":
        body = LAST.sub(b"}", BLANKS.sub(rb"\1\2", REMARKS.sub(b"", body)))
    if kind == "text/javascript":
        body = ASIDES.sub(b"", body)
    if kind.startswith("text/") or kind.endswith("+xml"):
        kind += "; charset=utf-8"
    digest = hashlib.sha256(body).hexdigest()[:10]
    packed = {"br": brotli.compress(body), "gzip": gzip.compress(body, 9, mtime=0)}
    return File(body, packed, kind, digest)


def has(name: str) -> bool:
    return path_of(name) is not None


def address(*names: str) -> str:
    """Where a page finds a static file, with its content's digest; of several, those there are
    come as one."""
    name = AND.join([names[0], *(other for other in names[1:] if has(other))])
    found = _now(name)
    return f"/static/{name}?{found.digest}" if found else f"/static/{name}"


async def serve(request: Request) -> Response:
    found = _now(request.path_params["name"])
    if found is None:
        return Response(status_code=404)
    headers = {"ETag": f'"{found.digest}"', "Vary": "Accept-Encoding"}
    current = request.url.query == found.digest
    headers["Cache-Control"] = FOREVER if current else "no-cache"
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    body = found.body
    accepts = accepted(request.headers.get("accept-encoding", ""))
    for coding, packed in found.packed.items():
        if coding in accepts and len(packed) < len(found.body):
            body = packed
            headers["Content-Encoding"] = coding
            break
    return Response(body, media_type=found.kind, headers=headers)


def _now(name: str) -> File | None:
    """The file as it is now, so that a style can be edited while the server runs."""
    names = name.split(AND)[:MOST_AT_ONCE]
    paths = tuple(path for one in names if (path := path_of(one)) is not None)
    if len(paths) < len(names):
        return None
    return find(paths, tuple(path.stat().st_mtime for path in paths))
