"""The game of `tests/pushcart`, installed as a package of its own where only the tests find it."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

PACKAGE = Path(__file__).parent / "pushcart"
BUILT = Path(__file__).parents[1] / "build" / "tests"


def install() -> None:
    """Let this process and those it starts find the game; whatever was edited is installed anew."""
    folder = BUILT / f"pushcart-{_digest()}"
    BUILT.mkdir(parents=True, exist_ok=True)
    with FileLock(BUILT / "lock"):
        if not folder.exists():
            _install_into(folder)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
        path = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{path}" if path else str(folder)


def _digest() -> str:
    files = sorted(file for file in PACKAGE.rglob("*") if file.is_file())
    parts = [
        str(file.relative_to(PACKAGE)).encode() + file.read_bytes()
        for file in files
        if "__pycache__" not in file.parts
    ]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def _install_into(folder: Path) -> None:
    part = folder.with_suffix(".part")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation", "--upgrade", "--target", str(part)]
    subprocess.run([*pip, *alone, str(PACKAGE)], check=True)
    part.rename(folder)
