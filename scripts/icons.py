"""Makes the icons by which a phone shows the installed page: the drawn one, as PNG.

Building or installing the package runs this; `python scripts/icons.py` does it by hand.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parent.parent / "src" / "twohalls" / "web" / "static"
FOLDER = STATIC / "icons"
PAPER = "#123C45"
SIZES = (("any", 192, 1.0), ("any", 512, 1.0), ("maskable", 512, 0.62))
"""Purpose, pixels, and how much of the square the drawing takes: of a mask the rim is cut off."""


def make(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    drawn = (STATIC / "icon.svg").read_text("utf-8")
    for purpose, size, share in SIZES:
        edge = (1 - share) / 2 * size
        side = size * share
        place = f'<svg x="{edge:g}" y="{edge:g}" width="{side:g}" height="{side:g}" '
        inner = drawn.replace("<svg ", place, 1)
        whole = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
            f'<rect width="{size}" height="{size}" fill="{PAPER}"/>{inner}</svg>'
        )
        made = resvg_py.svg_to_bytes(svg_string=whole)
        (folder / f"{purpose}-{size}.png").write_bytes(bytes(made))


if __name__ == "__main__":
    make()
