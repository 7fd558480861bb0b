"""SVG in, PNG out, as a program of its own: drawing takes a while and holds up all else there is.

It is run by its path, so that nothing but what draws is loaded.
"""

from __future__ import annotations

import sys

import resvg_py


def main() -> None:
    width, *fonts = sys.argv[1:]
    picture = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        font_files=fonts,
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
        font_family="Source Sans Pro",
    )
    sys.stdout.buffer.write(bytes(picture))


if __name__ == "__main__":
    main()
