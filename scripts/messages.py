"""Brings the catalogues up to date with the source: the shared one and one for each game.

`python scripts/messages.py` writes them; every game's folder has its own, so that a game can be
taken along whole.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "twohalls"
SHARED = SOURCE / "kit" / "locale"
LANGUAGES = ("fr", "it")
METHODS = [
    ("bots/levels.py", "twohalls.kit.extract:sentences"),
    ("bots/**", "ignore"),
    ("cli/admin.py", "ignore"),
    ("cli/dataset.py", "ignore"),
    ("cli/simulate.py", "ignore"),
    ("**.py", "twohalls.kit.extract:sentences"),
    ("**/templates/**.html", "jinja2"),
    ("templates/**.html", "jinja2"),
]


def games(source: Path = SOURCE) -> list[Path]:
    """The folders of the games that come with us."""
    return sorted(path.parent for path in (source / "games").glob("*/__init__.py"))


def said(folder: Path) -> Catalog:
    """Everything that the source of a folder says to readers; games are folders of their own."""
    skipped = {game.resolve() for game in games()} if folder == SOURCE else set()
    found = Catalog(charset="utf-8")
    for file, line, message, comments, context in extract_from_dir(
        folder,
        METHODS,
        directory_filter=lambda name: (
            Path(name).resolve() not in skipped and Path(name).name != "__pycache__"
        ),
    ):
        found.add(message, None, [(file, line)], auto_comments=comments, context=context)
    return found


def catalogues(source: Path = SOURCE) -> list[tuple[Path, Path]]:
    """Each folder of source with the folder of its catalogues."""
    return [(source, SHARED), *((game, game / "locale") for game in games(source))]


def main() -> None:
    empty = 0
    for folder, locale in catalogues():
        template = said(folder)
        for language in LANGUAGES:
            file = locale / f"{language}.po"
            with file.open("rb") as stored:
                known = read_po(stored, locale=language)
            made = known.creation_date
            known.update(template, no_fuzzy_matching=True)
            known.creation_date = made
            known.obsolete.clear()
            for message in known:
                message.locations = []
            empty += len([one for one in known if one.id and not _is_full(one.string)])
            with file.open("wb") as stored:
                write_po(stored, known, width=100, sort_output=True, ignore_obsolete=True)
    if empty:
        sys.exit(f"{empty} messages are empty: fill them in.")


def _is_full(text: str | Sequence[str] | None) -> bool:
    return bool(text) and all(text or ())


if __name__ == "__main__":
    main()
