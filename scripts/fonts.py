"""Makes the letters that pages are set in: small WOFF2 files with the signs that we use.

`python scripts/fonts.py` writes them and their style sheet beside the other static files; building
or installing the package does the same (`hatch_build.py`). They come out of the font packages and
are not kept with the source.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent.parent / "src" / "twohalls" / "web" / "static" / "fonts"
SIGNS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÂÄÆÇÈÉÊËÎÏÌÔÖŒÒÙÛÜàâäæçèéêëîïìíôöœòóùûüúÿñß«»“”‘’–—…·×−+±½→←↑↓✓°€№"
    + "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
)
SAMPLE = "aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      "


@dataclass(frozen=True)
class Family:
    """A family, its package, and a font most machines have, with the mean width of its letters."""

    name: str
    package: str
    stem: str
    features: tuple[str, ...]
    cuts: tuple[tuple[str, str, str], ...]
    instead: tuple[str, ...]
    width: float


FAMILIES = (
    Family(
        "Source Serif Pro",
        "font_source_serif_pro",
        "SourceSerifPro",
        ("kern", "liga", "lnum", "tnum"),
        (
            ("Regular", "100 400", "normal"),
            ("It", "100 900", "italic"),
            ("Semibold", "500 700", "normal"),
            ("Black", "800 900", "normal"),
        ),
        ("Times New Roman", "Liberation Serif"),
        854.4 / 2048,
    ),
    Family(
        "Source Sans Pro",
        "font_source_sans_pro",
        "SourceSansPro",
        ("kern", "liga", "lnum", "tnum", "smcp", "c2sc"),
        (("Regular", "100 400", "normal"), ("Semibold", "500 900", "normal")),
        ("Arial", "Liberation Sans"),
        934.5 / 2048,
    ),
)


def make(folder: Path = FOLDER) -> None:
    """Write every cut and the style sheet that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = []
    for family in FAMILIES:
        for cut, weight, style in family.cuts:
            source = files(family.package) / "files" / f"{family.stem}-{cut}.ttf"
            with as_file(source) as path:
                body = _packed(path, family.features)
                if cut == "Regular":
                    rules.append(_stand_in(family, TTFont(path)))
            name = f"{family.stem}-{cut}.woff2"
            (folder / name).write_bytes(body)
            digest = hashlib.sha256(body).hexdigest()[:10]
            rules.append(
                f'@font-face{{font-family:"{family.name}";font-weight:{weight};font-style:{style};'
                f'font-display:swap;src:url({name}?{digest}) format("woff2")}}'
            )
    (folder / "fonts.css").write_text("\n".join(rules) + "\n")


def _packed(path: Path, features: tuple[str, ...]) -> bytes:
    """The font with nothing but our signs."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = list(features)
    font = subset.load_font(path, options)
    chosen = subset.Subsetter(options)
    chosen.populate(text=SIGNS)
    chosen.subset(font)
    made = BytesIO()
    subset.save_font(font, made, options)
    return made.getvalue()


def _stand_in(family: Family, font: TTFont) -> str:
    """What stands there until the letters have come, as wide and as high, so that nothing jumps."""
    glyphs, letters = font["hmtx"], font.getBestCmap()
    upm = font["head"].unitsPerEm
    mean = sum(glyphs[letters[ord(sign)]][0] for sign in SAMPLE) / len(SAMPLE) / upm
    size = mean / family.width
    height = {
        "ascent": font["hhea"].ascent / upm / size,
        "descent": -font["hhea"].descent / upm / size,
        "line-gap": font["hhea"].lineGap / upm / size,
    }
    overrides = "".join(f"{name}-override:{share:.2%};" for name, share in height.items())
    local = ",".join(f'local("{name}")' for name in family.instead)
    return (
        f'@font-face{{font-family:"{family.name} Instead";src:{local};'
        f"{overrides}size-adjust:{size:.2%}}}"
    )


if __name__ == "__main__":
    make()
