"""The README shows what works."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_python_example_runs_as_it_stands(tmp_path):
    [example] = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.M | re.S)
    run = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=240
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("points")
