"""Building or installing the package makes the letters of its pages, and its icons."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Letters(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `scripts/fonts.py` and `scripts/icons.py`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for script in ("fonts.py", "icons.py"):
            runpy.run_path(str(Path(self.root) / "scripts" / script))["make"]()
