"""Packages with games that bring little along, or that are broken, each made from Pushcart."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.installing import PACKAGE

RULES_ALONE = ("__init__.py", "events.py", "rules.py", "sight.py", "words.py")


def make_all(folder: Path) -> None:
    """`bare` has rules and nothing else, `mute` a page that cannot be loaded, `clumsy` one that
    fails when it draws or is asked for the moment, `boardless` one without its templates, `dull`
    too little for opponents and a spoilt catalogue; the others break."""
    make(folder, "bare")
    make(folder, "mute")
    (folder / "mute" / "page.py").write_text("import a_module_that_is_not_there\n")
    make(folder, "clumsy", "page.py", "templates")
    edit(folder / "clumsy" / "page.py", 'return {"street":', 'return {seen["street"]:')
    edit(folder / "clumsy" / "page.py", 'number=view.to_json()["morning"]', "number=view.morning")
    make(folder, "boardless", "page.py")
    make(folder, "dull", "features.py", "locale")
    edit(folder / "dull" / "features.py", "def quiet(", "def quite(")
    (folder / "dull" / "locale" / "fr.po").write_bytes('msgid "One"\nmsgstr "É"'.encode("latin-1"))
    make(folder, "unloadable")
    (folder / "unloadable" / "__init__.py").write_text("raise RuntimeError('it rains')\n")
    make(folder, "lawless")
    edit(folder / "lawless" / "rules.py", "def resample(", "def guess(")
    make(folder, "shouting")
    edit(folder / "shouting" / "__init__.py", 'name="shouting"', 'name="Shouting Game!"')
    make(folder, "double")
    edit(folder / "double" / "__init__.py", 'name="double"', 'name="bare"')


def make(folder: Path, name: str, *more: str) -> None:
    """A game of that name, found by its entry point: rules, and what is named of the rest."""
    (folder / name).mkdir()
    for part in (*RULES_ALONE, *more):
        there = PACKAGE / "pushcart" / part
        copy = shutil.copytree if there.is_dir() else shutil.copy
        copy(there, folder / name / part)
    for file in (folder / name).rglob("*.py"):
        edit(file, "pushcart", name)
    edit(folder / name / "__init__.py", 'title="Pushcart"', f'title="{name.title()}"')
    facts = folder / f"{name}-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(f"[twohalls.games]\n{name} = {name}\n")


def edit(file: Path, before: str, after: str) -> None:
    file.write_text(file.read_text("utf-8").replace(before, after), "utf-8")
