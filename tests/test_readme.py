"""The README and the documentation show what works."""

import re
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "docs/python.md", "docs/research.md", "docs/opponents.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_python_example_runs_as_it_stands(page, tmp_path):
    text = (ROOT / page).read_text("utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    run = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=240
    )
    assert run.returncode == 0, run.stderr


def test_every_page_with_an_example_is_tested():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {page for page in pages if "```python\n" in page.read_text("utf-8")}
    assert shown == {ROOT / page for page in PAGES}


def test_what_is_installed_runs_with_the_first_python_that_is_promised():
    """Debian's Python 3.11 is 3.11.2, and a pin that asks for more stops both commands there."""
    wanted = {found.name: found.metadata["Requires-Python"] for found in distributions()}
    first = wanted["twohalls"].removeprefix(">=")
    later = {name for name, spec in wanted.items() if not SpecifierSet(spec or "").contains(first)}
    assert not later
